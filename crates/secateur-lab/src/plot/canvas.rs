//! The drawing of charts: text, lines, marks and colours on a sheet of SVG.

use plotters::coord::Shift;
use plotters::element::{DashedPathElement, PathElement, Polygon};
use plotters::prelude::{
    Circle, Color, DrawingArea, FontStyle, IntoDrawingArea, RGBColor, Rectangle, SVGBackend, ShapeStyle, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoTextStyle, TextStyle};
use std::fmt::{Debug, Write};

/// The width of a chart, in pixels: on a phone it is shrunk a little, and can still be read.
pub(super) const WIDTH: i32 = 520;
/// The size of text in pixels.
pub(super) const TEXT: f64 = 13.0;
/// The size of titles in pixels.
pub(super) const TITLE: f64 = 15.0;
/// The width of a character, in sizes of the text: more than most, since nobody knows the reader's font.
const CHARACTER: f64 = 0.58;
/// From one row of the legend to the next, in pixels.
pub(super) const ROW: i32 = 20;
/// The distance of a mark from the end of its bar.
const MARK: i32 = 9;
/// Room for a mark on its line, in the legend.
const SAMPLE: i32 = 34;

/// The ground of a chart, on a light page and on a dark one.
const GROUND: [RGBColor; 2] = [RGBColor(0xff, 0xff, 0xfe), RGBColor(0x16, 0x19, 0x1d)];
/// The colour of what is written on a chart.
pub(super) const INK: [RGBColor; 2] = [RGBColor(0x1f, 0x24, 0x2a), RGBColor(0xe4, 0xe8, 0xec)];
/// The lines of the grid.
pub(super) const GRID: [RGBColor; 2] = [RGBColor(0xdf, 0xe3, 0xe7), RGBColor(0x33, 0x39, 0x40)];
/// The colours of series. Lightness differs from neighbour to neighbour, so that they are told apart in grey as well.
const SERIES: [[RGBColor; 2]; 8] = [
    [RGBColor(0x00, 0x64, 0xa6), RGBColor(0x5c, 0xb0, 0xe8)],
    [RGBColor(0xd9, 0x6a, 0x00), RGBColor(0xf5, 0x9a, 0x45)],
    [RGBColor(0x00, 0x8f, 0x6b), RGBColor(0x35, 0xd0, 0xa2)],
    [RGBColor(0xa8, 0x3c, 0x86), RGBColor(0xe8, 0x95, 0xcd)],
    [RGBColor(0x4a, 0x4a, 0x4a), RGBColor(0xc8, 0xc8, 0xc8)],
    [RGBColor(0xb0, 0x8a, 0x00), RGBColor(0xea, 0xcf, 0x5a)],
    [RGBColor(0x3f, 0xa0, 0xdc), RGBColor(0xa6, 0xdc, 0xff)],
    [RGBColor(0x7a, 0x45, 0x20), RGBColor(0xcf, 0x9f, 0x7c)],
];
/// The dashes of lines: pixels drawn and pixels left out. The first is whole.
const DASHES: [(i32, i32); 4] = [(0, 0), (7, 4), (2, 4), (12, 4)];

/// The look by which one series is told from the others.
#[derive(Copy, Clone)]
pub(super) struct SeriesStyle {
    nth: usize,
}

impl SeriesStyle {
    /// Returns the style of the n-th series, from 0. It comes again after 56 others.
    pub(super) fn of(nth: usize) -> SeriesStyle {
        SeriesStyle { nth }
    }

    pub(super) fn colour(self) -> RGBColor {
        SERIES[self.nth % SERIES.len()][0]
    }
}

/// The alignment of text to its place.
#[derive(Copy, Clone)]
pub(super) enum At {
    /// To the right of it.
    Start,
    /// In the middle.
    Middle,
    /// To the left of it.
    End,
}

/// The most width that a text may have, in pixels.
pub(super) fn width(text: &str, size: f64) -> i32 {
    (CHARACTER * size * text.chars().count() as f64).ceil() as i32
}

/// The rows of a legend: for each series its row and its place in it.
pub(super) fn legend_places(names: &[&str], from: i32, to: i32) -> Vec<(i32, i32)> {
    let (mut row, mut x) = (0, from);
    let place = |name: &&str| {
        let wide = SAMPLE + width(name, TEXT) + 14;
        if x > from && x + wide > to {
            (row, x) = (row + 1, from);
        }
        let here = (row, x);
        x += wide;
        here
    };
    names.iter().map(place).collect()
}

