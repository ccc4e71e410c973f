//! A file of leases that is put back as it was.

use std::fs;

use super::minter::Minter;
use super::{Ids, fence};

/// Guide: "the file of leases is put back from a backup".
#[test]
fn an_older_file_lacks_claims() {
    let folder = tempfile::tempdir().unwrap();
    let (path, old) = (folder.path().join("leases"), folder.path().join("old"));
    let url = path.display().to_string();
    let mut ids = Ids::default();
    let mut known = Minter::start(&url, 7).unwrap();
    fs::copy(&path, &old).unwrap();
    let mut lost = Minter::start(&url, 8).unwrap();
    ids.add_more_of(&mut [&mut known, &mut lost]);

    let old = old.display().to_string();
    let fenced = fence(&old);
    assert!(fenced.contains("  \"shop\"  0 to 1023  1       1023\n"), "{fenced}");
    fs::rename(&old, &path).unwrap();
    let mut after = Minter::start_when_free(|| Minter::start(&url, 8));
    ids.add_more_of(&mut [&mut known, &mut lost, &mut after]);
    ids.none_is_there_twice();
}
