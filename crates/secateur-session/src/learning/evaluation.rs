//! A learned evaluation, and its file.

use crate::ResumeError;
use crate::checkpoint::{LONGEST_LINE, field};
use crate::checksum::{Summed, next_number, put_number};
use secateur_games::{
    Inputs, LayerShape, LayerWeights, Learned, LearnedNetwork, Symmetry, TupleLayout, TupleNetwork,
    TupleShape, UpdatableNetwork,
};
use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::slice;
use std::sync::Arc;

/// An evaluation that was learned: of which game, how, and what it has come to.
#[derive(Clone, Debug)]
pub struct LearnedEvaluation {
    /// The game.
    pub game: String,
    /// How it was made: the command, and what came of it, a line.
    pub made: String,
    /// The network.
    pub network: LearnedNetwork,
    /// How a search shares itself out among moves, if that was learned: the sum of this network in the position after a move is
    /// the logarithm of the move's weight.
    pub policy: Option<Arc<TupleNetwork>>,
}

/// The first line.
const MAGIC: &str = "secateur-evaluation-2";
/// The names of symmetries.
const SYMMETRIES: [(&str, Symmetry); 5] = [
    ("plain", Symmetry::Plain),
    ("columns", Symmetry::Columns),
    ("half-turn", Symmetry::HalfTurn),
    ("rectangle", Symmetry::Rectangle),
    ("square", Symmetry::Square),
];

/// What follows the name of a network that has a policy beside it.
const AND_POLICY: &str = " and policy";

impl LearnedEvaluation {
    /// An evaluation of this game, without a policy.
    pub fn new(
        game: impl Into<String>,
        made: impl Into<String>,
        network: impl Into<LearnedNetwork>,
    ) -> LearnedEvaluation {
        LearnedEvaluation { game: game.into(), made: made.into(), network: network.into(), policy: None }
    }

    /// The static value, with the policy.
    pub fn value(&self) -> Learned {
        Learned::new(self.network.clone()).with_policy(self.policy.clone())
    }

    /// The number of weights that are not zero, and of all.
    pub fn weights(&self) -> (u64, u64) {
        let count = |weights: &[i16]| weights.iter().filter(|&&weight| weight != 0).count() as u64;
        let policy = self.policy.as_ref().map_or(&[][..], |policy| policy.weights());
        let (there, of) = match &self.network {
            LearnedNetwork::Tuples(network) => (count(network.weights()), network.weights().len() as u64),
            LearnedNetwork::Layers(network) => {
                let LayerWeights { first, biases, second, last } = network.weights();
                let last = last.iter().filter(|&&bias| bias != 0).count() as u64;
                (count(first) + count(biases) + count(second) + last, network.shape().weights() as u64)
            }
        };
        (there + count(policy), of + policy.len() as u64)
    }

    /// Writes it: lines of text with the game, how it was made, the board, and the shape of the network; its weights; and a
    /// checksum.
    ///
    /// Of tuples the cells of each are told, and the weights that are not zero, each as how many are left out before it and its
    /// steps. Of layers the numbers of neurons and stages, and all weights, each as a number with seven bits a byte, the
    /// lowest first, of which the lowest of all is the sign; all bytes of a number but the last have their highest bit set. (Files of
    /// before, `network layers`, have 16 bits for each, the lower byte first, but for the biases of the output with 32.) A policy
    /// follows as further tuples.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<u64> {
        let mut out = Summed::new(out);
        let (game, made) = (&self.game, self.made.replace(['\n', '\r'], " "));
        out.write(format!("{MAGIC}\ngame {game}\nmade {made}\n").as_bytes())?;
        write_board(self.network.inputs(), &mut out)?;
        let and = if self.policy.is_some() { AND_POLICY } else { "" };
        match &self.network {
            LearnedNetwork::Tuples(network) => {
                out.write(format!("network tuples{and}\n").as_bytes())?;
                write_tuples(network, &mut out)?;
            }
            LearnedNetwork::Layers(network) => {
                out.write(format!("network short-layers{and}\n").as_bytes())?;
                write_layers(network, &mut out)?;
            }
        }
        if let Some(policy) = &self.policy {
            write_tuples(policy, &mut out)?;
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
        let inputs = read_board(&field(&mut input, "board")?).ok_or_else(unsound)?;
        let kind = field(&mut input, "network")?;
        let (kind, has_policy) =
            kind.strip_suffix(AND_POLICY).map_or((&kind[..], false), |kind| (kind, true));
        let network: LearnedNetwork = match kind {
            "tuples" => read_tuples(inputs, &mut input)?.into(),
            "layers" => read_layers(inputs, false, &mut input)?.into(),
            "short-layers" => read_layers(inputs, true, &mut input)?.into(),
            _ => return Err(ResumeError::damaged()),
        };
        let policy = has_policy.then(|| read_tuples(inputs, &mut input)).transpose()?.map(Arc::new);
        if !input.ends_well()? {
            return Err(ResumeError::damaged());
        }
        Ok(LearnedEvaluation { game, made, network, policy })
    }
}

