//! A seat with an output: the part common to all protocols.

use crate::Say;
use crate::options::Options;
use crate::text::one_line;
use secateur_session::{Answer, GameEntry, InPlay, Request};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const PANICKED: &str = "info string the search panicked: there is an error in the game";
/// No one lives to see longer move paths counted.
const LONGEST_PATH: u32 = 50;

/// One game in play and its search ([`secateur_session::Seat`]), and the function that sends lines about them.
pub(crate) struct SpeakingSeat {
    seat: secateur_session::Seat,
    pub(crate) say: Say,
}

impl Deref for SpeakingSeat {
    type Target = secateur_session::Seat;
    fn deref(&self) -> &Self::Target {
        &self.seat
    }
}

impl DerefMut for SpeakingSeat {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.seat
    }
}

impl SpeakingSeat {
    pub(crate) fn new(game: &GameEntry, say: impl Fn(&str) + Send + Sync + 'static) -> SpeakingSeat {
        SpeakingSeat { seat: secateur_session::Seat::new(game), say: Arc::new(say) }
    }

    /// Takes up another game.
    pub(crate) fn change(&mut self, game: &GameEntry) {
        self.seat = secateur_session::Seat::new(game);
    }

    /// Sends a line.
    pub(crate) fn say(&self, line: &str) {
        (self.say)(line);
    }

    /// Sends the name of the program and its options.
    pub(crate) fn introduce(&self, options: &Options, end: &str) {
        self.say(&format!("id name Secateur {} ({})", env!("CARGO_PKG_VERSION"), self.game.name));
        self.say("id author the Secateur contributors");
        options.describe().iter().for_each(|option| self.say(option));
        self.say(end);
    }

    /// Sends the reason why something cannot be done.
    pub(crate) fn complain(&self, why: &str) {
        self.say(&format!("info string {}", one_line(why)));
    }

    /// `startpos` or `fen` and a position in the game's notation; then `moves` and moves. On an error the old
    /// position stays. A `variant` is a word that the game wants in front of the position.
    pub(crate) fn set<'a>(
        &mut self,
        mut words: impl Iterator<Item = &'a str>,
        variant: Option<&str>,
    ) -> Result<(), String> {
        let from = words.find(|&word| word == "startpos" || word == "fen");
        let from = from.ok_or("position: expected `startpos` or `fen`, then a position, then `moves`")?;
        let notation: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let given = if from == "fen" { notation.join(" ") } else { String::new() };
        let start = match variant {
            Some(variant) => Some(format!("{variant} {given}")),
            None => (from == "fen").then_some(given),
        };
        let read = InPlay::new(&self.game, start.as_deref()).and_then(|mut position| {
            words.try_for_each(|text| position.play(text))?;
            Ok(position)
        });
        self.position = read.map_err(|e| e.0)?;
        Ok(())
    }

    /// Searches the position that is set ([`secateur_session::Seat::search`]). Each iteration is sent as `show` writes it,
    /// then the answer and the line that `best` makes of it.
    pub(crate) fn search(
        &mut self,
        request: Request,
        hold: bool,
        show: impl Fn(&Answer) -> String + Clone + Send + 'static,
        best: impl FnOnce(Option<&Answer>) -> String + Send + 'static,
    ) -> Result<(), String> {
        let (report, give, show_last) = (self.say.clone(), self.say.clone(), show.clone());
        let searched = self.seat.search(
            request,
            hold,
            move |answer| report(&show(answer)),
            move |answer| {
                give(&answer.map_or_else(|| PANICKED.to_owned(), show_last));
                give(&best(answer));
            },
        );
        searched.map_err(|why| format!("go: {why}"))
    }

    /// Does other work on the position that is set ([`secateur_session::Seat::work`]).
    pub(crate) fn work<T>(
        &mut self,
        work: impl FnOnce(&mut InPlay, &Arc<AtomicBool>) -> T + Send + 'static,
        give: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), String> {
        Ok(self.seat.work(work, give)?)
    }

    /// Counts the move paths of this length from the position that is set.
    pub(crate) fn count(&mut self, plies: u32) -> Result<(), String> {
        let (report, give) = (self.say.clone(), self.say.clone());
        let counted = self.seat.count(
            plies.clamp(1, LONGEST_PATH),
            move |m, nodes| report(&format!("{m}: {nodes}")),
            move |total| {
                give(&total.map_or("info string perft: stopped before its end".into(), |total| {
                    format!("nodes searched: {total}")
                }));
            },
        );
        counted.map_err(|why| format!("go: {why}"))
    }
}
