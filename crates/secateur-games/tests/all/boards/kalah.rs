//! Kalah: laws, rules, text, and the values that Irving, Donkers and Uiterwijk published.

use super::{error, hints_agree, keeps_the_laws, knows, reads_anything, sized};
use secateur::table::BoundTable;
use secateur::{Bounds, Eval, Game, Keyed, Memory, Meter, Place, Score, Search, Table, algo, order};
use secateur_games::kalah::{Kalah, Stores};
use secateur_games::{Notation, laws};
use std::cmp::Ordering;
use std::collections::HashMap;

#[test]
fn laws_hold() {
    let starts: Vec<Kalah> = sized(&[(6, 4), (6, 5), (1, 1), (2, 3), (3, 2), (8, 15), (8, 1), (1, 15)]);
    keeps_the_laws(&starts, 10);
    starts.iter().for_each(hints_agree);
    for start in sized::<Kalah>(&[(3, 2), (2, 2), (6, 4)]) {
        knows(&start, 10, 4);
    }
}

#[test]
fn a_side_that_ends_in_its_store_moves_again() {
    let read = |text| Kalah::read(text).unwrap();
    assert_eq!(read("3 6"), read("3 pass 6"));
    assert_eq!(error::<Kalah>("3 7"), "move 2: '7' is not a legal move, expected one of 6 5 4 2 1");
    // A lap: thirteen seeds come back to the empty house, and take it with the one opposite.
    let lap = read("13,0,0,0,0,1:0/0,0,0,0,0,5:0 first").child(0);
    assert_eq!(lap.write(), "0,1,1,1,1,2:8/1,1,1,1,1,0:0 second");
    // An empty house opposite makes no difference, but that no more than the seed is taken.
    let empty = read("1,0,3:0/1,0,2:0 first").child(0);
    assert_eq!(empty.write(), "0,0,3:1/1,0,2:0 second");
    // A side without seeds ends the game.
    assert_eq!(read("0,0:3/2,1:1 first").outcome(), Some(Score::points(-1)));
}

#[test]
fn texts() {
    reads_anything::<Kalah>(&["3 6", "1,2:3/4,5:6 second", "1:255/0:1 first", "1,2:3/4,5:6 second again"]);
    let wrong = [
        ("1,2:3/4:0 first", "the sides have 2 and 1 houses, expected as many for either"),
        ("1:2 first", "'1:2' has no '/', expected a row of houses for either side"),
        ("1/2:0 first", "the first side has no ':', expected its store after its houses"),
        ("1:0/x:0 first", "house 1 of the second side is 'x', expected a number to 255"),
        ("200:0/56:0 first", "there are 256 seeds, expected at most 255"),
        ("1:0/1:0", "the text ends after the board, expected first or second to sow"),
        ("1:0/1:0 third", "'third' is no side, expected first or second"),
        ("1:0/1:0 first now", "found 'now' after the side, expected the end"),
    ];
    for (text, expected) in wrong {
        assert_eq!(error::<Kalah>(text), expected, "{text}");
    }
    assert!(Kalah::sized(9, 1).is_none() && Kalah::sized(0, 4).is_none());
    laws::check_notation::<Kalah>("1,0,3:0/1,0,2:0 second again", 1, 10).unwrap();
}

/// The value for the first side by the rules alone: nothing is negated, and nobody passes.
fn by_the_rules(pos: &Kalah, known: &mut HashMap<Kalah, i32>) -> i32 {
    let pos = pos.pass().map_or(*pos, |pass| pos.child(pass));
    let for_first = |score: Score| if pos.side() == "first" { score.get() } else { -score.get() };
    if let Some(score) = pos.outcome() {
        return for_first(score);
    }
    if let Some(&value) = known.get(&pos) {
        return value;
    }
    let values: Vec<i32> = pos.moves().map(|m| by_the_rules(&pos.child(m), known)).collect();
    let best = if pos.side() == "first" { values.iter().max() } else { values.iter().min() };
    let value = *best.expect("a side with seeds has a move");
    known.insert(pos, value);
    value
}

fn searched(start: &Kalah) -> i32 {
    let table = BoundTable::with_bytes(16 << 20);
    let order = order::Ranked::new(order::MoveScore);
    let mut cx = Search::new(Stores::default()).memory(table.handle()).order(order);
    let Ok(score) = algo::alpha_beta_memory(&mut cx, start, 250, -Score::INF, Score::INF);
    score.get()
}

