//! Boards on a terminal: the sides in colours, and what has just changed stands out.

use std::io::IsTerminal;

const RESET: &str = "\x1b[0m";

/// The drawing of a position; on a terminal that wants colours (`NO_COLOR` asks for none) in colours, with
/// the cells reversed that differ from the drawing of the position before.
pub(crate) fn painted(drawing: &str, before: Option<&str>) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if plain || !std::io::stdout().is_terminal() { drawing.to_owned() } else { paint(drawing, before) }
}

fn paint(drawing: &str, before: Option<&str>) -> String {
    // Drawings of another shape have no cells in common.
    let before = before.filter(|old| {
        let widths = |text: &str| text.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
        widths(old) == widths(drawing)
    });
    let old: Vec<Vec<char>> = before.unwrap_or(drawing).lines().map(|line| line.chars().collect()).collect();
    let mut out = String::new();
    for (row, (line, old)) in drawing.lines().zip(old).enumerate() {
        if row > 0 {
            out.push('\n');
        }
        let line: Vec<char> = line.chars().collect();
        for (i, &c) in line.iter().enumerate() {
            let free = |at: Option<&char>| at.is_none_or(|c| c.is_whitespace());
            let alone = free(i.checked_sub(1).and_then(|i| line.get(i))) && free(line.get(i + 1));
            let colour = match c {
                'X' if alone => "\x1b[1;31m",
                'O' if alone => "\x1b[1;33m",
                _ => "",
            };
            let changed = if old[i] != c && !c.is_whitespace() { "\x1b[7m" } else { "" };
            match (colour, changed) {
                ("", "") => out.push(c),
                _ => out.extend([changed, colour, c.encode_utf8(&mut [0; 4]), RESET]),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_coloured_and_words_are_not() {
        assert_eq!(paint(". X\nO .", None), ". \x1b[1;31mX\x1b[0m\n\x1b[1;33mO\x1b[0m .");
        assert_eq!(paint("OX takes", None), "OX takes");
    }

    #[test]
    fn the_last_move_stands_out() {
        assert_eq!(paint("X .\n. O", Some("X .\n. .")), paint("X .\n. ", None) + "\x1b[7m\x1b[1;33mO\x1b[0m");
        assert_eq!(paint("1 |", Some("2 |")), "\x1b[7m1\x1b[0m |");
        assert_eq!(paint("1 |", Some("1 ||")), "1 |", "another shape");
    }
}
