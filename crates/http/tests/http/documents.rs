//! Documents over the wire, in the forms that published clients use.

mod limits;
mod refusals;

use std::sync::Arc;
use std::time::Duration;

use dragoman_domain::{KeyHash, KeyKind, Plan, Scope, ScopeSet};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::{Answer, Settings, TestApi, english_with};
