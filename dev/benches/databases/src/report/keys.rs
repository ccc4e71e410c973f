//! Keys in an index.

use std::fmt::Write as _;

use figures::{Spread, figure};

use crate::keys::{KeyKind, Keys};

pub(super) fn introduction(cache_kib: u32) -> String {
    let cache = if cache_kib.is_multiple_of(1_024) {
        format!("{} MiB", cache_kib / 1_024)
    } else {
        format!("{cache_kib} KiB")
    };
    format!(
        "\n## Keys in an index

- In PostgreSQL, snowflakes and counted keys have the same size and speed. The time in a snowflake
  saves the index on `created_at`.
- UUIDv7 and ULIDs are in order too, but larger (16 bytes, 26 letters): in the key's index, in that of each foreign key,
  and in the rows.
- UUIDv4 costs most: each insert is at a random place of both indexes, which are larger than the cache.
- In SQLite, `INTEGER PRIMARY KEY` is the row number: the table is its index, and small numbers take fewer bytes.
  `BIGINT PRIMARY KEY`, with which a row without its key is an error, costs an index of its own. A table `WITHOUT ROWID`
  has none, but is hardly smaller: the foreign key's index then has the key in place of a small row number.

Tables that differ only in the type of their key: a key, a foreign key of the same type with an index
(of ten rows, nine belong to one of the last 1,000, and one to any before) and without a constraint,
the time of creation, and a text of 80 to 120 bytes. Rows come 1 to 39 ms apart from 4 nodes, and are
inserted in that order, 1,000 in a transaction, by one connection.

The cache is small for these tables: {cache} (`shared_buffers`, `cache_size`). The system's own is not bounded: if the
index does not fit into memory, keys in random order fare worse than here. PostgreSQL has `max_wal_size = 128MB`, so
that it makes checkpoints as a busy server does, `synchronous_commit = off`, and `autovacuum = off`. SQLite has a
write-ahead log and `synchronous = NORMAL`. The times do not include making keys.
"
    )
}

pub(super) fn section(keys: &Keys) -> String {
    let Keys { database, version, rows, kinds, .. } = keys;
    let mut text = format!("\n### {database} {version}, {rows} rows\n\n");
    let has_log = kinds.iter().any(|keyed| keyed.logged.is_some());
    text += "| | insert, µs per row | middle half | of auto-increment |";
    text += if has_log { " log, bytes per row |\n" } else { "\n" };
    text += "|---|---|---|---|";
    text += if has_log { "---|\n" } else { "\n" };
    let counted = kinds.iter().find(|keyed| keyed.kind == KeyKind::Counted);
    for keyed in kinds {
        let Spread { low, median, high } = Spread::of(keyed.insert.iter().copied());
        let ratio = counted.map(|counted| Spread::of_ratios(&keyed.insert, &counted.insert).median);
        let _ = write!(
            text,
            "| {} | {} | {} to {} | {} |",
            name(keyed.kind),
            figure(median),
            figure(low),
            figure(high),
            ratio.map_or_else(String::new, figure),
        );
        text += &keyed.logged.map_or_else(String::new, |logged| format!(" {logged:.0} |"));
        text.push('\n');
    }

    text += "\n| MB | rows | key | foreign key | created_at | all |\n|---|---|---|---|---|---|\n";
    for keyed in kinds {
        let Some(sizes) = keyed.sizes else { continue };
        let shown = |bytes| match bytes {
            0 => "none".to_owned(),
            bytes => figure(megabytes(bytes)),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            name(keyed.kind),
            shown(sizes.table),
            shown(sizes.key),
            shown(sizes.parent),
            shown(sizes.created),
            shown(sizes.total()),
        );
    }

    text
}

fn name(kind: KeyKind) -> String {
    if kind.is_snowflake() { format!("**{kind}**") } else { kind.to_string() }
}

fn megabytes(bytes: i64) -> f64 {
    bytes as f64 / 1e6
}
