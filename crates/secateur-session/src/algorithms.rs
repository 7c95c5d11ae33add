//! The algorithms by name: one open list.

use crate::Request;
use crate::algorithm::{Algorithm, AlgorithmKind, Drive, Driver, Page};
use crate::growth::{
    Growth, growing, growing_in, optimism, outcomes, playing, proofs, proving, second_tree, tree,
};
use crate::settings::Settings;
use crate::solve::BoundProver;
use secateur::best;
use secateur::drive::{self, MtdStep, Split};
use secateur::{Bounds, Constants, Cx, Halt, Hints, Score, algo};
use secateur_games::Notation;

/// A page for a context: that, position, depth, window, settings.
pub(crate) type Window<C> = fn(&mut C, &<C as Cx>::Game, u32, Score, Score, &Settings) -> Result<Score, Halt>;

const EXACT: Page = Page { is_exact: true, has_memory: false, has_window: true, sees_the_whole_tree: false };
const MEMORY: Page = Page { has_memory: true, ..EXACT };
const WHOLE: Page = Page { has_window: false, sees_the_whole_tree: true, ..EXACT };

const fn driven(page: &'static str, drive: Drive) -> AlgorithmKind {
    AlgorithmKind::Driver(Driver { drive, guesses: false, drives_engine: false, reach: None }, page)
}

/// The list, and the pages on it: each algorithm once, in the order in which they are shown.
macro_rules! algorithms {
    ($($name:literal: $kind:expr, $about:literal, $source:literal $(=> $search:expr)? $(, grows $grow:expr)?;)*) => {
        /// Every algorithm, each once. To add one, add a line here.
        ///
        /// ```
        /// use secateur_session::ALGORITHMS;
        ///
        /// assert_eq!(ALGORITHMS[0].name, "minimax");
        /// let selective = ALGORITHMS.iter().filter(|a| a.takes_depth() && !a.is_exact());
        /// let names: Vec<&str> = selective.map(|a| a.name).collect();
        /// assert_eq!(names, ["null-move", "realization", "engine", "random", "reflex"]);
        /// ```
        pub const ALGORITHMS: &[Algorithm] =
            &[$(Algorithm { name: $name, about: $about, source: $source, kind: $kind }),*];

        /// The page of this name, for contexts of this type; none if it is no page.
        pub(crate) fn window<C: Cx<Halt = Halt, Game: Hints>>(page: &str) -> Option<Window<C>> {
            Some(match page {
                $($($name => $search,)?)*
                _ => return None,
            })
        }

        /// The best-first search of this name, for the game `G`; none if it is none.
        pub(crate) fn growth<G: Notation>(name: &str, request: &Request) -> Option<Box<dyn Growth<G>>> {
            let make: fn(&Request) -> Box<dyn Growth<G>> = match name {
                $($($name => $grow,)?)*
                _ => return None,
            };
            Some(make(request))
        }
    };
}

