//! The text forms of IDs, prefixes, and what is not an ID.
//! `cargo run -p tour --bin text`

use std::error::Error;

use snowflake_kit::core::{Encoding, Text};
use snowflake_kit::{Id, Snowflake, SnowflakeId};

/// Identifies a user: digits, as everywhere by default.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post: short, and in the order of time also as a text.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

/// Identifies a voucher: without letters that look like others.
#[derive(SnowflakeId)]
#[snowflake(text = "base32", prefix = "VOUCHER-")]
struct VoucherId(Snowflake);

/// Identifies a request: as tools for traces have it.
#[derive(SnowflakeId)]
#[snowflake(text = "hex")]
struct RequestId(Snowflake);

fn main() -> Result<(), Box<dyn Error>> {
    let value = 132_271_570_944_004_096;
    println!("{}", UserId::from_i64(value)?);
    println!("{}", PostId::from_i64(value)?);
    println!("{}", VoucherId::from_i64(value)?);
    println!("{}", RequestId::from_i64(value)?);

    // There is one text for each ID, and `Display`, JSON and URLs all have it.
    let post: PostId = "pst_09lnvBHUqFE".parse()?;
    assert_eq!(serde_json::to_string(&post)?, r#""pst_09lnvBHUqFE""#);
    // A text of another kind is refused, by a message that says what is wrong.
    for text in ["132271570944004096", "pst_9lnvBHUqFE", "pst_09lnvBHUqF!", "usr_09lnvBHUqFE", ""] {
        let Err(error) = text.parse::<PostId>() else { return Err("that is not a post".into()) };
        println!("{text:?}: {error}");
    }

    // The same without a type, where the form is known at run time.
    let form = Text::new(Encoding::Base62).try_with_prefix("img_")?;
    let id = Snowflake::new(value).ok_or("not in range")?;
    println!("{}", form.encode(id));
    assert_eq!(form.decode("img_09lnvBHUqFE")?, id);
    Ok(())
}
