//! Files that types are exported to.

use std::path::PathBuf;

use snowflake_kit_core::Id;

/// Refuses, at compile time, what is neither a folder nor a file.
///
/// # Panics
/// If it does not end with `/` or `.ts`.
pub const fn check_place(place: &str) {
    let is_place = matches!(place.as_bytes(), [.., b'/'] | [.., b'.', b't', b's']);
    assert!(is_place, "`export_to` is a folder, as in \"ids/\", or a file, as in \"ids.ts\"");
}

/// The file of an ID type, in ts-rs' folder: in `place`, if that is a folder.
pub fn file<T: Id>(place: &str) -> PathBuf {
    if place.is_empty() || place.ends_with('/') {
        PathBuf::from(format!("{place}{}.ts", T::NAME))
    } else {
        PathBuf::from(place)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::check_place;

    #[test]
    fn places_are_folders_and_files() {
        for place in ["ids/", "../ids/", "ids.ts", "src/ids.ts", "/"] {
            check_place(place);
        }
        for place in ["", "ids", "ids.js", "ids.tsx"] {
            assert!(catch_unwind(|| check_place(place)).is_err(), "{place}");
        }
    }
}
