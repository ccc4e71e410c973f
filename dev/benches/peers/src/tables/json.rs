//! IDs in JSON.

use ferroid::serde::snow_as_base32;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};
use twilight_model::id::Id;
use twilight_model::id::marker::{ChannelMarker, UserMarker};

use super::{Limit, Table, target};
use crate::ids::{
    Base32Id, Base62Id, FerroidWide, PlainId, TypedflakePlain, TypedflakeText, ids, numbers,
};
use crate::measure::Contender;

const COUNT: u64 = 256;

/// Two IDs and a short name.
macro_rules! row {
    ($(#[$of_struct:meta])* $name:ident, $id:ty $(, $of_field:meta)*) => {
        $(#[$of_struct])*
        #[derive(Serialize, Deserialize)]
        struct $name {
            $(#[$of_field])*
            id: $id,
            $(#[$of_field])*
            parent: $id,
            name: String,
        }

        impl $name {
            fn all(ids: Vec<$id>) -> Vec<Self> {
                let name = || "short name".to_owned();
                ids.chunks_exact(2)
                    .map(|ids| Self { id: ids[0].clone(), parent: ids[1].clone(), name: name() })
                    .collect()
            }
        }
    };
}

row!(Numbers, i64);
row!(Decimal, PlainId);
row!(Base32, Base32Id);
row!(Base62, Base62Id);
row!(#[serde_as] Display, i64, serde_as(as = "DisplayFromStr"));
row!(Ferroid, FerroidWide, serde(with = "snow_as_base32"));
row!(Typedflake, TypedflakePlain);
row!(TypedflakeBase62, TypedflakeText);

/// twilight's IDs are strings, too.
#[derive(Serialize, Deserialize)]
struct Twilight {
    id: Id<UserMarker>,
    parent: Id<ChannelMarker>,
    name: String,
}

// The texts are there already.
row!(Ready, String);

// Digits of the fastest crate for them, as a string.
row!(Itoa, i64, serde(serialize_with = "itoa_string"));

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn itoa_string<S: serde::Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(itoa::Buffer::new().format(*number))
}

fn twilight() -> Vec<Twilight> {
    let ids = numbers(2 * COUNT);
    let ids = ids.chunks_exact(2).map(|ids| [ids[0].cast_unsigned(), ids[1].cast_unsigned()]);
    ids.map(|[id, parent]| Twilight {
        id: Id::new(id),
        parent: Id::new(parent),
        name: "short name".to_owned(),
    })
    .collect()
}

fn ferroid() -> Vec<FerroidWide> {
    numbers(2 * COUNT).iter().map(|n| FerroidWide::from_raw(n.cast_unsigned())).collect()
}

fn typedflake<T: TryFrom<i64>>() -> Vec<T> {
    numbers(2 * COUNT).into_iter().flat_map(T::try_from).collect()
}

fn strings(count: u64) -> Vec<String> {
    numbers(count).iter().map(ToString::to_string).collect()
}

fn writes<T: Serialize + 'static>(name: &'static str, rows: Vec<T>) -> Contender {
    let mut buffer = Vec::with_capacity(1_024);
    Contender::each(name, rows, move |row| {
        buffer.clear();
        serde_json::to_writer(&mut buffer, row).expect("a vector takes all");
        std::hint::black_box(&buffer);
    })
}

fn reads<T: Serialize + DeserializeOwned + 'static>(name: &'static str, rows: &[T]) -> Contender {
    let texts: Vec<_> = rows.iter().map(|row| serde_json::to_string(row).expect("JSON")).collect();
    Contender::each(name, texts, |text| serde_json::from_str::<T>(text).is_ok())
}

const TEXT: &str = "another text than the number";

/// Why strings take longer than numbers.
const WRITE_ANALYSIS: &str = "\
`serde_json` looks at each byte of a string for what is to be escaped, at 8 instructions a byte: \
852 of the 1267 instructions of a struct, by callgrind. The digits of both IDs and the calls \
around them take 246. Sixteen digits at once by SSE2 took longer. The figures also depend on where \
the linker puts the loop of `serde_json`.";

fn table(
    title: &'static str,
    contenders: Vec<Contender>,
    limit: f64,
    analysis: &'static str,
) -> Table {
    Table {
        title,
        about: "A struct of two IDs and a short name, with serde_json.",
        unit: "ns per struct",
        contenders,
        targets: vec![target("kit: decimal strings", Limit::Of(limit, "i64 numbers"))],
        note: "",
        analysis,
        is_slow: false,
    }
}

pub fn write() -> Table {
    let n = 2 * COUNT;
    table(
        "Write JSON",
        vec![
            writes("kit: decimal strings", Decimal::all(ids(n))).kit(),
            writes("kit: base32 strings", Base32::all(ids(n))).kit().gives_up(TEXT),
            writes("kit: base62 strings", Base62::all(ids(n))).kit().gives_up(TEXT),
            writes("i64 numbers", Numbers::all(numbers(n)))
                .gives_up("JavaScript reads other numbers"),
            writes("serde_with DisplayFromStr", Display::all(numbers(n))),
            writes("itoa's digits as a string", Itoa::all(numbers(n))),
            writes("strings that are there", Ready::all(strings(n)))
                .gives_up("they were written before"),
            writes("twilight-model", twilight()),
            writes("typedflake decimal strings", Typedflake::all(typedflake())),
            writes("typedflake base62", TypedflakeBase62::all(typedflake())).gives_up(TEXT),
            writes("ferroid base32", Ferroid::all(ferroid())).gives_up(TEXT),
        ],
        1.25,
        WRITE_ANALYSIS,
    )
}

pub fn read() -> Table {
    let n = 2 * COUNT;
    table(
        "Read JSON",
        vec![
            reads("kit: decimal strings", &Decimal::all(ids(n))).kit(),
            reads("kit: base32 strings", &Base32::all(ids(n))).kit().gives_up(TEXT),
            reads("kit: base62 strings", &Base62::all(ids(n))).kit().gives_up(TEXT),
            reads("i64 numbers", &Numbers::all(numbers(n)))
                .gives_up("JavaScript reads other numbers"),
            reads("serde_with DisplayFromStr", &Display::all(numbers(n))),
            reads("twilight-model", &twilight()),
            reads("typedflake decimal strings", &Typedflake::all(typedflake()))
                .gives_up("one text per ID: it reads +7 and 007"),
            reads("typedflake base62", &TypedflakeBase62::all(typedflake())).gives_up(TEXT),
            reads("ferroid base32", &Ferroid::all(ferroid())).gives_up(TEXT),
        ],
        1.12,
        "",
    )
}
