use crate::analyse::value;
use crate::options::{Searching, Strength, position};
use crate::{CommandEnd, board, interrupt, messages, open, output};
use clap::Args;
use secateur_games::did_you_mean;
use secateur_session::{Ending, Outcome, Registry};
use secateur_session::{Request, Session, values};
use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Read};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A person against the program, or the program against itself.
///
/// Type a move, or: hint, values, undo, moves, record, board, swap, help, quit. The program, which is the engine unless
/// --algorithm or a profile says otherwise, thinks for a second a move, unless there is another limit; it plays its only
/// move at once. Where a side moves again, the other's pass is made without asking.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur play tictactoe\n  secateur play connect4 --second --time 3s\n  secateur play clobber --watch\n  secateur play othello --level 3\n  secateur play nim --algorithm random"
)]
pub(crate) struct PlayCommand {
    /// Game
    game: String,
    /// Position; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// Let the program move first
    #[arg(long, conflicts_with = "watch")]
    second: bool,
    /// Watch the program play against itself
    #[arg(long)]
    watch: bool,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    strength: Strength,
}

const COMMANDS: [&str; 9] = ["hint", "values", "undo", "moves", "record", "board", "swap", "help", "quit"];

const HELP: &str = "a move     play it            hint       what the program would play
undo       take back yours    values     what each legal move is worth
board      draw the board     moves      the legal moves
swap       change sides       record     the moves so far
quit       leave";

/// A longer line is no move and no command.
const LONGEST_LINE: u64 = 4096;

impl PlayCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let mut session = open(registry, &self.game, self.position.as_deref())?;
        let mut request = self.searching.playing(registry.find(&self.game)?, &*session, self.strength)?;
        if request.limits.depth.is_none() && request.limits.nodes.is_none() && request.limits.time.is_none() {
            request.limits.time = Some(Duration::from_secs(1));
        }
        let person = if self.watch { None } else { Some(usize::from(self.second)) };
        let sides = sides(&mut *session);
        Match { session, request, person, sides, moves: Vec::new(), passes: BTreeSet::new(), drawn: None }
            .run()
    }
}

/// The names of the sides: the one to move, and the other.
fn sides(session: &mut dyn Session) -> [String; 2] {
    let first = session.side();
    let mut second = String::new();
    if let Some(m) = session.moves().first()
        && session.play(m).is_ok()
    {
        second = session.side();
        session.undo();
    }
    [first, second]
}

/// A line as people are shown it: without passes that are a matter of form.
fn without_passes(session: &mut dyn Session, line: &[String]) -> Vec<String> {
    let (mut shown, mut played) = (Vec::new(), 0);
    for m in line {
        if session.pass().is_none() {
            shown.push(m.clone());
        }
        if session.play(m).is_err() {
            break;
        }
        played += 1;
    }
    for _ in 0..played {
        session.undo();
    }
    shown
}

struct Match {
    session: Box<dyn Session>,
    request: Request,
    /// The side that the person plays; none if there is nobody.
    person: Option<usize>,
    sides: [String; 2],
    /// The moves so far.
    moves: Vec<String>,
    /// The places of those that were passes as a matter of form.
    passes: BTreeSet<usize>,
    /// The drawing that was shown last.
    drawn: Option<String>,
}

/// The outcome of asking for a move.
#[derive(PartialEq, Eq)]
enum Asked {
    Moved,
    Swapped,
    Quit,
}

impl Match {
    fn run(mut self) -> anyhow::Result<CommandEnd> {
        self.introduce()?;
        loop {
            if let Some(pass) = self.session.pass() {
                self.play(&pass)?;
                continue;
            }
            self.draw()?;
            if let Some(end) = self.session.outcome() {
                output::line(format_args!("\n{}", self.verdict(end)))?;
                return Ok(CommandEnd::Done);
            }
            if self.session.is_drawn_by_repetition() {
                output::line("\nA draw by repetition.")?;
                return Ok(CommandEnd::Done);
            }
            let asked = if self.person == Some(self.turn()) { self.ask()? } else { self.answer()? };
            if self.is_interrupted() {
                return Ok(CommandEnd::Interrupted);
            }
            if asked == Asked::Quit {
                return Ok(CommandEnd::Done);
            }
        }
    }

