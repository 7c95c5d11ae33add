//! The record in few bytes: a node takes some twenty, where its line of JSON takes several hundred.
//!
//! The file is `secateur trace 1` and a line break; the header as JSON; the number of nodes; and the nodes. Numbers are in
//! seven bits a byte, the lowest first, with the eighth bit set in all but the last byte (LEB128); those that can be negative
//! are folded, 0, -1, 1, -2 and so on. A text is its number among those so far, from 0; a new one has the next number, and its
//! length and letters follow.

use super::{
    GrownNode, GrownThen, NodeKind, ProofVisit, Proven, Recording, ScoreKind, SetBy, TraceCut, TraceHeader,
    TraceNode, TraceRecord, TraceStep,
};
use crate::answer::ProofNumbers;
use secateur_games::Unreadable;
use std::collections::HashMap;
use std::io::{self, Read, Write};

const BEGINS: &[u8] = b"secateur trace 1\n";
/// The longest text that is read.
const LONGEST: u64 = 1 << 24;

impl Recording {
    /// Writes the record in few bytes, for [`TraceRecord::read`].
    ///
    /// ```
    /// use secateur_session::{Algorithm, Request, TraceLimits, TraceRecord};
    ///
    /// let game = secateur_standard::standard().find("connect4").unwrap().open();
    /// let request = Request::default().algorithm(Algorithm::named("pvs").unwrap()).depth(5).hash(1 << 16);
    /// let recording = game.record(&request, &TraceLimits::default()).unwrap();
    /// let mut bytes = Vec::new();
    /// recording.write(&mut bytes).unwrap();
    /// assert!(bytes.len() < 30 * recording.len());
    /// assert_eq!(TraceRecord::read(&mut &bytes[..]).unwrap(), recording.whole());
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = Writer { out, texts: HashMap::new() };
        writer.out.write_all(BEGINS)?;
        writer.text(&mut serde_json::to_string(self.header())?)?;
        writer.number(&mut (self.len() as u64))?;
        let mut end = Ok(());
        self.each(&mut |mut node| {
            if end.is_ok() {
                end = pass(&mut writer, &mut node);
            }
        });
        end
    }
}

impl TraceRecord {
    /// Reads what [`Recording::write`] has written.
    ///
    /// # Errors
    ///
    /// One sentence if it is something else, or not all of it is there.
    pub fn read(from: &mut dyn Read) -> Result<TraceRecord, Unreadable> {
        let unreadable = |why: io::Error| Unreadable(format!("the file is no recorded search: {why}"));
        let mut begins = [0; BEGINS.len()];
        from.read_exact(&mut begins).map_err(unreadable)?;
        if begins != BEGINS {
            return Err(Unreadable(
                "the file is no recorded search: expected 'secateur trace 1' as its first line".into(),
            ));
        }
        nodes(&mut Reader { from, texts: Vec::new() }).map_err(unreadable)
    }
}

fn nodes(reader: &mut Reader<'_>) -> io::Result<TraceRecord> {
    let (mut header, mut count) = (String::new(), 0);
    reader.text(&mut header)?;
    let header: TraceHeader = serde_json::from_str(&header)?;
    reader.number(&mut count)?;
    let mut nodes = Vec::new();
    for id in 0..count {
        let mut node = TraceNode { id: id as u32, ..TraceNode::default() };
        pass(reader, &mut node)?;
        nodes.push(node);
    }
    Ok(TraceRecord { header, nodes })
}

/// What numbers and texts are passed to, or taken from: what one writes, the other reads.
trait Passes {
    fn number(&mut self, number: &mut u64) -> io::Result<()>;
    fn text(&mut self, text: &mut String) -> io::Result<()>;

    fn whole(&mut self, number: &mut u32) -> io::Result<()> {
        let mut wide = u64::from(*number);
        self.number(&mut wide)?;
        *number = u32::try_from(wide).map_err(|_| wrong("a number is too large"))?;
        Ok(())
    }

