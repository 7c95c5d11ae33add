//! What each figure of a report means, and what designers take as good.

use super::GameReport;
use super::balance::{fairness, openings};
use super::figures::{MISTAKE, SkillFigure};
use super::games::LONGEST;
use super::studies::{DEEP, QUICK};
use super::{AHEAD, CLEAR, DECIDED};
use crate::statistics::Estimate;
use crate::units::{counted, thousands};

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
    /// What was looked at: a game, a position.
    pub from: &'static str,
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
        match self.interval() {
            Some(_) if self.is_constant() => format!("{} (always)", self.number()),
            Some((low, high)) => format!("{} ({low} to {high})", self.number()),
            None => self.number(),
        }
    }

    /// The value without its interval.
    pub fn number(&self) -> String {
        let Some(Estimate { value, interval, .. }) = self.value else { return "not measured".into() };
        let unbounded = if self.unit == Unit::Elo && interval.is_none() { " at least" } else { "" };
        format!("{}{}{unbounded}", self.unit.to_places(value, self.places()), self.unit.sign())
    }

    /// The ends of the interval, as they are written.
    pub fn interval(&self) -> Option<(String, String)> {
        let (low, high) = self.value?.interval?;
        let places = self.places();
        Some((self.unit.to_places(low, places), self.unit.to_places(high, places)))
    }

    /// Whether everything that was looked at had the same value.
    pub fn is_constant(&self) -> bool {
        self.value.and_then(|value| value.interval).is_some_and(|(low, high)| high - low < 1e-9)
    }

    /// What the value is from: `from 400 games`.
    pub fn basis(&self) -> Option<String> {
        Some(format!("from {}", counted(self.value?.count as u64, self.from)))
    }

    /// The number of places behind the point that tell the ends of the interval apart, up to two more than is usual.
    fn places(&self) -> usize {
        let usual = if self.unit == Unit::Number { 1 } else { 0 };
        let Some((low, high)) = self.value.and_then(|value| value.interval) else { return usual };
        if self.is_constant() {
            return usual;
        }
        let tells = |&places: &usize| self.unit.to_places(low, places) != self.unit.to_places(high, places);
        (usual..usual + 3).find(tells).unwrap_or(usual + 2)
    }
}

