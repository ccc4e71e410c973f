//! The schema in the hands of Node: graphql-js, 10,000 IDs over HTTP, and the
//! types of graphql-codegen.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use async_graphql_axum::{GraphQLRequest, GraphQLResponse};
use axum::extract::State;
use axum::routing::post;
use axum::{Router, serve};
use tokio::net::TcpListener;

use crate::blog::{self, Events, Mutation, Query, Received};

type Schema = async_graphql::Schema<Query, Mutation, Events>;

const FILES: &[&str] = &[
    ".npmrc",
    "codegen.config.mjs",
    "codegen.mjs",
    "ids.mjs",
    "operations.graphql",
    "package-lock.json",
    "package.json",
    "post.mjs",
    "schema.mjs",
    "tsconfig.json",
    "use.ts",
];

/// One test, as all of it needs the packages.
#[tokio::test(flavor = "multi_thread")]
async fn clients_in_javascript_and_typescript_agree() {
    let values = values();
    let schema = blog::schema(values.clone());
    let url = serve_http(schema.clone()).await;
    let directory = install();
    let pinned = pinned();

    run(&directory, "node", &["schema.mjs", &url, &pinned]);

    run(&directory, "node", &["ids.mjs", &url]);
    let received = schema.data::<Received>().unwrap().0.lock().unwrap();
    // Every kind in variables, and two as literals.
    assert_eq!(received.len(), 2);
    assert!(received[0].iter().all(|ids| *ids == values));
    let [.., entries, _, tags, _] = &received[1];
    assert!(*entries == values && *tags == values);

    run(&directory, "node", &["codegen.mjs", &pinned]);
    run(&directory, "node", &["node_modules/typescript/bin/tsc", "--project", "."]);
}

fn pinned() -> String {
    format!("{}/tests/schema/blog.graphql", env!("CARGO_MANIFEST_DIR"))
}

/// 10,000 IDs of the whole range, most of them as they are minted.
fn values() -> Vec<i64> {
    let mut values = vec![1, (1 << 53) - 1, 1 << 53, (1 << 53) + 1, i64::MAX - 1, i64::MAX];
    let mut step = 1_i64;
    while values.len() < 10_000 {
        // Odd, so that none is there twice.
        step = step.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(2) | 1;
        let value = step & i64::MAX;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// A server as applications have it; the answer is its address.
async fn serve_http(schema: Schema) -> String {
    async fn execute(State(schema): State<Schema>, request: GraphQLRequest) -> GraphQLResponse {
        schema.execute(request.into_inner()).await.into()
    }

    let app = Router::new().route("/", post(execute)).with_state(schema);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async { serve(listener, app).await.unwrap() });
    url
}

/// The files and the packages that they need, outside of the sources.
fn install() -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/node");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snowflake-graphql-node");
    fs::create_dir_all(&to).unwrap();
    let locked = fs::read(from.join("package-lock.json")).unwrap();
    let installed = to.join("node_modules/installed");
    for file in FILES {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    // Written at the end, so that half of an installation is none.
    if fs::read(&installed).ok().as_ref() != Some(&locked) {
        run(&to, "npm", &["ci"]);
        fs::write(installed, locked).unwrap();
    }
    to
}

fn run(directory: &Path, program: &str, arguments: &[&str]) {
    let output = match Command::new(program).args(arguments).current_dir(directory).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => panic!(
            "{program} is not there: install Node.js and npm, for example \
             `apt-get install nodejs npm`"
        ),
        Err(error) => panic!("{program} does not start: {error}"),
    };
    assert!(
        output.status.success(),
        "{program} {}: {}\n{}{}",
        arguments.join(" "),
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
}
