//! Records of games as text: Portable Game Notation (S. Edwards, 1994) for chess, and for other games the same with
//! their own moves.
//!
//! Behind each move of a player stands a comment: `{+0.35/8 0.012s n=5000}` is the value for who moved, in units, the
//! depth in plies, the time and the nodes. `+M5` is a win in five plies.

use super::record::{MoveReport, PlayedGame};
use crate::error::Error;
use crate::files::Draft;
use secateur_games::Unreadable;
use secateur_session::GameEntry;
use secateur_session::Session;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

/// The first words of every file of games.
const EVENT: &str = "[Event \"secateur match\"]";
/// Lines are as long at most, in characters.
const WIDTH: usize = 80;

/// A game as a file has it, as far as openings need it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The position that it begins at; none for the game's own start.
    pub position: Option<String>,
    /// The moves, as they are written.
    pub moves: Vec<String>,
}

/// The text of a file of games: UTF-8, or else ISO 8859/1 (Latin-1), which is the standard's own character set. Any bytes
/// are text in that.
///
/// ```
/// use secateur_lab::tournament::pgn::decode;
///
/// assert_eq!(decode(b"[White \"M\xfcller\"]"), "[White \"M\u{fc}ller\"]");
/// assert_eq!(decode("[White \"M\u{fc}ller\"]".as_bytes()), "[White \"M\u{fc}ller\"]");
/// ```
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Reads games: the moves of the main line, without comments, variations, numbers and marks. What is no game is
/// passed over.
///
/// ```
/// use secateur_lab::tournament::pgn;
///
/// let text = "[White \"Ann\"]\n\n1. e4 {the best (by test)} e5 (1... c5 2. Nf3) 2. Nf3! $1 Nc6 1/2-1/2\n";
/// let games = pgn::read(text);
/// assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6"]);
/// ```
pub fn read(text: &str) -> Vec<PgnGame> {
    let (mut games, mut game, mut in_moves) = (Vec::new(), PgnGame::default(), false);
    let mut rest = text;
    let mut depth = 0usize;
    while let Some(c) = rest.chars().next() {
        let skip = |end: Option<usize>| &rest[end.map_or(rest.len(), |end| end + 1)..];
        match c {
            '{' => rest = skip(rest.find('}')),
            // What stands behind a per cent sign is for others.
            ';' | '%' => rest = skip(rest.find('\n')),
            '[' if depth == 0 => {
                if in_moves {
                    games.push(std::mem::take(&mut game));
                    in_moves = false;
                }
                let end = rest.find('\n').unwrap_or(rest.len());
                let (name, value) = rest[1..end].split_once(' ').unwrap_or_default();
                if name == "FEN" {
                    game.position = value.split('"').nth(1).map(str::to_owned);
                }
                rest = &rest[end..];
            }
            '(' => {
                depth += 1;
                rest = &rest[1..];
            }
            ')' => {
                depth = depth.saturating_sub(1);
                rest = &rest[1..];
            }
            c if c.is_whitespace() => rest = rest.trim_start(),
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || "{};()".contains(c))
                    .unwrap_or(rest.len())
                    .max(c.len_utf8());
                let (word, after) = rest.split_at(end);
                rest = after;
                if depth > 0 {
                    continue;
                }
                in_moves = true;
                if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                    games.push(std::mem::take(&mut game));
                    in_moves = false;
                } else if let Some(m) = move_of(word) {
                    game.moves.push(m.to_owned());
                }
            }
        }
    }
    if in_moves {
        games.push(game);
    }
    games
}

/// The move in a word such as `12.Nf3!`; none if it is only a number or a mark.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if digits.starts_with('.') { digits.trim_start_matches('.') } else { word };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty() && !word.starts_with('$') && !word.starts_with('.')).then_some(word)
}

/// A game as text.
///
/// # Errors
///
/// One sentence if its moves are not legal.
pub fn write(record: &PlayedGame, entry: &GameEntry) -> Result<String, Unreadable> {
    let is_chess = entry.name == "chess";
    let mut board = entry.open();
    if let Some(position) = &record.opening.position {
        board.set(position)?;
    }
    // In chess players are called by their colours; who moves first from a position may be black.
    let in_order = !is_chess || board.side() == entry.open().side();
    let names = if is_chess { ["White", "Black"] } else { ["First", "Second"] };
    let [first, second] = &record.players;
    let (players, result) = match (in_order, record.result) {
        (true, _) => ([first, second], record.score()),
        (false, 1) => ([second, first], "0-1"),
        (false, -1) => ([second, first], "1-0"),
        (false, _) => ([second, first], record.score()),
    };
    let mut out = format!("{EVENT}\n");
    let mut tag = |name: &str, value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &record.round.to_string());
    names.into_iter().zip(players).for_each(|(name, player)| tag(name, player));
    tag("Result", result);
    if !is_chess {
        tag("Game", &record.game);
    }
    if let Some(position) = &record.opening.position {
        tag("SetUp", "1");
        tag("FEN", position);
    }
    tag("Termination", if record.ending.is_fault() { "rules infraction" } else { "normal" });
    tag("Reason", &record.reason);
    out.push('\n');
    movetext(record, &mut *board, usize::from(!in_order), &mut out)?;
    let _ = writeln!(out, "{result}\n");
    Ok(out)
}

