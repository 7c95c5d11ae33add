//! Lines of the Hub protocol: a command, then arguments with values or without.

use crate::text::one_line;

/// A line that is read.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) command: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Line<'a> {
    /// Reads `command name=value name="a value" name`. A quotation that is not closed goes to the end of the line.
    pub(super) fn read(line: &'a str) -> Line<'a> {
        let (command, mut rest) = word(line.trim(), char::is_whitespace);
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Line { command, arguments };
            }
            let (name, after) = word(rest, |c| c == '=' || c.is_whitespace());
            let (value, after) = match after.strip_prefix('=') {
                None => ("", after),
                Some(quoted) if quoted.starts_with('"') => {
                    let (value, after) = word(&quoted[1..], |c| c == '"');
                    (value, after.strip_prefix('"').unwrap_or_default())
                }
                Some(plain) => word(plain, char::is_whitespace),
            };
            arguments.push((name, value));
            rest = after;
        }
    }

    /// The value of an argument, empty where it has none; none if there is no such argument.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }
}

/// The text up to a character of this kind, and what follows.
fn word(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// A value as it is written, within quotation marks where it needs them.
pub(super) fn value(text: &str) -> String {
    let text = one_line(text).replace('"', "'");
    let plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '=');
    if plain { text } else { format!("\"{text}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_quoted_or_missing() {
        let line = Line::read(" pos  pos=We moves=\"32-28 17-22\" start empty=\"\" last=\"a b");
        assert_eq!(line.command, "pos");
        let names = ["pos", "moves", "start", "empty", "last", "more"];
        let values = names.map(|name| line.get(name));
        assert_eq!(values, [Some("We"), Some("32-28 17-22"), Some(""), Some(""), Some("a b"), None]);
        for odd in ["", "=", "a =", "a = =", "\"", "a \"b\"=\"c\"d", "x=\u{e9} \u{2003}"] {
            let _ = Line::read(odd);
        }
    }

    #[test]
    fn values_are_written_so_that_they_are_read() {
        for text in ["", "a", "a b", "a=b", "\u{e9}", "x  y"] {
            let written = format!("c name={} more", value(text));
            let line = Line::read(&written);
            assert_eq!((line.get("name"), line.get("more")), (Some(text), Some("")));
        }
        assert_eq!(value("say \"no\"\n"), "\"say 'no' \"");
    }
}
