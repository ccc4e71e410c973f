//! The macros' code in modules that are strict, and that have names of their own for what
//! it uses.

#[deny(warnings)]
#[deny(missing_docs, unused_qualifications, unreachable_pub, unused_lifetimes)]
mod shadowed {
    #![expect(dead_code, non_camel_case_types, reason = "they are there to be mistaken")]

    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    struct Option;
    struct Result;
    struct Samples;
    struct usize;
    trait Arbitrary {}
    trait Default {}
    trait Dummy {}
    trait Interval {}
    trait Sized {}
    mod arbitrary {}
    mod core {}
    mod fake {}
    mod proptest {}
    mod std {}

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_arbitrary::strategy!(UserId);
    snowflake_kit_arbitrary::arbitrary!(UserId);
    snowflake_kit_arbitrary::dummy!(UserId);
}

#[test]
fn the_macros_name_nothing_of_the_module_around_them() {
    fn is_sampled<T>()
    where
        T: proptest::arbitrary::Arbitrary,
        T: for<'a> arbitrary::Arbitrary<'a>,
        T: fake::Dummy<fake::Faker>,
    {
    }

    is_sampled::<shadowed::UserId>();
}

#[test]
fn types_inside_functions_are_sampled() {
    use fake::{Fake, Faker};
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct LocalId(Snowflake);

    snowflake_kit_arbitrary::strategy!(LocalId);
    snowflake_kit_arbitrary::arbitrary!(LocalId);
    snowflake_kit_arbitrary::dummy!(LocalId);

    let _: LocalId = Faker.fake();
}
