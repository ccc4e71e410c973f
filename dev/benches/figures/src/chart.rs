//! A chart as SVG: a bar for each contender, its middle half as a line.

use std::fmt::Write as _;

use crate::spread::Spread;

const WIDTH: f64 = 900.0;
const LABELS: f64 = 320.0;
const VALUES: f64 = 90.0;
const BARS: f64 = WIDTH - LABELS - VALUES;
const ROW: f64 = 26.0;
const TOP: f64 = 44.0;

/// How much longer than the median bar one may be before it is cut off.
const LONGEST: f64 = 3.0;

/// A contender.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Whether it is the kit's.
    pub kit: bool,
    /// What was measured of it.
    pub spread: Spread,
}

/// A chart, and the name of its file without the ending.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name.
    pub key: String,
    /// What it is of.
    pub title: String,
    /// The picture.
    pub svg: String,
}

impl Chart {
    /// Bars in this order. Less is better.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn new(key: String, title: String, unit: &str, bars: &[Bar]) -> Self {
        let svg = svg(&title, unit, bars);
        Self { key, title, svg }
    }

    /// The line that shows it in a report, which is in the folder of the repository.
    #[must_use]
    pub fn markdown(&self) -> String {
        format!("![{}](dev/benches/charts/{}.svg)\n", self.title, self.key)
    }
}

fn svg(title: &str, unit: &str, bars: &[Bar]) -> String {
    let usual = Spread::of(bars.iter().map(|bar| bar.spread.median)).median;
    let shown = bars.iter().map(|bar| bar.spread.high).filter(|high| *high <= usual * LONGEST);
    let scale = BARS / shown.fold(usual, f64::max);

    let height = TOP + ROW * bars.len() as f64 + 8.0;
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
    for (at, Bar { name, kit, spread }) in bars.iter().enumerate() {
        let y = TOP + ROW * at as f64;
        let (middle, text) = (y + ROW / 2.0, y + ROW / 2.0 + 4.0);
        let cut = spread.median * scale > BARS;
        let length = (spread.median * scale).min(BARS);
        let (low, high) = (spread.low * scale, (spread.high * scale).min(BARS));
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{text:.1}\" text-anchor=\"end\">{name}</text>\n\
             <rect class=\"{class}\" x=\"{LABELS}\" y=\"{y:.1}\" width=\"{length:.1}\" \
             height=\"{height:.1}\" rx=\"2\"/>\n\
             <text x=\"{value:.1}\" y=\"{text:.1}\">{figure}{sign}</text>",
            x = LABELS - 8.0,
            name = escaped(name),
            class = if *kit { "kit" } else { "peer" },
            y = y + 4.0,
            height = ROW - 8.0,
            value = LABELS + length.max(high) + 6.0,
            figure = figure(spread.median),
            sign = if cut { " »" } else { "" },
        );
        if !cut && low < high {
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
#[must_use]
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
