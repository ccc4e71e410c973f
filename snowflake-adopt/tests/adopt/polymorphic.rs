//! The guide's join of a column that holds IDs of several tables, with Diesel.

use diesel::prelude::*;
use diesel::sql_types::SmallInt;
use snowflake_kit::Key;
use snowflake_kit_adopt::Orm;
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, MINTED, in_the_way, run};

mod ids {
    use snowflake_kit::Snowflake;
    use snowflake_kit::SnowflakeId;

    #[derive(SnowflakeId)]
    pub struct OwnerId(Snowflake);

    #[derive(SnowflakeId)]
    pub struct TeamId(Snowflake);

    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);
}
use ids::{OwnerId, TeamId, UserId};

// What `diesel print-schema` writes after `widen`, with the patch.
diesel::table! {
    use diesel::sql_types::*;
    use snowflake_kit::Key;
    use crate::polymorphic::ids::*;

    owners (id) {
        id -> Key<OwnerId>,
        owner_id -> Int8,
        owner_kind -> Int2,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use snowflake_kit::Key;
    use crate::polymorphic::ids::*;

    teams (id) {
        id -> Key<TeamId>,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::*;
    use snowflake_kit::Key;
    use crate::polymorphic::ids::*;

    users (id) {
        id -> Key<UserId>,
        name -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(owners, teams, users);

#[test]
fn a_column_of_several_tables_is_joined_with_each() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id serial PRIMARY KEY, name text NOT NULL);
             CREATE TABLE teams (id serial PRIMARY KEY, name text NOT NULL);
             CREATE TABLE owners (id serial PRIMARY KEY, owner_id int NOT NULL, owner_kind smallint NOT NULL);
             INSERT INTO users (name) VALUES ('Ada'); INSERT INTO teams (name) VALUES ('core');
             INSERT INTO owners (owner_id, owner_kind) VALUES (1, 0), (1, 1);",
        );
        // What it cannot hold stands in the way until somebody says whose it is.
        in_the_way(
            backend,
            &["owners.owner_id looks like an ID and has no foreign key; it cannot"],
        );
        backend.set("hints", "\"owners.owner_id\" = [\"users\", \"teams\"]");
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        write_and_read(backend);
    });
}

fn write_and_read(backend: &Backend) {
    let mut db = PgConnection::establish(&backend.url).unwrap();
    let user = UserId::from_i64(MINTED).unwrap();
    let grace = (users::id.eq(user), users::name.eq("Grace"));
    diesel::insert_into(users::table).values(grace).execute(&mut db).unwrap();
    let owner = (
        owners::id.eq(OwnerId::from_i64(MINTED).unwrap()),
        owners::owner_id.eq(user.get()),
        owners::owner_kind.eq(0),
    );
    diesel::insert_into(owners::table).values(owner).execute(&mut db).unwrap();
    let kind = |kind: i16| owners::owner_kind.eq(kind.into_sql::<SmallInt>());
    let of_users: Vec<(UserId, String)> = owners::table
        .inner_join(users::table.on(owners::owner_id.cast::<Key<UserId>>().eq(users::id)))
        .filter(kind(0))
        .order(users::id)
        .select((users::id, users::name))
        .load(&mut db)
        .unwrap();
    assert_eq!(of_users.len(), 2);
    assert_eq!(of_users[1], (user, "Grace".to_owned()));
    let of_teams: Vec<(TeamId, String)> = owners::table
        .inner_join(teams::table.on(owners::owner_id.cast::<Key<TeamId>>().eq(teams::id)))
        .filter(kind(1))
        .select((teams::id, teams::name))
        .load(&mut db)
        .unwrap();
    assert_eq!(of_teams, [(TeamId::from_i64(1).unwrap(), "core".to_owned())]);
}
