//! Layouts as text, IDs taken apart, and the IDs of an interval.

use serde_json::{Value, json};
use snowflake_kit_core::{DecimalParts, Layout, LayoutParseError, Snowflake, UtcTime};

use crate::case::{Case, Random};

/// The fields of a value, high bits first: `[["worker", 1], ["process", 0]]`.
fn fields<'a>(fields: impl Iterator<Item = (&'a str, u32)>) -> Value {
    fields.map(|(name, value)| json!([name, value])).collect()
}

/// A notation of any layout, which may not fit.
pub(crate) fn notation(random: &mut Random) -> String {
    let parts = |random: &mut Random, name: &str, bits: usize| {
        let count = random.below(4).min(bits);
        if count == 0 {
            return String::new();
        }
        let mut rest = bits;
        let parts = (1..=count).map(|at| {
            let width = if at == count { rest } else { 1 + random.below(rest - (count - at)) };
            rest -= width;
            format!("{name}-{at}:{width}")
        });
        format!("({})", parts.collect::<Vec<_>>().join(","))
    };
    let time = 20 + random.below(34);
    let mut left = 63_usize.saturating_sub(time) + usize::from(random.below(12) == 0);
    let mut low = Vec::new();
    for name in ["node", "sequence", "shard"] {
        let bits = random.below(left.min(33) + 1);
        left -= bits;
        if name != "shard" {
            let field = if name == "sequence" { random.pick(&["sequence", "seq"]) } else { name };
            low.push(format!("/{field}:{bits}{}", parts(random, name, bits)));
        } else if bits > 0 {
            low.push(format!("/{name}:{bits}"));
        }
    }
    for at in (1..low.len()).rev() {
        low.swap(at, random.below(at + 1));
    }
    let name = random.pick(&["", "", "feed=", "sensors=", "a-1_="]);
    let tick = random.pick(&["", "@1ms", "@10ms", "@1s", "@7ms", "@86400s", "@4294967295ms"]);
    let century = 3_155_760_000_000;
    let epoch = random.pick(&[0, 1, 1, -1, 10, 79]) * century + (random.next() >> 34).cast_signed();
    let epoch = match random.below(4) {
        0 => String::new(),
        1 => format!("@{}", &UtcTime(epoch).to_string()[..10]),
        2 => format!("@{}Z", &UtcTime(epoch).to_string()[..19]),
        _ => format!("@{}", UtcTime(epoch)),
    };
    format!("{name}time:{time}{tick}{}{epoch}", low.concat())
}

fn layout(random: &mut Random) -> (String, Layout) {
    loop {
        let text = notation(random);
        if let Ok(layout) = Layout::parse(text.clone().leak()) {
            return (text, layout);
        }
    }
}

pub(crate) fn layouts(random: &mut Random) -> Vec<Case> {
    const ATTEMPTS: [&str; 29] = [
        "",
        "41",
        "41/10",
        "41/10/12",
        "41/10/12/0",
        "42/10/12",
        "43/10/12",
        "0/10/12",
        "41/33/1",
        "41/1/33",
        "time:41",
        "node:10/time:41",
        "time:41/node:10/12",
        "time:41/node:10/node:2",
        "time:41/a:3/b:3",
        "time:41/shard:0",
        "time:41@0ms",
        "time:41@1",
        "time:041",
        "time:41 ",
        "time:41/node:10(a:5)",
        "time:41/node:10(a:5,a:5)",
        "time:41/node:10(node:10)",
        "time:41/node:10(a:10",
        "time:41/node:10@2026-02-29",
        "time:41/node:10@2024-02-29",
        "41/10/12@2026-01-01T24:00:00Z",
        "=41/10/12",
        "time:62@4294967295ms",
    ];
    let mut cases = Vec::new();
    let mut read = |text: String| {
        let case = Case::new().with("notation", text.as_str());
        cases.push(match Layout::parse(text.leak()) {
            Ok(layout) => read_as(case, &layout),
            Err(LayoutParseError::Text { .. }) => case.refused(&Notation),
            Err(LayoutParseError::Layout { error, .. }) => case.refused(&error),
            Err(_) => unreachable!(),
        });
    };
    for preset in Layout::PRESETS {
        if let Some(notation) = preset.notation() {
            read(notation.to_string());
        }
    }
    for attempt in ATTEMPTS {
        read(attempt.to_owned());
    }
    for _ in 0..600 {
        read(notation(random));
    }
    for _ in 0..900 {
        let text = layout(random).0;
        read(random.mistyped(&text, "0123456789ms:@/()=,-TZ.az_ é\u{660}"));
    }
    cases
}

