//! Layouts as text.

use proptest::prelude::*;
use snowflake_kit_core::{Field, Layout, LayoutParseError, Parts, Snowflake};

use crate::layout::any_layout;

// What is expected, in the words of the errors.
const BITS: &str =
    "expected a width in bits, from 0 to 64 and without leading zeros, as in `node:10`";
const NAME: &str = "expected a name: an ASCII letter, and then ASCII letters, digits, `_` and `-`";
const FIELD: &str = "expected a field and its width in bits, as in `node:10`";
const PART: &str = "expected a part and its width in bits, from 1 to 32, as in `worker:5`";
const BARE: &str = "expected a name for each field, as in `time:41/node:10/sequence:12`, or \
                    three widths without names, as in `41/10/12`";
const TIME: &str = "expected `time` as the first field, as in `time:41/node:10/sequence:12`: only \
                    with the time in the highest bits are IDs in the order of their times";
const TICK: &str = "expected a tick of 1 ms or more, in `ms` or `s`, as in `time:39@10ms`";
const PARTS: &str =
    "expected parts of at most 32 bits together, as in `node:10(datacenter:5,worker:5)`";
const OTHER: &str = "expected another name: each field and each part has its own";
const OWN: &str = "expected a name of its own for the part: `time`, `node`, `sequence` and \
                   `seq` are fields";
const CLOSED: &str =
    "expected `,` and another part, or `)`, as in `node:10(datacenter:5,worker:5)`";
const END: &str = "expected `/` and another field, or `@` and the epoch, or the end of the \
                   text; parts in parentheses only follow `node` and `sequence`";
const EPOCH: &str = "expected a date or an instant after the last field, as in `@2026-01-01` \
                     or `@2026-01-01T08:30:00.000Z`";
const ONE: &str = "expected `node` or `sequence`: only one field can have another name";

fn text(layout: &Layout) -> Option<String> {
    layout.notation().map(|notation| notation.to_string())
}

fn fields(layout: &Layout) -> Vec<(&'static str, u8)> {
    layout.fields().map(|field| (field.name(), field.bits())).collect()
}

fn parse(text: &str) -> Result<Layout, LayoutParseError> {
    Layout::parse(text.to_owned().leak())
}

#[test]
fn presets_have_a_notation_that_means_the_same() {
    for preset in Layout::PRESETS.iter().filter(|preset| !preset.is_periodic()) {
        let read = parse(&text(preset).unwrap()).unwrap();
        assert_eq!((read, read.name()), (*preset, preset.name()));
        assert_eq!(fields(&read), fields(preset));
        assert_eq!(read.is_full_width(), preset.is_full_width());
    }
    let presets = [Layout::TWITTER, Layout::SONYFLAKE, Layout::MASTODON, Layout::BAIDU];
    assert_eq!(
        presets.map(|preset| text(&preset).unwrap()),
        [
            "twitter=time:41/node:10(datacenter:5,worker:5)/sequence:12@2010-11-04T01:42:54.657Z",
            "sonyflake=time:39@10ms/sequence:8/node:16(machine:16)@2014-09-01",
            "mastodon=time:48/sequence:16(tail:16)@1970-01-01",
            "baidu=time:28@1s/node:22(worker:22)/sequence:13@2016-05-19T16:00:00.000Z",
        ]
    );
}

#[test]
fn what_a_text_leaves_out_has_a_default() {
    let plain = Layout::builder("custom").time_bits(41).node_bits(10).sequence_bits(12);
    let low = Layout::builder("custom").time_bits(41).sequence_bits(12).node_bits(10);
    for (text, layout) in [
        ("41/10/12", plain),
        ("time:41/node:10/sequence:12", plain),
        ("time:41/node:10/seq:12@2025-01-01", plain),
        ("41/10/12@2026-01-01", plain.epoch_date(2026, 1, 1)),
        ("41/10/12@2026-01-01T00:00:00Z", plain.epoch_date(2026, 1, 1)),
        ("41/10/12@2025-01-01T00:00:00.5Z", plain.epoch_unix_millis(1_735_689_600_500)),
        ("41/10/12@2025-01-01T23:59:59.05Z", plain.epoch_unix_millis(1_735_775_999_050)),
        ("41@1ms/10/12", plain),
        ("39@10ms/10/12", plain.time_bits(39).tick_millis(10)),
        ("39@2s/10/12", plain.time_bits(39).tick_millis(2_000)),
        ("30@4294967295ms/10/12", plain.time_bits(30).tick_millis(u32::MAX)),
        ("42/10/12", plain.time_bits(42).full_width()),
        ("41/0/12", plain.node_bits(0)),
        ("time:41/sequence:12", plain.node_bits(0)),
        ("time:41/seq:12/node:10", low),
        ("time:41/node:10/seq:8/shard:4", plain.sequence_bits(8).caller("shard", 4)),
        ("time:62", Layout::builder("custom").time_bits(62)),
        ("time:62@2000-01-01", Layout::builder("custom").time_bits(62).epoch_date(2000, 1, 1)),
        (
            "time:40@7ms@2000-01-01",
            Layout::builder("custom").time_bits(40).tick_millis(7).epoch_date(2000, 1, 1),
        ),
    ] {
        let expected = layout.try_build();
        let read = parse(text);
        assert_eq!(read, Ok(expected.unwrap()), "{text}");
        assert_eq!(read.unwrap().name(), "custom");
    }
}

