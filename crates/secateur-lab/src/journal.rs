//! Long work on disk: a line that says how it was done, then a line for each piece of it.
//!
//! A line is written at once and counts when it is complete, so that whatever ends the process, no piece before
//! the last one is lost. Behind it stands its checksum, after a tabulator: a line that was altered is found. Nobody
//! else may add lines meanwhile.

use crate::error::Error;
use crate::files::{fingerprint, lock};
use secateur_games::Unreadable;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The contents of a journal, and the first words of such files.
#[derive(Copy, Clone, Debug)]
pub struct JournalKind {
    /// The pieces, in the plural.
    pub what: &'static str,
    /// The first words of the first line. The terms follow, with blanks between.
    pub format: &'static str,
    /// Whether each line has its checksum behind it. Files of others are read as well, and go on without.
    pub checked: bool,
}

/// The end of the first line where the others have checksums.
const CHECKED: &str = " checked";

/// A file that more lines can be added to.
///
/// ```
/// use secateur_lab::journal::{Journal, JournalKind};
///
/// let squares = JournalKind { what: "squares", format: "squares-1", checked: true };
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
    checked: bool,
}

impl Journal {
    /// Opens a file, or makes it, and reads its lines after the first. A last line that is not complete is cut
    /// off. As long as the journal is there, the file is locked.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, if another process works on it, if it is of another kind,
    /// if what it holds was made on other terms, or if a line was altered.
    pub fn open(path: &Path, kind: JournalKind, terms: &str) -> Result<(Journal, Vec<String>), Error> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        check_file(path)?;
        let file = OpenOptions::new().create(true).append(true).read(true).open(path);
        let mut file = file.map_err(Error::write(path))?;
        lock(path, &file)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(Error::read(path))?;
        let first = format!("{} {terms}{}", kind.format, if kind.checked { CHECKED } else { "" });
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !first.starts_with(&*text) {
            return Err(kind.refuse(path).into());
        }
        let (lines, checked) = match whole {
            0 => (Vec::new(), kind.checked),
            whole => kind.split(path, &text[..whole], Some(terms))?,
        };
        if whole < text.len() {
            file.set_len(whole as u64).map_err(Error::write(path))?;
        }
        if whole == 0 {
            file.write_all(format!("{first}\n").as_bytes()).map_err(Error::write(path))?;
        }
        Ok((Journal { path: path.to_owned(), file, checked }, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), Error> {
        let written = match self.checked {
            true => format!("{line}\t{:016x}\n", fingerprint(line)),
            false => format!("{line}\n"),
        };
        self.file.write_all(written.as_bytes()).map_err(Error::write(&self.path))
    }
}

/// Complains of what lines cannot be added to and read back, such as a pipe, which would never end.
fn check_file(path: &Path) -> Result<(), Unreadable> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(Unreadable(format!("{} is no file, expected one, or a new name", path.display())))
        }
        _ => Ok(()),
    }
}

impl JournalKind {
    /// The complete lines of a file after the first, on whatever terms they were made.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read, is of another kind, or was altered.
    pub fn load(self, path: &Path) -> Result<Vec<String>, Error> {
        check_file(path)?;
        self.lines(path, &fs::read_to_string(path).map_err(Error::read(path))?)
    }

    /// The complete lines after the first of a text that was read from this path, as [`JournalKind::load`] gives them: a
    /// pipe can be read only once.
    ///
    /// # Errors
    ///
    /// One sentence if the text is of another kind, or was altered.
    pub(crate) fn lines(self, path: &Path, text: &str) -> Result<Vec<String>, Error> {
        Ok(self.split(path, &text[..text.rfind('\n').map_or(0, |end| end + 1)], None)?.0)
    }

    fn refuse(self, path: &Path) -> Unreadable {
        let JournalKind { what, format, .. } = self;
        Unreadable(format!("{} is no file of {what}, which begins with '{format}'", path.display()))
    }

    /// The lines after the first, which has to name the terms if any are; and whether they had checksums.
    fn split(self, path: &Path, text: &str, terms: Option<&str>) -> Result<(Vec<String>, bool), Error> {
        let mut lines = text.lines();
        let first = lines.next().and_then(|line| line.strip_prefix(self.format)?.strip_prefix(' '));
        let Some(found) = first else { return Err(self.refuse(path).into()) };
        let (found, checked) = match found.strip_suffix(CHECKED) {
            Some(found) if self.checked => (found, true),
            _ => (found, false),
        };
        if let Some(wanted) = terms.filter(|&wanted| wanted != found) {
            let differs = found.split(' ').zip(wanted.split(' ')).find(|(found, wanted)| found != wanted);
            let (found, wanted) = differs.unwrap_or((found, wanted));
            return Err(Error::Unreadable(Unreadable(format!(
                "the {} in {} were made with {found}, expected {wanted}: keep these elsewhere",
                self.what,
                path.display()
            ))));
        }
        let read = |(number, line): (usize, &str)| match checked {
            true => unaltered(line)
                .ok_or_else(|| Error::altered(path, format!("line {number}"), "the line as it was written")),
            false => Ok(line.to_owned()),
        };
        Ok(((2..).zip(lines).map(read).collect::<Result<_, _>>()?, checked))
    }
}

/// A line without its checksum, if that matches.
fn unaltered(line: &str) -> Option<String> {
    let (line, sum) = line.rsplit_once('\t')?;
    (sum == format!("{:016x}", fingerprint(line))).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: JournalKind = JournalKind { what: "things", format: "things-1", checked: true };

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
        drop(journal);
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
        let error = Journal::open(&path, KIND, "a=1 b=3").unwrap_err().to_string();
        assert!(error.ends_with("were made with b=2, expected b=3: keep these elsewhere"), "{error}");
        assert_eq!(KIND.load(&path).unwrap(), ["one"]);
        fs::write(&path, "something else").unwrap();
        let error = Journal::open(&path, KIND, "a=1 b=2").unwrap_err().to_string();
        assert!(error.ends_with("is no file of things, which begins with 'things-1'"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"something else");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn an_altered_line_is_found_and_old_files_are_read() {
        let path = file("altered");
        let (mut journal, _) = Journal::open(&path, KIND, "a=1").unwrap();
        ["one", "two"].iter().for_each(|line| journal.add(line).unwrap());
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for bit in 0..8 * whole.len() {
            let mut altered = whole.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &altered).unwrap();
            match Journal::open(&path, KIND, "a=1") {
                // The end of the last line is gone: it counts as not written.
                Ok((_, lines)) => assert!(lines == ["one"] && bit / 8 == whole.len() - 1, "bit {bit}"),
                Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
        // Lines of a program that knew no checksums.
        fs::write(&path, "things-1 a=1\none\n").unwrap();
        Journal::open(&path, KIND, "a=1").unwrap().0.add("two").unwrap();
        assert_eq!(KIND.load(&path).unwrap(), ["one", "two"]);
        fs::remove_file(path).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn nobody_adds_lines_meanwhile() {
        let path = file("locked");
        let held = Journal::open(&path, KIND, "a=1").unwrap();
        let error = Journal::open(&path, KIND, "a=1").unwrap_err().to_string();
        assert!(error.contains("is locked by another program"), "{error}");
        drop(held);
        Journal::open(&path, KIND, "a=1").unwrap();
        fs::remove_file(path).unwrap();
        let error = Journal::open(Path::new("/dev/null"), KIND, "a=1").unwrap_err().to_string();
        assert_eq!(error, "/dev/null is no file, expected one, or a new name");
    }
}
