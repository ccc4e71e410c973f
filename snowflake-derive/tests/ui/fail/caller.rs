use snowflake_kit::{DecimalId, Layout, Minted, Snowflake, SnowflakeId, mint::Minter};

const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

const PLAIN: Layout = Layout::builder("plain").time_bits(41).node_bits(5).sequence_bits(9).build();

#[derive(SnowflakeId)]
#[snowflake(layout = FEED)]
struct NotSaid(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = PLAIN, caller)]
struct NotThere(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(caller)]
struct NoLayout(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = "discord", caller)]
struct Preset(Snowflake);

#[derive(DecimalId)]
#[snowflake(caller)]
struct OrderId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = FEED, caller)]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(Minted)]
struct WithoutValue {
    #[minted]
    id: PostId,
}

#[derive(Minted)]
struct WithoutField {
    #[minted(in = 5)]
    id: UserId,
}

#[derive(Minted)]
struct NoSuchField {
    #[minted(in = shard_of(self.author_id))]
    id: PostId,
    user_id: UserId,
}

#[derive(Minted)]
struct OfTheKey {
    #[minted(in = self.id.caller())]
    id: PostId,
}

#[derive(Minted)]
struct OfTheRow {
    #[minted(in = self.shard())]
    id: PostId,
}

#[derive(Minted)]
struct NoValue {
    #[minted()]
    id: PostId,
}

fn main() {
    let _ = PostId::mint();
    let _ = UserId::within(5).mint();
    let generator = PostId::generator().unwrap();
    let _ = generator.mint::<PostId>();
    let _ = generator.within::<UserId>(5).mint();
}
