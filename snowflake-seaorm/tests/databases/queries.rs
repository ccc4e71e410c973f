//! Rows are found by their keys, in every way that SeaORM has.

use sea_orm::prelude::*;
// `ExprTrait` has methods of the same names as typed columns have.
use sea_orm::{
    DatabaseConnection, DbBackend, EntityLoaderTrait, ExprTrait, FromQueryResult, Iden, IdenStatic,
    QueryOrder, QuerySelect, QueryTrait, Set, Statement, TransactionTrait, raw_sql,
};
use snowflake_kit_seaorm::sea_orm_2::MintedRows as _;

use crate::blog::ids::{PostId, UserId};
use crate::blog::{self, post, user};

/// Ada with three posts, the second of them a reply to the first, and Bob with
/// one. All are in the order in which they were minted.
async fn filled(db: &DatabaseConnection) -> (Vec<user::Model>, Vec<post::Model>) {
    blog::create(db).await;
    let names = ["Ada", "Bob"]
        .map(|name| user::ActiveModel { name: Set(name.to_owned()), ..Default::default() });
    let [ada, bob] = names.minted().unwrap().try_into().unwrap();
    let first = PostId::mint();
    let post = |id, author: &user::ActiveModel, reply_to| post::ActiveModel {
        id: Set(id),
        author_id: author.id.clone(),
        reply_to: Set(reply_to),
        title: Set("Keys before rows".to_owned()),
    };
    let posts = [
        post(first, &ada, None),
        post(PostId::mint(), &ada, Some(first)),
        post(PostId::mint(), &ada, None),
        post(PostId::mint(), &bob, Some(first)),
    ];
    user::Entity::insert_many([ada, bob]).exec(db).await.unwrap();
    post::Entity::insert_many(posts).exec(db).await.unwrap();
    (
        user::Entity::find().order_by_asc(user::IDS.id).all(db).await.unwrap(),
        post::Entity::find().order_by_asc(post::IDS.id).all(db).await.unwrap(),
    )
}

async fn ids(db: &DatabaseConnection, select: Select<post::Entity>) -> Vec<PostId> {
    let found = select.order_by_asc(post::IDS.id).all(db).await.unwrap();
    found.into_iter().map(|post| post.id).collect()
}

#[derive(DerivePartialModel)]
#[sea_orm(entity = "post::Entity")]
struct Heading {
    id: PostId,
    title: String,
    #[sea_orm(from_col = "reply_to")]
    question: Option<PostId>,
}

#[derive(FromQueryResult)]
struct Activity {
    author_id: UserId,
    latest: PostId,
    first_reply: Option<PostId>,
}

