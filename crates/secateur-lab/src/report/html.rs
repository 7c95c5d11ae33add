//! The report as one page of HTML, which needs nothing else.

use super::markdown::made;
use super::{Panel, ReportTable, Section};
use std::fmt::Write;

/// Light or dark as the reader asks, one column on a phone, two where there is room, black on white in print.
pub(crate) const STYLE: &str = "\
:root{color-scheme:light dark;--ground:#f6f7f8;--card:#fffffe;--ink:#1f242a;--soft:#57606a;--rule:#dfe3e7;--link:#0064a6}
@media screen and (prefers-color-scheme:dark){:root{--ground:#0f1215;--card:#16191d;--ink:#e4e8ec;--soft:#a3acb5;--rule:#333940;--link:#5cb0e8}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--link)}
h1{font-size:1.7rem;margin:.5rem 0}
h2{font-size:1.35rem;margin:2.5rem 0 .25rem;border-top:2px solid var(--rule);padding-top:1.25rem}
h3{font-size:1.1rem;margin:1.5rem 0 .5rem}
.about{color:var(--soft);margin:0 0 1rem}
.lacks{border-left:4px solid #d96a00;padding:.5rem .75rem;background:var(--card)}
.charts{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr))}
figure{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.5rem;break-inside:avoid}
figure svg{display:block;width:100%;max-width:520px;height:auto;margin:0 auto}
figcaption,.notes{color:var(--soft);font-size:.875rem}
figcaption{padding:.25rem .5rem}
.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;background:var(--card)}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
th{font-weight:600;white-space:normal;vertical-align:bottom}
tr.next td{border-top:2px solid var(--rule)}
td.name,th.name{text-align:left}
pre{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.75rem;overflow-x:auto;font-size:.8125rem}
summary{cursor:pointer;color:var(--link)}
@media print{body{background:#fff;font-size:.8rem;padding:0}h2{break-before:page}section:first-of-type h2{break-before:auto}pre{white-space:pre-wrap}}
";

/// One page with all sections. `command` is what made it.
pub fn html(sections: &[Section], command: &str) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
        escaped(&title(sections)),
        escaped(&title(sections)),
    );
    if sections.len() > 1 {
        out += "<nav>\n<ul>\n";
        for section in sections {
            let (name, about) = (escaped(&section.name), escaped(&section.about));
            let _ = writeln!(out, "<li><a href=\"#{name}\">{name}</a>: {about}</li>");
        }
        out += "</ul>\n</nav>\n";
    }
    out += "</header>\n<main>\n";
    for section in sections {
        put(&mut out, section, command);
    }
    out + "</main>\n</body>\n</html>\n"
}

fn title(sections: &[Section]) -> String {
    match sections {
        [one] => format!("Experiment {}", one.name),
        _ => "Experiments".into(),
    }
}

fn put(out: &mut String, section: &Section, command: &str) {
    let name = escaped(&section.name);
    let _ = writeln!(out, "<section id=\"{name}\">\n<h2>{name}</h2>");
    let _ = writeln!(out, "<p class=\"about\">{}.</p>", escaped(&section.about));
    if let Some(lacks) = section.lacks() {
        let run = escaped(&section.run_command());
        let _ = writeln!(out, "<p class=\"lacks\">{lacks}: <code>{run}</code> goes on with them.</p>");
    }
    for panel in &section.panels {
        put_panel(out, panel);
    }
    out.push_str("<div class=\"notes\">\n");
    for note in section.notes.iter().chain([&made(section)]) {
        let _ = writeln!(out, "<p>{}</p>", escaped(note));
    }
    let _ = writeln!(out, "</div>\n<pre>{}\n{}</pre>", escaped(&section.run_command()), escaped(command));
    let (file, text) = (escaped(&section.file), escaped(section.text.trim_end()));
    let _ = writeln!(out, "<details>\n<summary>{file}</summary>\n<pre>{text}</pre>\n</details>\n</section>");
}

fn put_panel(out: &mut String, panel: &Panel) {
    let _ = writeln!(out, "<h3>{}</h3>\n<div class=\"charts\">", escaped(&panel.title));
    for figure in &panel.figures {
        let caption = escaped(&figure.caption);
        let _ =
            writeln!(out, "<figure>\n{}<figcaption>{caption}</figcaption>\n</figure>", figure.chart.svg());
    }
    out.push_str("</div>\n");
    put_table(out, &panel.table);
}

fn put_table(out: &mut String, table: &ReportTable) {
    let names = table.names();
    let class = |n: usize| if n < names { " class=\"name\"" } else { "" };
    out.push_str("<div class=\"wide\">\n<table>\n<thead><tr>");
    for (n, name) in table.header.iter().enumerate() {
        let _ = write!(out, "<th{}>{}</th>", class(n), escaped(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    let mut before = None;
    for row in &table.rows {
        let is_next = names > 1 && before.is_some_and(|b| Some(b) != row.first());
        let _ = write!(out, "<tr{}>", if is_next { " class=\"next\"" } else { "" });
        before = row.first();
        for (n, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(n), escaped(cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

/// The text as HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
