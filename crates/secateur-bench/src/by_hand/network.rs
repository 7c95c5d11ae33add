//! The network of chess evaluated by code for chess and nothing else, its sizes known when it is compiled: what
//! `secateur_games::Learned` is held against, instruction by instruction.

use cozy_chess::{Board, Color, File, Piece};
use secateur_games::UpdatableNetwork;
use wide::{i16x16, i32x8};

const NEURONS: usize = 256;
const SQUARES: usize = 64;
/// Six of each side.
const MEN: usize = 12;
const VIEWS: usize = 4;
const PLIES: usize = 64;
/// Where a king can stand that a side's neurons depend on: the views, on either half of the board.
const PLACES: usize = 2 * VIEWS;

type Neurons = [i16; NEURONS];
/// White's men in the order of their worth, then Black's.
type Sets = [u64; MEN];

/// The network of chess, and the neurons of the positions between the root and where a search stands.
pub struct ChessNetwork {
    /// View by view, square by square, the side's own men and then the others.
    rows: Vec<Neurons>,
    /// Of each stage, for the side to move and the opponent.
    output: Vec<[Neurons; 2]>,
    last: Vec<i32>,
    stages: usize,
    plies: Vec<Ply>,
    ply: usize,
    /// For each side and place of its king, what was seen last with it there.
    places: [Vec<(Sets, Neurons)>; 2],
}

#[derive(Clone)]
struct Ply {
    sets: Sets,
    places: [usize; 2],
    neurons: [Neurons; 2],
}

impl ChessNetwork {
    /// The same weights. None if they are not those of a network of this size for chess.
    pub fn new(network: &UpdatableNetwork) -> Option<ChessNetwork> {
        let (shape, weights) = (network.shape(), network.weights());
        let array = |weights: &[i16]| -> Neurons { weights.try_into().expect("a neuron each") };
        let is_one = usize::from(shape.neurons) == NEURONS
            && shape.inputs.cells() == SQUARES
            && usize::from(shape.inputs.contents) == MEN + 1
            && usize::from(shape.inputs.views) == VIEWS
            && shape.inputs.sides == 2;
        if !is_one {
            return None;
        }
        let of_all = |weights: &[i16]| weights.chunks_exact(NEURONS).map(array).collect::<Vec<Neurons>>();
        let biases = of_all(&weights.biases);
        let empty: Vec<(Sets, Neurons)> = (0..PLACES).map(|place| ([0; MEN], biases[place / 2])).collect();
        Some(ChessNetwork {
            rows: of_all(&weights.first),
            output: of_all(&weights.second).chunks_exact(2).map(|two| [two[0], two[1]]).collect(),
            last: weights.last.clone(),
            stages: usize::from(shape.stages),
            plies: vec![Ply { sets: [0; MEN], places: [PLACES; 2], neurons: [[0; NEURONS]; 2] }; PLIES],
            ply: 0,
            places: [empty.clone(), empty],
        })
    }

    /// The search goes a ply deeper.
    #[inline(always)]
    pub fn push(&mut self) {
        self.ply += 1;
    }

    /// The search comes back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.ply -= 1;
    }

    /// The network's sum for the side to move. The position before was evaluated too, unless this is the root.
    #[inline(never)]
    pub fn sum(&mut self, board: &Board) -> f32 {
        let sets = sets(board);
        let [white, black] = Color::ALL.map(|side| king_place(board, side));
        let (before, here) = self.plies.split_at_mut(self.ply);
        let here = &mut here[0];
        let parent = before.last();
        (here.sets, here.places) = (sets, [white, black]);
        for side in 0..2 {
            let place = here.places[side];
            match parent.filter(|parent| parent.places[side] == place) {
                Some(parent) => {
                    let rows = &self.rows;
                    update(
                        rows,
                        side,
                        place,
                        [&parent.sets, &sets],
                        &parent.neurons[side],
                        &mut here.neurons[side],
                    );
                }
                None => {
                    let (last, neurons) = &mut self.places[side][place];
                    let old = *neurons;
                    update(&self.rows, side, place, [last, &sets], &old, neurons);
                    *last = sets;
                    here.neurons[side] = *neurons;
                }
            }
        }
        let stage = board.occupied().len() as usize * self.stages / (SQUARES + 1);
        let to_move = board.side_to_move() as usize;
        let output = &self.output[stage];
        let sum = self.last[stage]
            + weigh(&here.neurons[to_move], &output[0])
            + weigh(&here.neurons[1 - to_move], &output[1]);
        let one = f32::from(UpdatableNetwork::ONE);
        sum as f32 / (one * one * f32::from(UpdatableNetwork::STEPS))
    }
}

