//! What each figure of a report means, and what designers take as good.

use super::GameReport;
use super::figures::{MISTAKE, SkillFigure};
use super::studies::{DEEP, QUICK};
use super::{AHEAD, CLEAR, DECIDED};
use crate::statistics::Estimate;
use crate::units::{counted, thousands};
use secateur_session::Outcome;

/// What a figure counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A number of moves, plies or changes.
    Number,
    /// A share, from 0 to 1, that is written in per cent.
    Share,
    /// Points of Elo.
    Elo,
}

/// A figure in words.
#[derive(Clone, PartialEq, Debug)]
pub struct SaidFigure {
    /// A short name, for scripts.
    pub key: &'static str,
    /// The heading that it stands under.
    pub topic: Topic,
    /// The title.
    pub title: &'static str,
    /// A few words for the head of a column.
    pub short: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// The value, with its 95 % interval and the number of observations; none if there is nothing to tell it from.
    pub value: Option<Estimate>,
    /// What it means, in a sentence.
    pub means: String,
    /// What is good, in a sentence, with the source where the field has one.
    pub good: &'static str,
    /// What to make of it here; none where it cannot be said.
    pub verdict: Option<String>,
}

/// What figures are about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// How large the game is.
    Shape,
    /// Who is favoured.
    Fairness,
    /// How much there is to find.
    Depth,
    /// How the result comes about.
    Drama,
}

impl Topic {
    /// All topics, in the order of a report.
    pub const ALL: [Topic; 4] = [Topic::Fairness, Topic::Depth, Topic::Drama, Topic::Shape];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Shape => "Size and length",
            Topic::Fairness => "Fairness",
            Topic::Depth => "Depth and clarity",
            Topic::Drama => "Drama and decisiveness",
        }
    }
}

impl SaidFigure {
    /// The value with its interval: `54 % (48 to 60)`; `134 at least`, where strength has no upper bound.
    pub fn says(&self) -> String {
        let Some(Estimate { value, interval, .. }) = self.value else { return "not measured".into() };
        let number = |value: f64| self.unit.number(value);
        let unbounded = if self.unit == Unit::Elo { " at least" } else { "" };
        let interval = interval
            .map_or(unbounded.to_owned(), |(low, high)| format!(" ({} to {})", number(low), number(high)));
        format!("{}{}{interval}", number(value), self.unit.sign())
    }
}

impl Unit {
    /// A value without its sign.
    pub fn number(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.0}", 100.0 * value + 0.0),
            Unit::Elo => format!("{value:.0}").replace("-0", "0"),
            Unit::Number if value.abs() >= 100.0 => thousands(value.round() as u64),
            Unit::Number => format!("{value:.1}"),
        }
    }

    /// What stands behind a value.
    pub fn sign(self) -> &'static str {
        if self == Unit::Share { " %" } else { "" }
    }
}

