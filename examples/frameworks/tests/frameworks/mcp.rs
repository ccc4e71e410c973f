//! Tools of an MCP server, by rmcp: what a model reads about an ID, and about a mistyped one.

use std::error::Error;

use frameworks::{listen, run};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::schemars::JsonSchema;
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceExt, tool, tool_router};
use serde::Deserialize;
use serde_json::{Value, json};
use snowflake_kit::{Snowflake, SnowflakeId};
use tokio::net::{TcpListener, TcpStream};

use crate::{PostId, install_key};

/// Identifies an account.
#[derive(SnowflakeId)]
#[snowflake(prefix = "acc_", public = "sealed")]
struct AccountId(Snowflake);

/// What to close.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Close {
    account: AccountId,
    /// The post that explains it.
    because_of: Option<PostId>,
}

struct Accounts;

#[tool_router(server_handler)]
impl Accounts {
    /// Closes an account.
    #[tool]
    #[expect(clippy::unused_self, reason = "a tool is a method")]
    fn close(&self, Parameters(close): Parameters<Close>) -> String {
        format!("closed {:?} because of {:?}", close.account, close.because_of)
    }
}

/// A client of a server that listens on a port of this machine.
async fn connect() -> Result<RunningService<RoleClient, ()>, Box<dyn Error>> {
    let (port, listener) = listen();
    run(move || async {
        let listener = TcpListener::from_std(listener).expect("it listens");
        let (connection, _) = listener.accept().await.expect("a client");
        let server = Accounts.serve(connection).await.expect("a server");
        server.waiting().await.expect("it ends with the client");
    });
    let connection = TcpStream::connect(("127.0.0.1", port)).await?;
    Ok(().serve(connection).await?)
}

async fn close(
    client: &RunningService<RoleClient, ()>,
    arguments: &Value,
) -> Result<CallToolResult, Box<dyn Error>> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    Ok(client.call_tool(CallToolRequestParams::new("close").with_arguments(arguments)).await?)
}

/// Whether it is an error, and the text that the model reads.
fn answer(result: &CallToolResult) -> (bool, &str) {
    let text = result.content.first().and_then(|content| content.as_text());
    (result.is_error == Some(true), text.map_or("", |text| text.text.as_str()))
}

#[tokio::test]
async fn a_tool_says_what_an_id_looks_like() -> Result<(), Box<dyn Error>> {
    let client = connect().await?;
    let tools = client.list_all_tools().await?;
    let schema = serde_json::to_value(&tools[0].input_schema)?;
    let schema = schema.to_string();
    for told in ["Identifies an account.", "^acc_[0-9A-Za-z]{22}$", "^pst_[0-9A-Za-z]{11}$"] {
        assert!(schema.contains(told), "{told} in {schema}");
    }
    client.cancel().await?;
    Ok(())
}

#[tokio::test]
async fn ids_reach_a_tool() -> Result<(), Box<dyn Error>> {
    install_key();
    let client = connect().await?;
    let account = AccountId::try_from(7_i64)?;
    let result = close(&client, &json!({ "account": account.to_string() })).await?;
    assert_eq!(answer(&result), (false, "closed AccountId(7) because of None"));
    client.cancel().await?;
    Ok(())
}

/// One wrong letter of a sealed text, and what models send in place of an ID.
#[tokio::test]
async fn a_wrong_id_is_an_error_of_the_tool() -> Result<(), Box<dyn Error>> {
    install_key();
    let client = connect().await?;
    let right = AccountId::try_from(7_i64)?.to_string();
    let last = if right.ends_with('0') { "1" } else { "0" };
    let mistyped = format!("{}{last}", &right[..right.len() - 1]);
    for wrong in [json!(mistyped), json!(right[4..]), json!("pst_0ISLlHTcqtU"), json!(7), json!("")]
    {
        let result = close(&client, &json!({ "account": wrong })).await?;
        let (is_error, text) = answer(&result);
        assert!(is_error, "{wrong}: {text}");
        assert!(text.contains("AccountId"), "{wrong}: {text}");
    }
    let result = close(&client, &json!({ "account": mistyped })).await?;
    let (_, text) = answer(&result);
    let reason = mistyped.parse::<AccountId>().expect_err("it is mistyped").to_string();
    assert_eq!(text, format!("failed to deserialize parameters: {reason}"));
    client.cancel().await?;
    Ok(())
}
