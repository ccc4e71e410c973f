//! Pages as connections.

use async_graphql::OutputType;
use async_graphql::connection::{
    Connection, ConnectionNameType, CursorType, Edge, EdgeNameType, EmptyFields,
    NodesFieldSwitcherSealed,
};
use snowflake_kit_core::Id;
use snowflake_kit_core::pages::Page;

/// A [`Page`] as a connection. Import the trait to call its method.
///
/// ```
/// # use async_graphql::{EmptyMutation, EmptySubscription, Object, Result, Schema, SimpleObject};
/// # use async_graphql::connection::Connection;
/// # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
/// use snowflake_kit_core::pages::{Keyset, Order};
/// use snowflake_kit_graphql::PageConnection as _;
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct PostId(Snowflake);
/// # snowflake_kit_graphql::scalar!(PostId);
/// # #[derive(Clone, SimpleObject)]
/// # struct Post { id: PostId }
/// # struct Query { posts: Vec<Post> }
///
/// /// Posts, the newest first: 20 on a page unless the client says how many, at most 100.
/// const POSTS: Keyset = Keyset::descending().page_size(20, 100);
///
/// #[Object]
/// impl Query {
///     async fn posts(
///         &self,
///         after: Option<String>,
///         before: Option<String>,
///         first: Option<i32>,
///         last: Option<i32>,
///     ) -> Result<Connection<PostId, Post>> {
///         let page = POSTS.page::<PostId>(after, before, first, last)?;
///
///         // SELECT … FROM posts WHERE id > … AND id < … ORDER BY id … LIMIT …
///         let mut rows = self.posts.clone();
///         rows.retain(|post| page.greater_than().is_none_or(|id| post.id > id));
///         rows.retain(|post| page.less_than().is_none_or(|id| post.id < id));
///         match page.order() {
///             Order::Ascending => rows.sort_by_key(|post| post.id),
///             Order::Descending => rows.sort_by_key(|post| std::cmp::Reverse(post.id)),
///         }
///         rows.truncate(page.limit() as usize);
///
///         Ok(page.connection(rows, |post| post.id))
///     }
/// }
/// # let posts = (1..=5).map(|id| Post { id: PostId::from_i64(id).unwrap() }).collect();
/// # let schema = Schema::new(Query { posts }, EmptyMutation, EmptySubscription);
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let query = r#"{ posts(first: 2, after: "4") { nodes { id } pageInfo { hasNextPage } } }"#;
/// # let data = schema.execute(query).await.into_result().unwrap().data;
/// # assert_eq!(
/// #     data.to_string(),
/// #     r#"{posts: {nodes: [{id: "3"}, {id: "2"}], pageInfo: {hasNextPage: true}}}"#,
/// # );
/// # });
/// ```
pub trait PageConnection<T: Id> {
    /// The connection of the rows that the query found.
    ///
    /// Connections and edges may have names of their own; the compiler infers them. For connections
    /// with more fields, use [`Page::slice`].
    fn connection<Row, Name, EdgeName, NodesField>(
        &self,
        rows: Vec<Row>,
        id: impl Fn(&Row) -> T,
    ) -> Connection<T, Row, EmptyFields, EmptyFields, Name, EdgeName, NodesField>
    where
        T: CursorType,
        Row: OutputType,
        Name: ConnectionNameType,
        EdgeName: EdgeNameType,
        NodesField: NodesFieldSwitcherSealed;
}

impl<T: Id> PageConnection<T> for Page<T> {
    fn connection<Row, Name, EdgeName, NodesField>(
        &self,
        rows: Vec<Row>,
        id: impl Fn(&Row) -> T,
    ) -> Connection<T, Row, EmptyFields, EmptyFields, Name, EdgeName, NodesField>
    where
        T: CursorType,
        Row: OutputType,
        Name: ConnectionNameType,
        EdgeName: EdgeNameType,
        NodesField: NodesFieldSwitcherSealed,
    {
        let slice = self.slice(rows);
        let mut connection = Connection::new(slice.has_previous_page, slice.has_next_page);
        connection.edges.extend(slice.rows.into_iter().map(|row| Edge::new(id(&row), row)));
        connection
    }
}
