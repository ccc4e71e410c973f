//! IDs of each form in types of every shape, in JSON.
//!
//! `cargo xtask test` also runs this with `serde_json/arbitrary_precision`, with
//! which integers take another way. A feature is on for a whole program, so the
//! other tests run without.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, VecDeque};
use std::hash::Hash;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_reader, from_slice, from_str, from_value, to_string, to_value};
use snowflake_kit_core::{Codec, Id, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::install_for_tests;

macro_rules! ids {
    ($($id:ident: $($option:ident = $value:literal),*;)+) => {
        $(
            #[derive(SnowflakeId)]
            #[snowflake(crate = "snowflake_kit_public", $($option = $value),*)]
            struct $id(Snowflake);
        )+
        snowflake_kit_serde::value!($($id),+);

        fn all_types(check: &impl Check) {
            $(check.check(id::<$id>());)+
        }
    };
}

ids! {
    UserId:;
    ShortId: text = "base62";
    HexId: text = "hex", prefix = "a-";
    PrefixedId: prefix = "a1_";
    NumberId: json = "number";
    PrettyNumberId: json = "number", text = "base32", prefix = "n-";
    SealedId: public = "sealed";
    PrefixedSealedId: public = "sealed", text = "base62", prefix = "usr_";
    PermutedId: public = "permuted", text = "base32";
}

fn id<T: Id<Value = Snowflake>>() -> T {
    install_for_tests().unwrap();
    T::from_i64(175_928_847_299_117_063).unwrap()
}

trait Both: Id<Value = Snowflake> + Serialize + DeserializeOwned + 'static {}
impl<T: Id<Value = Snowflake> + Serialize + DeserializeOwned + 'static> Both for T {}

trait Check {
    fn check<T: Both>(&self, id: T);
}

/// Through text, bytes, a stream and a value.
fn same<V: Serialize + DeserializeOwned>(value: &V) {
    let expected = to_value(value).unwrap();
    let text = to_string(value).unwrap();
    let read: [V; 6] = [
        from_value(expected.clone()).unwrap(),
        // A reference to a value is a deserializer of its own.
        V::deserialize(&expected).unwrap(),
        from_str(&text).unwrap(),
        from_slice(text.as_bytes()).unwrap(),
        from_reader(text.as_bytes()).unwrap(),
        from_value(from_str::<Value>(&text).unwrap()).unwrap(),
    ];
    for read in &read {
        assert_eq!(to_value(read).unwrap(), expected);
    }
}

#[derive(Serialize, Deserialize)]
struct Generic<T> {
    one: T,
    option: Option<T>,
    #[expect(clippy::option_option, reason = "users have such, for PATCH")]
    nested: Option<Option<T>>,
    list: Vec<Option<T>>,
    array: [T; 2],
    pair: (T, Box<T>),
    range: Range<T>,
    result: Result<T, T>,
    cell: RefCell<T>,
}

#[test]
fn generics() {
    struct Generics;

    impl Check for Generics {
        fn check<T: Both>(&self, id: T) {
            let of = |option: Option<T>| Generic {
                one: id,
                option,
                nested: Some(option),
                list: vec![Some(id), None],
                array: [id; 2],
                pair: (id, Box::new(id)),
                range: id..id,
                result: Err(id),
                cell: RefCell::new(id),
            };
            same(&of(Some(id)));
            same(&of(None));
            same(&nest(of));
        }
    }

    /// The same again, inside of itself.
    fn nest<T>(of: impl Fn(Option<T>) -> Generic<T>) -> Generic<Generic<T>> {
        let inner = || of(None);
        Generic {
            one: inner(),
            option: Some(inner()),
            nested: None,
            list: vec![Some(inner())],
            array: [inner(), inner()],
            pair: (inner(), Box::new(inner())),
            range: inner()..inner(),
            result: Ok(inner()),
            cell: RefCell::new(inner()),
        }
    }

    all_types(&Generics);
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Serialize + DeserializeOwned")]
struct Collections<T: Ord + Hash + Clone + 'static> {
    keys: BTreeMap<T, T>,
    hashed: HashMap<T, Vec<T>>,
    deep: BTreeMap<T, BTreeMap<T, Option<T>>>,
    newtypes: BTreeMap<Key<T>, bool>,
    set: BTreeSet<T>,
    deque: VecDeque<T>,
    heap: BinaryHeap<T>,
    cow: Cow<'static, T>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Key<T>(T);

#[test]
fn collections() {
    struct All;

    impl Check for All {
        fn check<T: Both>(&self, id: T) {
            same(&Collections {
                keys: [(id, id)].into(),
                hashed: [(id, vec![id])].into(),
                deep: [(id, [(id, Some(id))].into())].into(),
                newtypes: [(Key(id), true)].into(),
                set: [id].into(),
                deque: [id].into(),
                heap: [id].into(),
                cow: Cow::Owned(id),
            });
        }
    }

    all_types(&All);
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    List(Vec<T>),
    Pair { left: T, right: T },
    Flag(bool),
    One(T),
    // After the ID, which is therefore preferred.
    Text(String),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", content = "of")]
enum Adjacent<T> {
    One(T),
    Many(Vec<T>),
    Named { id: T },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Internal<T> {
    Named { id: T, other: Option<T> },
    Inner(Rest<T>),
}

#[derive(Serialize, Deserialize)]
struct Rest<T> {
    inner: T,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize)]
struct Flat<T> {
    #[serde(flatten)]
    internal: Internal<T>,
    #[serde(flatten)]
    maybe: Option<Rest<T>>,
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    skipped: Option<T>,
}

#[test]
fn enums_and_flattened_fields() {
    struct All;

    impl Check for All {
        fn check<T: Both>(&self, id: T) {
            let ids = || vec![id, id];
            same(&Untagged::One(id));
            same(&Untagged::List(ids()));
            same(&Untagged::Pair { left: id, right: id });
            let one = to_string(&id).unwrap();
            assert!(matches!(from_str(&one).unwrap(), Untagged::<T>::One(read) if read == id));
            assert!(matches!(from_str(r#""0""#).unwrap(), Untagged::<T>::Text(_)));
            same(&Adjacent::One(id));
            same(&Adjacent::Many(ids()));
            same(&Adjacent::Named { id });

            let rest = || Rest { inner: id, rest: BTreeMap::new() };
            same(&Internal::Inner(rest()));
            for other in [None, Some(id)] {
                let named = || Internal::Named { id, other };
                same(&named());
                same(&Flat { internal: named(), maybe: None, skipped: None });
                same(&Flat { internal: named(), maybe: Some(rest()), skipped: Some(id) });
            }
        }
    }

    all_types(&All);
}

#[test]
fn integers_are_read_but_of_public_ids_and_floats_refused_by_name() {
    struct All;

    impl Check for All {
        fn check<T: Both>(&self, _: T) {
            for value in [1, 1 << 53, i64::MAX] {
                let read = [from_str::<T>(&value.to_string()), from_value::<T>(value.into())];
                for id in read {
                    if <T::Codec as Codec<T>>::PUBLIC.is_some() {
                        let error = id.map(T::get).unwrap_err().to_string();
                        assert!(error.contains(T::NAME), "{error}");
                    } else {
                        assert_eq!(id.unwrap().get(), value);
                    }
                }
            }
            for json in ["0", "-1", "9223372036854775808", "18446744073709551616", "1.0", "1e3"] {
                let error = from_str::<T>(json).map(T::get).unwrap_err().to_string();
                assert!(error.contains(T::NAME) && error.contains("expected "), "{error}");
                let value: Value = from_str(json).unwrap();
                let error = from_value::<T>(value).map(T::get).unwrap_err().to_string();
                assert!(error.contains(T::NAME) && error.contains("expected "), "{error}");
            }
        }
    }

    all_types(&All);
}