#[test]
fn a_text_names_the_layout_its_fields_and_their_parts() {
    let text = "feed-2=time:40/shard:6/node:9(site:4,rack_2:5)/seq:8(a:1,b:7)@2026-01-01";
    let layout = Layout::parse(text).unwrap();
    assert_eq!(layout.name(), "feed-2");
    assert_eq!(layout.caller(), Some(Field::new("shard", 6)));
    let names = [("time", 40), ("shard", 6), ("site", 4), ("rack_2", 5), ("a", 1), ("b", 7)];
    assert_eq!(fields(&layout), names);
    assert_eq!(layout.node_fields().len(), 2);
    assert_eq!(layout.node_fields().next(), Some(Field::new("site", 4)));
    assert_eq!(layout.sequence_fields().last(), Some(Field::new("b", 7)));

    let node = layout.join_node(&[11, 21]).unwrap();
    assert_eq!(layout.split_node(node).collect::<Vec<_>>(), [("site", 11), ("rack_2", 21)]);
    assert_eq!(
        layout.join_node(&[11]).unwrap_err().to_string(),
        "1 field values were given for 2 fields"
    );
    assert_eq!(
        layout.join_node(&[16, 0]).unwrap_err().to_string(),
        "site 16 does not fit: use 0 to 15"
    );
    assert_eq!(layout.split_sequence(130).collect::<Vec<_>>(), [("a", 1), ("b", 2)]);
    let id = layout.compose(Parts { timestamp: 5, caller: 63, node, sequence: 130 }).unwrap();
    let values: Vec<_> = layout.split(id).map(|(_, value)| value).collect();
    assert_eq!(values, [5, 63, 11, 21, 1, 2]);
}

