//! Profiles: where they lie, and how a search takes one up.

use crate::{messages, positions};
use anyhow::bail;
use clap::Args;
use secateur_lab::profile::Profile;
use secateur_session::Request;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The profile to search by.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Profiled {
    /// Search by this profile, or by none; by default, by the one that `secateur choose` has written for the game, if
    /// there is one, unless --algorithm is given
    #[arg(long, value_name = "FILE|none")]
    pub(crate) profile: Option<PathBuf>,
}

/// The variable that names the folder of profiles.
const FOLDER: &str = "SECATEUR_PROFILES";

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

/// The usual path of a game's profile; none where no folder is known.
pub(crate) fn usual_path(game: &str) -> Option<PathBuf> {
    let file = format!("{}.toml", file_name(game));
    folder(|name| std::env::var_os(name)).map(|folder| folder.join(file))
}

/// Returns [`usual_path`], or an error where there is none.
pub(crate) fn path_to_write(game: &str) -> anyhow::Result<PathBuf> {
    match usual_path(game) {
        Some(path) => Ok(path),
        None => bail!("there is no folder for profiles, expected --out FILE, or {FOLDER} to name a folder"),
    }
}

/// The name of a game, made fit for the name of a file: whatever a program's own game is called does not lead out of
/// the folder.
fn file_name(game: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    game.chars().map(plain).collect()
}

/// The folder of profiles, by the variables of the environment.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let variable = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let configuration = || {
        let home = variable(if cfg!(windows) { "APPDATA" } else { "HOME" });
        match () {
            () if cfg!(windows) => home,
            () if cfg!(target_os = "macos") => home.map(|home| home.join("Library/Application Support")),
            () => variable("XDG_CONFIG_HOME").or_else(|| home.map(|home| home.join(".config"))),
        }
    };
    variable(FOLDER).or_else(|| configuration().map(|folder| folder.join("secateur/profiles")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_is_where_the_environment_says() {
        let with = |set: &[(&str, &str)]| {
            let found =
                |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, value)| OsString::from(value));
            folder(found).map(|path| path.display().to_string())
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[home]).as_deref(), Some("/home/ada/.config/secateur/profiles"));
        assert_eq!(with(&[home, ("XDG_CONFIG_HOME", "/x")]).as_deref(), Some("/x/secateur/profiles"));
        assert_eq!(with(&[home, ("XDG_CONFIG_HOME", "/x"), (FOLDER, "/p")]).as_deref(), Some("/p"));
        assert_eq!(with(&[home, (FOLDER, "")]).as_deref(), Some("/home/ada/.config/secateur/profiles"));
        assert_eq!(file_name("../my game"), "___my_game");
    }
}
