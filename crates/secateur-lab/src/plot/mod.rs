//! Charts as self-contained SVG: lines over an axis, and bars.
//!
//! A chart says its title, its axes with their units, and its series; [`LineChart::svg`] and [`BarChart::svg`] draw it. The same
//! chart is the same text on every machine. Series are told apart by marks and dashes as well as by colours, which are
//! told apart by colour-blind readers (after M. Okabe and K. Ito, "Color universal design", 2008); text stays
//! text, in the reader's sans-serif; and where the reader asks for dark pages, the chart is dark as well.
//!
//! ```
//! use secateur_lab::plot::{Axis, LineChart, Series};
//!
//! let chart = LineChart {
//!     title: "Connect-4".into(),
//!     x: Axis::linear("depth, plies"),
//!     y: Axis::log("nodes"),
//!     series: vec![
//!         Series::new("minimax", [(2.0, 57.0), (4.0, 2_801.0), (6.0, 137_257.0)]),
//!         Series::new("alpha-beta", [(2.0, 22.0), (4.0, 251.0), (6.0, 2_540.0)]),
//!     ],
//! };
//! let svg = chart.svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("alpha-beta") && svg.contains("</text>"));
//! ```

mod bars;
mod canvas;
mod lines;
mod scale;
#[cfg(test)]
mod tests;

pub use bars::{Bar, BarChart};
pub use lines::{LineChart, Point, Series};
pub use scale::Axis;
