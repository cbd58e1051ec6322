//! What is made of the list of routes: what serves them, or their description.
//!
//! Which of both is a type, so that a program that serves has nothing of what describes.

use axum::Router;
use axum::routing::MethodRouter;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::ApiState;

/// What collects routes.
pub(crate) trait Routes: Sized {
    fn new() -> Self;

    /// Adds handlers of one path, as [`routes!`] names them.
    fn routes<S, D>(self, handlers: (S, D)) -> Self
    where
        S: FnOnce() -> (String, MethodRouter<ApiState>),
        D: FnOnce() -> UtoipaMethodRouter<ApiState>;

    /// Adds a path that is not described.
    fn route(self, path: &str, handlers: MethodRouter<ApiState>) -> Self;

    fn merge(self, others: Self) -> Self;

    /// Puts something between the requests and all routes so far.
    fn wrapped(self, wrap: impl FnOnce(Router<ApiState>) -> Router<ApiState>) -> Self;
}

/// Those that serve.
impl Routes for Router<ApiState> {
    fn new() -> Self {
        Self::new()
    }

    fn routes<S, D>(self, (serve, _): (S, D)) -> Self
    where
        S: FnOnce() -> (String, MethodRouter<ApiState>),
        D: FnOnce() -> UtoipaMethodRouter<ApiState>,
    {
        let (path, handlers) = serve();
        self.route(&path, handlers)
    }

    fn route(self, path: &str, handlers: MethodRouter<ApiState>) -> Self {
        self.route(path, handlers)
    }

    fn merge(self, others: Self) -> Self {
        self.merge(others)
    }

    fn wrapped(self, wrap: impl FnOnce(Self) -> Self) -> Self {
        wrap(self)
    }
}

/// Their description.
pub(crate) struct Described(OpenApiRouter<ApiState>);

impl Described {
    /// The whole description, from what is not about single routes.
    pub(crate) fn into_openapi(self, base: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
        OpenApiRouter::with_openapi(base)
            .merge(self.0)
            .into_openapi()
    }
}

impl Routes for Described {
    fn new() -> Self {
        Self(OpenApiRouter::new())
    }

    fn routes<S, D>(self, (_, describe): (S, D)) -> Self
    where
        S: FnOnce() -> (String, MethodRouter<ApiState>),
        D: FnOnce() -> UtoipaMethodRouter<ApiState>,
    {
        Self(self.0.routes(describe()))
    }

    fn route(self, _: &str, _: MethodRouter<ApiState>) -> Self {
        self
    }

    fn merge(self, others: Self) -> Self {
        Self(self.0.merge(others.0))
    }

    fn wrapped(self, _: impl FnOnce(Router<ApiState>) -> Router<ApiState>) -> Self {
        self
    }
}

/// The handlers of one path, by what `utoipa` knows of them: as what serves and as what describes.
macro_rules! routes {
    ($first:ident::$handler:ident $(, $module:ident::$other:ident)* $(,)?) => {
        (
            || {
                use utoipa_axum::PathItemExt as _;
                // Arms of that macro for itself, which know the names that its attributes make.
                let path = utoipa_axum::routes!(@path [path()] of $first::$handler);
                let handlers = axum::routing::MethodRouter::new();
                let methods = utoipa_axum::routes!(@path [methods()] of $first::$handler);
                let handlers = methods.iter().fold(handlers, |handlers, method| {
                    handlers.on(method.to_method_filter(), $first::$handler)
                });
                $(
                    let methods = utoipa_axum::routes!(@path [methods()] of $module::$other);
                    let handlers = methods.iter().fold(handlers, |handlers, method| {
                        handlers.on(method.to_method_filter(), $module::$other)
                    });
                )*
                (path, handlers)
            },
            || utoipa_axum::routes!($first::$handler $(, $module::$other)*),
        )
    };
}

pub(crate) use routes;
