//! Static values that are sums, in the form that tuning needs.
//!
//! A linear evaluation counts things, each for the side to move minus the same for the opponent, and adds the counts up,
//! each times a weight. A game that says which ([`Notation::weights`](crate::Notation::weights),
//! [`Notation::features`](crate::Notation::features)) can have its weights fitted to games: `secateur tune eval`.

/// A weight of a linear evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The name of what it weighs. Weights that follow each other under one name are a group, counted from 0.
    pub group: &'static str,
    /// Points for each, as the game begins and as it ends.
    pub value: [i32; 2],
    /// Whether it follows the one before it, like the next point of a curve.
    pub curve: bool,
}

impl Weight {
    /// A weight that is the same from beginning to end, and follows no other.
    ///
    /// ```
    /// use secateur_games::linear::Weight;
    ///
    /// assert_eq!(Weight::of("mobility", 7).value, [7, 7]);
    /// ```
    pub fn of(group: &'static str, points: i32) -> Weight {
        Weight { group, value: [points; 2], curve: false }
    }
}

/// The number of times that a weight counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Its place among the weights.
    pub index: u16,
    /// The count, for the side to move minus the opponent.
    pub count: i16,
}

/// A position as a linear evaluation sees it.
///
/// ```
/// use secateur_games::{Notation, linear::{Features, Weight}};
///
/// let weights = [Weight::of("stones", 10), Weight { value: [5, -5], ..Weight::of("centre", 0) }];
/// // Two stones ahead, and one less in the centre, half-way through the game.
/// let features = Features::new([2, -1]).at(0.5);
/// assert_eq!(features.value(&weights), 20.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// The weights that count, in ascending order.
    pub counts: Vec<Count>,
    /// The factor of the points of the beginning, 0 to 1.
    pub first: f32,
    /// The factor of the points of the end, 0 to 1: if the side to move is ahead by such points, or the opponent.
    pub last: [f32; 2],
}

impl Features {
    /// Features of these counts, one for each weight, as the game begins.
    pub fn new(counts: impl IntoIterator<Item = i32>) -> Features {
        let counts = (0..).zip(counts).filter(|&(_, count)| count != 0);
        let narrow = |n: i32| n.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let counts = counts.map(|(index, count)| Count { index, count: narrow(count) }).collect();
        Features { counts, first: 1.0, last: [0.0; 2] }
    }

    /// The same features, with the share `gone` of the game gone, 0 to 1.
    pub fn at(self, gone: f32) -> Features {
        Features { first: 1.0 - gone, last: [gone; 2], ..self }
    }

    /// The same features for the opponent.
    pub fn reversed(mut self) -> Features {
        self.counts.iter_mut().for_each(|term| term.count = -term.count);
        self.last.reverse();
        self
    }

    /// The value for the side to move, in points.
    pub fn value(&self, weights: &[Weight]) -> f32 {
        let sum = |kind: usize| -> f32 {
            let points =
                |term: &Count| weights[usize::from(term.index)].value[kind] as f32 * f32::from(term.count);
            self.counts.iter().map(points).sum()
        };
        let end = sum(1);
        sum(0) * self.first + end * self.last[usize::from(end < 0.0)]
    }
}

/// One line per weight: its name, and its points as the game begins and as it ends where they differ.
pub(crate) fn listed(weights: &[Weight], points: &[[i32; 2]]) -> String {
    let mut text = String::new();
    let mut place = 0;
    for (i, (weight, &[first, last])) in weights.iter().zip(points).enumerate() {
        let alone = |j: Option<usize>| j.and_then(|j| weights.get(j)).is_none_or(|w| w.group != weight.group);
        let (begins, ends) = (alone(i.checked_sub(1)), alone(Some(i + 1)));
        place = if begins { 0 } else { place + 1 };
        let number = if begins && ends { String::new() } else { format!(" {place}") };
        let end = if first == last { String::new() } else { format!("/{last}") };
        text.push_str(&format!("{}{number} = {first}{end}\n", weight.group));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_listed_by_group() {
        let weights = ["men", "row", "row", "tempo"].map(|group| Weight::of(group, 1));
        let text = listed(&weights, &[[100, 100], [5, 8], [0, 0], [-3, 3]]);
        assert_eq!(text, "men = 100\nrow 0 = 5/8\nrow 1 = 0\ntempo = -3/3\n");
    }
}
