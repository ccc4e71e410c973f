//! Leases in etcd.

use std::path::Path;

use serde_json::{Value, json};
use test_servers::EtcdCluster;

use crate::nodes;

/// A cluster with these keys and values, and its URL.
fn cluster(prefix: &str, keys: &[(&str, &str)]) -> (EtcdCluster, String) {
    let cluster = EtcdCluster::start(1, |_, port| Ok(port)).unwrap();
    for (key, value) in keys {
        cluster.control(0, &["put", &format!("{prefix}{key}"), "--", value]).unwrap();
    }
    let url = cluster.urls().replace("http://", "etcd://");
    (cluster, url)
}

const LEASES: &[(&str, &str)] = &[
    ("shop%2Feu/nodes/3", "41 0000004102444800000"),
    ("shop%2Feu/holders/3", "web-1\u{1b}[2J"),
    ("shop%2Feu/nodes/1", "7 0000001767225630000"),
    ("shop%2Feu/holders/1", "web-2"),
    ("shop%2Feu (decimal IDs)/nodes/65", "93 9223372036854775807"),
    ("shop%2Feu (decimal IDs)/holders/65", "web-3"),
    ("other/nodes/3", "1 0000001767225630000"),
    ("other/holders/3", "web-4"),
];

#[test]
fn all_is_listed() {
    let (_cluster, url) = cluster("snowflake_leases/", LEASES);
    let list = nodes(&url, &["--json", "--space", "shop/eu"]).json();
    assert_eq!((&list["store"], &list["skew_ms"]), (&url.clone().into(), &0.into()));
    assert_eq!(list.get("registry"), None, "nothing has written one");
    let until = |text: &str, unix_ms: i64| (text.to_owned(), unix_ms);
    let lease = |node: u32, state, holder: &str, token: i64, until: (String, i64)| {
        json!({
            "space": "shop/eu",
            "node": node,
            "state": state,
            "holder": holder,
            "token": token,
            "until": until.0,
            "until_unix_ms": until.1,
            "claimed": null,
            "claimed_unix_ms": null,
            "renewed": null,
            "renewed_unix_ms": null,
        })
    };
    assert_eq!(
        list["nodes"],
        json!([
            lease(1, "free", "web-2", 7, until("2026-01-01T00:00:30.000Z", 1_767_225_630_000)),
            lease(
                3,
                "held",
                "web-1\u{1b}[2J",
                41,
                until("2100-01-01T00:00:00.000Z", 4_102_444_800_000)
            ),
        ])
    );
    assert_eq!(
        list["launches"],
        json!([{
            "space": "shop/eu",
            "launch": 65,
            "generators": 93,
            "left": 99_907,
            "holder": "web-3",
            "claimed": null,
            "claimed_unix_ms": null,
        }])
    );
    let text = nodes(&url, &[]).ok();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with(&format!("{url} at 2")), "{text}");
    assert!(lines[0].ends_with(", as this machine's clock"), "{text}");
    assert_eq!(
        lines[1..],
        [
            "",
            "space \"other\"",
            "  node  state  until                     last renewal  token  holder",
            "  3     free   2026-01-01T00:00:30.000Z  -             1      web-4",
            "",
            "space \"shop/eu\"",
            "  node  state                  until                     last renewal  token  holder",
            "  1     free                   2026-01-01T00:00:30.000Z  -             7      web-2",
            lines[9],
            "",
            "space \"shop/eu\", generator numbers of decimal IDs",
            "  launch  last generator  left   claimed  holder",
            "  65      92              99907  -        web-3",
        ]
    );
    assert!(lines[9].ends_with("  -             41     web-1\\u001b[2J"), "{text}");
}

