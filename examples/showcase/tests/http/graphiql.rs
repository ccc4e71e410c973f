//! `GraphiQL`, as the service serves it.

use reqwest::StatusCode;
use reqwest::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, X_CONTENT_TYPE_OPTIONS};

use crate::server;
use crate::service::Service;

async fn file(service: &Service, path: &str) -> (HeaderMap, String) {
    let response = reqwest::get(format!("{}{path}", service.url)).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    (response.headers().clone(), response.text().await.unwrap())
}

/// The values of an attribute, such as `src`.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let start = format!(" {name}=\"");
    page.split(&*start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[tokio::test]
async fn it_is_served_with_all_that_it_needs() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let (headers, page) = file(&service, "/graphql").await;
        assert_eq!(headers[CONTENT_TYPE], "text/html");
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
        // No script of another site, and none that is in the page.
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "), "{policy}");
        assert!(policy.contains("connect-src 'self'; "), "{policy}");
        assert!(!policy.contains("http") && !policy.contains("unsafe-eval"), "{policy}");
        assert_eq!(page.matches("<script").count(), attributes(&page, "src").len(), "{page}");

        let mut assets = attributes(&page, "src");
        assets.extend(attributes(&page, "href"));
        assert_eq!(assets.len(), 7, "{assets:?}");
        for asset in assets {
            // A path of this service: not `https://…`, and not `//…` either.
            assert!(asset.starts_with('/') && !asset.starts_with("//"), "{asset}");
            let (headers, text) = file(&service, asset).await;
            let expected = match asset.rsplit('.').next().unwrap() {
                "js" => "text/javascript",
                "css" => "text/css",
                "svg" => "image/svg+xml",
                other => panic!("{other}"),
            };
            assert_eq!(headers[CONTENT_TYPE], expected, "{asset}");
            assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff", "{asset}");
            // What a style sheet or a script would load on its own.
            for found in ["@import", "url(http", "url(\"http", "url(//", "import("] {
                assert!(!text.contains(found), "{asset} has {found}");
            }
        }
        let (_, start) = file(&service, "/graphiql/start.js").await;
        assert!(start.contains("\"/graphql/ws\""), "{start}");
        // The licences of what is in the files.
        let (headers, licenses) = file(&service, "/graphiql/LICENSES.txt").await;
        assert_eq!(headers[CONTENT_TYPE], "text/plain");
        for package in ["graphiql", "react-dom", "codemirror"] {
            assert!(licenses.contains(package), "{package}");
        }
        service.get("/graphiql/nothing.js").await.refused(404, "no-route", None);
        service.get("/graphiql/..%2fpackage.json").await.refused(404, "no-route", None);
    })
    .await;
}