    /// Returns the side to move.
    fn turn(&self) -> usize {
        self.moves.len() % 2
    }

    fn is_interrupted(&self) -> bool {
        self.request.control.interrupt.load(Ordering::Relaxed)
    }

    fn introduce(&self) -> anyhow::Result<()> {
        let Some(person) = self.person.filter(|_| self.session.outcome().is_none()) else { return Ok(()) };
        let order = if person == 0 { "first" } else { "second" };
        let you = match self.sides[person].as_str() {
            side if side == order => format!("You move {order}."),
            side => format!("You are {side} and move {order}."),
        };
        output::line(format_args!("{you} Type a move, or: {}.\n", COMMANDS.join(", ")))
    }

    /// The board, with what the last move changed standing out, and the move.
    fn draw(&mut self) -> anyhow::Result<()> {
        let drawing = self.session.draw();
        output::line(board::painted(&drawing, self.drawn.as_deref()))?;
        if let Some((ply, last)) = self.moves.iter().enumerate().rfind(|(ply, _)| !self.passes.contains(ply))
        {
            output::line(format_args!("last move: {} {last}", self.sides[ply % 2]))?;
        }
        self.drawn = Some(drawing);
        Ok(())
    }

    /// Returns the winner, in plain words; `outcome` is for the side to move.
    fn verdict(&self, end: Ending) -> String {
        if self.moves.is_empty() {
            return format!("The game is over: {end} for {}, who would be to move.", self.sides[0]);
        }
        let by = end.by.map(|points| format!(" by {points}")).unwrap_or_default();
        let winner = match end.outcome {
            Outcome::Win => self.turn(),
            Outcome::Loss => 1 - self.turn(),
            Outcome::Draw => return "A draw.".into(),
        };
        match self.person {
            Some(person) if person == winner => format!("You win{by}!"),
            Some(_) => format!("You lose: {} wins{by}.", self.sides[winner]),
            None => format!("{} wins{by}.", self.sides[winner]),
        }
    }

    /// Plays a move, if the text is one.
    fn play(&mut self, text: &str) -> anyhow::Result<()> {
        let (mut moves, passes) = (self.session.moves(), self.session.pass().is_some());
        self.session.play(text)?;
        if passes {
            self.passes.insert(self.moves.len());
        }
        let as_written = moves.iter().position(|m| m.eq_ignore_ascii_case(text));
        self.moves.push(as_written.map_or_else(|| text.to_owned(), |i| moves.swap_remove(i)));
        Ok(())
    }

    /// The program's move.
    fn answer(&mut self) -> anyhow::Result<Asked> {
        let side = self.sides[self.turn()].clone();
        if let Some(only) = self.session.forced() {
            self.play(&only)?;
            output::line(format_args!("\n{side} plays {only}   (the only move)"))?;
            return Ok(Asked::Moved);
        }
        let answer = self.session.analyse(&self.request, &mut |_| ());
        let Some(best) = &answer.best else { return Ok(Asked::Quit) };
        self.play(best)?;
        let thought = match answer.depth {
            0 => String::new(),
            depth => format!("   ({} for {side} at depth {depth})", value(&answer)),
        };
        output::line(format_args!("\n{side} plays {best}{thought}"))?;
        Ok(Asked::Moved)
    }

