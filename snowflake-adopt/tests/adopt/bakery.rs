//! A bakery: junctions, a foreign key of two columns, a column without a constraint.

use snowflake_kit_adopt::Orm;

use crate::backend::{Backend, on_each_database};

on_each_database!(junctions_follow_their_tables, hints_are_respected);

fn junctions_follow_their_tables(backend: &Backend) {
    backend.create(&Backend::schema("bakery"));
    let report = backend.adopt(Orm::Sqlx).report;
    let overrides = backend.text("ids/sqlx.toml");
    for (table, columns) in [
        ("cakes_bakers", "baker_id = \"crate::ids::BakerId\"\ncake_id = \"crate::ids::CakeId\"\n"),
        ("layers", "cake_id = \"crate::ids::CakeId\"\n"),
        (
            "wages",
            "baker_id = \"crate::ids::BakerId\"\ncake_id = \"crate::ids::CakeId\"\nid = \
             \"crate::ids::WageId\"\n",
        ),
    ] {
        let table = format!("[macros.table-overrides.{table}]\n{columns}");
        assert!(
            overrides.contains(&format!("{table}\n")) || overrides.ends_with(&table),
            "{overrides}"
        );
    }
    assert!(report.contains("(`unknown:visits.guest_id`)"), "{report}");
    assert!(report.contains("(`key:settings`)"), "{report}");

    backend.migrate();
    let minted = 250_250_518_331_420_672_i64;
    backend.execute(&format!("INSERT INTO bakers (id, bakery_id) VALUES ({minted}, 2)"));
    backend.execute(&format!("INSERT INTO cakes_bakers (cake_id, baker_id) VALUES (1, {minted})"));
    backend.execute(&format!(
        "INSERT INTO wages (id, cake_id, baker_id) VALUES ({minted}, 1, {minted})"
    ));
    let torn = format!("INSERT INTO wages (id, cake_id, baker_id) VALUES (7, 2, {minted})");
    assert!(backend.try_execute(&torn).is_err());
    assert_eq!(backend.number("SELECT count(*) FROM wages"), 2);
}

fn hints_are_respected(backend: &Backend) {
    backend.create(&Backend::schema("bakery"));
    backend.adopt(Orm::Sqlx);
    std::fs::remove_dir_all(backend.out().join("migrations")).unwrap();
    let path = backend.out().join("adopt.toml");
    let settings = std::fs::read_to_string(&path).unwrap();
    let settings = settings
        .replace("[hints]\n", "[hints]\n\"visits.bakery\" = \"bakeries\"\n")
        .replace("leave_out = []", "leave_out = [\"layers\", \"wages\"]")
        .replace(
            "name = \"CakeId\", text = \"decimal\", prefix = \"\"",
            "name = \"CakeId\", text = \"base62\", prefix = \"cake_\"",
        );
    std::fs::write(&path, &settings).unwrap();
    backend.adopt(Orm::Sqlx);
    // A table that is left out has no ID type.
    let respected =
        settings.replace("wages = { name = \"WageId\", text = \"decimal\", prefix = \"\" }\n", "");
    assert_ne!(respected, settings);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), respected);
    let overrides = backend.text("ids/sqlx.toml");
    assert!(overrides.contains("bakery = \"crate::ids::BakeryId\""), "{overrides}");
    // Its key is not an ID, and what refers to others is.
    assert!(overrides.contains("[macros.table-overrides.wages]\nbaker_id"), "{overrides}");
    assert!(!overrides.contains("WageId"), "{overrides}");
    let ids = backend.text("ids.rs");
    let cake = "#[snowflake(text = \"base62\", prefix = \"cake_\")]\npub struct CakeId(Snowflake);";
    assert!(ids.contains(cake), "{ids}");
    backend.migrate();
    let minted = 250_250_518_331_420_672_i64;
    backend.execute(&format!("INSERT INTO visits (id, bakery) VALUES ({minted}, {minted})"));
    backend.execute("INSERT INTO wages (cake_id, baker_id) VALUES (1, 1)");
}