/// All spaces, whichever is named: processes refuse a cluster as a whole.
#[test]
fn all_spaces_are_fenced() {
    let (cluster, url) = cluster("team-a/", LEASES);
    let url = format!("{url}/team-a/");
    let shown = nodes(&url, &["--fence", "--dry-run", "--for", "72h"]).ok();
    assert!(shown.contains("\nwould be fenced until "), "{shown}");
    let count =
        || cluster.control(0, &["get", "--prefix", "", "--keys-only"]).unwrap().lines().count();
    assert_eq!(count(), 2 * LEASES.len(), "an empty line after each");

    let fenced = nodes(&url, &["--fence", "--json", "--space", "new", "--last-node", "300"]).json();
    let space = |space: &str, raised: u32, added: u32, closed: &[u32]| {
        json!({ "space": space, "last_node": 300, "raised": raised, "added": added,
                "closed_launches": closed })
    };
    assert_eq!(
        fenced["spaces"],
        json!([
            space("new", 0, 301, &[]),
            space("other", 1, 300, &[]),
            space("shop/eu", 2, 299, &[65])
        ])
    );
    // Two keys for each node, two for the launch, and the identity.
    assert_eq!(count(), 2 * (2 * 3 * 301 + 2 + 1));
    let list = nodes(&url, &["--json"]).json();
    let registry = list["registry"].as_str().unwrap();
    assert!(registry.contains(" cluster "), "{registry}");
    let text = nodes(&url, &[]).ok();
    assert_eq!(text.lines().nth(1), Some(&*format!("registry {registry}")));
    let until = &fenced["until_unix_ms"];
    let token = until.as_i64().unwrap() * 1_000;
    let all = list["nodes"].as_array().unwrap();
    assert_eq!(all.len(), 903);
    for node in all {
        assert_eq!(
            (&node["token"], &node["holder"]),
            (&token.into(), &"snowflake nodes --fence".into())
        );
        let is_later = node["space"] == "shop/eu" && node["node"] == 3;
        let until = if is_later { &json!(4_102_444_800_000_i64) } else { until };
        assert_eq!(&node["until_unix_ms"], until);
    }
    assert_eq!(list["launches"][0]["left"], 0);
}

#[test]
fn a_fence_that_is_too_short_is_refused() {
    let later = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() + 3_600_000;
    let (_cluster, url) = cluster(
        "snowflake_leases/",
        &[("shop/nodes/3", &*format!("41 {later:019}")), ("shop/holders/3", "web-1")],
    );
    let message = nodes(&url, &["--fence"]).failed(1);
    assert!(message.contains("a lease of node 3 in the space \"shop\" reached "), "{message}");
    nodes(&url, &["--fence", "--for", "61m"]).ok();
    nodes(&url, &["--fence"]).ok();
}

