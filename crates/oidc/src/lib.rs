//! Signing in with an OpenID provider (OpenID Connect Core 1.0): the authorization code flow with PKCE (RFC 7636).
//!
//! [`Provider::begin`] says where to send a browser, and [`Provider::finish`] makes of what the browser comes back with
//! what the provider says of the person. What ties the two together, an [`Attempt`], is kept by whoever uses this.
//! Time is an argument, and so is chance.

mod address;
mod attempt;
mod claims;
mod exchange;
mod keys;
mod metadata;
mod provider;
mod token;

pub use address::AddressError;
pub use attempt::Attempt;
pub use claims::Claims;
pub use exchange::ProviderError;
pub use provider::{Callback, Provider, ProviderConfig, ProviderConfigError, SignInError};
pub use token::TokenError;
