//! Tablebases in files.

use crate::Error;
use secateur_games::Unreadable;
use secateur_session::Tablebase;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

/// Reads a tablebase.
///
/// # Errors
///
/// One sentence that names the file and says what is wrong with it.
pub fn read(path: &Path) -> Result<Tablebase, Error> {
    let file = File::open(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    let table = Tablebase::read(&mut BufReader::with_capacity(1 << 20, file));
    Ok(table.map_err(|e| Unreadable(format!("{}: {e}", path.display())))?)
}

/// Reads a tablebase of this game, for searches to know.
///
/// # Errors
///
/// As [`read`], or if it is of another game.
pub fn read_for(path: &Path, game: &str) -> Result<Arc<Tablebase>, Error> {
    let table = read(path)?;
    match table.game() == game {
        true => Ok(Arc::new(table)),
        false => Err(Unreadable(format!(
            "{} is a tablebase of {}, expected one of {game}",
            path.display(),
            table.game()
        ))
        .into()),
    }
}
