use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use dragoman_domain::{Consumption, Date, DayRange, Product, TagUsage};
use dragoman_service::{Caller, UsageGrouping, UsageRow, UsageTable};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure};
use crate::fields::{Day, Whole, or_none};
use crate::request::Fields;
use crate::routes::parameters::page_number;

/// What was consumed by each product.
#[derive(Debug, Serialize, ToSchema)]
struct UsageBreakdown {
    /// The characters of all products.
    total_characters: u64,
    text_translation_characters: u64,
    document_translation_characters: u64,
    text_improvement_characters: u64,
    /// Always 0: nothing consumes speech.
    speech_to_text_minutes: f64,
}

impl From<Consumption> for UsageBreakdown {
    fn from(consumption: Consumption) -> Self {
        Self {
            total_characters: consumption.total(),
            text_translation_characters: consumption.of(Product::TextTranslation),
            document_translation_characters: consumption.of(Product::DocumentTranslation),
            text_improvement_characters: consumption.of(Product::TextImprovement),
            speech_to_text_minutes: 0.0,
        }
    }
}

/// What is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum GroupBy {
    Key,
    KeyAndDay,
}

impl From<GroupBy> for UsageGrouping {
    fn from(group_by: GroupBy) -> Self {
        match group_by {
            GroupBy::Key => Self::Key,
            GroupBy::KeyAndDay => Self::KeyAndDay,
        }
    }
}

/// Which report is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalyticsQuery {
    /// The first day, in UTC. A time of day, as in `2026-05-17T08:30:00`, changes nothing.
    #[param(inline)]
    start_date: Day,
    /// The last day, in UTC; with the first one 366 days at most.
    #[param(inline)]
    end_date: Day,
    /// What is told apart besides the total; nothing if absent or empty.
    #[serde(default, deserialize_with = "or_none")]
    #[param(inline)]
    group_by: Option<GroupBy>,
}

/// A report of usage.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Analytics {
    usage_report: AnalyticsReport,
}

#[derive(Debug, Serialize, ToSchema)]
struct AnalyticsReport {
    total_usage: UsageBreakdown,
    /// Only if something is told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline, nullable = false)]
    group_by: Option<GroupBy>,
    /// Midnight of the first day.
    #[schema(example = "2026-05-01T00:00:00")]
    start_date: String,
    /// Midnight of the last day, all of which is reported.
    #[schema(example = "2026-05-31T00:00:00")]
    end_date: String,
    /// Only if keys are told apart: those with any usage, the oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    key_usages: Option<Vec<KeyUsage>>,
    /// Only if keys and days are told apart: those with any usage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    key_and_day_usages: Option<Vec<KeyAndDayUsage>>,
}

impl AnalyticsReport {
    fn new(days: DayRange, group_by: Option<GroupBy>, table: UsageTable) -> Self {
        let (mut keys, mut keys_and_days) = (None, None);
        match group_by {
            None => {}
            Some(GroupBy::Key) => keys = Some(rows(&table)),
            Some(GroupBy::KeyAndDay) => keys_and_days = Some(rows(&table)),
        }
        Self {
            total_usage: table.total.into(),
            group_by,
            start_date: midnight(days.first),
            end_date: midnight(days.last),
            key_usages: keys,
            key_and_day_usages: keys_and_days,
        }
    }
}

fn rows<'a, T: From<&'a UsageRow>>(table: &'a UsageTable) -> Vec<T> {
    table.rows.iter().map(T::from).collect()
}

/// What a key consumed.
#[derive(Debug, Serialize, ToSchema)]
struct KeyUsage {
    /// The first and the last four characters of the key.
    #[schema(example = "dc88****3a2c")]
    api_key: String,
    api_key_label: String,
    usage: UsageBreakdown,
}

impl From<&UsageRow> for KeyUsage {
    fn from(row: &UsageRow) -> Self {
        let key = row.key.as_deref();
        Self {
            api_key: key.map(|key| key.mask.clone()).unwrap_or_default(),
            api_key_label: key.map(|key| key.label.clone()).unwrap_or_default(),
            usage: row.consumption.into(),
        }
    }
}

/// What a key consumed on a day.
#[derive(Debug, Serialize, ToSchema)]
struct KeyAndDayUsage {
    #[serde(flatten)]
    key: KeyUsage,
    /// Midnight of the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = true, nullable = false, example = "2026-05-17T00:00:00Z")]
    usage_date: Option<String>,
}

impl From<&UsageRow> for KeyAndDayUsage {
    fn from(row: &UsageRow) -> Self {
        Self {
            key: row.into(),
            usage_date: row.day.map(midnight_utc),
        }
    }
}

