//! JSON: strings through the model, numbers past it.

use note::NoteId;
use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, NotSet, Set};
use serde_json::json;

mod note {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{MintedModel, SnowflakeId};

    /// Identifies a note.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct NoteId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: NoteId);
    snowflake_kit_serde::value!(NoteId);

    #[derive(
        Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel, Serialize, Deserialize,
    )]
    #[sea_orm(table_name = "notes")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        #[serde(default = "NoteId::mint")]
        pub id: NoteId,
        pub about: Option<NoteId>,
        pub text: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

const ID: i64 = 9_007_199_254_740_993; // 2^53 + 1, which no double is.

on_each_database! {
    async fn models_are_written_with_strings_and_json_rows_with_numbers(db: DatabaseConnection) {
        create_tables!(db, note::Entity);
        let id = NoteId::from_i64(ID).unwrap();
        let row = note::Model { id, about: Some(id), text: "x".to_owned() };
        note::ActiveModel::from(row).insert(&db).await.unwrap();

        let found = note::Entity::find().one(&db).await.unwrap();
        let json = serde_json::to_value(found).unwrap();
        let digits = ID.to_string();
        assert_eq!(json, json!({ "id": digits, "about": digits, "text": "x" }));

        // The database knows no ID types.
        let json = note::Entity::find().into_json().one(&db).await.unwrap().unwrap();
        assert_eq!(json, json!({ "id": ID, "about": ID, "text": "x" }));
        // Such numbers are read as IDs, where they still are what they were.
        let model: note::Model = serde_json::from_value(json).unwrap();
        assert_eq!(model.id, id);
    }

    async fn rows_come_from_json(db: DatabaseConnection) {
        create_tables!(db, note::Entity);
        // A key that is not there is not set, and minted.
        let row = note::ActiveModel::from_json(json!({ "text": "x", "about": "5" })).unwrap();
        assert_eq!(row.id, NotSet);
        assert_eq!(row.about, Set(Some(NoteId::from_i64(5).unwrap())));
        let row = row.insert(&db).await.unwrap();

        let json = json!({ "id": row.id.to_string(), "text": "y", "about": null });
        let known = note::ActiveModel::from_json(json.clone()).unwrap();
        assert_eq!(known.id, Set(row.id));
        let updated = known.update(&db).await.unwrap();
        assert_eq!((updated.id, updated.about, updated.text.as_str()), (row.id, None, "y"));

        // The key of the row stays, whatever the JSON says.
        let mut kept: note::ActiveModel = row.clone().into();
        kept.set_from_json(json!({ "id": "7", "text": "z", "about": null })).unwrap();
        assert_eq!(kept.id, Set(row.id));

        let wrong = note::ActiveModel::from_json(json!({ "id": 0, "text": "x", "about": null }));
        let message = wrong.unwrap_err().to_string();
        assert!(message.contains("integer `0`, expected a NoteId"), "{message}");
    }
}

#[test]
fn there_is_no_id_by_default() {
    let row = note::ActiveModel::default_values();
    assert_eq!((row.id, row.about), (NotSet, Set(None)));
}
