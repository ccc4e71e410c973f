//! Writing an ID, and reading one from a borrowed string, do not allocate.

#![deny(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base32")]
struct SpokenId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "hex", prefix = "no_", json = "number")]
struct CountedId(Snowflake);

snowflake_kit_serde::value!(UserId, PrettyId, SpokenId, CountedId);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Forms<T: SnowflakeId> {
    #[serde(with = "snowflake_kit_serde::number")]
    number: T,
    #[serde(with = "snowflake_kit_serde::string")]
    string: T,
    #[serde(with = "snowflake_kit_serde::decimal::option")]
    decimal: Option<T>,
    #[serde(with = "snowflake_kit_serde::base62")]
    base62: T,
    #[serde(with = "snowflake_kit_serde::base32")]
    base32: T,
    #[serde(with = "snowflake_kit_serde::hex")]
    hex: T,
}

thread_local! {
    /// Per thread, since the test runner allocates on its own. It needs no
    /// destructor, so that the allocator can look at it at any time.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting.
struct Counting;

#[expect(unsafe_code, reason = "the trait is unsafe; everything is passed on to the system's")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promises are the ones asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; what it frees came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations<R>(run: impl FnOnce() -> R) -> (R, u64) {
    let before = ALLOCATIONS.get();
    let result = run();
    (result, ALLOCATIONS.get() - before)
}

/// JSON and postcard into a buffer on the stack, and from there.
fn check<V: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &V) {
    let mut buffer = [0; 512];
    let (rest, count) = allocations(|| {
        let mut rest = &mut buffer[..];
        serde_json::to_writer(&mut rest, value).unwrap();
        rest.len()
    });
    assert_eq!(count, 0, "writing {value:?} as JSON");
    let json = str::from_utf8(&buffer[..buffer.len() - rest]).unwrap();
    let (read, count) = allocations(|| serde_json::from_str::<V>(json).unwrap());
    assert_eq!((read, count), (serde_json::from_str(json).unwrap(), 0), "reading {json}");

    let mut buffer = [0; 512];
    let (bytes, count) = allocations(|| postcard::to_slice(value, &mut buffer).unwrap());
    assert_eq!(count, 0, "writing {value:?} in postcard");
    let (read, count) = allocations(|| postcard::from_bytes::<V>(bytes).unwrap());
    assert_eq!((&read, count), (value, 0), "reading {bytes:?}");
}

fn id<T: SnowflakeId>(id: i64) -> T {
    T::from_i64(id).unwrap()
}

fn check_type<T: SnowflakeId + Serialize + DeserializeOwned>() {
    for id in [1, 175_928_847_299_117_063, i64::MAX].map(id::<T>) {
        check(&id);
        check(&Some(id));
        check(&(id, id));
        check(&Forms {
            number: id,
            string: id,
            decimal: Some(id),
            base62: id,
            base32: id,
            hex: id,
        });
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)).1, 1);
}

#[test]
fn ids_are_written_and_read_without_allocation() {
    check_type::<UserId>();
    check_type::<PrettyId>();
    check_type::<SpokenId>();
    check_type::<CountedId>();
}
