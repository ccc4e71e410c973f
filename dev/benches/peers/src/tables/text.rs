//! IDs to text and back, and into their parts.

use ferroid::base32::Base32SnowExt as _;
use snowflake_kit::core::{Encoded, Text};
use snowflake_kit::{Id, Layout, Snowflake};

use super::{Limit, Table, target};
use crate::ids::{FerroidWide, PlainId, TypedflakePlain, ids, numbers};
use crate::measure::Contender;

const COUNT: u64 = 1_024;

fn snowflakes() -> Vec<Snowflake> {
    ids::<PlainId>(COUNT).into_iter().map(Id::snowflake).collect()
}

fn texts(text: Text) -> Vec<Encoded> {
    snowflakes().iter().map(|id| text.encode(*id)).collect()
}

fn decimals() -> Vec<String> {
    numbers(COUNT).iter().map(ToString::to_string).collect()
}

fn ferroid() -> Vec<FerroidWide> {
    numbers(COUNT).iter().map(|number| FerroidWide::from_raw(number.cast_unsigned())).collect()
}

fn typedflake() -> Vec<TypedflakePlain> {
    let ids = numbers(COUNT).into_iter().map(TypedflakePlain::try_from);
    ids.collect::<Result<_, _>>().expect("63 bits are an ID")
}

fn table(
    title: &'static str,
    about: &'static str,
    contenders: Vec<Contender>,
    targets: Vec<super::Target>,
) -> Table {
    Table {
        title,
        about,
        unit: "ns per ID",
        contenders,
        targets,
        note: "",
        analysis: "",
        is_slow: false,
    }
}

const UNCHECKED: &str = "a number: 0, negative ones and leading zeros are values as well";

pub fn decimal_write() -> Table {
    let mut buffer = itoa::Buffer::new();
    table(
        "Decimal to a buffer",
        "19 digits into an array, without allocation.",
        vec![
            Contender::each("kit: Text::DECIMAL.encode", snowflakes(), |id| {
                std::hint::black_box(Text::DECIMAL.encode(*id).as_bytes());
            })
            .kit(),
            Contender::each("itoa", numbers(COUNT), move |number| {
                std::hint::black_box(buffer.format(*number).as_bytes());
            }),
            Contender::each("std: to_string", numbers(COUNT), ToString::to_string)
                .gives_up("allocates"),
        ],
        vec![target("kit: Text::DECIMAL.encode", Limit::Of(1.0, "itoa"))],
    )
}

pub fn decimal_read() -> Table {
    table(
        "Parse 19 digits",
        "The kit refuses signs, leading zeros and 0.",
        vec![
            Contender::each("kit: Text::DECIMAL.decode", decimals(), |text| {
                Text::DECIMAL.decode(text)
            })
            .kit(),
            Contender::each("atoi_simd", decimals(), |text| {
                atoi_simd::parse::<i64, false, false>(text.as_bytes()).ok()
            })
            .gives_up(UNCHECKED),
            Contender::each("std: i64::from_str", decimals(), |text| text.parse::<i64>())
                .gives_up(UNCHECKED),
            Contender::each("typedflake", decimals(), |text| text.parse::<TypedflakePlain>())
                .gives_up("`+7` and `007` are read as 7"),
        ],
        // 8 of 11 ns, which is what atoi_simd took when this was set.
        vec![target("kit: Text::DECIMAL.decode", Limit::Of(0.73, "atoi_simd"))],
    )
}

pub fn base32_write() -> Table {
    table(
        "Base32 to a buffer",
        "13 characters, Crockford's alphabet.",
        vec![
            Contender::each("kit: Text::BASE32.encode", snowflakes(), |id| {
                std::hint::black_box(Text::BASE32.encode(*id).as_bytes());
            })
            .kit(),
            Contender::each("ferroid", ferroid(), |id| {
                std::hint::black_box(id.encode().as_bytes());
            }),
        ],
        vec![target("kit: Text::BASE32.encode", Limit::Of(0.94, "ferroid"))],
    )
}

pub fn base32_read() -> Table {
    table(
        "Parse base32",
        "13 characters, Crockford's alphabet.",
        vec![
            Contender::each("kit: Text::BASE32.decode", texts(Text::BASE32), |text| {
                Text::BASE32.decode_bytes(text.as_bytes())
            })
            .kit(),
            Contender::each("ferroid", texts(Text::BASE32), |text| {
                FerroidWide::decode(text.as_bytes())
            })
            .gives_up("several texts are one ID; 0 is one"),
        ],
        vec![target("kit: Text::BASE32.decode", Limit::Of(0.94, "ferroid"))],
    )
}

pub fn base62_write() -> Table {
    table(
        "Base62 to a buffer",
        "11 characters.",
        vec![
            Contender::each("kit: Text::BASE62.encode", snowflakes(), |id| {
                std::hint::black_box(Text::BASE62.encode(*id).as_bytes());
            })
            .kit(),
            Contender::each("typedflake", typedflake(), |id| {
                std::hint::black_box(id.encode().as_str().as_bytes());
            }),
        ],
        vec![target("kit: Text::BASE62.encode", Limit::Of(0.76, "typedflake"))],
    )
}

pub fn base62_read() -> Table {
    let texts = texts(Text::BASE62);
    let strings: Vec<String> = texts.iter().map(ToString::to_string).collect();
    table(
        "Parse base62",
        "11 characters.",
        vec![
            Contender::each("kit: Text::BASE62.decode", strings.clone(), |text| {
                Text::BASE62.decode(text)
            })
            .kit(),
            Contender::each("typedflake", strings, |text| TypedflakePlain::decode(text)),
        ],
        vec![target("kit: Text::BASE62.decode", Limit::Of(0.78, "typedflake"))],
    )
}

pub fn parts() -> Table {
    let layout = std::hint::black_box(Layout::DEFAULT);
    table(
        "Decode into parts",
        "Time, node and sequence of an ID.",
        vec![
            Contender::each("kit: parts", ids::<PlainId>(COUNT), |id| id.parts()).kit(),
            Contender::each("kit: Layout::decompose, the layout is a value", snowflakes(), {
                move |id| layout.decompose(*id)
            })
            .kit(),
            Contender::each("ferroid", ferroid(), |id| {
                (id.timestamp(), id.machine_id(), id.sequence())
            }),
            Contender::each("typedflake", typedflake(), |id| id.parts()),
        ],
        vec![target("kit: parts", Limit::Of(1.0, "ferroid"))],
    )
}
