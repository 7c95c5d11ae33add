use super::*;
use proptest::prelude::*;

fn chart() -> LineChart {
    let point = |x, y| Point { x, y, error: Some((0.8 * y, 1.3 * y)) };
    LineChart {
        title: "A <title> & \"more\"".into(),
        x: Axis::linear("depth, plies"),
        y: Axis::log("nodes"),
        series: vec![
            Series { name: "one".into(), points: vec![point(1.0, 10.0), point(2.0, 1_000.0)] },
            Series::new("two", [(1.0, 0.0), (2.0, f64::NAN), (1.5, 100.0)]),
        ],
    }
}

/// The values of an attribute, in the order of the text.
fn all<'a>(svg: &'a str, tag: &str, attribute: &str) -> Vec<&'a str> {
    let open = format!("<{tag} ");
    let value = |tag: &'a str| tag.split_once(&format!(" {attribute}=\""))?.1.split('"').next();
    svg.lines().filter(|line| line.starts_with(&open)).filter_map(value).collect()
}

/// The text elements, with their places across and down.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    let lines: Vec<&str> = svg.lines().collect();
    let text = |n: usize| {
        let number = |name| all(lines[n], "text", name)[0].parse().unwrap();
        (lines[n + 1].to_owned(), number("x"), number("y"))
    };
    (0..lines.len()).filter(|&n| lines[n].starts_with("<text ")).map(text).collect()
}

#[test]
fn the_same_chart_is_the_same_text() {
    assert_eq!(chart().svg(), chart().svg());
    let mut other = chart();
    other.series[0].points[1].y = 3_000.0;
    assert_ne!(chart().svg(), other.svg());
}

#[test]
fn titles_are_escaped_and_text_is_text() {
    let svg = chart().svg();
    assert!(svg.contains("<title>A &lt;title> &amp; &quot;more&quot;</title>"));
    assert!(!svg.contains("<title> &"));
    let said: Vec<String> = texts(&svg).into_iter().map(|(text, ..)| text).collect();
    for expected in ["depth, plies", "nodes", "one", "two", "10", "100", "1k"] {
        assert!(said.iter().any(|text| text == expected), "{expected} of {said:?}");
    }
    assert!(svg.contains("font-family=\"sans-serif\"") && !svg.contains("href") && !svg.contains("<image"));
}

#[test]
fn points_stand_where_their_values_say() {
    let svg = chart().svg();
    // The marks of the first series are circles; on a log axis 10 and 1,000 are as far from 100.
    let (cx, cy) = (all(&svg, "circle", "cx"), all(&svg, "circle", "cy"));
    let (cx, cy): (Vec<f64>, Vec<f64>) =
        (cx.iter().map(|n| n.parse().unwrap()).collect(), cy.iter().map(|n| n.parse().unwrap()).collect());
    // Two points, and the mark in the legend.
    assert_eq!((cx.len(), cx[0] < cx[1], cy[0] > cy[1]), (3, true, true));
    let ticks = texts(&svg);
    let tick = |say: &str| ticks.iter().find(|(text, ..)| text == say).unwrap().2;
    assert!((tick("10") - cy[0]).abs() <= 1.0 && (tick("1k") - cy[1]).abs() <= 1.0, "{cy:?} {ticks:?}");
    // What has no place on a log axis is left out.
    assert_eq!(all(&svg, "rect", "width").len(), 1, "the ground alone");
}

#[test]
fn ticks_are_round_and_few() {
    let said = |axis: Axis, low: f64, high: f64| {
        let ticks = axis.scale([low, high], false).ticks();
        ticks.into_iter().map(|(_, say)| say).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(said(Axis::linear(""), 0.0, 1.0), "0.0 0.2 0.4 0.6 0.8 1.0");
    assert_eq!(said(Axis::linear(""), 4.0, 12.0), "4 6 8 10 12");
    assert_eq!(said(Axis::linear(""), 0.0, 50_000.0), "0 10k 20k 30k 40k 50k");
    assert_eq!(said(Axis::linear(""), 1_000.0, 4_000.0), "1,000 1,500 2,000 2,500 3,000 3,500 4,000");
    assert_eq!(said(Axis::log(""), 1.0, 1e6), "1 10 100 1k 10k 100k 1M");
    assert_eq!(said(Axis::log(""), 30.0, 900.0), "50 100 200 500 1k");
    assert_eq!(said(Axis::log(""), 1.2, 2.1), "1.2 1.4 1.6 1.8 2.0");
    assert_eq!(said(Axis::log(""), 1.0, 1e14), "1 1k 1M 1G 1T");
}

#[test]
fn bars_are_as_long_as_their_values() {
    let bar = |value: f64| Some(Bar { value, error: None, say: format!("{value}") });
    let bars = BarChart {
        title: "bars".into(),
        axis: Axis::linear("share"),
        rows: vec!["a".into(), "b".into(), "c".into()],
        series: vec![("only".into(), vec![bar(1.0), bar(3.0), None])],
    };
    let svg = bars.svg();
    let long: Vec<f64> = all(&svg, "rect", "width").iter().map(|n| n.parse().unwrap()).collect();
    // The first is the ground.
    assert_eq!(long.len(), 3);
    assert!((long[2] / long[1] - 3.0).abs() < 0.05, "{long:?}");
    assert!(!texts(&svg).iter().any(|(text, ..)| text == "only"), "one series needs no legend");
}

proptest! {
    #[test]
    fn nothing_is_drawn_outside_and_legends_stay_below(
        values in prop::collection::vec((-1e9..1e9, -1e9..1e9), 1..30),
        names in prop::collection::vec("[A-Z+/-]{1,40}", 1..20),
        logs in any::<(bool, bool)>(),
    ) {
        let axis = |log| if log { Axis::log("x") } else { Axis::linear("x") };
        let series = names.iter().map(|name| Series::new(name.clone(), values.iter().copied())).collect();
        let lines = LineChart { title: "t".into(), x: axis(logs.0), y: axis(logs.1), series };
        let svg = lines.svg();
        let height: f64 = svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        let (x, y) = (all(&svg, "circle", "cx"), all(&svg, "circle", "cy"));
        let bottom = texts(&svg).iter().rev().take(names.len()).map(|t| t.2).fold(f64::INFINITY, f64::min);
        for (x, y) in x.iter().zip(&y) {
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            prop_assert!((0.0..=520.0).contains(&x) && (0.0..=height).contains(&y));
        }
        for (text, x, y) in texts(&svg) {
            prop_assert!((0.0..=520.0).contains(&x) && (0.0..=height).contains(&y), "{} {} {}", text, x, y);
            if text == "x" && y > 60.0 {
                prop_assert!(y + 15.0 <= bottom);
            }
        }
    }
}
