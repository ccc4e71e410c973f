//! The members of a cluster, one of which is asked.

use std::process;
use std::time::Duration;

use prost::Message;
use snowflake_kit_lease::StoreError;
use tonic::client::Grpc;
use tonic::codegen::http::uri::{PathAndQuery, Uri};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;

use crate::error::{Failure, bad_url, no_members};
use crate::rpc::{
    AUTHENTICATE, AuthenticateRequest, AuthenticateResponse, STATUS, StatusRequest, StatusResponse,
    TXN, TxnRequest, TxnResponse,
};
use crate::sight::Sight;

/// How long connecting to a member, and the answer to a request, may take.
const TIMEOUT: Duration = Duration::from_secs(3);

/// An answer may have a row of about 100 bytes for each node number: here for half a
/// million.
const LONGEST_ANSWER: usize = 64 << 20;

pub(crate) struct Cluster {
    members: Vec<Endpoint>,
    /// The member that is asked next.
    at: usize,
    /// A connection to that member. Not here during a request, so that one that fails or
    /// is dropped leaves none, and the next request goes to the next member.
    open: Option<Grpc<Channel>>,
    user: Option<AuthenticateRequest>,
    token: Option<MetadataValue<Ascii>>,
}

/// What a transaction did, and what the cluster said about itself.
pub(crate) type Answer = (TxnResponse, Sight);

/// Whether a request whose answer is lost may be sent again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    Never,
    AtOtherMembers,
}

impl Cluster {
    /// Members by their URLs, separated by commas.
    pub(crate) fn parse(urls: &str) -> Result<Self, StoreError> {
        let members = urls.split(',').zip(1..).map(|(url, number)| {
            let url = url.trim();
            // As etcdctl takes them.
            let full = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
            let endpoint = Endpoint::from_shared(full).map_err(|error| bad_url(number, &error))?;
            if endpoint.uri().host().is_none_or(str::is_empty) {
                return Err(bad_url(number, &"it has no host"));
            }
            Ok(endpoint.timeout(TIMEOUT))
        });
        Self::new(members.collect::<Result<_, _>>()?)
    }

    pub(crate) fn new(members: Vec<Endpoint>) -> Result<Self, StoreError> {
        if members.is_empty() {
            return Err(no_members());
        }
        let with_timeout = |member: Endpoint| match member.get_connect_timeout() {
            Some(_) => member,
            None => member.connect_timeout(TIMEOUT),
        };
        // Processes begin at different members.
        let at = process::id() as usize % members.len();
        let members = members.into_iter().map(with_timeout).collect();
        Ok(Self { members, at, open: None, user: None, token: None })
    }

    pub(crate) fn log_in_as(&mut self, name: String, password: String) {
        self.user = Some(AuthenticateRequest { name, password });
    }

    /// Asks members one after the other until one answers.
    pub(crate) async fn txn(
        &mut self,
        request: &TxnRequest,
        repeat: Repeat,
    ) -> Result<Answer, Failure> {
        let mut left = self.members.len();
        loop {
            left -= 1;
            match self.ask_next(request).await {
                Err(Failure::NotConnected { .. }) if left > 0 => {}
                Err(Failure::Refused(status))
                    if left > 0 && repeat == Repeat::AtOtherMembers && is_passing(&status) => {}
                result => return result,
            }
        }
    }

    async fn ask_next(&mut self, request: &TxnRequest) -> Result<Answer, Failure> {
        let member = self.at;
        let open = self.open.take();
        self.at = (member + 1) % self.members.len();
        let mut client = match open {
            Some(client) => client,
            None => self.connect(member).await?,
        };
        let result = self.ask(&mut client, request).await;
        let failed = matches!(&result, Err(Failure::Refused(status)) if is_passing(status));
        if !failed {
            (self.at, self.open) = (member, Some(client));
        }
        result
    }

    /// Asks a member, and then for its log. Both in this order, and on one connection: otherwise
    /// the log could be an older one than that of the answer.
    async fn ask(
        &mut self,
        client: &mut Grpc<Channel>,
        request: &TxnRequest,
    ) -> Result<Answer, Failure> {
        let refused = |status| Failure::Refused(Box::new(status));
        let mut answer: Result<TxnResponse, Status> =
            self.ask_with_token(client, TXN, request).await;
        // Tokens expire. A request with an invalid one has not been carried out.
        if answer.as_ref().is_err_and(|status| status.code() == Code::Unauthenticated)
            && self.token.take().is_some()
        {
            answer = self.ask_with_token(client, TXN, request).await;
        }
        let answer = answer.map_err(refused)?;
        let status: Option<StatusResponse> =
            match self.ask_with_token(client, STATUS, &StatusRequest {}).await {
                Ok(status) => Some(status),
                // Versions of etcd from 2026 show it to the role `root` only.
                Err(status) if is_not_shown(&status) => None,
                Err(status) => return Err(refused(status)),
            };
        let header = answer.header.as_ref().ok_or(Failure::NoHeader)?;
        let sight = Sight::new(header, status.as_ref());
        Ok((answer, sight))
    }

    async fn connect(&self, member: usize) -> Result<Grpc<Channel>, Failure> {
        let member = &self.members[member];
        let channel = member.connect().await.map_err(|error| Failure::NotConnected {
            member: shown(member.uri()),
            error: Box::new(error),
        })?;
        Ok(Grpc::new(channel).max_decoding_message_size(LONGEST_ANSWER))
    }

    async fn ask_with_token<M, R>(
        &mut self,
        client: &mut Grpc<Channel>,
        path: &'static str,
        message: &M,
    ) -> Result<R, Status>
    where
        M: Message + Clone + 'static,
        R: Message + Default + 'static,
    {
        if self.token.is_none()
            && let Some(user) = &self.user
        {
            let answer: AuthenticateResponse =
                unary(client, AUTHENTICATE, Request::new(user.clone())).await?;
            let token = answer.token.parse();
            self.token =
                Some(token.map_err(|_| Status::internal("the token is not a value of a header"))?);
        }
        let mut request = Request::new(message.clone());
        // A member that has lost the others says so at once, and does not wait for them.
        request.metadata_mut().insert("hasleader", MetadataValue::from_static("true"));
        if let Some(token) = &self.token {
            request.metadata_mut().insert("token", token.clone());
        }
        unary(client, path, request).await
    }
}

async fn unary<M, R>(
    client: &mut Grpc<Channel>,
    path: &'static str,
    request: Request<M>,
) -> Result<R, Status>
where
    M: Message + 'static,
    R: Message + Default + 'static,
{
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    let codec = ProstCodec::<M, R>::default();
    let answer = client.unary(request, PathAndQuery::from_static(path), codec).await?;
    Ok(answer.into_inner())
}

/// Without user and password.
fn shown(uri: &Uri) -> String {
    let scheme = uri.scheme_str().unwrap_or("http");
    let (host, port) = (uri.host().unwrap_or_default(), uri.port());
    format!("{scheme}://{host}{}/", port.map_or(String::new(), |port| format!(":{port}")))
}

/// Whether another member may do what this one has not.
fn is_passing(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable
            | Code::DeadlineExceeded
            | Code::Cancelled
            | Code::Aborted
            | Code::Unknown
            | Code::Internal
    )
}

/// Whether the member does not say what it is asked for, to this user or to anybody.
fn is_not_shown(status: &Status) -> bool {
    matches!(status.code(), Code::PermissionDenied | Code::Unauthenticated | Code::Unimplemented)
}
