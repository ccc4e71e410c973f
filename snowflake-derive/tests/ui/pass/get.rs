//! `get` without an import, in constants too, and one that a type has in its place.

use snowflake_kit::{DecimalId, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(DecimalId)]
struct OrderId(Snowflake);

const FIRST: i64 = UserId(Snowflake::MIN).get();

#[derive(SnowflakeId)]
#[snowflake(skip(get))]
struct PostId(Snowflake);

impl PostId {
    fn get(self) -> String {
        format!("post {}", self.0.get())
    }
}

fn main() {
    assert_eq!(FIRST, 1);
    assert_eq!(OrderId(Snowflake::MIN).get(), 1);
    assert_eq!(PostId(Snowflake::MIN).get(), "post 1");

    // The trait has it for generic code, and calls on the type stay as they are beside it.
    use snowflake_kit::Id;
    fn of<T: Id<Value = Snowflake>>(id: T) -> i64 {
        id.get()
    }
    assert_eq!(of(PostId(Snowflake::MIN)), 1);
    assert_eq!(PostId(Snowflake::MIN).get(), "post 1");
}
