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

/// Notations at the limits, and with one mistake.
const ATTEMPTS: &[&str] = &[
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
    "time:41/sequence:12(node:12)",
    "time:41/node:10(sequence:10)/shard:3",
    "time:41/node:10(a:10",
    "time:41/node:10@2026-02-29",
    "time:41/node:10@2024-02-29",
    "41/10/12@2026-01-01T24:00:00Z",
    "=41/10/12",
    "time:62@4294967295ms",
    "41/0/12",
    "41/10/0",
    "65/0/0",
    "64/0/0",
    "63/0/0",
    "64/0/0@1970-01-01",
    "time:63@1970-01-01",
    "time:63@1969-12-31T23:59:59.999Z",
    "time:62@1970-01-01",
    "time:1/node:64",
    "time:1/node:65",
    "time:1/sequence:64",
    "time:41/time:3",
    "time:41/node:10/sequence:12/seq:0",
    "time:41/seq:12/node:10",
    "time:41/shard:8(a:8)",
    "time:41/a:1/b:1",
    "time:41/_a:3",
    "time:41/1a:3",
    "time:41/a.b:3",
    "time:41/é:3",
    "time:41/aé:3",
    "time:41/a:3",
    "time:41/A1:3",
    "time:41/a_b:3",
    "time:41/a-b:3",
    "_x=41/10/12",
    "1x=41/10/12",
    "x.y=41/10/12",
    "xé=41/10/12",
    "x=41/10/12",
    "custom=41/10/12",
    "X-1_y=41/10/12",
    "4١/10/12",
    "٤١/10/12",
    "41/1٠/12",
    "time:20/node:32",
    "time:20/node:33",
    "time:20/sequence:32",
    "time:20/sequence:33",
    "time:20/shard:32",
    "time:20/shard:33",
    "time:20/shard:33/node:33",
    "time:20/sequence:33/node:33",
    "time:60/shard:33",
    "time:60/shard:0",
    "time:40/node:20/sequence:5",
    "time:40/node:20/sequence:4",
    "time:40/node:20/sequence:3",
    "time:60/node:10(a:5)",
    "time:41/sequence:12(a:5)/node:10(b:5)",
    "time:41/sequence:12(a:5)/node:10",
    "time:41/sequence:12(a:12)/node:10(b:5)",
    "time:50@4294967295ms/node:5(a:3)",
    "time:20/node:32(a:32)",
    "time:20/node:32(a:31,b:1)",
    "time:20/node:32(a:31)",
    "time:20/node:32(a:31,b:2)",
    "time:20/node:33(a:33)",
    "time:20/node:33(a:32,b:1)",
    "time:41/node:10(a:0,b:10)",
    "time:41/node:10(time:10)",
    "time:41/node:10(sequence:10)",
    "time:41/node:10(seq:10)",
    "time:41/a:3/node:10(a:10)",
    "time:41/node:10(a:10)/a:3",
    "time:41/node:10(a:10)/sequence:12(a:12)",
    "time:41/node:10(a:5,b:5)/sequence:12(c:12)",
    "time:41/node:10()",
    "time:41/node:0(a:1)",
    "0/10/12@1970-01-02",
    "time:41@10ms/node:10@2026-01-01",
    "time:41@1000ms/node:10@2026-01-01",
    "time:41@1500ms/node:10@2026-01-01",
    "time:41@1ms/node:10@2026-01-01",
    "time:20@4294967295ms/node:10",
    "time:20@4294967296ms/node:10",
    "time:20@2147483648ms/node:10",
    "time:20@4294967s/node:10",
    "time:20@4294968s/node:10",
    "time:20@0s/node:10",
    "time:20@5m/node:10",
    "time:20@5/node:10",
    "time:20@05ms/node:10",
    "time:20@ms/node:10",
    "41@10ms/10/12@2026-01-01",
    "41@10ms@2026-01-01/10/12",
    "41/10/12x2026-01-01",
    "41/10/12@",
    "41/10/12@2026-01-01@2026-01-01",
    "41/10/12@1970-01-01",
    "41/10/12@1970-01-01T00:00:00.001Z",
    "41/10/12@1970-01-01T00:00:00.002Z",
    "41/10/12@1970-04-25T23:59:59.998Z",
    "41/10/12@1970-04-25T23:59:59.999Z",
    "41/10/12@1970-04-26",
    "41/10/12@1969-12-31",
    "41/10/12@1969-12-31T23:59:59.999Z",
    "41/10/12@0000-01-01",
    "41/10/12@0000-02-29",
    "41/10/12@0999-12-31T23:59:59.999Z",
    "41/10/12@9999-12-31T23:59:59.999Z",
    "41/10/12@1900-02-28",
    "41/10/12@1900-02-29",
    "41/10/12@1900-03-01",
    "41/10/12@2000-02-29",
    "41/10/12@2000-03-01",
    "41/10/12@2100-02-29",
    "41/10/12@2026-00-01",
    "41/10/12@2026-13-01",
    "41/10/12@2026-01-00",
    "41/10/12@2026-01-31",
    "41/10/12@2026-01-32",
    "41/10/12@2026-04-30",
    "41/10/12@2026-04-31",
    "41/10/12@12026-01-01",
    "41/10/12@٢٠٢٦-01-01",
    "41/10/12@2026-1-1",
    "41/10/12@2026-01-01T23:59:59Z",
    "41/10/12@2026-01-01T23:60:00Z",
    "41/10/12@2026-01-01T23:59:60Z",
    "41/10/12@2026-01-01 23:59:59Z",
    "41/10/12@2026-01-01t23:59:59Z",
    "41/10/12@2026-01-01T23:59:59z",
    "41/10/12@2026-01-01T23:59:59",
    "41/10/12@2026-01-01T23:59:59+00:00",
    "41/10/12@2026-01-01T23:59Z",
    "41/10/12@2026-01-01T23:59:59.Z",
    "41/10/12@2026-01-01T23:59:59.5Z",
    "41/10/12@2026-01-01T23:59:59.05Z",
    "41/10/12@2026-01-01T23:59:59.005Z",
    "41/10/12@2026-01-01T23:59:59.0005Z",
    "41/10/12@2026-01-01T00:00:00.000Z",
];

