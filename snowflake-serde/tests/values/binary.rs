//! IDs in formats that are not for people.

use serde::{Deserialize, Serialize};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::install_for_tests;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", prefix = "inv_", public = "sealed")]
struct InvoiceId(Snowflake);

snowflake_kit_serde::value!(UserId, InvoiceId);

#[test]
fn an_integer_that_is_no_id_is_refused() {
    for value in [0_i64, -1, i64::MIN] {
        let bytes = postcard::to_stdvec(&value).unwrap();
        assert!(postcard::from_bytes::<UserId>(&bytes).is_err());
    }
}

/// An ID with a public form as a store holds it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    #[serde(with = "snowflake_kit_serde::binary_number")]
    id: InvoiceId,
    #[serde(default, with = "snowflake_kit_serde::binary_number::option")]
    parent: Option<InvoiceId>,
    #[serde(default, with = "snowflake_kit_serde::binary_number::vec")]
    children: Vec<InvoiceId>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Answer {
    #[serde(flatten)]
    row: Row,
}

/// What a row is, if its IDs are these.
#[derive(Serialize)]
struct Plain<T> {
    id: T,
    parent: Option<T>,
    children: Vec<T>,
}

fn plain<T: Clone>(id: T) -> Plain<T> {
    Plain { id: id.clone(), parent: Some(id.clone()), children: vec![id] }
}

fn row() -> Row {
    install_for_tests().unwrap();
    let Plain { id, parent, children } = plain(InvoiceId::from_i64(7).unwrap());
    Row { id, parent, children }
}

#[test]
fn a_public_form_is_a_number_in_a_store_by_request() {
    let row = row();
    let bytes = postcard::to_stdvec(&row).unwrap();
    assert_eq!(bytes, postcard::to_stdvec(&plain(7_i64)).unwrap());
    assert_eq!(postcard::from_bytes::<Row>(&bytes).as_ref(), Ok(&row));
    let bytes = minicbor_serde::to_vec(&row).unwrap();
    assert_eq!(bytes, minicbor_serde::to_vec(plain(7_i64)).unwrap());
    assert_eq!(minicbor_serde::from_slice::<Row>(&bytes).unwrap(), row);
    let json = serde_json::to_value(&row).unwrap();
    assert_eq!(json, serde_json::to_value(plain(row.id.to_string())).unwrap());
    assert_eq!(serde_json::from_value::<Row>(json).unwrap(), row);
}

/// Neither directly, nor where serde forgets that the format is JSON or binary.
#[test]
fn a_number_from_outside_is_no_public_id() {
    let row = row();
    let number = plain(7_i64);
    let refused = |error: String| {
        assert!(error.contains("invalid type: integer `7`, expected a InvoiceId: "), "{error}");
    };
    let json = serde_json::to_vec(&number).unwrap();
    refused(serde_json::from_slice::<Row>(&json).unwrap_err().to_string());
    refused(serde_json::from_slice::<Answer>(&json).unwrap_err().to_string());
    refused(simd_json::from_slice::<Answer>(&mut json.clone()).unwrap_err().to_string());
    let bytes = rmp_serde::to_vec_named(&number).unwrap();
    assert_eq!(rmp_serde::from_slice::<Row>(&bytes).unwrap(), row);
    refused(rmp_serde::from_slice::<Answer>(&bytes).unwrap_err().to_string());
    // Without the module, the number is not an ID in binary formats either.
    let bytes = rmp_serde::to_vec(&7_i64).unwrap();
    refused(rmp_serde::from_slice::<InvoiceId>(&bytes).unwrap_err().to_string());
    for bytes in [minicbor_serde::to_vec(7_i64).unwrap(), minicbor_serde::to_vec([7_i64]).unwrap()]
    {
        minicbor_serde::from_slice::<InvoiceId>(&bytes).unwrap_err();
    }
    postcard::from_bytes::<InvoiceId>(&postcard::to_stdvec(&7_i64).unwrap()).unwrap_err();
}
