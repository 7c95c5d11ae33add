//! One client: its messages, its searches, its replies.

use crate::say::{Say, written};
use crate::server::House;
use crate::{choices, matches};
use axum::extract::ws::{Message as Frame, WebSocket};
use secateur_games::Unreadable;
use secateur_playground::{Ask, LONGEST_MESSAGE, Message, Playground, Reply};
use secateur_session::Control;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The longest frame that is taken in: somewhat more than a message may have, so that its refusal is a sentence.
pub(crate) const LONGEST_FRAME: usize = 4 * LONGEST_MESSAGE;

/// Replies that wait to be sent; reports of progress beyond that are left out.
const WAITING: usize = 64;

/// Messages without a search that are answered at once; the next ones are not read before one of them is.
const AT_ONCE: usize = 4;

/// How long a client may take to receive a reply.
const PATIENCE: Duration = Duration::from_secs(20);

/// The searches under way, by the numbers of their messages.
type Searches = Arc<Mutex<HashMap<u32, UnderWay>>>;

/// A search under way.
struct UnderWay {
    stop: Arc<AtomicBool>,
    /// Whether it is a match, or as long as one.
    is_long: bool,
}

impl UnderWay {
    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// One client.
pub(crate) struct Client {
    house: Arc<House>,
    playground: Arc<Playground>,
    searches: Searches,
    quick: Arc<Semaphore>,
}

impl Client {
    pub(crate) fn new(house: Arc<House>) -> Client {
        let config = &house.config;
        let playground =
            Playground::with_allowance(house.games.clone(), config.allowance, config.room.clone());
        let quick = Arc::new(Semaphore::new(AT_ONCE));
        Client { house, playground: Arc::new(playground), searches: Searches::default(), quick }
    }

    /// Answers until the client goes away, which stops its searches.
    pub(crate) async fn talk(self, mut socket: WebSocket) {
        let (give, mut replies) = mpsc::channel::<String>(WAITING);
        loop {
            tokio::select! {
                biased;
                Some(reply) = replies.recv() => {
                    let sent = timeout(PATIENCE, socket.send(Frame::Text(reply.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        break;
                    }
                }
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => self.hear(text.as_str(), &give).await,
                    Some(Ok(Frame::Binary(_))) => {
                        let why = Unreadable("a message is text, not binary".into());
                        let _ = give.try_send(Reply::last(0, Err(why)).write());
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                },
            }
        }
        self.under_way(|searches| searches.values().for_each(UnderWay::end));
    }

    fn under_way<T>(&self, with: impl FnOnce(&mut HashMap<u32, UnderWay>) -> T) -> T {
        with(&mut self.searches.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Answers a message, or begins to.
    async fn hear(&self, text: &str, give: &mpsc::Sender<String>) {
        let message = match Message::read(text) {
            Ok(message) => message,
            Err(refusal) => return drop(give.try_send(refusal.write())),
        };
        if let Ask::Stop(of) = message.ask {
            return self.under_way(|searches| searches.get(&of).into_iter().for_each(UnderWay::end));
        }
        let stop = Arc::new(AtomicBool::new(false));
        if !message.is_quick() {
            let id = message.id;
            if let Err(why) = self.enter(id, message.is_long(), &stop) {
                return drop(give.try_send(Reply::last(id, Err(Unreadable(why))).write()));
            }
        }
        let turn = match message.is_quick() {
            true => self.quick.clone().acquire_owned().await.ok(),
            false => None,
        };
        self.begin(message, stop, turn, give.clone());
    }

    /// Counts a search among those under way, or says why it may not begin.
    fn enter(&self, id: u32, is_long: bool, stop: &Arc<AtomicBool>) -> Result<(), String> {
        let most = self.house.config.searches_each;
        self.under_way(|searches| {
            if searches.len() >= most || searches.contains_key(&id) {
                return Err(format!(
                    "{most} searches are under way, or one of this number; expected `stop` first"
                ));
            }
            if is_long && searches.values().any(|search| search.is_long) {
                return Err("a match or a choice is under way, expected `stop` first".into());
            }
            searches.insert(id, UnderWay { stop: stop.clone(), is_long });
            Ok(())
        })
    }

    /// Answers a message in a thread of its own; a search waits for its turn before.
    fn begin(
        &self,
        message: Message,
        stop: Arc<AtomicBool>,
        turn: Option<OwnedSemaphorePermit>,
        give: mpsc::Sender<String>,
    ) {
        let (house, playground, searches) =
            (self.house.clone(), self.playground.clone(), self.searches.clone());
        tokio::spawn(async move {
            let turn = match turn {
                None if message.is_long() => house.matches.clone().acquire_owned().await.ok(),
                None => house.searches.clone().acquire_owned().await.ok(),
                quick => quick,
            };
            let (id, is_quick) = (message.id, message.is_quick());
            let work = move || {
                let control = Control { interrupt: stop.clone(), ..Control::default() };
                let mut last = None;
                let done = catch_unwind(AssertUnwindSafe(|| {
                    last = own(&message, &house, &stop, &give);
                    if last.is_some() {
                        return;
                    }
                    playground.answer(&message, &control, &mut |reply| {
                        if !reply.more {
                            last = Some(reply.write());
                        } else if let Err(mpsc::error::TrySendError::Closed(_)) = give.try_send(reply.write())
                        {
                            stop.store(true, Ordering::Relaxed);
                        }
                    });
                }));
                let broken = || {
                    Reply::last(id, Err(Unreadable("the search broke off: an error in the program".into())))
                        .write()
                };
                let last = last.filter(|_| done.is_ok()).unwrap_or_else(broken);
                // Before the reply is given: whoever has seen it may begin the next search.
                searches.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
                drop(turn);
                let _ = give.blocking_send(last);
            };
            let _ = spawn_blocking(move || if is_quick { work() } else { behind(work) }).await;
        });
    }
}

/// Does work in a thread that steps back behind those with quick answers to give, where the system has such: a click is
/// answered at once while every core searches.
fn behind(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        scope.spawn(move || {
            // Of this thread alone on Linux; elsewhere it would be the whole process.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::nice(BEHIND);
            work();
        });
    });
}

/// How far a search steps back: a core that it shares with something else gives it about a third.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 4;

/// The last reply to what is no question to the playground.
fn own(
    message: &Message,
    house: &House,
    stop: &Arc<AtomicBool>,
    give: &mpsc::Sender<String>,
) -> Option<String> {
    let id = message.id;
    Some(match &message.ask {
        Ask::Match(plan) => matches::play(id, plan, house, stop, give),
        Ask::Choose(plan) => choices::run(id, plan, house, stop, give),
        Ask::Files {} => written(id, false, Say::Files(house.config.shelf.files())),
        Ask::File { file, seen, from } => match house.config.shelf.file(*file, seen.as_deref(), *from) {
            Ok(view) => written(id, false, Say::File(Box::new(view))),
            Err(why) => Reply::last(id, Err(why)).write(),
        },
        _ => return None,
    })
}
