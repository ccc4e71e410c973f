//! Keys that are minted as rows are inserted.

use core::pin::Pin;

use sea_orm::{ActiveValue, DbErr, Value};
use snowflake_mint::{Mint, MintError};

/// A future in a box, as SeaORM's traits have them.
#[doc(hidden)]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A key of a row, set or not.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "a key that is minted is of a type with `#[derive(SnowflakeId)]` or `#[derive(DecimalId)]`, and not an `Option`"
)]
pub trait MintedKey: Send {
    /// Mints it if it is not set; may block the thread.
    ///
    /// # Errors
    /// The text of the `MintError`, and for what.
    fn mint(&mut self) -> Result<(), String>;

    /// Mints it if it is not set.
    fn mint_async(&mut self) -> BoxFuture<'_, Result<(), String>>;
}

impl<T> MintedKey for ActiveValue<T>
where
    T: Mint + Into<Value>,
{
    fn mint(&mut self) -> Result<(), String> {
        if self.is_not_set() {
            *self = Self::Set(blocking().map_err(|error| failed::<T>(&error))?);
        }
        Ok(())
    }

    fn mint_async(&mut self) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            if self.is_not_set() {
                *self = Self::Set(waiting().await.map_err(|error| failed::<T>(&error))?);
            }
            Ok(())
        })
    }
}

#[cold]
fn failed<T: Mint>(error: &MintError) -> String {
    format!("a {}: {error}", T::NAME)
}

/// The error of a row whose key could not be minted.
#[cold]
pub(crate) fn no_key(table: &str, column: &str, what: &str) -> DbErr {
    DbErr::Custom(format!("cannot mint {table}.{column}, {what}"))
}

/// Mints, and waits as `mint` does.
fn blocking<T: Mint>() -> Result<T, MintError> {
    match T::try_mint() {
        Err(error) if error.retry_after().is_some() => {
            T::mint_timeout(snowflake_mint::__private::max_wait::<T>())
        }
        result => result,
    }
}

#[cfg(feature = "tokio")]
async fn waiting<T: Mint>() -> Result<T, MintError> {
    T::mint_async().await
}

/// No timer is at hand: with the default layout the wait is below 1 ms, and
/// comes after thousands of IDs within one.
#[cfg(not(feature = "tokio"))]
fn waiting<T: Mint>() -> core::future::Ready<Result<T, MintError>> {
    core::future::ready(blocking())
}
