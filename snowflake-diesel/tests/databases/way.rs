//! Waiting for the database, or not: what differs in how a test is written.

/// A query blocks the thread.
pub(crate) mod waiting {
    pub(crate) use diesel::connection::SimpleConnection;
    pub(crate) use diesel::{RunQueryDsl, SaveChangesDsl};

    pub(crate) type Backend<C> = <C as diesel::Connection>::Backend;

    /// The result of a query.
    macro_rules! go {
        ($query:expr) => {
            $query
        };
    }

    /// A test with a connection to a database of its own.
    macro_rules! test {
        (fn $name:ident($connection:ident) $body:block) => {
            #[test]
            fn $name() {
                let database = open();
                let $connection =
                    &mut <Connection as diesel::Connection>::establish(database.url()).unwrap();
                $body
            }
        };
    }

    pub(crate) use {go, test};
}

/// A query is a future.
pub(crate) mod waits_not {
    pub(crate) use diesel_async::{
        RunQueryDsl, SaveChangesDsl, SimpleAsyncConnection as SimpleConnection,
    };

    pub(crate) type Backend<C> = <C as diesel_async::AsyncConnectionCore>::Backend;

    macro_rules! go {
        ($query:expr) => {
            $query.await
        };
    }

    macro_rules! test {
        (fn $name:ident($connection:ident) $body:block) => {
            #[tokio::test]
            async fn $name() {
                let database = open();
                let $connection =
                    &mut <Connection as diesel_async::AsyncConnection>::establish(database.url())
                        .await
                        .unwrap();
                $body
            }
        };
    }

    pub(crate) use {go, test};
}
