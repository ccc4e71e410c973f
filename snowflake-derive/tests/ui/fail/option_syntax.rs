use snowflake_kit::{DecimalId, Minted, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake]
struct NoOptions(Snowflake);

#[derive(SnowflakeId)]
#[snowflake = "usr_"]
struct NoParentheses(Snowflake);

#[derive(SnowflakeId)]
#[snowflake("usr_")]
struct NoName(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(prefix = usr_)]
struct NoQuotes(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(prefix = b"usr_")]
struct Bytes(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(prefix("usr_"))]
struct Parentheses(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(prefix = "usr_" text = "hex")]
struct NoComma(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(caller = true)]
struct ValueOfAFlag(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(skip = "Debug")]
struct SkipsText(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public("sealed" label = "user"))]
struct NoCommaInParentheses(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake kit")]
struct CrateIsNoPath(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = true)]
struct LayoutIsNoPath(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(snowflake::prefix = "usr_")]
struct PathOfAnOption(Snowflake);

#[derive(DecimalId)]
union Overlaid {
    id: Snowflake,
}

#[derive(Minted)]
struct NoExpression<T = u8> {
    #[minted(in = )]
    id: T,
}

#[derive(Minted)]
struct TwoExpressions {
    #[minted(in = 1, in = 2)]
    id: NoName,
}

#[derive(Minted)]
#[minted(crate)]
enum Discriminants {
    A = 1 + 1,
}

fn main() {}
