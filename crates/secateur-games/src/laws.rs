//! The laws of notation, checked by playing at random: one line in a game's tests, beside [`secateur::laws::check`].

use crate::{Inputs, Notation, Sight, TupleLayout, TupleNetwork, TupleShape, written};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Score, result};
use std::collections::HashMap;

/// The longest game played, in plies.
const LONGEST: usize = 200;

/// Checks that text is read back, on every position of `games` random games from the position that `start` is read as.
///
/// - A position, written by the game itself or as the moves that lead to it ([`written`]), reads back as one of the same key,
///   outcome and moves.
/// - A legal move reads back as itself; no two are written alike. No move is empty, or has a space in it.
/// - The sides take turns, where the game names them, since a search takes every other move for the opponent's. Where one
///   side moves twice, the opponent passes between ([`Turns`](crate::turns::Turns)).
/// - No game is drawn, if the game says that none can be ([`Notation::DRAWS`]).
/// - A pass that is a matter of form ([`Notation::pass`]) is the only move.
/// - A drawing is not empty, and has as many marks as cells.
///
/// Equal seeds play equal games. The error is one sentence: the moves that led to the position, and what is wrong there.
///
/// ```
/// use secateur::{Game, Hints, Keyed};
/// use secateur_games::{Notation, StaticValue, Unreadable, laws};
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone, Debug)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken; }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { u64::from(self.0) }
/// # }
/// # impl Hints for Matches {}
///
/// impl Notation for Matches {
///     type Knowledge = StaticValue;
///     fn start() -> Self {
///         Matches(9)
///     }
///     fn read(text: &str) -> Result<Self, Unreadable> {
///         let left = if text.is_empty() { Ok(9) } else { text.parse() };
///         left.map(Matches).map_err(|_| Unreadable("expected a number of matches".into()))
///     }
///     // It is read as a number now, and not written as one.
/// }
///
/// let error = laws::check_notation::<Matches>("", 1, 10).unwrap_err();
/// assert_eq!(error, "after the moves [3], the position is written '3', which is read as another one: Matches(3)");
/// ```
pub fn check_notation<G: Notation>(start: &str, seed: u64, games: u32) -> Result<(), String> {
    let first = G::read(start).map_err(|e| format!("the start '{start}' is not read: {e}"))?;
    let mut random = SplitMix64::seed_from_u64(seed);
    for _ in 0..games {
        let (mut pos, mut path) = (first.clone(), Vec::new());
        while path.len() < LONGEST {
            check_position(&pos, &written(start, &first, &path))
                .map_err(|what| format!("after the moves {path:?}, {what}"))?;
            let moves = legal(&pos);
            if moves.is_empty() {
                break;
            }
            let m = moves[(random.next_u64() % moves.len() as u64) as usize];
            let mover = pos.side();
            path.push(m);
            pos.play(m);
            if !mover.is_empty() && pos.side() == mover && !legal(&pos).is_empty() {
                return Err(format!(
                    "after the moves {path:?}, it is still the turn of {mover}, expected the other side's, if only to pass"
                ));
            }
        }
    }
    Ok(())
}

/// Checks what learned evaluations see ([`Notation::inputs`]), on every position of `games` random games.
///
/// - The board stays the same through a game; contents and views are below their numbers.
/// - Positions that share a key have the same value, whatever the weights, so that a table may take one for the other. This is
///   what goes wrong if fewer ways to turn the board are given than the key knows.
/// - Where the game tells how the opponent sees the board, that is a board with as many cells taken, and what the opponent sees
///   once the turn is passed, if it may be.
/// - A network that goes from position to position sees each as if it had seen no other.
///
/// Equal seeds play equal games. The error is one sentence. A game that lists nothing has nothing to keep.
///
/// ```
/// use secateur_games::{Notation, laws, mnk::Mnk};
///
/// laws::check_inputs(&Mnk::start(), 1, 100).unwrap();
/// ```
pub fn check_inputs<G: Notation>(start: &G, seed: u64, games: u32) -> Result<(), String> {
    let Some(inputs) = start.inputs() else { return Ok(()) };
    let shape = TupleShape::at_random(inputs, 12, TupleShape::longest(&inputs).min(4), 3, seed);
    if !shape.is_sound() {
        return Err(format!("no network can be made for {inputs:?}"));
    }
    let mut random = SplitMix64::seed_from_u64(seed);
    let weights = (0..shape.weights()).map(|_| random.next_u64() as i16).collect();
    let network = TupleNetwork::new(TupleLayout::new(shape), weights).expect("as many weights as it takes");
    let (mut kept, mut values) = (network.layout().sight(), HashMap::new());
    for _ in 0..games {
        let (mut pos, mut path) = (start.clone(), Vec::new());
        loop {
            check_seen(&pos, &network, &mut kept, &mut values)
                .map_err(|what| format!("after the moves {path:?}, {what}"))?;
            let moves = legal(&pos);
            if moves.is_empty() || path.len() >= LONGEST {
                break;
            }
            let m = moves[(random.next_u64() % moves.len() as u64) as usize];
            path.push(m);
            pos.play(m);
        }
    }
    Ok(())
}

