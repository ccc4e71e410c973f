//! The catalog of `SQLite`.

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::known;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Column as _, Executor, Row, SqlSafeStr, SqliteConnection, Statement};

use super::{Measured, note, range, text};
use crate::catalog::{Catalog, Column, ColumnKind, Counting, ForeignKey, Routine, Table, View};

/// The tables in which a virtual table, such as one of FTS5, keeps what it has are its own affair.
const OBJECTS: &str = "
SELECT type AS kind, name, tbl_name AS table_name, sql FROM sqlite_schema
WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql IS NOT NULL
  AND NOT (type = 'table' AND name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'))
ORDER BY type = 'table' DESC, name";

const COLUMNS: &str = "
SELECT m.name AS table_name, c.name, c.type AS declared, c.\"notnull\" = 0 AS is_nullable,
       c.dflt_value AS expression, c.pk, c.hidden IN (2, 3) AS is_generated
FROM sqlite_schema m, pragma_table_xinfo(m.name) c WHERE m.type = 'table'
ORDER BY m.name, c.cid";

/// Names are the same in any case here: each is that of the object itself.
const FOREIGN_KEYS: &str = "
SELECT m.name AS table_name, f.id, coalesce(p.name, f.\"table\") AS parent,
       (SELECT name FROM pragma_table_xinfo(m.name) WHERE name = f.\"from\" COLLATE NOCASE)
           AS column_name,
       coalesce((SELECT name FROM pragma_table_xinfo(p.name)
                 WHERE coalesce(name = f.\"to\" COLLATE NOCASE, pk = f.seq + 1)), f.\"to\")
           AS parent_column
FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
LEFT JOIN sqlite_schema p ON p.type = 'table' AND p.name = f.\"table\" COLLATE NOCASE
WHERE m.type = 'table'
ORDER BY m.name, f.id, f.seq";

pub(super) async fn read(
    db: &mut SqliteConnection,
    measured: Measured<'_>,
) -> Result<Catalog, sqlx::Error> {
    let mut catalog = Catalog::new(Dialect::Sqlite, String::new());
    for row in sqlx::query(OBJECTS).fetch_all(&mut *db).await? {
        object(&mut catalog, &row)?;
    }
    let mut keys: BTreeMap<String, Vec<(i64, String)>> = BTreeMap::new();
    for row in sqlx::query(COLUMNS).fetch_all(&mut *db).await? {
        let name = text(&row, "table_name")?;
        let Some(table) = catalog.tables.get_mut(&name) else { continue };
        let column = column(&row)?;
        match row.try_get("pk")? {
            0 => {}
            place => keys.entry(name).or_default().push((place, column.name.clone())),
        }
        table.columns.push(column);
    }
    for (name, mut key) in keys {
        key.sort();
        if let Some(table) = catalog.tables.get_mut(&name) {
            table.primary_key = key.into_iter().map(|(_, column)| column).collect();
            row_number(table);
        }
    }
    foreign_keys(db, &mut catalog).await?;
    shows(db, &mut catalog).await;
    for place in measured(&catalog) {
        let (table, column) = &place;
        let [from, name] = [table, column].map(|name| known(Dialect::Sqlite, name));
        let row = sqlx::query(range(&name, &from, "TEXT")).fetch_one(&mut *db).await?;
        note(&mut catalog, &place, &row)?;
    }
    Ok(catalog)
}

/// Takes an object. Tables come first.
fn object(catalog: &mut Catalog, row: &SqliteRow) -> Result<(), sqlx::Error> {
    let (name, sql) = (text(row, "name")?, text(row, "sql")?);
    let table = catalog.tables.get_mut(&text(row, "table_name")?);
    match text(row, "kind")?.as_str() {
        "table" if sql.to_ascii_uppercase().starts_with("CREATE VIRTUAL") => {}
        "table" => {
            catalog.tables.insert(name, Table { statement: Some(sql), ..Table::default() });
        }
        "view" => {
            let qualified = known(Dialect::Sqlite, &name);
            catalog.views.push(View { name, qualified, definition: sql, ..View::default() });
        }
        kind => {
            if let Some(table) = table {
                table.belongings.push(sql.clone());
            }
            if kind == "trigger" {
                catalog.routines.push(Routine {
                    noun: kind.to_owned(),
                    signature: format!("trigger {name}"),
                    name,
                    body: sql,
                    ..Routine::default()
                });
            }
        }
    }
    Ok(())
}

fn column(row: &SqliteRow) -> Result<Column, sqlx::Error> {
    let declared = text(row, "declared")?;
    let upper = declared.to_ascii_uppercase();
    let kind = if upper.contains("INT") {
        // Whatever its name, it holds 64 bits.
        ColumnKind::Integer { bits: 64, is_signed: true }
    } else if upper == "CHAR(36)" {
        ColumnKind::UuidText
    } else if upper.contains("UUID") || upper == "BLOB" {
        // Also `uuid_text`, in which SeaORM keeps 16 bytes.
        ColumnKind::Uuid
    } else if ["CHAR", "TEXT", "CLOB"].iter().any(|name| upper.contains(name)) {
        ColumnKind::Text
    } else {
        ColumnKind::Other
    };
    Ok(Column {
        name: text(row, "name")?,
        kind,
        declared,
        is_nullable: row.try_get("is_nullable")?,
        is_generated: row.try_get("is_generated")?,
        default: row.try_get("expression")?,
        ..Column::default()
    })
}

/// Notes a key that is the row number: a sole one of the type `INTEGER`, to the letter.
fn row_number(table: &mut Table) {
    let statement = table.statement.as_deref().unwrap_or_default().to_ascii_uppercase();
    let [key] = table.primary_key.as_slice() else { return };
    let key = key.clone();
    let tail = statement.rsplit(')').next().unwrap_or_default();
    if tail.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "ROWID") {
        return;
    }
    if let Some(column) = table.column_mut(&key)
        && column.declared.eq_ignore_ascii_case("INTEGER")
    {
        column.counting = Some(Counting::RowNumber);
    }
}

/// Notes which columns of tables the views show. One that cannot be read shows none.
async fn shows(db: &mut SqliteConnection, catalog: &mut Catalog) {
    for view in &mut catalog.views {
        let sql = format!("SELECT * FROM {}", known(Dialect::Sqlite, &view.name));
        let Ok(statement) = db.prepare(AssertSqlSafe(sql).into_sql_str()).await else { continue };
        view.shows.extend(statement.columns().iter().filter_map(|column| {
            let origin = column.origin();
            let of = origin.table_column()?;
            Some((column.name().to_owned(), (of.table.to_string(), of.name.to_string())))
        }));
    }
}

async fn foreign_keys(db: &mut SqliteConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
    let mut last = None;
    for row in sqlx::query(FOREIGN_KEYS).fetch_all(&mut *db).await? {
        let (name, id): (_, i64) = (text(&row, "table_name")?, row.try_get("id")?);
        let Some(table) = catalog.tables.get_mut(&name) else { continue };
        let this = Some((name, id));
        if last != this {
            let parent = text(&row, "parent")?;
            table.foreign_keys.push(ForeignKey { table: parent, ..ForeignKey::default() });
        }
        if let Some(key) = table.foreign_keys.last_mut() {
            key.columns.push(text(&row, "column_name")?);
            key.references.push(text(&row, "parent_column")?);
        }
        last = this;
    }
    Ok(())
}
