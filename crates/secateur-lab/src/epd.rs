//! Extended Position Description: a position, and operations on it (S. J. Edwards, 1994). A file has one a
//! line.

/// A line of a file: the position's first fields, and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdRecord {
    /// The position, as fields with single spaces between.
    pub position: String,
    operations: Vec<Operation>,
}

/// Something said about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operation {
    code: String,
    operands: Vec<String>,
}

/// The number of a chess position's fields without its counters.
const FIELDS: usize = 4;

impl EpdRecord {
    /// Reads a line. A semicolon may also stand before the first operation, and be missing behind the last; move
    /// counters may follow the four fields, as in FEN. Control characters are taken for spaces.
    ///
    /// # Errors
    ///
    /// If there are fewer than four fields, or if a quote is not closed.
    pub fn read(line: &str) -> Result<EpdRecord, String> {
        let line = line.replace(char::is_control, " ");
        let mut fields = Vec::new();
        let mut rest = line.trim_start();
        while fields.len() < FIELDS + 2 {
            // Some suites have no space between no en passant square and a counter: `- -1 12`.
            let lacks_space = fields.len() == FIELDS - 1 && rest.starts_with('-');
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            let (field, after) = rest.split_at(if lacks_space { 1 } else { end });
            let is_counter = !field.is_empty() && field.chars().all(|c| c.is_ascii_digit());
            if field.is_empty() || fields.len() >= FIELDS && !is_counter {
                break;
            }
            fields.push(field);
            rest = after.trim_start();
        }
        if fields.len() < FIELDS {
            let found = fields.join(" ");
            return Err(format!("found '{found}', expected a position: pieces, side, castling, en passant"));
        }
        let operations = statements(rest)?.into_iter().filter_map(Operation::of).collect();
        Ok(EpdRecord { position: fields.join(" "), operations })
    }

    /// Returns the words behind an operation's code; none if it is not there. Of several the first one counts.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.code == code)?;
        Some(&operation.operands)
    }

    /// The operands as one text.
    pub fn text(&self, code: &str) -> Option<String> {
        self.operands(code).map(|operands| operands.join(" "))
    }

    /// The operands that are moves: without commas between them, and with signs for checks that stand apart
    /// left out.
    pub fn moves(&self, code: &str) -> Vec<String> {
        let words = self.operands(code).unwrap_or_default().iter();
        let words = words.flat_map(|operand| operand.split([',', ' ']));
        words.filter(|word| word.chars().any(char::is_alphanumeric)).map(str::to_owned).collect()
    }
}

impl Operation {
    fn of(words: Vec<String>) -> Option<Operation> {
        let mut words = words.into_iter();
        Some(Operation { code: words.next()?, operands: words.collect() })
    }
}

/// Returns the statements between semicolons, each as its words; a text in quotes is one word.
fn statements(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut statements = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word;
        if first == ';' {
            statements.push(Vec::new());
            rest = rest[1..].trim_start();
            continue;
        } else if first == '"' {
            (word, rest) =
                rest[1..].split_once('"').ok_or("found no end of a text, expected '\"' behind it")?;
        } else {
            (word, rest) =
                rest.split_at(rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len()));
        }
        if let Some(statement) = statements.last_mut() {
            statement.push(word.to_owned());
        }
        rest = rest.trim_start();
    }
    Ok(statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn suites_as_they_are_in_the_world() {
        for (line, position, best, id) in [
            (
                "8/8/8/8/8/8/8/K1k5 w - - bm Qg6; id \"WAC.001\";",
                "8/8/8/8/8/8/8/K1k5 w - -",
                &["Qg6"][..],
                "WAC.001",
            ),
            ("8/8/8 b - - ; bm Qd1 + ; id BK.01 ", "8/8/8 b - -", &["Qd1"], "BK.01"),
            ("8/8/8 b kq - 1 10 ; bm Nh6; am Ne5 ", "8/8/8 b kq - 1 10", &["Nh6"], ""),
            ("8/8 w HAha e3;bm Rb6 Rg5+, Ra1;id \"a; b\" ", "8/8 w HAha e3", &["Rb6", "Rg5+", "Ra1"], "a; b"),
            ("8/8\tw  -  -   0 1", "8/8 w - - 0 1", &[], ""),
            ("8/8 w - -1 12 ; bm b4", "8/8 w - - 1 12", &["b4"], ""),
            ("8/8 w - - 0 1 ; bm Qb3\0 ", "8/8 w - - 0 1", &["Qb3"], ""),
            ("8/8 w - - bm O-O; bm Kf1; id \"\"", "8/8 w - -", &["O-O"], ""),
        ] {
            let record = EpdRecord::read(line).unwrap();
            assert_eq!(record.position, position);
            assert_eq!(record.moves("bm"), best, "{line}");
            assert_eq!(record.text("id").unwrap_or_default(), id);
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        assert!(EpdRecord::read("").unwrap_err().starts_with("found '', expected a position"));
        assert!(EpdRecord::read("8/8 w - ; bm e4").unwrap_err().starts_with("found '8/8 w -', expected"));
        assert!(EpdRecord::read("8/8 w - - id \"a").unwrap_err().starts_with("found no end of a text"));
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in ".{0,80}", tail in "[ ;\"a-z0-9=,+-]{0,40}") {
            let _ = EpdRecord::read(&line);
            if let Ok(record) = EpdRecord::read(&format!("{START} {tail}")) {
                prop_assert!(record.position.starts_with(START));
            }
        }

        #[test]
        fn what_is_written_is_read(
            operations in prop::collection::btree_map("[a-z][a-z0-9]{0,3}", prop::collection::vec("[A-Za-z0-9 ,;=+]{0,12}", 0..4), 0..5),
        ) {
            let mut line = START.to_owned();
            for (code, operands) in &operations {
                line += &format!(" {code}");
                operands.iter().for_each(|operand| line += &format!(" \"{operand}\""));
                line += ";";
            }
            let record = EpdRecord::read(&line).unwrap();
            prop_assert_eq!(&record.position, START);
            for (code, operands) in &operations {
                prop_assert_eq!(record.operands(code), Some(&operands[..]));
            }
        }
    }
}
