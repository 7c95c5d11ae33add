//! The same work by generic code and by hand, for counting instructions: a search of Connect-4, or the network of chess along a
//! walk: `valgrind --tool=callgrind target/release/genericity alpha-beta generic`.

use secateur::{Game, Score, Search, algo};
use secateur_bench::by_hand::{self, PlainPosition, network::ChessNetwork};
use secateur_games::{Learned, LearnedNetwork, Notation, chess::Chess};
use secateur_session::LearnedEvaluation;

const DEPTH: u32 = 10;
const DEPTH_OF_WALK: u32 = 3;
/// The start, and positions with kings on the move.
const WALKED: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// A static value, told where a search goes.
trait Walked {
    fn push(&mut self) {}
    fn pop(&mut self) {}
    /// In points, for the side to move.
    fn value(&mut self, pos: &Chess) -> i32;
}

impl Walked for Learned {
    fn push(&mut self) {
        Learned::push(self);
    }
    fn pop(&mut self) {
        Learned::pop(self);
    }
    fn value(&mut self, pos: &Chess) -> i32 {
        Learned::value(self, pos).map_or(0, Score::get)
    }
}

impl Walked for ChessNetwork {
    fn push(&mut self) {
        ChessNetwork::push(self);
    }
    fn pop(&mut self) {
        ChessNetwork::pop(self);
    }
    fn value(&mut self, pos: &Chess) -> i32 {
        Learned::points::<Chess>(self.sum(pos.board()), &pos.inputs().expect("chess has inputs")).get()
    }
}

/// What the walk alone costs.
struct Nothing;

impl Walked for Nothing {
    fn value(&mut self, _: &Chess) -> i32 {
        0
    }
}

/// The values of all positions that are no more moves away, one by one.
fn walk(pos: &Chess, depth: u32, walked: &mut impl Walked) -> i64 {
    let mut sum = i64::from(walked.value(pos)) * i64::from(depth + 1);
    if depth > 0 {
        for m in pos.moves() {
            walked.push();
            sum -= walk(&pos.child(m), depth - 1, walked);
            walked.pop();
        }
    }
    sum
}

fn walk_all(mut walked: impl Walked) -> i64 {
    let of = |fen: &&str| walk(&Chess::read(fen).expect("a position"), DEPTH_OF_WALK, &mut walked);
    WALKED.iter().map(of).sum()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let network = || {
        let mut file = Chess::LEARNED;
        LearnedEvaluation::read(&mut file).expect("it comes along").network
    };
    let result = match args[..] {
        // The same rules on both sides: the game that Secateur ships keeps its threats up to date besides.
        ["alpha-beta", "generic"] => {
            let mut cx = Search::new(|pos: &PlainPosition| Score::points(pos.centre()));
            let Ok(score) =
                algo::alpha_beta(&mut cx, &PlainPosition::default(), DEPTH, -Score::INF, Score::INF);
            score.get().into()
        }
        ["alpha-beta", "by-hand"] => {
            by_hand::alpha_beta(PlainPosition::default(), DEPTH, 0, -32_001, 32_001).into()
        }
        ["network", "generic"] => walk_all(Learned::new(network())),
        ["network", "by-hand"] => {
            let LearnedNetwork::Layers(layers) = network() else { panic!("the network of chess has layers") };
            walk_all(ChessNetwork::new(&layers).expect("it is of the size that is known"))
        }
        // Reads the network too.
        ["network", "walk"] => {
            let _ = network();
            walk_all(Nothing)
        }
        _ => {
            eprintln!("usage: genericity alpha-beta|network generic|by-hand, or genericity network walk");
            std::process::exit(2);
        }
    };
    println!("{result}");
}