#[test]
fn what_is_wrong_in_a_text_is_said_with_its_place() {
    for (text, found, expected) in [
        ("", "nothing at byte 0", FIELD),
        ("twitter", "\"twitter\" at byte 0", FIELD),
        ("-41/10/12", "\"-41\" at byte 0", FIELD),
        ("41 /10/12", "\"41 \" at byte 0", BITS),
        ("041/10/12", "\"041\" at byte 0", BITS),
        ("41/10/65", "\"65\" at byte 6", BITS),
        ("41/10/4294967296", "\"4294967296\" at byte 6", BITS),
        ("41/+10/12", "\"+10\" at byte 3", FIELD),
        ("٤١/10/12", "\"٤١\" at byte 0", FIELD),
        ("4١/10/12", "\"4١\" at byte 0", BITS),
        ("41/10/", "nothing at byte 6", FIELD),
        ("41//12", "nothing at byte 3", FIELD),
        ("41/10", "nothing at byte 5", BARE),
        ("41/10@2026-01-01", "\"@2026-01-01\" at byte 5", BARE),
        ("41/10/6/6", "\"6\" at byte 8", BARE),
        ("41/node:10/12", "\"node\" at byte 3", BARE),
        ("time:41/10/12", "\"10\" at byte 8", BARE),
        ("node:10/time:41", "\"node\" at byte 0", TIME),
        ("Time:41", "\"Time\" at byte 0", TIME),
        ("time:", "nothing at byte 5", BITS),
        ("time:41x", "\"41x\" at byte 5", BITS),
        ("time:41/:8", "nothing at byte 8", NAME),
        ("time:41/2nd:8", "\"2nd\" at byte 8", NAME),
        ("time:41/ node:8", "\" node\" at byte 8", NAME),
        ("time:41/größe:8", "\"größe\" at byte 8", NAME),
        ("=41/10/12", "nothing at byte 0", NAME),
        ("my feed=41/10/12", "\"my feed\" at byte 0", NAME),
        ("a=b=41/10/12", "\"b\" at byte 2", FIELD),
        ("time:41/node:5/node:5", "\"node\" at byte 15", OTHER),
        ("time:41/seq:5/sequence:5", "\"sequence\" at byte 14", OTHER),
        ("time:41/time:5", "\"time\" at byte 8", OTHER),
        ("time:41/shard:5/tenant:5", "\"tenant\" at byte 16", ONE),
        ("time:41/shard:5/node:5(shard:5)", "\"shard\" at byte 23", OTHER),
        ("time:41/node:6(a:3,a:3)", "\"a\" at byte 19", OTHER),
        ("time:41/node:6(seq:6)", "\"seq\" at byte 15", OWN),
        ("time:41/node:6(node:6)", "\"node\" at byte 15", OTHER),
        ("time:41/node:6()", "nothing at byte 15", PART),
        ("time:41/node:6(a:6,)", "nothing at byte 19", PART),
        ("time:41/node:6(a:6, b:0)", "\" b\" at byte 19", NAME),
        ("time:41/node:6(a:0,b:6)", "\"0\" at byte 17", PART),
        ("time:41/node:33(a:33)", "\"33\" at byte 18", PART),
        ("time:20/node:32(a:31,b:2,b:1)", "\"2\" at byte 23", PARTS),
        ("time:20/node:32(a:32,b:33)", "\"33\" at byte 23", PART),
        ("time:41/node:6(a:6", "nothing at byte 18", CLOSED),
        ("time:41/node:6(a:6/b:1)", "\"/b:1)\" at byte 18", CLOSED),
        ("time:41(a:41)", "\"(a:41)\" at byte 7", END),
        ("time:41/shard:8(a:8)", "\"(a:8)\" at byte 15", END),
        ("time:41/node:6(a:6)(b:6)", "\"(b:6)\" at byte 19", END),
        ("41/10/12)", "\")\" at byte 8", END),
        ("41/10/12 ", "\"12 \" at byte 6", BITS),
        ("41@/10/12", "nothing at byte 3", TICK),
        ("41@10/10/12", "\"10\" at byte 3", TICK),
        ("41@10us/10/12", "\"10us\" at byte 3", TICK),
        ("41@10m/10/12", "\"10m\" at byte 3", TICK),
        ("41@0ms/10/12", "\"0ms\" at byte 3", TICK),
        ("41@010ms/10/12", "\"010ms\" at byte 3", TICK),
        ("41@ms/10/12", "\"ms\" at byte 3", TICK),
        ("41@4294967296ms/10/12", "\"4294967296ms\" at byte 3", TICK),
        ("41@4294968s/10/12", "\"4294968s\" at byte 3", TICK),
        ("41@10ms:/10/12", "\":/10/12\" at byte 7", END),
        ("41/10@10ms/12", "\"10ms/12\" at byte 6", EPOCH),
        ("41@2026-01-01/10/12", "\"2026-01-01/10/12\" at byte 3", EPOCH),
        ("time:41@2026-01-01/node:10", "\"2026-01-01/node:10\" at byte 8", EPOCH),
        ("41/10/12@", "nothing at byte 9", EPOCH),
        ("41/10/12@2026-02-29", "\"2026-02-29\" at byte 9", EPOCH),
        ("41/10/12@2026-1-1", "\"2026-1-1\" at byte 9", EPOCH),
        ("41/10/12@26-01-01", "\"26-01-01\" at byte 9", EPOCH),
        ("41/10/12@+026-01-01", "\"+026-01-01\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T", "\"2026-01-01T\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T00:00Z", "\"2026-01-01T00:00Z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01t00:00:00z", "\"2026-01-01t00:00:00z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T24:00:00Z", "\"2026-01-01T24:00:00Z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T00:60:00Z", "\"2026-01-01T00:60:00Z\" at byte 9", EPOCH),
        ("41/10/12@2016-12-31T23:59:60Z", "\"2016-12-31T23:59:60Z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T00:00:00.Z", "\"2026-01-01T00:00:00.Z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T00:00:00.0000Z", "\"2026-01-01T00:00:00.0000Z\" at byte 9", EPOCH),
        ("41/10/12@2026-01-01T00:00:00+00:00", "\"2026-01-01T00:00:00+00:00\" at byte 9", EPOCH),
    ] {
        let message = format!("{found} of the layout: {expected}");
        assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
    }
    let long = format!("time:41/{}:3", "x".repeat(100) + "\u{1b}");
    let shown = format!("\"{}…\" (101 bytes) at byte 8 of the layout: {NAME}", "x".repeat(40));
    assert_eq!(parse(&long).unwrap_err().to_string(), shown);
}

