//! ID types with schemas.

macro_rules! ids {
    ($($(#[$attribute:meta])* $id:ident),+ $(,)?) => {
        $(
            #[derive(SnowflakeId)]
            #[snowflake(crate = "snowflake_kit_core")]
            $(#[$attribute])*
            struct $id(Snowflake);
        )+
        schema!($($id),+);
    };
}
