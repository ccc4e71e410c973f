//! juniper. Its types are declared here, since they have an attribute for it.

use juniper::{
    EmptyMutation, EmptySubscription, GraphQLScalar, RootNode, Variables, graphql_object,
    graphql_value,
};
use snowflake_kit::{Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(GraphQLScalar, SnowflakeId)]
#[graphql(with = id_scalar, parse_token(String))]
pub struct UserId(Snowflake);

mod id_scalar {
    use snowflake_kit::Id;

    pub(super) fn to_output<T: Id + ToString>(id: &T) -> String {
        id.to_string()
    }

    pub(super) fn from_input<T: Id>(text: &str) -> Result<T, String> {
        T::from_text(text).map_err(|error| error.to_string())
    }
}

struct Query;

#[graphql_object]
impl Query {
    fn friends(of: UserId) -> Vec<UserId> {
        vec![of]
    }
}

#[test]
fn arguments_and_answers() {
    let schema = RootNode::new(Query, EmptyMutation::new(), EmptySubscription::new());
    let ask = |query| juniper::execute_sync(query, None, &schema, &Variables::new(), &());
    let (answer, errors) = ask(r#"{ friends(of: "249857720318955522") }"#).expect("an answer");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(answer, graphql_value!({ "friends": ["249857720318955522"] }));
    let error = ask(r#"{ friends(of: "0") }"#).expect_err("it is not an ID").to_string();
    assert!(error.contains("for type \"UserId\""), "{error}");
    assert!(ask("{ friends(of: 249857720318955522) }").is_err());
    assert!(schema.as_sdl().contains("friends(of: UserId!): [UserId!]!"));
}
