//! The file of leases, whatever is in it: through the store that opens it.

use std::cell::OnceCell;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use snowflake_kit_lease::{Change, Claim, FileStore, LeaseRow, Store};
use tempfile::TempDir;

use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    with_folder(|path| {
        let content = complete(data);
        fs::write(&path, &content).expect("the folder for temporary files takes a file");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("it is our file");
        let mut store = FileStore::new(&path);
        match store.read("shop") {
            Ok(registry) => {
                assert!(registry.rows.iter().all(|row| row.token >= 1 && row.until >= 0));
                assert!(registry.rows.is_sorted_by(|one, next| one.node < next.node));
                keeps_all(&mut store, &path, &content);
            }
            Err(error) => refusal::check(&error),
        }
    });
}

/// The input as rows of a file, if it begins with a tab; otherwise the input itself.
fn complete(data: &[u8]) -> Vec<u8> {
    let Some(rows) = data.strip_prefix(b"\t") else { return data.to_owned() };
    let count = rows.split(|byte| *byte == b'\n').count() - 1;
    let columns =
        "# space\tnode\ttoken\tuntil (Unix ms)\tclaimed (Unix ms)\trenewed (Unix ms)\tholder";
    let mut content = format!("snowflake leases 1\n{columns}\n").into_bytes();
    content.extend_from_slice(rows);
    content.extend_from_slice(format!("# {count} rows\n").as_bytes());
    content
}

/// A claim in another space leaves every row as it was.
fn keeps_all(store: &mut FileStore, path: &PathBuf, before: &[u8]) {
    let row = LeaseRow { node: 1, token: 1, until: 2 };
    let claim = Claim { expected: None, row };
    if !store.change("another", &Change::claim(&claim, "fuzz")).is_ok_and(|claimed| claimed) {
        return;
    }
    let after = fs::read_to_string(path).expect("the store wrote text");
    let (before, after) = (str::from_utf8(before).expect("it was read"), after.as_str());
    // Without the two lines at the beginning, the identity, and the line at the end.
    let [mut before, after] = [before, after].map(|content| {
        let rows: Vec<_> =
            content.lines().skip(2).filter(|row| !row.starts_with(['#', ' '])).collect();
        assert!(content.ends_with(" rows\n"));
        rows
    });
    assert_eq!(after.len(), before.len() + 1);
    before.sort_by_key(|row| {
        let mut columns = row.split('\t');
        let space = columns.next().unwrap_or_default().to_owned();
        (space, columns.next().and_then(|node| node.parse::<u32>().ok()))
    });
    let kept: Vec<_> = after.iter().copied().filter(|row| before.contains(row)).collect();
    assert_eq!(kept, before);
}

/// A folder of this thread, empty but for what the store keeps beside its file.
fn with_folder(check: impl FnOnce(PathBuf)) {
    thread_local! {
        static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
    }
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| TempDir::new().expect("a folder for temporary files"));
        check(folder.path().join("leases"));
    });
}
