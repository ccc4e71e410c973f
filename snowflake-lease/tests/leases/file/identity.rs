//! A file of leases knows itself.

use std::fs;

use snowflake_kit_lease::{Change, LeaseBuilder, Store};

use super::{Folder, claims, first_claim, refused};

/// The identity in the file.
fn identity(folder: &Folder) -> String {
    let text = fs::read_to_string(folder.path("leases")).unwrap();
    let row = text.lines().nth(2).unwrap();
    let fields: Vec<_> = row.split('\t').collect();
    let [" registry", "0", "1", "0", _, _, identity] = fields[..] else { panic!("{row}") };
    identity.to_owned()
}

#[test]
fn each_file_has_its_own_identity_and_keeps_it() {
    let (one, two) = (Folder::new(), Folder::new());
    for folder in [&one, &two] {
        assert!(folder.store().change("shop", &claims(7)).unwrap());
    }
    let first = identity(&one);
    assert!(first.len() == 32 && first.bytes().all(|byte| byte.is_ascii_hexdigit()), "{first}");
    assert_ne!(first, identity(&two));
    assert!(one.store().change("shop", &claims(8)).unwrap());
    one.store().raise(&[("shop", first_claim(9).row)], "a fence").unwrap();
    assert_eq!(identity(&one), first);
    // It is not a row of a space.
    assert_eq!(one.store().read("shop").unwrap().rows.len(), 3);
    assert!(one.store().read(" registry").is_err());
}

#[test]
fn another_file_of_the_name_is_refused() {
    let (folder, other) = (Folder::new(), Folder::new());
    let mut store = folder.store();
    // Before there is a file, there is none to recognize.
    assert_eq!(store.read("shop").unwrap().rows, []);
    let mut clone = store.clone();
    let mut replacement = store.replacement().unwrap();
    assert!(other.store().change("shop", &claims(7)).unwrap());
    assert!(store.change("shop", &claims(7)).unwrap());
    let (first, second) = (identity(&folder), identity(&other));

    // In the place of the file, another one.
    let own = fs::read(folder.path("leases")).unwrap();
    fs::copy(other.path("leases"), folder.path("leases")).unwrap();
    let error = format!(
        "leases: this process began with the registry of leases {first:?}, and here is the registry \
         {second:?}: "
    );
    refused(&mut store, &error);
    refused(&mut clone, &error);
    let refusal = replacement.read("shop").unwrap_err().to_string();
    assert!(refusal.contains(&error), "{refusal}");
    // Nor is it written to.
    assert_eq!(identity(&folder), second);
    // A process that starts now does not know the other one.
    assert_eq!(folder.store().read("shop").unwrap().rows.len(), 1);

    // Back, and all is well.
    fs::write(folder.path("leases"), &own).unwrap();
    assert!(store.change("shop", &claims(8)).unwrap());
    assert_eq!(replacement.read("shop").unwrap().rows.len(), 2);

    // One that was deleted and made again, with its lock, as for a new beginning.
    for name in ["leases", "leases.lock"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    refused(&mut store, "and here is a registry without an identity: ");
    assert!(folder.store().change("shop", &Change::claim(&first_claim(7), "web-2")).unwrap());
    refused(&mut store, &format!("and here is the registry {:?}: ", identity(&folder)));
}

#[test]
fn a_file_of_an_earlier_version_is_taken_as_it_is() {
    let folder = Folder::new();
    let mut writer = folder.store();
    assert!(writer.change("shop", &claims(7)).unwrap());
    let with = fs::read_to_string(folder.path("leases")).unwrap();
    let registry = with.lines().nth(2).unwrap();
    let without = with.replace(&format!("{registry}\n"), "").replace("# 2 rows", "# 1 rows");
    fs::write(folder.path("leases"), &without).unwrap();
    // This one has seen the identity.
    refused(&mut writer, "and here is a registry without an identity: ");

    let mut store = folder.store();
    assert!(store.change("shop", &claims(8)).unwrap());
    assert!(!fs::read_to_string(folder.path("leases")).unwrap().contains("registry"));
    // One that gets an identity later keeps to it from then on.
    fs::write(folder.path("leases"), &with).unwrap();
    assert_eq!(store.read("shop").unwrap().rows.len(), 1);
    fs::write(folder.path("leases"), &without).unwrap();
    refused(&mut store, "and here is a registry without an identity: ");
}

/// Two registries gave out one node.
#[test]
fn a_process_does_not_go_on_in_the_file_that_took_the_place_of_its_own() {
    let folder = Folder::new();
    let lease = LeaseBuilder::new(folder.store()).preferred_node(7).install().unwrap();
    let aside = Folder::new();
    for name in ["leases", "leases.lock"] {
        fs::rename(folder.path(name), aside.path(name)).unwrap();
    }
    assert!(folder.store().change("default", &Change::claim(&first_claim(7), "web-2")).unwrap());
    // It renews nothing there, and gives nothing back.
    let error = lease.release().unwrap_err().to_string();
    assert!(error.contains("this process began with the registry"), "{error}");
    assert_eq!(folder.store().read("default").unwrap().rows, [first_claim(7).row]);
}
