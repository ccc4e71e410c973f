//! What the page is made of, as it is served.

use std::fs;
use std::path::Path;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};

use crate::instance::Instance;

#[tokio::test]
async fn each_file_is_served_with_its_type_and_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let instance = Instance::start(&folder.path().join("chat.db"), &["--messages", "0"]);
    let mut urls = vec![("/".to_owned(), "html".to_owned())];
    for (at, sources) in [
        ("/page", "page"),
        ("/inspector", "../../clients/inspector"),
        ("/snowflake-kit", "../../clients/js/src"),
    ] {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(sources)).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let kind = name.rsplit('.').next().unwrap().to_owned();
            urls.push((format!("{at}/{name}"), kind));
        }
    }
    assert!(urls.len() > 30);
    for (url, kind) in urls {
        let response = reqwest::get(instance.url.clone() + &url).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{url}");
        let header = |name| response.headers()[name].to_str().unwrap();
        let expected = match &*kind {
            "html" => "text/html",
            "css" => "text/css",
            "js" => "text/javascript",
            "svg" => "image/svg+xml",
            other => panic!("{other}"),
        };
        assert_eq!(header(CONTENT_TYPE), expected, "{url}");
        assert_eq!(header(X_CONTENT_TYPE_OPTIONS), "nosniff");
        let policy = header(CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        // Nothing is loaded from anywhere else, beside namespaces and links.
        let text = response.text().await.unwrap();
        for found in ["src=\"http", "href=\"http", "url(", "@import", "innerHTML"] {
            assert!(!text.contains(found), "{url} has {found}");
        }
    }
}

#[tokio::test]
async fn nothing_else_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let instance = Instance::start(&folder.path().join("chat.db"), &["--messages", "0"]);
    for path in [
        "/page/nothing.js",
        "/page/%2e%2e/Cargo.toml",
        "/page/..%2fCargo.toml",
        "/page/%2fetc%2fpasswd",
        "/page//etc/passwd",
        "/snowflake-kit/..%2fpackage.json",
        "/snowflake-kit/%2e%2e%2f%2e%2e%2f%2e%2e%2fCargo.toml",
    ] {
        let response = reqwest::get(instance.url.clone() + path).await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(response.text().await.unwrap().contains("no-route"), "{path}");
    }
}
