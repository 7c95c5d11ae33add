use secateur_session::{FurtherOn, Standing};
use std::collections::{BTreeSet, HashMap};

/// The numbers of a position for its side to move: the least numbers of leaves that have to be settled to prove that it
/// reaches its goal, and that it does not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

const INFINITE: u32 = u32::MAX;
const MOST: u32 = INFINITE - 1;

impl Pair {
    const PROVEN: Pair = Pair { phi: 0, delta: INFINITE };
    const DISPROVEN: Pair = Pair { phi: INFINITE, delta: 0 };

    fn of(is_reached: bool) -> Pair {
        if is_reached { Pair::PROVEN } else { Pair::DISPROVEN }
    }

    /// Whether the side to move reaches its goal; none as long as that is open.
    pub(super) fn settled(self) -> Option<bool> {
        match self {
            Pair { phi: 0, .. } => Some(true),
            Pair { delta: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The numbers while a job is under way, which will hardly leave them as they are.
    fn virtually(self) -> Pair {
        let more = |n: u32| n.saturating_mul(2).min(MOST);
        Pair { phi: more(self.phi), delta: more(self.delta) }
    }

    /// The numbers of a node by those of its children.
    fn by(children: impl Iterator<Item = Pair>) -> Pair {
        children.fold(Pair::DISPROVEN, |sum, child| Pair {
            phi: sum.phi.min(child.delta),
            delta: match child.phi {
                INFINITE => INFINITE,
                phi => {
                    if sum.delta == INFINITE {
                        INFINITE
                    } else {
                        sum.delta.saturating_add(phi).min(MOST)
                    }
                }
            },
        })
    }
}

impl From<Standing> for Pair {
    fn from(standing: Standing) -> Pair {
        match standing {
            Standing::Proven => Pair::PROVEN,
            Standing::Disproven => Pair::DISPROVEN,
            Standing::Open { proof, disproof } => {
                Pair { phi: proof.clamp(1, MOST), delta: disproof.clamp(1, MOST) }
            }
        }
    }
}

/// What became of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum State {
    /// To be searched by a job.
    Leaf,
    /// Searched by a job right now.
    UnderWay,
    /// Its numbers are those of its children.
    Inner,
}

struct Node {
    /// Plies from the root.
    plies: u32,
    state: State,
    numbers: Pair,
    virtual_numbers: Pair,
    /// Whether there is a leaf below that no worker is at; or it is one.
    is_free: bool,
    /// The node and the move by which it was first reached: its children's moves are those of the position reached so.
    from: Option<(u32, u32)>,
    parents: Vec<u32>,
    children: Vec<u32>,
    /// Its position.
    fact: u32,
}

/// What is known of a position, on whatever path and after however many plies it is reached.
#[derive(Default)]
struct Fact {
    settled: Option<bool>,
    nodes: Vec<u32>,
}

/// The master's tree for one question. Positions that are equal after as many plies are one node.
pub(super) struct JobTree {
    nodes: Vec<Node>,
    /// By whose question it is (plies modulo 2), and the text of the position.
    facts: HashMap<(u32, String), u32>,
    known: Vec<Fact>,
    /// Nodes whose numbers may have changed, the deepest last.
    changed: BTreeSet<(u32, u32)>,
    under_way: usize,
    leaves: usize,
}

/// A leaf of the tree.
pub(super) type Leaf = u32;

impl JobTree {
    /// A root that nobody has searched.
    pub(super) fn new() -> JobTree {
        let mut tree = JobTree {
            nodes: Vec::new(),
            facts: HashMap::new(),
            known: Vec::new(),
            changed: BTreeSet::new(),
            under_way: 0,
            leaves: 0,
        };
        tree.add(None, String::new(), Standing::Open { proof: 1, disproof: 1 });
        tree
    }

    /// The numbers of the root.
    pub(super) fn root(&self) -> Pair {
        self.nodes[0].numbers
    }

    /// The number of nodes.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The leaves that jobs are under way for.
    pub(super) fn under_way(&self) -> usize {
        self.under_way
    }

    /// The number of leaves that are not settled, those under way among them.
    pub(super) fn leaves(&self) -> usize {
        self.leaves
    }

    /// How often the position of a leaf stands in the tree after another number of plies.
    pub(super) fn recurrences(&self, leaf: Leaf) -> u32 {
        self.known[self.nodes[leaf as usize].fact as usize].nodes.len() as u32 - 1
    }

    /// Whether a leaf needs no job any more.
    pub(super) fn is_settled(&self, leaf: Leaf) -> bool {
        self.nodes[leaf as usize].numbers.settled().is_some()
    }

    /// The most-proving leaf that no worker is at, as far as virtual numbers tell, which is under way from now on.
    pub(super) fn take_leaf(&mut self) -> Option<Leaf> {
        if !self.nodes[0].is_free {
            return None;
        }
        let mut at = 0;
        while self.nodes[at as usize].state == State::Inner {
            let children = self.nodes[at as usize].children.iter().copied();
            let free = children.filter(|&child| self.nodes[child as usize].is_free);
            let best = free.min_by_key(|&child| {
                let Node { virtual_numbers, numbers, .. } = &self.nodes[child as usize];
                (virtual_numbers.delta, numbers.delta)
            });
            at = best.expect("a node is free only where one of its children is");
        }
        self.under_way += 1;
        self.set_state(at, State::UnderWay);
        self.update();
        Some(at)
    }

    /// Takes a leaf back that was under way, and of which nothing was found out.
    pub(super) fn give_back(&mut self, leaf: Leaf) {
        self.arrive(leaf);
        self.set_state(leaf, State::Leaf);
        self.update();
    }

    /// Takes in what a job has found out about its leaf.
    pub(super) fn learn(&mut self, leaf: Leaf, standing: Standing, children: Vec<FurtherOn>) {
        self.arrive(leaf);
        match Pair::from(standing).settled() {
            Some(is_reached) => self.settle(self.nodes[leaf as usize].fact, is_reached),
            None if self.is_settled(leaf) => {}
            None if children.is_empty() => {
                self.nodes[leaf as usize].numbers = standing.into();
                self.set_state(leaf, State::Leaf);
            }
            None => {
                self.leaves -= 1;
                for FurtherOn { nth, form, standing } in children {
                    let child = self.add(Some((leaf, nth)), form, standing);
                    let children = &mut self.nodes[leaf as usize].children;
                    // Two moves may lead to the same position.
                    if !children.contains(&child) {
                        children.push(child);
                        self.nodes[child as usize].parents.push(leaf);
                    }
                }
                self.set_state(leaf, State::Inner);
            }
        }
        self.update();
    }

    /// The moves that lead to a node.
    pub(super) fn path(&self, mut at: Leaf) -> Vec<u32> {
        let mut path = Vec::new();
        while let Some((parent, nth)) = self.nodes[at as usize].from {
            path.push(nth);
            at = parent;
        }
        path.reverse();
        path
    }

    fn arrive(&mut self, leaf: Leaf) {
        if self.nodes[leaf as usize].state == State::UnderWay {
            self.under_way -= 1;
            self.nodes[leaf as usize].state = State::Leaf;
        }
    }

    fn set_state(&mut self, at: u32, state: State) {
        let node = &mut self.nodes[at as usize];
        node.state = state;
        self.changed.insert((node.plies, at));
    }

    /// The node of a position that is reached by a move, a new one if there is none yet.
    fn add(&mut self, from: Option<(u32, u32)>, form: String, standing: Standing) -> u32 {
        let plies = from.map_or(0, |(parent, _)| self.nodes[parent as usize].plies + 1);
        let new = self.known.len() as u32;
        let fact = *self.facts.entry((plies % 2, form)).or_insert(new);
        if fact == new {
            self.known.push(Fact::default());
        }
        let Fact { settled, nodes } = &mut self.known[fact as usize];
        let there = nodes.iter().copied().find(|&at| self.nodes[at as usize].plies == plies);
        let at = there.unwrap_or_else(|| {
            let numbers = settled.map_or(Pair::from(standing), Pair::of);
            let (at, is_free) = (self.nodes.len() as u32, numbers.settled().is_none());
            self.leaves += usize::from(is_free);
            nodes.push(at);
            self.nodes.push(Node {
                plies,
                state: State::Leaf,
                numbers,
                virtual_numbers: numbers,
                is_free,
                from,
                parents: Vec::new(),
                children: Vec::new(),
                fact,
            });
            at
        });
        if let Some(is_reached) = Pair::from(standing).settled() {
            self.settle(fact, is_reached);
        }
        at
    }

    /// A position is settled, and with it all nodes of it.
    fn settle(&mut self, fact: u32, is_reached: bool) {
        let Fact { settled, nodes } = &mut self.known[fact as usize];
        *settled = Some(is_reached);
        for &at in nodes.iter() {
            let node = &mut self.nodes[at as usize];
            if node.numbers.settled().is_none() {
                self.leaves -= usize::from(node.state != State::Inner);
                let numbers = Pair::of(is_reached);
                (node.numbers, node.virtual_numbers, node.is_free) = (numbers, numbers, false);
                self.changed.extend(node.parents.iter().map(|&parent| (node.plies - 1, parent)));
            }
        }
    }

    /// Values all nodes anew that something has changed below, from the deepest up.
    fn update(&mut self) {
        while let Some((_, at)) = self.changed.pop_last() {
            self.value(at);
        }
    }

    fn value(&mut self, at: u32) {
        let node = &self.nodes[at as usize];
        if node.numbers.settled().is_some() {
            return;
        }
        let below = || node.children.iter().map(|&child| &self.nodes[child as usize]);
        let (numbers, virtual_numbers, is_free) = match node.state {
            State::Leaf => (node.numbers, node.numbers, true),
            State::UnderWay => (node.numbers, node.numbers.virtually(), false),
            State::Inner => (
                Pair::by(below().map(|child| child.numbers)),
                Pair::by(below().map(|child| child.virtual_numbers)),
                below().any(|child| child.is_free),
            ),
        };
        if let Some(is_reached) = numbers.settled() {
            let fact = node.fact;
            return self.settle(fact, is_reached);
        }
        let node = &mut self.nodes[at as usize];
        let new = (numbers, virtual_numbers, is_free);
        if new != (node.numbers, node.virtual_numbers, node.is_free) {
            (node.numbers, node.virtual_numbers, node.is_free) = new;
            self.changed.extend(node.parents.iter().map(|&parent| (node.plies - 1, parent)));
        }
    }
}
