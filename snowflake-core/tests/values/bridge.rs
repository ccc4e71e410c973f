//! IDs as UUIDs, ULIDs and KSUIDs: what other programs read in them, their
//! order, the way back, and what is refused.

use proptest::prelude::*;
use proptest::sample::select;
use snowflake_kit_core::bridge::{BridgeError, BridgeErrorKind, BridgedId, Ksuid, TextError, Ulid};
use snowflake_kit_core::{FieldError, Layout, Parts, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use svix_ksuid::KsuidLike;
use uuid::{Uuid, Variant};

/// Its ticks are of an odd length and begin at odd times; the node is low.
const ODD: Layout = Layout::builder("odd")
    .epoch_unix_millis(1_600_000_000_001)
    .tick_millis(7)
    .time_bits(39)
    .sequence_bits(13)
    .node_bits(11)
    .build();

/// One ID per tick: nothing but time.
const BARE: Layout = Layout::builder("bare").time_bits(41).build();

/// With a field of the caller's.
const FEED: Layout = Layout::builder("feed")
    .epoch_unix_millis(1_767_225_600_000)
    .time_bits(41)
    .caller("shard", 8)
    .node_bits(5)
    .sequence_bits(9)
    .build();

/// As little time as there can be.
const NARROW: Layout = Layout::builder("narrow")
    .epoch_unix_millis(1_700_000_000_000)
    .tick_millis(1_000_000_000)
    .time_bits(1)
    .node_bits(32)
    .sequence_bits(30)
    .build();

/// All presets with absolute time, and some more layouts. Of each, the check has
/// 39 bits or more: what is refused by it is, in any number of tests.
fn checked() -> Vec<Layout> {
    let presets = Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()).copied();
    presets.chain([ODD, BARE, FEED]).collect()
}

/// The same, and one with as narrow a check as there can be.
fn layouts() -> Vec<Layout> {
    [checked(), vec![NARROW]].concat()
}

fn id(value: i64) -> Snowflake {
    Snowflake::new(value).unwrap()
}

/// An ID of the layout, from any number.
fn id_of(layout: &Layout, number: u64) -> Snowflake {
    id((number % layout.max_id().to_u64() + 1).cast_signed())
}

fn unix_millis(layout: &Layout, id: Snowflake) -> i64 {
    layout.unix_millis(layout.decompose(id).timestamp).unwrap()
}

fn uuid(layout: &Layout, id: Snowflake) -> Uuid {
    Uuid::from_bytes(layout.uuid_bytes(id).unwrap())
}

fn id_of_uuid(layout: &Layout, uuid: Uuid) -> Result<Snowflake, BridgeErrorKind> {
    layout.id_of_uuid_bytes(uuid.into_bytes()).map_err(|error| error.kind())
}

