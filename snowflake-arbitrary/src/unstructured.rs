//! IDs of the bytes of a fuzzer.

pub use ::arbitrary;
use arbitrary::{Result, Unstructured};
use snowflake_kit_core::Id;

use crate::samples::Samples;

impl<T: Id> Samples<T> {
    /// The ID that the next bytes of an `Unstructured` say.
    ///
    /// It takes as many bytes as the numbers of the ID need. Of all IDs of the default
    /// layout, these are 6 for the time, 2 for the node and 2 for the sequence number. Where
    /// bytes are missing, the numbers are smaller.
    ///
    /// # Errors
    /// Those of `Unstructured`, which has none for numbers today.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use snowflake_kit_arbitrary::ids;
    /// use snowflake_kit_core::{Snowflake, SnowflakeId};
    /// # use snowflake_kit_derive::SnowflakeId;
    ///
    /// #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// struct UserId(Snowflake);
    ///
    /// let january = 1_767_225_600_000;
    /// let mut bytes = Unstructured::new(&[5, 0, 7, 0, 3]);
    /// let id = ids::<UserId>(january..january + 10).arbitrary(&mut bytes)?;
    /// assert_eq!(id.unix_millis(), january + 5);
    /// assert_eq!((id.parts().node, id.parts().sequence), (7, 3));
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    pub fn arbitrary(&self, bytes: &mut Unstructured<'_>) -> Result<T> {
        let [time, caller, node, sequence] = self.largest();
        Ok(self.id([
            bytes.int_in_range(0..=time)?,
            bytes.int_in_range(0..=caller)?,
            bytes.int_in_range(0..=node)?,
            bytes.int_in_range(0..=sequence)?,
        ]))
    }
}

/// How many bytes an ID of this type takes, of all that the type can have.
pub fn size_hint<T: Id>() -> (usize, Option<usize>) {
    let bytes = |largest: u64| largest.checked_ilog2().map_or(0, |log| log as usize / 8 + 1);
    let size = Samples::<T>::all().largest().map(bytes).into_iter().sum();
    (size, Some(size))
}

/// Makes ID types of the bytes of a fuzzer: implements `Arbitrary` of the crate arbitrary.
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use snowflake_kit_arbitrary::ids;
/// use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct PostId(Snowflake);
///
/// snowflake_kit_arbitrary::arbitrary!(UserId, PostId);
///
/// const JANUARY: i64 = 1_767_225_600_000; // 2026-01-01T00:00:00Z
/// const FEBRUARY: i64 = 1_769_904_000_000;
///
/// #[derive(Debug, Arbitrary)]
/// struct Post {
///     id: PostId,
///     author: UserId,
///     #[arbitrary(with = |u: &mut Unstructured<'_>| ids(JANUARY..FEBRUARY).arbitrary(u))]
///     reply_to: PostId,
/// }
///
/// // As `fuzz_target!(|post: Post| …)` does, of libfuzzer-sys.
/// let post = Post::arbitrary(&mut Unstructured::new(b"bytes that the fuzzer has chosen"))?;
/// assert!((JANUARY..FEBRUARY).contains(&post.reply_to.unix_millis()));
/// # let _ = (post.id, post.author);
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[macro_export]
macro_rules! arbitrary {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl<'a> $crate::__private::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                bytes: &mut $crate::__private::arbitrary::Unstructured<'a>,
            ) -> $crate::__private::arbitrary::Result<Self> {
                <$crate::Samples<Self> as ::core::default::Default>::default().arbitrary(bytes)
            }

            fn size_hint(
                _: ::core::primitive::usize,
            ) -> (::core::primitive::usize, ::core::option::Option<::core::primitive::usize>) {
                $crate::__private::size_hint::<Self>()
            }
        }
    )+};
}
