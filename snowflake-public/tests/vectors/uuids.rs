//! UUIDs: their texts, the prefixes of these, and the time of version 7.

use snowflake_kit_core::__private::{Raw, Width, fits_uuids};
use snowflake_kit_core::{Encoding, Id, Shape, Text};
use snowflake_kit_derive::UuidId;
use uuid::Uuid;

use crate::case::{Case, Random};
use crate::json::{Words, bits};
use crate::texts::{STRANGE, form};

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", nil)]
struct AnyId(Uuid);

fn read(cases: &mut Vec<Case>, text: Text, nil: bool, input: &str) {
    let case = Case::new().with("prefix", text.prefix()).with("nil", nil).with("text", input);
    let shape = Shape::of(text).with_width(Width::U128).with_nil(nil);
    cases.push(match shape.decode(input) {
        Ok(id) => {
            assert_eq!(shape.encode(id).as_str(), input);
            case.with("bits", bits(id))
        }
        Err(error) => case.refused(&error.kind()),
    });
}

fn texts(
    random: &mut Random,
    encoding: Encoding,
    prefixes: &[&'static str],
    edges: &[&str],
) -> Vec<Case> {
    let mut cases = Vec::new();
    for prefix in prefixes {
        let text = form(encoding, prefix);
        let shape = Shape::of(text).with_width(Width::U128);
        for nil in [false, true] {
            let mut read = |input: &str| read(&mut cases, text, nil, input);
            for bits in [0, 1, u128::MAX - 1, u128::MAX] {
                read(&shape.encode(Raw::Uuid(bits)));
            }
            for edge in edges {
                read(&format!("{prefix}{edge}"));
            }
            for _ in 0..10 {
                let right = shape.encode(Raw::Uuid(random.uuid()));
                read(&right);
                read(&random.mistyped(&right, STRANGE));
                read(&random.mistyped(&right, "0f-"));
            }
            // As long as the longest, or longer: searched up to its end, or up to byte 40.
            for length in [shape.max_len(), shape.max_len() + 1, 50] {
                for byte in [38, 39, 40, 41, 46].into_iter().filter(|byte| byte + 2 <= length) {
                    let before = "7".repeat(byte - prefix.len());
                    read(&format!("{prefix}{before}é{}", "7".repeat(length - byte - 2)));
                }
            }
            for other in ["", "1", "usr_", &prefix.to_uppercase(), prefix.trim_end_matches('_')] {
                read(other);
            }
        }
    }
    cases
}

pub(crate) fn hyphenated(random: &mut Random) -> Vec<Case> {
    const EDGES: [&str; 18] = [
        "",
        "01890a5d-ac96-774b-bcce-b302099a8057",
        "01890A5D-AC96-774B-BCCE-B302099A8057",
        "01890a5dac96774bbcceb302099a8057",
        "{01890a5d-ac96-774b-bcce-b302099a8057}",
        "urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057",
        "01890a5d-ac96-774b-bcce-b302099a8057 ",
        "01890a5d-ac96-774b-bcce-b302099a8057\n",
        " 01890a5d-ac96-774b-bcce-b302099a8057",
        "01890a5d-ac96-774b-bcce-b302099a805",
        "01890a5d-ac96-774b-bcce-b302099a80570",
        "01890a5d-ac96-774b-bcce-b302099a805g",
        "01890a5da-c96-774b-bcce-b302099a8057",
        "01890a5d-ac967-74b-bcce-b302099a8057",
        "01890a5d-ac96-774bb-cce-b302099a8057",
        "01890a5d-ac96-774b-bcceb-302099a8057",
        "0189-a5d-ac96-774b-bcce-b302099a8057",
        "------------------------------------",
    ];
    let mut cases = texts(random, Encoding::Hex, &["", "ses-", "twelve_byte_"], &EDGES);
    for place in [8, 13, 18, 23] {
        let mut text = EDGES[1].to_owned();
        text.replace_range(place..=place, "0");
        read(&mut cases, Text::HEX, false, &text);
    }
    cases
}

/// All of `spec/valid.json` and `spec/invalid.json` of jetify-com/typeid, 0.3.0, is here.
pub(crate) fn typeids(random: &mut Random) -> Vec<Case> {
    const EDGES: [&str; 24] = [
        "",
        "_",
        "0000000000000000000000000a",
        "0000000000000000000000000g",
        "00000000000000000000000010",
        "0123456789abcdefghjkmnpqrs",
        "01h455vb4pex5vsknk084sn02q",
        "01H455VB4PEX5VSKNK084SN02Q",
        "1234567890123456789012345",
        "123456789012345678901234567",
        "1234567890123456789012345 ",
        "1234567890123456789012345\n",
        " 12345678901234567890123456",
        "0123456789ABCDEFGHJKMNPQRS",
        "123456789-123456789-123456",
        "ooooooiiiiiiuuuuuuulllllll",
        "i23456789ol23456789oi23456",
        "123456789-0123456789-0123456",
        "8zzzzzzzzzzzzzzzzzzzzzzzzz",
        "80000000000000000000000000",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz",
        "_00000000000000000000000000",
        "01890a5d-ac96-774b-bcce-b302099a8057",
        "01890a5dac96774bbcceb302099a8057",
    ];
    const OTHERS: [&str; 9] = [
        "PREFIX_00000000000000000000000000",
        "12345_00000000000000000000000000",
        "pre.fix_00000000000000000000000000",
        "préfix_00000000000000000000000000",
        "  prefix_00000000000000000000000000",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
        "_00000000000000000000000000",
        "_",
        "_prefix_00000000000000000000000000",
    ];
    let prefixes = ["", "prefix_", "pre_fix_", "sixteen_letters_"];
    let mut cases = texts(random, Encoding::Base32, &prefixes, &EDGES);
    for prefix in ["", "prefix_"] {
        for other in OTHERS {
            read(&mut cases, form(Encoding::Base32, prefix), true, other);
        }
    }
    cases
}

pub(crate) fn prefixes(random: &mut Random) -> Vec<Case> {
    const EDGES: [&str; 25] = [
        "_",
        "a",
        "a_",
        "a-",
        "ab_",
        "a__",
        "a_b_",
        "a__b_",
        "_a_",
        "A_",
        "aB_",
        "a1_",
        "1_",
        "a-_",
        "a-b_",
        "A__",
        "a_-",
        "é_",
        "aé_",
        "twelve_byte_",
        "thirteen_byt_",
        "sixteen_letters_",
        "sixteen_letter__",
        "seventeen_letter_",
        "Sixteen_letter__",
    ];
    let mut prefixes = EDGES.map(str::to_owned).to_vec();
    for _ in 0..60 {
        let mut prefix = String::from(random.character("abcxyzabcxyzA"));
        for _ in 0..random.below(14) {
            prefix.push(random.character("abcdefghijabcdefghijklmnopqrstuvwxyz__B0-"));
        }
        prefix.push(random.character("____-a"));
        prefixes.push(prefix);
    }
    let mut cases = Vec::new();
    for (name, encoding) in [("hyphenated", Encoding::Hex), ("typeid", Encoding::Base32)] {
        for prefix in &prefixes {
            let case = Case::new().with("form", name).with("prefix", prefix.as_str());
            let text = Text::new(encoding).try_with_prefix(prefix.clone().leak());
            cases.push(match text.and_then(|text| fits_uuids(text).map_err(|(why, _)| why)) {
                Ok(()) => case,
                Err(why) => case.refused(&why),
            });
        }
    }
    cases
}

pub(crate) fn times(random: &mut Random) -> Vec<Case> {
    let first: u128 = 0x0189_0a5d_ac96_774b_bcce_b302_099a_8057;
    let mut ids = vec![0, u128::MAX, first];
    // Each version, and each variant.
    ids.extend((0..16).map(|version| first & !(0xF << 76) | version << 76));
    ids.extend((0..4).map(|variant| first & !(3 << 62) | variant << 62));
    for time in [0, 1, (1 << 48) - 1] {
        ids.extend([time << 80 | 7 << 76 | 2 << 62, time << 80 | 4 << 76 | 2 << 62]);
    }
    ids.extend((0..80).map(|_| random.uuid()));
    let case = |id: u128| {
        let case = Case::new().with("bits", bits(Raw::Uuid(id)));
        match AnyId::from_value(Uuid::from_u128(id)).unwrap().unix_millis() {
            Ok(millis) => case.with_long("unix_ms", millis),
            Err(_) => case.refused(&Words("NoTime".to_owned())),
        }
    };
    ids.into_iter().map(case).collect()
}

pub(crate) fn ranges(random: &mut Random) -> Vec<Case> {
    const END: i64 = 1 << 48;
    const EDGES: [i64; 9] =
        [i64::MIN, -1, 0, 1, 1_688_096_058_518, END - 1, END, END + 1, i64::MAX];
    let mut intervals: Vec<_> =
        EDGES.iter().flat_map(|from| EDGES.map(|until| (*from, until))).collect();
    for _ in 0..40 {
        let [from, to] = [0; 2].map(|_| (random.next() >> (15 + random.below(40))).cast_signed());
        intervals.push((from, to));
    }
    let case = |(from, until): (i64, i64)| {
        let case = Case::new().with_long("from_ms", from).with_long("until_ms", until);
        let range = AnyId::range(from..until);
        if range.is_empty() {
            return case.refused(&Words("Empty".to_owned()));
        }
        let [first, last] = [range.start(), range.end()].map(|id| bits(id.raw()));
        case.with("first", first).with("last", last)
    };
    intervals.into_iter().map(case).collect()
}