    fn score(&mut self, score: &mut i32) -> io::Result<()> {
        let mut folded = ((*score << 1) ^ (*score >> 31)) as u32;
        self.whole(&mut folded)?;
        *score = (folded >> 1) as i32 ^ -((folded & 1) as i32);
        Ok(())
    }

    /// One of several words, by its place.
    fn word<T: Copy + PartialEq>(&mut self, word: &mut T, words: &[T]) -> io::Result<()> {
        let mut place = words.iter().position(|other| other == word).unwrap_or(0) as u32;
        self.whole(&mut place)?;
        *word = *words.get(place as usize).ok_or_else(|| wrong("a word is unknown"))?;
        Ok(())
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    texts: HashMap<String, u64>,
}

impl Passes for Writer<'_> {
    fn number(&mut self, number: &mut u64) -> io::Result<()> {
        let (mut bytes, mut used, mut rest) = ([0; 10], 0, *number);
        loop {
            bytes[used] = (rest & 127) as u8 | if rest > 127 { 128 } else { 0 };
            used += 1;
            rest >>= 7;
            if rest == 0 {
                return self.out.write_all(&bytes[..used]);
            }
        }
    }

    fn text(&mut self, text: &mut String) -> io::Result<()> {
        let next = self.texts.len() as u64;
        let mut place = *self.texts.get(text).unwrap_or(&next);
        self.number(&mut place)?;
        if place == next {
            self.texts.insert(text.clone(), next);
            self.number(&mut (text.len() as u64))?;
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

struct Reader<'a> {
    from: &'a mut dyn Read,
    texts: Vec<String>,
}

impl Passes for Reader<'_> {
    fn number(&mut self, number: &mut u64) -> io::Result<()> {
        *number = 0;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            self.from.read_exact(&mut byte)?;
            *number |= u64::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(());
            }
        }
        Err(wrong("a number does not end"))
    }

    fn text(&mut self, text: &mut String) -> io::Result<()> {
        let mut place = 0;
        self.number(&mut place)?;
        if place == self.texts.len() as u64 {
            let (mut length, mut bytes) = (0, Vec::new());
            self.number(&mut length)?;
            if length > LONGEST {
                return Err(wrong("a text is too long"));
            }
            (&mut *self.from).take(length).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != length {
                return Err(wrong("it ends too early"));
            }
            self.texts.push(String::from_utf8(bytes).map_err(|_| wrong("a text is no UTF-8"))?);
        }
        let known = self.texts.get(place as usize).ok_or_else(|| wrong("a text is unknown"))?;
        text.clone_from(known);
        Ok(())
    }
}

const KINDS: [Option<NodeKind>; 4] = [None, Some(NodeKind::Pv), Some(NodeKind::Cut), Some(NodeKind::All)];
const BOUNDS: [Option<ScoreKind>; 4] =
    [None, Some(ScoreKind::Exact), Some(ScoreKind::Lower), Some(ScoreKind::Upper)];
const STEPS: [TraceStep; 5] =
    [TraceStep::Root, TraceStep::Move, TraceStep::Again, TraceStep::Null, TraceStep::Same];
const CRITICAL: [Option<u8>; 4] = [None, Some(1), Some(2), Some(3)];
const SETTERS: [SetBy; 7] = [
    SetBy::Window,
    SetBy::Move,
    SetBy::StaticValue,
    SetBy::Knowledge,
    SetBy::Table,
    SetBy::Scout,
    SetBy::Choice,
];

