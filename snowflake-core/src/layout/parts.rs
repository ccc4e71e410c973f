//! An ID taken apart.

/// What an ID is made of: the numbers in its fields.
///
/// [`Layout::decompose`](crate::Layout::decompose) takes an ID apart,
/// [`Layout::compose`](crate::Layout::compose) puts one together.
///
/// ```
/// use snowflake_core::{Layout, Parts, Snowflake};
///
/// let id = Snowflake::new(1_869_539_350_270_877_696).unwrap();
/// let parts = Layout::TWITTER.decompose(id);
/// assert_eq!(parts, Parts { timestamp: 445_732_915_466, node: 42, ..Parts::default() });
/// assert_eq!(Layout::TWITTER.unix_millis(parts.timestamp), Some(1_734_567_890_123));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parts {
    /// Ticks since the layout's epoch (in a periodic layout: since the period
    /// began).
    pub timestamp: u64,
    /// The value of the [caller's field](crate::LayoutBuilder::caller); 0 in a layout
    /// without one.
    pub caller: u32,
    /// The node number.
    pub node: u32,
    /// The sequence number inside the tick.
    pub sequence: u32,
}