/// The kind of a text that is not a notation.
#[derive(Debug)]
struct Notation;

fn read_as(case: Case, layout: &Layout) -> Case {
    let all = layout.fields().map(|field| (field.name(), u32::from(field.bits())));
    case.with("name", layout.name())
        .with("fields", fields(all))
        .with("tick_ms", layout.tick_millis())
        .with_long("epoch_ms", layout.epoch_unix_millis())
        .with_long("max_id", layout.max_id())
        .with_long("end_ms", layout.ends_at().expect("a notation has no period"))
        .with("written", layout.notation().expect("a notation has one").to_string())
}

/// A preset by its name, or a layout of one's own.
pub(crate) fn any(random: &mut Random) -> (String, Layout) {
    match random.below(2) {
        0 => {
            let preset = random.pick(Layout::PRESETS);
            (preset.name().to_owned(), preset)
        }
        _ => layout(random),
    }
}

pub(crate) fn ids(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in 0..400 {
        let (name, layout) = any(random);
        for _ in 0..5 {
            let id = match random.below(4) {
                0 => layout.max_id().get().saturating_add(random.below(3) as i64 - 1),
                1 => (random.next() >> 1).cast_signed(),
                _ => (random.next() % layout.max_id().to_u64()).cast_signed(),
            };
            let id = Snowflake::new(id).unwrap_or(Snowflake::MIN);
            cases.push(decoded(&name, &layout, id, random));
        }
    }
    cases
}

fn decoded(name: &str, layout: &Layout, id: Snowflake, random: &mut Random) -> Case {
    let case = Case::new().with("layout", name).with_long("id", id);
    if !layout.contains(id) {
        return case.refused(&NotInLayout);
    }
    let parts = layout.decompose(id);
    let (case, unix_millis) = if let Some(unix_millis) = layout.unix_millis(parts.timestamp) {
        (case, unix_millis)
    } else {
        let reference = 1_000_000_000_000 + (random.next() >> 24).cast_signed();
        let unix_millis = layout.unix_millis_before(parts.timestamp, reference).unwrap();
        (case.with_long("reference_ms", reference), unix_millis)
    };
    let split = layout.split(id).skip(1).map(|(name, value)| (name, value as u32));
    let case = case.with_long("timestamp", parts.timestamp).with_long("unix_ms", unix_millis);
    case.with("fields", fields(split)).with("node", parts.node).with("sequence", parts.sequence)
}

/// The kind of an ID that a layout does not have.
#[derive(Debug)]
struct NotInLayout;

pub(crate) fn ranges(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for _ in 0..350 {
        let (name, layout) = any(random);
        for _ in 0..4 {
            let epoch = layout.epoch_unix_millis();
            let end = layout.ends_at().unwrap_or(epoch + (1 << 35));
            let instant = |random: &mut Random| match random.below(4) {
                0 => epoch.saturating_add(random.below(5) as i64 - 2),
                1 => end.saturating_add(random.below(5) as i64 - 2),
                2 => epoch + (random.next() % end.abs_diff(epoch)).cast_signed(),
                _ => (random.next() >> 12).cast_signed() - (1 << 51),
            };
            let from = instant(random);
            let to = match random.below(3) {
                0 => from.saturating_add(random.below(4 * layout.tick_millis() as usize) as i64),
                1 => end,
                _ => instant(random),
            };
            let case = Case::new().with("layout", name.as_str());
            let case = case.with_long("from_ms", from).with_long("until_ms", to);
            cases.push(match layout.range(from, to) {
                Ok(range) if range.is_empty() => case.refused(&Empty),
                Ok(range) => case.with_long("first", range.start()).with_long("last", range.end()),
                Err(error) => case.refused(&error),
            });
        }
    }
    cases
}

/// The kind of an interval without an ID.
#[derive(Debug)]
struct Empty;

pub(crate) fn decimal_ids(random: &mut Random) -> Vec<Case> {
    let of = |id: Snowflake| {
        let case = Case::new().with_long("id", id);
        match DecimalParts::decompose(id) {
            Ok(DecimalParts { counter, generator, launch }) => {
                case.with("counter", counter).with("generator", generator).with("launch", launch)
            }
            Err(error) => case.refused(&error),
        }
    };
    let edges = [
        1,
        9_999_999_999,
        10_000_000_000,
        14_150_009_200_065,
        9_223_372_029_999_999_999,
        9_223_372_030_000_000_000,
        i64::MAX,
    ];
    let edges = edges.map(|id| of(Snowflake::new(id).unwrap()));
    edges.into_iter().chain((0..1_200).map(|_| of(random.id()))).collect()
}
