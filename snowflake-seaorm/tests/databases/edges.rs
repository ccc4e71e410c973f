//! Models that are not like the others.

use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, DeriveIntoActiveModel, IntoActiveModel, NotSet, Set, Unchanged};
use snowflake_kit_mint::{ManualClock, MintScope, Node};
use snowflake_kit_seaorm::sea_orm_2::{MintedModel as _, MintedRows as _};

use crate::odd::{account, compact, document, entry, expanded, ids, lonely, page, slow, torn};

#[derive(DeriveIntoActiveModel)]
#[sea_orm(active_model = "account::ActiveModel")]
struct SignUp {
    name: String,
}

fn entry() -> entry::ActiveModel {
    entry::ActiveModel {
        last_update: Set(None),
        r#type: Set(None),
        id_2: Set(ids::UnixTimestampUuid::mint()),
        user_id_: Set(ids::UserId::mint()),
        state: Set(entry::State::Open),
        ..Default::default()
    }
}

on_each_database! {
    async fn by_other_names(db: DatabaseConnection) {
        create_tables!(db, entry::Entity);
        let first = entry().insert(&db).await.unwrap();
        let second = entry::ActiveModel {
            last_update: Set(Some(ids::UpdateId::mint())),
            r#type: Set(Some(ids::DateTimeId::mint())),
            state: Set(entry::State::Closed),
            ..entry()
        };
        let second = second.insert(&db).await.unwrap();

        let find = async |condition: Expr| {
            entry::Entity::find().filter(condition).one(&db).await.unwrap().unwrap().entry_id
        };
        let ids = entry::IDS;
        assert_eq!(find(ids.entry_id.eq(first.entry_id)).await, first.entry_id);
        assert_eq!(find(ids.last_update.eq(second.last_update)).await, second.entry_id);
        assert_eq!(find(ids.r#type.ne(None)).await, second.entry_id);
        assert_eq!(find(ids.id_2.eq(first.id_2)).await, first.entry_id);
        assert_eq!(find(ids.user_id_.eq(second.user_id_)).await, second.entry_id);
        assert_eq!(find(ids.state.eq(entry::State::Closed)).await, second.entry_id);
        // SeaORM's `COLUMN` takes the names for types; its `Column` does not.
        assert_eq!(find(entry::Column::EntryId.eq(first.entry_id)).await, first.entry_id);
        assert_eq!(find(entry::Column::Moment.is_null()).await, first.entry_id);

        let mut cursor = entry::Entity::find().cursor_by(ids.entry_id);
        assert_eq!(cursor.after(first.entry_id).all(&db).await, Ok(vec![second]));
    }

    async fn one_column_of_a_key(db: DatabaseConnection) {
        create_tables!(db, document::Entity);
        let owner = ids::UserId::mint();
        let draft = document::ActiveModel {
            owner_id: Set(owner),
            text: Set("Draft".to_owned()),
            ..Default::default()
        };
        let rows = [draft.clone(), draft.clone()].minted().unwrap();
        let first = draft.insert(&db).await.unwrap();
        document::Entity::insert_many(rows).exec(&db).await.unwrap();
        let key = (owner, first.version);
        assert_eq!(document::Entity::find_by_id(key).one(&db).await, Ok(Some(first)));
        let mut pages =
            document::Entity::find().cursor_by((document::IDS.owner_id, document::IDS.version));
        assert_eq!(pages.before(key).all(&db).await.unwrap().len(), 2);

        // Nothing mints the other column.
        let orphan = document::ActiveModel { text: Set("?".to_owned()), ..Default::default() };
        orphan.insert(&db).await.unwrap_err();
    }

    async fn relations_by_two_columns(db: DatabaseConnection) {
        create_tables!(db, document::Entity, page::Entity);
        let page = page::ActiveModel::builder().set_document(
            document::ActiveModel::builder().set_owner_id(ids::UserId::mint()).set_text("x"),
        );
        let page = page.insert(&db).await.unwrap();
        let found = page::Entity::find().filter(page::IDS.version.eq(page.version));
        let (_, document) =
            found.find_also_related(document::Entity).one(&db).await.unwrap().unwrap();
        assert_eq!(document.unwrap().version, page.version);
    }

    async fn builders_are_minted_as_well(db: DatabaseConnection) {
        create_tables!(db, account::Entity, compact::Entity);
        let rows = ["Ada", "Bob"].map(|name| account::ActiveModel::builder().set_name(name));
        let rows = rows.minted().unwrap();
        let ids = [0, 1].map(|at: usize| rows[at].public_id.clone().unwrap());
        account::Entity::insert_many(rows).exec(&db).await.unwrap();
        let found = account::Entity::find().filter(account::IDS.public_id.is_in(ids));
        assert_eq!(found.count(&db).await, Ok(2));

        let row = compact::ActiveModel { account: Set(ids[1]), ..Default::default() };
        let row = row.insert(&db).await.unwrap();
        let bob = row.find_related(account::Entity).one(&db).await.unwrap().unwrap();
        assert_eq!(bob.name, "Bob");
        let loaded = compact::Entity::load().with(account::Entity).one(&db).await.unwrap();
        assert_eq!(loaded.unwrap().id, row.id);
    }

    /// `SQLite` would number rows of this table; but they are minted.
    async fn entities_that_are_written_out(db: DatabaseConnection) {
        create_tables!(db, expanded::Entity);
        let row = expanded::ActiveModel { text: Set("x".to_owned()), ..Default::default() };
        let row = row.insert(&db).await.unwrap();
        assert_eq!(row.id.parts().node, 7);
        let found = expanded::Entity::find().filter(expanded::IDS.id.eq(row.id)).one(&db).await;
        assert_eq!(found, Ok(Some(row)));
    }

    async fn beside_a_key_of_the_database(db: DatabaseConnection) {
        create_tables!(db, account::Entity);
        let row = SignUp { name: "Ada".to_owned() }.into_active_model();
        let ada = row.insert(&db).await.unwrap();
        assert_eq!(ada.id, 1);
        let found = account::Entity::find().filter(account::IDS.public_id.eq(ada.public_id));
        assert_eq!(found.one(&db).await, Ok(Some(ada)));
        let bob = SignUp { name: "Bob".to_owned() }.into_active_model();
        let bob = bob.save(&db).await.unwrap();
        assert_eq!(bob.id, Unchanged(2));
    }

    async fn saved_reset_and_inserted_again(db: DatabaseConnection) {
        create_tables!(db, account::Entity, document::Entity);
        let owner = ids::UserId::mint();
        let row = document::ActiveModel {
            owner_id: Set(owner),
            text: Set("One".to_owned()),
            ..Default::default()
        };
        // A key that is not complete is a new row to SeaORM.
        let row = row.save(&db).await.unwrap();
        let version = row.version.clone().unwrap();
        row.clone().insert(&db).await.unwrap_err();
        let again = row.clone().reset_all().save(&db).await.unwrap();
        assert_eq!(again.version, Unchanged(version));
        let copy = document::ActiveModel { version: NotSet, ..row.reset_all() };
        assert_ne!(copy.insert(&db).await.unwrap().version, version);
        assert_eq!(document::Entity::find().count(&db).await, Ok(2));
    }

    async fn keys_that_cannot_be_minted_are_errors(db: DatabaseConnection) {
        create_tables!(db, lonely::Entity);
        let row = lonely::ActiveModel { other: Set(None), ..Default::default() };
        let message = "Custom Error: cannot mint lonely_rows.id, a LonelyId: node 7 does not \
                       fit the layout `lonely`, which has 0 to 3";
        for error in [
            row.clone().insert(&db).await.unwrap_err(),
            row.clone().save(&db).await.unwrap_err(),
            row.clone().minted().unwrap_err(),
            [row].minted_async().await.unwrap_err(),
        ] {
            assert!(error.to_string().starts_with(message), "{error}");
        }
        assert_eq!(lonely::Entity::find().count(&db).await, Ok(0));
    }

    async fn few_slots_are_waited_for(db: DatabaseConnection) {
        create_tables!(db, slow::Entity);
        let row = slow::ActiveModel { other: Set(None), ..Default::default() };
        for _ in 0..5 {
            row.clone().insert(&db).await.unwrap();
        }
        let rows = vec![row; 5].minted().unwrap();
        slow::Entity::insert_many(rows).exec(&db).await.unwrap();
        assert_eq!(slow::Entity::find().count(&db).await, Ok(10));
    }
}

#[tokio::test]
async fn waiting_leaves_the_thread_to_others() {
    crate::backend::install_node();
    let row = slow::ActiveModel { other: Set(None), ..Default::default() };
    let done = AtomicBool::new(false);
    let rows = async {
        let rows = vec![row; 9].minted_async().await.unwrap();
        done.store(true, Ordering::Relaxed);
        rows
    };
    let other = async { done.load(Ordering::Relaxed) };
    let (rows, done_before) = tokio::join!(rows, other);
    assert!(!done_before);
    let ids: Vec<_> = rows.into_iter().map(|row| row.id.unwrap()).collect();
    assert!(ids.is_sorted());
}

#[tokio::test]
async fn tests_can_see_the_same_keys_each_time() {
    let _scope = MintScope::new(ManualClock::at(1_767_225_600_000), Node::fixed(1));
    let db = crate::backend::connect("sqlite::memory:").await;
    create_tables!(db, document::Entity);
    let row = document::ActiveModel {
        owner_id: Set(ids::UserId::from_i64(1).unwrap()),
        text: Set("x".to_owned()),
        ..Default::default()
    };
    let first = row.clone().insert(&db).await.unwrap().version;
    let second = [row].minted().unwrap()[0].version.clone().unwrap();
    assert_eq!(first.get(), 132_271_570_944_004_096);
    assert_eq!(second.get(), 132_271_570_944_004_097);
}

#[test]
fn a_key_that_is_left_to_the_database_is_not_minted() {
    let error = torn::ActiveModel { id: NotSet }.minted().unwrap_err();
    let message = "Custom Error: cannot mint torn_rows.id, which is left to the database: its \
                   primary key is not declared with `auto_increment = false`";
    assert_eq!(error.to_string(), message);
}

#[tokio::test]
async fn types_inside_functions_are_keys() {
    mod local {
        use sea_orm::entity::prelude::*;
        use snowflake_kit_core::Snowflake;
        use snowflake_kit_derive::{MintedModel, SnowflakeId};

        #[derive(SnowflakeId)]
        #[snowflake(crate = "snowflake_kit_mint")]
        pub(super) struct LocalId(Snowflake);

        snowflake_kit_seaorm::value!(sea_orm_2: LocalId);

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
        #[sea_orm(table_name = "rows")]
        #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
        pub(super) struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub(super) id: LocalId,
            pub(super) parent: Option<LocalId>,
            #[sea_orm(self_ref, relation_enum = "Parent", from = "parent", to = "id")]
            pub(super) above: BelongsTo<Option<Entity>>,
        }
    }

    crate::backend::install_node();
    let db = crate::backend::connect("sqlite::memory:").await;
    create_tables!(db, local::Entity);
    let root = local::ActiveModel { parent: Set(None), ..Default::default() };
    let root = root.insert(&db).await.unwrap();
    let leaf = local::ActiveModel { parent: Set(Some(root.id)), ..Default::default() };
    leaf.insert(&db).await.unwrap();
    let found = local::Entity::find().filter(local::IDS.parent.eq(root.id)).count(&db).await;
    assert_eq!(found, Ok(1));
}