#[test]
fn keys_that_no_lease_wrote_are_corrupt() {
    let (_cluster, url) = cluster(
        "snowflake_leases/",
        &[
            ("shop/nodes/3", "41 0000004102444800000"),
            ("shop/holders/3", "web-1"),
            ("shop/nodes/4", "+1 0000004102444800000"),
            ("shop/holders/4", "web-1"),
            ("shop/nodes/5", "41 0000004102444800000"),
            ("shop/nodes/07", "41 0000004102444800000"),
            ("else\u{1b}[2J", "nothing"),
        ],
    );
    let run = nodes(&url, &["--json"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.starts_with("error: 4 rows were not written by a lease"), "{}", run.stderr);
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    let problems: Vec<_> =
        list["nodes"].as_array().unwrap().iter().map(|node| &node["problem"]).collect();
    assert_eq!(
        problems,
        [
            &Value::Null,
            &"token is \"+1 0000004102444800000\", and 1 or more is expected".into(),
            &"holder is NULL or no text".into(),
            &"node is NULL or no text".into(),
            &"node is NULL or no text".into(),
        ]
    );
    let text = nodes(&url, &[]).stdout;
    assert!(!text.contains('\u{1b}'), "{text:?}");
    let message = nodes(&url, &["--fence"]).failed(1);
    assert!(
        message.contains("4 rows were not written by a lease, so nothing was fenced"),
        "{message}"
    );
}

#[test]
fn users_may_list_with_the_right_to_read_and_fence_with_that_to_write() {
    let (cluster, url) = cluster("snowflake_leases/", LEASES);
    for line in [
        "user add root:secret",
        "user grant-role root root",
        "role add looking",
        "role grant-permission looking --prefix=true read snowflake_leases/",
        "role add fencing",
        "role grant-permission fencing --prefix=true readwrite snowflake_leases/",
        "user add look:w@rd",
        "user grant-role look looking",
        "user add fence:w@rd",
        "user grant-role fence fencing",
        "auth enable",
    ] {
        cluster.control(0, &line.split(' ').collect::<Vec<_>>()).unwrap();
    }
    let as_user = |user: &str| url.replace("//", &format!("//{user}@"));
    let message = nodes(&url, &[]).failed(1);
    assert!(message.contains("name a user with "), "{message}");
    let message = nodes(&as_user("look:s3cr3t"), &[]).failed(1);
    assert!(message.ends_with(": check the name and the password of the user\n"), "{message}");
    assert!(!message.contains("s3cr3t"), "{message}");
    let listed = nodes(&as_user("look:w%40rd"), &[]).ok();
    assert!(listed.starts_with(&format!("{url} at ")), "{listed}");
    let message = nodes(&as_user("look:w%40rd"), &["--fence", "--for", "72h"]).failed(1);
    assert!(message.contains("grant-permission <role> --prefix=true readwrite"), "{message}");
    assert!(!message.contains("w@rd") && !message.contains("w%40rd"), "{message}");
    nodes(&as_user("fence:w%40rd"), &["--fence", "--for", "72h"]).ok();
}

#[test]
fn urls_that_are_not_of_a_cluster() {
    for (url, code, expected) in [
        ("etcd://", 2, "a member has no host"),
        ("etcd://a:1,,b", 2, "a member has no host"),
        ("etcd://ops@a", 2, "a user of etcd has a password"),
        ("etcd://ops:s3cr3t@a b", 2, "is not the URL of a member of etcd"),
        ("etcd://ops:s3cr3t@a#b", 2, "etcd:// has no part after a #"),
        ("etcd://ops:a?s3cr3t@a", 2, "in a password, ? is written as %3F"),
        ("etcd://ops:s3cr3t@a?tls=true", 2, "etcd:// has no option \"tls\", only sslmode,"),
        ("etcd://a?sslmode=require", 2, "sslmode=\"require\" is not possible for etcd"),
        ("etcd://a?sslrootcert", 2, "\"sslrootcert\" of etcd:// has no value"),
        ("etcd://a?sslrootcert=/none.pem", 2, "/none.pem: No such file or directory"),
        ("etcd://a?sslcert=client.pem", 2, "sslcert and sslkey must be given together"),
        ("etcd://ops:s3cr3t%FF@a", 2, "it is not UTF-8"),
        // Nobody listens there.
        ("etcd://ops:s3cr3t@127.0.0.1:9", 1, "no connection to etcd at http://127.0.0.1:9/: "),
        ("etcd://[::1]:9/team-a/", 1, "error: etcd://[::1]:9/team-a/: no connection to etcd"),
    ] {
        let message = nodes(url, &[]).failed(code);
        assert!(message.contains(expected), "{url}: {message}");
        assert!(!message.contains("s3cr3t"), "{message}");
    }
    // Without a port, it is etcd's own.
    let message = nodes("etcd://127.0.0.9,127.0.0.9:9", &[]).failed(1);
    assert!(message.starts_with("error: etcd://127.0.0.9:2379,127.0.0.9:9: "), "{message}");
}

/// With certificates for both ends, made once: `openssl x509 -in tests/nodes/tls/server.pem -text`.
#[test]
fn a_cluster_with_tls() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nodes/tls");
    let (cluster, port) = EtcdCluster::start_encrypted(&folder).unwrap();
    for (key, value) in LEASES {
        cluster.control(0, &["put", &format!("snowflake_leases/{key}"), "--", value]).unwrap();
    }
    let file = |name: &str| folder.join(name).display().to_string();
    let plain = format!("etcd://127.0.0.1:{port}");
    let with = |root: &str| format!("{plain}?sslrootcert={}", file(root));
    let client = format!("&sslcert={}&sslkey={}", file("client.pem"), file("client.key"));
    let url = with("ca.pem") + &client;
    assert_eq!(nodes(&url, &["--json"]).json()["nodes"].as_array().unwrap().len(), 3);
    // The files are not a part of the name.
    let fenced = nodes(&url, &["--fence", "--json", "--for", "1m", "--last-node", "8"]).json();
    assert_eq!(fenced["store"], plain);
    assert_eq!(nodes(&url, &["--json"]).json()["nodes"].as_array().unwrap().len(), 18);
    // Another root, and none that this machine trusts.
    for url in [with("other.pem") + &client, format!("{plain}?sslmode=verify-full{client}")] {
        let message = nodes(&url, &[]).failed(1);
        assert!(message.contains("no connection to etcd at https://127.0.0.1"), "{message}");
        assert!(message.contains("check that the cluster runs, its URLs and its certificates"));
    }
    // Without a certificate of the client, and without TLS, etcd closes the connection.
    for url in [with("ca.pem"), plain.clone()] {
        let message = nodes(&url, &[]).failed(1);
        assert!(message.contains("connection"), "{message}");
    }
    // The name of the server is checked.
    let elsewhere = url.replace("127.0.0.1", "localhost");
    assert!(nodes(&elsewhere, &[]).failed(1).contains("no connection to etcd"));
    // A file without a certificate trusts nobody.
    assert!(
        nodes(&(with("server.key") + &client), &[]).failed(1).contains("no connection to etcd")
    );
}
