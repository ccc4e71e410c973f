use snowflake_kit::{Minted, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct PostId(Snowflake);

#[derive(Minted)]
struct NoKey {
    id: PostId,
}

#[derive(Minted)]
struct Tuple(#[minted] PostId);

#[derive(Minted)]
enum Either {
    This,
    That,
}

#[derive(Minted)]
struct Options {
    #[minted(now)]
    id: PostId,
}

#[derive(Minted)]
#[minted(facade = "snowflake_kit")]
struct Facade {
    #[minted]
    id: PostId,
}

#[derive(Minted)]
struct Twice {
    #[minted]
    #[minted]
    id: PostId,
}

fn main() {}
