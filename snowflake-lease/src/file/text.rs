//! The text of the file.

use std::collections::BTreeMap;
use std::fmt;

use crate::protocol::LeaseRow;
use crate::record;

const COLUMNS: &str =
    "# space\tnode\ttoken\tuntil (Unix ms)\tclaimed (Unix ms)\trenewed (Unix ms)\tholder";

/// The first line of a file of leases. Another format has another number.
const FORMAT: &str = "snowflake leases 1";

/// All rows in the order of the file: by space and node. The first one has the identity of the
/// file, unless it is an old file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FileEntries(BTreeMap<(String, u32), FileEntry>);

#[derive(Debug, PartialEq, Eq)]
pub(super) struct FileEntry {
    pub(super) token: i64,
    pub(super) until: i64,
    pub(super) claimed: i64,
    pub(super) renewed: i64,
    pub(super) holder: String,
}

impl FileEntry {
    pub(super) const fn row(&self, node: u32) -> LeaseRow {
        LeaseRow { node, token: self.token, until: self.until }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Corrupt {
    line: usize,
    wrong: &'static str,
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.wrong)
    }
}

impl FileEntries {
    /// Those of a file that is made now. It has an identity, by which processes recognize it.
    pub(super) fn new(identity: &str, now: i64) -> Self {
        let holder = identity.to_owned();
        let mut entries = Self::default();
        let entry = FileEntry { token: 1, until: 0, claimed: now, renewed: now, holder };
        entries.insert(record::REGISTRY, 0, entry);
        entries
    }

    pub(super) fn identity(&self) -> Option<&str> {
        self.0.get(&key(record::REGISTRY, 0)).map(|entry| &*entry.holder)
    }

    /// Reads only what [`Display`](fmt::Display) writes.
    pub(super) fn read(content: &[u8]) -> Result<Self, Corrupt> {
        let line_at = |at: usize| content[..at].split(|byte| *byte == b'\n').count();
        let text = str::from_utf8(content).map_err(|error| Corrupt {
            line: line_at(error.valid_up_to()),
            wrong: "this is not UTF-8",
        })?;
        let corrupt = |line, wrong| Err(Corrupt { line, wrong });
        let mut lines: Vec<&str> = text.split('\n').collect();
        let rest = lines.pop().unwrap_or_default();
        if lines.first() != Some(&FORMAT) {
            return corrupt(1, "the first line is \"snowflake leases 1\"");
        }
        if lines.get(1) != Some(&COLUMNS) {
            return corrupt(2, "the second line names the columns");
        }
        let last = lines.len();
        if !rest.is_empty() {
            return corrupt(last + 1, "the file ends in the middle of a line");
        }
        let rows = lines.get(2..last.max(3) - 1).unwrap_or_default();
        let mut entries = Self::default();
        for (row, line) in rows.iter().zip(3..) {
            match entry(row) {
                Some((space, node, entry)) => {
                    if entries.insert(space, node, entry).is_some() {
                        return corrupt(line, "there is a row for this node already");
                    }
                }
                None => return corrupt(line, "this is not a row that a lease leaves"),
            }
        }
        if last < 3 || lines[last - 1] != end(rows.len()) {
            return corrupt(last, "the last line does not say how many rows there are");
        }
        Ok(entries)
    }

    pub(super) fn get_mut(&mut self, space: &str, node: u32) -> Option<&mut FileEntry> {
        self.0.get_mut(&key(space, node))
    }

    pub(super) fn insert(&mut self, space: &str, node: u32, entry: FileEntry) -> Option<FileEntry> {
        self.0.insert(key(space, node), entry)
    }

    /// The rows of a space, in the order of their nodes.
    pub(super) fn of(&self, space: &str) -> impl Iterator<Item = LeaseRow> {
        let rows = self.0.iter().filter(move |((of, _), _)| of == space);
        rows.map(|((_, node), entry)| entry.row(*node))
    }
}

fn key(space: &str, node: u32) -> (String, u32) {
    (space.to_owned(), node)
}

impl fmt::Display for FileEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}\n{COLUMNS}")?;
        for ((space, node), entry) in &self.0 {
            let FileEntry { token, until, claimed, renewed, holder } = entry;
            writeln!(f, "{space}\t{node}\t{token}\t{until}\t{claimed}\t{renewed}\t{holder}")?;
        }
        writeln!(f, "{}", end(self.0.len()))
    }
}

fn end(rows: usize) -> String {
    format!("# {rows} rows")
}

