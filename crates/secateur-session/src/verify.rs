//! Checking certificates with the rules alone, and with what a game says decides who wins
//! ([`Rulebook::whole`](crate::Rulebook::whole)). Nothing here is shared with any search.
//!
//! Their form is that of `certificate.rs`.
//!
//! # What is checked, and in what memory
//!
//! Every answer is legal, every reply has one, and every end of the game bears the claim out. A claim of more than a draw
//! never refers to a position that is still open, so that no game goes round in circles; one that a draw bears out may, for
//! a game without an end is drawn. A reference leads to the position that it names: for that the file is read again, once
//! for as many references as memory has room for. So memory is what it is given, and a line of play.

use crate::certificate::{Flaw, Head, Verified, VerifyError};
use crate::checksum::Summed;
use crate::{Registry, Session, ValueClaim};
use secateur_games::Unreadable;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What ends a walk through the proof.
enum Trouble {
    Flaw(Flaw),
    /// The position at hand is not the one that this reference means.
    Mistaken {
        reference: u64,
        text: String,
    },
    Stop(VerifyError),
}

impl From<io::Error> for Trouble {
    fn from(e: io::Error) -> Self {
        Trouble::Stop(VerifyError::Io(e))
    }
}

/// A reference: the number of the position meant, a digest of the one it was found at, and its own number.
type Reference = (u64, [u64; 2], u64);

/// A position whose replies are being gone through.
struct Open {
    number: u64,
    replies: u32,
    next: u32,
}

/// Checks a certificate of one of these games, in about that many bytes of memory. A set flag ends it.
///
/// # Errors
///
/// If the file is no certificate or cannot be read. A certificate that does not hold is no error, but has a flaw.
///
/// ```
/// use secateur_session::{Algorithm, Request, verify};
/// use secateur_standard::standard;
/// use std::sync::atomic::AtomicBool;
///
/// let mut nim = standard().find("nim").unwrap().open();
/// nim.set("1,2").unwrap();
/// let request = Request::default().hash(1 << 20).algorithm(Algorithm::named("df-pn").unwrap());
/// let mut proof = nim.prover(Some(1), &request).unwrap();
/// while proof.search(1_000).is_open() {}
/// let mut file = Vec::new();
/// proof.certify(&mut file, &mut |_| {}).unwrap();
///
/// let check = |file| verify(&standard(), std::io::Cursor::new(file), 1 << 20, &AtomicBool::new(false)).unwrap();
/// assert_eq!(check(file.clone()).flaw, None);
/// let answer = file.len() - 9; // before the checksum
/// file[answer] ^= 4;
/// assert!(check(file).flaw.is_some());
/// ```
pub fn verify(
    games: &Registry,
    file: impl Read + Seek,
    memory: usize,
    interrupt: &AtomicBool,
) -> Result<Verified, VerifyError> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut bytes = Summed::new(&mut file);
    let Head { game, position, claims } = Head::read(&mut bytes)?;
    let (flaw, positions, answers) = (None, 0, 0);
    let mut verified = Verified { game, position, claims, positions, answers, flaw };
    let game = open_at(games, &verified)?;
    let digests = [RandomState::new(), RandomState::new()];
    let room = (memory / size_of::<Reference>() / verified.claims.len()).max(1) as u64;
    let mut walk =
        Walk { game, claim: verified.claims[0], interrupt, digests, last: 0, positions: 0, answers: 0 };
    match walk.check(&verified.claims, bytes, room) {
        Ok(later) => {
            for (claim, start, references) in later {
                walk.claim = claim;
                if let Err(trouble) = walk.compare(&mut file, start, references, room) {
                    verified.flaw = Some(trouble.flaw()?);
                    break;
                }
            }
        }
        Err(trouble) => verified.flaw = Some(trouble.flaw()?),
    }
    (verified.positions, verified.answers) = (walk.positions, walk.answers);
    Ok(verified)
}

impl Trouble {
    fn flaw(self) -> Result<Flaw, VerifyError> {
        match self {
            Trouble::Flaw(flaw) => Ok(flaw),
            Trouble::Stop(error) => Err(error),
            Trouble::Mistaken { text, .. } => {
                let what = "is not the position that a reference means".into();
                Ok(Flaw { position: text, played: None, what })
            }
        }
    }
}

