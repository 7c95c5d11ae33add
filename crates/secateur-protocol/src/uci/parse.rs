//! A line as a command.

/// The command of a line. Its arguments are read by the code that carries it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// `uci`: name the program and its options.
    Introduce,
    /// `isready`: answer once everything before is done.
    Prepare,
    /// `setoption`, with its arguments.
    Set(Vec<&'a str>),
    /// `ucinewgame`.
    NewGame,
    /// `position`, with its arguments.
    Position(Vec<&'a str>),
    /// `go`, with its arguments.
    Go(Vec<&'a str>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the opponent has made the move that was expected.
    Hit,
    /// `d` or `print`: draw the board.
    Draw,
    /// `quit`.
    Quit,
}

impl<'a> Command<'a> {
    /// The first word of the line that is a command; none if no word is one, or one without effect (`debug`,
    /// `register`).
    pub(super) fn read(line: &'a str) -> Option<Command<'a>> {
        let mut words = line.split_whitespace();
        loop {
            return Some(match words.next()? {
                "uci" => Command::Introduce,
                "isready" => Command::Prepare,
                "setoption" => Command::Set(words.collect()),
                "ucinewgame" => Command::NewGame,
                "position" => Command::Position(words.collect()),
                "go" => Command::Go(words.collect()),
                "stop" => Command::Stop,
                "ponderhit" => Command::Hit,
                "d" | "print" => Command::Draw,
                "quit" => Command::Quit,
                "debug" | "register" => return None,
                _ => continue,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Command::{self, *};

    #[test]
    fn the_first_word_known_is_the_command() {
        assert_eq!(Command::read("  joho\tgo  infinite \r"), Some(Go(vec!["infinite"])));
        assert_eq!(Command::read("uci isready"), Some(Introduce));
        assert_eq!(Command::read("setoption name Clear Hash"), Some(Set(vec!["name", "Clear", "Hash"])));
        for nothing in ["", " \t\r", "UCI", "debug on", "register name quit", "go! stop!"] {
            assert_eq!(Command::read(nothing), None, "{nothing}");
        }
    }
}