fn unsound() -> ResumeError {
    ResumeError::bad("its board or the shape of its network is none")
}

fn write_board<T: Write>(inputs: &Inputs, out: &mut Summed<T>) -> io::Result<()> {
    let Inputs { rows, columns, contents, views, sides, symmetry, margin } = inputs;
    let symmetry = SYMMETRIES.iter().find(|(_, s)| s == symmetry).map_or("", |(name, _)| name);
    out.write(format!("board {rows} {columns} {contents} {views} {sides} {symmetry} {margin}\n").as_bytes())
}

fn read_board(text: &str) -> Option<Inputs> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[rows, columns, contents, views, sides, symmetry, margin] = words.as_slice() else { return None };
    Some(Inputs {
        rows: rows.parse().ok()?,
        columns: columns.parse().ok()?,
        contents: contents.parse().ok()?,
        views: views.parse().ok()?,
        sides: sides.parse().ok()?,
        symmetry: SYMMETRIES.iter().find(|(name, _)| *name == symmetry)?.1,
        margin: margin.parse().ok()?,
    })
}

fn write_tuples<T: Write>(network: &TupleNetwork, out: &mut Summed<T>) -> io::Result<()> {
    let shape = network.layout().shape();
    let tuples: Vec<String> = shape
        .tuples
        .iter()
        .map(|tuple| tuple.iter().map(u16::to_string).collect::<Vec<_>>().join(","))
        .collect();
    let (stages, tuples) = (shape.stages, tuples.join(" "));
    out.write(format!("stages {stages}\ntuples {tuples}\n").as_bytes())?;
    let weights = network.weights();
    let there = || weights.iter().enumerate().filter(|&(_, &weight)| weight != 0);
    out.write(format!("weights {}\n\n", there().count()).as_bytes())?;
    let mut next = 0;
    for (place, weight) in there() {
        out.write_number((place - next) as u64)?;
        out.write(&weight.to_le_bytes())?;
        next = place + 1;
    }
    Ok(())
}

fn read_tuples<T: Read>(inputs: Inputs, input: &mut Summed<T>) -> Result<TupleNetwork, ResumeError> {
    let (stages, tuples) = (field(input, "stages")?, field(input, "tuples")?);
    let tuple = |text: &str| text.split(',').map(|cell| cell.parse().ok()).collect::<Option<Vec<u16>>>();
    let shape = || {
        let tuples = tuples.split_whitespace().map(tuple).collect::<Option<_>>()?;
        let shape = TupleShape { inputs, tuples, stages: stages.parse().ok()? };
        shape.is_sound().then_some(shape)
    };
    let shape = shape().ok_or_else(unsound)?;
    let count: usize = field(input, "weights")?.parse().map_err(|_| ResumeError::damaged())?;
    begins(input)?;
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
    TupleNetwork::new(TupleLayout::new(shape), weights).ok_or_else(ResumeError::damaged)
}

fn write_layers<T: Write>(network: &UpdatableNetwork, out: &mut Summed<T>) -> io::Result<()> {
    let LayerShape { neurons, stages, .. } = network.shape();
    let LayerWeights { first, biases, second, last } = network.weights();
    let weights = first.iter().chain(biases).chain(second).map(|&weight| i32::from(weight));
    let mut bytes = Vec::new();
    weights.chain(last.iter().copied()).for_each(|weight| pack(weight, &mut bytes));
    let count = bytes.len();
    let head = format!("neurons {neurons}\nstages {stages}\nbytes {count}\n\n");
    out.write(head.as_bytes())?;
    out.write(&bytes)
}

/// Adds a weight, as few bytes as it takes.
fn pack(weight: i32, out: &mut Vec<u8>) {
    let number = u64::from(weight.unsigned_abs()) << 1 | u64::from(weight < 0);
    let Ok(()) = put_number(number, |byte| {
        out.push(byte);
        Ok::<(), Infallible>(())
    });
}

