//! Through deadpool-postgres, whose statements are kept for each connection.

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use tokio_postgres::NoTls;

use crate::{UserId, connect, server, user};

#[tokio::test]
async fn a_pool_hands_ids_to_many_tasks() {
    // Installs the node, too.
    let owner = connect("CREATE TABLE IF NOT EXISTS pooled (id bigint PRIMARY KEY)").await;
    let config = ManagerConfig { recycling_method: RecyclingMethod::Clean };
    let manager = Manager::from_config(server::url().parse().unwrap(), NoTls, config);
    let pool = Pool::builder(manager).max_size(4).build().unwrap();

    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let ids = UserId::mint_many(10);
                let client = pool.get().await.unwrap();
                let insert = "INSERT INTO pooled SELECT * FROM unnest($1::bigint[])";
                let insert = client.prepare_cached(insert).await.unwrap();
                assert_eq!(client.execute(&insert, &[&ids]).await.unwrap(), 10);
                let select = "SELECT id FROM pooled WHERE id = ANY($1) ORDER BY id";
                let select = client.prepare_cached(select).await.unwrap();
                let rows = client.query(&select, &[&ids]).await.unwrap();
                let found: Vec<UserId> = rows.iter().map(|row| row.get("id")).collect();
                assert_eq!(found, ids);
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let row = owner.query_one("SELECT count(*), min(id) FROM pooled", &[]).await.unwrap();
    assert_eq!(row.get::<_, i64>(0), 160);
    assert!(row.get::<_, UserId>(1) > user(1));
    owner.batch_execute("DROP TABLE pooled").await.unwrap();
}