/// Reports what the account's keys consumed, for admin keys.
#[utoipa::path(
    get,
    path = "/v2/admin/analytics",
    tag = "Administration",
    params(AnalyticsQuery),
    responses(
        (status = 200, description = "The report, of the current day too", body = Analytics),
        (status = 400, description = "A parameter is missing or wrong, or the range is", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn analytics(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(query): Fields<AnalyticsQuery>,
) -> Result<Json<Analytics>, ApiError> {
    let reports = cases.reports.for_admin(&caller)?;
    let days = range(query.start_date, query.end_date);
    let table = reports.usage(days, query.group_by.map(Into::into)).await?;
    Ok(Json(Analytics {
        usage_report: AnalyticsReport::new(days, query.group_by, table),
    }))
}

/// Over what the counts of a tag are summed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AggregateBy {
    Period,
    Day,
}

/// Which report of tags is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CustomTagsQuery {
    /// The first day, in UTC. A time of day, as in `2026-05-17T08:30:00`, changes nothing.
    #[param(inline)]
    start_date: Day,
    /// The last day, in UTC; with the first one 366 days at most.
    #[param(inline)]
    end_date: Day,
    /// Over what is summed: `period`, the whole range, if absent or empty.
    #[serde(default, deserialize_with = "or_none")]
    #[param(inline)]
    aggregate_by: Option<AggregateBy>,
    /// The `next_page` of the page before.
    #[param(inline)]
    page: Option<Whole>,
}

/// A report of usage under tags.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CustomTags {
    custom_tag_usage_report: CustomTagsReport,
}

#[derive(Debug, Serialize, ToSchema)]
struct CustomTagsReport {
    #[schema(inline)]
    aggregate_by: AggregateBy,
    /// Midnight of the first day.
    #[schema(example = "2026-05-01T00:00:00")]
    start_date: String,
    /// Midnight of the last day, all of which is reported.
    #[schema(example = "2026-05-31T00:00:00")]
    end_date: String,
    /// For `page` of the next page; null on the last one.
    #[schema(required = true)]
    next_page: Option<u64>,
    /// By day, if it is summed over days, then by tag.
    usage: Vec<CustomTagUsage>,
}

/// What was consumed under a tag.
#[derive(Debug, Serialize, ToSchema)]
struct CustomTagUsage {
    custom_tag: String,
    /// Midnight of the day, only if it is summed over days.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "2026-05-17T00:00:00Z")]
    usage_date: Option<String>,
    breakdown: TagBreakdown,
}

/// What was consumed by each product for which tags can be given.
#[derive(Debug, Serialize, ToSchema)]
struct TagBreakdown {
    /// The characters of all products.
    total_characters: u64,
    text_translation_characters: u64,
    text_improvement_characters: u64,
}

impl From<TagUsage> for CustomTagUsage {
    fn from(usage: TagUsage) -> Self {
        Self {
            custom_tag: usage.tag.as_str().to_owned(),
            usage_date: usage.day.map(midnight_utc),
            breakdown: TagBreakdown {
                total_characters: usage.consumption.total(),
                text_translation_characters: usage.consumption.of(Product::TextTranslation),
                text_improvement_characters: usage.consumption.of(Product::TextImprovement),
            },
        }
    }
}

/// Reports what was consumed under the tags of requests, for admin keys.
#[utoipa::path(
    get,
    path = "/v2/admin/analytics/custom-tags",
    tag = "Administration",
    params(CustomTagsQuery),
    responses(
        (status = 200, description = "A page of the report, of the current day too", body = CustomTags),
        (status = 400, description = "A parameter is missing or wrong, or the range is", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn custom_tags(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(query): Fields<CustomTagsQuery>,
) -> Result<Json<CustomTags>, ApiError> {
    let reports = cases.reports.for_admin(&caller)?;
    let days = range(query.start_date, query.end_date);
    let aggregate_by = query.aggregate_by.unwrap_or(AggregateBy::Period);
    let page = page_number(query.page)?;
    let by_day = aggregate_by == AggregateBy::Day;
    let page = reports.usage_by_tag(days, by_day, page).await?;
    Ok(Json(CustomTags {
        custom_tag_usage_report: CustomTagsReport {
            aggregate_by,
            start_date: midnight(days.first),
            end_date: midnight(days.last),
            next_page: page.next,
            usage: page.rows.into_iter().map(Into::into).collect(),
        },
    }))
}

const fn range(first: Day, last: Day) -> DayRange {
    DayRange {
        first: first.0,
        last: last.0,
    }
}

fn midnight(day: Date) -> String {
    format!("{day}T00:00:00")
}

fn midnight_utc(day: Date) -> String {
    format!("{day}T00:00:00Z")
}
