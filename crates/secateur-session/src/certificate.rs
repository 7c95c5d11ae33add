//! The form of certificates, and what comes of checking one.
//!
//! A certificate is text and, behind an empty line, bytes. The text is four lines or five: what the file is, the game,
//! the position, and what is claimed of it, once or twice:
//!
//! ```text
//! secateur-certificate-1
//! game breakthrough-4x4
//! position
//! claim at least 1
//! ```
//!
//! The bytes are one proof after the other. A proof goes through the game depth first, through every reply of the side that
//! the claim is held against, in the order in which the game lists them. For each position of the other side there is its
//! answer, a number of seven bits a byte (the lowest first, the highest bit set in all but the last byte): twice the number
//! of the move, and one more if the position behind the move, or one of the same form, stands elsewhere in the file. Then a second number says how
//! many places before: positions in which replies are due are counted from 0 in the order of the file. Elsewhere the
//! proof goes on with the replies to it. Where the rules end the game there is nothing to say. The last eight bytes are a
//! checksum of all the others.

use crate::ValueClaim;
use crate::checksum::Summed;
use secateur_games::Unreadable;
use std::io::{self, Read, Write};

/// The first line of a certificate.
const MAGIC: &str = "secateur-certificate-1";
/// The longest line of its text.
const LONGEST_LINE: usize = 1 << 20;

/// The text of a certificate.
pub(crate) struct Head {
    pub(crate) game: String,
    /// Empty for the start of the game.
    pub(crate) position: String,
    /// One or two.
    pub(crate) claims: Vec<ValueClaim>,
}

impl Head {
    pub(crate) fn write(&self, out: &mut Summed<impl Write>) -> io::Result<()> {
        let Head { game, position, claims } = self;
        out.write(format!("{MAGIC}\ngame {game}\nposition {position}\n").as_bytes())?;
        claims.iter().try_for_each(|claim| out.write(format!("claim {claim}\n").as_bytes()))?;
        out.write(b"\n")
    }

    pub(crate) fn read(bytes: &mut Summed<impl Read>) -> Result<Head, VerifyError> {
        let bad = |text: String| VerifyError::Unreadable(Unreadable(text));
        let mut line = || bytes.line(LONGEST_LINE).map_err(VerifyError::Io);
        if line()?.as_deref() != Some(MAGIC) {
            return Err(bad(format!("it is no certificate, which begins with '{MAGIC}'")));
        }
        let field = |line: Option<String>, name: &str| {
            let there = line.unwrap_or_default();
            let value = there.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
            value.map(|rest| rest.trim_start().to_owned()).ok_or_else(|| {
                bad(format!("its line '{}' is not understood, expected '{name} ...'", there.escape_debug()))
            })
        };
        let (game, position) = (field(line()?, "game")?, field(line()?, "position")?);
        let mut claims = vec![field(line()?, "claim")?.parse()?];
        let mut next = line()?;
        if next.as_deref().is_some_and(|line| !line.is_empty()) {
            claims.push(field(next, "claim")?.parse()?);
            next = line()?;
        }
        match next.as_deref() {
            Some("") => Ok(Head { game, position, claims }),
            _ => Err(bad("its text does not end, expected an empty line behind one claim or two".into())),
        }
    }
}

/// A certificate and what has become of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The game.
    pub game: String,
    /// The position; empty for the start of the game.
    pub position: String,
    /// What is claimed of it.
    pub claims: Vec<ValueClaim>,
    /// The number of positions that the proofs go through, each with all replies.
    pub positions: u64,
    /// The number of answers to these replies.
    pub answers: u64,
    /// The first flaw; none if the claims hold.
    pub flaw: Option<Flaw>,
}

/// A flaw in a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The position in which the move is played.
    pub position: String,
    /// The move; none if there is none.
    pub played: Option<String>,
    /// What was found and what was expected, in a sentence without its beginning.
    pub what: String,
}

/// The reason why a certificate was not checked to its end.
#[derive(Debug)]
pub enum VerifyError {
    /// It is none, or of a game that is not there.
    Unreadable(Unreadable),
    /// It cannot be read.
    Io(io::Error),
    /// The flag was set.
    Interrupted,
}

impl From<Unreadable> for VerifyError {
    fn from(e: Unreadable) -> Self {
        VerifyError::Unreadable(e)
    }
}

impl From<io::Error> for VerifyError {
    fn from(e: io::Error) -> Self {
        VerifyError::Io(e)
    }
}
