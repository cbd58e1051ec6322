//! `/mcp`: the tools for assistants, which ask the contract's interface right here.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::Extensions;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::any;
use axum::{Extension, Router};
use dragoman_mcp::{
    Interface, InterfaceRequest, InterfaceResponse, LARGEST_MESSAGE, Unreachable, over_http,
};
use dragoman_service::{Caller, Documents};
use http_body_util::Full;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;

use crate::ApiState;
use crate::authentication::{key_is_missing, let_through, secret_of_any_client};
use crate::error::{self, ApiError};
use crate::large_request::LargeBodies;
use crate::request::take_apart;
use crate::routes;

/// The largest answer that an assistant is given: a translated document, in bytes.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;

/// How many messages that are larger than usual are in memory at a time, and how many of an account: each as long as the
/// translation of its document takes.
const LARGE_MESSAGES: (usize, usize) = (16, 2);

/// The contract's interface, for those whose key is known.
#[derive(Clone)]
struct RightHere {
    contract: Arc<Router>,
    documents: Documents,
}

impl Interface for RightHere {
    async fn send(
        &self,
        request: InterfaceRequest,
        origin: Option<&Extensions>,
    ) -> Result<InterfaceResponse, Unreachable> {
        let mut request = request.map(Body::from);
        if let Some(caller) = origin.and_then(Extensions::get::<Caller>) {
            request.extensions_mut().insert(caller.clone());
        }
        let router = Router::clone(&self.contract);
        let answer = router.oneshot(request).await;
        let (parts, body) = answer.unwrap_or_else(|never| match never {}).into_parts();
        let bytes = to_bytes(body, LARGEST_ANSWER).await.map_err(|_| {
            Unreachable(format!(
                "The answer is larger than {LARGEST_ANSWER} bytes, or broke off. Send such a document to /v2/document."
            ))
        })?;
        Ok(Response::from_parts(parts, bytes))
    }

    fn give_up(&self, id: &str, key: &str, origin: Option<&Extensions>) {
        let caller = origin.and_then(Extensions::get::<Caller>).cloned();
        let (Some(caller), Ok(id)) = (caller, id.parse()) else {
            return;
        };
        let (documents, key) = (self.documents.clone(), key.to_owned());
        dragoman_tasks::spawn(async move {
            // One that is fetched or gone is given up as well.
            let _ = documents.discard(&caller, id, &key).await;
        });
    }
}

/// The route, for whoever has a key.
pub(crate) fn router(state: &ApiState) -> Router<ApiState> {
    let contract = routes::router::<Router<ApiState>>(false)
        .fallback(routes::not_found)
        .method_not_allowed_fallback(routes::method_not_allowed)
        .layer(CatchPanicLayer::custom(error::panicked))
        .with_state(state.clone());
    let service = over_http(RightHere {
        contract: Arc::new(contract),
        documents: state.cases.documents.clone(),
    });
    let (all, of_account) = LARGE_MESSAGES;
    let bodies = LargeBodies::of(all, of_account);
    let answer = async move |Extension(caller): Extension<Caller>, request: Request| {
        let (parts, body) = take_apart(request)?;
        let advice = "Send such a document to /v2/document.";
        let account = caller.account.id;
        let (bytes, _room) = bodies.read(account, body, LARGEST_MESSAGE, advice).await?;
        let message = Request::from_parts(parts, Full::new(Bytes::from(bytes)));
        Ok::<_, ApiError>(service.handle(message).await.map(Body::new))
    };
    Router::new()
        .route("/mcp", any(answer))
        .route_layer(middleware::from_fn_with_state(state.clone(), authenticate))
}

/// Lets only callers with a valid key through, in the contract's header or as assistants send it.
async fn authenticate(
    State(state): State<ApiState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let identify = async |request: Request| {
        let secret = secret_of_any_client(&state.options, request.headers());
        let secret = secret.ok_or_else(|| key_is_missing(&state.options))?;
        let caller = state.cases.keys.authenticate(&secret).await?;
        Ok((caller, request))
    };
    let_through(&state, request, next, identify).await
}
