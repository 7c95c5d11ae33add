//! Files in which long work is kept, and goes on from.

use crate::error::Error;
use crate::files;
use secateur_games::Unreadable;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// The file to go on from, if there is one. If there is none, `save` has to say whether there is something to keep, before
/// the work and not after it.
///
/// # Errors
///
/// One sentence if it cannot be read, or could not be written.
pub fn open(
    path: &Path,
    save: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Option<BufReader<File>>, Error> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::with_capacity(1 << 16, file))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            files::check_writable(path)?;
            let refused = |e| Unreadable(format!("{}: {e}", path.display())).into();
            save(&mut io::sink()).map(|()| None).map_err(refused)
        }
        Err(cause) => Err(Error::Read { path: path.into(), cause }),
    }
}

/// Writes the file beside itself, which it then replaces.
///
/// # Errors
///
/// One sentence if it cannot be written.
pub fn save(path: &Path, save: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    files::write_with(path, |out| save(out))?.map_err(|cause| Error::Write { path: path.into(), cause })
}
