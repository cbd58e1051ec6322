use axum::extract::State;
use axum::{Extension, Json};
use dragoman_domain::{CharacterLimit, Plan, Scope, Timestamp};
use dragoman_service::{Caller, UsageReport};
use serde::Serialize;
use utoipa::ToSchema;

use crate::UseCases;
use crate::error::{ApiError, EveryFailure};

/// What the contract answers where there is no limit.
const NO_LIMIT: u64 = 1_000_000_000_000;

/// What is consumed in the current period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Usage {
    /// Characters consumed by the account.
    character_count: u64,
    /// The limit of the account; 1000000000000 if there is none.
    character_limit: u64,
    /// What only accounts of the pro plan are told.
    #[serde(flatten)]
    pro: Option<ProUsage>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProUsage {
    /// The same by product.
    products: Vec<ProductUsage>,
    /// Characters consumed by the calling key.
    api_key_character_count: u64,
    /// The limit of the calling key; 1000000000000 if there is none.
    api_key_character_limit: u64,
    /// When the period began.
    start_time: String,
    /// When the period ends.
    end_time: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProductUsage {
    /// `translate` or `write`.
    product_type: &'static str,
    /// Always `characters`.
    billing_unit: &'static str,
    /// Characters consumed by the calling key.
    api_key_unit_count: u64,
    /// Characters consumed by the account.
    account_unit_count: u64,
    /// Characters consumed by the calling key.
    api_key_character_count: u64,
    /// Characters consumed by the account.
    character_count: u64,
}

impl ProductUsage {
    const fn new(product_type: &'static str, of_key: u64, of_account: u64) -> Self {
        Self {
            product_type,
            billing_unit: "characters",
            api_key_unit_count: of_key,
            account_unit_count: of_account,
            api_key_character_count: of_key,
            character_count: of_account,
        }
    }
}

impl From<UsageReport> for Usage {
    fn from(report: UsageReport) -> Self {
        let (of_key, of_account) = (report.usage.key_characters, report.usage.account_characters);
        Self {
            character_count: of_account,
            character_limit: limit(report.account_limit),
            pro: (report.plan == Plan::Pro).then(|| ProUsage {
                products: vec![ProductUsage::new("translate", of_key, of_account)],
                api_key_character_count: of_key,
                api_key_character_limit: limit(report.key_limit),
                start_time: time(report.period.start),
                end_time: time(report.period.end),
            }),
        }
    }
}

fn limit(limit: CharacterLimit) -> u64 {
    limit.unwrap_or(NO_LIMIT)
}

/// ISO 8601 with milliseconds: some clients cannot read a time without a fraction.
pub(super) fn time(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// Reads the usage of the current period.
#[utoipa::path(
    get,
    path = "/v2/usage",
    tag = "Usage",
    responses(
        (status = 200, description = "The usage: of the free plan only the first two fields", body = Usage),
        EveryFailure,
    )
)]
pub(crate) async fn usage(
    State(cases): State<UseCases>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Usage>, ApiError> {
    caller.require(Scope::ReadUsage)?;
    Ok(Json(cases.usage.read(&caller).await?.into()))
}
