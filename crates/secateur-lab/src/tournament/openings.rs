//! The openings of games: each is played twice, with colours changed.

use super::record::MatchOpening;
use crate::duel::{Arena, is_fair};
use crate::positions::read_line;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use secateur_session::{Algorithm, Request, Session};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;

/// The nodes of the search that decides whether a random opening is fair.
const FAIR_NODES: u64 = 5_000;
/// The table of that search, in bytes.
const FAIR_HASH: usize = 1 << 20;
/// The number of random openings tried before one that is not fair will do.
const TRIES: usize = 50;
/// The number of random openings tried before it is assumed that there are no others.
const HOPELESS: usize = 200;

/// Reads a line that is no list of moves: a position, as the game writes it.
pub type ReadPosition<'a> = &'a dyn Fn(&str, &mut dyn Session) -> Result<String, Unreadable>;

/// Openings in their order, each once, and then from the first again.
pub struct Openings {
    known: Vec<MatchOpening>,
    /// More of them.
    random: Option<Random>,
}

/// Openings by random moves, all different.
struct Random {
    arena: Arena,
    /// The opening that the random moves follow.
    begun: MatchOpening,
    plies: RangeInclusive<usize>,
    random: SplitMix64,
    seen: HashSet<String>,
    fair: Request,
}

impl Openings {
    /// One opening: every game begins at this position, or at the start.
    pub fn none(entry: &GameEntry, position: Option<&str>) -> Openings {
        Openings { known: vec![begun(entry, position)], random: None }
    }

    /// Random moves from this position, or from the start: as many as there are plies in the range, though no more
    /// than a third of the game. Those that a short search finds unfair are passed over as long as there are others.
    ///
    /// # Errors
    ///
    /// One sentence if the position cannot be read, or the game is over there.
    pub fn random(
        entry: &GameEntry,
        position: Option<&str>,
        plies: RangeInclusive<usize>,
        seed: u64,
    ) -> Result<Openings, Unreadable> {
        let fair =
            Request::default().algorithm(Algorithm::named("engine")?).nodes(FAIR_NODES).hash(FAIR_HASH);
        let random = Random {
            arena: Arena::new(entry, position, seed)?,
            begun: begun(entry, position),
            plies,
            random: SplitMix64::seed_from_u64(seed),
            seen: HashSet::new(),
            fair,
        };
        Ok(Openings { known: Vec::new(), random: Some(random) })
    }

