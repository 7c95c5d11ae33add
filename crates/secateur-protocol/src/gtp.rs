//! The Go Text Protocol, version 2 (G. Farnebäck, 2002), for any game: board, colours and moves are the game's own.

mod clock;

use crate::Next;
use crate::seat::SpeakingSeat;
use crate::text::one_line;
use clock::{Left, Timing};
use secateur_games::Unreadable;
use secateur_session::{Answer, GameEntry, Limits, Outcome, Request};
use std::time::{Duration, Instant};

/// A move takes this long where nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

const COLOURS: [&str; 2] = ["black", "white"];

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
];

/// The questions that GoGui asks of games other than Go, where the game is drawn on numbered rows.
const RULES: [&str; 6] = [
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// A game served over GTP.
///
/// Black is the side that moves first. Moves are written as the game writes them, squares in capitals and without a column I, as the
/// protocol has it, and may be read in any letters. Where a side has to pass, the pass may be left out. `boardsize` takes up the
/// game on any square board that it is played on; `komi` is read, and changes no score.
///
/// Hand in each line that is received to [`Gtp::line`], which returns once it is answered.
///
/// ```
/// use secateur_session::Request;
/// use secateur_protocol::Gtp;
/// use std::sync::mpsc;
///
/// let (sent, lines) = mpsc::channel();
/// let games = secateur_standard::standard();
/// let request = Request::default().depth(3).hash(1 << 20);
/// let say = move |line: &str| drop(sent.send(line.to_owned()));
/// let mut gtp = Gtp::new(games.find("othello").unwrap(), request, say);
/// gtp.line("1 play black f5");
/// gtp.line("2 play black f5");
/// gtp.line("3 genmove white");
/// let said: Vec<String> = lines.try_iter().collect();
/// assert_eq!(said[..4], ["=1", "", "?2 illegal move", ""]);
/// assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&said[4].as_str()));
/// ```
pub struct Gtp {
    seat: SpeakingSeat,
    /// The limits without those of a clock.
    request: Request,
    /// The number of moves that each turn has added: two if a pass was left out, none once the game is over.
    turns: Vec<usize>,
    timing: Option<Timing>,
    /// The time left to black and to white.
    left: [Option<Left>; 2],
}

/// The response to a command: the text, or the reason for a failure.
type Response = Result<String, String>;

impl Gtp {
    /// Serves a game, searched as the request has it: one second per move if that sets no limit and no clock runs.
    pub fn new(game: &GameEntry, request: Request, say: impl Fn(&str) + Send + Sync + 'static) -> Gtp {
        let seat = SpeakingSeat::new(game, say);
        let mut gtp = Gtp { seat, request, turns: Vec::new(), timing: None, left: [None; 2] };
        gtp.prepare();
        gtp
    }

    /// Makes the table, so that no clock runs meanwhile.
    fn prepare(&mut self) {
        self.seat.position.board.prepare(&self.request);
    }

    /// Reads a line and answers it. Empty lines and comments are passed over.
    pub fn line(&mut self, line: &str) -> Next {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut words: Vec<&str> = clean.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.first().copied().filter(is_number).unwrap_or_default();
        if !id.is_empty() {
            words.remove(0);
        }
        let Some((&command, arguments)) = words.split_first() else { return Next::Read };
        let (sign, text) = match self.answer(command, arguments) {
            Ok(text) => ('=', text),
            Err(why) => ('?', one_line(&why)),
        };
        let said = format!("{sign}{id} {text}");
        said.lines().filter(|line| !line.is_empty()).for_each(|line| self.seat.say(line.trim_end()));
        self.seat.say("");
        if command == "quit" { Next::Quit } else { Next::Read }
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Response {
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".into()),
            ("name", _) => Ok("Secateur".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("known_command", &[name]) => Ok(self.commands().any(|known| known == name).to_string()),
            ("list_commands", _) => Ok(self.commands().collect::<Vec<_>>().join("\n")),
            ("quit", _) => Ok(String::new()),
            ("boardsize", &[size]) => self.set_size(size),
            ("clear_board", _) => Ok(self.clear()),
            ("komi", &[komi]) => komi.parse::<f64>().map(|_| String::new()).map_err(|_| syntax("a number")),
            ("play", &[colour, ref words @ ..]) if !words.is_empty() => self.play(colour, &words.join(" ")),
            ("genmove", &[colour]) => self.think(colour, true),
            ("reg_genmove", &[colour]) => self.think(colour, false),
            ("undo", _) => self.undo(),
            ("time_settings", &[main, period, stones]) => self.set_timing(main, period, stones),
            ("time_left", &[colour, time, stones]) => self.set_left(colour, time, stones),
            ("showboard", _) => Ok(format!("\n{}", self.seat.position.board.draw())),
            ("final_score", _) => self.score(),
            _ => match (RULES.iter().position(|rule| *rule == command), self.rows()) {
                (Some(_), Some(rows)) => Ok(self.rule(command, &rows)),
                _ if COMMANDS.contains(&command) => Err(syntax(expected(command))),
                _ => Err("unknown command".into()),
            },
        }
    }

    fn commands(&self) -> impl Iterator<Item = &'static str> + use<> {
        let rules: &[&str] = if self.rows().is_some() { &RULES } else { &[] };
        COMMANDS.into_iter().chain(rules.iter().copied())
    }

    /// The rows of a square board from the highest number to the lowest, if the game is drawn on one: `X`, `O` and
    /// `.` for any other sign.
    fn rows(&self) -> Option<Vec<String>> {
        let drawing = self.seat.position.board.draw();
        let row = |line: &str| {
            let mut words = line.split_whitespace();
            let number: u32 = words.next()?.parse().ok()?;
            let cells = words.map(|word| match word {
                "X" | "O" => word,
                _ => ".",
            });
            Some((number, cells.collect::<Vec<_>>().join(" ")))
        };
        let mut rows: Vec<(u32, String)> = drawing.lines().filter_map(row).collect();
        rows.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        let is_square = rows.iter().all(|(_, cells)| cells.len() == 2 * rows.len() - 1);
        (!rows.is_empty() && is_square).then(|| rows.into_iter().map(|(_, cells)| cells).collect())
    }

    /// A game that has no square board takes any size: it means nothing there.
    fn set_size(&mut self, size: &str) -> Response {
        let size: u32 = size.parse().map_err(|_| syntax("a number"))?;
        if self.rows().is_some_and(|rows| rows.len() != size as usize) {
            let game = self.seat.game.on_board(size, size).ok_or("unacceptable size")?;
            self.seat.change(game);
        }
        Ok(self.clear())
    }

    fn clear(&mut self) -> String {
        self.seat.new_game();
        self.prepare();
        self.turns.clear();
        self.left = [self.timing.map(Timing::start); 2];
        String::new()
    }

    fn is_over(&self) -> bool {
        self.seat.position.board.outcome().is_some()
    }

    /// Hands the turn to a colour, if need be by a pass that the rules demand; returns the number of moves that took.
    fn turn_to(&mut self, colour: usize) -> Result<usize, String> {
        if self.seat.player() == colour {
            return Ok(0);
        }
        if self.seat.position.board.moves() != [PASS] {
            return Err("illegal move".into());
        }
        self.seat.position.play(PASS).map_err(|e| e.0)?;
        Ok(1)
    }

    fn take_back(&mut self, moves: usize) {
        (0..moves).for_each(|_| drop(self.seat.position.take_back()));
    }

    fn play(&mut self, colour: &str, text: &str) -> Response {
        let colour = player(colour)?;
        // Programs may go on passing once the game is over.
        if self.is_over() && text.eq_ignore_ascii_case(PASS) {
            self.turns.push(0);
            return Ok(String::new());
        }
        let passes = self.turn_to(colour)?;
        let named = named(text).ok_or_else(|| Unreadable(String::new()));
        let text = match named.and_then(|text| self.seat.position.board.read_move(&text)) {
            Ok(text) => text,
            Err(_) => {
                self.take_back(passes);
                return Err("illegal move".into());
            }
        };
        self.seat.position.play(&text).map_err(|e| e.0)?;
        self.turns.push(passes + 1);
        Ok(String::new())
    }

    /// The move that a colour would play, and plays if `plays`.
    fn think(&mut self, colour: &str, plays: bool) -> Response {
        let name = colour;
        let colour = player(colour)?;
        if self.is_over() {
            if plays {
                self.turns.push(0);
            }
            return Ok(PASS.into());
        }
        let passes = self.turn_to(colour).map_err(|_| format!("it is not the turn of {name}"))?;
        let best = self.best(colour, plays).best;
        let best = best.ok_or("there is no move")?;
        if plays {
            self.seat.position.play(&best).map_err(|e| e.0)?;
            self.turns.push(passes + 1);
        } else {
            self.take_back(passes);
        }
        Ok(vertex(&best))
    }

    /// Searches. The clock runs if `timed`.
    fn best(&mut self, colour: usize, timed: bool) -> Answer {
        let start = Instant::now();
        let plies = self.seat.position.board.plies_left();
        let share = self.left[colour].filter(|_| timed).map(|left| left.share(self.timing, plies));
        let Limits { depth, nodes, time, .. } = self.request.limits;
        let usual = (depth.is_none() && nodes.is_none() && share.is_none()).then_some(USUAL_TIME);
        let time = [time.or(usual), share].into_iter().flatten().min();
        // No clock is spent on an only move.
        let forced = depth.is_none() && nodes.is_none() && self.seat.position.board.forced().is_some();
        let request = self.request.clone().time(time).depth(if forced { Some(1) } else { depth });
        let answer = self.seat.position.board.analyse(&request, &mut |_| ());
        if timed && let Some(left) = &mut self.left[colour] {
            left.spend(start.elapsed(), self.timing);
        }
        answer
    }

    fn undo(&mut self) -> Response {
        let moves = self.turns.pop().ok_or("cannot undo")?;
        self.take_back(moves);
        Ok(String::new())
    }

    fn set_timing(&mut self, main: &str, period: &str, stones: &str) -> Response {
        let (main, period) = (seconds(main)?, seconds(period)?);
        let stones = stones.parse().map_err(|_| syntax("a number of moves"))?;
        // A period without moves in it is how the protocol writes that there is no limit.
        let is_limited = stones > 0 || period.is_zero();
        self.timing = is_limited.then_some(Timing { main, period, stones });
        self.left = [self.timing.map(Timing::start); 2];
        Ok(String::new())
    }

    fn set_left(&mut self, colour: &str, time: &str, stones: &str) -> Response {
        let (colour, time) = (player(colour)?, seconds(time)?);
        let stones: u32 = stones.parse().map_err(|_| syntax("a number of moves"))?;
        self.left[colour] = Some(Left { time, stones: (stones > 0).then_some(stones) });
        Ok(String::new())
    }

    /// The winner and the margin: `B+6`, `W+1` or `0`.
    fn score(&self) -> Response {
        let outcome = self.seat.position.board.outcome().ok_or("cannot score: the game is not over")?;
        let winner = match outcome.outcome {
            Outcome::Win => self.seat.player(),
            Outcome::Loss => 1 - self.seat.player(),
            Outcome::Draw => return Ok("0".into()),
        };
        Ok(format!("{}+{}", ["B", "W"][winner], outcome.by.unwrap_or(1)))
    }

    fn rule(&self, command: &str, rows: &[String]) -> String {
        let board = &self.seat.position.board;
        match command {
            "gogui-rules_game_id" => {
                let name = self.seat.game.name.split('-').next().unwrap_or_default();
                let letters = name.chars().filter(char::is_ascii_alphabetic);
                let id: String = letters.collect();
                let (first, rest) = id.split_at(1.min(id.len()));
                first.to_uppercase() + rest
            }
            "gogui-rules_board" => rows.join("\n"),
            "gogui-rules_board_size" => rows.len().to_string(),
            "gogui-rules_legal_moves" => {
                board.moves().iter().map(|m| vertex(m)).collect::<Vec<_>>().join(" ")
            }
            "gogui-rules_side_to_move" => COLOURS[self.seat.player()].into(),
            _ => self.score().unwrap_or_default(),
        }
    }
}

const PASS: &str = "pass";

fn syntax(expected: &str) -> String {
    format!("syntax error: expected {expected}")
}

/// The arguments that a command expects.
fn expected(command: &str) -> &'static str {
    match command {
        "known_command" => "the name of a command",
        "boardsize" | "komi" => "a number",
        "play" => "a colour and a move",
        "genmove" | "reg_genmove" => "a colour",
        "time_settings" => "the main time, a period and the moves in it",
        _ => "a colour, a time and a number of moves",
    }
}

/// 0 for black, 1 for white.
fn player(colour: &str) -> Result<usize, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(0),
        "w" | "white" => Ok(1),
        _ => Err(syntax("black or white")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| syntax("a number of seconds"))?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).map_err(|_| syntax("a number of seconds"))
}

/// The column and the row of a move that is a square.
fn square(m: &str) -> Option<(char, &str)> {
    let column = m.chars().next().filter(char::is_ascii_alphabetic)?;
    let row = &m[1..];
    let is_square = !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit());
    is_square.then_some((column.to_ascii_uppercase(), row))
}

/// A move as the game writes it; a square in capitals, whose columns the protocol counts without the letter I.
fn vertex(m: &str) -> String {
    match square(m) {
        Some((column @ 'I'..='Y', row)) => format!("{}{row}", (column as u8 + 1) as char),
        Some((column, row)) => format!("{column}{row}"),
        None => m.to_owned(),
    }
}

/// A move as the game writes it, of one in the letters of the protocol. There is no column I.
fn named(m: &str) -> Option<String> {
    match square(m) {
        Some(('I', _)) => None,
        Some((column @ 'J'..='Z', row)) => Some(format!("{}{row}", (column as u8 - 1) as char)),
        _ => Some(m.to_owned()),
    }
}