/// A node in the order of its parts: numbers first that tell which parts there are.
fn pass(to: &mut impl Passes, node: &mut TraceNode) -> io::Result<()> {
    let mut parts = bits([
        node.parent.is_some(),
        node.played.is_some(),
        node.score.is_some(),
        node.cut.is_some(),
        !node.pruned.is_empty(),
        node.left_out > 0,
        node.again_of.is_some(),
        node.table.is_some(),
        node.proven.is_some(),
        node.static_value.is_some(),
        node.grown.is_some(),
        node.trick.is_some(),
        !node.tricks.is_empty(),
        node.proof.is_some(),
        !node.history.is_empty(),
    ]);
    to.whole(&mut parts)?;
    let has = |part: u32| parts >> part & 1 == 1;
    if has(0) {
        // Most nodes come soon after the one above them.
        let mut back = node.id.wrapping_sub(node.parent.unwrap_or(0));
        to.whole(&mut back)?;
        node.parent = Some(
            node.id.checked_sub(back).filter(|_| back > 0).ok_or_else(|| wrong("a node is below itself"))?,
        );
    }
    optional(has(1), &mut node.played, |text| to.text(text))?;
    to.word(&mut node.step, &STEPS)?;
    to.whole(&mut node.probe)?;
    to.whole(&mut node.ply)?;
    to.whole(&mut node.depth)?;
    to.score(&mut node.alpha)?;
    to.score(&mut node.beta)?;
    optional(has(2), &mut node.score, |score| to.score(score))?;
    to.word(&mut node.bound, &BOUNDS)?;
    to.word(&mut node.expected, &KINDS)?;
    to.word(&mut node.actual, &KINDS)?;
    to.word(&mut node.critical, &CRITICAL)?;
    to.text(&mut node.why)?;
    optional(has(3), &mut node.cut, |cut| pass_cut(to, cut))?;
    if has(4) {
        pass_each(to, &mut node.pruned, |to, text| to.text(text))?;
    }
    if has(5) {
        to.number(&mut node.left_out)?;
    }
    optional(has(6), &mut node.again_of, |first| to.whole(first))?;
    optional(has(7), &mut node.table, |proven| pass_proven(to, proven))?;
    optional(has(8), &mut node.proven, |proven| pass_proven(to, proven))?;
    optional(has(9), &mut node.static_value, |value| to.score(value))?;
    optional(has(10), &mut node.grown, |grown| pass_grown(to, grown))?;
    optional(has(11), &mut node.trick, |trick| to.text(trick))?;
    if has(12) {
        pass_each(to, &mut node.tricks, |to, trick| {
            let mut names_a_move = u32::from(trick.played.is_some());
            to.whole(&mut names_a_move)?;
            to.text(&mut trick.by)?;
            optional(names_a_move > 0, &mut trick.played, |text| to.text(text))
        })?;
    }
    optional(has(13), &mut node.proof, |proof| pass_proof(to, proof))?;
    if has(14) {
        pass_each(to, &mut node.history, pass_then)?;
    }
    Ok(())
}

/// A list with its length.
fn pass_each<P: Passes, T: Default>(
    to: &mut P,
    list: &mut Vec<T>,
    mut pass: impl FnMut(&mut P, &mut T) -> io::Result<()>,
) -> io::Result<()> {
    let mut count = list.len() as u32;
    to.whole(&mut count)?;
    for place in 0..count as usize {
        if place == list.len() {
            list.push(T::default());
        }
        pass(to, &mut list[place])?;
    }
    Ok(())
}

/// A part that is there, or not.
fn optional<T: Default>(
    is_there: bool,
    part: &mut Option<T>,
    pass: impl FnOnce(&mut T) -> io::Result<()>,
) -> io::Result<()> {
    if is_there { pass(part.get_or_insert_default()) } else { Ok(()) }
}

/// The places of what holds, as bits.
fn bits<const N: usize>(holds: [bool; N]) -> u32 {
    holds.iter().zip(0..).map(|(&holds, place)| u32::from(holds) << place).sum()
}

