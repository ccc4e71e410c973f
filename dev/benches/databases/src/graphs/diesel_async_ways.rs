//! The ways of diesel-async, on PostgreSQL: there it can send a statement before
//! it has the answer to the last one.

use diesel::QueryResult;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _};

use super::diesel_ways::Sent;
use super::rows::{
    NewParent, Parent, counted_children, counted_parents, minted_children, minted_parents, name,
    new_children,
};
use super::{Inserter, Orm, Way};
use crate::Failure;
use crate::store::Database;

/// Those that a database can be gone with.
pub(crate) const fn ways(database: Database) -> &'static [(Orm, Way)] {
    match database {
        Database::Postgres => {
            &[(Orm::DieselAsync, Way::MintedPipelined), (Orm::DieselAsync, Way::Counted)]
        }
        Database::Sqlite | Database::MariaDb => &[],
    }
}

/// A way, connected.
pub(crate) fn connect(url: &str, way: Way) -> Result<Inserter, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut connection = runtime.block_on(AsyncPgConnection::establish(url))?;
    let sent = Sent::default();
    connection.set_instrumentation(sent.clone());
    Ok(Inserter {
        orm: Orm::DieselAsync,
        way,
        insert: Box::new(move |graphs| {
            runtime.block_on(async {
                for number in 0..graphs {
                    if way.is_minted() {
                        pipelined(&mut connection, number).await?;
                    } else {
                        returning(&mut connection, number).await?;
                    }
                }
                Ok(())
            })
        }),
        sent: Box::new(move || sent.take()),
    })
}

async fn pipelined(connection: &mut AsyncPgConnection, number: usize) -> QueryResult<()> {
    let parent = Parent::mint(number);
    let children = parent.mint_children();
    let insert_parent = diesel::insert_into(minted_parents::table).values(&parent);
    let insert_children = diesel::insert_into(minted_children::table).values(&children);
    connection
        .transaction(async |connection| {
            let (mut first, mut second) = (&*connection, &*connection);
            futures_util::try_join!(
                insert_parent.execute(&mut first),
                insert_children.execute(&mut second)
            )
        })
        .await?;
    Ok(())
}

async fn returning(connection: &mut AsyncPgConnection, number: usize) -> QueryResult<()> {
    let parent = NewParent { name: name(number) };
    connection
        .transaction(async |connection| {
            let key: i64 = diesel::insert_into(counted_parents::table)
                .values(&parent)
                .returning(counted_parents::id)
                .get_result(connection)
                .await?;
            let children = new_children(key);
            diesel::insert_into(counted_children::table).values(&children).execute(connection).await
        })
        .await?;
    Ok(())
}