/// The next weight of those that were packed; none if there is none.
fn unpack(bytes: &mut slice::Iter<'_, u8>) -> Option<i32> {
    let Ok(number) = next_number(|| Ok::<_, Infallible>(bytes.next().copied()));
    let (size, negative) = number.map(|number| (number >> 1, number & 1 == 1))?;
    let size = i32::try_from(size).ok()?;
    Some(if negative { -size } else { size })
}

/// Reads layers; `short` are those whose weights take as few bytes as they can.
fn read_layers<T: Read>(
    inputs: Inputs,
    short: bool,
    input: &mut Summed<T>,
) -> Result<UpdatableNetwork, ResumeError> {
    let number = |text: String| text.parse::<u16>().map_err(|_| ResumeError::damaged());
    let (neurons, stages) = (number(field(input, "neurons")?)?, number(field(input, "stages")?)?);
    let stages = u8::try_from(stages).map_err(|_| unsound())?;
    let shape = LayerShape { inputs, neurons, stages };
    if !shape.is_sound() {
        return Err(unsound());
    }
    let weights = match short {
        true => short_weights(&shape, input)?,
        false => long_weights(&shape, input)?,
    };
    UpdatableNetwork::new(shape, weights)
        .ok_or_else(|| ResumeError::bad("its weights are so large that sums of them overflow"))
}

fn short_weights<T: Read>(
    shape: &LayerShape,
    input: &mut Summed<T>,
) -> Result<LayerWeights<i16, i32>, ResumeError> {
    let count = field(input, "bytes")?.parse().map_err(|_| ResumeError::damaged())?;
    begins(input)?;
    let bytes = input.read_many(count)?.ok_or_else(ResumeError::damaged)?;
    let mut bytes = bytes.iter();
    let mut weights = |count| -> Option<Vec<i16>> {
        (0..count).map(|_| unpack(&mut bytes).and_then(|weight| weight.try_into().ok())).collect()
    };
    let of_neurons = weights(shape.first()).zip(weights(shape.biases())).zip(weights(shape.second()));
    let last: Option<Vec<i32>> = (0..shape.stages).map(|_| unpack(&mut bytes)).collect();
    match (of_neurons, last, bytes.next()) {
        (Some(((first, biases), second)), Some(last), None) => {
            Ok(LayerWeights { first, biases, second, last })
        }
        _ => Err(ResumeError::damaged()),
    }
}

fn long_weights<T: Read>(
    shape: &LayerShape,
    input: &mut Summed<T>,
) -> Result<LayerWeights<i16, i32>, ResumeError> {
    begins(input)?;
    let mut weights = |count: usize| {
        let weight = |_| input.read()?.map(i16::from_le_bytes).ok_or_else(ResumeError::damaged);
        (0..count).map(weight).collect::<Result<Vec<i16>, ResumeError>>()
    };
    let (first, biases) = (weights(shape.first())?, weights(shape.biases())?);
    let second = weights(shape.second())?;
    let bias = |_| input.read()?.map(i32::from_le_bytes).ok_or_else(ResumeError::damaged);
    let last = (0..shape.stages).map(bias).collect::<Result<Vec<i32>, ResumeError>>()?;
    Ok(LayerWeights { first, biases, second, last })
}