/// Work that grows with the square of a text would take many minutes here.
#[test]
fn a_megabyte_is_read_in_linear_time() {
    const SIZE: usize = 1_000_000;
    let many = |each: fn(usize) -> String| (0..SIZE / 8).map(each).collect::<String>();
    let long = |character: &str| character.repeat(SIZE);
    let texts = [
        format!("time:41/node:10({}", many(|at| format!("p{at}:1,"))),
        format!("time:41/node:10({}", many(|at| format!("p{at}:0,"))),
        format!("time:41/node:10({}", many(|_| "worker:1,".to_owned())),
        format!("time:41{}", many(|at| format!("/f{at}:0"))),
        format!("time:41{}", many(|_| "/node:0".to_owned())),
        many(|at| format!("f{at}=")),
        many(|_| "41/".to_owned()),
        many(|_| "@1ms/".to_owned()),
        format!("time:41{}", many(|_| "@2025-01-01".to_owned())),
        format!("{}:41", long("a")),
        format!("time:{}", long("4")),
        format!("time:41@{}ms/node:10", long("1")),
        format!("time:41/node:10@{}", long("2")),
        format!("time:41/{}:1/{}:1", long("a"), long("a")),
        long("("),
        long("é"),
    ];
    for text in texts {
        let error = parse(&text).unwrap_err().to_string();
        assert!(error.len() < 500, "{error}");
    }
    // Long names are allowed, as many as there are bits.
    let part = |at: usize| format!("{}{at}:1", "p".repeat(SIZE / 64));
    let parts = (0..32).map(part).collect::<Vec<_>>().join(",");
    let layout = parse(&format!("time:20/node:32({parts})")).unwrap();
    assert_eq!(layout.node_fields().count(), 32);
    assert!(text(&layout).is_some());
}

