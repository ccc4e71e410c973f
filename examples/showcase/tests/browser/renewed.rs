//! Where the files of `GraphiQL` come from.

use std::fs;
use std::path::Path;

use crate::project::Project;

/// They are as the packages have them that the lock file pins by their hashes.
#[test]
fn graphiql_is_that_of_its_packages() {
    let project = Project::of("graphiql");
    project.run("node", &["renew.mjs", "renewed"]);
    let served = Path::new(env!("CARGO_MANIFEST_DIR")).join("graphiql/served");
    let names = [
        "LICENSES.txt",
        "graphiql.min.css",
        "graphiql.min.js",
        "react-dom.production.min.js",
        "react.production.min.js",
    ];
    for name in names {
        let renewed = project.read(&format!("renewed/{name}"));
        let committed = fs::read_to_string(served.join(name)).unwrap();
        assert!(
            committed == renewed,
            "{name} has {} bytes and is not what its packages have, of {} bytes: run `npm ci \
             --ignore-scripts && node renew.mjs` in examples/showcase/graphiql",
            committed.len(),
            renewed.len(),
        );
    }
}
