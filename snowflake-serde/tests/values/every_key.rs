//! IDs over UUIDs and counted keys.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use snowflake_kit_core::Id;
use snowflake_kit_derive::{CountedId, UuidId};
use uuid::Uuid;

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", prefix = "order_", text = "typeid")]
struct OrderId(Uuid);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core")]
struct SessionId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct CountryId(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct LineId(i64);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", prefix = "rol_")]
struct RoleId(i16);

snowflake_kit_serde::value!(OrderId, SessionId, CountryId, LineId, RoleId);

const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

fn order() -> OrderId {
    OrderId::from_value(UUID.parse().unwrap()).unwrap()
}

fn country() -> CountryId {
    CountryId::from_value(49).unwrap()
}

/// A value, in a list, as `Option` and as the key of a map.
fn is_json<T: Id + Serialize + DeserializeOwned>(id: T, json: &str, key: &str) {
    assert_eq!(serde_json::to_string(&id).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), id);
    let list = vec![Some(id), None];
    let text = serde_json::to_string(&list).unwrap();
    assert_eq!(text, format!("[{json},null]"));
    assert_eq!(serde_json::from_str::<Vec<Option<T>>>(&text).unwrap(), list);
    let map = BTreeMap::from([(id, 7)]);
    let text = serde_json::to_string(&map).unwrap();
    assert_eq!(text, format!("{{\"{key}\":7}}"));
    assert_eq!(serde_json::from_str::<BTreeMap<T, i32>>(&text).unwrap(), map);
}

#[test]
fn json_has_texts_and_short_numbers() {
    let session = SessionId::from_value(UUID.parse().unwrap()).unwrap();
    let typeid = "order_01h455vb4pex5vsknk084sn02q";
    is_json(order(), &format!("\"{typeid}\""), typeid);
    is_json(session, &format!("\"{UUID}\""), UUID);
    is_json(country(), "49", "49");
    is_json(LineId::from_value(49).unwrap(), "\"49\"", "49");
    is_json(RoleId::from_value(49).unwrap(), "\"rol_49\"", "rol_49");
}

#[test]
fn binary_formats_have_the_value() {
    fn is_binary<T, V>(id: T, value: &V)
    where
        T: Id + Serialize + DeserializeOwned,
        V: Serialize + Debug,
    {
        let bytes = postcard::to_stdvec(&(id, Some(id))).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&(value, Some(value))).unwrap(), "{value:?}");
        assert_eq!(postcard::from_bytes::<(T, Option<T>)>(&bytes).unwrap(), (id, Some(id)));
        let config = bincode::config::legacy();
        let bytes = bincode::serde::encode_to_vec(id, config).unwrap();
        assert_eq!(bytes, bincode::serde::encode_to_vec(value, config).unwrap(), "{value:?}");
        assert_eq!(bincode::serde::decode_from_slice::<T, _>(&bytes, config).unwrap().0, id);
        let bytes = rmp_serde::to_vec(&id).unwrap();
        assert_eq!(rmp_serde::from_slice::<T>(&bytes).unwrap(), id);
    }
    // The crate uuid writes the same bytes.
    is_binary(order(), &order().get());
    is_binary(country(), &49_i32);
    is_binary(RoleId::from_value(49).unwrap(), &49_i16);
    is_binary(LineId::from_value(49).unwrap(), &49_i64);
}

#[test]
fn what_is_not_an_id_is_refused_by_name() {
    fn refused<T: Id + DeserializeOwned>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    let nil = refused::<SessionId>("\"00000000-0000-0000-0000-000000000000\"");
    assert!(nil.contains("SessionId") && nil.contains("the nil and the max UUID"), "{nil}");
    let number = refused::<SessionId>("7");
    assert!(number.contains("a SessionId: 36 characters of a hyphenated UUID"), "{number}");
    for (json, found) in [("0", "0"), ("-1", "-1"), ("2147483648", "2147483648")] {
        let error = refused::<CountryId>(json);
        assert!(error.contains(found), "{error}");
        assert!(error.contains("a CountryId: an integer from 1 to 2147483647"), "{error}");
    }
    let other = refused::<OrderId>("\"user_01h455vb4pex5vsknk084sn02q\"");
    assert!(other.contains("it does not start with \"order_\""), "{other}");
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Row {
    #[serde(with = "snowflake_kit_serde::hex")]
    id: OrderId,
    #[serde(with = "snowflake_kit_serde::string::option")]
    country: Option<CountryId>,
    #[serde(with = "snowflake_kit_serde::or_zero")]
    other: Option<CountryId>,
    #[serde(with = "snowflake_kit_serde::number::vec")]
    lines: Vec<LineId>,
}

#[test]
fn a_field_can_differ() {
    let row = Row {
        // The prefix is that of the type.
        id: OrderId::from_value("00000000-0000-7000-8000-000000000001".parse().unwrap()).unwrap(),
        country: Some(country()),
        other: None,
        lines: vec![LineId::from_value(7).unwrap()],
    };
    let json = serde_json::to_string(&row).unwrap();
    assert_eq!(
        json,
        "{\"id\":\"order_00000000-0000-7000-8000-000000000001\",\"country\":\"49\",\"other\":0,\
         \"lines\":[7]}"
    );
    assert_eq!(serde_json::from_str::<Row>(&json).unwrap(), row);
}
