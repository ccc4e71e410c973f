//! The catalog of MariaDB and MySQL.

mod shows;

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};
use sqlx::mysql::MySqlRow;
use sqlx::{Executor, MySqlConnection, Row};

use super::{Measured, note, range, text};
use crate::catalog::{
    Catalog, Column, ColumnKind, Counting, ForeignKey, Narrow, Routine, Table, View,
};

// As texts, since MySQL's `information_schema` has binary ones in places.
const SERVER: &str = "
SELECT CAST(VERSION() AS CHAR) AS version, CAST(DATABASE() AS CHAR) AS name,
       CAST(@@sql_mode AS CHAR) AS mode";

const TABLES: &str = "
SELECT CAST(TABLE_NAME AS CHAR) AS name, CAST(TABLE_ROWS AS CHAR) AS row_count,
       CAST(DATA_LENGTH + INDEX_LENGTH AS CHAR) AS bytes
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')";

const COLUMNS: &str = "
SELECT CAST(TABLE_NAME AS CHAR) AS table_name, CAST(COLUMN_NAME AS CHAR) AS name,
       CAST(DATA_TYPE AS CHAR) AS base, CAST(COLUMN_TYPE AS CHAR) AS declared,
       CAST(IS_NULLABLE AS CHAR) AS is_nullable, CAST(COLUMN_DEFAULT AS CHAR) AS expression,
       CAST(EXTRA AS CHAR) AS extra, CAST(COLUMN_COMMENT AS CHAR) AS comment,
       CAST(CASE WHEN COLLATION_NAME <> @@collation_database
            THEN CONCAT(' CHARACTER SET ', CHARACTER_SET_NAME, ' COLLATE ', COLLATION_NAME)
            ELSE '' END AS CHAR) AS letters
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
ORDER BY TABLE_NAME, ORDINAL_POSITION";

const KEYS: &str = "
SELECT CAST(k.TABLE_NAME AS CHAR) AS table_name, CAST(k.CONSTRAINT_NAME AS CHAR) AS name,
       CAST(k.COLUMN_NAME AS CHAR) AS column_name,
       CAST(k.REFERENCED_TABLE_SCHEMA AS CHAR) AS parent_schema,
       CAST(k.REFERENCED_TABLE_NAME AS CHAR) AS parent,
       CAST(k.REFERENCED_COLUMN_NAME AS CHAR) AS parent_column,
       CAST(r.DELETE_RULE AS CHAR) AS on_delete, CAST(r.UPDATE_RULE AS CHAR) AS on_update
FROM information_schema.KEY_COLUMN_USAGE k
LEFT JOIN information_schema.REFERENTIAL_CONSTRAINTS r
  ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.TABLE_NAME = k.TABLE_NAME
 AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
WHERE k.TABLE_SCHEMA = DATABASE()
  AND (k.CONSTRAINT_NAME = 'PRIMARY' OR k.REFERENCED_TABLE_NAME IS NOT NULL)
ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION";

/// Columns of other databases that refer to a key. Whatever their types, a type cannot be changed
/// under them.
const REFERRERS: &str = "
SELECT CAST(REFERENCED_TABLE_NAME AS CHAR) AS table_name,
       CAST(CONCAT_WS('.', TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME) AS CHAR) AS referrer,
       CAST(CONCAT('ALTER TABLE `', REPLACE(TABLE_SCHEMA, '`', '``'), '`.`', REPLACE(TABLE_NAME, '`', '``'),
         '` DROP FOREIGN KEY `', REPLACE(CONSTRAINT_NAME, '`', '``'), '`;') AS CHAR) AS `sql`
FROM information_schema.KEY_COLUMN_USAGE
WHERE REFERENCED_TABLE_SCHEMA = DATABASE() AND TABLE_SCHEMA <> DATABASE()
ORDER BY 1, 2";

/// Plain indexes of whole columns.
const INDEXES: &str = "
SELECT CAST(TABLE_NAME AS CHAR) AS table_name, CAST(INDEX_NAME AS CHAR) AS name,
       CAST(COLUMN_NAME AS CHAR) AS column_name
FROM information_schema.STATISTICS
WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 1 AND SUB_PART IS NULL AND INDEX_TYPE = 'BTREE'
ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX";

const ROUTINES: &str = "
SELECT 'trigger' AS noun, CAST(TRIGGER_NAME AS CHAR) AS name,
       CAST(ACTION_STATEMENT AS CHAR) AS body, CAST(EVENT_OBJECT_TABLE AS CHAR) AS used_by
FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()
UNION ALL
SELECT LOWER(CAST(ROUTINE_TYPE AS CHAR)), CAST(ROUTINE_NAME AS CHAR),
       CAST(ROUTINE_DEFINITION AS CHAR), NULL
FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
UNION ALL
SELECT 'event', CAST(EVENT_NAME AS CHAR), CAST(EVENT_DEFINITION AS CHAR), NULL
FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()
ORDER BY 1, 2";

/// Arguments and results of less than 64 bits, and UUIDs.
const PARAMETERS: &str = "
SELECT CAST(SPECIFIC_NAME AS CHAR) AS routine, CAST(PARAMETER_NAME AS CHAR) AS name,
       CAST(ORDINAL_POSITION AS CHAR) AS place, CAST(DTD_IDENTIFIER AS CHAR) AS declared
FROM information_schema.PARAMETERS
WHERE SPECIFIC_SCHEMA = DATABASE() AND DATA_TYPE IN ('tinyint', 'smallint', 'mediumint', 'int', 'binary', 'uuid')
ORDER BY 1, ORDINAL_POSITION";

const VIEWS: &str = "
SELECT CAST(TABLE_NAME AS CHAR) AS name, CAST(VIEW_DEFINITION AS CHAR) AS definition
FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME";

pub(super) async fn read(
    db: &mut MySqlConnection,
    measured: Measured<'_>,
) -> Result<Catalog, sqlx::Error> {
    let server = sqlx::query(SERVER).fetch_one(&mut *db).await?;
    // Defaults are written for it.
    db.execute("SET SESSION sql_mode = ''").await?;
    db.execute("START TRANSACTION READ ONLY").await?;
    let is_mariadb = text(&server, "version")?.to_ascii_lowercase().contains("mariadb");
    let dialect = if is_mariadb { Dialect::MariaDb } else { Dialect::MySql };
    let mut catalog = Catalog::new(dialect, text(&server, "name")?);
    catalog.is_strict = text(&server, "mode")?.contains("STRICT_");
    for row in all(db, TABLES).await? {
        let number = |column| text(&row, column).map(|digits| digits.parse().ok());
        let table =
            Table { rows: number("row_count")?, bytes: number("bytes")?, ..Table::default() };
        catalog.tables.insert(text(&row, "name")?, table);
    }
    for row in all(db, COLUMNS).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            table.columns.push(column(catalog.dialect, &row)?);
        }
    }
    for row in all(db, KEYS).await? {
        let schema = catalog.schema.clone();
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            key(table, &row, &schema, catalog.dialect)?;
        }
    }
    name_indexes(&mut catalog, &all(db, INDEXES).await?)?;
    for row in all(db, REFERRERS).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            table.referrers.push((text(&row, "referrer")?, text(&row, "sql")?));
        }
    }
    for row in all(db, VIEWS).await? {
        let (name, definition) = (text(&row, "name")?, text(&row, "definition")?);
        catalog.views.push(View {
            qualified: known(Dialect::MySql, &name),
            name,
            shows: shows::shows(&definition),
            definition,
            ..View::default()
        });
    }
    for row in all(db, ROUTINES).await? {
        let (noun, name) = (text(&row, "noun")?, text(&row, "name")?);
        let table: Option<String> = row.try_get("used_by")?;
        catalog.routines.push(Routine {
            signature: format!("{noun} {name}"),
            used_by: table.into_iter().collect(),
            noun,
            name,
            body: text(&row, "body")?,
            ..Routine::default()
        });
    }
    for row in all(db, PARAMETERS).await? {
        let (of, declared) = (text(&row, "routine")?, text(&row, "declared")?);
        // The first one, with the number 0, is the result of a function.
        let place: Option<usize> = text(&row, "place")?.parse().ok();
        let argument = place.and_then(|place| place.checked_sub(1));
        let name = text(&row, "name")?;
        let routines = catalog.routines.iter_mut();
        for routine in routines.filter(|routine| routine.name == of && is_called(routine)) {
            routine.narrow.push(Narrow {
                name: name.clone(),
                declared: declared.clone(),
                argument,
            });
        }
    }
    for place in measured(&catalog) {
        let (table, column) = &place;
        let [from, name] = [table, column].map(|name| known(catalog.dialect, name));
        // A hint about indexes is refused of a view, which may have come into the place of the table.
        let from = format!("{from} USE INDEX FOR GROUP BY ()");
        let row = sqlx::query(range(&name, &from, "CHAR")).fetch_one(&mut *db).await?;
        note(&mut catalog, &place, &row)?;
    }
    db.execute("ROLLBACK").await?;
    Ok(catalog)
}

