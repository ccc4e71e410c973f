//! The numbers of a database, in what a page received under `--public`.

use std::path::Path;

use snowflake_kit::Snowflake;
use snowflake_kit::core::Text;

use crate::ids;

const TABLES: [&str; 5] = ["users", "guilds", "channels", "messages", "reactions"];

/// The forms in which a plain ID may be written. A prefix adds nothing to look for.
const FORMS: [Text; 4] = [Text::DECIMAL, Text::BASE62, Text::BASE32, Text::HEX];

/// Looks for the ID of each row, in each form.
pub async fn are_not_in(received: &str, database: &Path) {
    for table in TABLES {
        let rows = ids(database, &format!("SELECT id FROM {table}")).await;
        assert!(!rows.is_empty(), "{table} has rows");
        for id in rows {
            let id = Snowflake::new(id).unwrap();
            for form in FORMS {
                let text = form.encode(id).to_string();
                if let Some(at) = received.find(&text) {
                    let from = received.floor_char_boundary(at.saturating_sub(200));
                    let found = &received[from..at + text.len()];
                    panic!("the ID {text} of {table} was received: …{found}");
                }
            }
        }
    }
}
