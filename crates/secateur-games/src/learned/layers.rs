//! The shape of an efficiently updatable network.

use crate::{Inputs, Perspective};

/// The shape of an efficiently updatable network: what it sees, and the size of its layers.
///
/// The first layer has a row of weights for each thing that can stand on each cell, in each view; its neurons are computed for
/// the side to move, and once more for the opponent where the game shows the board to both ([`Inputs::sides`]), and for every
/// way to turn the board, always with the same weights. One output neuron weighs them all; it has weights of its own for each
/// stage of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerShape {
    /// What it sees of a position.
    pub inputs: Inputs,
    /// The neurons of the first layer, for one side and one way to turn the board: a multiple of 16.
    pub neurons: u16,
    /// The stages of a game, by the cells that are taken.
    pub stages: u8,
}

/// The most neurons, of all sides and ways to turn the board.
const MOST_NEURONS: usize = 1 << 13;
/// The most weights of the first layer.
const MOST_WEIGHTS: usize = 1 << 26;

impl LayerShape {
    /// The number of rows of the first layer.
    ///
    /// ```
    /// use secateur_games::{Inputs, LayerShape};
    ///
    /// let shape = LayerShape { inputs: Inputs::of(3, 3), neurons: 16, stages: 1 };
    /// assert_eq!(shape.rows(), 18); // an empty cell has none
    /// ```
    pub fn rows(&self) -> usize {
        usize::from(self.inputs.views) * self.rows_of_a_view()
    }

    fn rows_of_a_view(&self) -> usize {
        self.inputs.cells() * (usize::from(self.inputs.contents) - 1)
    }

    /// The number of weights of the first layer, but for its biases.
    pub fn first(&self) -> usize {
        self.rows() * usize::from(self.neurons)
    }

    /// The number of weights of the output, of all stages.
    pub fn second(&self) -> usize {
        usize::from(self.stages) * usize::from(self.inputs.sides) * usize::from(self.neurons)
    }

    /// The number of all weights and biases.
    pub fn weights(&self) -> usize {
        self.first() + self.biases() + self.second() + usize::from(self.stages)
    }

    /// The number of biases of the first layer.
    pub fn biases(&self) -> usize {
        usize::from(self.inputs.views) * usize::from(self.neurons)
    }

    /// Whether it is one: neither empty nor too large.
    pub fn is_sound(&self) -> bool {
        let Inputs { contents, views, sides, .. } = self.inputs;
        let neurons = usize::from(self.neurons);
        (2..=32).contains(&contents)
            && views > 0
            && (1..=2).contains(&sides)
            && self.stages > 0
            && neurons > 0
            && neurons.is_multiple_of(16)
            && self.inputs.cells() > 0
            && neurons * self.inputs.turns().len() * usize::from(sides) <= MOST_NEURONS
            && self.first() <= MOST_WEIGHTS
    }

    /// For each way to turn the board that changes no value, where the row of each cell's contents begins in the first layer: of the
    /// view 0, for contents from 1.
    pub fn turned_rows(&self) -> Vec<Vec<u32>> {
        self.rows_as_seen(Perspective::PLAIN).collect()
    }

    /// The same for the sets of a board as they are seen in each perspective, in the order of their numbers.
    pub(super) fn rows_in_perspective(&self) -> Vec<Vec<u32>> {
        Perspective::all(self.inputs.views).flat_map(|perspective| self.rows_as_seen(perspective)).collect()
    }

    fn rows_as_seen(&self, perspective: Perspective) -> impl Iterator<Item = Vec<u32>> {
        let contents = usize::from(self.inputs.contents) - 1;
        let (places, view) =
            (self.inputs.places(perspective), usize::from(perspective.view) * self.view_step());
        let of = move |turn: Vec<u16>| {
            let row = |&place: &usize| {
                let turned = usize::from(turn[place / contents]) * contents + place % contents;
                (view + turned * usize::from(self.neurons)) as u32
            };
            places.iter().map(row).collect()
        };
        self.inputs.turns().into_iter().map(of)
    }

    /// The number of weights between the rows of one view and those of the next.
    pub fn view_step(&self) -> usize {
        self.rows_of_a_view() * usize::from(self.neurons)
    }

    /// The stage of a position with so many cells taken.
    pub fn stage(&self, taken: usize) -> usize {
        taken * usize::from(self.stages) / (self.inputs.cells() + 1)
    }
}
