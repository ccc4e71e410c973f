//! IDs as UUIDs, ULIDs and KSUIDs.

use snowflake_kit_core::__private::mix;
use snowflake_kit_core::bridge::{BridgeError, BridgeErrorKind, Ksuid, Ulid};
use snowflake_kit_core::{FieldError, Layout, Snowflake};

use crate::case::{Case, Random};
use crate::layouts::any;

const BASE62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// One of the three: how it is written, and read.
struct Bridge {
    /// The text of an ID; where timestamps wrap around, below a reference.
    write: fn(&Layout, Snowflake, i64) -> Result<String, FieldError>,
    read: fn(&Layout, &str) -> Result<Snowflake, Refusal>,
    characters: &'static str,
    /// The text of 128 bits.
    text: fn(u128) -> String,
    /// The times of which it has one, in Unix ms: from the first until before the second.
    span: [i64; 2],
    /// Texts that are none, or of no ID.
    others: &'static [&'static str],
}

/// Why a value is not an ID, or no value at all.
enum Refusal {
    Bridge(BridgeErrorKind),
    Text(&'static str),
}

impl From<BridgeError> for Refusal {
    fn from(error: BridgeError) -> Self {
        Self::Bridge(error.kind())
    }
}

impl std::fmt::Debug for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bridge(BridgeErrorKind::Time(error)) => error.fmt(f),
            Self::Bridge(kind) => kind.fmt(f),
            Self::Text(kind) => f.write_str(kind),
        }
    }
}

/// The error of a text says its kind in words alone.
fn of_text<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|error: T::Err| {
        let error = error.to_string();
        let kinds = [("its length is", "Length"), ("at byte", "Character"), ("larger", "TooLarge")];
        Refusal::Text(kinds.into_iter().find(|(words, _)| error.contains(words)).unwrap().1)
    })
}

/// Values of IDs, with the version and other bits changed, and of no ID.
fn cases(random: &mut Random, bridge: &Bridge) -> Vec<Case> {
    let mut cases = chosen(bridge);
    for _ in 0..60 {
        let (name, layout) = any(random);
        let reference = 1_000_000_000_000 + (random.next() >> 24).cast_signed();
        let id = match random.below(4) {
            0 => layout.max_id(),
            _ => Snowflake::new((random.next() % layout.max_id().to_u64()).cast_signed())
                .unwrap_or(Snowflake::MIN),
        };
        let case = || {
            let case = Case::new().with("layout", name.as_str());
            if layout.is_periodic() { case.with_long("reference_ms", reference) } else { case }
        };
        match (bridge.write)(&layout, id, reference) {
            Ok(text) => {
                cases.push(case().with_long("id", id).with("text", text.as_str()));
                let other = any(random);
                for (name, layout, text) in [
                    (&name, &layout, random.mistyped(&text, bridge.characters)),
                    (&name, &layout, changed(&text, bridge.characters, random)),
                    (&other.0, &other.1, text.clone()),
                ] {
                    cases.push(read(name, layout, &text, bridge));
                }
            }
            Err(error) => cases.push(case().with_long("id", id).refused(&error)),
        }
        // Its time is anywhere.
        let random_value =
            format!("{:032x}", u128::from(random.next()) << 64 | u128::from(random.next()));
        if bridge.characters.contains('-') {
            let at = |from: usize, to: usize| &random_value[from..to];
            let text = [at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join("-");
            cases.push(read(&name, &layout, &text, bridge));
        }
    }
    cases
}

/// The limits of a kind, on layouts that reach over them.
fn chosen(bridge: &Bridge) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut both = |name: &str, layout: &Layout, id: i64| {
        let id = Snowflake::new(id).unwrap();
        let case = Case::new().with("layout", name).with_long("id", id);
        cases.push(match (bridge.write)(layout, id, 0) {
            Ok(text) => case.with("text", text),
            Err(error) => case.refused(&error),
        });
    };
    let wide = "time:50/node:5@1970-01-01";
    let layout = Layout::parse(wide).unwrap();
    for time in bridge.span {
        for step in [-1, 0, 1] {
            if time + step >= 0 {
                both(wide, &layout, (time + step) << 5 | 7);
            }
        }
    }
    // Before 1970, with a long check, with a short one, and with none of the bits free.
    let early = "time:41/node:10/sequence:12@1969-01-01";
    let layout = Layout::parse(early).unwrap();
    for time in [31_535_999_999, 31_536_000_000, 31_536_000_001, 1_600_000_000_000] {
        both(early, &layout, time << 22 | 0x15_555);
    }
    for text in [
        "time:41@2020-01-01",
        "time:60@1960-01-01",
        "time:30@1s/node:32@2020-01-01",
        "time:38@3ms/seq:9/node:16",
    ] {
        let layout = Layout::parse(text).unwrap();
        for id in [1_i64 << 20, 1 << 37, 1 << 40, (1 << 40) + 12_345] {
            both(text, &layout, id);
        }
    }
    // Other times with the bits of an ID.
    for text in ["default", "sonyflake", "trace-id", "mastodon", early, wide, "time:41@2020-01-01"]
    {
        let layout = Layout::preset(text).unwrap_or_else(|| Layout::parse(text).unwrap());
        let (epoch, tick) = (layout.epoch_unix_millis(), i64::from(layout.tick_millis()));
        let end = layout.ends_at().unwrap_or(1_800_000_000_000);
        for time in [
            epoch - tick,
            epoch - 1,
            epoch,
            epoch + 1,
            epoch + tick,
            end - tick,
            end - 1,
            end,
            end + tick,
            1_800_000_000_000,
        ] {
            if (0..1 << 48).contains(&time) {
                // Of ID 0, where the time is the epoch.
                for low in [0, 1] {
                    cases.push(read(
                        text,
                        &layout,
                        &(bridge.text)(packed(&layout, time, low)),
                        bridge,
                    ));
                }
            }
        }
    }
    let layout = Layout::DISCORD;
    let right =
        (bridge.write)(&layout, Snowflake::new(175_928_847_299_117_063).unwrap(), 0).unwrap();
    for bit in [0, 62, 63, 76, 77, 78, 79, 80] {
        let value = packed(&layout, 1_462_015_105_796, 0) ^ 1_u128 << bit;
        cases.push(read("discord", &layout, &(bridge.text)(value), bridge));
    }
    // Both the version and the variant.
    let value = packed(&layout, 1_462_015_105_796, 0) ^ 3_u128 << 62 ^ 3_u128 << 76;
    cases.push(read("discord", &layout, &(bridge.text)(value), bridge));
    for text in [
        right.clone(),
        right.to_uppercase(),
        right.to_lowercase(),
        format!("{right} "),
        format!(" {right}"),
        format!("{right}0"),
        format!("{{{right}}}"),
        right[1..].to_owned(),
        right.replacen('-', "", 4),
        format!("{}é{}", &right[..4], &right[6..]),
        format!("{}é{}", &right[..4], &right[5..]),
        format!("{}ſ{}", &right[..4], &right[6..]),
        format!("{}!{}", &right[..4], &right[5..]),
        format!("{right}!"),
        String::new(),
    ] {
        cases.push(read("discord", &layout, &text, bridge));
    }
    for text in bridge.others {
        cases.push(read("discord", &layout, text, bridge));
    }
    cases
}

