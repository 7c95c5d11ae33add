//! Parts of a proof, for workers that know nothing of each other: the question of the root, asked of a position further on.

use crate::goals::{Values, further};
use crate::growth::{ProverTable, knowledge};
use crate::prove::{ProofSearch, goals, interrupted};
use crate::{Board, Rulebook, StoppedBy};
use secateur::best::End;
use secateur::{Bounds, Eval, Score, legal_moves, result};
use secateur_games::{Notation, Unreadable};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How the question stands at a position, for the side to move there: whether it reaches what the other side has to prevent.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It does.
    Proven,
    /// It does not.
    Disproven,
    /// Nobody knows: the least numbers of leaves that have to be settled to prove it, and to disprove it.
    Open {
        /// To prove it.
        proof: u32,
        /// To disprove it.
        disproof: u32,
    },
}

/// A position one move further on, as a part of a proof has left it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FurtherOn {
    /// The move, by its number ([`Rulebook::play_nth`]).
    pub nth: u32,
    /// What the position is ([`Rulebook::whole`]): the question has the same answer wherever this text is the same.
    pub form: String,
    /// How the question stands there.
    pub standing: Standing,
}

/// What the search of one position has found out of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofPart {
    /// The nodes that it opened.
    pub nodes: u64,
    /// Why it ended.
    pub stopped_by: StoppedBy,
    /// How the question stands.
    pub standing: Standing,
    /// The positions one move further on, as far as the question needs them; none where it is settled.
    pub children: Vec<FurtherOn>,
}

/// A proof whose parts are left to workers, each with a table of its own.
pub trait DividedProof {
    /// The question to ask next: whether the value is at least this. None once all is known that was asked.
    fn question(&self) -> Option<Score>;

    /// Takes as proven what others have found: that the value is at least `question`, or that it is not.
    fn settle(&mut self, question: Score, is_reached: bool);

    /// Refuses a proof whose parts cannot be left to others: what is proven of a position has to hold wherever it stands, and
    /// the table of df-pn outlives each part.
    ///
    /// # Errors
    ///
    /// One sentence that says why.
    fn check_divisible(&mut self) -> Result<(), Unreadable>;

    /// Asks the question at a position further on, after the moves of these numbers ([`Rulebook::play_nth`]), within `nodes`
    /// nodes and few more for a look at each reply. The table is kept: parts near each other help each other.
    ///
    /// The position is searched as if the game began there. So what is proven of it hangs on nothing that was played before:
    /// the side that reaches its goal gets there by moves of which none brings a position back, and the side that prevents it
    /// does so for ever. That is why the answer holds wherever the position stands, in games with cycles, too.
    ///
    /// ```
    /// use secateur_session::{Algorithm, DividedProof, Request, Standing};
    /// use secateur_standard::standard;
    ///
    /// let request = Request::default().hash(1 << 20).algorithm(Algorithm::named("df-pn").unwrap());
    /// let mut proof = standard().find("connect4-5x4").unwrap().open().prover(None, &request).unwrap();
    /// let question = proof.question().unwrap();
    /// let part = proof.part(question, &[2, 2], 1_000).unwrap();
    /// assert!(matches!(part.standing, Standing::Open { .. }) && part.children.len() == 5);
    /// assert_eq!(proof.part(question, &[2, 2], u64::MAX).unwrap().standing, Standing::Disproven);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`DividedProof::check_divisible`], or if the moves lead out of the game.
    fn part(&mut self, question: Score, path: &[u32], nodes: u64) -> Result<ProofPart, Unreadable>;

    /// What its searches have settled since this was last called: at most `most` facts, those with the most work behind
    /// them. The first call tells nothing, and has them remembered from then on.
    fn news(&mut self, most: usize) -> Vec<ProofFact>;

    /// Takes in what another worker at the same proof has told.
    fn hear(&mut self, news: &[ProofFact]);
}

/// An entry of the table of df-pn that is settled: good for whoever works at the same proof, in whatever part
/// ([`ProofTable::contents`](secateur::best::ProofTable::contents)).
pub type ProofFact = [u64; 3];

/// The last positions that are remembered as settled until they are told.
const REMEMBERED: usize = 1 << 16;

/// The goal of the other side, one move further on: to prevent this one.
fn against(goal: Score) -> Score {
    further(-goal.prev(), 1)
}