/// The moves with their numbers, broken into lines.
fn movetext(
    record: &PlayedGame,
    board: &mut dyn Session,
    from: usize,
    out: &mut String,
) -> Result<(), Unreadable> {
    let begun = record.opening.moves.len();
    let mut words: Vec<String> = Vec::new();
    for (ply, m) in record.line().enumerate() {
        let number = (ply + from) / 2 + 1;
        match (ply + from) % 2 {
            0 => words.push(format!("{number}.")),
            _ if ply == 0 => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(board.record_move(m)?);
        if let Some(thought) = ply.checked_sub(begun).map(|n| &record.moves[n]) {
            words.extend(comment(thought).split(' ').map(str::to_owned));
        }
        board.play(m)?;
    }
    let reason = format!("{{{}}}", record.reason.replace(['{', '}'], "'"));
    words.extend(reason.split(' ').map(str::to_owned));
    let mut width = 0;
    for word in words {
        let long = word.chars().count();
        if width > 0 && width + 1 + long > WIDTH {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(&word);
        width += long;
    }
    out.push('\n');
    Ok(())
}

/// `{+0.35/8 0.012s n=5000}`, with what is known.
fn comment(thought: &MoveReport) -> String {
    let value = thought.value.map_or("?".into(), |value| value.to_string());
    let depth = thought.depth.map_or("?".into(), |depth| depth.to_string());
    let nodes = thought.nodes.map(|nodes| format!(" n={nodes}")).unwrap_or_default();
    format!("{{{value}/{depth} {:.3}s{nodes}}}", thought.time_ms / 1e3)
}

/// A file of games that grows as they are played, in place of one that held others.
///
/// The games of before are written beside that one, and replace it with the first new game.
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
    entry: GameEntry,
    draft: Draft,
}

impl Growing {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written, or if it holds something else than games of matches.
    pub fn begin(path: &Path, entry: &GameEntry) -> Result<Growing, Error> {
        check_file(path)?;
        Ok(Growing { path: path.to_owned(), entry: *entry, draft: Draft::beside(path)? })
    }

    /// Adds a game. From the first one on that `is_new` it can be read in its place.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written, or its moves are not legal.
    pub fn add(&mut self, record: &PlayedGame, is_new: bool) -> Result<(), Error> {
        let text = write(record, &self.entry)?;
        self.draft.file.write_all(text.as_bytes()).map_err(Error::write(&self.path))?;
        if is_new { self.draft.put_in_place() } else { Ok(()) }
    }

    /// Writes the file anew, with these games and no others, and is done.
    pub(crate) fn finish(
        self,
        records: impl Iterator<Item = Result<PlayedGame, Error>>,
    ) -> Result<(), Error> {
        let Growing { path, entry, draft } = self;
        drop(draft);
        let draft = Draft::beside(&path)?;
        let mut file = BufWriter::new(&draft.file);
        for record in records {
            file.write_all(write(&record?, &entry)?.as_bytes()).map_err(Error::write(&path))?;
        }
        file.flush().map_err(Error::write(&path))?;
        drop(file);
        draft.publish()
    }
}

/// Complains of a file that holds anything but games of matches.
fn check_file(path: &Path) -> Result<(), Error> {
    let other = || {
        let path = path.display();
        let what = "something else than games of `secateur match`, expected another file, or none";
        Err(Unreadable(format!("{path} holds {what}")).into())
    };
    // What never ends, or cannot be replaced, such as a pipe.
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return other();
    }
    let mut held = Vec::new();
    match File::open(path).and_then(|file| file.take(EVENT.len() as u64).read_to_end(&mut held)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(Error::write(path)(e)),
        Ok(_) if held.is_empty() || held == EVENT.as_bytes() => Ok(()),
        Ok(_) => other(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{GameEnding, MatchOpening, ReportedValue};
    use super::*;
    use proptest::prelude::*;
    use secateur_standard::standard;

    fn record() -> PlayedGame {
        let thought = |best: &str, value| MoveReport {
            best: best.to_owned(),
            value,
            depth: Some(7),
            nodes: Some(1234),
            time_ms: 12.5,
        };
        PlayedGame {
            game: "nim".into(),
            players: ["a \"b\" \\ c".into(), "d".into()],
            round: 3,
            opening: MatchOpening { position: Some("3,4".into()), moves: vec!["1-1".into()] },
            moves: vec![
                thought("2-2", Some(ReportedValue::Units(-35))),
                thought("1-2", Some(ReportedValue::Win(3))),
                thought("2-2", None),
            ],
            result: -1,
            ending: GameEnding::Rules,
            reason: "d wins".into(),
        }
    }

    #[test]
    fn a_record_reads_back_as_an_opening() {
        let entry = *standard().find("nim").unwrap();
        let text = write(&record(), &entry).unwrap();
        let games = read(&format!("{text}{text}"));
        let expected = PgnGame {
            position: Some("3,4".into()),
            moves: ["1-1", "2-2", "1-2", "2-2"].map(str::to_owned).into(),
        };
        assert_eq!(games, [expected.clone(), expected]);
        assert!(text.contains("[First \"a \\\"b\\\" \\\\ c\"]\n[Second \"d\"]"), "{text}");
        assert!(text.contains("1. 1-1 2-2 {-0.35/7 0.013s n=1234} 2. 1-2 {+M3/7 0.013s n=1234}"), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }

    #[test]
    fn what_is_no_move_is_passed_over() {
        let text = "% no\n[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1.e4! {a {b} e5?? 2...Nf6 $14 (2... d5 (3. c4) 3. d4) ; rest e6\n3. Qh5 *\n\n[Event \"y\"]\n\n1. d4";
        let games = read(text);
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].position.as_deref(), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
        assert!(
            games[0].moves.ends_with(&["e4", "e5", "Nf6", "Qh5"].map(str::to_owned)),
            "{:?}",
            games[0].moves
        );
        assert_eq!(games[1].moves, ["d4"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\\[\\](){};.0-9a-hNQx+#*\"\n \u{e9}-]{0,60}") {
            for game in read(&text) {
                prop_assert!(game.moves.iter().all(|m| !m.is_empty() && !m.contains(char::is_whitespace)));
            }
        }
    }
}
