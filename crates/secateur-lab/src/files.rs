//! Files: read up to a limit, written as a whole or not at all, and locked while they are in use.

use crate::error::Error;
use secateur_games::Unreadable;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes. (Some files never end.)
const LARGEST: u64 = 256 << 20;
/// The largest text that people write, in bytes: reading TOML takes twenty times as much memory.
const LARGEST_TEXT: u64 = 4 << 20;

/// The bytes of a file, 256 MiB at most.
///
/// # Errors
///
/// One sentence if the file cannot be read, or is larger.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    read_up_to(path, LARGEST)
}

/// The text of a file that people write, such as a profile: 4 MiB at most.
///
/// # Errors
///
/// One sentence if the file cannot be read, is larger, or is no UTF-8 text.
pub fn read_text(path: &Path) -> Result<String, Error> {
    String::from_utf8(read_up_to(path, LARGEST_TEXT)?)
        .map_err(|_| Unreadable(format!("cannot read {}, expected UTF-8 text", path.display())).into())
}

fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    opened.map_err(Error::read(path))?;
    if bytes.len() as u64 > most {
        let (name, most) = (path.display(), most >> 20);
        return Err(Unreadable(format!("{name} is too large, expected at most {most} MiB")).into());
    }
    Ok(bytes)
}

/// Writes a file that is there as a whole or not at all, whatever ends the process: beside the old one, which it then
/// replaces. What cannot be replaced, such as a terminal or a pipe, is written to as it is.
///
/// # Errors
///
/// One sentence if it cannot be written; the old file is left as it was.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    if is_stream(path) {
        return fs::write(path, bytes).map_err(Error::write(path));
    }
    let draft = Draft::beside(path)?;
    (&draft.file).write_all(bytes.as_ref()).map_err(Error::write(path))?;
    draft.publish()
}

/// Writes a file bit by bit that is there as a whole or not at all, as [`write()`]. An error of whoever fills it leaves the
/// old one as it was, and is handed back.
///
/// # Errors
///
/// One sentence if it cannot be written; the old file is left as it was.
pub fn write_with<T, E>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<Result<T, E>, Error> {
    if is_stream(path) {
        let mut file = File::options().write(true).open(path).map_err(Error::write(path))?;
        return Ok(fill(&mut file));
    }
    let draft = Draft::beside(path)?;
    let mut out = BufWriter::with_capacity(1 << 16, &draft.file);
    let filled = match fill(&mut out) {
        Ok(filled) => filled,
        Err(e) => return Ok(Err(e)),
    };
    out.into_inner().map_err(|e| Error::write(path)(e.into_error()))?;
    draft.publish()?;
    Ok(Ok(filled))
}

/// Whether a file could be written there, found out before the work that fills it.
///
/// # Errors
///
/// One sentence if it could not.
pub fn check_writable(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        let cause = std::io::ErrorKind::IsADirectory.into();
        return Err(Error::Write { path: path.to_owned(), cause });
    }
    if is_stream(path) { Ok(()) } else { Draft::beside(path).map(drop) }
}

/// Whether there is something that is neither a file nor a folder.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// A file being written. Dropped unfinished, it is removed.
#[derive(Debug)]
pub(crate) struct Draft {
    /// To be written to.
    pub(crate) file: File,
    path: PathBuf,
    /// The file that it is to replace. A link stays one.
    target: PathBuf,
    is_published: bool,
}

impl Draft {
    /// An empty file beside the one that it is to replace.
    pub(crate) fn beside(path: &Path) -> Result<Draft, Error> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let draft = target.with_file_name(name);
        let file = File::create(&draft).map_err(Error::write(path))?;
        Ok(Draft { file, path: draft, target, is_published: false })
    }

    /// Replaces the old file. What is written from now on goes there.
    pub(crate) fn put_in_place(&mut self) -> Result<(), Error> {
        if !self.is_published {
            let moved = self.file.sync_all().and_then(|()| fs::rename(&self.path, &self.target));
            moved.map_err(Error::write(&self.target))?;
            self.is_published = true;
        }
        Ok(())
    }

    /// Replaces the old file, and is done.
    pub(crate) fn publish(mut self) -> Result<(), Error> {
        self.put_in_place()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_published {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a file or a folder that is open, until it is closed.
///
/// # Errors
///
/// [`Error::Locked`] if another process, or another place of this one, has locked it.
#[cfg(unix)]
pub(crate) fn lock(path: &Path, file: &File) -> Result<(), Error> {
    use rustix::fs::{FlockOperation, flock};
    // A file system that knows no locks goes without.
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(Error::Locked { path: path.to_owned(), patience: String::new() })
        }
        _ => Ok(()),
    }
}

/// Elsewhere nothing is locked.
#[cfg(not(unix))]
pub(crate) fn lock(_: &Path, _: &File) -> Result<(), Error> {
    Ok(())
}

/// A locked folder that no other process works in, made if it is not there.
///
/// # Errors
///
/// One sentence if it cannot be made, or if another process works in it.
pub(crate) fn lock_folder(folder: &Path) -> Result<Option<File>, Error> {
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    // Where a folder cannot be opened, it cannot be locked.
    let Ok(opened) = File::open(folder) else { return Ok(None) };
    lock(folder, &opened)?;
    Ok(Some(opened))
}

/// A number that stands for some bytes, such as a text or a file: FNV-1a (Fowler, Noll and Vo, 1991). Bytes that differ
/// in one place alone never have the same.
pub fn fingerprint(content: impl AsRef<[u8]>) -> u64 {
    content
        .as_ref()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("secateur-files-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }

    #[test]
    fn a_file_is_replaced_whole_or_stays() {
        let folder = folder("whole");
        let path = folder.join("file");
        write(&path, "old").unwrap();
        let draft = Draft::beside(&path).unwrap();
        (&draft.file).write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write(&path, "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        for nowhere in [folder.join("no/file"), folder.clone()] {
            assert!(write(&nowhere, "x").unwrap_err().to_string().starts_with("cannot write "));
            assert!(check_writable(&nowhere).is_err());
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn what_never_ends_is_too_large_and_links_stay() {
        let error = read_text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert_eq!(error, "/dev/zero is too large, expected at most 4 MiB");
        write(Path::new("/dev/null"), "gone").unwrap();
        let folder = folder("links");
        let (path, link) = (folder.join("file"), folder.join("link"));
        write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(link.is_symlink() && fs::read(&path).unwrap() == b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_is_one_process_alone() {
        let folder = folder("lock");
        let held = lock_folder(&folder).unwrap();
        let error = lock_folder(&folder).unwrap_err().to_string();
        assert!(
            error.ends_with("is locked by another program, expected it to be free; what it holds is safe")
        );
        drop(held);
        lock_folder(&folder).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
