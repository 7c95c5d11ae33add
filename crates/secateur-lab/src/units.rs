//! Numbers as people write and read them.

use secateur_games::Unreadable;

/// Splits a number from the unit behind it, which may be empty; none if it begins with no number.
///
/// ```
/// use secateur_lab::units::number_and_unit;
///
/// assert_eq!(number_and_unit("1.5 GiB"), Some((1.5, "GiB")));
/// assert_eq!(number_and_unit("much"), None);
/// ```
pub fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim_start()))
}

/// A size in bytes: `64MiB`, `1GiB`, `500kB`, `65536`.
///
/// # Errors
///
/// One that says what was expected, also of less than a KiB.
///
/// ```
/// use secateur_lab::units::bytes;
///
/// assert_eq!(bytes("64MiB"), Ok(64 << 20));
/// assert_eq!(bytes("12").unwrap_err().to_string(), "expected a size of 1KiB at least");
/// ```
pub fn bytes(text: &str) -> Result<usize, Unreadable> {
    let expected = || Unreadable("expected a size such as 64MiB, 1GiB or 500kB".into());
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let size = number
        * match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 1.0,
            "kb" => 1e3,
            "mb" => 1e6,
            "gb" => 1e9,
            "tb" => 1e12,
            "kib" | "k" => 1024.0,
            "mib" | "m" => 1024f64.powi(2),
            "gib" | "g" => 1024f64.powi(3),
            "tib" | "t" => 1024f64.powi(4),
            _ => return Err(expected()),
        };
    // A number beyond the scale becomes the largest there is, which no machine has.
    if size >= 1024.0 {
        Ok(size as usize)
    } else {
        Err(Unreadable("expected a size of 1KiB at least".into()))
    }
}

/// A size in words, to one place: `64 MiB`, `1.5 GiB`.
///
/// ```
/// use secateur_lab::units::size;
///
/// let sizes = [1000, 64 << 20, 3 << 29, u64::MAX].map(size);
/// assert_eq!(sizes, ["1000 bytes", "64 MiB", "1.5 GiB", "16 EiB"]);
/// ```
pub fn size(bytes: u64) -> String {
    let (mut size, mut unit) = (bytes as f64, 0);
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    while size >= 1024.0 && unit + 1 < units.len() {
        (size, unit) = (size / 1024.0, unit + 1);
    }
    // No zero behind the point.
    format!("{} {}", (size * 10.0).floor() / 10.0, units[unit])
}

/// A count with its thousands set apart.
///
/// ```
/// use secateur_lab::units::thousands;
///
/// assert_eq!((thousands(12), thousands(1_234_567)), ("12".to_string(), "1,234,567".to_string()));
/// ```
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 position`, `2 positions`, `3 plies`.
///
/// ```
/// use secateur_lab::units::counted;
///
/// assert_eq!([counted(1, "ply"), counted(3, "ply")], ["1 ply", "3 plies"]);
/// ```
pub fn counted(n: u64, thing: &str) -> String {
    let things = match thing {
        _ if n == 1 => thing.to_owned(),
        "leaf" => "leaves".to_owned(),
        "ply" => "plies".to_owned(),
        _ => format!("{thing}s"),
    };
    format!("{} {things}", thousands(n))
}

/// A time in milliseconds as people say it: `12.3 ms`, `4.56 s`.
///
/// ```
/// use secateur_lab::units::milliseconds;
///
/// assert_eq!([milliseconds(0.2), milliseconds(4_560.0)], ["200 us", "4.56 s"]);
/// ```
pub fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{:.0} us", ms * 1e3),
        ms if ms < 1e3 => format!("{ms:.1} ms"),
        ms if ms < 120e3 => format!("{:.2} s", ms / 1e3),
        ms => format!("{:.1} min", ms / 60e3),
    }
}
