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
    assert!(report.contains("(`question:settings`)"), "{report}");

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
        .replace("name = \"CakeId\"", "name = \"CakeId\", text = \"base62\", prefix = \"cake_\"");
    std::fs::write(&path, &settings).unwrap();
    backend.adopt(Orm::Sqlx);
    let overrides = backend.text("ids/sqlx.toml");
    assert!(overrides.contains("bakery = \"crate::ids::BakeryId\""), "{overrides}");
    let ids = backend.text("ids.rs");
    let cake = ids.split_once("pub struct CakeId(Snowflake);").unwrap().0;
    assert!(
        cake.rsplit_once("#[").unwrap().1.contains("text = \"base62\", prefix = \"cake_\""),
        "{ids}"
    );
    backend.migrate();
    let minted = 250_250_518_331_420_672_i64;
    backend.execute(&format!("INSERT INTO visits (id, bakery) VALUES ({minted}, {minted})"));
}