    /// What a file of this name holds: the first plies of each game, at most as many as asked for, if it is PGN by its
    /// name, and otherwise its lines.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, and the line or the game.
    pub fn of_file(
        path: &Path,
        bytes: Vec<u8>,
        entry: &GameEntry,
        plies: usize,
    ) -> Result<Openings, Unreadable> {
        let name = path.display().to_string();
        if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn")) {
            return Openings::pgn(&name, &super::pgn::decode(&bytes), entry, plies);
        }
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| Unreadable(format!("cannot read {name}, expected UTF-8 text")))?;
        Openings::lines(&name, &text, entry, &|line, board| Ok(read_line(line, board)?.position))
    }

    /// The lines of a file: a position, or the moves from the start, each. Empty lines and those that start with `#`
    /// are passed over.
    ///
    /// # Errors
    ///
    /// One sentence that names the file and the line.
    pub fn lines(
        name: &str,
        text: &str,
        entry: &GameEntry,
        read: ReadPosition<'_>,
    ) -> Result<Openings, Unreadable> {
        let mut known = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            known.push(
                of_line(line, entry, read).map_err(|e| Unreadable(format!("{name}, line {number}: {e}")))?,
            );
        }
        Openings::listed(name, known)
    }

    /// The first plies of each game of a PGN file, at most as many as asked for.
    ///
    /// # Errors
    ///
    /// One sentence that names the file, the game and the move.
    pub fn pgn(name: &str, text: &str, entry: &GameEntry, plies: usize) -> Result<Openings, Unreadable> {
        let mut known = Vec::new();
        for (number, game) in (1..).zip(super::pgn::read(text)) {
            let of_game = |e: Unreadable| Unreadable(format!("{name}, game {number}: {e}"));
            let mut board = entry.open();
            if let Some(position) = &game.position {
                board.set(position).map_err(of_game)?;
            }
            let mut moves = Vec::new();
            for text in game.moves.iter().take(plies) {
                let m = board
                    .read_move(text)
                    .map_err(|e| of_game(Unreadable(format!("move {}: {e}", moves.len() + 1))))?;
                board.play(&m).map_err(of_game)?;
                moves.push(m);
            }
            known.push(checked(MatchOpening { position: game.position, moves }, &*board).map_err(of_game)?);
        }
        Openings::listed(name, known)
    }

    /// Each opening once.
    fn listed(name: &str, mut known: Vec<MatchOpening>) -> Result<Openings, Unreadable> {
        let mut seen = HashSet::new();
        known.retain(|opening| seen.insert(opening.clone()));
        if known.is_empty() {
            return Err(Unreadable(format!("{name} holds no openings, expected one at least")));
        }
        Ok(Openings { known, random: None })
    }

    /// Brings them into a random order.
    pub fn shuffle(&mut self, seed: u64) {
        let mut random = SplitMix64::seed_from_u64(seed);
        for n in (1..self.known.len()).rev() {
            self.known.swap(n, crate::random::below(&mut random, n + 1));
        }
    }

    /// Returns the number of openings; none if it is unknown.
    pub fn count(&self) -> Option<usize> {
        self.random.is_none().then_some(self.known.len())
    }

    /// The opening of a round, from 0.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub(crate) fn get(&mut self, round: usize) -> Result<MatchOpening, Unreadable> {
        while self.known.len() <= round {
            let Some(random) = &mut self.random else { break };
            match random.next()? {
                Some(opening) => self.known.push(opening),
                None => {
                    // No random move leaves a game: then there is none before it.
                    if self.known.is_empty() {
                        self.known.push(random.begun.clone());
                    }
                    self.random = None;
                }
            }
        }
        Ok(self.known[round % self.known.len()].clone())
    }
}

impl Random {
    /// None if there are no others, as far as was seen.
    fn next(&mut self) -> Result<Option<MatchOpening>, Unreadable> {
        for attempt in 0..HOPELESS {
            let wandered = self.arena.wander_off(&self.plies, &mut self.random, &self.seen)?;
            let Some((mut board, moves)) = wandered else { continue };
            if attempt >= TRIES || is_fair(&mut *board, &self.fair) {
                self.seen.insert(board.position());
                let MatchOpening { position, moves: before } = self.begun.clone();
                return Ok(Some(MatchOpening { position, moves: [before, moves].concat() }));
            }
        }
        Ok(None)
    }
}

/// Moves from the start, if the text is a list of them; with the board behind them.
fn moves_of(text: &str, entry: &GameEntry) -> Option<(Vec<String>, Box<dyn Session>)> {
    let mut board = entry.open();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let m = board.read_move(word).ok()?;
        board.play(&m).ok()?;
        moves.push(m);
    }
    Some((moves, board))
}

/// The opening of games that begin at this position, which can be read.
fn begun(entry: &GameEntry, position: Option<&str>) -> MatchOpening {
    match position.map(|text| (text, moves_of(text, entry))) {
        None => MatchOpening::default(),
        Some((_, Some((moves, _)))) => MatchOpening { position: None, moves },
        Some((text, None)) => MatchOpening { position: Some(text.to_owned()), moves: Vec::new() },
    }
}

/// Moves from the start, or else a position.
fn of_line(line: &str, entry: &GameEntry, read: ReadPosition<'_>) -> Result<MatchOpening, Unreadable> {
    if let Some((moves, board)) = moves_of(line, entry) {
        return checked(MatchOpening { position: None, moves }, &*board);
    }
    let mut board = entry.open();
    let position = read(line, &mut *board)?;
    board.set(&position)?;
    checked(MatchOpening { position: Some(position), moves: Vec::new() }, &*board)
}

