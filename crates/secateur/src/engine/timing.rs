//! The stretching of the clock by the course of the search.

use super::numbers::numbers;
use super::{Effort, Engine, Recipe};
use crate::Hints;

numbers! {
    /// Timing: the time meant for a move is stretched while the best move changes, has few of the nodes behind it, or
    /// drops in value, and shortened where all is clear. The engine itself has no clock: whoever has it calls
    /// [`Engine::stretch`].
    ///
    /// Source: R. Hyatt, *Using time wisely*, 1984; by the best move's share of the nodes as in many engines of today.
    Timing {
        /// hundredths of the time meant, while the best move has just changed
        changed: 160, 100..=250, 5;
        /// hundredths of the time meant, when the best move has been so for one iteration more
        once: 120, 80..=200, 5;
        /// hundredths of the time meant, when the best move has been so for two iterations more
        twice: 100, 60..=150, 5;
        /// hundredths of the time meant, when the best move has been so for three iterations more
        thrice: 90, 50..=150, 5;
        /// hundredths of the time meant, when the best move has been so for four iterations more
        four_times: 85, 40..=150, 5;
        /// hundredths of the time meant, when the best move has been so for five iterations more, or longer
        settled: 80, 40..=150, 5;
        /// hundredths for a best move without any of the nodes; one less for every hundredth of them that it has
        share: 160, 110..=250, 5;
        /// hundredths more for every unit that the value has dropped
        drop: 80, 0..=200, 5;
        /// the least factor that a drop, or a rise, gives, in hundredths
        least_drop: 85, 50..=100, 5;
        /// the greatest factor that a drop gives, in hundredths
        most_drop: 170, 100..=300, 5;
        /// the least factor of all together, in hundredths
        least: 25, 5..=100, 5;
        /// the greatest factor of all together, in hundredths
        most: 280, 100..=500, 10;
    }
}

impl Timing {
    /// The factor by which to stretch the time that was meant for the move: more than 1 for a hard choice, less for an
    /// easy one.
    ///
    /// ```
    /// use secateur::engine::{Effort, Timing};
    ///
    /// let clear = Effort { share: 0.9, stable: 6, drop: 0.0 };
    /// let troubled = Effort { share: 0.3, stable: 0, drop: 0.5 };
    /// assert!(Timing::STANDARD.stretch(clear) < 0.7 && Timing::STANDARD.stretch(troubled) > 2.0);
    /// ```
    pub fn stretch(&self, effort: Effort) -> f64 {
        let part = |hundredths: i32| f64::from(hundredths) / 100.0;
        let stable = [self.changed, self.once, self.twice, self.thrice, self.four_times, self.settled];
        let changes = part(stable[effort.stable.min(5) as usize]);
        let share = part(self.share) - effort.share;
        let drop = (1.0 + effort.drop * part(self.drop)).clamp(part(self.least_drop), part(self.most_drop));
        (changes * share * drop).clamp(part(self.least), part(self.most))
    }
}

impl<G: Hints, E, R: Recipe, W, S> Engine<G, E, R, W, S> {
    /// The factor by which to stretch the time that was meant for a move ([`Timing::stretch`]); 1 where the recipe has no
    /// timing.
    pub fn stretch(&self, effort: Effort) -> f64 {
        self.recipe.timing().map_or(1.0, |timing| timing.stretch(effort))
    }
}
