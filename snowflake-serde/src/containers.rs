//! `Option` and `Vec` of IDs in a form.

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Error, Visitor};
use serde_core::{Deserializer, Serialize, Serializer};
use snowflake_kit_core::Id;

use crate::form::Form;

/// An ID in a form.
struct In<F, T> {
    id: T,
    form: PhantomData<F>,
}

impl<F: Form, T: Id> Serialize for In<F, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::write(self.id, serializer)
    }
}

pub(crate) fn write_option<F: Form, T: Id, S: Serializer>(
    id: Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match id {
        Some(id) => serializer.serialize_some(&In::<F, T> { id, form: PhantomData }),
        None => serializer.serialize_none(),
    }
}

pub(crate) fn read_option<'de, F: Form, T: Id, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_option(OptionVisitor::<F, T>(PhantomData))
}

struct OptionVisitor<F, T>(PhantomData<(F, T)>);

impl<'de, F: Form, T: Id> Visitor<'de> for OptionVisitor<F, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} or nothing", T::NAME)
    }

    fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        F::read(deserializer).map(Some)
    }
}

#[cfg(feature = "alloc")]
pub(crate) use vec::{read_all, write_all};

#[cfg(feature = "alloc")]
mod vec {
    use alloc::vec::Vec;
    use core::fmt;
    use core::marker::PhantomData;

    use serde_core::de::{DeserializeSeed, SeqAccess, Visitor};
    use serde_core::{Deserializer, Serializer};
    use snowflake_kit_core::Id;

    use super::In;
    use crate::form::Form;

    pub(crate) fn write_all<F: Form, T: Id, S: Serializer>(
        ids: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(ids.iter().map(|id| In::<F, T> { id: *id, form: PhantomData }))
    }

    pub(crate) fn read_all<'de, F: Form, T: Id, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(VecVisitor::<F, T>(PhantomData))
    }

    /// Reads an ID in a form.
    struct Seed<F, T>(PhantomData<(F, T)>);

    impl<'de, F: Form, T: Id> DeserializeSeed<'de> for Seed<F, T> {
        type Value = T;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
            F::read(deserializer)
        }
    }

    struct VecVisitor<F, T>(PhantomData<(F, T)>);

    impl<'de, F: Form, T: Id> Visitor<'de> for VecVisitor<F, T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a sequence of {}", T::NAME)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
            // The length is the sender's word: believed up to a page.
            let mut ids = Vec::with_capacity(sequence.size_hint().unwrap_or(0).min(512));
            while let Some(id) = sequence.next_element_seed(Seed::<F, T>(PhantomData))? {
                ids.push(id);
            }
            Ok(ids)
        }
    }
}
