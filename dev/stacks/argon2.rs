//! Public IDs beside a version of argon2 that asks for an old `subtle`.

use std::error::Error;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use snowflake_kit::{Node, Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(public = "sealed", prefix = "usr_")]
struct UserId(Snowflake);

fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    snowflake_kit::public::install_for_tests()?;
    let id = UserId::mint();
    let salt = SaltString::b64_encode(&id.get().to_be_bytes())?;
    let hash = Argon2::default().hash_password(b"correct horse", salt.as_str())?.to_string();
    Argon2::default().verify_password(b"correct horse", &PasswordHash::new(&hash)?)?;
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);
    println!("{id}");
    Ok(())
}