impl<G: Notation> ProofSearch<G> {
    fn part_here(&mut self, question: Score, plies: usize, nodes: u64) -> ProofPart {
        let goal = (0..plies).fold(question, |goal, _| against(goal));
        let (pos, before) = (self.play.at().clone(), self.nodes);
        let (standing, mut stopped_by) = self.standing(&pos, goal, nodes);
        let mut children = Vec::new();
        if matches!(standing, Standing::Open { .. }) && stopped_by != StoppedBy::Interrupt {
            for nth in self.needed(&pos, goal) {
                self.play.play_nth(nth);
                let (child, form) = (self.play.at().clone(), self.play.whole());
                // The table answers for most of what a look at each reply opens.
                let look = 1 + legal_moves(&child).len() as u64;
                let (standing, ended) = self.standing(&child, against(goal), look);
                if ended == StoppedBy::Interrupt {
                    stopped_by = ended;
                }
                children.push(FurtherOn { nth, form, standing });
                self.play.undo();
            }
        }
        ProofPart { nodes: self.nodes - before, stopped_by, standing, children }
    }

    /// How a goal stands at a position after a search of so many nodes, and why that ended.
    fn standing(&mut self, pos: &G, goal: Score, nodes: u64) -> (Standing, StoppedBy) {
        let (bounds, end) = match result(pos) {
            Some(score) => (Bounds::exact(score), End::Settled),
            None => {
                let found = self.ask(pos, goal, nodes, false);
                (Values::of(pos).sharpened(found.bounds), found.end)
            }
        };
        if bounds.lower >= goal {
            return (Standing::Proven, StoppedBy::Solved);
        }
        if bounds.upper < goal {
            return (Standing::Disproven, StoppedBy::Solved);
        }
        let numbers = self.growth.root().proof_numbers.unwrap_or_default();
        let [proof, disproof] = [numbers.proof, numbers.disproof].map(|n| n.unwrap_or(1).max(1));
        let stopped_by = match (interrupted(&end), end) {
            (Err(_), _) => StoppedBy::Interrupt,
            (_, End::Halted(halt)) => halt.into(),
            _ => StoppedBy::Length,
        };
        (Standing::Open { proof, disproof }, stopped_by)
    }

    /// The numbers of the moves that the goal needs.
    fn needed(&self, pos: &G, goal: Score) -> Vec<u32> {
        let mut known = knowledge::<G>(&self.request);
        let needless = known.needless(pos, goal.prev(), goal);
        let moves = legal_moves(pos);
        let all = 0..moves.len() as u32;
        let needed: Vec<u32> = all.clone().filter(|&nth| !needless(moves[nth as usize])).collect();
        if needed.is_empty() { all.collect() } else { needed }
    }
}

impl<G: Notation> DividedProof for ProofSearch<G> {
    fn question(&self) -> Option<Score> {
        self.next_goal()
    }

    fn settle(&mut self, question: Score, is_reached: bool) {
        self.asked = Some(question);
        self.narrow(match is_reached {
            true => Bounds::at_least(question),
            false => Bounds::at_most(question.prev()),
        });
    }

    fn check_divisible(&mut self) -> Result<(), Unreadable> {
        if G::RETURNED != Score::DRAW {
            let text = "a proof cannot be divided where the rules forbid to bring a position back: what is proven holds on one path only";
            return Err(Unreadable(text.into()));
        }
        match goals(&mut *self.growth).table() {
            Some(ProverTable::Proofs(_)) => Ok(()),
            _ => Err(Unreadable(
                "only a proof by df-pn can be divided, whose table outlives a position".into(),
            )),
        }
    }

    fn news(&mut self, most: usize) -> Vec<ProofFact> {
        let Some(ProverTable::Proofs(table)) = goals(&mut *self.growth).table() else { return Vec::new() };
        let mut news = table.settled(REMEMBERED);
        if news.len() > most {
            // The lower half of the last number grows with the work.
            news.select_nth_unstable_by_key(most, |&[.., rest]| Reverse(rest as u32));
            news.truncate(most);
        }
        news
    }

    fn hear(&mut self, news: &[ProofFact]) {
        if let Some(ProverTable::Proofs(table)) = goals(&mut *self.growth).table() {
            news.iter().for_each(|&fact| table.take_in(fact));
        }
    }

    fn part(&mut self, question: Score, path: &[u32], nodes: u64) -> Result<ProofPart, Unreadable> {
        self.check_divisible()?;
        let is_there = path.iter().all(|&nth| self.play.play_nth(nth));
        let part = is_there.then(|| self.part_here(question, path.len(), nodes));
        while self.play.undo() {}
        part.ok_or_else(|| {
            Unreadable(format!("the path {path:?} leaves the game, expected numbers of moves"))
        })
    }
}
