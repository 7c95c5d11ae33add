//! Licence expressions as SPDX writes them: names, `OR`, `AND`, `WITH`, brackets. `AND` binds tighter
//! than `OR`. The old form `MIT/Apache-2.0` means `OR`.

/// Whether an expression can be satisfied with allowed licences alone; none if it is no expression.
///
/// A name with an exception, `X WITH Y`, is allowed where `X` is, since exceptions only add permissions,
/// or where the list has the whole of it.
pub(crate) fn satisfied(expression: &str, allowed: &[String]) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { tokens: &tokens, allowed };
    let answer = parser.any()?;
    parser.tokens.is_empty().then_some(answer)
}

struct Parser<'a> {
    tokens: &'a [&'a str],
    allowed: &'a [String],
}

impl Parser<'_> {
    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.first() == Some(&token);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn any(&mut self) -> Option<bool> {
        let mut answer = self.all()?;
        while self.take("OR") {
            answer |= self.all()?;
        }
        Some(answer)
    }

    fn all(&mut self) -> Option<bool> {
        let mut answer = self.one()?;
        while self.take("AND") {
            answer &= self.one()?;
        }
        Some(answer)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let answer = self.any()?;
            return self.take(")").then_some(answer);
        }
        let (&name, rest) = self.tokens.split_first()?;
        if matches!(name, "OR" | "AND" | "WITH" | ")") {
            return None;
        }
        self.tokens = rest;
        let mut whole = name.to_owned();
        if self.take("WITH") {
            let (&exception, rest) = self.tokens.split_first()?;
            self.tokens = rest;
            whole = format!("{name} WITH {exception}");
        }
        Some(self.allowed.iter().any(|a| a == name || *a == whole))
    }
}

#[cfg(test)]
mod tests {
    use super::satisfied;

    #[test]
    fn expressions() {
        let allowed: Vec<String> = ["MIT", "Apache-2.0", "Unicode-3.0"].map(String::from).into();
        let cases = [
            ("MIT", Some(true)),
            ("GPL-3.0-only", Some(false)),
            ("MIT OR GPL-3.0-only", Some(true)),
            ("MIT/Apache-2.0", Some(true)),
            ("MIT AND GPL-3.0-only", Some(false)),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", Some(true)),
            ("(MIT OR Apache-2.0) AND NCSA", Some(false)),
            ("GPL-2.0-only OR MIT AND NCSA", Some(false)),
            ("Apache-2.0 WITH LLVM-exception OR NCSA", Some(true)),
            ("(MIT", None),
            ("MIT Apache-2.0", None),
            ("OR MIT", None),
            ("", None),
        ];
        for (expression, expected) in cases {
            assert_eq!(satisfied(expression, &allowed), expected, "{expression}");
        }
    }
}
