//! A learned evaluation, and its file.

use crate::ResumeError;
use crate::checkpoint::{LONGEST_LINE, field};
use crate::checksum::Summed;
use secateur_games::{Inputs, Symmetry, TupleLayout, TupleNetwork, TupleShape};
use std::io::{self, Read, Write};
use std::sync::Arc;

/// An evaluation that was learned: of which game, how, and what it has come to.
#[derive(Clone, Debug)]
pub struct LearnedEvaluation {
    /// The game.
    pub game: String,
    /// How it was made: the command, and what came of it, a line.
    pub made: String,
    /// The network.
    pub network: Arc<TupleNetwork>,
}

/// The first line.
const MAGIC: &str = "secateur-evaluation-1";
/// The names of symmetries.
const SYMMETRIES: [(&str, Symmetry); 5] = [
    ("plain", Symmetry::Plain),
    ("columns", Symmetry::Columns),
    ("half-turn", Symmetry::HalfTurn),
    ("rectangle", Symmetry::Rectangle),
    ("square", Symmetry::Square),
];

impl LearnedEvaluation {
    /// Writes it: lines of text with the game, how it was made, the board, and the cells of each tuple; the weights that are not
    /// zero, each as how many are left out before it and its steps; and a checksum.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<u64> {
        let mut out = Summed::new(out);
        let (game, made) = (&self.game, self.made.replace(['\n', '\r'], " "));
        out.write(format!("{MAGIC}\ngame {game}\nmade {made}\n").as_bytes())?;
        write_shape(self.network.layout().shape(), &mut out)?;
        let weights = self.network.weights();
        let there = || weights.iter().enumerate().filter(|&(_, &weight)| weight != 0);
        out.write(format!("weights {}\n\n", there().count()).as_bytes())?;
        let mut next = 0;
        for (place, weight) in there() {
            out.write_number((place - next) as u64)?;
            out.write(&weight.to_le_bytes())?;
            next = place + 1;
        }
        out.finish()
    }

    /// Reads what [`LearnedEvaluation::write`] wrote.
    ///
    /// # Errors
    ///
    /// One sentence if it is no evaluation, or is damaged; or if it cannot be read.
    pub fn read(input: &mut dyn Read) -> Result<LearnedEvaluation, ResumeError> {
        let mut input = Summed::new(input);
        if input.line(LONGEST_LINE)?.as_deref() != Some(MAGIC) {
            return Err(ResumeError::bad(format!(
                "it is no learned evaluation, which begins with '{MAGIC}'"
            )));
        }
        let game = field(&mut input, "game")?;
        let made = field(&mut input, "made")?;
        let shape = read_shape(&mut input)?;
        let count: usize = field(&mut input, "weights")?.parse().map_err(|_| ResumeError::damaged())?;
        if input.line(0)?.is_none() {
            return Err(ResumeError::damaged());
        }
        let mut weights = vec![0; shape.weights()];
        let mut next = 0_usize;
        for _ in 0..count {
            let gap = input.read_number()?.ok_or_else(ResumeError::damaged)?;
            let place = usize::try_from(gap)
                .ok()
                .and_then(|gap| next.checked_add(gap))
                .ok_or_else(ResumeError::damaged)?;
            let weight = input.read()?.map(i16::from_le_bytes).filter(|&weight| weight != 0);
            *weights.get_mut(place).ok_or_else(ResumeError::damaged)? =
                weight.ok_or_else(ResumeError::damaged)?;
            next = place + 1;
        }
        if !input.ends_well()? {
            return Err(ResumeError::damaged());
        }
        let network = TupleNetwork::new(TupleLayout::new(shape), weights).ok_or_else(ResumeError::damaged)?;
        Ok(LearnedEvaluation { game, made, network: Arc::new(network) })
    }
}

fn write_shape<T: Write>(shape: &TupleShape, out: &mut Summed<T>) -> io::Result<()> {
    let Inputs { rows, columns, contents, views, symmetry, margin } = shape.inputs;
    let symmetry = SYMMETRIES.iter().find(|(_, s)| *s == symmetry).map_or("", |(name, _)| name);
    let tuples: Vec<String> = shape
        .tuples
        .iter()
        .map(|tuple| tuple.iter().map(u16::to_string).collect::<Vec<_>>().join(","))
        .collect();
    let (stages, tuples) = (shape.stages, tuples.join(" "));
    let board = format!("board {rows} {columns} {contents} {views} {symmetry} {margin}");
    out.write(format!("{board}\nstages {stages}\ntuples {tuples}\n").as_bytes())
}

fn read_shape<T: Read>(input: &mut Summed<T>) -> Result<TupleShape, ResumeError> {
    let (board, stages) = (field(input, "board")?, field(input, "stages")?);
    let tuples = field(input, "tuples")?;
    let inputs = || {
        let words: Vec<&str> = board.split(' ').collect();
        let &[rows, columns, contents, views, symmetry, margin] = words.as_slice() else { return None };
        Some(Inputs {
            rows: rows.parse().ok()?,
            columns: columns.parse().ok()?,
            contents: contents.parse().ok()?,
            views: views.parse().ok()?,
            symmetry: SYMMETRIES.iter().find(|(name, _)| *name == symmetry)?.1,
            margin: margin.parse().ok()?,
        })
    };
    let tuple = |text: &str| text.split(',').map(|cell| cell.parse().ok()).collect::<Option<Vec<u16>>>();
    let shape = || {
        let tuples = tuples.split_whitespace().map(tuple).collect::<Option<_>>()?;
        let shape = TupleShape { inputs: inputs()?, tuples, stages: stages.parse().ok()? };
        shape.is_sound().then_some(shape)
    };
    shape().ok_or_else(|| ResumeError::bad("its board or its tuples are none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation() -> LearnedEvaluation {
        let inputs = Inputs { symmetry: Symmetry::Square, views: 2, margin: 64, ..Inputs::of(3, 3) };
        let layout = TupleLayout::new(TupleShape::at_random(inputs, 3, 4, 2, 9));
        let weights = 0..layout.shape().weights() as i32;
        let weights = weights.map(|n| if n % 5 == 0 { 0 } else { (n * 777 % 4001 - 2000) as i16 }).collect();
        let network = Arc::new(TupleNetwork::new(layout, weights).unwrap());
        LearnedEvaluation { game: "tictactoe".into(), made: "a test\nof lines".into(), network }
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut bytes, evaluation) = (Vec::new(), evaluation());
        evaluation.write(&mut bytes).unwrap();
        let read = LearnedEvaluation::read(&mut &bytes[..]).unwrap();
        assert_eq!((read.game.as_str(), read.made.as_str()), ("tictactoe", "a test of lines"));
        assert_eq!(read.network.weights(), evaluation.network.weights());
        assert_eq!(read.network.layout().shape(), evaluation.network.layout().shape());
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let mut bytes = Vec::new();
        evaluation().write(&mut bytes).unwrap();
        for place in 0..bytes.len() {
            assert!(LearnedEvaluation::read(&mut &bytes[..place]).is_err(), "cut off at {place}");
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(LearnedEvaluation::read(&mut &damaged[..]).is_err(), "changed at {place}");
        }
        bytes.push(0);
        assert!(LearnedEvaluation::read(&mut &bytes[..]).is_err());
    }
}
