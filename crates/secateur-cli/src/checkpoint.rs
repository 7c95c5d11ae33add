//! Files in which long work is kept, and goes on from.

use anyhow::{Context, anyhow};
use secateur_lab::files;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// The file to go on from, if there is one. If there is none, `save` has to say whether there is something to keep, before
/// the work and not after it.
pub(crate) fn open(
    path: &Path,
    save: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<Option<BufReader<File>>> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::with_capacity(1 << 16, file))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            files::check_writable(path)?;
            save(&mut io::sink()).map(|()| None).map_err(|e| anyhow!("{}: {e}", path.display()))
        }
        Err(e) => Err(e).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes the file beside itself, which it then replaces.
pub(crate) fn save(path: &Path, save: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    files::write_with(path, |out| save(out))?.with_context(|| format!("cannot write {}", path.display()))
}
