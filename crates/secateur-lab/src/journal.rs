//! Long work on disk: a line that says how it was done, then a line for each piece of it.
//!
//! A line is written at once and counts when it is complete, so that whatever ends the process, no piece before
//! the last one is lost.

use secateur_games::Unreadable;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a journal holds, and how such files begin.
#[derive(Copy, Clone, Debug)]
pub struct Kind {
    /// The pieces, in the plural.
    pub what: &'static str,
    /// What the first line begins with. The terms follow, with blanks between.
    pub format: &'static str,
}

/// A file that more lines can be added to.
///
/// ```
/// use secateur_lab::journal::{Journal, Kind};
///
/// let squares = Kind { what: "squares", format: "squares-1" };
/// let path = std::env::temp_dir().join(format!("secateur-squares-{}", std::process::id()));
/// let (mut journal, known) = Journal::open(&path, squares, "to=9").unwrap();
/// assert!(known.is_empty());
/// journal.add("4").unwrap();
/// drop(journal); // whatever ends it
/// let (_, known) = Journal::open(&path, squares, "to=9").unwrap();
/// assert_eq!(known, ["4"]);
/// let error = Journal::open(&path, squares, "to=16").unwrap_err().to_string();
/// assert!(error.ends_with("were made with to=9, expected to=16: keep these elsewhere"), "{error}");
/// # std::fs::remove_file(path).unwrap();
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file, or makes it, and reads its lines after the first. A last line that is not complete is cut
    /// off.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, if it is of another kind, or if what it holds was
    /// made on other terms.
    pub fn open(path: &Path, kind: Kind, terms: &str) -> Result<(Journal, Vec<String>), Unreadable> {
        let failed = |e: io::Error| Unreadable(format!("{}: {e}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| Unreadable(format!("{}: {e}", folder.display())))?;
        }
        let text = match fs::read_to_string(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(failed)?,
        };
        let first = format!("{} {terms}", kind.format);
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !first.starts_with(&*text) {
            return Err(kind.refuse(path));
        }
        let lines = if whole == 0 { Vec::new() } else { kind.split(path, &text[..whole], Some(terms))? };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        if whole == 0 {
            file.write_all(format!("{first}\n").as_bytes()).map_err(failed)?;
        }
        Ok((Journal { path: path.to_owned(), file }, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), Unreadable> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|e| Unreadable(format!("{}: {e}", self.path.display())))
    }
}

impl Kind {
    /// The complete lines of a file after the first, on whatever terms they were made.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read, or is of another kind.
    pub fn load(self, path: &Path) -> Result<Vec<String>, Unreadable> {
        let text = fs::read_to_string(path).map_err(|e| Unreadable(format!("{}: {e}", path.display())))?;
        self.split(path, &text[..text.rfind('\n').map_or(0, |end| end + 1)], None)
    }

    fn refuse(self, path: &Path) -> Unreadable {
        let Kind { what, format } = self;
        Unreadable(format!("{} is no file of {what}, which begins with '{format}'", path.display()))
    }

    /// The lines after the first, which has to name the terms if any are.
    fn split(self, path: &Path, text: &str, terms: Option<&str>) -> Result<Vec<String>, Unreadable> {
        let mut lines = text.lines();
        let first = lines.next().and_then(|line| line.strip_prefix(self.format)?.strip_prefix(' '));
        let Some(found) = first else { return Err(self.refuse(path)) };
        if let Some(wanted) = terms.filter(|&wanted| wanted != found) {
            let differs = found.split(' ').zip(wanted.split(' ')).find(|(found, wanted)| found != wanted);
            let (found, wanted) = differs.unwrap_or((found, wanted));
            return Err(Unreadable(format!(
                "the {} in {} were made with {found}, expected {wanted}: keep these elsewhere",
                self.what,
                path.display()
            )));
        }
        Ok(lines.map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { what: "things", format: "things-1" };

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("secateur-journal-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn whatever_is_cut_off_whole_lines_stay() {
        let path = file("cut");
        let (mut journal, _) = Journal::open(&path, KIND, "a=1 b=2").unwrap();
        ["one", "two", "three"].iter().for_each(|line| journal.add(line).unwrap());
        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, lines) = Journal::open(&path, KIND, "a=1 b=2").unwrap();
            let ends = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines, ["one", "two", "three"][..ends.saturating_sub(1)], "cut at {cut}");
            ["one", "two", "three"][lines.len()..].iter().for_each(|line| journal.add(line).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_files_and_other_terms_are_refused() {
        let path = file("other");
        Journal::open(&path, KIND, "a=1 b=2").unwrap().0.add("one").unwrap();
        let error = Journal::open(&path, KIND, "a=1 b=3").unwrap_err().0;
        assert!(error.ends_with("were made with b=2, expected b=3: keep these elsewhere"), "{error}");
        assert_eq!(KIND.load(&path).unwrap(), ["one"]);
        fs::write(&path, "something else").unwrap();
        let error = Journal::open(&path, KIND, "a=1 b=2").unwrap_err().0;
        assert!(error.ends_with("is no file of things, which begins with 'things-1'"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"something else");
        fs::remove_file(path).unwrap();
    }
}
