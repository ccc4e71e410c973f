//! Keys that are minted as rows are inserted.

use core::pin::Pin;

use snowflake_kit_core::CallerId;
use snowflake_kit_core::Id;
use snowflake_kit_mint::__private::Sourced;
use snowflake_kit_mint::{Mint, MintError, Minter as _, Within};

use super::sea_orm::{ActiveValue, DbErr, Value};

/// A future in a box, as SeaORM's traits have them.
#[doc(hidden)]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The value of a key's field that the caller gives, 0 where there is no such field; or why
/// there is none.
#[doc(hidden)]
pub type Caller = Result<u32, String>;

/// The value of the caller's field of a key of this row.
#[doc(hidden)]
pub fn caller<R>(row: &R, caller: impl FnOnce(&R) -> Caller) -> Caller {
    caller(row)
}

/// A key that is minted by `mint`.
#[doc(hidden)]
pub fn key<T: Mint + Into<Value>>(key: &mut ActiveValue<T>) -> &mut dyn MintedKey {
    key
}

/// A key that is minted by `within`.
#[doc(hidden)]
pub fn key_in<T: CallerId + Sourced + Into<Value>>(key: &mut ActiveValue<T>) -> &mut dyn MintedKey {
    key
}

/// What a field of a row is set to, from which the value of a caller's field comes.
#[doc(hidden)]
pub fn given<T: Clone + Into<Value>>(field: &ActiveValue<T>, name: &str) -> Result<T, String> {
    match field {
        ActiveValue::Set(value) | ActiveValue::Unchanged(value) => Ok(value.clone()),
        ActiveValue::NotSet => {
            Err(format!("which has a value in it that comes from `{name}`: set `{name}` first"))
        }
    }
}

/// A key of a row, set or not.
#[doc(hidden)]
pub trait MintedKey: Send {
    /// Mints it if it is not set; may block the thread.
    ///
    /// # Errors
    /// The text of the `MintError`, and for what; why there is no value for the caller's
    /// field.
    fn mint(&mut self, caller: Caller) -> Result<(), String>;

    /// Mints it if it is not set.
    fn mint_async(&mut self, caller: Caller) -> BoxFuture<'_, Result<(), String>>;
}

impl<T> MintedKey for ActiveValue<T>
where
    T: Sourced + Into<Value>,
{
    fn mint(&mut self, caller: Caller) -> Result<(), String> {
        if self.is_not_set() {
            *self = Self::Set(blocking(caller?).map_err(|error| failed::<T>(&error))?);
        }
        Ok(())
    }

    fn mint_async(&mut self, caller: Caller) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            if self.is_not_set() {
                *self = Self::Set(waiting(caller?).await.map_err(|error| failed::<T>(&error))?);
            }
            Ok(())
        })
    }
}

#[cold]
fn failed<T: Id>(error: &MintError) -> String {
    format!("a {}: {error}", T::NAME)
}

/// The error of a row whose key could not be minted.
#[cold]
pub(super) fn no_key(table: &str, column: &str, what: &str) -> DbErr {
    DbErr::Custom(format!("cannot mint {table}.{column}, {what}"))
}

/// Mints, and waits as `mint` does.
fn blocking<T: Sourced>(caller: u32) -> Result<T, MintError> {
    let within = Within::<_, T>::of_any(caller);
    match within.try_mint() {
        Err(error) if error.retry_after().is_some() => {
            within.mint_timeout(snowflake_kit_mint::__private::max_wait::<T>())
        }
        result => result,
    }
}

// Whether there is a timer is for the crate that mints to say: a feature of this crate could
// only be switched on together with SeaORM.
snowflake_kit_mint::__on_tokio! {
    async fn waiting<T: Sourced>(caller: u32) -> Result<T, MintError> {
        Within::<_, T>::of_any(caller).mint_async().await
    }
}

snowflake_kit_mint::__off_tokio! {
    /// No timer is at hand: with the default layout the wait is below 1 ms, and comes after
    /// thousands of IDs within one.
    fn waiting<T: Sourced>(caller: u32) -> core::future::Ready<Result<T, MintError>> {
        core::future::ready(blocking(caller))
    }
}