/// Stored values must be read for ever. These come from another program, written
/// after the description of the bits in the documentation.
#[test]
fn values_are_what_they_always_were() {
    const ID: i64 = 2_384_288_897_814_875_714;
    let known = [
        (
            Layout::DISCORD,
            175_928_847_299_117_063,
            "015466e4-1b04-7080-807e-798006900715",
            "01AHKE86R4E2080ZKSG03901RN",
            "0WhNuenJN8FY8sL8dkicj35tHoz",
        ),
        (
            Layout::DEFAULT,
            132_271_570_944_000_007,
            "019b76da-a800-7000-8073-c0bbb16274fe",
            "01KDVDNA00E0080WY0QERP4X7Y",
            "37dGalqxXiQdGGgBUNB6BvMWWhK",
        ),
        (
            Layout::DEFAULT,
            ID,
            "021879f1-f6f0-7a73-a428-91628b89a313",
            "0231WZ3XQGF9ST8A4HCA5RK8RK",
            "7gkF0R7cTMXqnLX7mgcr9HFvHvv",
        ),
        (
            Layout::TWITTER,
            ID,
            "01b06f55-7eb1-7a73-a429-287516631849",
            "01P1QNAZNHF9ST8A98EMB66629",
            "3t7kz9gTN5y6KWuOKhBs6EGKmcr",
        ),
        (
            Layout::INSTAGRAM,
            ID,
            "01742b02-5551-7539-b212-b90d0b8774da",
            "01EGNG4NAHEMWV44NS1M5REX6T",
            "1gdfUh1E743l5nHz5zh7RG13pWM",
        ),
        (
            Layout::SONYFLAKE,
            ID,
            "02931178-0b58-729c-b909-0ea451456c45",
            "02JC8QG2TREAEBJ28EMH8MAV25",
            "CANOevQDHBLBRV0uN6YNjqeOJfB",
        ),
        (
            Layout::SONYFLAKE_V2,
            ID,
            "02df021e-af58-729c-b908-8567834ce5c6",
            "02VW11XBTREAEBJ245CY1MSSE6",
            "EwM9iidcuUyi1vh6sEkJCl52QUw",
        ),
        (
            Layout::MASTODON,
            ID,
            "2116b21e-bc29-7ce4-8985-247b4abe0610",
            "112TS1XF19FKJ8K194FD5BW1GG",
            "",
        ),
        (
            Layout::TSID,
            ID,
            "01f3b92f-62f0-7a73-a42a-3ab9e10c9302",
            "01YEWJYRQGF9ST8AHTQ7GGS4R2",
            "6LVkRdbD8n4hcrLJ2oCea0ePFXG",
        ),
        (
            Layout::BAIDU,
            ID,
            "0164f1d3-adb8-7d78-94e7-21535add34b3",
            "01CKRX7BDRFNW99SS1ADDDTD5K",
            "18A9Sh1XZuPWlja7nc5y8wOcg8B",
        ),
        (
            Layout::ECMASCRIPT,
            9_007_199_254_740_991,
            "03941f29-7bff-7fff-ac0b-77f80a6c1a22",
            "03JGFJJYZZFZZTR2VQZ056R6H2",
            "LYWKwkKSfslAgLIOMa9mN5WPE6U",
        ),
    ];
    for (layout, value, of_uuid, of_ulid, of_ksuid) in known {
        let id = id(value);
        assert_eq!(uuid(&layout, id).to_string(), of_uuid, "{layout}");
        assert_eq!(layout.ulid(id).unwrap().to_string(), of_ulid, "{layout}");
        let found = layout.ksuid(id).map_or_else(|_| String::new(), |ksuid| ksuid.to_string());
        assert_eq!(found, of_ksuid, "{layout}");
    }
    // What shares numbers and times shares these, too.
    for layout in [Layout::FLAKE_ID, Layout::IDGEN] {
        assert_eq!(uuid(&layout, id(ID)), uuid(&Layout::DISCORD, id(ID)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_id_is_a_version_7_uuid_and_comes_back(layout in select(layouts()), number: u64) {
        let id = id_of(&layout, number);
        let uuid = uuid(&layout, id);
        prop_assert_eq!(uuid.get_version_num(), 7);
        prop_assert_eq!(uuid.get_variant(), Variant::RFC4122);
        let (seconds, nanos) = uuid.get_timestamp().unwrap().to_unix();
        let millis = i64::try_from(seconds).unwrap() * 1_000 + i64::from(nanos / 1_000_000);
        prop_assert_eq!((millis, nanos % 1_000_000), (unix_millis(&layout, id), 0));
        prop_assert_eq!(id_of_uuid(&layout, uuid), Ok(id));
    }

    #[test]
    fn every_id_is_a_ulid_and_comes_back(layout in select(layouts()), number: u64) {
        let id = id_of(&layout, number);
        let ulid = layout.ulid(id).unwrap();
        prop_assert_eq!(ulid.unix_millis(), unix_millis(&layout, id));
        prop_assert_eq!(layout.id_of_ulid(ulid), Ok(id));
        // The crates for ULIDs and UUIDs read the same.
        let theirs = ulid::Ulid::from_bytes(ulid.to_bytes());
        prop_assert_eq!(theirs.to_string(), ulid.to_string());
        prop_assert_eq!(i64::try_from(theirs.timestamp_ms()).unwrap(), ulid.unix_millis());
        prop_assert_eq!(Uuid::from_u128(theirs.0), uuid(&layout, id));
    }

    #[test]
    fn ids_of_its_time_are_ksuids_and_come_back(layout in select(layouts()), number: u64) {
        let id = id_of(&layout, number);
        let millis = unix_millis(&layout, id);
        let Ok(ksuid) = layout.ksuid(id) else {
            let times = 1_400_000_000_000..1_400_000_000_000 + (1_000 << 32);
            prop_assert!(!times.contains(&millis));
            return Ok(());
        };
        prop_assert_eq!(ksuid.unix_seconds(), millis / 1_000);
        prop_assert_eq!(ksuid.payload(), layout.uuid_bytes(id).unwrap());
        prop_assert_eq!(layout.id_of_ksuid(ksuid), Ok(id));
        // So reads the crate for KSUIDs.
        let theirs = svix_ksuid::Ksuid::from_bytes(ksuid.to_bytes());
        prop_assert_eq!(theirs.to_string(), ksuid.to_string());
        prop_assert_eq!(theirs.timestamp_seconds(), ksuid.unix_seconds());
    }

    /// Of far and near ones; most pairs differ in one field only.
    #[test]
    fn values_are_in_the_order_of_the_ids(
        layout in select(layouts()),
        number: u64,
        distance in prop_oneof![0..3_u64, 0..1_u64 << 40, any::<u64>()],
        shift in 0..64_u32,
    ) {
        let [a, b] = [number, number ^ distance << shift].map(|n| id_of(&layout, n));
        let order = a.cmp(&b);
        let [one, other] = [a, b].map(|id| uuid(&layout, id));
        prop_assert_eq!(one.cmp(&other), order);
        prop_assert_eq!(one.to_string().cmp(&other.to_string()), order);
        let [one, other] = [a, b].map(|id| layout.ulid(id).unwrap());
        prop_assert_eq!(one.cmp(&other), order);
        prop_assert_eq!(one.to_string().cmp(&other.to_string()), order);
        if let [Ok(one), Ok(other)] = [a, b].map(|id| layout.ksuid(id)) {
            prop_assert_eq!(one.cmp(&other), order);
            prop_assert_eq!(one.to_string().cmp(&other.to_string()), order);
            let [one, other] = [one, other].map(|k| svix_ksuid::Ksuid::from_bytes(k.to_bytes()));
            prop_assert_eq!(one.cmp(&other), order);
        }
    }

    #[test]
    fn uuids_of_other_origin_are_refused(
        layout in select(checked()),
        number: u64,
        mut bytes: [u8; 16],
    ) {
        let made = Uuid::from_bytes(bytes);
        let any = uuid::Builder::from_random_bytes(bytes).into_uuid();
        prop_assert_eq!(id_of_uuid(&layout, any), Err(BridgeErrorKind::Version { found: 4 }));
        prop_assert!(id_of_uuid(&layout, made).is_err());
        // Of the time of an ID, and of its first bits.
        let whole = uuid(&layout, id_of(&layout, number)).into_bytes();
        bytes[..6].copy_from_slice(&whole[..6]);
        bytes[6] = 0x70 | bytes[6] & 0xf;
        bytes[8] = 0x80 | bytes[8] & 0x3f;
        let foreign = Uuid::from_bytes(bytes);
        prop_assert_eq!(id_of_uuid(&layout, foreign), Err(BridgeErrorKind::Check));
        prop_assert!(layout.id_of_ulid(Ulid::from_bytes(bytes)).is_err());
        let mut ksuid = [0; 20];
        ksuid[4..].copy_from_slice(&bytes);
        prop_assert!(layout.id_of_ksuid(Ksuid::from_bytes(ksuid)).is_err());
    }

    #[test]
    fn a_changed_bit_is_noticed(layout in select(checked()), number: u64, bit in 0..160_usize) {
        let id = id_of(&layout, number);
        let flip = |bytes: &mut [u8], bit: usize| bytes[bit / 8] ^= 0x80 >> (bit % 8);
        let mut uuid = layout.uuid_bytes(id).unwrap();
        flip(&mut uuid, bit % 128);
        prop_assert!(layout.id_of_uuid_bytes(uuid).is_err());
        prop_assert!(layout.id_of_ulid(Ulid::from_bytes(uuid)).is_err());
        if let Ok(ksuid) = layout.ksuid(id) {
            let mut ksuid = ksuid.to_bytes();
            flip(&mut ksuid, bit);
            prop_assert!(layout.id_of_ksuid(Ksuid::from_bytes(ksuid)).is_err());
        }
    }

    #[test]
    fn values_of_another_layout_are_refused(
        [one, other] in [select(checked()), select(checked())],
        number: u64,
    ) {
        let id = id_of(&one, number);
        let same = |layout: &Layout| {
            let low = layout.time_shift();
            (layout.epoch_unix_millis(), layout.tick_millis(), low)
        };
        let found = id_of_uuid(&other, uuid(&one, id));
        if same(&one) == same(&other) {
            prop_assert_eq!(found, Ok(id));
        } else {
            prop_assert!(found.is_err(), "{} is {:?} of {}", id, found, other);
        }
    }

    #[test]
    fn texts_are_those_of_the_crates(bytes: [u8; 20], zeros in 0..20_usize) {
        let mut bytes = bytes;
        bytes[..zeros].fill(0);
        let ulid = Ulid::from_bytes(*bytes.last_chunk().unwrap());
        let text = ulid.to_string();
        prop_assert_eq!(ulid::Ulid::from_bytes(ulid.to_bytes()).to_string(), text.clone());
        prop_assert_eq!(text.parse(), Ok(ulid));
        prop_assert_eq!(text.to_lowercase().parse(), Ok(ulid));
        let ksuid = Ksuid::from_bytes(bytes);
        let text = ksuid.to_string();
        prop_assert_eq!(text.parse(), Ok(ksuid));
        prop_assert_eq!(svix_ksuid::Ksuid::from_bytes(bytes).to_string(), text);
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,40}", digits in "[0-9A-Za-z]{26,27}") {
        for text in [text, digits] {
            if let Ok(ulid) = text.parse::<Ulid>() {
                prop_assert_eq!(ulid.to_string(), text.to_uppercase());
            }
            if let Ok(ksuid) = text.parse::<Ksuid>() {
                prop_assert_eq!(ksuid.to_string(), text);
            }
        }
    }
}

/// Where only the check tells: it is as wide as promised.
#[test]
fn the_check_has_the_promised_width() {
    for layout in layouts() {
        let id = id_of(&layout, 1 << 62);
        let bits = 74 - u32::from(layout.time_shift());
        let value = uuid(&layout, id).as_u128();
        let refused = (0..128_u32).filter(|bit| {
            let changed = Uuid::from_u128(value ^ 1 << bit);
            id_of_uuid(&layout, changed) == Err(BridgeErrorKind::Check)
        });
        // The bits of the check itself are the last ones, around the variant.
        let check: Vec<_> = (0..62).chain(64..76).take(bits as usize).collect();
        let refused: Vec<_> = refused.collect();
        assert!(check.iter().all(|bit| refused.contains(bit)), "{layout}: {refused:?}");
        let expected = match layout.name() {
            "default" | "twitter" | "discord" | "tsid" | "flake-id" | "idgen" | "feed" => 52,
            "instagram" => 51,
            "sonyflake" | "sonyflake-v2" | "odd" => 50,
            "mastodon" => 58,
            "baidu" => 39,
            "ecmascript" => 62,
            "bare" => 74,
            "narrow" => 12,
            name => panic!("say the width of {name} in the documentation and here"),
        };
        assert_eq!(bits, expected, "{layout}");
    }
}

#[test]
fn the_first_and_the_last_id_of_a_layout_come_back() {
    for layout in layouts() {
        for id in [Snowflake::MIN, layout.max_id()] {
            assert_eq!(id_of_uuid(&layout, uuid(&layout, id)), Ok(id));
            assert_eq!(layout.id_of_ulid(layout.ulid(id).unwrap()), Ok(id));
            if let Ok(ksuid) = layout.ksuid(id) {
                assert_eq!(layout.id_of_ksuid(ksuid), Ok(id));
            }
        }
    }
}

#[test]
fn a_periodic_layout_has_values_by_a_reference_alone() {
    // 2026-05-10T03:48:16Z, when timestamps wrapped.
    const WRAP: i64 = 1_778_384_896_000;

    let layout = Layout::TRACE_ID;
    let id = id(5 << 38 | 1);
    for (reference, unix_millis) in [
        (WRAP + 5_000, WRAP + 5_000),
        (WRAP + 4_999, WRAP + 5_000 - 33_554_432_000),
        (i64::from(u32::MAX) * 1_000, 4_261_412_869_000),
    ] {
        let bytes = layout.uuid_bytes_before(id, reference).unwrap();
        assert_eq!((u128::from_be_bytes(bytes) >> 80) as i64, unix_millis);
        assert_eq!(bytes[6] >> 4, 7);
        assert_eq!(id_of_uuid(&layout, Uuid::from_bytes(bytes)), Ok(id));
        let ulid = layout.ulid_before(id, reference).unwrap();
        assert_eq!((ulid.unix_millis(), layout.id_of_ulid(ulid)), (unix_millis, Ok(id)));
        let ksuid = layout.ksuid_before(id, reference).unwrap();
        assert_eq!(ksuid.unix_seconds() * 1_000, unix_millis);
        assert_eq!(layout.id_of_ksuid(ksuid), Ok(id));
        // A changed bit is noticed.
        let changed = Uuid::from_u128(u128::from_be_bytes(bytes) ^ 1);
        assert_eq!(id_of_uuid(&layout, changed), Err(BridgeErrorKind::Check));
    }
    for reference in [0, -1, 4_999, i64::MIN] {
        let error = layout.uuid_bytes_before(id, reference).unwrap_err();
        assert!(matches!(error, FieldError::OutsideSpan { .. }), "{reference}: {error}");
    }
    let other = Snowflake::new(1 << 62).unwrap();
    let same = Layout::DEFAULT.uuid_bytes(other);
    assert_eq!(Layout::DEFAULT.uuid_bytes_before(other, i64::MIN), same);
    assert_eq!(Layout::TRACE_ID.uuid_bytes(id), Err(FieldError::Periodic));
    assert_eq!(Layout::TRACE_ID.ulid(id), Err(FieldError::Periodic));
    assert_eq!(Layout::TRACE_ID.ksuid(id), Err(FieldError::Periodic));
    let kind = |error: BridgeError| error.kind();
    let check = Err(BridgeErrorKind::Check);
    let between = BridgeErrorKind::BetweenTicks { unix_millis: 1_735_689_927_680, tick: 1_000 };
    assert_eq!(id_of_uuid(&layout, uuid(&Layout::DEFAULT, id)), Err(between));
    assert_eq!(layout.id_of_ulid(Ulid::from_bytes([0; 16])).map_err(kind), check);
    assert_eq!(layout.id_of_ksuid(Ksuid::from_bytes([0; 20])).map_err(kind), check);
    let of = Layout::DEFAULT.ksuid(id).unwrap();
    assert_eq!(layout.id_of_ksuid(of).map_err(kind), Err(between));
}

#[test]
fn ids_without_a_value_say_why() {
    const EARLY: Layout =
        Layout::builder("early").epoch_unix_millis(-1_000).time_bits(41).node_bits(22).build();
    const LATE: Layout = Layout::builder("late").epoch_unix_millis(0).time_bits(50).build();
    let of = |layout: &Layout, value| layout.uuid_bytes(id(value)).map(drop);
    let message = |error: Result<(), FieldError>| error.unwrap_err().to_string();

    assert_eq!(
        message(of(&EARLY, 999 << 22)),
        "the ID's time 1969-12-31T23:59:59.999Z does not fit into a UUID, whose times are from \
         1970-01-01T00:00:00.000Z until just before 10889-08-02T05:31:50.656Z"
    );
    assert_eq!(of(&EARLY, 1_000 << 22), Ok(()));
    assert_eq!(of(&LATE, (1 << 48) - 1), Ok(()));
    assert!(
        message(of(&LATE, 1 << 48)).contains("10889-08-02T05:31:50.656Z does not fit into a UUID")
    );
    assert_eq!(
        of(&Layout::ECMASCRIPT, 1 << 53),
        Err(FieldError::TimestampOutOfRange { timestamp: 1 << 41, max: (1 << 41) - 1 })
    );

    let ksuid = |layout: &Layout, millis| {
        layout.ksuid(layout.id_at(millis, 0, 1).unwrap()).map(Ksuid::unix_seconds)
    };
    assert!(ksuid(&Layout::TWITTER, 1_399_999_999_999).is_err());
    assert_eq!(ksuid(&Layout::TWITTER, 1_400_000_000_000), Ok(1_400_000_000));
    let last = 1_400_000_000_000 + (1_000 << 32);
    assert_eq!(ksuid(&Layout::SONYFLAKE, last - 10), Ok(5_694_967_295));
    assert_eq!(
        ksuid(&Layout::SONYFLAKE, last).unwrap_err().to_string(),
        "the ID's time 2150-06-19T23:21:36.000Z does not fit into a KSUID, whose times are from \
         2014-05-13T16:53:20.000Z until just before 2150-06-19T23:21:36.000Z"
    );
}

#[test]
fn values_that_are_no_id_say_why() {
    let message = |layout: &Layout, text: &str| {
        let uuid: Uuid = text.parse().unwrap();
        layout.id_of_uuid_bytes(uuid.into_bytes()).unwrap_err().to_string()
    };
    let start =
        |text: &str| format!("the UUID {text} does not convert to an ID of the layout `default`: ");
    let cases = [
        ("00000000-0000-0000-0000-000000000000", "its variant bits are 00"),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", "its variant bits are 11"),
        ("019b76da-a800-7000-c073-c0bbb16274fe", "those of RFC 9562 are 10"),
        ("c232ab00-9414-11ec-b3c8-9f6bdeced846", "its version is 1, and only version 7"),
        ("f47ac10b-58cc-4372-a567-0e02b2c3d479", "its version is 4"),
        ("1ec9414c-232a-6b00-b3c8-9f6bdeced846", "its version is 6"),
        ("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "its version is 8"),
        (
            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
            "2022-02-22T19:22:22.000Z is before the layout's epoch 2025-01-01T00:00:00.000Z",
        ),
        (
            "03941f29-7c00-7000-8000-000000000000",
            "2094-09-07T15:47:35.552Z is past the layout's end",
        ),
        (
            "019b76da-a800-7000-8073-c0bbb16274ff",
            "its last bits do not come from an ID of this layout",
        ),
        ("019b76da-a800-7000-8000-000000000000", "it was made elsewhere, or from an ID of another"),
        // The epoch, and nothing else: 0 is not an ID.
        ("01941f29-7c00-7000-8000-000000000000", "its last bits"),
    ];
    for (text, expected) in cases {
        let message = message(&Layout::DEFAULT, text);
        assert!(message.starts_with(&start(text)) && message.contains(expected), "{message}");
    }
    assert_eq!(
        message(&Layout::SONYFLAKE, "019b76da-a801-7000-8073-c0bbb16274fe"),
        "the UUID 019b76da-a801-7000-8073-c0bbb16274fe does not convert to an ID of the layout \
         `sonyflake`: no ID \
         has its time 2026-01-01T00:00:00.001Z, since ticks last 10 ms"
    );
}

#[test]
fn texts_that_are_none_say_why() {
    let ulid = |text: &str| text.parse::<Ulid>().unwrap_err().to_string();
    let ksuid = |text: &str| text.parse::<Ksuid>().unwrap_err().to_string();
    for (text, expected) in [
        ("", "invalid ULID \"\": its length is 0 instead of 26"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAVV", "its length is 27 instead of 26"),
        (
            "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
            "larger than the largest one, \"7ZZZZZZZZZZZZZZZZZZZZZZZZZ\"",
        ),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAU", "'U' at byte 25 is not a Crockford base32 character"),
        ("O1ARZ3NDEKTSV4RRFFQ69G5FAV", "'O' at byte 0 is not"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FA-", "'-' at byte 25 is not"),
        // As many bytes, and as many characters.
        ("01ARZ3NDEKTSV4RRFFQ69G5Fé", "'é' at byte 24 is not"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAé", "'é' at byte 25 is not"),
    ] {
        let message = ulid(text);
        assert!(message.contains(expected), "{message}");
    }
    for (text, expected) in [
        ("0ujtsYcgvSTl8PAuAdqWYSMnLO", "invalid KSUID \"0ujtsYcgvSTl8PAuAdqWYSMnLO\": its length"),
        ("aWgEPTl1tmebfsQzFP4bxwgy80W", "larger than the largest one"),
        ("zzzzzzzzzzzzzzzzzzzzzzzzzzz", "\"aWgEPTl1tmebfsQzFP4bxwgy80V\""),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLO_", "'_' at byte 26 is not a base62 character"),
    ] {
        let message = ksuid(text);
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!("aWgEPTl1tmebfsQzFP4bxwgy80V".parse(), Ok(Ksuid::from_bytes([0xff; 20])));
    assert_eq!("7ZZZZZZZZZZZZZZZZZZZZZZZZZ".parse(), Ok(Ulid::from_bytes([0xff; 16])));
    let long = "1".repeat(1_000_000);
    assert!(ulid(&long).len() < 200 && ksuid(&long).len() < 200);
}

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "sonyflake", name = "Reading")]
struct ReadingId(Snowflake);

#[cfg(feature = "uuid")]
#[test]
fn typed_ids_are_uuids_and_come_back() {
    let id = UserId::from_i64(132_271_570_944_000_007).unwrap();
    let uuid: Uuid = id.to_uuid();
    assert_eq!(UserId::from_uuid(uuid), Ok(id));
    assert!(ReadingId::from_uuid(uuid).is_err());
    let error = ReadingId::from_uuid(Uuid::nil()).unwrap_err();
    assert_eq!(error.kind(), BridgeErrorKind::Variant { found: 0 });
    let start =
        "the UUID 00000000-0000-0000-0000-000000000000 does not convert to Reading of the layout `";
    assert!(error.to_string().starts_with(start), "{error}");
}

#[test]
fn typed_ids_are_ulids_and_ksuids_and_come_back() {
    let user = UserId::from_i64(132_271_570_944_000_007).unwrap();
    let reading = ReadingId::from_i64(2_384_288_897_814_875_714).unwrap();
    assert_eq!(UserId::from_ulid(user.to_ulid()), Ok(user));
    assert_eq!(UserId::from_ksuid(user.to_ksuid()), Ok(user));
    assert_eq!(ReadingId::from_ulid(reading.to_ulid()), Ok(reading));
    assert!(UserId::from_ulid(reading.to_ulid()).is_err());
    assert!(ReadingId::from_ulid(user.to_ulid()).unwrap_err().to_string().contains("to Reading"));
    let error = ReadingId::from_ksuid(user.to_ksuid()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the KSUID 37dGalqxXiQdGGgBUNB6BvMWWhK does not convert to Reading")
    );
}

#[test]
fn the_bits_below_the_time_may_be_divided_anew() {
    const AFTERWARDS: Layout =
        Layout::builder("afterwards").time_bits(41).node_bits(6).sequence_bits(16).build();
    let id =
        Layout::DEFAULT.compose(Parts { timestamp: 7, caller: 0, node: 8, sequence: 9 }).unwrap();
    assert_eq!(id_of_uuid(&AFTERWARDS, uuid(&Layout::DEFAULT, id)), Ok(id));
}

#[test]
fn texts_fail_with_an_error_of_their_own() {
    fn parse<T: std::str::FromStr<Err = TextError>>(text: &str) -> Option<T> {
        text.parse().ok()
    }
    assert!(parse::<Ulid>("01ARZ3NDEKTSV4RRFFQ69G5FAV").is_some());
    assert!(parse::<Ksuid>("0ujtsYcgvSTl8PAuAdqWYSMnLOv").is_some());
}
