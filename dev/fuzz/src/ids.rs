//! An ID type of each kind.

use snowflake_kit::{DecimalId, Id, Snowflake, SnowflakeId, async_graphql_7};

/// Plain decimal text.
#[derive(SnowflakeId)]
pub(crate) struct PostId(Snowflake);

/// Text with a prefix.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "usr_")]
pub(crate) struct UserId(Snowflake);

/// Text with a prefix that begins as that of another type.
#[derive(SnowflakeId)]
#[snowflake(text = "hex", prefix = "usr_old_", layout = "discord")]
pub(crate) struct OldUserId(Snowflake);

/// A number in JSON.
#[derive(SnowflakeId)]
#[snowflake(json = "number")]
pub(crate) struct CountId(Snowflake);

/// Counted, and not timed.
#[derive(DecimalId)]
pub(crate) struct InvoiceId(Snowflake);

/// A sealed text.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "acc_", public = "sealed")]
pub(crate) struct AccountId(Snowflake);

/// A sealed text, or a plain one from the time before.
#[derive(SnowflakeId)]
#[snowflake(text = "hex", public("sealed", accept = "plain"))]
pub(crate) struct OrderId(Snowflake);

/// A permuted text.
#[derive(SnowflakeId)]
#[snowflake(text = "base32", public = "permuted")]
pub(crate) struct TagId(Snowflake);

async_graphql_7::node_id! {
    /// The ID of any object.
    pub(crate) enum NodeId {
        User(UserId),
        OldUser(OldUserId),
        Post(PostId),
        Account(AccountId),
    }
}

/// The text of an ID, with the fixed key of tests where it needs one.
pub(crate) fn text_of<T: Id>(id: T) -> String {
    id.try_text().expect("the key is installed").to_string()
}