/// Checks what is seen of a position.
fn check_seen<G: Notation>(
    pos: &G,
    network: &TupleNetwork,
    kept: &mut Sight,
    values: &mut HashMap<u64, (f32, String)>,
) -> Result<(), String> {
    let inputs = network.layout().shape().inputs;
    if pos.inputs() != Some(inputs) {
        return Err(format!("the board is seen as {:?}, and was as {inputs:?}", pos.inputs()));
    }
    let mut cells = vec![u8::MAX; inputs.cells()];
    let view = pos.contents(&mut cells);
    if view >= inputs.views.into() || cells.iter().any(|&content| content >= inputs.contents) {
        return Err(format!("{cells:?} is seen in view {view}, expected numbers below those of {inputs:?}"));
    }
    check_sets(pos, (view, cells), inputs)?;
    let value = network.sum(kept, pos);
    if value != network.sum(&mut network.layout().sight(), pos) {
        return Err("the value depends on the positions that were seen before".into());
    }
    let text = pos.write();
    let (before, other) = values.entry(pos.key()).or_insert_with(|| (value, text.clone()));
    if *before != value {
        return Err(format!("'{text}' shares the key of '{other}', and is seen otherwise"));
    }
    Ok(())
}

/// Checks the sets of a board that the side to move sees like this.
fn check_sets<G: Notation>(pos: &G, own: (usize, Vec<u8>), inputs: Inputs) -> Result<(), String> {
    let mut sets = vec![u64::MAX; inputs.words()];
    let Some(perspectives) = pos.sets(&mut sets) else {
        return match inputs.sides {
            1 => Ok(()),
            _ => Err("the game has two sides that see the board, and no sets".into()),
        };
    };
    let [to_move, opponent] = perspectives.map(|perspective| {
        let mut cells = vec![u8::MAX; inputs.cells()];
        inputs.seen(&sets, perspective, &mut cells);
        (usize::from(perspective.view), cells)
    });
    if to_move != own {
        return Err(format!("the sets are {to_move:?}, and the contents {own:?}"));
    }
    let taken = own.1.iter().filter(|&&content| content > 0).count();
    if sets.iter().map(|set| set.count_ones() as usize).sum::<usize>() != taken {
        return Err(format!("the sets {sets:x?} are not those of {taken} cells"));
    }
    if opponent.0 >= inputs.views.into() {
        return Err(format!("the opponent sees the board in view {}", opponent.0));
    }
    if let Some(passed) = pos.null_move().filter(|passed| passed.outcome().is_none()) {
        let mut next = vec![0; inputs.cells()];
        if inputs.sides > 1 && (passed.contents(&mut next), next) != opponent {
            return Err("the opponent sees another board once the turn is passed".into());
        }
    }
    Ok(())
}

fn legal<G: Notation>(pos: &G) -> Vec<G::Move> {
    if pos.outcome().is_some() { Vec::new() } else { pos.moves().collect() }
}

/// The moves as text, sorted.
fn names<G: Notation>(pos: &G) -> Vec<String> {
    let mut names: Vec<String> = legal(pos).into_iter().map(|m| pos.write_move(m)).collect();
    names.sort();
    names
}

fn check_position<G: Notation>(pos: &G, text: &str) -> Result<(), String> {
    let back =
        G::read(text).map_err(|e| format!("the position is written '{text}', which is not read: {e}"))?;
    let names = [names(pos), names(&back)];
    if (pos.key(), pos.outcome()) != (back.key(), back.outcome()) || names[0] != names[1] {
        return Err(format!("the position is written '{text}', which is read as another one: {back:?}"));
    }
    if let Some(twice) = names[0].windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two moves are written '{}'", twice[0]));
    }
    for m in legal(pos) {
        let name = pos.write_move(m);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(format!("{m:?} is written '{name}', expected one word"));
        }
        match pos.read_move(&name) {
            Ok(same) if same == m => {}
            Ok(other) => return Err(format!("{m:?} is written '{name}', which is read as {other:?}")),
            Err(e) => return Err(format!("{m:?} is written '{name}', which is not read: {e}")),
        }
    }
    if !G::DRAWS && result(pos) == Some(Score::DRAW) {
        return Err("the game is drawn, which it says that none can be".into());
    }
    if pos.pass().is_some_and(|pass| legal(pos) != [pass]) {
        return Err("the pass said to be a matter of form is not the only move".into());
    }
    if pos.draw().trim().is_empty() {
        return Err("the drawing is empty".into());
    }
    match pos.cells() {
        Some(cells) if cells.marks.len() != cells.rows.len() * cells.columns.len() => Err(format!(
            "the drawing has {} marks on {} rows of {} columns",
            cells.marks.len(),
            cells.rows.len(),
            cells.columns.len()
        )),
        _ => Ok(()),
    }
}
