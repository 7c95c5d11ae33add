//! Positions and weights as tensors, for trainers in other languages: [safetensors](https://huggingface.co/docs/safetensors).

use super::learner::{LayerLearner, most};
use super::samples::LayerSamples;
use safetensors::{Dtype, SafeTensors, View, serialize};
use secateur_games::{LayerShape, Unreadable, UpdatableNetwork};
use std::borrow::Cow;
use std::collections::HashMap;

/// Numbers of one kind, by place, with the bytes that they are kept in.
struct Tensor {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl View for Tensor {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

/// Positions to fit a network to, and others that are held back to measure errors by, as a file of tensors, with what is told of
/// them.
///
/// | tensor | kind | shape | |
/// |---|---|---|---|
/// | `places` | 16 bits | positions, sides, width | what stands on the cells, as rows of the first layer; filled up with the number of rows of a view |
/// | `views` | 8 bits | positions, 2 | the view of each side |
/// | `stages` | 8 bits | positions | the output to use |
/// | `targets` | float | positions | what the side to move should expect, from 0 to 1 |
/// | `turns` | 16 bits | ways to turn the board, rows of a view | the row of each place with the board turned |
/// | `most` | float | 2 | the most that a weight may be, either way: of the first layer, of the output |
///
/// The first four are there once more for what is held back, as `held_back.places` and so on. In the file's metadata are
/// `neurons`, `stages`, `views` and `sides` as well.
pub fn write_samples([samples, held_back]: &[LayerSamples; 2], about: &[(&str, String)]) -> Vec<u8> {
    let shape = samples.shape();
    let n = usize::from(shape.neurons);
    let turns = shape.turned_rows();
    let rows: Vec<u8> =
        turns.iter().flatten().map(|&row| (row as usize / n) as u16).flat_map(u16::to_le_bytes).collect();
    let turned = Tensor { dtype: Dtype::U16, shape: vec![turns.len(), turns[0].len()], bytes: rows };
    let bytes = most(shape).into_iter().flat_map(f32::to_le_bytes).collect();
    let mut tensors = vec![
        ("turns".to_owned(), turned),
        ("most".to_owned(), Tensor { dtype: Dtype::F32, shape: vec![2], bytes }),
    ];
    for (set, of) in [(samples, ""), (held_back, "held_back.")] {
        tensors.extend(tensors_of(set).map(|(name, tensor)| (format!("{of}{name}"), tensor)));
    }
    let LayerShape { neurons, stages, inputs } = shape;
    let numbers = [
        ("neurons", u64::from(*neurons)),
        ("stages", u64::from(*stages)),
        ("views", u64::from(inputs.views)),
        ("sides", u64::from(inputs.sides)),
    ];
    let numbers = numbers.map(|(name, number)| (name.to_owned(), number.to_string()));
    let about = about.iter().map(|(name, what)| ((*name).to_owned(), what.clone()));
    let about: HashMap<String, String> = about.chain(numbers).collect();
    serialize(tensors, Some(about)).expect("tensors whose bytes are as many as their shapes say")
}

fn tensors_of(set: &LayerSamples) -> [(&'static str, Tensor); 4] {
    let (count, sides) = (set.len(), usize::from(set.shape().inputs.sides));
    let lessons = || (0..count).map(|number| set.lesson(number));
    let width = lessons().map(|lesson| lesson.sides[0].1.len()).max().unwrap_or(0);
    let (mut places, mut views) = (Vec::with_capacity(count * sides * width * 2), Vec::new());
    let nothing = set.shape().turned_rows()[0].len() as u16;
    for lesson in lessons() {
        for (_, places_of_side) in &lesson.sides[..sides] {
            let filled = places_of_side.iter().copied().chain(std::iter::repeat(nothing)).take(width);
            places.extend(filled.flat_map(u16::to_le_bytes));
        }
        views.extend(lesson.sides.map(|(view, _)| view as u8));
    }
    let targets = lessons().flat_map(|lesson| lesson.target.to_le_bytes()).collect();
    let stages = lessons().map(|lesson| lesson.stage as u8).collect();
    [
        ("places", Tensor { dtype: Dtype::U16, shape: vec![count, sides, width], bytes: places }),
        ("views", Tensor { dtype: Dtype::U8, shape: vec![count, 2], bytes: views }),
        ("stages", Tensor { dtype: Dtype::U8, shape: vec![count], bytes: stages }),
        ("targets", Tensor { dtype: Dtype::F32, shape: vec![count], bytes: targets }),
    ]
}

/// Makes a network of weights that a trainer has written, and tells what the file says of itself.
///
/// Expected are floats `first` (views, rows of a view, neurons), `biases` (views, neurons), `second` (stages, sides, neurons)
/// and `last` (stages); a neuron of 1 is full, and an output of 1 a chance to win of `(1 + tanh 1) / 2`.
///
/// # Errors
///
/// One sentence if a tensor is missing, of another kind or size, or a weight larger than a network for play can have.
pub fn read_weights(
    bytes: &[u8],
    shape: impl FnOnce(&HashMap<String, String>) -> Result<LayerShape, Unreadable>,
) -> Result<(UpdatableNetwork, HashMap<String, String>), Unreadable> {
    let wrong = |e| {
        Unreadable(format!("it holds no tensors ({e}), expected safetensors with the weights of a network"))
    };
    let (_, head) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
    let about = head.metadata().clone().unwrap_or_default();
    let shape = shape(&about)?;
    let tensors = SafeTensors::deserialize(bytes).map_err(wrong)?;
    let mut weights = Vec::with_capacity(shape.weights());
    let sizes = [shape.first(), shape.biases(), shape.second(), usize::from(shape.stages)];
    for (name, size) in ["first", "biases", "second", "last"].into_iter().zip(sizes) {
        let tensor = tensors.tensor(name).map_err(|_| Unreadable(format!("it has no tensor '{name}'")))?;
        let found = (tensor.dtype(), tensor.shape());
        let is_right = found.0 == Dtype::F32 && found.1.iter().product::<usize>() == size;
        let floats =
            tensor.data().chunks_exact(4).map(|float| f32::from_le_bytes(float.try_into().expect("four")));
        let floats: Vec<f32> = if is_right { floats.collect() } else { Vec::new() };
        if floats.len() != size || !floats.iter().all(|weight| weight.is_finite()) {
            let (kind, shape) = found;
            return Err(Unreadable(format!(
                "its tensor '{name}' is {kind:?} of {shape:?}, expected {size} finite floats"
            )));
        }
        weights.extend(floats);
    }
    let too_large = || Unreadable("its weights are too large for whole numbers".to_owned());
    let network = LayerLearner::with_weights(shape, weights).network().ok_or_else(too_large)?;
    Ok((network, about))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{Inputs, Symmetry};
    use secateur_session::SeenBoard;

    fn shape() -> LayerShape {
        let inputs = Inputs { symmetry: Symmetry::Square, sides: 2, views: 2, ..Inputs::of(3, 3) };
        LayerShape { inputs, neurons: 16, stages: 2 }
    }

    fn samples(boards: &[([u8; 18], f32)]) -> LayerSamples {
        let mut samples = LayerSamples::new(shape());
        for (cells, target) in boards {
            assert!(samples.add(&SeenBoard { cells: cells.to_vec(), views: [0, 1] }, *target));
        }
        samples
    }

    #[test]
    fn positions_are_written_as_the_table_says() {
        let full = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
        let mut one = [0; 18];
        (one[4], one[13]) = (2, 1);
        let sets = [samples(&[(full, 0.25), (one, 1.0)]), samples(&[(one, 0.5)])];
        let bytes = write_samples(&sets, &[("game", "noughts".to_owned())]);
        let tensors = SafeTensors::deserialize(&bytes).unwrap();
        let places = tensors.tensor("places").unwrap();
        assert_eq!((places.dtype(), places.shape()), (Dtype::U16, &[2, 2, 9][..]));
        let numbers = |data: &[u8]| -> Vec<u16> {
            data.chunks_exact(2).map(|two| u16::from_le_bytes(two.try_into().unwrap())).collect()
        };
        // The middle: rows 8 and 9 of eighteen, and then nothing.
        let rest = [18; 8];
        let second = [&[9][..], &rest, &[8], &rest].concat();
        assert_eq!(numbers(places.data())[18..], second);
        assert_eq!(numbers(tensors.tensor("held_back.places").unwrap().data()), [9, 8]);
        assert_eq!(tensors.tensor("views").unwrap().data(), [0, 1, 0, 1]);
        assert_eq!(tensors.tensor("stages").unwrap().data(), [1, 0]);
        assert_eq!(
            tensors.tensor("targets").unwrap().data(),
            [0.25f32.to_le_bytes(), 1f32.to_le_bytes()].concat()
        );
        let turns = tensors.tensor("turns").unwrap();
        assert_eq!(turns.shape(), [8, 18]);
        assert!(numbers(turns.data()).chunks(18).all(|turn| turn[8..10] == [8, 9]), "the middle stays");
        let (_, head) = SafeTensors::read_metadata(&bytes).unwrap();
        let about = head.metadata().as_ref().unwrap();
        assert_eq!(
            ["game", "neurons", "stages", "views", "sides"].map(|name| about[name].as_str()),
            ["noughts", "16", "2", "2", "2"]
        );
    }

    /// The weights of a learner as a trainer writes them; the tensor of this name cut short.
    fn written(learner: &LayerLearner, short: &str) -> Vec<u8> {
        let shape = learner.shape();
        let mut rest = learner.weights();
        let sizes = [shape.first(), shape.biases(), shape.second(), usize::from(shape.stages)];
        let tensors = ["first", "biases", "second", "last"].into_iter().zip(sizes).map(|(name, size)| {
            let (these, others) = rest.split_at(size);
            rest = others;
            let count = if name == short { size - 1 } else { size };
            let bytes = these[..count].iter().flat_map(|weight| weight.to_le_bytes()).collect();
            (name, Tensor { dtype: Dtype::F32, shape: vec![count], bytes })
        });
        serialize(tensors.collect::<Vec<_>>(), None).unwrap()
    }

    #[test]
    fn weights_become_the_network_that_they_are() {
        let learner = LayerLearner::new(shape(), 5);
        let (network, _) = read_weights(&written(&learner, ""), |_| Ok(shape())).unwrap();
        assert!(Some(network) == learner.network());
        for name in ["first", "biases", "second", "last"] {
            let sentence = read_weights(&written(&learner, name), |_| Ok(shape())).unwrap_err().to_string();
            assert!(sentence.contains(name) && sentence.contains("expected"), "{sentence}");
        }
        let sentence = read_weights(b"no tensors", |_| Ok(shape())).unwrap_err().to_string();
        assert!(sentence.contains("expected safetensors"), "{sentence}");
    }

    #[test]
    fn weights_that_are_too_large_are_refused() {
        let shape = || LayerShape { stages: 1, ..shape() };
        let huge = LayerLearner::with_weights(shape(), vec![100.0; shape().weights()]);
        let sentence = read_weights(&written(&huge, ""), |_| Ok(shape())).unwrap_err().to_string();
        assert!(sentence.contains("too large"), "{sentence}");
    }
}