impl Unit {
    /// A value without its sign, to so many places behind the point, where it is not too large for them.
    fn to_places(self, value: f64, places: usize) -> String {
        match self {
            Unit::Share => format!("{:.places$}", 100.0 * value + 0.0),
            Unit::Elo if value.abs() < 0.5 / 10f64.powi(places as i32) => format!("{:.places$}", 0.0),
            Unit::Elo => format!("{value:.places$}"),
            Unit::Number if value.abs() >= 100.0 => thousands(value.round() as u64),
            Unit::Number => format!("{value:.places$}"),
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
    let share = |key, topic, title, short, from, value, means, good, verdict| SaidFigure {
        key,
        topic,
        title,
        short,
        unit: Unit::Share,
        from,
        value,
        means,
        good,
        verdict,
    };
    let number = |key, topic, title, short, from, value, means, good, verdict| SaidFigure {
        unit: Unit::Number,
        ..share(key, topic, title, short, from, value, means, good, verdict)
    };
    vec![
        share(
            "first_player", Topic::Fairness, "First player's share", "first player", "game", first,
            format!("The part of the points that the side moving first makes in games of two equal players (the engine with {nodes} nodes a move) from openings that differ; a win is a point, a draw half of one."),
            "50 % is fair: above it the first player has the better of it, below it the second. Chess is near 54 %; from 60 % on, many designers let the second player swap sides after the first move (the pie rule). Browne (2008) measures it as balance and advantage.",
            first.map(|share| fairness(&share, report)),
        ),
        share(
            "draws", Topic::Fairness, "Draws", "draws", "game", draws,
            "The part of these games that nobody won.".into(),
            "Few: Althöfer (2003) and Browne (2008) count draws against a game, though very strong players of a fair game draw more often.",
            draws.map(|draws| match draws.value {
                v if v < 0.1 => "Hardly ever drawn.",
                v if v < 0.35 => "A good number of draws.",
                v if v < 0.6 => "About as many games are drawn as won.",
                _ => "So many draws that winning is the exception.",
            }.to_owned()),
        ),
        share(
            "weak_firsts", Topic::Fairness, "First moves that are mistakes", "bad first moves", "first move", f.weak_firsts,
            format!("The part of all first moves that cost {} of a point or more against the best one, by what a search of each with {} nodes expects.", percent(MISTAKE), thousands(f.firsts_nodes)),
            "A few do no harm; where nearly all are mistakes, the opening is a thing to know and not to think about.",
            f.weak_firsts.map(|share| openings(share.value, report)),
        ),
        SaidFigure {
            unit: Unit::Elo,
            ..share(
                "skill", Topic::Depth, "Skill: Elo for twice the thought", "Elo a doubling", "game",
                f.skill.map(|skill| Estimate { value: skill.doubling, interval: skill.interval, count: 2 * skill.pairs }),
                "How much stronger a player becomes who looks at twice as many positions. Elo is the scale of chess ratings: who has 100 more makes 64 % of the points. By matches of unequal players, in pairs of games with sides changed.".into(),
                "More is deeper (J. M. Thompson's depth; Althöfer's criterion that deeper search should win); near 0 thinking does not pay. Chess programs gained some 80: 200 for looking one move further, which took five to six times the work (K. Thompson, 1982).",
                f.skill.as_ref().map(depth),
            )
        },
        share(
            "hard", Topic::Depth, "Positions that are hard to see", "hard to see", "position", f.hard,
            format!("The part of positions in which a quick look, of {few} nodes, chooses a move that costs {} of a point or more, as a search of {many} nodes sees it.", percent(MISTAKE)),
            "Some but not most: J. M. Thompson (2000) asks for clarity, that people can find good moves, and for depth, that they cannot always.",
            f.hard.map(|hard| match hard.value {
                v if v < 0.03 => "The good moves are plain to see.",
                v if v < 0.25 => "There is something to find, and mostly it can be found.",
                _ => "A quick look is often wrong: the game is hard to read.",
            }.to_owned()),
        ),
        share(
            "only", Topic::Depth, "Positions with one good move", "one good move", "position", f.only,
            format!("The part of positions with a choice in which every move but one costs {} of a point or more, as the same search sees it.", percent(MISTAKE)),
            "Some make a game sharp; where most are so, players solve puzzles rather than plan (Browne's narrowness and killer moves, 2008).",
            f.only.map(|only| match only.value {
                v if v < 0.05 => "Calm: several moves do nearly everywhere.",
                v if v < 0.4 => "Sharp now and then.",
                _ => "A tightrope: mostly one move is right.",
            }.to_owned()),
        ),
        share(
            "forced", Topic::Depth, "Forced moves", "forced", "game", f.forced,
            "The part of the moves of a game at which one move was legal and there was nothing to decide. Where a player moves again, the other one's turn that is left out is no move.".into(),
            "Few, as a forced move is no decision; compulsory capture makes more of them, in checkers a good part.",
            f.forced.map(|forced| match forced.value {
                v if v < 0.05 => "Players nearly always have a choice.",
                v if v < 0.25 => "Some moves are forced.",
                _ => "A good part of the game plays itself.",
            }.to_owned()),
        ),
        number(
            "leads", Topic::Drama, "Lead changes a game", "lead changes", "game", f.leads,
            format!("How often, in a game, the lead went from one side to the other. A side leads if it is expected to make {} of the point or more.", percent(AHEAD)),
            "About one or more: with none, whoever is ahead first wins; Browne (2008) found lead change among what people like, in moderation.",
            f.leads.map(|leads| match leads.value {
                v if v < 0.3 => "Whoever gets ahead mostly stays there.",
                v if v < 3.0 => "The lead changes hands.",
                _ => "The lead changes so often that it says little.",
            }.to_owned()),
        ),
        share(
            "comebacks", Topic::Drama, "Won from behind", "won from behind", "won game", f.comebacks,
            format!("The part of won games whose winner had once been expected to make {} of the point or less.", percent(1.0 - AHEAD)),
            "J. M. Thompson's drama (2000): a player who is behind should have a chance; where half of all games turn, being ahead means nothing.",
            f.comebacks.map(|comebacks| match comebacks.value {
                v if v < 0.1 => "Who falls behind hardly ever wins.",
                v if v < 0.4 => "There are comebacks.",
                _ => "Leads are not to be trusted.",
            }.to_owned()),
        ),
        share(
            "clear", Topic::Drama, "When the winner is clear", "winner clear at", "won game", f.clear,
            format!("After this part of a won game, on average, the winner is expected to make {} of the point, and from then on never less. The engine sees this earlier than most people do.", percent(CLEAR)),
            "Late, but before the end: J. M. Thompson's decisiveness (2000) asks for an advantage from which nobody recovers, his drama that it does not come too soon; between one half and nine tenths, as a rule of thumb.",
            f.clear.map(|clear| match clear.value {
                v if v < 0.5 => "Games are settled in their first half.",
                v if v < 0.9 => "Open for a good while, and then settled.",
                _ => "Open to the last moves.",
            }.to_owned()),
        ),
        number(
            "drag", Topic::Drama, "Moves after the decision", "moves after decision", "won game", f.drag,
            format!(
                "How many moves of both sides were still made in a won game, on average, once the winner was expected to make {} of the point{}.",
                percent(DECIDED),
                f.decided.map_or(String::new(), |decided| format!(": {} of the game", percent(1.0 - decided.value)))
            ),
            "A handful, or a tenth of the game: what is decided should soon be over (Browne's decisiveness, 2008), unless players resign.",
            f.decided.map(|decided| match 1.0 - decided.value {
                part if part < 0.15 => "Games end soon after they are decided.",
                part if part < 0.3 => "There is some playing out.",
                _ => "Games drag on: a rule that ends them sooner may help.",
            }.to_owned()),
        ),
        share(
            "foretold", Topic::Drama, "The leader at half-time wins", "half-time leader wins", "won game", f.foretold,
            format!("Of the won games in which a side led when half of the moves were made, being expected to make {} of the point or more, the part that this side won.", percent(AHEAD)),
            "Well above 50 %, or what players do early does not matter, and below 100 %, or the rest does not.",
            f.foretold.map(|foretold| match foretold.value {
                v if v < 0.65 => "A lead at half-time says little.",
                v if v < 0.95 => "A lead at half-time counts, and can be lost.",
                _ => "Who leads at half-time wins: the second half decides hardly anything.",
            }.to_owned()),
        ),
        number(
            "branching", Topic::Shape, "Branching factor", "branching", "game", f.branching,
            f.branching_spread.map_or("The number of legal moves to choose from.".into(), |[low, half, high, most]| format!("The number of legal moves to choose from, on average. One position in ten has {low} or fewer, half have {half} or fewer, nine in ten {high} or fewer, and the most that was seen is {most}.")),
            "It says what kind of game this is rather than how good. As Allis (1994) estimates it: checkers 2.8, Connect-4 4, Othello 10, chess 35, Go 250.",
            f.branching.map(|b| match b.value {
                v if v < 4.0 => "Few moves to choose from: players can look far ahead.",
                v if v < 50.0 => "A choice that people can survey.",
                _ => "More moves than people can look at one by one.",
            }.to_owned()),
        ),
        number(
            "length", Topic::Shape, "Length in moves", "length", "game", f.length,
            f.length_spread.map_or("The moves of both sides in a game.".into(), |[short, half, long]| format!("The moves of both sides in a game, on average. One game in twenty has {short} or fewer, half have {half} or fewer, nineteen in twenty {long} or fewer.")),
            "Long enough to plan, short enough for a sitting. As Allis (1994) estimates it: Connect-4 36, Othello 58, chess 80, Go 150. Althöfer (2003) and Browne (2008) count games that are far from the length meant against the rules.",
            ends(report),
        ),
    ]
}

fn depth(skill: &SkillFigure) -> String {
    let least = if skill.interval.is_none() {
        " It may be more: the stronger player won nearly everything."
    } else {
        ""
    };
    let found = match skill.doubling {
        v if v < 10.0 => "Thought hardly pays: the game is too simple for these players, or too hard.",
        v if v < 40.0 => "Thought pays a little.",
        v if v < 100.0 => "Thought pays, as in chess.",
        _ => "Thought pays very much.",
    };
    // Ranks of skill: each beats the one below with three points of four.
    let ranks = skill.total / 191.0;
    let classes = match ranks {
        r if r < 0.1 => String::new(),
        _ => format!(
            " The strongest player that was tried is {ranks:.1} classes above the weakest, where a class makes three points of four against the one below."
        ),
    };
    format!("{found}{least}{classes}")
}

/// How games ended, and by how much.
fn ends(report: &GameReport) -> Option<String> {
    let f = &report.figures;
    let [_, repeated, cut] = f.ends;
    let ended = match (repeated, cut) {
        (0, 0) => "Every game came to its end by the rules.".to_owned(),
        (repeated, 0) => format!("{} drawn by repetition.", counted_were(repeated)),
        (repeated, cut) => {
            let repeated = match repeated {
                0 => String::new(),
                _ => format!("{} drawn by repetition, and ", counted_were(repeated)),
            };
            format!(
                "{repeated}{} cut off after {LONGEST} moves and counted as drawn: a rule that ends such games is wanting.",
                counted_were(cut)
            )
        }
    };
    let margin = (f.margin)
        .map(|margin| format!(" The winner is {:.1} ahead at the end, as the game counts.", margin.value));
    (f.games > 0).then(|| ended + &margin.unwrap_or_default())
}

fn counted_were(count: usize) -> String {
    format!("{} {}", counted(count as u64, "game"), if count == 1 { "was" } else { "were" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(unit: Unit, value: f64, interval: Option<(f64, f64)>) -> String {
        let value = Some(Estimate { value, interval, count: 12 });
        let figure = SaidFigure {
            key: "",
            topic: Topic::Shape,
            title: "",
            short: "",
            unit,
            from: "won game",
            value,
            means: String::new(),
            good: "",
            verdict: None,
        };
        assert_eq!(figure.basis().unwrap(), "from 12 won games");
        figure.says()
    }

    #[test]
    fn an_interval_is_written_so_that_its_ends_differ() {
        assert_eq!(said(Unit::Share, 0.54, Some((0.48, 0.6))), "54 % (48 to 60)");
        assert_eq!(said(Unit::Share, 0.031, Some((0.027, 0.034))), "3.1 % (2.7 to 3.4)");
        assert_eq!(said(Unit::Share, 0.0003, Some((0.0001, 0.0006))), "0.0 % (0.0 to 0.1)");
        assert_eq!(said(Unit::Number, 2.91, Some((2.88, 2.94))), "2.91 (2.88 to 2.94)");
        assert_eq!(said(Unit::Number, 5.0, Some((5.0, 5.0 + 1e-12))), "5.0 (always)");
        assert_eq!(said(Unit::Number, 250.2, Some((240.0, 260.4))), "250 (240 to 260)");
        assert_eq!(said(Unit::Elo, -0.3, Some((-12.0, 12.0))), "0 (-12 to 12)");
        assert_eq!(said(Unit::Elo, -0.3, Some((-0.4, -0.2))), "-0.3 (-0.4 to -0.2)");
        assert_eq!(said(Unit::Elo, 134.0, None), "134 at least");
        assert_eq!(said(Unit::Share, 0.85, None), "85 %");
    }
}