/// The figures of a report in words, in the order of its page.
pub fn said(report: &GameReport) -> Vec<SaidFigure> {
    let f = &report.figures;
    let strongest = f.strongest();
    let first = strongest.and_then(|level| level.first);
    let draws = strongest.and_then(|level| level.draws);
    let nodes = thousands(f.nodes);
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let (few, many) = (thousands(QUICK), thousands(DEEP));
    let share = |key, topic, title, short, value, means, good, verdict| SaidFigure {
        key,
        topic,
        title,
        short,
        unit: Unit::Share,
        value,
        means,
        good,
        verdict,
    };
    let number = |key, topic, title, short, value, means, good, verdict| SaidFigure {
        unit: Unit::Number,
        ..share(key, topic, title, short, value, means, good, verdict)
    };
    vec![
        share(
            "first_player", Topic::Fairness, "First player's share", "first player", first,
            format!("When two equal players (the engine with {nodes} nodes a move) begin with different openings, the side that moves first makes this part of the points; a draw is half a point."),
            "50 % is fair; chess is near 54 %, and from 60 % on many designers let the second player swap sides after the first move (the pie rule). Browne (2008) measures it as balance and advantage.",
            first.map(|share| fairness(&share, report)),
        ),
        share(
            "draws", Topic::Fairness, "Draws", "draws", draws,
            "The part of these games that nobody won.".into(),
            "Few: Althöfer (2003) and Browne (2008) count draws against a game, though very strong players of a fair game draw more often.",
            draws.map(|draws| match draws.value {
                v if v < 0.1 => "Hardly ever drawn.",
                v if v < 0.35 => "A good number of draws.",
                _ => "So many draws that winning is the exception.",
            }.to_owned()),
        ),
        share(
            "weak_firsts", Topic::Fairness, "First moves that are mistakes", "bad first moves", f.weak_firsts,
            format!("The part of all first moves that cost {} of a point or more against the best one, each searched with {} nodes.", percent(MISTAKE), thousands(f.firsts_nodes)),
            "A few do no harm; where nearly all are mistakes, the opening is a thing to know and not to think about.",
            f.weak_firsts.map(|share| openings(share.value, f.firsts.len())),
        ),
        SaidFigure {
            unit: Unit::Elo,
            ..share(
                "skill", Topic::Depth, "Skill: Elo for twice the thought", "Elo a doubling",
                f.skill.map(|skill| Estimate { value: skill.doubling, interval: skill.interval, count: 2 * skill.pairs }),
                "How much stronger a player becomes who looks at twice as many positions, by matches of unequal players in pairs of games with sides changed; 100 Elo are 64 % of the points.".into(),
                "More is deeper (Thompson's depth; Althöfer's criterion that deeper search should win): chess programs gained some 80, if a ply is worth 200 and takes five to six times the work (K. Thompson, 1982); near 0 thinking does not pay.",
                f.skill.as_ref().map(depth),
            )
        },
        share(
            "hard", Topic::Depth, "Positions that are hard to see", "hard to see", f.hard,
            format!("The part of positions in which a look at {few} nodes chooses a move that, by a search of {many}, costs {} of a point or more.", percent(MISTAKE)),
            "Some but not most: Thompson (2000) asks for clarity, that people can find good moves, and for depth, that they cannot always.",
            f.hard.map(|hard| match hard.value {
                v if v < 0.03 => "The good moves are plain to see.",
                v if v < 0.25 => "There is something to find, and mostly it can be found.",
                _ => "A quick look is often wrong: the game is hard to read.",
            }.to_owned()),
        ),
        share(
            "only", Topic::Depth, "Positions with one good move", "one good move", f.only,
            format!("The part of positions with a choice in which every move but one costs {} of a point or more.", percent(MISTAKE)),
            "Some make a game sharp; where most are so, players solve puzzles rather than plan (Browne's narrowness and killer moves, 2008).",
            f.only.map(|only| match only.value {
                v if v < 0.05 => "Calm: several moves do nearly everywhere.",
                v if v < 0.4 => "Sharp now and then.",
                _ => "A tightrope: mostly one move is right.",
            }.to_owned()),
        ),
        share(
            "forced", Topic::Depth, "Forced moves", "forced", f.forced,
            "The part of moves of a game at which there was one legal move and nothing to decide; passes as a matter of form do not count.".into(),
            "Few, as a forced move is no decision; compulsory capture makes more of them, in checkers a good part.",
            f.forced.map(|forced| match forced.value {
                v if v < 0.05 => "Players nearly always have a choice.",
                v if v < 0.25 => "Some moves are forced.",
                _ => "A good part of the game plays itself.",
            }.to_owned()),
        ),
        number(
            "leads", Topic::Drama, "Lead changes a game", "lead changes", f.leads,
            format!("How often, in a game, the side that is expected to make {} of the point or more became the other one.", percent(AHEAD)),
            "About one or more: with none, whoever is ahead first wins; Browne (2008) found lead change among what people like, in moderation.",
            f.leads.map(|leads| match leads.value {
                v if v < 0.3 => "Whoever gets ahead mostly stays there.",
                v if v < 3.0 => "The lead changes hands.",
                _ => "The lead changes so often that it says little.",
            }.to_owned()),
        ),
        share(
            "comebacks", Topic::Drama, "Won from behind", "won from behind", f.comebacks,
            format!("The part of won games whose winner had been expected to make {} of the point or less.", percent(1.0 - AHEAD)),
            "Thompson's drama (2000): a player who is behind should have a chance; where half of all games turn, being ahead means nothing.",
            f.comebacks.map(|comebacks| match comebacks.value {
                v if v < 0.1 => "Who falls behind loses.",
                v if v < 0.4 => "There are comebacks.",
                _ => "Leads are not to be trusted.",
            }.to_owned()),
        ),
        share(
            "clear", Topic::Drama, "When the winner is clear", "winner clear at", f.clear,
            format!("After this part of a won game, on average, the winner is expected to make {} of the point, and from then on never less.", percent(CLEAR)),
            "Late, but before the end: Thompson's decisiveness (2000) asks for an advantage from which nobody recovers, his drama that it does not come too soon; between one half and nine tenths, as a rule of thumb.",
            f.clear.map(|clear| match clear.value {
                v if v < 0.5 => "Games are settled in their first half.",
                v if v < 0.9 => "Open for a good while, and then settled.",
                _ => "Open to the last moves.",
            }.to_owned()),
        ),
        number(
            "drag", Topic::Drama, "Moves after the decision", "moves after decision", f.drag,
            format!("How many moves of a won game were still made, on average, once the winner was {} certain.", percent(DECIDED)),
            "A handful, or a tenth of the game: what is decided should soon be over (Browne's decisiveness, 2008), unless players resign.",
            f.drag.zip(f.length).map(|(drag, length)| match drag.value / length.value.max(1.0) {
                part if part < 0.15 => "Games end soon after they are decided.",
                part if part < 0.3 => "There is some playing out.",
                _ => "Games drag on: a rule that ends them sooner may help.",
            }.to_owned()),
        ),
        share(
            "foretold", Topic::Drama, "The leader at half-time wins", "half-time leader wins", f.foretold,
            "Of the won games in which a side was ahead when half of the moves were made, the part that this side won.".into(),
            "Well above 50 %, or what players do early does not matter, and below 100 %, or the rest does not.",
            None,
        ),
        number(
            "branching", Topic::Shape, "Branching factor", "branching", f.branching,
            f.branching_spread.map_or("The number of legal moves in a position.".into(), |[low, half, high, most]| format!("The number of legal moves in a position, on average; one position in ten has {low} or fewer, half have at most {half}, one in ten more than {high}, and none that was seen more than {most}.")),
            "It says what kind of game this is rather than how good: checkers have 2.8, Connect-4 4, Othello 10, chess 35, Go 250 (Allis, 1994).",
            f.branching.map(|b| match b.value {
                v if v < 4.0 => "Few moves to choose from: players can look far ahead.",
                v if v < 50.0 => "A choice that people can survey.",
                _ => "More moves than people can look at one by one.",
            }.to_owned()),
        ),
        number(
            "length", Topic::Shape, "Length", "length", f.length,
            f.length_spread.map_or("The moves of both sides in a game.".into(), |[short, half, long]| format!("The moves of both sides in a game, on average; one game in twenty has {short} or fewer, half have at most {half}, one in twenty more than {long}.")),
            "Long enough to plan, short enough for a sitting: Connect-4 has 36, Othello 58, chess 80, Go 150 (Allis, 1994); Althöfer (2003) and Browne (2008) count games that are far from the length meant against the rules.",
            ends(report),
        ),
    ]
}