/// Which index serves each foreign key.
fn name_indexes(catalog: &mut Catalog, rows: &[MySqlRow]) -> Result<(), sqlx::Error> {
    let mut indexes: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in rows {
        let index = (text(row, "table_name")?, text(row, "name")?);
        indexes.entry(index).or_default().push(text(row, "column_name")?);
    }
    for ((table, name), columns) in indexes {
        let keys = catalog.tables.get_mut(&table).map(|table| &mut table.foreign_keys);
        for key in keys.into_iter().flatten().filter(|key| key.columns == columns) {
            key.index = Some(name.clone());
        }
    }
    Ok(())
}

fn is_called(routine: &Routine) -> bool {
    matches!(routine.noun.as_str(), "function" | "procedure")
}

async fn all(db: &mut MySqlConnection, sql: &'static str) -> Result<Vec<MySqlRow>, sqlx::Error> {
    sqlx::query(sql).fetch_all(db).await
}

fn column(dialect: Dialect, row: &MySqlRow) -> Result<Column, sqlx::Error> {
    let declared = text(row, "declared")?;
    let is_signed = !declared.to_ascii_lowercase().contains("unsigned");
    let kind = match text(row, "base")?.to_ascii_lowercase().as_str() {
        "tinyint" if declared.eq_ignore_ascii_case("tinyint(1)") => ColumnKind::Other,
        "tinyint" => ColumnKind::Integer { bits: 8, is_signed },
        "smallint" => ColumnKind::Integer { bits: 16, is_signed },
        "mediumint" => ColumnKind::Integer { bits: 24, is_signed },
        "int" => ColumnKind::Integer { bits: 32, is_signed },
        "bigint" => ColumnKind::Integer { bits: 64, is_signed },
        "binary" if declared.eq_ignore_ascii_case("binary(16)") => ColumnKind::Uuid,
        "char" if declared.eq_ignore_ascii_case("char(36)") => ColumnKind::UuidText,
        "uuid" => ColumnKind::UuidText,
        "char" | "varchar" | "text" | "mediumtext" | "longtext" | "tinytext" => ColumnKind::Text,
        _ => ColumnKind::Other,
    };
    let extra = text(row, "extra")?.to_ascii_lowercase();
    let default: Option<String> = row.try_get("expression")?;
    let default = match dialect {
        // As SQL, also where that is NULL.
        Dialect::MariaDb => default.filter(|default| default != "NULL"),
        _ if extra.contains("default_generated") => default.map(|sql| format!("({sql})")),
        // As a value, in which a number is what it is on the others.
        _ => default.and_then(|value| match kind {
            ColumnKind::Integer { .. } if value.parse::<i128>().is_ok() => Some(value),
            _ => literal(dialect, &value).ok(),
        }),
    };
    let is_counted = extra.contains("auto_increment");
    Ok(Column {
        name: text(row, "name")?,
        kind,
        declared: declared + &text(row, "letters")?,
        is_nullable: text(row, "is_nullable")? == "YES",
        is_generated: ["virtual", "stored", "persistent"].iter().any(|kind| extra.contains(kind)),
        default,
        is_touched: extra.contains("on update"),
        comment: text(row, "comment")?,
        counting: is_counted.then_some(Counting::AutoIncrement),
        ..Column::default()
    })
}

/// Takes a column of a key: the columns of one key come one after the other.
fn key(
    table: &mut Table,
    row: &MySqlRow,
    schema: &str,
    dialect: Dialect,
) -> Result<(), sqlx::Error> {
    let (name, column) = (text(row, "name")?, text(row, "column_name")?);
    let Some(mut parent) = row.try_get::<Option<String>, _>("parent")? else {
        // MariaDB adds the end of a row's validity to the key of a table with system versioning, and
        // permits no other generated column in a key.
        let is_period = |of: &Column| of.is_generated && dialect == Dialect::MariaDb;
        if table.column(&column).is_some_and(|column| !is_period(column)) {
            table.primary_key.push(column);
        }
        return Ok(());
    };
    let parent_schema = text(row, "parent_schema")?;
    if parent_schema != schema {
        parent = format!("{parent_schema}.{parent}");
    }
    let reference = text(row, "parent_column")?;
    match table.foreign_keys.last_mut() {
        Some(last) if last.name == name => {
            last.columns.push(column);
            last.references.push(reference);
        }
        _ => table.foreign_keys.push(ForeignKey {
            name,
            columns: vec![column],
            table: parent,
            references: vec![reference],
            on_delete: text(row, "on_delete")?,
            on_update: text(row, "on_update")?,
            index: None,
        }),
    }
    Ok(())
}