fn pass_cut(to: &mut impl Passes, cut: &mut TraceCut) -> io::Result<()> {
    let mut parts = bits([cut.visit.is_some(), cut.by.is_some(), cut.place.is_some()]);
    to.whole(&mut parts)?;
    to.score(&mut cut.score)?;
    to.text(&mut cut.relation)?;
    to.score(&mut cut.bound)?;
    to.whole(&mut cut.set_by)?;
    to.word(&mut cut.how, &SETTERS)?;
    optional(parts & 1 > 0, &mut cut.visit, |visit| to.whole(visit))?;
    optional(parts & 2 > 0, &mut cut.by, |by| to.text(by))?;
    if parts & 4 > 0 {
        let mut place = cut.place.unwrap_or(0) as u64;
        to.number(&mut place)?;
        cut.place = Some(place as usize);
    }
    Ok(())
}

fn pass_proven(to: &mut impl Passes, proven: &mut Proven) -> io::Result<()> {
    let mut parts = bits([proven.lower.is_some(), proven.upper.is_some()]);
    to.whole(&mut parts)?;
    to.whole(&mut proven.depth)?;
    optional(parts & 1 > 0, &mut proven.lower, |lower| to.score(lower))?;
    optional(parts & 2 > 0, &mut proven.upper, |upper| to.score(upper))
}

fn pass_proof(to: &mut impl Passes, proof: &mut ProofVisit) -> io::Result<()> {
    let mut parts = bits([proof.until.is_some(), proof.left.is_some()]);
    to.whole(&mut parts)?;
    pass_numbers(to, &mut proof.entry)?;
    optional(parts & 1 > 0, &mut proof.until, |numbers| pass_numbers(to, numbers))?;
    optional(parts & 2 > 0, &mut proof.left, |numbers| pass_numbers(to, numbers))
}

fn pass_numbers(to: &mut impl Passes, numbers: &mut ProofNumbers) -> io::Result<()> {
    let mut parts = bits([numbers.proof.is_some(), numbers.disproof.is_some()]);
    to.whole(&mut parts)?;
    optional(parts & 1 > 0, &mut numbers.proof, |number| to.whole(number))?;
    optional(parts & 2 > 0, &mut numbers.disproof, |number| to.whole(number))
}

fn pass_then(to: &mut impl Passes, then: &mut GrownThen) -> io::Result<()> {
    let mut parts = bits([
        then.score.is_some(),
        then.proof_numbers.is_some(),
        then.visits.is_some(),
        then.pessimistic.is_some(),
        then.optimistic.is_some(),
    ]);
    to.whole(&mut parts)?;
    to.whole(&mut then.step)?;
    let has = |part: u32| parts >> part & 1 == 1;
    optional(has(0), &mut then.score, |score| to.score(score))?;
    optional(has(1), &mut then.proof_numbers, |numbers| pass_numbers(to, numbers))?;
    optional(has(2), &mut then.visits, |visits| to.number(visits))?;
    optional(has(3), &mut then.pessimistic, |score| to.score(score))?;
    optional(has(4), &mut then.optimistic, |score| to.score(score))
}

fn pass_grown(to: &mut impl Passes, grown: &mut GrownNode) -> io::Result<()> {
    let numbers = grown.proof_numbers.unwrap_or_default();
    let (mut proof, mut disproof) = (numbers.proof, numbers.disproof);
    let mut parts = bits([
        grown.expanded.is_some(),
        grown.proof_numbers.is_some(),
        proof.is_some(),
        disproof.is_some(),
        grown.visits.is_some(),
        grown.pessimistic.is_some(),
        grown.optimistic.is_some(),
    ]);
    to.whole(&mut parts)?;
    let has = |part: u32| parts >> part & 1 == 1;
    optional(has(0), &mut grown.expanded, |place| to.whole(place))?;
    optional(has(2), &mut proof, |number| to.whole(number))?;
    optional(has(3), &mut disproof, |number| to.whole(number))?;
    grown.proof_numbers = has(1).then_some(ProofNumbers { proof, disproof });
    optional(has(4), &mut grown.visits, |visits| to.number(visits))?;
    optional(has(5), &mut grown.pessimistic, |score| to.score(score))?;
    optional(has(6), &mut grown.optimistic, |score| to.score(score))
}