/// The opening, if the game goes on there.
fn checked(opening: MatchOpening, board: &dyn Session) -> Result<MatchOpening, Unreadable> {
    match board.outcome() {
        None => Ok(opening),
        Some(_) => Err(Unreadable("the game is over there: there is nothing to play".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    fn connect4() -> GameEntry {
        *standard().find("connect4").unwrap()
    }

    fn some(openings: &mut Openings, count: usize) -> Vec<MatchOpening> {
        (0..count).map(|round| openings.get(round).unwrap()).collect()
    }

    #[test]
    fn random_openings_differ_and_follow_from_the_seed() {
        let sample =
            |seed, count| some(&mut Openings::random(&connect4(), None, 4..=5, seed).unwrap(), count);
        let openings = sample(1, 30);
        assert_eq!(openings[..10], sample(1, 10));
        assert_ne!(openings[..10], sample(2, 10));
        let all: HashSet<&MatchOpening> = openings.iter().collect();
        assert_eq!(all.len(), 30);
        assert!(openings.iter().all(|opening| (4..=5).contains(&opening.moves.len())));
    }

    #[test]
    fn when_there_are_no_others_they_come_again() {
        let nim = *standard().find("nim").unwrap();
        let mut openings = Openings::random(&nim, Some("1,2,3"), 1..=1, 1).unwrap();
        let all = some(&mut openings, 40);
        let different: HashSet<&MatchOpening> = all.iter().collect();
        assert!((2..=6).contains(&different.len()), "{different:?}");
        assert_eq!(openings.count(), Some(different.len()));
        assert_eq!(all[0], all[different.len()]);
    }

    #[test]
    fn a_line_is_moves_or_a_position() {
        let read: ReadPosition<'_> = &|line, board| board.set(line).map(|()| line.to_owned());
        let mut openings = Openings::lines("file", "4 4 5\n# no\n4455\n4 4 5\n", &connect4(), read).unwrap();
        let moves = ["4", "4", "5"].map(str::to_owned).into();
        let expected = [
            MatchOpening { position: None, moves },
            MatchOpening { position: Some("4455".into()), moves: Vec::new() },
        ];
        assert_eq!((openings.count(), some(&mut openings, 2)), (Some(2), expected.into()));
        let error = Openings::lines("file", "4\n\n4 9\n", &connect4(), read).err().unwrap().0;
        assert!(error.starts_with("file, line 3: "), "{error}");
    }

    #[test]
    fn games_may_begin_behind_moves_or_at_a_position() {
        let chess = *standard().find("chess").unwrap();
        let opening = |position| Openings::none(&chess, position).get(0).unwrap();
        let moves = ["e2e4", "e7e5"].map(str::to_owned);
        assert_eq!(opening(None), MatchOpening::default());
        assert_eq!(opening(Some("e4 e5")), MatchOpening { position: None, moves: moves.clone().into() });
        let bare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(opening(Some(bare)), MatchOpening { position: Some(bare.into()), moves: Vec::new() });
        let behind = Openings::random(&chess, Some("e4 e5"), 2..=2, 1).unwrap().get(0).unwrap();
        assert_eq!((behind.position, &behind.moves[..2], behind.moves.len()), (None, &moves[..], 4));
    }

    #[test]
    fn another_order_has_the_same_openings() {
        let text = (1..=7).map(|n| format!("{n}\n")).collect::<String>();
        let read: ReadPosition<'_> = &|line, _| Ok(line.to_owned());
        let shuffled = |seed| {
            let mut openings = Openings::lines("file", &text, &connect4(), read).unwrap();
            openings.shuffle(seed);
            some(&mut openings, 7)
        };
        assert_ne!(shuffled(1), shuffled(2));
        assert_eq!(shuffled(1).into_iter().collect::<HashSet<_>>(), shuffled(2).into_iter().collect());
    }
}
