//! The sizes of boards that a game is played on, said in a sentence.

/// Larger boards than this, in either direction, are not looked for.
const LARGEST: u32 = 128;

/// No more sizes than this are told one by one.
const FEW: usize = 3;

/// The size that a text names, `7x6`: columns, then rows. A number that is too large for any board stays one.
pub(crate) fn size(text: &str) -> Option<(u32, u32)> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(u32::MAX))
    };
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}

/// What the sizes have in common for which `has` says that there is a board of those columns and rows: `4 to 11 columns,
/// 4 to 11 rows`. None if there is no board at all.
pub(crate) fn described(has: impl Fn(u32, u32) -> bool) -> Option<String> {
    let all = (1..=LARGEST).flat_map(|columns| (1..=LARGEST).map(move |rows| (columns, rows)));
    let sizes: Vec<(u32, u32)> = all.filter(|&(columns, rows)| has(columns, rows)).collect();
    let range = |side: fn(&(u32, u32)) -> u32| {
        let sides = || sizes.iter().map(side);
        Some(sides().min()?..=sides().max()?)
    };
    if sizes.len() <= FEW {
        let sizes: Vec<String> = sizes.iter().map(|(columns, rows)| format!("{columns}x{rows}")).collect();
        return Some(sizes.join(" or ")).filter(|sizes| !sizes.is_empty());
    }
    let (columns, rows) = (range(|&(columns, _)| columns)?, range(|&(_, rows)| rows)?);
    let most = |measure: fn(u32, u32) -> u32| sizes.iter().map(|&(c, r)| measure(c, r)).max();
    let says_all = |rule: &dyn Fn(u32, u32) -> bool| {
        let within = columns.clone().flat_map(|c| rows.clone().map(move |r| (c, r)));
        within.filter(|&(c, r)| rule(c, r)).eq(sizes.iter().copied())
    };
    let (cells, with_spare) = (most(|c, r| c * r)?, most(|c, r| c * (r + 1))?);
    let further = if says_all(&|_, _| true) {
        String::new()
    } else if says_all(&|c, r| c == r) {
        ", as many columns as rows".into()
    } else if says_all(&|c, r| c * (r + 1) <= with_spare) {
        format!(", at most {with_spare} cells with a spare one for each column")
    } else {
        format!(", at most {cells} cells")
    };
    let ends = |side: std::ops::RangeInclusive<u32>| format!("{} to {}", side.start(), side.end());
    Some(format!("{} columns, {} rows{further}", ends(columns), ends(rows)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_described() {
        assert_eq!(described(|_, _| false), None);
        let described = |has: fn(u32, u32) -> bool| described(has).unwrap();
        assert_eq!(described(|c, r| c == r && [4, 6, 8].contains(&c)), "4x4 or 6x6 or 8x8");
        assert_eq!(described(|c, r| c.max(r) <= 11), "1 to 11 columns, 1 to 11 rows");
        assert_eq!(
            described(|c, r| c == r && c > 1 && c < 9),
            "2 to 8 columns, 2 to 8 rows, as many columns as rows"
        );
        assert_eq!(
            described(|c, r| (1..5).contains(&c) && r >= 1 && c * (r + 1) <= 20),
            "1 to 4 columns, 1 to 19 rows, at most 20 cells with a spare one for each column"
        );
        let breakthrough = |c, r| c >= 2 && r >= 4 && c * r <= 64;
        assert_eq!(described(breakthrough), "2 to 16 columns, 4 to 32 rows, at most 64 cells");
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("7x6"), Some((7, 6)));
        assert_eq!(size("99999999999x0"), Some((u32::MAX, 0)));
        assert!(
            ["", "x", "7x", "x6", "7x6x5", "-1x4", "+1x4", "7 x6", "axb"]
                .iter()
                .all(|text| size(text).is_none())
        );
    }
}