/// The 128 bits of an ID with a time, as `SPEC.md` has them, also where the layout has no such ID.
fn packed(layout: &Layout, time: i64, low: u64) -> u128 {
    let width: u32 = layout.fields().skip(1).map(|field| u32::from(field.bits())).sum();
    let low = if width == 0 { 0 } else { low };
    let (epoch, tick) = (layout.epoch_unix_millis(), i64::from(layout.tick_millis()));
    let mut timestamp = (time - epoch).div_euclid(tick).cast_unsigned();
    if let Some(period) = layout.period_millis() {
        timestamp %= period / tick.cast_unsigned();
    }
    let id = timestamp.wrapping_shl(width) | low;
    let free = 74 - width;
    // Of the generator, its output function alone.
    let mix = |value: u64| mix(value.wrapping_sub(0x9e37_79b9_7f4a_7c15));
    let meaning = mix(epoch.cast_unsigned())
        .wrapping_add(256 * tick.cast_unsigned())
        .wrapping_add(u64::from(width));
    let check = u128::from(mix(mix(meaning) ^ id) >> 64_u32.saturating_sub(free));
    let bits = u128::from(low) << free | check;
    let (high, rest) = (bits >> 62, bits & ((1 << 62) - 1));
    u128::from(time.cast_unsigned()) << 80 | 7 << 76 | high << 64 | 2 << 62 | rest
}

/// The digits of a number, which is too large where it does not fit.
fn digits(value: u128, above: u128, alphabet: &str, width: usize) -> String {
    let base = alphabet.len() as u128;
    let (mut high, mut low) = (above, value);
    let mut digits = vec![b'0'; width];
    for digit in digits.iter_mut().rev() {
        // Of 32 bits at a time, from the highest.
        let mut rest = 0;
        for word in [&mut high, &mut low] {
            let mut divided = 0;
            for shift in [96, 64, 32, 0] {
                let part = rest << 32 | (*word >> shift & 0xffff_ffff);
                divided = (divided << 32) | (part / base);
                rest = part % base;
            }
            *word = divided;
        }
        *digit = alphabet.as_bytes()[rest as usize];
    }
    String::from_utf8(digits).unwrap()
}

/// One character is another one that may stand there.
fn changed(text: &str, characters: &str, random: &mut Random) -> String {
    let characters = characters.trim_end_matches(['-', 'é', 'U', '!']);
    loop {
        let at = random.below(text.len());
        let found = random.character(characters);
        let changed = format!("{}{found}{}", &text[..at], &text[at + 1..]);
        if changed != text && &text[at..=at] != "-" {
            return changed;
        }
    }
}

fn read(name: &str, layout: &Layout, text: &str, bridge: &Bridge) -> Case {
    case_of(name, text, (bridge.read)(layout, text))
}

