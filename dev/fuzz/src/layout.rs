//! Layouts as text, and the arithmetic of any layout.

use snowflake_kit_core::{Layout, Parts, Snowflake};

use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let (id, reference) = (input.id(), input.number());
    let Some(text) = input.text() else { return };
    // A layout keeps its names. The memory of a text is that of the fuzzer's process.
    match Layout::parse(text.to_owned().leak()) {
        Ok(layout) => {
            is_said(layout);
            counts(layout, id, reference);
        }
        Err(error) => refusal::check(&error),
    }
}

/// The notation of a layout is read as the same layout, and written alike.
fn is_said(layout: Layout) {
    let notation = layout.notation().expect("what has a notation was read").to_string();
    let read = Layout::parse(notation.clone().leak());
    assert_eq!(read, Ok(layout), "{notation}");
    let again = read.ok().and_then(|layout| Some(layout.notation()?.to_string()));
    assert_eq!(again, Some(notation));
}

/// An ID is put together as it was taken apart, by fields and by slots.
fn counts(layout: Layout, id: Snowflake, reference: i64) {
    let parts = layout.decompose(id);
    assert_eq!(layout.contains(id), layout.compose(parts) == Ok(id), "{layout:?} {id}");
    if !layout.contains(id) {
        return;
    }
    let Parts { timestamp, caller, node, sequence } = parts;
    assert!(timestamp <= layout.max_timestamp() && node <= layout.max_node());
    let fields: u64 = layout.split(id).map(|(_, value)| value).fold(0, u64::wrapping_add);
    assert_eq!(fields > 0, id.to_u64() > 0);
    if let Some(millis) = layout.unix_millis(timestamp) {
        assert_eq!(layout.timestamp(millis), Ok(timestamp), "{layout:?} {id}");
        if let Ok(range) = layout.range(millis, millis.saturating_add(1)) {
            assert!(range.contains(&id), "{layout:?} {id}");
        }
    }
    if let Err(error) = layout.timestamp(reference) {
        refusal::check(&error);
    }
    let values: Vec<u32> = layout.split_node(node).map(|(_, value)| value).collect();
    assert!(values.is_empty() || layout.join_node(&values) == Ok(node), "{layout:?} {id}");
    let first = layout.first_slot(timestamp);
    assert_eq!(layout.tick_of_slot(first), timestamp);
    let slot = first + u64::from(sequence);
    assert_eq!(layout.id_in_slot(slot, caller, node), id, "{layout:?}");
}