    /// Asks the person until there is a move.
    fn ask(&mut self) -> anyhow::Result<Asked> {
        loop {
            if std::io::stdin().is_terminal() {
                output::part(format_args!("\nYour move, {}: ", self.sides[self.turn()]))?;
            }
            let Some(line) = interrupt::while_waiting(read_line)? else { return Ok(Asked::Quit) };
            let text = line.trim();
            // Moves come first: a game may call one like a command.
            let Err(error) = self.play(text) else { return Ok(Asked::Moved) };
            match text.to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "?" => output::line(HELP)?,
                "quit" | "exit" | "q" => return Ok(Asked::Quit),
                "swap" => {
                    self.person = self.person.map(|person| 1 - person);
                    return Ok(Asked::Swapped);
                }
                "moves" => output::line(wrapped(&self.session.moves()))?,
                "record" => output::line(self.record())?,
                "board" => self.draw()?,
                "undo" => self.undo()?,
                word @ ("hint" | "values") => {
                    output::line(if word == "hint" { self.hint() } else { self.values() })?;
                    if self.is_interrupted() {
                        return Ok(Asked::Quit);
                    }
                }
                word => {
                    let near = did_you_mean(word, COMMANDS.into_iter());
                    output::line(messages::printable(&format!("{error}{near}"), 400))?;
                }
            }
        }
    }

    fn hint(&mut self) -> String {
        let answer = self.session.analyse(&self.request, &mut |_| ());
        let best = answer.best.as_deref().unwrap_or("-");
        let then = without_passes(&mut *self.session, &answer.pv).get(1..).unwrap_or(&[]).join(" ");
        match (answer.depth, then.as_str()) {
            (0, _) => best.to_owned(),
            (_, "") => format!("{best}   ({} for you)", value(&answer)),
            _ => format!("{best}   ({} for you, then {then})", value(&answer)),
        }
    }

    /// Every legal move with its value and what may follow, best first.
    fn values(&mut self) -> String {
        let answers = values(&mut *self.session, &self.request, &mut |_| ());
        let rows = answers.iter().map(|answer| {
            let line = without_passes(&mut *self.session, &answer.pv);
            let (m, line) = (answer.best.as_deref().unwrap_or("-"), line.get(1..).unwrap_or(&[]).join(" "));
            [m.to_owned(), value(answer), format!("depth {}", answer.depth), line]
        });
        let rows: Vec<[String; 4]> = rows.collect();
        let wide = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let [a, b, c] = [0, 1, 2].map(wide);
        let line = |[m, value, depth, line]: &[String; 4]| {
            let row = format!("{m:<a$}  {value:>b$}  {depth:<c$}  {}", cut(line, 60));
            row.trim_end().to_owned()
        };
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Takes back one's own last move, and all that came after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mine = |ply: &usize| ply % 2 == self.turn() && !self.passes.contains(ply);
        let Some(back) = (0..self.moves.len()).rfind(mine) else {
            return output::line("There is no move of yours to take back.");
        };
        while self.moves.len() > back {
            self.session.undo();
            self.moves.pop();
            self.passes.remove(&self.moves.len());
        }
        self.drawn = None;
        self.draw()
    }

    /// `1. b2 a1  2. c3`; the moves that a side made in a row with commas between.
    fn record(&self) -> String {
        if self.moves.is_empty() {
            return "No move has been played yet.".into();
        }
        let mut turns: Vec<String> = Vec::new();
        let mut again = false;
        for (ply, m) in self.moves.iter().enumerate() {
            match turns.last_mut() {
                _ if self.passes.contains(&ply) => again = true,
                Some(turn) if again => {
                    turn.push(',');
                    turn.push_str(m);
                    again = false;
                }
                _ => turns.push(m.clone()),
            }
        }
        let rounds = turns.chunks(2).enumerate();
        wrapped(&rounds.map(|(i, round)| format!("{}. {}", i + 1, round.join(" "))).collect::<Vec<_>>())
    }
}

/// The words up to this width, with `...` for what is left out.
fn cut(words: &str, wide: usize) -> String {
    match words.char_indices().nth(wide) {
        None => words.to_owned(),
        Some((end, _)) => {
            let whole = words[..end].rfind(' ').unwrap_or(0);
            format!("{} ...", &words[..whole])
        }
    }
}

/// The words on lines of a width that fits any terminal.
fn wrapped(words: &[String]) -> String {
    let (mut out, mut wide) = (String::new(), 0);
    for word in words {
        let more = word.chars().count() + 2;
        if wide > 0 {
            out.push_str(if wide + more > 78 { "\n" } else { "  " });
        }
        wide = if wide + more > 78 { more } else { wide + more };
        out.push_str(word);
    }
    out
}

/// A line from standard input, whatever is in it; none at its end.
fn read_line() -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
