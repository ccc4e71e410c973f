//! Writes what the forms make of consecutive IDs, for batteries of tests of randomness:
//!
//! ```sh
//! cargo run --release -p snowflake-kit-public --example stream sealed 100000000 | rngtest
//! ```
//!
//! `sealed` writes both words of each block; `permuted` and `plain` write the low seven bytes of each
//! number, since the highest bit of an ID is always 0.

use std::env;
use std::error::Error;
use std::io::{self, BufWriter, Write};

use snowflake_kit_core::__private::{decode_block, decode_with_letter};
use snowflake_kit_core::{Snowflake, Text};
use snowflake_kit_public::{Keys, Label, Sealer, SecretKey};

/// The first one, of 2026.
const FIRST: i64 = 175_928_847_299_117_063;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(form), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("expected `sealed`, `permuted` or `plain`, and how many IDs".into());
    };
    let count: i64 = count.parse()?;
    let keys = Keys::new(SecretKey::from_bytes([7; 32])?);
    let text = Text::BASE62;
    let sealer = match form.as_str() {
        "sealed" => Some(Sealer::sealed(&keys, text, Label::Chosen("stream"))?),
        "permuted" => Some(Sealer::permuted(&keys, text, Label::Chosen("stream"))?),
        "plain" => None,
        _ => return Err(format!("unknown form {form:?}").into()),
    };
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    for number in FIRST..FIRST + count {
        let id = Snowflake::new(number).ok_or("there is no such ID")?;
        let Some(sealer) = &sealer else {
            out.write_all(&id.to_u64().to_le_bytes()[..7])?;
            continue;
        };
        let public = sealer.seal(id);
        if let Some(block) = decode_block(text, &public) {
            out.write_all(block.map(u64::to_le_bytes).as_flattened())?;
        } else if let Some((_, id)) = decode_with_letter(text, &public) {
            out.write_all(&id.to_u64().to_le_bytes()[..7])?;
        }
    }
    Ok(out.flush()?)
}
