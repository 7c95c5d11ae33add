//! Numbers as people read them.

use crate::units::thousands;

/// A number to three figures, or a whole one from a hundred on.
pub(crate) fn figures(n: f64) -> String {
    match n.abs() {
        n if n >= 99.95 => thousands(n.round() as u64),
        n if n >= 9.995 => format!("{n:.1}"),
        n if n >= 0.0995 || n == 0.0 => format!("{n:.2}"),
        n => format!("{n:.3}"),
    }
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p == 0.0 || p >= 9.95 => format!("{p:.0} %"),
        p => format!("{p:.1} %"),
    }
}
