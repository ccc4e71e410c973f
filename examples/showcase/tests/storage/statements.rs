//! A statement per table, as the database counts them.

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use showcase::model::{Graph, Message};
use showcase::storage::{MessageFilter, Window};

use crate::place::{self, Place, System, everywhere};
use crate::world::{messages, world};

const TABLES: [&str; 6] = ["users", "guilds", "members", "channels", "messages", "reactions"];

#[tokio::test]
async fn one_per_table_on_postgres() {
    place::run(System::Postgres, count).await;
}

async fn count(place: Place) {
    let (storage, graph) = (place.open().await, world());
    place
        .execute(
            "CREATE TABLE statements (table_name TEXT NOT NULL);
             CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN INSERT INTO statements VALUES (TG_TABLE_NAME); RETURN NULL; END $$;",
        )
        .await;
    for table in TABLES {
        place
            .execute(&format!(
                "CREATE TRIGGER count_statement AFTER INSERT OR UPDATE ON {table} \
                 FOR EACH STATEMENT EXECUTE FUNCTION count_statement()"
            ))
            .await;
    }
    let db = place.connect().await;
    let counted = async |graph: &Graph| {
        storage.insert(graph).await.unwrap();
        let mut numbers = [0; 6];
        let sql = "WITH taken AS (DELETE FROM statements RETURNING table_name)
                   SELECT table_name, COUNT(*) FROM taken GROUP BY table_name";
        for row in db.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap()
        {
            let (table, number): (String, i64) = row.try_get_many_by_index().unwrap();
            numbers[TABLES.iter().position(|name| *name == table).unwrap()] = number;
        }
        numbers
    };
    assert_eq!(counted(&graph).await, [1; 6]);
    // 65,535 values, and five in each row.
    assert_eq!(counted(&messages(&graph, 13_107)).await, [0, 0, 0, 0, 1, 0]);
    assert_eq!(counted(&messages(&graph, 13_108)).await, [0, 0, 0, 0, 2, 0]);
    db.close().await.unwrap();
}

everywhere! {
    /// More rows than a statement of any of the databases takes.
    async fn many_rows_take_several(place: Place) {
        let (storage, mut graph) = (place.open().await, world());
        let (channel, users) = (graph.channels[0].id, [graph.users[0].id, graph.users[1].id]);
        for number in 0..15_000 {
            let reply_to = graph.messages.last().map(|message| message.id);
            let text = format!("Message {number}");
            graph.messages.push(Message::mint(channel, users[number % 2], reply_to, text));
        }
        storage.insert(&graph).await.unwrap();
        let newest = Window { newest_first: true, ..Window::first(20_000) };
        let mut found = storage.messages(MessageFilter::default(), &newest).await.unwrap();
        found.reverse();
        assert!(found == graph.messages);
    }
}
