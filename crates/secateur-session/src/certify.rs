//! Writing certificates: a proof, position by position, as [`verify`](crate::verify()) checks it.

use crate::certificate::Head;
use crate::checksum::Summed;
use crate::{Rulebook, ValueClaim};
use secateur_games::Unreadable;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

/// The size of a certificate.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Certified {
    /// The number of positions that it goes through, each with all replies.
    pub positions: u64,
    /// The number of answers to these replies.
    pub answers: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The reason why there is no certificate.
#[derive(Debug)]
pub enum CertifyError {
    /// The proof has none: one sentence.
    Impossible(Unreadable),
    /// It cannot be written.
    Io(io::Error),
    /// The search was interrupted.
    Interrupted,
}

impl From<io::Error> for CertifyError {
    fn from(e: io::Error) -> Self {
        CertifyError::Io(e)
    }
}

/// Somebody who knows the answers.
pub(crate) trait Oracle {
    /// The game, to walk through the proof.
    fn game(&mut self) -> &mut dyn Rulebook;

    /// Whether each answer brings the end of the game nearer, so that it may lead to a position that is open.
    fn gets_nearer(&self, claim: ValueClaim) -> Result<bool, CertifyError>;

    /// The number of the move by which the side to move sees to what is claimed.
    fn answer(&mut self, claim: ValueClaim) -> Result<u32, CertifyError>;
}

/// A position whose replies are being gone through.
struct Open {
    number: u64,
    replies: u32,
    next: u32,
}

/// Writes a certificate of these claims as it is found. Every position is gone through once, for which memory has to
/// remember 16 bytes of each, in a table that may be half empty.
pub(crate) fn certify(
    oracle: &mut dyn Oracle,
    (game, position): (&str, &str),
    claims: &[ValueClaim],
    out: &mut dyn Write,
    report: &mut dyn FnMut(Certified),
) -> Result<Certified, CertifyError> {
    if position.contains('\n') {
        let text = "a certificate has the position on one line, and this one is written on several";
        return Err(CertifyError::Impossible(Unreadable(text.into())));
    }
    let mut out = Summed::new(out);
    let head = Head { game: game.to_owned(), position: position.to_owned(), claims: claims.to_vec() };
    head.write(&mut out)?;
    let mut size = Certified::default();
    for &claim in claims {
        let digests = [RandomState::new(), RandomState::new()];
        let (known, open) = (HashMap::new(), Vec::new());
        let oracle = &mut *oracle;
        let mut writer = Writer { oracle, claim, out: &mut out, known, digests, open, positions: 0, size };
        writer.write(report)?;
        size = writer.size;
    }
    size.bytes = out.finish()?;
    Ok(size)
}

/// The proof of one claim.
struct Writer<'a, W> {
    oracle: &'a mut dyn Oracle,
    claim: ValueClaim,
    out: &'a mut Summed<W>,
    /// The number of each position, by a digest of it. Those beyond four thousand million are not remembered.
    known: HashMap<[u32; 3], u32>,
    digests: [RandomState; 2],
    open: Vec<Open>,
    positions: u64,
    /// With the claims before.
    size: Certified,
}

impl<W: Write> Writer<'_, W> {
    fn write(&mut self, report: &mut dyn FnMut(Certified)) -> Result<(), CertifyError> {
        if self.oracle.game().result().is_some() {
            return Ok(());
        }
        if self.claim.is_of_the_side_to_move() {
            self.answer()?;
        } else {
            self.expand();
        }
        while let Some(top) = self.open.last_mut() {
            if top.next == top.replies {
                self.open.pop();
                self.back();
                continue;
            }
            top.next += 1;
            let reply = top.next - 1;
            let game = self.oracle.game();
            game.play_nth(reply);
            if game.result().is_some() {
                game.undo();
                continue;
            }
            self.answer()?;
            self.size.bytes = self.out.bytes();
            report(self.size);
        }
        Ok(())
    }

    /// Writes the answer to the position at hand, and opens what is behind it if that is new.
    fn answer(&mut self) -> Result<(), CertifyError> {
        let nth = self.oracle.answer(self.claim)?;
        self.size.answers += 1;
        let game = self.oracle.game();
        game.play_nth(nth);
        let answer = u64::from(nth) << 1;
        if game.result().is_some() {
            self.back();
            return Ok(self.out.write_number(answer)?);
        }
        let text = game.whole();
        let [a, b] = [0, 1].map(|n| self.digests[n].hash_one(&text));
        let digest = [a as u32, (a >> 32) as u32, b as u32];
        let known = self.known.get(&digest).map(|&number| u64::from(number));
        let is_open = |there: &u64| self.open.binary_search_by_key(there, |open| open.number).is_ok();
        let in_circles = known.filter(is_open).is_some() && !self.claim.holds_without_end();
        if in_circles && !self.oracle.gets_nearer(self.claim)? {
            let text = format!("the proof goes round in circles at '{text}': try again with more --hash");
            return Err(CertifyError::Impossible(Unreadable(text)));
        }
        let Some(there) = known.filter(|_| !in_circles) else {
            if let Ok(number) = u32::try_from(self.positions) {
                self.known.insert(digest, number);
            }
            self.expand();
            return Ok(self.out.write_number(answer)?);
        };
        self.back();
        self.out.write_number(answer | 1)?;
        Ok(self.out.write_number(self.positions - there)?)
    }

    /// Goes on with the replies to the position at hand.
    fn expand(&mut self) {
        let replies = self.oracle.game().count();
        self.open.push(Open { number: self.positions, replies, next: 0 });
        self.positions += 1;
        self.size.positions += 1;
    }

    /// Takes an answer back and the reply that it answers.
    fn back(&mut self) {
        let game = self.oracle.game();
        game.undo();
        game.undo();
    }
}
