//! A chart as SVG: a bar for each contender, its middle half as a line.

use std::fmt::Write as _;

use crate::measure::{Measured, Spread};

const WIDTH: f64 = 900.0;
const LABELS: f64 = 320.0;
const VALUES: f64 = 90.0;
const BARS: f64 = WIDTH - LABELS - VALUES;
const ROW: f64 = 26.0;
const TOP: f64 = 44.0;

/// How much longer than the median bar one may be before it is cut off.
const LONGEST: f64 = 3.0;

/// The chart of a table.
pub fn svg(title: &str, unit: &str, measured: &[Measured]) -> String {
    let mut rows: Vec<_> = measured.iter().map(|one| (one, one.spread())).collect();
    rows.sort_by(|a, b| a.1.median.total_cmp(&b.1.median));
    let usual = Spread::of(rows.iter().map(|(_, spread)| spread.median)).median;
    let shown = rows.iter().map(|(_, spread)| spread.high).filter(|high| *high <= usual * LONGEST);
    let scale = BARS / shown.fold(usual, f64::max);

    let height = TOP + ROW * rows.len() as f64 + 8.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>text{{fill:#222}}.kit{{fill:#2563eb}}.peer{{fill:#9ca3af}}\
         line{{stroke:#222}}@media(prefers-color-scheme:dark){{text{{fill:#ddd}}\
         .peer{{fill:#6b7280}}line{{stroke:#ddd}}}}</style>\n\
         <text x=\"8\" y=\"20\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"{x}\" y=\"20\" text-anchor=\"end\">{unit}; less is better</text>\n",
        title = escaped(title),
        unit = escaped(unit),
        x = WIDTH - 8.0,
    );
    for (at, (one, spread)) in rows.iter().enumerate() {
        let y = TOP + ROW * at as f64;
        let (middle, text) = (y + ROW / 2.0, y + ROW / 2.0 + 4.0);
        let cut = spread.median * scale > BARS;
        let length = (spread.median * scale).min(BARS);
        let class = if one.contender.kit { "kit" } else { "peer" };
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{text:.1}\" text-anchor=\"end\">{name}</text>\n\
             <rect class=\"{class}\" x=\"{LABELS}\" y=\"{y:.1}\" width=\"{length:.1}\" \
             height=\"{height:.1}\" rx=\"2\"/>\n\
             <text x=\"{value_x:.1}\" y=\"{text:.1}\">{value}{sign}</text>",
            x = LABELS - 8.0,
            name = escaped(one.contender.name),
            y = y + 4.0,
            height = ROW - 8.0,
            value_x = LABELS + length.max((spread.high * scale).min(BARS)) + 6.0,
            value = figure(spread.median),
            sign = if cut { " »" } else { "" },
        );
        if !cut {
            let (low, high) = (spread.low * scale, (spread.high * scale).min(BARS));
            let _ = writeln!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{middle:.1}\" x2=\"{:.1}\" y2=\"{middle:.1}\"/>",
                LABELS + low,
                LABELS + high,
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A number as people read it.
pub fn figure(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
