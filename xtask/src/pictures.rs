//! The book's pictures of searches: each drawn by `secateur trace`, and shown with a link that opens the same search in the
//! playground.

use crate::shell::{built, capture, command, root, target};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Where the pictures are listed.
const LIST: &str = "book/pictures.toml";
/// Where the chapters and their pictures are.
const BOOK: &str = "book/src";

/// A picture: `NAME.svg` among the book's images.
struct Picture {
    name: String,
    chapter: String,
    game: String,
    position: String,
    algorithm: String,
    /// None for searches that take none.
    depth: Option<i64>,
    /// The nodes of those.
    nodes: Option<i64>,
    /// Whether the lesser depths are searched first.
    deepen: bool,
    /// Further options of `secateur trace`, which change nothing of the search.
    options: Vec<String>,
}

/// The pictures are those that the program draws, or, if `bless`, they become so; and each is in its chapter, with its link.
pub(crate) fn check(bless: bool) -> StepResult {
    let (pictures, program) = (list()?, built("secateur")?);
    let fresh = target()?.join("picture.svg");
    let mut stale = Vec::new();
    for picture in &pictures {
        picture.draw(&program, &fresh)?;
        let (new, old) = (fs::read(&fresh)?, root().join(BOOK).join(picture.image()));
        if bless {
            fs::write(&old, new).with_context(|| format!("cannot write {}", old.display()))?;
        } else if fs::read(&old).ok() != Some(new) {
            stale.push(picture.image());
        }
        picture.check_chapter()?;
    }
    if !stale.is_empty() {
        bail!(
            "{} are not what the program draws; `cargo xtask book --bless` draws them anew",
            stale.join(", ")
        );
    }
    Ok(StepDone::With(format!("{} pictures", pictures.len())))
}

fn list() -> Result<Vec<Picture>> {
    let text = fs::read_to_string(root().join(LIST)).with_context(|| format!("{LIST} cannot be read"))?;
    let table: toml::Table = text.parse().with_context(|| format!("{LIST} is no TOML"))?;
    let pictures = table.get("picture").and_then(|list| list.as_array()).context("expected [[picture]]")?;
    pictures.iter().map(|one| read(one).with_context(|| format!("{LIST}: {one}"))).collect()
}

fn read(one: &toml::Value) -> Result<Picture> {
    let text = |key: &str| one.get(key).and_then(|value| value.as_str()).map(str::to_owned);
    let needed = |key: &str| text(key).with_context(|| format!("expected {key}"));
    let options = one.get("options").and_then(|list| list.as_array()).into_iter().flatten();
    let number = |key: &str| one.get(key).and_then(|value| value.as_integer());
    Ok(Picture {
        name: needed("name")?,
        chapter: needed("chapter")?,
        game: text("game").unwrap_or_else(|| "tree".into()),
        position: needed("position")?,
        algorithm: needed("algorithm")?,
        depth: number("depth"),
        nodes: number("nodes"),
        options: options.filter_map(|word| word.as_str()).map(str::to_owned).collect(),
        deepen: one.get("deepen").and_then(|value| value.as_bool()).unwrap_or(false),
    })
}

impl Picture {
    fn image(&self) -> String {
        format!("images/{}.svg", self.name)
    }

    /// Draws it, by the order of moves and with the table of the playground.
    fn draw(&self, program: &Path, to: &Path) -> Result<()> {
        let to = to.to_str().context("a path that is no text")?;
        let mut trace =
            command(program, &["trace", &self.game, &self.position, "--algorithm", &self.algorithm]);
        trace.args(["--order", "table", "--hash", "1MiB", "--svg", to]).args(&self.options);
        if let Some(nodes) = self.nodes {
            trace.args(["--nodes", &nodes.to_string()]);
        }
        if let Some(depth) = self.depth {
            trace.args(["--depth", &depth.to_string()]);
            if !self.deepen {
                trace.args(["--set", "deepening=off"]);
            }
        }
        capture(&mut trace).map(drop)
    }

    fn check_chapter(&self) -> Result<()> {
        let text = fs::read_to_string(root().join(BOOK).join(&self.chapter))
            .with_context(|| format!("{} cannot be read", self.chapter))?;
        let shown = format!("]({})", self.image());
        if !text.contains(&shown) {
            bail!("{} does not show {}", self.chapter, self.image());
        }
        let link = self.link();
        if !text.contains(&format!("]({link})")) {
            bail!("{} shows {} without its link, {link}", self.chapter, self.image());
        }
        Ok(())
    }

    /// The search in the playground, seen from a chapter: in the site the book lies within it.
    fn link(&self) -> String {
        let place = match self.game.as_str() {
            "tree" => format!("tree={}", encoded(&self.position)),
            game => format!("game={}&start={}", encoded(game), encoded(&self.position)),
        };
        let depth = self.depth.filter(|_| self.game != "tree").map(|depth| format!("&depth={depth}"));
        let nodes = self.nodes.map(|nodes| format!("&nodes={nodes}")).unwrap_or_default();
        let deepen = if self.deepen { "&deepen=on" } else { "" };
        let algorithm = encoded(&self.algorithm);
        format!("../#/tree?{place}{}&algorithm={algorithm}{deepen}{nodes}", depth.unwrap_or_default())
    }
}

/// Text within an address.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'-' | b'.' | b'_' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}