/// The game at the position of a certificate.
fn open_at(games: &Registry, of: &Verified) -> Result<Box<dyn Session>, VerifyError> {
    let Verified { game, position, .. } = of;
    let mut session = games.find(game)?.open();
    let set = |e| Unreadable(format!("{game} position '{position}': {e}"));
    session.set(position).map_err(set)?;
    Ok(session)
}

/// A way through a proof, depth first.
struct Walk<'a> {
    game: Box<dyn Session>,
    claim: ValueClaim,
    interrupt: &'a AtomicBool,
    digests: [RandomState; 2],
    /// The number of the last move.
    last: u32,
    positions: u64,
    answers: u64,
}

/// What is done at a reference: to the position of this number, the game standing where it is found.
type AtReference<'a> = &'a mut dyn FnMut(u64, &dyn Session) -> Result<(), Trouble>;

impl Walk<'_> {
    /// Checks everything but where references lead. Returns each claim, the place of its proof, and its first references.
    fn check(
        &mut self,
        claims: &[ValueClaim],
        mut bytes: Summed<impl Read>,
        room: u64,
    ) -> Result<Vec<(ValueClaim, u64, Vec<Reference>)>, Trouble> {
        let mut later = Vec::new();
        for &claim in claims {
            self.claim = claim;
            let start = bytes.bytes();
            let mut references = Vec::new();
            let digests = self.digests.clone();
            let (positions, answers) =
                self.pass(&mut bytes, &[], &mut collect(&digests, 0..room, &mut references))?;
            self.positions += positions;
            self.answers += answers;
            later.push((claim, start, references));
        }
        if !bytes.ends_well()? {
            let what = "is proven, but what follows is not the file's checksum: it was altered, or cut off";
            return Err(self.flaw(what.into()));
        }
        Ok(later)
    }

    /// Compares the positions at references with those that they mean, as many at a time as there is room for.
    fn compare(
        &mut self,
        file: &mut (impl Read + Seek),
        start: u64,
        mut due: Vec<Reference>,
        room: u64,
    ) -> Result<(), Trouble> {
        let digests = self.digests.clone();
        let mut seen = due.len() as u64;
        while !due.is_empty() {
            due.sort_unstable();
            let mut next = Vec::new();
            file.seek(SeekFrom::Start(start))?;
            let rest = seen..seen + room;
            let compared =
                self.pass(&mut Summed::new(&mut *file), &due, &mut collect(&digests, rest, &mut next));
            if let Err(Trouble::Mistaken { reference, text }) = compared {
                file.seek(SeekFrom::Start(start))?;
                return self.find(file, reference, &text);
            }
            compared?;
            seen += next.len() as u64;
            due = next;
        }
        Ok(())
    }

    /// Goes to a reference of this number, which is mistaken.
    fn find(&mut self, file: &mut impl Read, wanted: u64, text: &str) -> Result<(), Trouble> {
        let mut number = 0;
        let mut there = |_: u64, _: &dyn Session| {
            number += 1;
            let reached = number > wanted;
            if reached { Err(Trouble::Mistaken { reference: wanted, text: String::new() }) } else { Ok(()) }
        };
        match self.pass(&mut Summed::new(file), &[], &mut there) {
            Err(Trouble::Mistaken { .. }) => {
                Err(self.flaw(format!("is said to lead to '{text}', and leads elsewhere")))
            }
            other => other.map(drop),
        }
    }

    /// Goes through a proof; `due` are references to check, by the number of the position that they mean. Returns the
    /// numbers of positions and of answers.
    fn pass(
        &mut self,
        bytes: &mut Summed<impl Read>,
        mut due: &[Reference],
        at_reference: AtReference<'_>,
    ) -> Result<(u64, u64), Trouble> {
        let (mut open, mut positions, mut answers): (Vec<Open>, u64, u64) = (Vec::new(), 0, 0);
        while self.game.undo() {}
        if self.is_over("is where the game has ended")? {
            return Ok((0, 0));
        }
        let mut replies_are_due = !self.claim.is_of_the_side_to_move();
        loop {
            if !replies_are_due {
                answers += 1;
                let refers = self.answer(bytes)?;
                let over = self.is_over("ends the game")?;
                replies_are_due = !over && !refers;
                if over && refers {
                    return Err(self.flaw("ends the game, expected no reference to elsewhere".into()));
                }
                if refers {
                    self.refer(bytes.read_number()?, positions, &open, at_reference)?;
                }
                if !replies_are_due {
                    self.back();
                }
            }
            if replies_are_due {
                due = self.compare_here(positions, due)?;
                open.push(Open { number: positions, replies: self.game.count(), next: 0 });
                positions += 1;
            }
            // The next reply that does not end the game.
            replies_are_due = false;
            loop {
                let Some(top) = open.last_mut() else { return Ok((positions, answers)) };
                if top.next == top.replies {
                    open.pop();
                    self.back();
                    continue;
                }
                top.next += 1;
                let reply = top.next - 1;
                self.play(reply);
                if !self.is_over("ends the game")? {
                    break;
                }
                self.game.undo();
            }
        }
    }

    /// Takes an answer back and the reply that it answers.
    fn back(&mut self) {
        self.game.undo();
        self.game.undo();
    }

    /// Whether the game is over here, and the claim borne out.
    fn is_over(&mut self, how: &str) -> Result<bool, Trouble> {
        match self.game.result() {
            Some(value) if !self.claim.holds(value) => {
                Err(self.flaw(format!("{how} with the value {value}, expected {}", self.claim)))
            }
            result => Ok(result.is_some()),
        }
    }

    /// Plays the next answer; returns whether a reference follows.
    fn answer(&mut self, bytes: &mut Summed<impl Read>) -> Result<bool, Trouble> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Trouble::Stop(VerifyError::Interrupted));
        }
        let Some(answer) = bytes.read_number()? else {
            return Err(self.flaw("has no answer: the file ends, or what stands there is no number".into()));
        };
        let nth = u32::try_from(answer >> 1).unwrap_or(u32::MAX);
        let before = self.last;
        if !self.play(nth) {
            self.last = before;
            let count = self.game.count();
            return Err(self.flaw(format!("is answered by move {nth}, expected one below {count}")));
        }
        Ok(answer & 1 == 1)
    }

    /// Looks at a reference, told by the number of positions back.
    fn refer(
        &mut self,
        back: Option<u64>,
        positions: u64,
        open: &[Open],
        at_reference: AtReference<'_>,
    ) -> Result<(), Trouble> {
        let Some(meant) = back.filter(|&back| back > 0).and_then(|back| positions.checked_sub(back)) else {
            return Err(self.flaw("refers to no position, expected one before it".into()));
        };
        let is_open = open.binary_search_by_key(&meant, |open| open.number).is_ok();
        if is_open && !self.claim.holds_without_end() {
            return Err(self.flaw(format!("goes round in circles, expected an end with {}", self.claim)));
        }
        at_reference(meant, &*self.game)
    }

    /// Compares the position of this number with those at which references mean it.
    fn compare_here<'r>(&self, number: u64, due: &'r [Reference]) -> Result<&'r [Reference], Trouble> {
        let meant = due.iter().take_while(|reference| reference.0 == number).count();
        if meant == 0 {
            return Ok(due);
        }
        let here = digest(&self.digests, &*self.game);
        match due[..meant].iter().find(|(_, digest, _)| *digest != here) {
            Some(&(_, _, reference)) => Err(Trouble::Mistaken { reference, text: self.game.whole() }),
            None => Ok(&due[meant..]),
        }
    }

    /// A flaw in the last move, or in the position that was set.
    fn flaw(&mut self, what: String) -> Trouble {
        let back = self.game.undo();
        let played = self.game.moves().into_iter().nth(self.last as usize).filter(|_| back);
        Trouble::Flaw(Flaw { position: self.game.position(), played, what })
    }

    /// Plays a move by its number; false if there is none.
    fn play(&mut self, nth: u32) -> bool {
        self.last = nth;
        self.game.play_nth(nth)
    }
}

/// Collects the references of these numbers.
fn collect<'a>(
    digests: &'a [RandomState; 2],
    numbers: Range<u64>,
    into: &'a mut Vec<Reference>,
) -> impl FnMut(u64, &dyn Session) -> Result<(), Trouble> + 'a {
    let mut number = 0;
    move |meant, game| {
        if numbers.contains(&number) {
            into.push((meant, digest(digests, game), number));
        }
        number += 1;
        Ok(())
    }
}

/// 128 bits for a position, by keys that nobody knew when the certificate was written.
fn digest(digests: &[RandomState; 2], game: &dyn Session) -> [u64; 2] {
    let text = game.whole();
    [digests[0].hash_one(&text), digests[1].hash_one(&text)]
}
