//! UUIDs, ULIDs and KSUIDs, and the IDs that they were made from.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use snowflake_kit_core::bridge::{Ksuid, Ulid};
use snowflake_kit_core::{FieldError, Layout, Snowflake};

use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    if let Some(text) = input.text() {
        // In upper or lower case, as the specification has it.
        reads::<Ulid>(text, &text.to_ascii_uppercase());
        reads::<Ksuid>(text, text);
    }
    let at = usize::from(input.bytes::<1>()[0]) % Layout::PRESETS.len();
    let layout = Layout::PRESETS[at];
    let bytes: [u8; 16] = input.bytes();
    let ulid = Ulid::from_bytes(bytes);
    assert_eq!(ulid.to_string().parse(), Ok(ulid));
    match layout.id_of_ulid(ulid) {
        Ok(id) => {
            assert!(layout.contains(id));
            if layout.is_periodic() {
                let ulid = layout.ulid_before(id, i64::MAX);
                assert!(ulid.is_err() || layout.id_of_ulid(ulid.expect("checked")) == Ok(id));
            } else {
                assert_eq!(layout.ulid(id), Ok(ulid));
            }
        }
        Err(error) => refusal::check(&error),
    }
    match layout.id_of_uuid_bytes(bytes) {
        Ok(id) if !layout.is_periodic() => assert_eq!(layout.uuid_bytes(id), Ok(bytes)),
        Ok(id) => assert!(layout.contains(id)),
        Err(error) => refusal::check(&error),
    }
    let [front, back]: [[u8; 2]; 2] = [input.bytes(), input.bytes()];
    let mut longer = [0; 20];
    longer[..2].copy_from_slice(&front);
    longer[2..18].copy_from_slice(&bytes);
    longer[18..].copy_from_slice(&back);
    let ksuid = Ksuid::from_bytes(longer);
    assert_eq!(ksuid.to_string().parse(), Ok(ksuid));
    match layout.id_of_ksuid(ksuid) {
        Ok(id) if !layout.is_periodic() => assert_eq!(layout.ksuid(id), Ok(ksuid)),
        Ok(id) => assert!(layout.contains(id)),
        Err(error) => refusal::check(&error),
    }
    comes_back(layout, Input(&bytes).id(), input.number());
}

/// Every ID that has such a value is what the value is turned back to.
fn comes_back(layout: Layout, id: Snowflake, reference: i64) {
    if !layout.contains(id) {
        return;
    }
    for uuid in [layout.uuid_bytes(id), layout.uuid_bytes_before(id, reference)] {
        is_or(uuid, |uuid| assert_eq!(layout.id_of_uuid_bytes(uuid), Ok(id)));
    }
    for ulid in [layout.ulid(id), layout.ulid_before(id, reference)] {
        is_or(ulid, |ulid| assert_eq!(layout.id_of_ulid(ulid), Ok(id)));
    }
    for ksuid in [layout.ksuid(id), layout.ksuid_before(id, reference)] {
        is_or(ksuid, |ksuid| assert_eq!(layout.id_of_ksuid(ksuid), Ok(id)));
    }
}

fn is_or<T>(value: Result<T, FieldError>, check: impl FnOnce(T)) {
    match value {
        Ok(value) => check(value),
        Err(error) => refusal::check(&error),
    }
}

/// What is read is written in one way.
fn reads<T: FromStr<Err: Display + Debug> + Display>(text: &str, written: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string(), written),
        Err(error) => refusal::check(&error),
    }
}
