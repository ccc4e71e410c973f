//! Keys in blocks of rows.

use std::fmt::Write as _;

use figures::{Bar, Chart, Spread, figure};

use super::Section;
use super::keys::{megabytes, name};
use crate::blocks::{Blocks, DELAY_MILLIS, PART, QUERIES};

pub(super) fn introduction() -> String {
    format!(
        "\n## Keys in blocks of rows

BRIN indexes of PostgreSQL and column stores keep the smallest and the largest key of a block of
rows, and skip blocks that cannot have what is asked for. They also write keys as differences. Both
work if rows lie in the order of their keys. Here rows come 1 to 39 ms apart from 4 nodes, and each
is inserted 0 to {DELAY_MILLIS} ms after its key was made, so keys are almost in order.

Pages, bytes and row groups are counted. They do not depend on how fast the machine is.

*PostgreSQL*: a table of a key and a text of 80 to 120 bytes, with a B-tree on the key or with a BRIN
index that has 128 pages in a block. *Interval*: the rows that were created in an interval of
1/{PART} of the rows. *Row*: one row by its key. Pages are those of the table and of the index, as
`EXPLAIN (ANALYZE, BUFFERS)` has them, hit or read; the medians of {QUERIES} intervals and keys. BRIN
indexes were made after the rows: later rows are in no block until `VACUUM` or `autosummarize`.

*Parquet*: a file that has the keys alone, without a dictionary. `DELTA_BINARY_PACKED` is for
integers. `DELTA_BYTE_ARRAY` leaves the bytes out that a key shares with the one before it. The row
groups that may have the rows of an interval, or a key, are those whose smallest and largest key are
not both on one side of it.

What to take from it:

- A BRIN index on snowflakes is a thousandth of a B-tree, and finds an interval of time by reading a
  block or two. The same holds for each key that begins with the time, and for counted keys. A
  B-tree reads some times fewer pages for an interval, and many times fewer for one row: keep it
  where rows are looked up by their key.
- With UUIDv4 each block has keys of any size, so a BRIN index reads the whole table, and no row
  group is skipped.
- Differences of snowflakes take less than half of the bytes. zstd alone does about as much, and
  both together do more. A UUIDv7 keeps its random bits, which neither makes smaller. Counted
  keys nearly vanish, because each can be told from the one before it; a snowflake cannot, since
  it has the time and the node inside.

`ClickHouse` was not measured. Its codec `Delta(8)` writes the difference of two keys in 8 bytes, and
leaves it to LZ4 or ZSTD to make them fewer. Two snowflakes of the default layout that are *g* ms
apart differ by about *g* · 2^22, which has 22 + log2 *g* bits: of 64 bits, 27 at 20 ms, and 22 at
1 ms. Its codecs for differences take numbers of at most 8 bytes, and a `UUID` has 16.
"
    )
}

pub(super) fn section(blocks: &Blocks) -> Section {
    let Blocks { version, rows, group_rows, kinds } = blocks;
    let bar = |name: String, kit, size: f64| Bar { name, kit, spread: Spread::of([size]) };
    let files = kinds.iter().flat_map(|blocked| {
        let kind = blocked.kind;
        blocked.files.encodings.iter().map(move |filed| {
            let name = format!("{kind}, {}", filed.encoding);
            bar(name, kind.is_snowflake(), bytes_per_key(filed.compressed, *rows))
        })
    });
    let chart = Chart::new(
        "databases-blocks-parquet".to_owned(),
        format!("Parquet files of {rows} keys, compressed with zstd"),
        "bytes per key",
        &files.collect::<Vec<_>>(),
    );

    let mut text = format!(
        "\n### BRIN, PostgreSQL {version}, {rows} rows\n\n\
         | | table, pages | B-tree, MB | BRIN, MB | interval, B-tree | interval, BRIN | row, \
         B-tree | row, BRIN |\n|---|---|---|---|---|---|---|---|\n"
    );
    for blocked in kinds {
        let indexed = &blocked.indexed;
        let (btree, brin) = (&indexed.btree, &indexed.brin);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            name(blocked.kind),
            indexed.pages,
            figure(megabytes(btree.bytes)),
            figure(megabytes(brin.bytes)),
            count(btree.interval_pages),
            count(brin.interval_pages),
            count(Some(btree.row_pages)),
            count(Some(brin.row_pages)),
        );
    }

    let _ = write!(
        text,
        "\n### Parquet, {rows} keys, {group_rows} in a row group\n\n{}\n\
         | | bytes per key | with zstd | row groups read, of {}: interval | row |\n\
         |---|---|---|---|---|\n",
        chart.markdown(),
        kinds.first().map_or(0, |blocked| blocked.files.groups),
    );
    for blocked in kinds {
        for filed in &blocked.files.encodings {
            let _ = writeln!(
                text,
                "| {}, {} | {} | {} | {} | {} |",
                name(blocked.kind),
                filed.encoding,
                figure(bytes_per_key(filed.bytes, *rows)),
                figure(bytes_per_key(filed.compressed, *rows)),
                count(blocked.files.interval_groups),
                count(Some(blocked.files.row_groups)),
            );
        }
    }
    Section { text, charts: vec![chart] }
}

fn bytes_per_key(bytes: u64, rows: usize) -> f64 {
    bytes as f64 / rows as f64
}

fn count(pages: Option<f64>) -> String {
    pages.map_or_else(|| "cannot be asked".to_owned(), |pages| format!("{pages:.0}"))
}
