// Structs of the shapes that Diesel's derives know.

#[derive(Clone, Debug, PartialEq, AsChangeset, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts, treat_none_as_null = true, treat_none_as_default_value = false)]
struct People {
    author_id: UserId,
    editor_id: Option<UserId>,
}

/// Columns under names of their own, and some of them in a struct.
#[derive(Clone, Debug, PartialEq, AsChangeset, Identifiable, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts, treat_none_as_default_value = false)]
struct Signed {
    #[diesel(column_name = id)]
    key: PostId,
    #[diesel(embed)]
    people: People,
    title: String,
}

/// A query in a struct.
#[derive(Debug, PartialEq, HasQuery)]
#[diesel(table_name = posts)]
struct Editor {
    id: PostId,
    #[diesel(select_expression = posts::editor_id.assume_not_null())]
    editor: UserId,
}

test! {
    fn columns_are_embedded(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let people = People { author_id: user(1), editor_id: None };
        let row = Signed { key: post(BIG), people, title: "Title".to_owned() };
        go!(diesel::insert_into(posts::table).values(&row).execute(connection)).unwrap();
        let found = posts::table.select(Signed::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row.clone()));

        let people = People { author_id: user(2), editor_id: Some(user(3)) };
        let row = Signed { people, ..row };
        go!(diesel::update(&row).set(&row).execute(connection)).unwrap();
        let found = posts::table.select(Signed::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row.clone()));
        let found: Editor = go!(Editor::query().first(connection)).unwrap();
        assert_eq!(found, Editor { id: post(BIG), editor: user(3) });
    }
}

/// An ID as another part of the program has it.
#[derive(Clone, Debug, PartialEq)]
struct Hex(String);

impl From<UserId> for Hex {
    fn from(id: UserId) -> Self {
        Self(format!("{:x}", id.get()))
    }
}

impl From<Hex> for UserId {
    fn from(hex: Hex) -> Self {
        user(i64::from_str_radix(&hex.0, 16).unwrap())
    }
}

#[derive(Clone, Debug, PartialEq, Insertable, Queryable, Selectable)]
#[diesel(table_name = users)]
struct HexUser {
    #[diesel(serialize_as = UserId, deserialize_as = UserId)]
    id: Hex,
    name: String,
}

/// An ID in a type of the program's own.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    diesel::expression::AsExpression,
    diesel::deserialize::FromSqlRow,
)]
#[diesel(sql_type = UserKey)]
struct Signer(UserId);

impl<DB> diesel::serialize::ToSql<UserKey, DB> for Signer
where
    DB: diesel::backend::Backend,
    UserId: diesel::serialize::ToSql<UserKey, DB>,
{
    fn to_sql<'b>(
        &'b self,
        out: &mut diesel::serialize::Output<'b, '_, DB>,
    ) -> diesel::serialize::Result {
        self.0.to_sql(out)
    }
}

impl<DB> diesel::deserialize::FromSql<UserKey, DB> for Signer
where
    DB: diesel::backend::Backend,
    UserId: diesel::deserialize::FromSql<UserKey, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
        UserId::from_sql(bytes).map(Self)
    }
}

test! {
    fn ids_go_through_other_types(connection) {
        go!(connection.batch_execute(TABLES)).unwrap();
        let row = HexUser { id: Hex("ff".to_owned()), name: "Ada".to_owned() };
        go!(diesel::insert_into(users::table).values(row.clone()).execute(connection)).unwrap();
        let found = users::table.select(HexUser::as_select());
        assert_eq!(go!(found.first(connection)), Ok(row));

        let signer = Signer(user(255));
        let found = users::table.filter(users::id.eq(&signer)).select(users::id);
        assert_eq!(go!(found.first(connection)), Ok(signer));
        let insert = (users::id.eq(Signer(user(256))), users::name.eq("Bob"));
        go!(diesel::insert_into(users::table).values(insert).execute(connection)).unwrap();
        assert_eq!(go!(users::table.find(user(256)).count().get_result(connection)), Ok(1_i64));
    }
}

/// What is to the right of a join may be missing as a whole.
#[derive(Debug, PartialEq, Queryable, Selectable)]
#[diesel(table_name = posts)]
struct Link {
    id: PostId,
    author_id: UserId,
}

test! {
    fn structs_are_missing_in_outer_joins(connection) {
        type Row = (UserId, Option<(Link, Option<Reading>)>, Option<PostId>);

        fill!(connection);
        let [ada, ..] = two_users();
        let cyd = User { id: user(3), name: "Cyd".to_owned() };
        go!(diesel::insert_into(users::table).values(&cyd).execute(connection)).unwrap();
        let rows = users::table
            .left_join(posts::table.left_join(readings::table))
            .filter(users::id.eq_any([ada.id, cyd.id]))
            .select((users::id, Option::<(Link, Option<Reading>)>::as_select(), posts::id.nullable()))
            .order((users::id, posts::id));
        let found: Vec<Row> = go!(rows.load(connection)).unwrap();
        let link = |id| Link { id: post(id), author_id: ada.id };
        let [_, reading, _] = three_readings();
        assert_eq!(
            found,
            [
                (ada.id, Some((link(10), Some(reading))), Some(post(10))),
                (ada.id, Some((link(BIG), None)), Some(post(BIG))),
                (cyd.id, None, None),
            ]
        );
    }
}
