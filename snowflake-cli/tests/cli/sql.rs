//! `snowflake sql`. That databases take the SQL is tested where it is written.

use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions, migration, mysql_script};

use crate::{command, finish, run};

fn functions(dialect: Dialect, layout: Layout, node: u32) -> Functions {
    Functions::new(dialect, layout, node).unwrap()
}

#[test]
fn it_is_what_the_core_writes() {
    let postgres = functions(Dialect::Postgres, Layout::INSTAGRAM, 5);
    let base = ["sql", "--dialect", "postgres", "--layout", "instagram", "--node", "5"];
    assert_eq!(run(&base).ok(), migration(&postgres.up()).trim_end().to_owned() + "\n");

    let shard = postgres.schema("shard5").unwrap().prefix("").unwrap();
    let names = ["--schema", "shard5", "--prefix", ""];
    let mut up = shard.up();
    up.push(shard.fill("users", "id").unwrap());
    up.push(shard.fill(("shop", "users"), "id").unwrap());
    let fills = ["--fill", "users.id", "--fill", "shop.users.id"];
    let arguments = [&base[..], &names, &fills].concat();
    assert_eq!(run(&arguments).ok(), migration(&up).trim_end().to_owned() + "\n");

    let mut down = vec![shard.unfill("users", "id").unwrap()];
    down.push(shard.unfill(("shop", "users"), "id").unwrap());
    down.extend(shard.down());
    let arguments = [&arguments[..], &["--down"]].concat();
    assert_eq!(run(&arguments).ok(), migration(&down).trim_end().to_owned() + "\n");
}

#[test]
fn roles_and_the_way_from_an_earlier_version_are_options() {
    for dialect in Functions::DIALECTS {
        let functions = functions(*dialect, Layout::DEFAULT, 5);
        let functions = functions.grant("shop").unwrap().grant("it's@home").unwrap();
        let functions = functions.owner("ids").unwrap();
        let base = ["sql", "--dialect", dialect.name(), "--node", "5", "--no-delimiter"];
        let roles = ["--grant", "shop", "--grant", "it's@home", "--owner", "ids"];
        let up = run(&[&base[..], &roles].concat()).ok();
        assert_eq!(up, migration(&functions.up()).trim_end().to_owned() + "\n");
        let upgrade = run(&[&base[..], &roles, &["--upgrade"]].concat()).ok();
        assert_eq!(upgrade, migration(&functions.upgrade()).trim_end().to_owned() + "\n");
    }
}

#[test]
fn clients_of_mysql_are_told_where_statements_end() {
    for dialect in [Dialect::MariaDb, Dialect::MySql] {
        let statements = functions(dialect, Layout::DEFAULT, 7).up();
        let base = ["sql", "--dialect", dialect.name(), "--node", "7"];
        let script = run(&base).ok();
        assert_eq!(script, mysql_script(&statements));
        assert!(script.starts_with("DELIMITER //\n") && script.ends_with("DELIMITER ;\n"));
        let plain = run(&[&base[..], &["--no-delimiter"]].concat()).ok();
        assert_eq!(plain, migration(&statements).trim_end().to_owned() + "\n");
    }
}

#[test]
fn the_node_is_an_option_or_in_the_environment_or_an_argument() {
    let base = ["sql", "--dialect", "postgres"];
    assert!(run(&base).refused().contains("--node 7"));
    let mut with_env = command(&base);
    with_env.env("SNOWFLAKE_NODE", "7");
    assert!(finish(with_env).ok().contains("node 7"));
    let nodes = run(&[&base[..], &["--nodes", "0-31"]].concat()).ok();
    assert!(nodes.contains(r#""snowflake_next_id"(node bigint)"#), "{nodes}");
    // What is dropped has no node.
    assert!(run(&[&base[..], &["--down"]].concat()).ok().starts_with("DROP FUNCTION"));
    let down = run(&[&base[..], &["--nodes", "0-31", "--down"]].concat()).ok();
    assert!(down.contains(r#""snowflake_next_id"(bigint)"#), "{down}");
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |arguments: &[&str]| {
        run(&[&["sql", "--dialect", "postgres"], arguments].concat()).refused()
    };
    for (arguments, reason) in [
        (&["--node", "1024"][..], "use 0 to 1023"),
        (&["--nodes", "0-1024"], "use 0 to 1023"),
        (&["--nodes", "7-3"], "such as `--nodes 0-31`"),
        (&["--nodes", "7"], "such as `--nodes 0-31`"),
        (&["--nodes", "0-7", "--node", "1"], "cannot be used with"),
        (&["--node", "1", "--layout", "trace-id"], "wrap around"),
        (&["--node", "1", "--schema", ""], "is not a valid name"),
        (&["--node", "1", "--grant", ""], "is not a valid name"),
        (&["--node", "1", "--owner", "a\nb"], "is not a valid name"),
        (&["--node", "1", "--upgrade", "--down"], "cannot be used with"),
        (&["--node", "1", "--prefix", &"x".repeat(50)], "1 to 63 bytes"),
        (&["--node", "1", "--fill", "users"], "such as `--fill users.id`"),
        (&["--node", "1", "--fill", "a.b.users.id"], "such as `users` or `shop.users`"),
        (&["--nodes", "0-7", "--fill", "users.id"], "the node is an argument"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(reason), "{error}");
    }
    assert!(run(&["sql", "--dialect", "oracle"]).refused().contains("mariadb"));
}