/// The empty line before the weights.
fn begins<T: Read>(input: &mut Summed<T>) -> Result<(), ResumeError> {
    input.line(0)?.map(drop).ok_or_else(ResumeError::damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation() -> LearnedEvaluation {
        let inputs = Inputs { symmetry: Symmetry::Square, views: 2, margin: 64, ..Inputs::of(3, 3) };
        let layout = TupleLayout::new(TupleShape::at_random(inputs, 3, 4, 2, 9));
        let weights = 0..layout.shape().weights() as i32;
        let weights = weights.map(|n| if n % 5 == 0 { 0 } else { (n * 777 % 4001 - 2000) as i16 }).collect();
        let network = TupleNetwork::new(layout, weights).unwrap();
        LearnedEvaluation::new("tictactoe", "a test\nof lines", network)
    }

    fn layers() -> LearnedEvaluation {
        let inputs = Inputs { symmetry: Symmetry::Columns, sides: 2, ..Inputs::of(2, 2) };
        let shape = LayerShape { inputs, neurons: 16, stages: 2 };
        let weights = |count: usize| (0..count).map(|n| (n * 77 % 201) as i16 - 100).collect();
        let last = vec![70_000, -5];
        let (first, biases, second) = (shape.first(), shape.biases(), shape.second());
        let weights =
            LayerWeights { first: weights(first), biases: weights(biases), second: weights(second), last };
        LearnedEvaluation::new("breakthrough-2x2", "a test", UpdatableNetwork::new(shape, weights).unwrap())
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut bytes, evaluation) = (Vec::new(), evaluation());
        evaluation.write(&mut bytes).unwrap();
        let read = LearnedEvaluation::read(&mut &bytes[..]).unwrap();
        assert_eq!((read.game.as_str(), read.made.as_str()), ("tictactoe", "a test of lines"));
        let [LearnedNetwork::Tuples(read), LearnedNetwork::Tuples(written)] =
            [read.network, evaluation.network]
        else {
            panic!("tuples")
        };
        assert_eq!(read.weights(), written.weights());
        assert_eq!(read.layout().shape(), written.layout().shape());
    }

    #[test]
    fn layers_that_are_written_are_read() {
        let (mut bytes, evaluation) = (Vec::new(), layers());
        evaluation.write(&mut bytes).unwrap();
        let read = LearnedEvaluation::read(&mut &bytes[..]).unwrap();
        assert_eq!(read.weights(), evaluation.weights());
        let [LearnedNetwork::Layers(read), LearnedNetwork::Layers(written)] =
            [read.network, evaluation.network]
        else {
            panic!("layers")
        };
        assert_eq!(read, written);
    }

    fn with_policy(evaluation: LearnedEvaluation) -> LearnedEvaluation {
        let inputs = *evaluation.network.inputs();
        let layout = TupleLayout::new(TupleShape::at_random(inputs, 2, 3, 1, 5));
        let weights = (0..layout.shape().weights()).map(|n| n as i16 - 9).collect();
        LearnedEvaluation { policy: TupleNetwork::new(layout, weights).map(Arc::new), ..evaluation }
    }

    #[test]
    fn policies_that_are_written_are_read() {
        for evaluation in [evaluation(), layers()] {
            let (alone, both) = (evaluation.weights(), with_policy(evaluation));
            let mut bytes = Vec::new();
            both.write(&mut bytes).unwrap();
            let read = LearnedEvaluation::read(&mut &bytes[..]).unwrap();
            let (read_policy, policy) = (read.policy.as_ref().unwrap(), both.policy.as_ref().unwrap());
            assert_eq!(read_policy.weights(), policy.weights());
            assert_eq!(read_policy.layout().shape(), policy.layout().shape());
            assert_eq!(read.weights().1, alone.1 + policy.weights().len() as u64);
        }
    }

    #[test]
    fn weights_take_as_few_bytes_as_they_can() {
        for (weight, count) in [(0, 1), (63, 1), (-63, 1), (64, 2), (-8191, 2), (8192, 3), (i32::MAX, 5)] {
            let mut bytes = Vec::new();
            pack(weight, &mut bytes);
            assert_eq!((bytes.len(), unpack(&mut bytes.iter())), (count, Some(weight)));
        }
        assert_eq!(unpack(&mut [0x80; 6].iter()), None);
        assert_eq!(unpack(&mut [0x80].iter()), None);
    }

    #[test]
    fn layers_of_before_are_read() {
        let (mut bytes, before) = (Vec::new(), layers());
        before.write(&mut bytes).unwrap();
        let LearnedNetwork::Layers(network) = &before.network else { panic!("layers") };
        let LayerWeights { first, biases, second, last } = network.weights();
        let text = String::from_utf8_lossy(&bytes);
        let head = &text[..text.find("bytes ").unwrap()];
        let head = format!("{}\n", head.replace("short-layers", "layers"));
        let mut old = Vec::new();
        let mut out = Summed::new(&mut old);
        out.write(head.as_bytes()).unwrap();
        [first, biases, second].into_iter().flatten().for_each(|w| out.write(&w.to_le_bytes()).unwrap());
        last.iter().for_each(|bias| out.write(&bias.to_le_bytes()).unwrap());
        out.finish().unwrap();
        let LearnedNetwork::Layers(read) = LearnedEvaluation::read(&mut &old[..]).unwrap().network else {
            panic!("layers")
        };
        assert_eq!(&read, network);
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        for evaluation in [evaluation(), layers(), with_policy(evaluation())] {
            damage_is_found(&evaluation);
        }
    }

    fn damage_is_found(evaluation: &LearnedEvaluation) {
        let mut bytes = Vec::new();
        evaluation.write(&mut bytes).unwrap();
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
