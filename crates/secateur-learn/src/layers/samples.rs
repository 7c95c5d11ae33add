//! Positions as an efficiently updatable network sees them, packed for fitting.

use secateur_games::LayerShape;
use secateur_session::SeenBoard;

/// What is known of a position besides what stands on its cells.
#[derive(Copy, Clone, Debug)]
struct Sample {
    /// The end of its places.
    end: usize,
    views: [u8; 2],
    stage: u8,
    target: f32,
}

/// Positions, by what stands on their cells, and what each should be worth.
#[derive(Clone, Debug)]
pub struct LayerSamples {
    shape: LayerShape,
    samples: Vec<Sample>,
    /// Of each taken cell, as each side sees it, its place in the table of rows: all of one side, then all of the other.
    places: Vec<u16>,
}

/// A position to learn from.
pub(super) struct Lesson<'a> {
    /// For each side its view, and what stands on the cells, as places in the table of rows.
    pub(super) sides: [(usize, &'a [u16]); 2],
    pub(super) stage: usize,
    /// The expectation of the side to move, from 0 to 1.
    pub(super) target: f32,
}

impl LayerSamples {
    /// No positions, for networks of this shape.
    pub fn new(shape: LayerShape) -> LayerSamples {
        LayerSamples { shape, samples: Vec::new(), places: Vec::new() }
    }

    /// The shape of the networks that it is for.
    pub fn shape(&self) -> &LayerShape {
        &self.shape
    }

    /// Adds a position, with the expectation of the side to move, from 0 to 1. Returns whether it is one of this board.
    pub fn add(&mut self, board: &SeenBoard, target: f32) -> bool {
        let (cells, sides) = (self.shape.inputs.cells(), usize::from(self.shape.inputs.sides));
        let kinds = u16::from(self.shape.inputs.contents) - 1;
        if board.cells.len() != cells * sides {
            return false;
        }
        let mut taken = 0;
        for side in board.cells.chunks(cells) {
            let on = side.iter().enumerate().filter(|&(_, &content)| content > 0);
            let before = self.places.len();
            self.places.extend(on.map(|(cell, &content)| cell as u16 * kinds + u16::from(content) - 1));
            taken = self.places.len() - before;
        }
        let stage = self.shape.stage(taken) as u8;
        self.samples.push(Sample { end: self.places.len(), views: board.views, stage, target });
        true
    }

    /// Adds positions that were packed for networks of the same shape.
    pub fn append(&mut self, other: &LayerSamples) {
        let begin = self.places.len();
        self.places.extend(&other.places);
        self.samples.extend(other.samples.iter().map(|sample| Sample { end: begin + sample.end, ..*sample }));
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) fn lesson(&self, number: usize) -> Lesson<'_> {
        let Sample { end, views, stage, target } = self.samples[number];
        let begin = number.checked_sub(1).map_or(0, |before| self.samples[before].end);
        let places = &self.places[begin..end];
        let (first, second) = match self.shape.inputs.sides {
            1 => (places, &places[..0]),
            _ => places.split_at(places.len() / 2),
        };
        let sides = [(usize::from(views[0]), first), (usize::from(views[1]), second)];
        Lesson { sides, stage: stage.into(), target }
    }
}