fn fairness(share: &Estimate, report: &GameReport) -> String {
    let (low, high) = share.interval.unwrap_or((0.0, 1.0));
    let found = match (low, high) {
        (low, _) if low > 0.6 => "The first player is much favoured: think of a swap rule.",
        (low, _) if low > 0.5 => "The first player is favoured.",
        (_, high) if high < 0.4 => "The second player is much favoured.",
        (_, high) if high < 0.5 => "The second player is favoured.",
        (low, high) if low >= 0.42 && high <= 0.58 => "Fair, as far as can be seen.",
        _ => "No side is favoured beyond doubt; more games would tell.",
    };
    let known = report.solved.as_ref().map(|known| {
        let who = match known.outcome {
            Outcome::Win => "the first player wins",
            Outcome::Draw => "it is a draw",
            Outcome::Loss => "the second player wins",
        };
        let source = known.source.as_ref().map_or(String::new(), |source| format!(" ({source})"));
        format!(" With perfect play {who}{source}.")
    });
    found.to_owned() + &known.unwrap_or_default()
}

fn openings(weak: f64, moves: usize) -> String {
    match weak {
        _ if moves < 3 => "There is hardly a choice of first moves.",
        0.0 => "No first move is a mistake.",
        v if v < 0.5 => "Some first moves are mistakes, most are not.",
        v if v < 0.8 => "Most first moves are mistakes.",
        _ => "Nearly all first moves are mistakes.",
    }
    .to_owned()
}

fn depth(skill: &SkillFigure) -> String {
    let least = if skill.interval.is_none() {
        " It may be more: the stronger player won nearly everything."
    } else {
        ""
    };
    let found = match skill.doubling {
        v if v < 10.0 => "Thought hardly pays: the game is simple for these players, or a matter of luck.",
        v if v < 40.0 => "Thought pays a little.",
        v if v < 100.0 => "Thought pays, as in chess.",
        _ => "Thought pays very much.",
    };
    // Ranks of skill: each beats the one below with three points of four.
    let ranks = (skill.total / 191.0).max(0.0);
    format!(
        "{found}{least} From the weakest to the strongest player that was tried there are {ranks:.1} classes, each of which makes three points of four against the one below."
    )
}

fn ends(report: &GameReport) -> Option<String> {
    let [_, repeated, cut] = report.figures.ends;
    let margin = report
        .figures
        .margin
        .map(|margin| format!("The winner's margin is {:.1} points on average.", margin.value));
    let odd = match (repeated, cut) {
        (0, 0) => None,
        (repeated, 0) => Some(format!("{} drawn by repetition.", counted_were(repeated))),
        (repeated, cut) => Some(format!(
            "{} drawn by repetition, and {} cut off as too long: a rule that ends such games is wanting.",
            counted_were(repeated),
            counted_were(cut)
        )),
    };
    match (odd, margin) {
        (None, None) => (report.figures.games > 0).then(|| "Every game came to its end by the rules.".into()),
        (odd, margin) => Some([odd, margin].into_iter().flatten().collect::<Vec<_>>().join(" ")),
    }
}

fn counted_were(count: usize) -> String {
    format!("{} {}", counted(count as u64, "game"), if count == 1 { "was" } else { "were" })
}
