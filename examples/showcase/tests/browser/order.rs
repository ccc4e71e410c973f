//! The order of messages on the page, without a browser.

use std::fs;
use std::path::Path;

use crate::project::Project;

/// For generated orders in which answers and events arrive.
#[test]
fn messages_are_shown_in_the_order_of_the_service_whatever_arrives_when() {
    let project = Project::of("tests/order");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    for file in ["order.js", "history.js"] {
        project.write(file, &fs::read_to_string(page.join(file)).unwrap());
    }
    project.run("node", &["order.mjs"]);
}
