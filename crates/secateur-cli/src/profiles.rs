//! Profiles: where they lie, and how a search takes one up.

use crate::{messages, positions};
use anyhow::bail;
use clap::Args;
pub(crate) use secateur_lab::profile::usual_path;
use secateur_lab::profile::{FOLDER, Profile};
use secateur_session::Request;
use std::path::{Path, PathBuf};

/// The profile to search by.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Profiled {
    /// Search by this profile, or by none; by default, by the one that `secateur choose` has written for the game, if
    /// there is one, unless --algorithm is given
    #[arg(long, value_name = "FILE|none")]
    pub(crate) profile: Option<PathBuf>,
}

impl Profiled {
    /// The profile to search this game by, and where it was found.
    pub(crate) fn find(&self, game: &str) -> anyhow::Result<Option<(PathBuf, Profile)>> {
        let path = match &self.profile {
            Some(none) if none.as_os_str() == "none" => return Ok(None),
            Some(path) => path.clone(),
            None => match usual_path(game).filter(|path| path.exists()) {
                Some(path) => path,
                None => return Ok(None),
            },
        };
        let profile = Profile::read(&path, &positions::read_text(&path)?, game)?;
        Ok(Some((path, profile)))
    }

    /// Lets a request search by the profile, if there is one, and says so.
    pub(crate) fn apply(&self, game: &str, request: &mut Request) -> anyhow::Result<()> {
        let Some((path, profile)) = self.find(game)? else { return Ok(()) };
        profile.apply(request);
        say(&path, &profile);
        Ok(())
    }
}

/// Prints that a game is searched by a profile.
pub(crate) fn say(path: &Path, profile: &Profile) {
    messages::say(&format!(
        "searching by {}: {} (--profile none does without)",
        path.display(),
        profile.method
    ));
}

/// Returns [`usual_path`], or an error where there is none.
pub(crate) fn path_to_write(game: &str) -> anyhow::Result<PathBuf> {
    match usual_path(game) {
        Some(path) => Ok(path),
        None => bail!("there is no folder for profiles, expected --out FILE, or {FOLDER} to name a folder"),
    }
}
