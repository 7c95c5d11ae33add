//! The making of games for training, on several threads.

use crate::duel::{Arena, ArenaTerms};
use crate::error::Error;
use crate::selfplay::{GamesPlan, SelfPlayer};
use crate::store::{GameStore, KeptGame};
use crate::workforce::{Workforce, by_text};
use secateur_games::Unreadable;
use secateur_session::Registry;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

/// Plays the games of the numbers below `games` that the store lacks, and adds them to it as they are
/// finished. `heard` is called for each.
///
/// When the flag is raised, games under way are given up. What the store holds in the end does not depend on
/// that, nor on the number of threads.
///
/// # Errors
///
/// One sentence if a game cannot be written, or does not take its own moves.
pub fn generate(
    store: &mut GameStore,
    arena: &Arena,
    plan: &GamesPlan,
    games: u64,
    workers: &mut Workforce<'_>,
    interrupt: &Arc<AtomicBool>,
    mut heard: impl FnMut(&KeptGame),
) -> Result<(), Error> {
    let missing: Vec<u64> = (0..games).filter(|number| !store.games().contains_key(number)).collect();
    let player = SelfPlayer::new(arena, plan, interrupt)?;
    let game = |n: usize| TrainingGame { arena: arena.terms(), plan: plan.clone(), number: missing[n] };
    let play = |game: &TrainingGame| Ok(player.play(game.number)?.map(|game| game.write()));
    workers.do_all(missing.len(), game, play, interrupt, |_, record: String| {
        let record = KeptGame::read(&record)?;
        heard(&record);
        store.add(record)
    })?;
    Ok(())
}

/// A game for training to be played by somebody else, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingGame {
    arena: ArenaTerms,
    plan: GamesPlan,
    number: u64,
}

impl TrainingGame {
    /// Plays a game in JSON: its record in JSON. None if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if the text is no game, or it cannot be played.
    pub fn play_text(
        text: &str,
        registry: &Registry,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<String>, Unreadable> {
        by_text(text, |game: &TrainingGame| {
            let arena = game.arena.arena(registry)?;
            let played = SelfPlayer::new(&arena, &game.plan, interrupt)?.play(game.number)?;
            Ok(played.map(|record| record.write()))
        })
    }
}

/// Generates games with other players: each thread has one made, which plays the game of a number, or gives it up.
pub(crate) fn generate_by<P: FnMut(u64) -> Result<Option<KeptGame>, Unreadable>>(
    store: &mut GameStore,
    games: u64,
    threads: usize,
    interrupt: &AtomicBool,
    player: impl Fn() -> P + Sync,
    mut heard: impl FnMut(&KeptGame),
) -> Result<(), Error> {
    let missing: Vec<u64> = (0..games).filter(|number| !store.games().contains_key(number)).collect();
    let missing = Mutex::new(missing.into_iter());
    let next = || missing.lock().ok()?.next();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, player) = (sender.clone(), &next, &player);
            scope.spawn(move || {
                let mut play = player();
                while !interrupt.load(Ordering::Relaxed)
                    && let Some(record) = next().and_then(|number| play(number).transpose())
                    && sender.send(record).is_ok()
                {}
            });
        }
        drop(sender);
        // The receiver goes where it fails, which ends the threads after their games.
        receiver.into_iter().try_for_each(|record| {
            let record = record?;
            heard(&record);
            store.add(record)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::load;
    use secateur_standard::standard;
    use std::path::PathBuf;

    #[test]
    fn a_game_as_text_is_the_same_game() {
        let games = standard();
        let arena = Arena::new(games.find("connect4").unwrap(), Some("44"), 1).unwrap();
        let plan = GamesPlan { seed: 3, nodes: 100, hash: 1 << 16, positions: 3, eval: None };
        let game = TrainingGame { arena: arena.terms(), plan: plan.clone(), number: 5 };
        let text = serde_json::to_string(&game).unwrap();
        let there = TrainingGame::play_text(&text, &games, &Arc::default()).unwrap().unwrap();
        let here = SelfPlayer::new(&arena, &plan, &Arc::default()).unwrap().play(5).unwrap().unwrap();
        assert_eq!(serde_json::from_str::<String>(&there).unwrap(), here.write());
    }

    #[test]
    fn interrupted_games_equal_uninterrupted_ones() {
        let arena = Arena::new(standard().find("chess").unwrap(), None, 1).unwrap();
        let plan = GamesPlan { seed: 3, nodes: 100, hash: 1 << 16, positions: 3, eval: None };
        let line = plan.terms("chess", 0);
        let file = |name: &str| -> PathBuf {
            let path = std::env::temp_dir().join(format!("secateur-generate-{}-{name}", std::process::id()));
            let _ = std::fs::remove_file(&path);
            path
        };
        let (whole, parts) = (file("whole"), file("parts"));
        let mut store = GameStore::open(&whole, &line).unwrap();
        generate(&mut store, &arena, &plan, 6, &mut Workforce::Threads(1), &Arc::default(), |_| {}).unwrap();
        assert_eq!(store.games().len(), 6);

        // Interrupted after two games, then in the middle of a line.
        let flag = Arc::new(AtomicBool::new(false));
        let mut heard = 0;
        let mut store = GameStore::open(&parts, &line).unwrap();
        generate(&mut store, &arena, &plan, 6, &mut Workforce::Threads(2), &flag, |_| {
            heard += 1;
            flag.store(heard >= 2, Ordering::Relaxed);
        })
        .unwrap();
        assert!((2..6).contains(&store.games().len()));
        drop(store);
        let bytes = std::fs::read(&parts).unwrap();
        std::fs::write(&parts, &bytes[..bytes.len() - 9]).unwrap();
        let mut store = GameStore::open(&parts, &line).unwrap();
        generate(&mut store, &arena, &plan, 6, &mut Workforce::Threads(2), &Arc::default(), |_| {}).unwrap();
        assert_eq!(load(&whole).unwrap(), load(&parts).unwrap());
        [whole, parts].iter().for_each(|path| std::fs::remove_file(path).unwrap());
    }
}