pub(crate) fn layouts(random: &mut Random) -> Vec<Case> {
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
        read((*attempt).to_owned());
    }
    for _ in 0..120 {
        read(notation(random));
    }
    for _ in 0..150 {
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
    // The largest ID and the next number; and where a counter is 0, or alone is not.
    for preset in Layout::PRESETS {
        let largest = preset.max_id().get();
        for id in
            [1, 2, 1 << 10, (1 << 38) + 1, (1 << 38) | 1 << 10, largest, largest.saturating_add(1)]
        {
            let id = Snowflake::new(id).unwrap();
            cases.push(decoded(preset.name(), preset, id, 1_000_000_000_000 + largest % 1_000));
        }
    }
    let custom = ["time:41", "time:1/node:32", "time:63@1960-01-01", "time:30@7ms/shard:32"];
    for (name, layout) in custom.map(|text| (text, Layout::parse(text).unwrap())) {
        for step in [-1, 0, 1] {
            let id = Snowflake::new(layout.max_id().get().saturating_add(step)).unwrap();
            cases.push(decoded(name, &layout, id, 0));
        }
    }
    // The beginning of a tick, and just before: also before the epoch, and after many periods.
    let traces = Layout::TRACE_ID;
    let period = traces.period_millis().unwrap().cast_signed();
    let minted = 1_778_385_152_000_i64;
    for reference in [
        minted,
        minted - 1,
        minted + 1,
        minted + period - 1,
        minted + period,
        256_000,
        255_999,
        0,
        -1,
        256_000 - period,
        255_999 - period,
        -100 * period,
    ] {
        let id = Snowflake::new(70_368_744_177_665).unwrap();
        cases.push(decoded(traces.name(), &traces, id, reference));
    }
    for _ in 0..60 {
        let (name, layout) = any(random);
        for _ in 0..5 {
            let id = match random.below(4) {
                0 => layout.max_id().get().saturating_add(random.below(3) as i64 - 1),
                1 => (random.next() >> 1).cast_signed(),
                _ => (random.next() % layout.max_id().to_u64()).cast_signed(),
            };
            let id = Snowflake::new(id).unwrap_or(Snowflake::MIN);
            let reference = 1_000_000_000_000 + (random.next() >> 24).cast_signed();
            cases.push(decoded(&name, &layout, id, reference));
        }
    }
    cases
}