#[test]
fn values_are_those_of_the_rules() {
    for start in sized::<Kalah>(&[(1, 5), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)]) {
        let value = by_the_rules(&start, &mut HashMap::new());
        assert_eq!(searched(&start), value, "{}", start.write());
        // With nothing known, and entries that answer for their stores alone.
        let table = Table::with_entries(1 << 16);
        let mut plain = Search::new(|_: &Kalah| Score::DRAW).memory(table.solving());
        let Ok(score) = algo::alpha_beta_memory(&mut plain, &start, 250, -Score::INF, Score::INF);
        assert_eq!(score.get(), value, "{}", start.write());
    }
}

/// Positions with few seeds, as spread by chance: what the end-game database says of them is what the rules alone do.
#[test]
fn few_seeds_are_worth_what_the_rules_say() {
    let mut seed = 1_u64;
    let mut random = |most: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) % most
    };
    for (houses, left, stores) in [(1, 9, 3), (2, 12, 5), (3, 10, 60), (4, 10, 20), (5, 8, 2)] {
        for _ in 0..100 {
            let mut sides = vec![vec![0_u8; houses]; 2];
            (0..left).for_each(|_| sides[random(2) as usize][random(houses as u64) as usize] += 1);
            let row = |side: &[u8]| side.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            let (store, again) = (random(stores), if random(4) == 0 { " again" } else { "" });
            let side = ["first", "second"][random(2) as usize];
            let text = format!("{}:{store}/{}:{stores} {side}{again}", row(&sides[0]), row(&sides[1]));
            let pos = Kalah::read(&text).unwrap();
            let value = by_the_rules(&pos, &mut HashMap::new());
            let value = if pos.side() == "first" { value } else { -value };
            let known = Stores::default().bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
            assert_eq!(known, Bounds::exact(Score::points(value)), "{text}");
        }
    }
}

/// Who wins with one to six seeds (Irving, Donkers and Uiterwijk, *Solving Kalah*, 2000), where that takes no time; larger boards
/// are in the atlas.
#[test]
fn published_winners() {
    for (houses, winners) in [(1, "=-+-+="), (2, "+---++"), (3, "=++++-"), (4, "+++"), (5, "=="), (6, "+")] {
        for (seeds, winner) in (1..).zip(winners.chars()) {
            let start = Kalah::new(houses, seeds).unwrap();
            let sign = match winner {
                '+' => Ordering::Greater,
                '-' => Ordering::Less,
                _ => Ordering::Equal,
            };
            assert_eq!(searched(&start).cmp(&0), sign, "{houses} houses with {seeds} seeds");
        }
    }
}

/// One entry of a table of whole games answers for all positions that differ in the stores alone.
#[test]
fn entries_leave_out_what_is_settled() {
    let read = |text| Kalah::read(text).unwrap();
    let (even, ahead) = (read("1,2:3/2,1:3 first"), read("1,2:5/2,1:1 first"));
    assert!(even.key() != ahead.key() && even.rest().0 == ahead.rest().0);
    let table = BoundTable::with_bytes(1 << 16);
    let (mut memory, at) = (table.handle(), Place { ply: 3, depth: 9, salt: 0 });
    let bounds = Bounds::at_least(Score::points(-2));
    memory.record(&even, at, bounds, Some(0), 1);
    assert_eq!(memory.recall(&ahead, at).bounds, Bounds::at_least(Score::points(2)));
    assert_eq!(memory.recall(&read("1,2:3/2,1:3 first again"), at).bounds, Bounds::NONE);
    let ahead = read("9,8:5/2,1:1 first");
    let known = Stores::default().bounds(&ahead, -Score::INF, Score::INF, &mut Meter::unlimited());
    assert_eq!(known.upper, Score::points(24));
}

/// df-pn asks several questions of one table; the keys of a game and those of the questions must not meet. Kalah marks a pass
/// by a number that others use as well.
#[test]
fn proofs_agree_with_the_value() {
    use secateur::best::{DfPn, ProofTable, df_pn};
    for start in sized::<Kalah>(&[(2, 2), (3, 2), (3, 3), (5, 1), (5, 2)]) {
        let value = searched(&start);
        let mut table = ProofTable::with_bytes(1 << 22);
        for goal in -4..=4 {
            let mut cx = Search::new(Stores::default());
            let found = df_pn(&mut cx, &start, Score::points(goal), DfPn::default(), &mut table).bounds;
            assert_eq!(found.lower >= Score::points(goal), value >= goal, "{goal} of {start:?}");
            assert_eq!(found.upper < Score::points(goal), value < goal, "{goal} of {start:?}");
        }
    }
}
