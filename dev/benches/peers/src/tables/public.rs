//! IDs to texts that tell nothing of them, and back.

use std::sync::Once;

use cryptid_rs::{Codec, Config};
use harsh::Harsh;
use snowflake_kit::public::{self, Keys, PublicId, SecretKey};
use snowflake_kit::{Id, Snowflake};
use sqids::Sqids;

use super::{Limit, Table, target};
use crate::ids::{PermutedId, SealedId, ids, numbers};
use crate::measure::Contender;

const COUNT: u64 = 1_024;

const KEY: &[u8; 32] = b"a key that everybody knows, 32 B";

const SEALED: &str = "kit: sealed";
const PERMUTED: &str = "kit: permuted";
const NO_CIPHER: &str = "no cipher: a few texts reveal all";

const NOTE: &str = "Sealed is one block of AES-256, permuted ten; cryptid-rs makes ten blocks and \
    an HMAC-SHA-256, of which a text has 4 bytes. So it reads one forged text in 2^32, and sealed \
    one in 2^64. This is with `aes` 0.8.";

fn public<T: PublicId + Id<Value = Snowflake>>() -> Vec<T> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let key = SecretKey::from_bytes(*KEY).expect("it is not all zeros");
        public::install(Keys::new(key)).expect("no other key is installed");
    });
    ids(COUNT)
}

fn texts<T: PublicId + Id<Value = Snowflake>>() -> Vec<String> {
    let text = |id: T| id.try_text().expect("a key is installed").to_string();
    public::<T>().into_iter().map(text).collect()
}

fn unsigned() -> Vec<u64> {
    numbers(COUNT).into_iter().map(i64::cast_unsigned).collect()
}

fn cryptid() -> Codec {
    Codec::new("usr", &Config::new(KEY))
}

fn table(title: &'static str, contenders: Vec<Contender>, note: &'static str) -> Table {
    Table {
        title,
        about: "What enciphers, and what shuffles digits.",
        unit: "ns per ID",
        contenders,
        targets: vec![
            target(SEALED, Limit::Of(0.05, "cryptid-rs")),
            target(SEALED, Limit::Units(40.0)),
            target(PERMUTED, Limit::Units(250.0)),
        ],
        note,
        analysis: "",
        is_slow: false,
    }
}

pub fn write() -> Table {
    let (cryptid, sqids, harsh) = (cryptid(), Sqids::default(), Harsh::default());
    table(
        "Write a public ID",
        vec![
            Contender::each(SEALED, public::<SealedId>(), |id| id.try_text()).kit(),
            Contender::each(PERMUTED, public::<PermutedId>(), |id| id.try_text()).kit(),
            Contender::each("cryptid-rs", unsigned(), move |number| cryptid.encode(*number)),
            Contender::each("sqids", unsigned(), move |number| sqids.encode(&[*number]))
                .gives_up(NO_CIPHER),
            Contender::each("harsh", unsigned(), move |number| harsh.encode(&[*number]))
                .gives_up(NO_CIPHER),
        ],
        NOTE,
    )
}

pub fn read() -> Table {
    let (cryptid, sqids, harsh) = (cryptid(), Sqids::default(), Harsh::default());
    let of = |encode: &dyn Fn(u64) -> String| -> Vec<String> {
        unsigned().into_iter().map(encode).collect()
    };
    let of_cryptid = of(&|number| cryptid.encode(number));
    let of_sqids = of(&|number| sqids.encode(&[number]).expect("sqids writes each number"));
    let of_harsh = of(&|number| harsh.encode(&[number]));
    table(
        "Read a public ID",
        vec![
            Contender::each(SEALED, texts::<SealedId>(), |text| SealedId::from_text(text)).kit(),
            Contender::each(PERMUTED, texts::<PermutedId>(), |text| PermutedId::from_text(text))
                .kit(),
            Contender::each("cryptid-rs", of_cryptid, move |text| cryptid.decode(text)),
            Contender::each("sqids", of_sqids, move |text| sqids.decode(text)).gives_up(NO_CIPHER),
            Contender::each("harsh", of_harsh, move |text| harsh.decode(text)).gives_up(NO_CIPHER),
        ],
        "",
    )
}
