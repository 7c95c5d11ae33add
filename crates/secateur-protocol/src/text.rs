//! Words and sentences on the line.

/// Cut to a length that people read, and without characters that would break the line.
pub(crate) fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let clean = |c: char| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c };
    let mut out: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push_str("...");
    }
    out
}
