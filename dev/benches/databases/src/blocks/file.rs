//! Columns of keys in Parquet files.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::arrivals::Arrivals;
use super::{has_intervals, intervals, median};
use crate::Failure;
use crate::keys::Kind;
use crate::keys::kind::Value;

/// A file of one column, in one encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filed {
    /// How the keys are written.
    pub encoding: Encoding,
    /// The file's bytes.
    pub bytes: u64,
    /// The same, compressed with zstd.
    pub compressed: u64,
}

/// Files of a kind of keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Files {
    /// As they are, and as differences.
    pub encodings: [Filed; 2],
    /// How many row groups each has.
    pub groups: usize,
    /// In how many of them rows of an interval can be, by the smallest and largest key of
    /// each; none if the key cannot be asked for them.
    pub interval_groups: Option<f64>,
    /// In how many of them a key can be.
    pub row_groups: f64,
}

/// What a key is in a file.
trait Stored: DataType {
    const COLUMN: &'static str;
    /// As differences.
    const DELTA: Encoding;

    fn of(key: Value) -> Self::T;

    /// Bytes in the order of the keys, of what a file has of the smallest and largest.
    fn ordered(bytes: &[u8]) -> Vec<u8>;
}

impl Stored for Int64Type {
    const COLUMN: &'static str = "int64 id";
    const DELTA: Encoding = Encoding::DELTA_BINARY_PACKED;

    fn of(key: Value) -> i64 {
        match key {
            Value::Integer(key) => key,
            other => unreachable!("{other:?} as an integer"),
        }
    }

    // No key is negative.
    fn ordered(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().rev().copied().collect()
    }
}

impl Stored for FixedLenByteArrayType {
    const COLUMN: &'static str = "fixed_len_byte_array(16) id (UUID)";
    const DELTA: Encoding = Encoding::DELTA_BYTE_ARRAY;

    fn of(key: Value) -> FixedLenByteArray {
        match key {
            Value::Uuid(key) => key.into_bytes().to_vec().into(),
            other => unreachable!("{other:?} as a UUID"),
        }
    }

    fn ordered(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

impl Stored for ByteArrayType {
    const COLUMN: &'static str = "binary id (STRING)";
    const DELTA: Encoding = Encoding::DELTA_BYTE_ARRAY;

    fn of(key: Value) -> ByteArray {
        match key {
            Value::Text(key) => key.into_bytes().into(),
            other => unreachable!("{other:?} as a text"),
        }
    }

    fn ordered(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

pub(super) fn write(kind: Kind, arrivals: &Arrivals, group_rows: usize) -> Result<Files, Failure> {
    match kind {
        Kind::UuidV7 | Kind::UuidV4 => files::<FixedLenByteArrayType>(kind, arrivals, group_rows),
        Kind::UlidText => files::<ByteArrayType>(kind, arrivals, group_rows),
        _ => files::<Int64Type>(kind, arrivals, group_rows),
    }
}

fn files<D: Stored>(kind: Kind, arrivals: &Arrivals, group_rows: usize) -> Result<Files, Failure> {
    let keys = (0..arrivals.len()).map(|place| D::of(arrivals.key(kind, place)));
    let keys: Vec<D::T> = keys.collect();
    let size = |encoding, compression| {
        let file = create::<D>(&keys, group_rows, encoding, compression)?;
        if read::<D>(&file)? != keys {
            return Err(format!("{kind}: the keys in {encoding} are not those written").into());
        }
        Ok::<_, Failure>(file.metadata()?.len())
    };
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let filed = |encoding| {
        let bytes = size(encoding, Compression::UNCOMPRESSED)?;
        Ok::<_, Failure>(Filed { encoding, bytes, compressed: size(encoding, zstd)? })
    };
    let file = create::<D>(&keys, group_rows, Encoding::PLAIN, Compression::UNCOMPRESSED)?;
    let extents = extents::<D>(file)?;
    // The rows of a group are before the second bound.
    let overlaps = |from: &[u8], before: &dyn Fn(&[u8]) -> bool| {
        let read = extents.iter().filter(|[first, last]| before(first) && from <= &last[..]);
        read.count() as f64
    };
    let of_row = intervals(arrivals.len()).map(|rows| {
        let key = bytes(arrivals.key(kind, rows.start));
        overlaps(&key, &|first| first <= &key[..])
    });
    let of_interval = intervals(arrivals.len()).map(|rows| {
        let [from, to] = arrivals.bounds(kind, rows).map(bytes);
        overlaps(&from, &|first| first < &to[..])
    });
    Ok(Files {
        encodings: [filed(Encoding::PLAIN)?, filed(D::DELTA)?],
        groups: extents.len(),
        interval_groups: has_intervals(kind).then(|| median(of_interval)),
        row_groups: median(of_row),
    })
}

fn create<D: Stored>(
    keys: &[D::T],
    group_rows: usize,
    encoding: Encoding,
    compression: Compression,
) -> Result<File, Failure> {
    let schema = parse_message_type(&format!("message keys {{ required {}; }}", D::COLUMN))?;
    let properties = WriterProperties::builder()
        // No key is there twice.
        .set_dictionary_enabled(false)
        .set_encoding(encoding)
        .set_compression(compression)
        .build();
    let file = tempfile::tempfile()?;
    let mut writer =
        SerializedFileWriter::new(file.try_clone()?, Arc::new(schema), Arc::new(properties))?;
    for keys in keys.chunks(group_rows) {
        let mut group = writer.next_row_group()?;
        let mut column = group.next_column()?.ok_or("a file without a column")?;
        column.typed::<D>().write_batch(keys, None, None)?;
        column.close()?;
        group.close()?;
    }
    writer.close()?;
    Ok(file)
}

fn read<D: Stored>(file: &File) -> Result<Vec<D::T>, Failure> {
    let reader = SerializedFileReader::new(file.try_clone()?)?;
    let mut keys = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let mut column = get_typed_column_reader::<D>(group.get_column_reader(0)?);
        let rows = usize::try_from(group.metadata().num_rows())?;
        column.read_records(rows, None, None, &mut keys)?;
    }
    Ok(keys)
}

/// The smallest and the largest key of each row group.
fn extents<D: Stored>(file: File) -> Result<Vec<[Vec<u8>; 2]>, Failure> {
    let reader = SerializedFileReader::new(file)?;
    let groups = reader.metadata().row_groups().iter();
    let extent = groups.map(|group| {
        let statistics = group.column(0).statistics()?;
        Some([statistics.min_bytes_opt()?, statistics.max_bytes_opt()?].map(D::ordered))
    });
    extent.collect::<Option<_>>().ok_or_else(|| "a row group without statistics".into())
}

/// Bytes in the order of the keys.
fn bytes(key: Value) -> Vec<u8> {
    match key {
        Value::Integer(key) => key.to_be_bytes().to_vec(),
        Value::Uuid(key) => key.into_bytes().to_vec(),
        Value::Text(key) => key.into_bytes(),
    }
}
