//! What Rust's layouts make of IDs and of intervals: presets and layouts of
//! one's own.

use serde_json::{Value, json};
use snowflake_core::{DecimalParts, Field, Layout, LayoutParseError, Snowflake, UtcTime};

/// The last instant of JavaScript's `Date`, in Unix ms; the first is its
/// negative.
const LAST_INSTANT: i128 = 8_640_000_000_000_000;

/// So many milliseconds a number of JavaScript's still counts one by one.
const LONGEST: i128 = 1 << 53;

pub(crate) fn readings() -> Value {
    let mut random = Random(10);
    let mut layouts: Vec<Value> = Layout::PRESETS
        .iter()
        .map(|preset| reading(preset, &json!(preset.name()), &mut random))
        .collect();
    layouts.extend((0..300).map(|_| custom(&mut random)));
    let decimal_ids: Vec<_> = (0..1_000).map(|_| decimal_id(&mut random)).collect();
    let attempts: Vec<_> = (0..5_000).map(|_| attempt(&mut random)).collect();
    json!({ "layouts": layouts, "attempts": attempts, "decimal_ids": decimal_ids })
}

/// Any layout, if the numbers that come up are one.
fn custom(random: &mut Random) -> Value {
    let [node_fields, sequence_fields] =
        [("node", 1 + random.below(3)), ("sequence", random.below(3))].map(|(name, count)| {
            let field = |i| Field::new(format!("{name}-{i}").leak(), 1 + random.below(12) as u8);
            &*(0..count).map(field).collect::<Vec<_>>().leak()
        });
    let sum = |fields: &[Field]| fields.iter().map(Field::bits).sum::<u8>();
    let node_bits = [sum(node_fields), random.below(33) as u8][random.below(2)];
    let sequence_bits = [sum(sequence_fields), random.below(33) as u8][random.below(2)];
    let caller_bits = [0, random.below(20) as u8][random.below(2)];
    let time_bits = 1 + random.below(50) as u8;
    let tick = [1, 1, 10, 1_000, 7, 86_400_000, u32::MAX][random.below(7)];
    let century = 3_155_760_000_000;
    let epoch = [0, 1, -1, century, -century, 79 * century][random.below(6)]
        + i64::try_from(random.below(1 << 30)).unwrap();
    let full_width = time_bits + caller_bits + node_bits + sequence_bits == 64;
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][random.below(6)];
    let order = order.map(|field| ["caller", "node", "sequence"][field]);
    let mut options = json!({
        "name": "custom", "epoch": epoch, "tickMillis": tick, "timeBits": time_bits,
        "nodeBits": node_bits, "sequenceBits": sequence_bits,
        "order": order, "fullWidth": full_width,
    });
    let mut builder =
        Layout::builder("custom").epoch_unix_millis(epoch).tick_millis(tick).time_bits(time_bits);
    let named = |fields: &[Field]| -> Vec<_> {
        fields.iter().map(|field| json!([field.name(), field.bits()])).collect()
    };
    let written = |fields: &[Field]| {
        let fields: Vec<_> =
            fields.iter().map(|field| format!("{}:{}", field.name(), field.bits())).collect();
        if fields.is_empty() { String::new() } else { format!("({})", fields.join(",")) }
    };
    let mut parts = [String::new(), String::new()];
    if sum(node_fields) == node_bits {
        builder = builder.node_fields(node_fields);
        options["nodeFields"] = json!(named(node_fields));
        parts[0] = written(node_fields);
    }
    if sum(sequence_fields) == sequence_bits {
        builder = builder.sequence_fields(sequence_fields);
        options["sequenceFields"] = json!(named(sequence_fields));
        parts[1] = written(sequence_fields);
    }
    let mut text = format!("time:{time_bits}@{tick}ms");
    for field in order {
        (builder, text) = match field {
            "node" => {
                (builder.node_bits(node_bits), format!("{text}/node:{node_bits}{}", parts[0]))
            }
            "sequence" => {
                let text = format!("{text}/seq:{sequence_bits}{}", parts[1]);
                (builder.sequence_bits(sequence_bits), text)
            }
            _ if caller_bits == 0 => (builder, text),
            _ => {
                options["caller"] = json!(["shard", caller_bits]);
                (builder.caller("shard", caller_bits), format!("{text}/shard:{caller_bits}"))
            }
        };
    }
    if full_width {
        builder = builder.full_width();
    }
    let text = format!("{text}@{}", UtcTime(epoch));
    let built = builder.try_build();
    assert_eq!(Layout::parse(text.clone().leak()).ok(), built.ok(), "{text}");
    let mut value = match built {
        Ok(layout) => reading(&layout, &options, random),
        Err(_) => json!({ "layout": options, "refused": true }),
    };
    value["notation"] = json!(text);
    value
}

