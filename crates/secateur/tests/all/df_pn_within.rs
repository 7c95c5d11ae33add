//! The shortest wins of df-pn are those of plain search, on random graphs that may go round in circles: for either
//! side, with tables from one entry up, and with the lines to go with them.

use crate::common::seeded::hash;
use secateur::best::{DfPn, Sums, WinTable, Within, df_pn_within, winning_line};
use secateur::{Cx, Game, Hints, Keyed, Limiter, Score, Search, Stats};
use std::collections::HashMap;

/// A vertex of a random graph. Whoever cannot leave it has lost.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vertex {
    seed: u64,
    vertices: u64,
    at: u64,
}

impl Game for Vertex {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        0..(hash(self.seed, 1_000 + self.at) % 4) as u16
    }

    fn play(&mut self, m: u16) {
        self.at = hash(self.seed ^ self.at << 20, u64::from(m)) % self.vertices;
    }
}

impl Keyed for Vertex {
    fn key(&self) -> u64 {
        (self.at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn encode(&self, m: u16) -> u16 {
        m
    }

    fn decode(&self, code: u16) -> Option<u16> {
        self.moves().find(|&m| m == code)
    }
}

impl Hints for Vertex {}

type Known = HashMap<(u64, bool, u8), bool>;

/// Plain search: whether the attacker wins with `moves` moves left.
fn wins(pos: &Vertex, to_move: bool, moves: u8, known: &mut Known) -> bool {
    if let Some(&answer) = known.get(&(pos.at, to_move, moves)) {
        return answer;
    }
    let mut children = pos.moves().map(|m| pos.child(m));
    let answer = match to_move {
        true => moves > 0 && children.any(|child| wins(&child, false, moves - 1, known)),
        false => children.all(|child| wins(&child, true, moves, known)),
    };
    known.insert((pos.at, to_move, moves), answer);
    answer
}

fn how(seed: u64) -> DfPn {
    let sums = [Sums::Proper, Sums::Weak, Sums::Branches][seed as usize / 3 % 3];
    DfPn { epsilon: [0, 4, 16][seed as usize % 3], sums, ..DfPn::default() }
}

/// More nodes than any of these questions takes.
const FAR_TOO_MANY: u64 = 1_000_000;

#[test]
fn it_finds_the_wins_that_plain_search_finds() {
    let (mut won, mut total) = (0, 0);
    for seed in 0..3_000 {
        let pos = Vertex { seed, vertices: 3 + seed % 40, at: 0 };
        // One table for all questions, in rising order and, for some, in falling.
        let mut table = WinTable::with_entries([1, 2, 7, 64, 4_096][hash(seed, 3) as usize % 5]);
        let mut known = Known::new();
        for to_move in [true, false] {
            table.clear();
            for step in 1..=4_u8 {
                let moves = if seed % 4 == 0 { 5 - step } else { step };
                let within = Within { to_move, moves };
                let stop = Limiter::new(FAR_TOO_MANY, || None);
                let mut cx = Search::new(|_: &Vertex| Score::DRAW).stop(stop);
                let found = df_pn_within(&mut cx, &pos, within, how(seed), &mut table);
                assert_eq!(found, Ok(wins(&pos, to_move, moves, &mut known)), "{pos:?} {within:?}");
                (won, total) = (won + u32::from(found == Ok(true)), total + 1);
                if found == Ok(true) {
                    let line = winning_line(&mut cx, &pos, within, how(seed), &mut table).unwrap();
                    let end = line.iter().fold(pos, |pos, &m| {
                        assert!(pos.moves().any(|n| n == m), "{pos:?} {line:?}");
                        pos.child(m)
                    });
                    assert_eq!(end.moves().count(), 0, "{pos:?} {line:?}");
                    assert!(line.len() <= 2 * usize::from(moves) - usize::from(to_move));
                    assert_eq!(line.len() % 2 == 1, to_move, "it is the other side that is out of moves");
                }
            }
        }
    }
    assert!(won * 10 > total && won * 10 < 9 * total, "{won} of {total}");
}

#[test]
fn a_halted_search_is_taken_up_again() {
    let mut halted = 0;
    for seed in 0..200 {
        let pos = Vertex { seed, vertices: 1_000, at: 0 };
        let within = Within { to_move: true, moves: 5 };
        let (mut table, mut nodes) = (WinTable::with_entries(4_096), 8);
        let found = loop {
            let stop = Limiter::new(nodes, || None);
            let mut cx = Search::new(|_: &Vertex| Score::DRAW).watch(Stats::default()).stop(stop);
            match df_pn_within(&mut cx, &pos, within, how(seed), &mut table) {
                Ok(found) => break found,
                Err(_) => (halted, nodes) = (halted + 1, nodes * 2),
            }
            assert_eq!(cx.ply(), 0);
            assert!(nodes < FAR_TOO_MANY, "{pos:?}");
        };
        assert_eq!(found, wins(&pos, true, 5, &mut Known::new()), "{pos:?}");
    }
    assert!(halted > 50, "{halted}");
}

/// Twenty moves at each turn. The attacker threatens to win with its second one, the first in the list; only the last reply
/// parries that.
#[derive(Clone, Debug)]
struct Threat {
    played: Vec<u16>,
}

impl Game for Threat {
    type Move = u16;

    fn moves(&self) -> impl Iterator<Item = u16> {
        0..20
    }

    fn play(&mut self, m: u16) {
        self.played.push(m);
    }

    fn outcome(&self) -> Option<Score> {
        matches!(self.played[..], [_, reply, 0] if reply != 19).then_some(Score::LOSS)
    }
}

impl Keyed for Threat {
    fn key(&self) -> u64 {
        self.played.iter().fold(1, |key, &m| hash(key, u64::from(m)))
    }
}

impl Hints for Threat {}

fn nodes(played: &[u16], within: Within) -> (bool, u64) {
    let mut cx = Search::new(|_: &Threat| Score::DRAW).watch(Stats::default());
    let (pos, mut table) = (Threat { played: played.to_vec() }, WinTable::with_entries(4_096));
    let Ok(won) = df_pn_within(&mut cx, &pos, within, DfPn::default(), &mut table);
    (won, cx.watch.nodes)
}

#[test]
fn only_last_moves_that_end_the_game_are_entered() {
    let at_once = Within { to_move: true, moves: 1 };
    assert_eq!(nodes(&[3, 5], at_once), (true, 2));
    assert_eq!(nodes(&[3, 19], at_once), (false, 1));
}

#[test]
fn what_parried_a_threat_is_tried_first_against_the_next() {
    // Each first move is a node. Against one of them nineteen replies lose, with a node for the reply and one for the win;
    // the last one parries this threat, and at once all others.
    let (won, nodes) = nodes(&[], Within { to_move: true, moves: 2 });
    assert_eq!((won, nodes), (false, 1 + 20 + 19 * 2 + 20));
}
