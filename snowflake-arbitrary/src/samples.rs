//! From numbers to IDs.

use std::array;
use std::marker::PhantomData;

use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{DecimalParts, Id, Scheme, Snowflake, Value as _};

/// A set of IDs to take samples from: all IDs of a type (the default), or those of an interval of
/// time.
///
/// [`ids`](crate::ids) returns it. It is a strategy of proptest, and a configuration of fake.
/// [`arbitrary`](Self::arbitrary) takes an ID from the bytes of a fuzzer. For other frameworks, call
/// [`id`](Self::id).
///
/// **Samples are not minted, and two may be equal.**
#[derive(Clone, Copy, Debug)]
#[must_use = "it has IDs, and does nothing by itself"]
pub struct Samples<T> {
    /// The first tick; of decimal IDs, the first counter.
    first: u64,
    largest: [u64; 4],
    ids: PhantomData<T>,
}

impl<T: Id> Samples<T> {
    /// All IDs of the type.
    pub(crate) fn all() -> Self {
        match T::SCHEME {
            Some(Scheme::Layout(layout)) => Self::of_ticks(0, layout.max_timestamp()),
            None => match T::Value::WIDTH {
                // Of version 7: the time in ms, and the bits above and below its variant.
                Width::U128 => {
                    let bits = [48, 12, 32, 30].map(|bits| (1 << bits) - 1);
                    Self { first: 0, largest: bits, ids: PhantomData }
                }
                width => Self { first: 1, largest: [width.max() - 1, 0, 0, 0], ids: PhantomData },
            },
            Some(Scheme::Decimal) => {
                let largest = [
                    DecimalParts::MAX_COUNTER - 1,
                    0,
                    DecimalParts::MAX_GENERATOR,
                    DecimalParts::MAX_LAUNCH,
                ];
                Self { first: 1, largest: largest.map(u64::from), ids: PhantomData }
            }
        }
    }

    /// The IDs of these ticks. `first` is not above `last`.
    pub(crate) fn of_ticks(first: u64, last: u64) -> Self {
        let largest = match T::SCHEME {
            Some(Scheme::Layout(layout)) => {
                let caller = layout.caller().map_or(0, |field| field.max());
                let (node, sequence) = (layout.max_node(), layout.slots_per_tick() - 1);
                [last - first, caller.into(), node.into(), sequence]
            }
            Some(Scheme::Decimal) | None => [last - first, 0, 0, 0],
        };
        Self { first, largest, ids: PhantomData }
    }

    /// The largest of each of the numbers that [`id`](Self::id) tells apart.
    pub const fn largest(&self) -> [u64; 4] {
        self.largest
    }

    /// The ID of four numbers, of any size.
    ///
    /// | number | says | 0 is |
    /// |---|---|---|
    /// | first | the time, of a UUID in ms since 1970; of a decimal ID, the counter | the beginning of the interval; the counter 1 |
    /// | second | the field that the caller gives, if the layout has one | 0 |
    /// | third | the node; of a decimal ID, the generator | 0 |
    /// | fourth | the sequence number; of a decimal ID, the launch | the first one |
    ///
    /// A number above its [`largest`](Self::largest) wraps around. So four random numbers make a
    /// random ID, and smaller numbers a simpler one. If the ID would be 0, it is 1.
    ///
    /// ```
    /// use snowflake_kit_arbitrary::ids;
    /// use snowflake_kit_core::{Parts, Snowflake, SnowflakeId};
    /// # use snowflake_kit_derive::SnowflakeId;
    ///
    /// #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// struct UserId(Snowflake);
    ///
    /// let january = 1_767_225_600_000;
    /// let id = ids::<UserId>(january..january + 10).id([5, 0, 7, 4096 + 3]);
    /// assert_eq!(id.unix_millis(), january + 5);
    /// assert_eq!((id.parts().node, id.parts().sequence), (7, 3));
    /// ```
    pub fn id(&self, numbers: [u64; 4]) -> T {
        let [time, low @ ..]: [u64; 4] = array::from_fn(|at| numbers[at] % (self.largest[at] + 1));
        let (first, [caller, node, last]) = (self.first + time, low.map(|number| number as u32));
        let value = match T::SCHEME {
            Some(Scheme::Layout(layout)) => {
                Raw::I64(match layout.first_slot(first) + u64::from(last) {
                    // 0 is not an ID.
                    0 if caller == 0 && node == 0 => Snowflake::MIN.get(),
                    slot => layout.id_in_slot(slot, caller, node).get(),
                })
            }
            Some(Scheme::Decimal) => {
                let counter = first as u32;
                match (DecimalParts { counter, generator: node, launch: last }).compose() {
                    Ok(id) => Raw::I64(id.get()),
                    Err(error) => unreachable!("{error}"),
                }
            }
            None if T::Value::WIDTH == Width::U128 => {
                let [time, above, middle, below]: [u128; 4] =
                    [first.into(), caller.into(), node.into(), last.into()];
                Raw::Uuid(time << 80 | 7 << 76 | above << 64 | 0b10 << 62 | middle << 30 | below)
            }
            None => Raw::I64(first.cast_signed()),
        };
        match T::from_raw(value) {
            Ok(id) => id,
            Err(error) => unreachable!("{error}"),
        }
    }
}

impl<T: Id> Default for Samples<T> {
    fn default() -> Self {
        Self::all()
    }
}