/// A text that is nearly a notation, and what Rust makes of it.
fn attempt(random: &mut Random) -> Value {
    const TEXTS: [&str; 5] = [
        "41/10/12@2026-01-01",
        "feed=time:41/shard:8/node:5/sequence:9@2026-01-01",
        "time:39@10ms/seq:8/node:16(machine:16)@2014-09-01T12:34:56.7Z",
        "time:28@1s/node:22(rack:11,slot:11)/sequence:13(a:13)",
        "42/5/17@2012-02-29",
    ];
    let mut text: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len());
        let other: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
        let other = [other[random.below(other.len())], random.pick(" +-é\u{660}Z(),:/@=0x\u{1b}")];
        match random.below(4) {
            0 => drop(text.remove(at)),
            1 => text[at] = other[random.below(2)],
            2 => text.truncate(at.max(1)),
            _ => text.insert(at, other[random.below(2)]),
        }
        if text.is_empty() {
            text.push('4');
        }
    }
    let text: String = text.into_iter().collect();
    match Layout::parse(text.clone().leak()) {
        Ok(layout) if fits_javascript(&layout) => {
            json!({ "text": text, "maxId": layout.max_id().to_string(), "endsAt": layout.ends_at() })
        }
        Err(error @ LayoutParseError::Text { .. }) => {
            json!({ "text": text, "error": error.to_string() })
        }
        _ => json!({ "text": text, "refused": true }),
    }
}

/// Whether JavaScript's dates and numbers reach over a layout's time.
fn fits_javascript(layout: &Layout) -> bool {
    let span = (i128::from(layout.max_timestamp()) + 1) * i128::from(layout.tick_millis());
    let epoch = i128::from(layout.epoch_unix_millis());
    span <= LONGEST && epoch + span <= LAST_INSTANT && epoch >= -LAST_INSTANT
}

fn reading(layout: &Layout, options: &Value, random: &mut Random) -> Value {
    if !fits_javascript(layout) {
        return json!({ "layout": options, "refused": true });
    }
    let ids: Vec<_> = (0..200).map(|_| id(layout, random)).collect();
    let ranges: Vec<_> = if layout.is_periodic() {
        Vec::new()
    } else {
        (0..200).map(|_| range(layout, random)).collect()
    };
    json!({
        "layout": options,
        "maxTimestamp": layout.max_timestamp(),
        "maxId": layout.max_id().to_string(),
        "endsAt": layout.ends_at(),
        "periodMillis": layout.period_millis(),
        "monotonicity": layout.monotonicity().to_string(),
        "ids": ids,
        "ranges": ranges,
    })
}

/// An ID taken apart, or its text alone if it is not one of the layout's.
fn id(layout: &Layout, random: &mut Random) -> Value {
    let bits = layout.max_id().to_u64().ilog2() + 1;
    // Often one bit too much.
    let mask = (1_u64 << (bits + random.below(2) as u32).min(63)) - 1;
    let value = match random.below(4) {
        0 => layout.max_id().get().saturating_add(random.below(3) as i64 - 1),
        1 => 1_i64 << random.below(63),
        _ => (random.next() & mask).cast_signed(),
    };
    let Some(id) = Snowflake::new(value) else { return json!({ "id": "0" }) };
    let parts = layout.decompose(id);
    if !layout.contains(id) {
        return json!({ "id": id.to_string() });
    }
    let reference = 1_000_000_000_000 + random.below(1 << 40) as i64;
    let unix_millis = layout
        .unix_millis(parts.timestamp)
        .or_else(|| layout.unix_millis_before(parts.timestamp, reference))
        .unwrap();
    let fields = |fields: Vec<(&str, u32)>| -> Value { fields.into_iter().collect() };
    let mut value = json!({
        "id": id.to_string(),
        "reference": reference,
        "timestamp": parts.timestamp,
        "unixMillis": unix_millis,
        "node": parts.node,
        "nodeFields": fields(layout.split_node(parts.node).collect()),
        "sequence": parts.sequence,
        "sequenceFields": fields(layout.split_sequence(parts.sequence).collect()),
    });
    if layout.caller().is_some() {
        value["caller"] = json!(parts.caller);
    }
    value
}

/// An interval: inside, across the edges, empty, or of a few ticks.
fn range(layout: &Layout, random: &mut Random) -> Value {
    let (epoch, end) = (layout.epoch_unix_millis(), layout.ends_at().unwrap());
    let instant = |random: &mut Random| match random.below(4) {
        0 => epoch + random.below(5) as i64 - 2,
        1 => end + random.below(5) as i64 - 2,
        2 => epoch + (random.next() % end.abs_diff(epoch)).cast_signed(),
        _ => (random.next() >> 12).cast_signed() - (1 << 51),
    };
    let from = instant(random);
    let to = match random.below(2) {
        0 => from + random.below(4 * layout.tick_millis() as usize) as i64,
        _ => instant(random),
    };
    let (first, last) = layout.range(from, to).unwrap().into_inner();
    json!({ "from": from, "to": to, "first": first.to_string(), "last": last.to_string() })
}

fn decimal_id(random: &mut Random) -> Value {
    let value = (random.next() >> (1 + random.below(40))).max(1).cast_signed();
    let id = Snowflake::new(value).unwrap();
    match DecimalParts::decompose(id) {
        Ok(DecimalParts { counter, generator, launch }) => json!({
            "id": id.to_string(), "counter": counter, "generator": generator, "launch": launch,
        }),
        Err(error) => json!({ "id": id.to_string(), "error": error.to_string() }),
    }
}

/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick(&mut self, text: &str) -> char {
        let count = text.chars().count();
        text.chars().nth(self.below(count)).unwrap()
    }
}
