use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use dragoman_domain::{CharacterLimit, Consumption, Plan, Product, Usage as Consumed, start_of};
use dragoman_service::{Caller, UsageReport};
use serde::Serialize;
use utoipa::ToSchema;

use crate::UseCases;
use crate::error::{ApiError, EveryFailure};
use crate::fields::iso_8601;

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
    fn new(product_type: &'static str, usage: &Consumed, products: &[Product]) -> Self {
        let sum = |consumption: &Consumption| {
            let products = products.iter();
            products.map(|product| consumption.of(*product)).sum()
        };
        let (of_key, of_account) = (sum(&usage.key), sum(&usage.account));
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
        let usage = &report.usage;
        let translation = [Product::TextTranslation, Product::DocumentTranslation];
        Self {
            character_count: usage.account.total(),
            character_limit: limit(report.account_limit),
            pro: (report.plan == Plan::Pro).then(|| ProUsage {
                products: vec![
                    ProductUsage::new("translate", usage, &translation),
                    ProductUsage::new("write", usage, &[Product::TextImprovement]),
                ],
                api_key_character_count: usage.key.total(),
                api_key_character_limit: limit(report.key_limit),
                start_time: iso_8601(start_of(report.period.start)),
                end_time: iso_8601(start_of(report.period.end)),
            }),
        }
    }
}

fn limit(limit: CharacterLimit) -> u64 {
    limit.unwrap_or(NO_LIMIT)
}

/// Reads the usage of the current period.
#[utoipa::path(
    get,
    path = "/v2/usage",
    tag = "Usage",
    responses(
        (status = 200, description = "The usage: of the free and the classic plan only the first two fields", body = Usage),
        EveryFailure,
    )
)]
pub(crate) async fn usage(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Usage>, ApiError> {
    Ok(Json(cases.usage.read(&caller).await?.into()))
}