fn entry(line: &str) -> Option<(&str, u32, FileEntry)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [space, node, token, until, claimed, renewed, holder] = fields[..] else { return None };
    let is_identity = space == record::REGISTRY;
    let space = if is_identity { space } else { record::space(space).ok()? };
    let entry = FileEntry {
        token: number(token).filter(|token| *token >= 1)?,
        until: number(until)?,
        claimed: number(claimed)?,
        renewed: number(renewed)?,
        holder: (record::holder(holder) == holder).then(|| holder.to_owned())?,
    };
    let node = number(node)?.try_into().ok()?;
    let is_one = (node, entry.token, entry.until) == (0, 1, 0) && !entry.holder.is_empty();
    (is_one || !is_identity).then_some((space, node, entry))
}

/// A number as it is written: 0 or more, digits only.
fn number(digits: &str) -> Option<i64> {
    let number: i64 = digits.parse().ok()?;
    (number >= 0 && number.to_string() == digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{Corrupt, FileEntries, FileEntry};

    fn entry(token: i64) -> FileEntry {
        let holder = "web-1 (4711)".to_owned();
        FileEntry { token, until: i64::MAX, claimed: 0, renewed: 1_767_225_600_000, holder }
    }

    fn entries() -> FileEntries {
        let mut entries = FileEntries::default();
        entries.insert("shop", u32::MAX, entry(1));
        entries.insert("shop", 7, entry(i64::MAX));
        entries.insert("Bücher, #1", 0, entry(3));
        entries
    }

    fn read(text: &str) -> Result<FileEntries, Corrupt> {
        FileEntries::read(text.as_bytes())
    }

    #[test]
    fn the_text_is_for_people() {
        let text = entries().to_string();
        assert_eq!(
            text.replace('\t', "|"),
            "snowflake leases 1\n\
             # space|node|token|until (Unix ms)|claimed (Unix ms)|renewed (Unix ms)|holder\n\
             Bücher, #1|0|3|9223372036854775807|0|1767225600000|web-1 (4711)\n\
             shop|7|9223372036854775807|9223372036854775807|0|1767225600000|web-1 (4711)\n\
             shop|4294967295|1|9223372036854775807|0|1767225600000|web-1 (4711)\n\
             # 3 rows\n"
        );
        assert_eq!(read(&text), Ok(entries()));
        assert_eq!(read(&FileEntries::default().to_string()), Ok(FileEntries::default()));
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused() {
        for text in [entries().to_string(), FileEntries::default().to_string()] {
            for end in 0..text.len() {
                let content = &text.as_bytes()[..end];
                let Err(Corrupt { line, .. }) = FileEntries::read(content) else {
                    panic!("{:?} is read", String::from_utf8_lossy(content));
                };
                let lines = content.split(|byte| *byte == b'\n').count();
                assert!((1..=lines).contains(&line), "line {line} of {lines}");
            }
        }
    }

    #[test]
    fn what_else_is_in_a_file_is_refused() {
        let text = entries().to_string();
        let wrong = |line, from: &str, to: &str| {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from:?}");
            let error = read(&changed).expect_err(to);
            assert_eq!(error.line, line, "{from:?} as {to:?}: {error}");
        };
        wrong(1, "leases 1", "leases 2");
        wrong(1, "snow", "\u{feff}snow");
        wrong(1, "1\n#", "1\r\n#");
        wrong(2, "node", "Node");
        wrong(3, "Bücher, #1", "");
        wrong(3, "Bücher", "Bücher\n");
        wrong(3, "Bücher", " Bücher");
        wrong(3, "\t0\t3", "\t00\t3");
        wrong(3, "\t0\t3", "\t-1\t3");
        wrong(3, "\t0\t3", "\t0\t0");
        wrong(3, "\t0\t3", "\t0\t3.0");
        wrong(3, "\t3\t", "\t+3\t");
        wrong(3, "\t3\t", "\t\t3\t");
        wrong(4, "\t7\t", "\t4294967296\t");
        wrong(5, "shop\t7", "shop\t4294967295");
        wrong(4, "9223372036854775807\t9223372036854775807", "1\t9223372036854775808");
        wrong(4, "(4711)\nshop\t4", "(4711)\u{7}\nshop\t4");
        wrong(6, "# 3 rows", "# 4 rows");
        wrong(6, "# 3 rows", "# 03 rows");
        wrong(6, "# 3 rows\n", "# 3 rows\n\n");
        wrong(7, "# 3 rows\n", "# 3 rows\n# 3 rows");
        let error = FileEntries::read(b"snowflake leases 1\n\xff").unwrap_err();
        assert_eq!(error.to_string(), "line 2: this is not UTF-8");
    }
}