fn decoded(name: &str, layout: &Layout, id: Snowflake, reference: i64) -> Case {
    let case = Case::new().with("layout", name).with_long("id", id);
    if !layout.contains(id) {
        return case.refused(&NotInLayout);
    }
    let parts = layout.decompose(id);
    let (case, unix_millis) = if let Some(unix_millis) = layout.unix_millis(parts.timestamp) {
        (case, unix_millis)
    } else {
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
    let texts = [
        "default",
        "sonyflake",
        "mastodon",
        "baidu",
        "trace-id",
        "time:41",
        "time:1",
        "time:63@1960-01-01",
    ];
    for text in texts {
        let layout = Layout::preset(text).unwrap_or_else(|| Layout::parse(text).unwrap());
        let (epoch, tick) = (layout.epoch_unix_millis(), i64::from(layout.tick_millis()));
        let end = layout.ends_at().unwrap_or(epoch + 1_000_000);
        for (from, until) in [
            (epoch, epoch),
            (epoch, epoch + 1),
            (epoch, epoch + tick),
            (epoch, epoch + tick + 1),
            (epoch + 1, epoch + tick),
            (epoch + 1, epoch + tick + 1),
            (epoch + 1, epoch + 2 * tick),
            (epoch + tick, epoch + 2 * tick),
            (epoch + 5 * tick, epoch + 6 * tick),
            (epoch + 6 * tick, epoch + 5 * tick),
            (epoch - tick, epoch),
            (epoch - tick, epoch + tick),
            (epoch - 3 * tick - 1, epoch - 1),
            (end - tick, end),
            (end - tick, end - 1),
            (end - tick + 1, end),
            (end - tick, end + 2 * tick),
            (end, end + 2 * tick),
            (epoch, end),
            (epoch - 10 * tick, end + 10 * tick),
        ] {
            cases.push(range(text, &layout, from, until));
        }
    }
    for _ in 0..40 {
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
            cases.push(range(&name, &layout, from, to));
        }
    }
    cases
}

fn range(name: &str, layout: &Layout, from: i64, until: i64) -> Case {
    let case = Case::new().with("layout", name);
    let case = case.with_long("from_ms", from).with_long("until_ms", until);
    match layout.range(from, until) {
        Ok(range) if range.is_empty() => case.refused(&Empty),
        Ok(range) => case.with_long("first", range.start()).with_long("last", range.end()),
        Err(error) => case.refused(&error),
    }
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
        10_000_000_001,
        19_999_999_999,
        10_000_100_000,
        10_000_099_999,
        14_150_009_200_065,
        9_223_372_010_000_000_000,
        9_223_372_019_999_999_999,
        9_223_372_020_000_000_000,
        9_223_372_029_999_999_999,
        9_223_372_030_000_000_000,
        9_223_372_036_854_775_806,
        i64::MAX,
    ];
    let edges = edges.map(|id| of(Snowflake::new(id).unwrap()));
    edges.into_iter().chain((0..120).map(|_| of(random.id()))).collect()
}