fn case_of(name: &str, text: &str, read: Result<Snowflake, Refusal>) -> Case {
    let case = Case::new().with("layout", name);
    match read {
        Ok(id) => case.with("text", text).with_long("read", id),
        Err(why) => case.with("text", text).refused(&why),
    }
}

pub(crate) fn uuids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let bytes = if layout.is_periodic() {
            layout.uuid_bytes_before(id, reference)
        } else {
            layout.uuid_bytes(id)
        }?;
        let hex = format!("{:032x}", u128::from_be_bytes(bytes));
        let at = |from: usize, to: usize| &hex[from..to];
        Ok([at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join("-"))
    };
    let read = |layout: &Layout, text: &str| {
        if text.len() != 36 {
            return Err(Refusal::Text("Length"));
        }
        let fits = |(at, found): (usize, char)| match at {
            8 | 13 | 18 | 23 => found == '-',
            _ => matches!(found, '0'..='9' | 'a'..='f'),
        };
        if !text.char_indices().all(fits) {
            return Err(Refusal::Text("Character"));
        }
        let value = u128::from_str_radix(&text.replace('-', ""), 16).unwrap();
        Ok(layout.id_of_uuid_bytes(value.to_be_bytes())?)
    };
    let text = |bits| {
        let hex = format!("{bits:032x}");
        let at = |from: usize, to: usize| &hex[from..to];
        [at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join("-")
    };
    let others = &[
        "01546604-1b04-70808-07e-798006900715",
        "015466e41b04-7080-807e-798006900715-",
        "------------------------------------",
        "015466e4-1b04-7080-807e-79800690071g",
        "015466E4-1b04-7080-807e-798006900715",
        "015466e4-1b04-7080-807e-7980069007é5",
        "015466e4-1b04-7080-807e-798006900é5",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "ffffffff-ffff-7fff-bfff-ffffffffffff",
        "00000000-0000-7000-8000-000000000000",
    ];
    let characters = "0123456789abcdef-";
    cases(random, &Bridge { write, read, characters, text, span: [0, 1 << 48], others })
}

pub(crate) fn ulids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let ulid =
            if layout.is_periodic() { layout.ulid_before(id, reference) } else { layout.ulid(id) };
        ulid.map(|ulid| ulid.to_string())
    };
    let read = |layout: &Layout, text: &str| Ok(layout.id_of_ulid(of_text::<Ulid>(text)?)?);
    let text = |bits| digits(bits, 0, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26);
    let others = &[
        "00000000000000000000000000",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "80000000000000000000000000",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz",
        "8000000000000000000000000!",
        "!8000000000000000000000000",
        "8000000000000000000000000",
        "800000000000000000000000000",
        "01ANK69603E201ZYWR0T80D1R0",
        "01ANK6J604E201ZYWR0T80I1R5",
        "01ANK6J604E201ZYWR0T80L1R5",
        "01ANK6J604E201ZYWR0T80l1R5",
        "01ANK6J604E201ZYWR0T80O1R5",
        "01ANK6J604E201ZYWR0T80U1R5",
        "01ANK6J604E201ZYWR0T80ı1R",
        "01ANK6J604E201ZYWR0T80ſ1R",
        "01ANK6J604E201ZYWR0T80é1R5",
        "01ANK6J604E201ZYWR0T80é1R50",
    ];
    let characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZU";
    cases(random, &Bridge { write, read, characters, text, span: [0, 1 << 48], others })
}

pub(crate) fn ksuids(random: &mut Random) -> Vec<Case> {
    let write = |layout: &Layout, id, reference| {
        let ksuid = if layout.is_periodic() {
            layout.ksuid_before(id, reference)
        } else {
            layout.ksuid(id)
        };
        ksuid.map(|ksuid| ksuid.to_string())
    };
    let read = |layout: &Layout, text: &str| Ok(layout.id_of_ksuid(of_text::<Ksuid>(text)?)?);
    let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzé";
    let text = |bits: u128| {
        let seconds = (bits >> 80) as i64 / 1_000 - 1_400_000_000;
        digits(bits, u128::from(seconds.cast_unsigned() as u32), BASE62, 27)
    };
    let others = &[
        "000000000000000000000000000",
        "aWgEPTl1tmebfsQzFP4bxwgy80V",
        "aWgEPTl1tmebfsQzFP4bxwgy80W",
        "aWgEPTl1tmebfsQzFP4bxwgy80X",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzz",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz!",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        "zzzzzzzzzzzzzzzzzzzzzzzzzé",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzé",
    ];
    let span = [1_400_000_000_000, 5_694_967_296_000];
    let mut cases = cases(random, &Bridge { write, read, characters, text, span, others });
    // Another second than the one that the milliseconds have, and 2^160 more.
    let layout = Layout::DISCORD;
    let bits = packed(&layout, 1_462_015_105_796, 32 << 12 | 7);
    for above in [62_015_105_u128, 62_015_104, 62_015_106, (1 << 32) + 62_015_105] {
        let text = digits(bits, above, BASE62, 27);
        cases.push(case_of(
            "discord",
            &text,
            (|| Ok(layout.id_of_ksuid(of_text::<Ksuid>(&text)?)?))(),
        ));
    }
    cases
}
