//! bson, as the driver `mongodb` 3.9.1 uses it: there is no server here. It writes the
//! documents of `insert_one`, `insert_many` and `replace_one` by
//! `serialize_to_raw_document_buf` and reads those of a cursor by `deserialize_from_slice`;
//! filters, updates and pipelines are made by the caller, as `Document`.

use std::error::Error;

use bson::{Bson, Document, RawDocumentBuf, doc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use snowflake_kit::{Snowflake, SnowflakeId};

use crate::{PostId, UserId, install_key};

macro_rules! bson_ids {
    ($($id:ty),+) => {$(
        impl From<$id> for Bson {
            fn from(id: $id) -> Self {
                Self::Int64(id.get())
            }
        }
    )+};
}

bson_ids!(UserId, PostId);

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Post {
    #[serde(rename = "_id")]
    id: PostId,
    author: UserId,
    reply_to: Option<PostId>,
    readers: Vec<UserId>,
    #[serde(flatten)]
    origin: Origin,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Origin {
    imported_by: UserId,
}

fn post() -> Result<Post, Box<dyn Error>> {
    Ok(Post {
        id: PostId::from_i64(249_857_720_318_955_520)?,
        author: UserId::from_i64(1 << 62)?,
        reply_to: Some(PostId::from_i64(7)?),
        readers: vec![UserId::from_i64(8)?, UserId::from_i64(9)?],
        origin: Origin { imported_by: UserId::from_i64(10)? },
    })
}

/// What is in the collection.
fn stored() -> Document {
    doc! {
        "_id": 249_857_720_318_955_520_i64,
        "author": 1_i64 << 62,
        "reply_to": 7_i64,
        "readers": [8_i64, 9_i64],
        "imported_by": 10_i64,
    }
}

/// A value as the driver writes it.
fn to_document<T: Serialize>(value: &T) -> bson::error::Result<Document> {
    bson::serialize_to_raw_document_buf(value)?.try_into()
}

/// A value as the driver reads it.
fn read<T: DeserializeOwned>(document: &Document) -> bson::error::Result<T> {
    bson::deserialize_from_slice(RawDocumentBuf::try_from(document)?.as_bytes())
}

#[test]
fn values() -> Result<(), Box<dyn Error>> {
    assert_eq!(to_document(&post()?)?, stored());
    assert_eq!(read::<Post>(&stored())?, post()?);
    assert_eq!(bson::deserialize_from_document::<Post>(stored())?, post()?);
    let json = serde_json::to_value(post()?)?;
    assert_eq!(json["_id"], json!("pst_0ISLlHTcqtU"));
    assert_eq!(json["author"], json!("4611686018427387904"));
    Ok(())
}

#[test]
fn filters() -> Result<(), Box<dyn Error>> {
    let Post { id, author, reply_to, readers, .. } = post()?;
    assert_eq!(doc! { "_id": id.get() }, doc! { "_id": 249_857_720_318_955_520_i64 });
    assert_eq!(
        doc! { "_id": id, "author": { "$in": [author] }, "readers": readers, "reply_to": reply_to },
        doc! {
            "_id": 249_857_720_318_955_520_i64,
            "author": { "$in": [1_i64 << 62] },
            "readers": [8_i64, 9_i64],
            "reply_to": 7_i64,
        },
    );
    Ok(())
}

/// What finds nothing: these functions say that they write for people.
#[test]
fn strings() -> Result<(), Box<dyn Error>> {
    let post = post()?;
    let string = Bson::String("pst_0ISLlHTcqtU".to_owned());
    assert_eq!(bson::serialize_to_bson(&post.id)?, string);
    // `Collection::insert_one_model` and `replace_one_model` of the driver call it.
    let document = bson::serialize_to_document(&post)?;
    assert_eq!(document.get("_id"), Some(&string));
    assert_ne!(document, stored());
    // They are read all the same.
    assert_eq!(read::<Post>(&document)?, post);
    assert_eq!(bson::deserialize_from_document::<Post>(document)?, post);
    Ok(())
}

/// A field that is an integer in all formats, JSON among them.
#[test]
fn numbers() -> Result<(), Box<dyn Error>> {
    #[derive(Serialize)]
    struct Read {
        #[serde(with = "snowflake_kit::serde::number")]
        post: PostId,
        #[serde(with = "snowflake_kit::serde::number::vec")]
        by: Vec<UserId>,
    }

    let read = Read { post: PostId::from_i64(7)?, by: vec![UserId::from_i64(8)?] };
    let numbers = doc! { "post": 7_i64, "by": [8_i64] };
    assert_eq!(to_document(&read)?, numbers);
    assert_eq!(bson::serialize_to_document(&read)?, numbers);
    assert_eq!(serde_json::to_value(&read)?, json!({ "post": 7, "by": [8] }));
    Ok(())
}

#[test]
fn refusals() -> Result<(), Box<dyn Error>> {
    #[derive(Debug, Deserialize)]
    struct Key {
        #[serde(rename = "_id")]
        id: UserId,
    }

    // Written by a shell or another driver that took the smaller type.
    assert_eq!(read::<Key>(&doc! { "_id": 7_i32 })?.id, UserId::from_i64(7)?);
    let expected = "a UserId: an integer from 1 to 9223372036854775807";
    for (value, found) in [
        (Bson::Int64(0), "invalid value: integer `0`"),
        (Bson::Int64(-1), "invalid value: integer `-1`"),
        (Bson::Int32(-1), "invalid value: integer `-1`"),
        (Bson::Double(7.0), "invalid type: floating point `7.0`"),
        (Bson::Null, "invalid type: unit value"),
    ] {
        let error = read::<Key>(&doc! { "_id": value }).expect_err("it is not an ID").to_string();
        assert!(error.contains(&format!("{found}, expected {expected}")), "{error}");
    }
    let error = read::<Key>(&doc! { "_id": "007" }).expect_err("it is not an ID").to_string();
    assert!(error.contains(&crate::reason("007")), "{error}");
    Ok(())
}

/// Texts in the collection too; integers by request, where serde knows that it reads bytes.
#[test]
fn public_forms() -> Result<(), Box<dyn Error>> {
    /// Identifies an invoice.
    #[derive(SnowflakeId)]
    #[snowflake(prefix = "inv_", public = "sealed")]
    struct InvoiceId(Snowflake);

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Sent {
        #[serde(rename = "_id")]
        id: InvoiceId,
    }

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Invoice {
        #[serde(rename = "_id", with = "snowflake_kit::serde::binary_number")]
        id: InvoiceId,
    }

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Reminder {
        #[serde(flatten)]
        invoice: Invoice,
    }

    install_key();
    let invoice = Invoice { id: InvoiceId::from_i64(7)? };
    let stored = doc! { "_id": 7_i64 };
    assert_eq!(to_document(&invoice)?, stored);
    assert_eq!(read::<Invoice>(&stored)?, invoice);
    assert!(bson::deserialize_from_document::<Invoice>(stored.clone()).is_err());
    assert!(read::<Reminder>(&stored).is_err());
    let text = Bson::String(invoice.id.to_string());
    assert_eq!(bson::serialize_to_bson(&invoice.id)?, text);
    let sent = Sent { id: invoice.id };
    assert_eq!(to_document(&sent)?, doc! { "_id": text });
    assert_eq!(read::<Sent>(&to_document(&sent)?)?, sent);
    assert!(read::<Sent>(&stored).is_err());
    Ok(())
}

/// The driver takes this version if it is not told to take 3.
#[test]
fn version_2() -> Result<(), Box<dyn Error>> {
    let post = post()?;
    let raw = bson2::to_raw_document_buf(&post)?;
    assert_eq!(raw.as_bytes(), bson::serialize_to_vec(&post)?);
    assert_eq!(bson2::from_slice::<Post>(raw.as_bytes())?, post);
    let string = bson2::Bson::String("pst_0ISLlHTcqtU".to_owned());
    assert_eq!(bson2::to_bson(&post.id)?, string);
    assert_eq!(bson2::to_document(&post)?.get("_id"), Some(&string));
    Ok(())
}
