//! Two records as one picture: a box a place, with what either search found there.

use super::beside::{Beside, By, Place};
use super::layout::{BOX, Layout};
use super::svg::{STYLE, escaped, short};
use super::text::answer;
use std::fmt;

/// A comparison as SVG.
pub(super) struct BesideSvg<'a>(pub(super) &'a Beside<'a>);

/// Beside the colours of a single tree: places of one search alone are filled, each with a frame of its own.
const MARKS: &str = "\
.first{fill:#e3f0f9;stroke:#0072b2;stroke-width:2}.second{fill:#fdeee2;stroke:#b34a00;stroke-dasharray:5 3;stroke-width:2}\
@media(prefers-color-scheme:dark){.first{fill:#0d2a3d;stroke:#56b4e9}.second{fill:#3d2211;stroke:#ff9a57}}";

impl fmt::Display for BesideSvg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beside { places, .. } = self.0;
        let (one, other) = (self.0.name(0), self.0.name(1));
        let legend = format!(
            "above: {one} \u{b7} below: {other} \u{b7} blue: {one} alone \u{b7} orange, dashed: {other} alone \u{b7} round: the opponent of the \
             root's side is to move"
        );
        let titles = self.0.titles();
        let summary = self.0.summary();
        let notes: Vec<&str> = titles[1..].iter().map(String::as_str).chain(summary.lines()).collect();
        let boxes: Vec<(Option<u32>, f64)> = places.iter().map(|place| (place.parent, 0.0)).collect();
        let layout = Layout::of_boxes(&boxes, 76.0 + 14.0 * notes.len() as f64);
        let widest =
            notes.iter().copied().chain([&*titles[0]]).map(|line| line.chars().count()).max().unwrap_or(0);
        let wide =
            layout.width.max(8.0 * widest as f64 + 32.0).max(5.5 * legend.chars().count() as f64 + 32.0);
        let high = layout.height + 40.0;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" ")?;
        writeln!(f, "width=\"{wide:.0}\" height=\"{high:.0}\" role=\"img\">")?;
        writeln!(f, "<title>{}</title>\n<style>{STYLE}{MARKS}</style>", escaped(&titles.join(" ")))?;
        writeln!(f, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>")?;
        writeln!(f, "<text class=\"title\" x=\"16\" y=\"24\">{}</text>", escaped(&titles[0]))?;
        for (n, note) in notes.iter().enumerate() {
            writeln!(f, "<text class=\"note\" x=\"16\" y=\"{}\">{}</text>", 42 + 14 * n, escaped(note))?;
        }
        for (place, at) in places.iter().zip(&layout.places) {
            let Some(parent) = place.parent else { continue };
            let (above, x, y) = (layout.places[parent as usize], at.x, at.y);
            let (x1, y1) = (above.x, above.y + BOX.1);
            writeln!(f, "<path class=\"edge\" d=\"M{x1:.1} {y1:.1}L{x:.1} {:.1}V{y:.1}\"/>", y - 24.0)?;
            writeln!(
                f,
                "<text class=\"halo\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y - 8.0,
                escaped(&place.step)
            )?;
        }
        for (place, at) in places.iter().zip(&layout.places) {
            self.boxed(f, place, (at.x, at.y))?;
        }
        writeln!(
            f,
            "<text class=\"note small\" x=\"16\" y=\"{:.0}\">{}</text>\n</svg>",
            high - 14.0,
            escaped(&legend)
        )
    }
}

impl BesideSvg<'_> {
    /// A place: what either search found there.
    fn boxed(&self, f: &mut fmt::Formatter<'_>, place: &Place, (x, y): (f64, f64)) -> fmt::Result {
        let class = match place.by() {
            By::Both => "box",
            By::First => "box first",
            By::Second => "box second",
        };
        let round = if place.ply.is_multiple_of(2) { 2 } else { 14 };
        let (left, (wide, high)) = (x - BOX.0 / 2.0, BOX);
        writeln!(
            f,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{wide}\" height=\"{high}\" rx=\"{round}\"/>"
        )?;
        for (n, down) in [16.0, 34.0].into_iter().enumerate() {
            let said = match (self.0.found(place, n), place.visits[n].len()) {
                (None, _) => "not visited".into(),
                (Some((node, _)), 1) => short(&answer(node)),
                (Some((node, _)), visits) => format!("{}, visit {visits}", short(&answer(node))),
            };
            let class = if place.visits[n].is_empty() { "small" } else { "score" };
            writeln!(
                f,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                y + down,
                escaped(&said)
            )?;
        }
        Ok(())
    }
}