#[inline(always)]
fn sets(board: &Board) -> Sets {
    std::array::from_fn(|man| {
        let side = if man < 6 { Color::White } else { Color::Black };
        board.colored_pieces(side, Piece::ALL[man % 6]).0
    })
}

/// Where the king stands: two times the view, and one more if the board is mirrored.
#[inline(always)]
fn king_place(board: &Board, side: Color) -> usize {
    let king = board.king(side);
    let is_mirrored = king.file() < File::E;
    let seen = king as usize ^ turned(side as usize, is_mirrored);
    let view = match seen {
        62.. => 0,
        56.. => 1,
        48.. => 2,
        _ => 3,
    };
    2 * view + usize::from(is_mirrored)
}

/// What a square's number is changed by, as this side sees the board.
#[inline(always)]
fn turned(side: usize, is_mirrored: bool) -> usize {
    (if side == 0 { 0b11_1000 } else { 0 }) ^ (if is_mirrored { 0b111 } else { 0 })
}

/// The neurons of this side after the board has changed.
#[inline(always)]
fn update(
    rows: &[Neurons],
    side: usize,
    place: usize,
    [from, to]: [&Sets; 2],
    old: &Neurons,
    new: &mut Neurons,
) {
    let (mut gone, mut come) = ([0_u32; 32], [0_u32; 32]);
    let (mut leave, mut arrive) = (0, 0);
    let turned = turned(side, place % 2 == 1);
    for man in 0..MEN {
        let mut differ = from[man] ^ to[man];
        while differ != 0 {
            let square = differ.trailing_zeros() as usize;
            let kind = if side == 0 { man } else { (man + 6) % MEN };
            let row = ((place / 2 * SQUARES + (square ^ turned)) * MEN + kind) as u32;
            if to[man] >> square & 1 == 0 {
                gone[leave % 32] = row;
                leave += 1;
            } else {
                come[arrive % 32] = row;
                arrive += 1;
            }
            differ &= differ - 1;
        }
    }
    let (gone, come) = (&gone[..leave.min(32)], &come[..arrive.min(32)]);
    match (gone, come) {
        ([gone], [come]) => {
            let (gone, come) = (&rows[*gone as usize], &rows[*come as usize]);
            for i in 0..NEURONS {
                new[i] = old[i].wrapping_sub(gone[i]).wrapping_add(come[i]);
            }
        }
        ([gone, other], [come]) => {
            let (gone, other, come) = (&rows[*gone as usize], &rows[*other as usize], &rows[*come as usize]);
            for i in 0..NEURONS {
                new[i] = old[i].wrapping_sub(gone[i]).wrapping_sub(other[i]).wrapping_add(come[i]);
            }
        }
        _ => {
            *new = *old;
            for row in gone.iter().map(|&row| &rows[row as usize]) {
                (0..NEURONS).for_each(|i| new[i] = new[i].wrapping_sub(row[i]));
            }
            for row in come.iter().map(|&row| &rows[row as usize]) {
                (0..NEURONS).for_each(|i| new[i] = new[i].wrapping_add(row[i]));
            }
        }
    }
}

#[inline(always)]
fn weigh(neurons: &Neurons, weights: &Neurons) -> i32 {
    let mut sums = i32x8::ZERO;
    for i in 0..NEURONS / 16 {
        let neurons = i16x16::new(neurons.as_chunks::<16>().0[i]).max(i16x16::ZERO);
        let neurons = neurons.min(i16x16::splat(UpdatableNetwork::ONE));
        sums += neurons.dot(neurons * i16x16::new(weights.as_chunks::<16>().0[i]));
    }
    sums.reduce_add()
}
