//! Numbers as people read them.

/// A count with its thousands set apart: `12,345`.
pub(super) fn thousands(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number to three figures, or a whole one from a hundred on.
pub(super) fn figures(n: f64) -> String {
    match n.abs() {
        n if n >= 99.95 => thousands(n),
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