/// A sheet to draw on.
pub(super) struct Sheet<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// Draws on a sheet so high, and writes it as SVG with this title.
pub(super) fn svg(title: &str, height: i32, draw: impl FnOnce(&Sheet<'_>)) -> String {
    let mut text = String::new();
    let size = (WIDTH as u32, height as u32);
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let sheet = Sheet { area };
    sheet.rectangle((0, 0), (WIDTH, height), GROUND[0]);
    draw(&sheet);
    done(sheet.area.present());
    drop(sheet);
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let head = format!("<svg class=\"plot\" role=\"img\" aria-label=\"{title}\" ");
    let (tag, rest) = text.strip_prefix("<svg ").and_then(|text| text.split_once('\n')).unwrap_or_default();
    format!("{head}{tag}\n<title>{title}</title>\n<style>{}</style>\n{rest}", dark())
}

/// The colours where the reader asks for dark pages.
fn dark() -> String {
    let mut style = String::from("@media screen and (prefers-color-scheme:dark){");
    for [light, dark] in [GROUND, INK, GRID].into_iter().chain(SERIES) {
        let hex = |c: RGBColor| format!("#{:02X}{:02X}{:02X}", c.0, c.1, c.2);
        let (light, dark) = (hex(light), hex(dark));
        let _ = write!(
            style,
            ".plot [fill=\"{light}\"]{{fill:{dark}}}.plot [stroke=\"{light}\"]{{stroke:{dark}}}"
        );
    }
    style + "}"
}

impl Sheet<'_> {
    pub(super) fn text(&self, text: &str, (x, y): (i32, i32), size: f64, at: At, bold: bool) {
        let h_pos = match at {
            At::Start => HPos::Left,
            At::Middle => HPos::Center,
            At::End => HPos::Right,
        };
        // Sizes of fonts are written 1.24 times smaller than they are given.
        let style: TextStyle<'_> = ("sans-serif", 1.24 * size).into_text_style(&self.area);
        let style = style.color(&INK[0]).pos(Pos::new(h_pos, VPos::Center));
        let style = if bold { TextStyle { font: style.font.style(FontStyle::Bold), ..style } } else { style };
        done(self.area.draw(&Text::new(text, (x, y), style)));
    }

    pub(super) fn rectangle(&self, from: (i32, i32), to: (i32, i32), colour: RGBColor) {
        done(self.area.draw(&Rectangle::new([from, to], colour.filled())));
    }

    pub(super) fn line(&self, points: Vec<(i32, i32)>, colour: RGBColor, wide: u32) {
        done(self.area.draw(&PathElement::new(points, ShapeStyle::from(colour).stroke_width(wide))));
    }

    /// The line of a series.
    pub(super) fn course(&self, points: Vec<(i32, i32)>, style: SeriesStyle) {
        let (on, off) = DASHES[style.nth % DASHES.len()];
        let style = ShapeStyle::from(style.colour()).stroke_width(2);
        match on {
            0 => done(self.area.draw(&PathElement::new(points, style))),
            _ => done(self.area.draw(&DashedPathElement::new(points, on, off, style))),
        }
    }

    /// The mark of a series.
    pub(super) fn mark(&self, at: (i32, i32), style: SeriesStyle) {
        self.mark_in(at, style, style.colour());
    }

    /// A bar of a series, from one corner to the other, and its mark within if it has to be told from others.
    pub(super) fn bar(&self, from: (i32, i32), to: (i32, i32), style: SeriesStyle, has_mark: bool) {
        self.rectangle(from, to, style.colour());
        if has_mark && to.0 - from.0 >= 2 * MARK {
            self.mark_in((from.0 + MARK, (from.1 + to.1) / 2), style, GROUND[0]);
        }
    }

    fn mark_in(&self, (x, y): (i32, i32), style: SeriesStyle, colour: RGBColor) {
        let fill = colour.filled();
        let shape = |corners: &[(i32, i32)]| {
            let corners: Vec<_> = corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
            done(self.area.draw(&Polygon::new(corners, fill)));
        };
        let strokes = |ends: [[(i32, i32); 2]; 2]| {
            for end in ends {
                self.line(end.map(|(dx, dy)| (x + dx, y + dy)).into(), colour, 2);
            }
        };
        match style.nth % 7 {
            0 => done(self.area.draw(&Circle::new((x, y), 4, fill))),
            1 => shape(&[(-4, -4), (4, -4), (4, 4), (-4, 4)]),
            2 => shape(&[(0, -5), (5, 4), (-5, 4)]),
            3 => shape(&[(0, -6), (5, 0), (0, 6), (-5, 0)]),
            4 => strokes([[(-4, -4), (4, 4)], [(-4, 4), (4, -4)]]),
            5 => shape(&[(0, 5), (5, -4), (-5, -4)]),
            _ => strokes([[(-5, 0), (5, 0)], [(0, -5), (0, 5)]]),
        }
    }

    /// A bar across a line that ends at both of these.
    pub(super) fn whisker(&self, [from, to]: [(i32, i32); 2], (dx, dy): (i32, i32), colour: RGBColor) {
        self.line(vec![from, to], colour, 1);
        for (x, y) in [from, to] {
            self.line(vec![(x - dx, y - dy), (x + dx, y + dy)], colour, 1);
        }
    }

    /// A series in the legend, from this place on: the mark, on its line if there is one, and the name.
    pub(super) fn legend(&self, name: &str, (x, y): (i32, i32), style: SeriesStyle, has_line: bool) {
        if has_line {
            self.course(vec![(x, y), (x + SAMPLE - 8, y)], style);
            self.mark((x + (SAMPLE - 8) / 2, y), style);
        } else {
            self.bar((x, y - 6), (x + SAMPLE - 14, y + 6), style, true);
        }
        self.text(name, (x + SAMPLE, y), TEXT, At::Start, false);
    }
}

/// Whatever is drawn goes to memory.
fn done(drawn: Result<(), impl Debug>) {
    drawn.expect("a string takes all that is written to it");
}