#[test]
fn fields_that_are_no_layout_are_refused_as_the_builder_refuses_them() {
    for (text, message) in [
        (
            "feed=43/10/12",
            "layout `feed`: all fields together take 65 bits, but a positive i64 has 63",
        ),
        ("0/10/12", "layout `custom`: no bits for the timestamp"),
        ("time:20/node:33", "layout `custom`: the node has 33 bits; at most 32 fit"),
        ("time:20/shard:0", "layout `custom`: the caller's field has 0 bits; give it 1 to 32"),
        (
            "time:41/node:10(datacenter:5,worker:4)",
            "layout `custom`: the node's fields add up to 9 bits, but `node_bits` is 10",
        ),
        (
            "time:41/seq:0(a:1)",
            "layout `custom`: the sequence's fields add up to 1 bits, but `sequence_bits` is 0",
        ),
        ("time:63@2s", "layout `custom`: it would end later than an i64"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(matches!(error, LayoutParseError::Layout { .. }));
        assert!(error.to_string().starts_with(message), "{text}: {error}");
    }
}

#[test]
fn a_layout_that_no_text_means_has_no_notation() {
    const TWICE: &[Field] = &[Field::new("part", 5), Field::new("part", 5)];
    const SHARD: &[Field] = &[Field::new("shard", 10)];
    let plain = Layout::builder("custom").time_bits(41).node_bits(10).sequence_bits(12);
    let named = |name| Layout::builder(name).time_bits(41).build();
    assert_eq!(text(&Layout::TRACE_ID), None);
    for name in ["", "my orders", "2026", "größe", "a/b", "-a"] {
        assert_eq!(text(&named(name)), None, "{name}");
        let layout = Layout::builder("custom").time_bits(41).caller(name, 3).try_build();
        // Without a name and without bits there is no such field.
        assert_eq!(text(&layout.unwrap()), None, "{name}");
    }
    for name in ["time", "node", "sequence", "seq"] {
        let layout = Layout::builder("custom").time_bits(41).caller(name, 3).build();
        assert_eq!(text(&layout), None, "{name}");
    }
    assert_eq!(text(&plain.node_fields(TWICE).build()), None);
    let both = Layout::builder("custom").time_bits(41).node_bits(10).node_fields(SHARD);
    assert!(text(&both.build()).is_some());
    assert_eq!(text(&both.caller("shard", 3).build()), None);
    for (epoch, is_said) in [
        (-62_167_219_200_000, true),
        (-62_167_219_200_001, false),
        (253_402_300_799_999, true),
        (253_402_300_800_000, false),
    ] {
        assert_eq!(text(&plain.epoch_unix_millis(epoch).build()).is_some(), is_said, "{epoch}");
    }
}

#[test]
fn parts_without_bits_are_left_out() {
    const PARTS: &[Field] = &[Field::new("not a name", 0), Field::new("all", 10)];
    let layout = Layout::builder("racks").time_bits(41).node_bits(10).node_fields(PARTS).build();
    assert_eq!(text(&layout).unwrap(), "racks=time:41/node:10(all:10)@2025-01-01");
}

/// The bits of a field cut into parts, with their names.
fn any_parts(name: &'static str) -> impl Strategy<Value = Vec<(String, u8)>> {
    prop::collection::vec(1..=8_u8, 0..4).prop_map(move |widths| {
        widths.iter().enumerate().map(|(i, bits)| (format!("{name}-{i}"), *bits)).collect()
    })
}

fn written(parts: &[(String, u8)]) -> String {
    let parts: Vec<_> = parts.iter().map(|(name, bits)| format!("{name}:{bits}")).collect();
    if parts.is_empty() { String::new() } else { format!("({})", parts.join(",")) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_layout_is_read_as_it_is_written(layout in any_layout()) {
        let text = text(&layout).unwrap();
        let read = parse(&text).unwrap();
        prop_assert_eq!(read, layout, "{}", text);
        prop_assert_eq!(fields(&read), fields(&layout));
        prop_assert_eq!(read.name(), layout.name());
        prop_assert_eq!(read.caller(), layout.caller());
        prop_assert_eq!(read.notation().unwrap().to_string(), text);
    }

    #[test]
    fn any_parts_are_read_as_they_are_listed(
        node in any_parts("of-node"),
        sequence in any_parts("of-sequence"),
        id in 1..=i64::MAX,
    ) {
        let bits = |parts: &[(String, u8)]| parts.iter().map(|(_, bits)| bits).sum::<u8>();
        let text = format!(
            "time:15/sequence:{}{}/node:{}{}",
            bits(&sequence), written(&sequence), bits(&node), written(&node),
        );
        let read = parse(&text).unwrap();
        let list = |parts: &[(String, u8)]| -> &'static [Field] {
            let field = |(name, bits): &(String, u8)| Field::new(name.clone().leak(), *bits);
            parts.iter().map(field).collect::<Vec<_>>().leak()
        };
        let built = Layout::builder("custom")
            .time_bits(15)
            .sequence_bits(bits(&sequence))
            .sequence_fields(list(&sequence))
            .node_bits(bits(&node))
            .node_fields(list(&node))
            .build();
        prop_assert_eq!(read, built);
        prop_assert_eq!(fields(&read), fields(&built));
        prop_assert_eq!(read.node_fields().len(), built.node_fields().len());
        let id = Snowflake::new(id).unwrap();
        prop_assert_eq!(read.split(id).collect::<Vec<_>>(), built.split(id).collect::<Vec<_>>());
        let parts = read.decompose(id);
        let node: Vec<_> = read.split_node(parts.node).map(|(_, value)| value).collect();
        prop_assert_eq!(read.join_node(&node), built.join_node(&node));
    }

    #[test]
    fn any_text_is_a_layout_or_refused(text in "[a-c0-9:/@(),=ét -]{0,12}") {
        let _ = parse(&text);
    }

    #[test]
    fn a_text_with_a_mistake_means_what_it_says_or_nothing(
        at in 0..70_usize,
        with in prop::sample::select(vec!["", "0", "1", ":", "/", "@", "(", ")", ",", "=", "s", "é"]),
    ) {
        let mut text = "feed=time:39@10ms/shard:8/node:6(a:3,b:3)/seq:9@2026-01-01T00:00:00.5Z".to_owned();
        let at = at.min(text.len() - 1);
        text.replace_range(at..=at, with);
        if let Ok(layout) = parse(&text) {
            let again = layout.notation().unwrap().to_string();
            prop_assert_eq!(parse(&again).unwrap(), layout);
        }
    }
}