algorithms! {
    "minimax": AlgorithmKind::Page(WHOLE), "the whole tree: the specification", "Shannon 1950"
        => |cx, pos, depth, _, _, _| algo::minimax(cx, pos, depth);
    "max-min": AlgorithmKind::Page(WHOLE), "minimax as a pair of functions", "von Neumann 1928"
        => |cx, pos, depth, _, _, _| algo::max_min(cx, pos, depth);
    "minimax-memory": AlgorithmKind::Page(Page { has_memory: true, ..WHOLE }),
        "minimax that searches no position twice", "Greenblatt et al. 1967"
        => |cx, pos, depth, _, _, _| algo::minimax_memory(cx, pos, depth);
    "alpha-beta-pair": AlgorithmKind::Page(Page { has_window: false, ..EXACT }), "alpha-beta as a pair of functions, and a loop at the root", "Edwards & Hart 1961"
        => |cx, pos, depth, _, _, _| algo::alpha_beta_pair(cx, pos, depth);
    "alpha-beta-hard": AlgorithmKind::Page(EXACT), "alpha-beta, answers kept inside the window", "Knuth & Moore 1975"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_hard(cx, pos, depth, alpha, beta);
    "alpha-beta": AlgorithmKind::Page(EXACT), "alpha-beta, answers say all they prove", "Fishburn 1983"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta(cx, pos, depth, alpha, beta);
    "alpha-beta-hard-memory": AlgorithmKind::Page(MEMORY), "fail-hard alpha-beta with a table", "Bouzy 2005, after Moreland"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_hard_memory(cx, pos, depth, alpha, beta);
    "alpha-beta-memory": AlgorithmKind::Page(MEMORY), "fail-soft alpha-beta with a table", "Plaat et al. 1996"
        => |cx, pos, depth, alpha, beta, _| algo::alpha_beta_memory(cx, pos, depth, alpha, beta);
    "scout": AlgorithmKind::Page(Page { has_window: false, ..EXACT }), "tests each further move, and searches those that pass", "Pearl 1980"
        => |cx, pos, depth, _, _, _| algo::scout(cx, pos, depth);
    "pvs": AlgorithmKind::Page(EXACT), "trust the first move, scout the others", "Marsland & Campbell 1982"
        => |cx, pos, depth, alpha, beta, _| algo::pvs(cx, pos, depth, alpha, beta);
    "nega-scout": AlgorithmKind::Page(EXACT), "scouting that searches again only above what is proven", "Reinefeld 1983"
        => |cx, pos, depth, alpha, beta, _| algo::nega_scout(cx, pos, depth, alpha, beta);
    "pvs-memory": AlgorithmKind::Page(MEMORY), "scouting with a table", "Marsland 1986"
        => |cx, pos, depth, alpha, beta, _| algo::pvs_memory(cx, pos, depth, alpha, beta);
    "aspiration": AlgorithmKind::Driver(ASPIRATION, "pvs-memory"), "a narrow window around the last value", "Baudet 1978";
    "bisection": driven("alpha-beta-memory", |_, _, probe| drive::bisection(Bounds::NONE, Split::Middle, probe)),
        "halve the scale with null windows", "Coplan 1982";
    "bisection-zero": driven("alpha-beta-memory", |_, _, probe| drive::bisection(Bounds::NONE, Split::TowardsZero, probe)),
        "bisection that settles first who wins", "here";
    "mtd-f": AlgorithmKind::Driver(MTD_F, "alpha-beta-memory"), "null windows at the last answer", "Plaat et al. 1996";
    "mtd-step": AlgorithmKind::Driver(MTD_STEP, "alpha-beta-memory"),
        "null windows in strides past the last answer", "Plaat et al. 1996";
    "sss": driven("alpha-beta-memory", |_, _, probe| drive::mtd(Score::DRAW, MtdStep::FromAbove, probe)),
        "MTD(+inf): SSS* as null windows from above", "Plaat et al. 1996";
    "dual": driven("alpha-beta-memory", |_, _, probe| drive::mtd(Score::DRAW, MtdStep::FromBelow, probe)),
        "MTD(-inf): DUAL* as null windows from below", "Plaat et al. 1996";
    "sss-star": AlgorithmKind::Page(Page { has_window: false, ..EXACT }), "best first, with an OPEN list", "Stockman 1979"
        => |cx, pos, depth, _, _, _| algo::sss_star(cx, pos, depth);
    "pn": AlgorithmKind::Prover, "proof-number search: where it takes the fewest leaves to settle who wins", "Allis et al. 1994",
        grows |request| proving(request, tree(request), |cx, pos, goal, request, tree| {
            best::pn_search(cx, pos, goal, request.method.settings.first_numbers, tree)
        });
    "pn2": AlgorithmKind::Prover, "proof-number search that values leaves by a second one", "Breuker 1998",
        grows |request| proving(request, (tree(request), second_tree(request)), |cx, pos, goal, request, trees| {
            best::pn2(cx, pos, goal, request.method.settings.first_numbers, &mut trees.0, &mut trees.1)
        });
    "df-pn": AlgorithmKind::Prover, "proof-number search depth first, in a table of any size", "Nagai 2002",
        grows |request| proving(request, proofs(Constants::of::<G>(), request), |cx, pos, goal, request, table| {
            best::df_pn(cx, pos, goal, request.method.settings.df_pn, table)
        });
    "mopns": AlgorithmKind::BestFirst, "proof numbers for several outcomes in one tree", "Saffidine & Cazenave 2012",
        grows |request| growing_in(request, outcomes::<G>(request), |cx, pos, _, tree| best::mopns(cx, pos, tree));
    "ews": AlgorithmKind::Prover, "expected work search: proof and probability of a win together", "Randall et al. 2024",
        grows |request| proving(request, tree(request), |cx, pos, goal, request, tree| {
            best::ews(cx, pos, goal, request.method.order.seed, tree)
        });
    "solve": AlgorithmKind::Prover, "the solver: alpha-beta to the end, in null windows, with a table of bounds", "here",
        grows |request| Box::new(BoundProver::new(request));
    "best-first-minimax": AlgorithmKind::BestFirst, "grows the line of best play at its end", "Korf & Chickering 1996",
        grows |request| growing(request, |cx, pos, _, tree| best::best_first_minimax(cx, pos, tree));
    "ubfm": AlgorithmKind::BestFirst, "best-first minimax that passes over what is settled", "Cohen-Solal 2020",
        grows |request| growing(request, |cx, pos, _, tree| best::ubfm(cx, pos, tree));
    "descent": AlgorithmKind::BestFirst, "the same, each line played to the end of the game", "Cohen-Solal 2020",
        grows |request| growing(request, |cx, pos, _, tree| best::descent(cx, pos, tree));
    "conspiracy": AlgorithmKind::BestFirst, "until it takes many wrong leaves to make the value wrong", "McAllester 1988",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::conspiracy(cx, pos, request.method.settings.conspirators, tree)
        });
    "b-star": AlgorithmKind::BestFirst, "the best move, by optimistic and pessimistic values", "Berliner 1979",
        grows |request| growing(request, |cx, pos, _, tree| best::b_star(cx, pos, optimism, tree));
    "pb-star": AlgorithmKind::BestFirst, "B* by probabilities: where knowing more most helps to tell", "Palay 1983",
        grows |request| growing(request, |cx, pos, _, tree| best::pb_star(cx, pos, optimism, tree));
    "uct": AlgorithmKind::BestFirst, "where means and doubts promise most, with a solver", "Kocsis & Szepesvári 2006",
        grows |request| match request.method.settings.rave {
            0 => growing(request, |cx, pos, request, tree| best::uct(cx, pos, playing::<G>(request), tree)),
            _ => growing(request, |cx, pos, request, tree| {
                best::rave(cx, pos, playing::<G>(request), request.method.settings.rave, tree)
            }),
        };
    "puct": AlgorithmKind::BestFirst, "the same, by a policy or the game's own guess at its moves", "Rosin 2011",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::puct(cx, pos, playing::<G>(request), tree)
        });
    "pn-mcts": AlgorithmKind::BestFirst, "the same as uct, drawn to what is soon proven", "Doe et al. 2022",
        grows |request| growing(request, |cx, pos, request, tree| {
            best::pn_mcts(cx, pos, playing::<G>(request), Score::DRAW + 1, 1.0, tree)
        });
    "null-move": AlgorithmKind::Page(Page { is_exact: false, ..EXACT }),
        "alpha-beta that believes a free move refutes", "Donninger 1993"
        => |cx, pos, depth, alpha, beta, settings| algo::null_move(cx, pos, depth, alpha, beta, settings.null_move);
    "realization": AlgorithmKind::Page(Page { is_exact: false, ..MEMORY }),
        "alpha-beta that goes deeper where play is likely to go", "Tsuruoka et al. 2002"
        => |cx, pos, depth, alpha, beta, settings| algo::realization(cx, pos, depth, alpha, beta, &settings.realization);
    "engine": AlgorithmKind::Engine, "the playing engine: selective, in numbered steps", "here";
    "random": AlgorithmKind::Random, "no search: any legal move, by the seed", "here";
    "reflex": AlgorithmKind::Reflex, "no search: plays straight from a filled table", "Bouzy 2005";
}

const ASPIRATION: Driver = Driver {
    drive: |guess, settings, probe| match guess {
        None => probe(-Score::INF, Score::INF),
        Some(guess) => drive::aspiration(guess, settings.aspiration, probe),
    },
    guesses: true,
    drives_engine: true,
    reach: Some("aspiration.half_width"),
};

const MTD_F: Driver = Driver {
    drive: |guess, _, probe| drive::mtd(guess.unwrap_or(Score::DRAW), MtdStep::Guess, probe),
    guesses: true,
    drives_engine: true,
    reach: None,
};

const MTD_STEP: Driver = Driver {
    drive: |guess, settings, probe| {
        drive::mtd(guess.unwrap_or(Score::DRAW), MtdStep::Stride(settings.stride), probe)
    },
    guesses: true,
    drives_engine: false,
    reach: Some("mtd_step.stride"),
};
