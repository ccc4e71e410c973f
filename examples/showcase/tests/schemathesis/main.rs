//! What the service answers, held against its description by schemathesis
//! (<https://schemathesis.io>): requests that the description allows, and ones that
//! it does not, one by one and in the order in which they make sense.

#[path = "../instance/mod.rs"]
mod instance;
mod python;

use std::fs;
use std::path::Path;

use instance::Instance;
use python::Environment;
use serde_json::Value;

/// Which the description has.
const OPERATIONS: usize = 20;

/// A description can tell the shape of a sealed ID, but not which texts a key has made:
/// nearly all that are made up from it are refused.
const MADE_UP_IDS: &str = r#"
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "400", "404", "409"]
"#;

#[tokio::test]
async fn the_service_does_what_its_description_says() {
    let environment =
        Environment::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemathesis"));
    let folder = tempfile::tempdir().unwrap();
    let instance = Instance::start(&folder.path().join("chat.db"), &["--messages", "300"]);

    // The same under sealed IDs, whose texts have another shape.
    let arguments = ["--public", "--messages", "300"];
    let sealed = Instance::start(&folder.path().join("sealed.db"), &arguments);

    // IDs of nothing, and of rows that are there, so that there is something to answer.
    let nothing = folder.path().join("nothing.toml");
    fs::write(&nothing, "").unwrap();
    let rows = folder.path().join("rows.toml");
    fs::write(&rows, parameters(&instance.url).await).unwrap();
    let sealed_rows = folder.path().join("sealed-rows.toml");
    fs::write(&sealed_rows, parameters(&sealed.url).await + MADE_UP_IDS).unwrap();

    for (url, config) in
        [(&instance.url, nothing), (&instance.url, rows), (&sealed.url, sealed_rows)]
    {
        let output = environment
            .command("st")
            .arg("--config-file")
            .arg(config)
            .args(["--no-color", "run"])
            .arg(format!("{url}/api/openapi.json"))
            .args(["--url", url])
            // All checks are on that are not of authentication.
            .args(["--checks", "all"])
            .args(["--max-examples", "20", "--continue-on-failure"])
            // The same requests each time, as far as they do not depend on answers.
            .args(["--generation-deterministic", "--request-timeout", "60"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        // Nothing is skipped, either.
        assert!(said.contains(&format!("Tested: {OPERATIONS}")), "{said}");
        println!("{said}");
    }
}

/// Values of parameters, by their names: of rows that hang together.
async fn parameters(url: &str) -> String {
    let first = async |path: String| -> String {
        let url = format!("{url}/api/{path}");
        let page: Value = reqwest::get(url).await.unwrap().json().await.unwrap();
        let rows = page.get("items").unwrap_or(&page);
        rows[0]["id"].as_str().unwrap().to_owned()
    };
    let guild = first("guilds".to_owned()).await;
    let channel = first(format!("guilds/{guild}/channels")).await;
    let user = first(format!("guilds/{guild}/members")).await;
    let message = first(format!("channels/{channel}/messages")).await;
    format!(
        "[parameters]\nguild = \"{guild}\"\nchannel = \"{channel}\"\nuser = \"{user}\"\n\
         message = \"{message}\"\n"
    )
}
