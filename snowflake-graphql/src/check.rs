//! IDs checked before anything is executed.

mod walk;

use std::cell::RefCell;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_graphql::extensions::{
    Extension, ExtensionContext, ExtensionFactory, NextParseQuery, NextPrepareRequest, NextResolve,
    NextValidation, ResolveInfo,
};
use async_graphql::parser::types::ExecutableDocument;
use async_graphql::{
    Request, ServerError, ServerResult, ValidationResult, Value, Variables, async_trait,
};

use self::walk::walk;
use crate::input::{Refusal, Untyped, read, read_shared};

/// An extension that looks at every ID of a query before the query is executed,
/// and names the argument.
///
/// Without it, an argument that is not an ID is an error when its field is executed. With it,
/// nothing is executed, the first 20 wrong values are reported together, and each error says where
/// in the arguments its value is:
///
/// ```
/// use async_graphql::{EmptyMutation, EmptySubscription, InputObject, Object, Schema};
/// use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
/// # snowflake_kit_graphql::scalar!(UserId);
///
/// #[derive(InputObject)]
/// struct Filter {
///     authors: Vec<UserId>,
/// }
///
/// struct Query;
///
/// #[Object]
/// impl Query {
///     async fn posts(&self, filter: Filter) -> usize {
///         filter.authors.len()
///     }
/// }
///
/// let schema = Schema::build(Query, EmptyMutation, EmptySubscription)
///     .extension(snowflake_kit_graphql::CheckIds)
///     .finish();
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// let query = r#"{ posts(filter: { authors: ["7", "x"] }) }"#;
/// let errors = schema.execute(query).await.into_result().unwrap_err();
/// assert!(errors[0].message.starts_with(
///     "Invalid value for argument \"filter.authors.1\", expected type \"UserId\": invalid ID \"x\"",
/// ));
/// # });
/// ```
///
/// For types that share a scalar (`async_graphql(name = "…")`) it checks only that the value is a string
/// or an integer in range, and for types that are GraphQL's `ID` it checks nothing. Other mistakes
/// are found when the field is executed; then the error names the argument, but not the place
/// inside it.
///
/// IDs are checked after everything else of the request, and after the schema's limits: a query
/// that is too complex or too deep costs no check. A variable is checked once, however often it is
/// used.
///
/// With any extension, also this one, async-graphql boxes the future of each field.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckIds;

impl ExtensionFactory for CheckIds {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(OneRequest::default())
    }
}

/// The request, from when it is parsed until it is valid.
#[derive(Default)]
struct OneRequest(Mutex<Parsed>);

#[derive(Default)]
struct Parsed {
    operation: Option<String>,
    /// Copies, because the hook after the limits has neither.
    document: Option<(ExecutableDocument, Variables)>,
}

impl OneRequest {
    fn parsed(&self) -> MutexGuard<'_, Parsed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl Extension for OneRequest {
    async fn prepare_request(
        &self,
        context: &ExtensionContext<'_>,
        request: Request,
        next: NextPrepareRequest<'_>,
    ) -> ServerResult<Request> {
        let request = next.run(context, request).await?;
        self.parsed().operation.clone_from(&request.operation_name);
        Ok(request)
    }

    async fn parse_query(
        &self,
        context: &ExtensionContext<'_>,
        query: &str,
        variables: &Variables,
        next: NextParseQuery<'_>,
    ) -> ServerResult<ExecutableDocument> {
        let document = next.run(context, query, variables).await?;
        self.parsed().document = Some((document.clone(), variables.clone()));
        Ok(document)
    }

    async fn validation(
        &self,
        context: &ExtensionContext<'_>,
        next: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        // A query that is not valid for other reasons, or beyond the limits of the schema, is
        // refused before any work is done for it.
        let valid = next.run(context).await?;
        let Parsed { operation, document } = mem::take(&mut *self.parsed());
        let errors = document.map_or_else(Vec::new, |(document, variables)| {
            walk(&context.schema_env.registry, &document, operation.as_deref(), &variables)
        });
        if errors.is_empty() { Ok(valid) } else { Err(errors) }
    }

    async fn resolve(
        &self,
        context: &ExtensionContext<'_>,
        info: ResolveInfo<'_>,
        next: NextResolve<'_>,
    ) -> ServerResult<Option<Value>> {
        let arguments = &info.field.arguments;
        next.run(context, info).await.map_err(|mut error| {
            let message = &error.message;
            let argument = arguments.iter().find(|(_, value)| error.locations == [value.pos]);
            // As `InputValueError` writes it, for other scalars and validators too.
            if let Some((name, _)) = argument.filter(|_| message.starts_with("Failed to parse")) {
                error.message = format!("Invalid value for argument \"{}\": {message}", name.node);
            }
            error
        })
    }
}

thread_local! {
    /// Why the scalar that was asked last has said no; `None` if it was not asked for.
    static REASON: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Asks a scalar about a value: the reason, if it says no and is an ID's.
///
/// Registries have nothing but a function from values to `bool` per scalar, so
/// the reason comes by another way. Nothing else runs on this thread meanwhile.
fn ask(is_valid: impl FnOnce() -> bool) -> Option<String> {
    /// Ends the question also if a scalar of another crate panics.
    struct Asking;

    impl Drop for Asking {
        fn drop(&mut self) {
            REASON.set(None);
        }
    }

    REASON.set(Some(String::new()));
    let _asking = Asking;
    let valid = is_valid();
    REASON.take().filter(|reason| !valid && !reason.is_empty())
}

/// Answers with the result of `read`, where [`ask`] asks. All others hear yes:
/// of what async-graphql finds out this way it says no more than the name of
/// the scalar, and the error on execution says what is wrong.
fn recorded<'a, T>(read: impl FnOnce() -> Result<T, Refusal<'a>>) -> bool {
    REASON.with_borrow_mut(|reason| {
        let Some(reason) = reason else {
            return true;
        };
        let refusal = read().err();
        if let Some(refusal) = &refusal {
            *reason = refusal.to_string();
        }
        refusal.is_none()
    })
}

/// Whether this is an ID of a type with this text id.
pub(crate) fn recorded_of(id: Untyped, value: &Value) -> bool {
    recorded(|| read(id, value))
}

/// The same for a scalar of several types.
pub(crate) fn recorded_shared(value: &Value) -> bool {
    recorded(|| read_shared(value))
}