on_each_database! {
    async fn by_primary_key(db: DatabaseConnection) {
        let (_, posts) = filled(&db).await;
        let found = post::Entity::find_by_id(posts[1].id).one(&db).await;
        assert_eq!(found, Ok(Some(posts[1].clone())));
        assert_eq!(post::Entity::find_by_id(PostId::mint()).one(&db).await, Ok(None));
        let found = post::Entity::load().filter_by_id(posts[1].id).one(&db).await.unwrap();
        assert_eq!(found.unwrap().id, posts[1].id);

        let deleted = post::Entity::delete_by_id(posts[1].id).exec(&db).await.unwrap();
        assert_eq!(deleted.rows_affected, 1);
        assert_eq!(post::Entity::find().count(&db).await, Ok(3));
    }

    async fn by_typed_columns(db: DatabaseConnection) {
        let (users, posts) = filled(&db).await;
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|at: usize| posts[at].id);
        let [ada, bob] = [users[0].id, users[1].id];
        let column = post::IDS.id;
        let find = |condition: Expr| ids(&db, post::Entity::find().filter(condition));

        assert_eq!(IdenStatic::as_str(&column), "id");
        assert_eq!(Iden::unquoted(&column), "id");
        assert_eq!(ColumnTrait::enum_type_name(&column), None);
        assert_eq!(find(column.eq(second)).await, [second]);
        let borrowed = &posts[1].id;
        assert_eq!(find(column.eq(borrowed)).await, [second]);
        assert_eq!(find(column.ne(second)).await, [first, third, fourth]);
        assert_eq!(find(column.gt(second)).await, [third, fourth]);
        assert_eq!(find(column.gte(second)).await, [second, third, fourth]);
        assert_eq!(find(column.lt(second)).await, [first]);
        assert_eq!(find(column.lte(second)).await, [first, second]);
        assert_eq!(find(column.between(second, third)).await, [second, third]);
        assert_eq!(find(column.not_between(second, third)).await, [first, fourth]);
        assert_eq!(find(column.is_in([first, fourth])).await, [first, fourth]);
        assert_eq!(find(column.is_in([first, fourth].iter())).await, [first, fourth]);
        assert_eq!(find(column.is_in(Vec::<PostId>::new())).await, []);
        assert_eq!(find(column.is_not_in([first, fourth])).await, [second, third]);

        assert_eq!(find(post::IDS.author_id.eq(bob)).await, [fourth]);
        assert_eq!(find(post::IDS.reply_to.eq(first)).await, [second, fourth]);
        assert_eq!(find(post::IDS.reply_to.eq(Some(first))).await, [second, fourth]);
        assert_eq!(find(post::IDS.reply_to.eq(None)).await, [first, third]);
        assert_eq!(find(post::IDS.reply_to.ne(None)).await, [second, fourth]);
        assert_eq!(find(post::IDS.reply_to.is_null()).await, [first, third]);
        assert_eq!(find(post::IDS.reply_to.is_not_null()).await, [second, fourth]);
        assert_eq!(find(post::IDS.reply_to.if_null(third).eq(third)).await, [first, third]);
        // Columns with columns.
        assert_eq!(find(column.lt(post::IDS.reply_to)).await, []);
        assert_eq!(find(column.gt(post::IDS.reply_to)).await, [second, fourth]);

        // What is not an ID is as it was before.
        assert_eq!(find(post::IDS.title.starts_with("Keys")).await.len(), 4);
        assert_eq!(find(post::IDS.title.eq("Rows before keys")).await, []);
        // SeaORM's own columns know nothing of kinds, and find nothing.
        assert_eq!(find(post::COLUMN.id.eq(second)).await, [second]);
        assert_eq!(find(post::Column::Id.eq(ada)).await, []);
    }

    async fn by_the_time_in_the_key(db: DatabaseConnection) {
        let (_, posts) = filled(&db).await;
        let [first, last] = [posts[0].id.unix_millis(), posts[3].id.unix_millis()];
        let all = post::IDS.id.in_range(PostId::range(first..=last));
        assert_eq!(ids(&db, post::Entity::find().filter(all)).await.len(), 4);
        let none = post::IDS.id.in_range(PostId::range(last + 1..));
        assert_eq!(ids(&db, post::Entity::find().filter(none)).await, []);
    }

    async fn typed_columns_go_wherever_columns_go(db: DatabaseConnection) {
        let (users, posts) = filled(&db).await;
        let pairs: Vec<(PostId, Option<PostId>)> = post::Entity::find()
            .select_only()
            .column(post::IDS.id)
            .columns([post::IDS.reply_to])
            .order_by_desc(post::IDS.id)
            .into_tuple()
            .all(&db)
            .await
            .unwrap();
        let expected: Vec<_> = posts.iter().rev().map(|post| (post.id, post.reply_to)).collect();
        assert_eq!(pairs, expected);

        let activity: Vec<Activity> = post::Entity::find()
            .select_only()
            .column_as(post::IDS.author_id, "author_id")
            .column_as(post::IDS.id.max(), "latest")
            .column_as(post::IDS.reply_to.min(), "first_reply")
            .group_by(post::IDS.author_id)
            .order_by_asc(post::IDS.author_id)
            .having(post::IDS.id.count().gt(1))
            .into_model()
            .all(&db)
            .await
            .unwrap();
        let [activity] = activity.as_slice() else { panic!("{}", activity.len()) };
        assert_eq!(activity.author_id, users[0].id);
        assert_eq!(activity.latest, posts[2].id);
        assert_eq!(activity.first_reply, Some(posts[0].id));

        let joined = user::Entity::find()
            .join(sea_orm::JoinType::InnerJoin, user::Relation::Posts.def())
            .filter(post::IDS.id.eq(posts[3].id))
            .all(&db)
            .await;
        assert_eq!(joined, Ok(vec![users[1].clone()]));

        let writers = post::Entity::find()
            .select_only()
            .column(post::IDS.author_id)
            .filter(post::IDS.reply_to.is_not_null())
            .into_query();
        let found = user::Entity::find().filter(user::IDS.id.in_subquery(writers)).count(&db).await;
        assert_eq!(found, Ok(2));
    }

    async fn cursors_go_by_keys(db: DatabaseConnection) {
        let (users, posts) = filled(&db).await;
        let mut pages = post::Entity::find().cursor_by(post::IDS.id);
        let page = pages.after(posts[0].id).first(2).all(&db).await;
        assert_eq!(page, Ok(posts[1..3].to_vec()));
        let mut pages = post::Entity::find().cursor_by(post::Column::Id);
        let page = pages.before(posts[3].id).last(2).all(&db).await;
        assert_eq!(page, Ok(posts[1..3].to_vec()));

        let mut pages = post::Entity::find().cursor_by((post::IDS.author_id, post::IDS.id));
        let page = pages.after((users[0].id, posts[1].id)).first(9).all(&db).await;
        assert_eq!(page, Ok(posts[2..].to_vec()));

        let pages = post::Entity::find().order_by_asc(post::IDS.id).paginate(&db, 3);
        assert_eq!(pages.num_pages().await, Ok(2));
        assert_eq!(pages.fetch_page(1).await, Ok(posts[3..].to_vec()));
    }

    async fn partial_models_have_ids(db: DatabaseConnection) {
        let (_, posts) = filled(&db).await;
        let headings: Vec<Heading> = post::Entity::find()
            .order_by_asc(post::IDS.id)
            .into_partial_model()
            .all(&db)
            .await
            .unwrap();
        assert_eq!(headings.len(), 4);
        assert_eq!(headings[1].id, posts[1].id);
        assert_eq!(headings[1].title, posts[1].title);
        assert_eq!(headings[1].question, Some(posts[0].id));
    }

    async fn raw_statements_bind_ids(db: DatabaseConnection) {
        let (_, posts) = filled(&db).await;
        let backend = db.get_database_backend();
        let place = if backend == DbBackend::Postgres { "$1" } else { "?" };
        let sql = format!("SELECT * FROM posts WHERE reply_to = {place} ORDER BY id");
        let statement = Statement::from_sql_and_values(backend, sql, [posts[0].id.into()]);
        let found = post::Entity::find().from_raw_sql(statement.clone()).all(&db).await;
        assert_eq!(found, Ok(vec![posts[1].clone(), posts[3].clone()]));

        let rows = db.query_all_raw(statement).await.unwrap();
        let id: PostId = rows[1].try_get("", "id").unwrap();
        let question: Option<PostId> = rows[1].try_get("", "reply_to").unwrap();
        assert_eq!((id, question), (posts[3].id, Some(posts[0].id)));

        let [first, last] = [posts[0].id, posts[3].id];
        let statement = match backend {
            DbBackend::Postgres => {
                raw_sql!(Postgres, "SELECT * FROM posts WHERE id IN ({first}, {last}) ORDER BY id")
            }
            DbBackend::MySql => {
                raw_sql!(MySql, "SELECT * FROM posts WHERE id IN ({first}, {last}) ORDER BY id")
            }
            _ => raw_sql!(Sqlite, "SELECT * FROM posts WHERE id IN ({first}, {last}) ORDER BY id"),
        };
        let found = post::Model::find_by_statement(statement).all(&db).await.unwrap();
        assert_eq!(found.iter().map(|post| post.id).collect::<Vec<_>>(), [first, last]);
    }

    async fn rows_are_updated_by_key(db: DatabaseConnection) {
        let (users, posts) = filled(&db).await;
        let mut row: post::ActiveModel = posts[1].clone().into();
        row.reply_to = Set(None);
        row.author_id = Set(users[1].id);
        let updated = row.update(&db).await.unwrap();
        assert_eq!((updated.id, updated.reply_to), (posts[1].id, None));

        let updated = post::Entity::update_many()
            .col_expr(post::Column::AuthorId, Expr::value(users[0].id))
            .filter(post::IDS.author_id.eq(users[1].id))
            .exec(&db)
            .await
            .unwrap();
        assert_eq!(updated.rows_affected, 2);
        let deleted = post::Entity::delete_many()
            .filter(post::IDS.reply_to.is_not_null())
            .exec(&db)
            .await
            .unwrap();
        assert_eq!(deleted.rows_affected, 1);
    }

    async fn in_a_transaction(db: DatabaseConnection) {
        let (_, posts) = filled(&db).await;
        let transaction = db.begin().await.unwrap();
        post::Entity::delete_by_id(posts[3].id).exec(&transaction).await.unwrap();
        let found = post::Entity::find_by_id(posts[3].id).one(&transaction).await;
        assert_eq!(found, Ok(None));
        transaction.rollback().await.unwrap();
        let found = post::Entity::find_by_id(posts[3].id).one(&db).await;
        assert_eq!(found, Ok(Some(posts[3].clone())));
    }
}
