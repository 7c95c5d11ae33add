#![doc = include_str!("../README.md")]

mod allowance;
mod line;
mod look;
mod message;
mod path;
mod place;
mod records;
mod reply;
mod search;
#[cfg(feature = "schema")]
mod vocabulary;

pub use allowance::Allowance;
pub use line::{AnswerView, Made};
pub use look::Look;
pub use message::{
    Ask, ChooseBy, ChooseEffort, ChoosePlan, LONGEST_MESSAGE, MatchPlan, Message, PROTOCOL, TimeLeft,
};
pub use place::{Legal, Place, PositionView};
pub use records::Room;
pub use reply::{AlgorithmView, GameView, RecordView, Reply, Say};

use records::Records;
use secateur_games::Unreadable;
use secateur_session::{ALGORITHMS, Control, InPlay, Registry};
use std::sync::Mutex;

/// Answers the messages of one person, over these games.
pub struct Playground {
    games: Registry,
    allowance: Allowance,
    /// The position of the last search, with what that left behind for the next.
    kept: Mutex<Option<Kept>>,
    /// The records of searches.
    records: Records,
}

/// A position that was searched.
struct Kept {
    game: String,
    at: InPlay,
}

impl Playground {
    /// A playground over these games, with the usual allowance.
    pub fn new(games: Registry) -> Playground {
        Playground::with_allowance(games, Allowance::default(), Room::default())
    }

    /// A playground with this allowance for searches, whose records take of this room, with those of whoever shares it.
    pub fn with_allowance(games: Registry, allowance: Allowance, room: Room) -> Playground {
        let records = Records::new(room, &allowance);
        Playground { games, allowance, kept: Mutex::new(None), records }
    }

    /// Answers a message: any number of progress reports, then one reply. Whoever wants to stop sets the interrupt of
    /// `control`, whose clock and interrupt every search gets.
    pub fn answer(&self, message: &Message, control: &Control, say: &mut dyn FnMut(Reply)) {
        let id = message.id;
        let said = match &message.ask {
            Ask::Games {} => Ok(self.games()),
            Ask::Algorithms {} => Ok(Say::Algorithms(ALGORITHMS.iter().map(AlgorithmView::of).collect())),
            Ask::Position(place) => place.view(&self.games).map(|view| Say::Position(Box::new(view))),
            Ask::Stop(_) => Err(Unreadable("there is no search to stop".into())),
            Ask::Match(_) => Err(Unreadable("matches are played by `secateur serve` alone".into())),
            Ask::Choose(_) => Err(Unreadable("searches are chosen by `secateur serve` alone".into())),
            Ask::Files {} | Ask::File { .. } => {
                Err(Unreadable("files of the laboratory are shown by `secateur serve --lab` alone".into()))
            }
            Ask::Below { record, nodes, most } => self.records.below(*record, nodes, *most),
            Ask::Steps { record, from, to } => self.records.steps(*record, *from, *to),
            Ask::Cuts { record, step, back, most } => self.records.cuts(*record, *step, *back, *most),
            Ask::Release(record) => Ok(self.records.release(*record)),
            searching => self.search(id, searching, control, &mut |part| say(Reply::progress(id, part))),
        };
        say(Reply::last(id, said));
    }

    fn games(&self) -> Say {
        let boards = self.games.boards();
        let sizes = |name: &str| {
            let of_it = |board: &str| board.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'));
            boards.iter().map(|entry| entry.name).filter(|board| of_it(board)).map(str::to_owned).collect()
        };
        Say::Games(self.games.entries().iter().map(|entry| GameView::of(entry, sizes(entry.name))).collect())
    }
}
