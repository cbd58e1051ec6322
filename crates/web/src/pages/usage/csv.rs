//! Usage as files for spreadsheets (RFC 4180). The names of their columns are those that "dragoman usage --json" has.

use std::fmt::Write as _;

use axum::extract::{RawQuery, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use dragoman_domain::{Consumption, DayRange, Product};
use dragoman_http::attachment;
use dragoman_service::{AccountReports, UsageGrouping};

use super::report_of;
use crate::Pages;
use crate::admission::Member;
use crate::form::Form;
use crate::problem::Problem;

const COUNTS: [&str; 4] = [
    "total_characters",
    "text_translation_characters",
    "document_translation_characters",
    "text_improvement_characters",
];

/// Characters by day.
pub(super) async fn days(pages: State<Pages>, member: Member, query: RawQuery) -> Response {
    file(pages, member, query, "days", async |reports, days| {
        let table = reports.usage(days, Some(UsageGrouping::Day)).await?;
        let mut text = head(&["day"]);
        for row in table.rows {
            let day = row.day.map(|day| day.to_string()).unwrap_or_default();
            line(&mut text, &[&day], &row.consumption);
        }
        Ok(text)
    })
    .await
}

/// Characters by key.
pub(super) async fn keys(pages: State<Pages>, member: Member, query: RawQuery) -> Response {
    file(pages, member, query, "keys", async |reports, days| {
        let table = reports.usage(days, Some(UsageGrouping::Key)).await?;
        let mut text = head(&["key_id", "mask", "label"]);
        for row in table.rows {
            if let Some(key) = &row.key {
                let names = [&*key.id.to_string(), &*key.mask, &*key.label];
                line(&mut text, &names, &row.consumption);
            }
        }
        Ok(text)
    })
    .await
}

/// Characters by tag.
pub(super) async fn tags(pages: State<Pages>, member: Member, query: RawQuery) -> Response {
    file(pages, member, query, "tags", async |reports, days| {
        let mut text = head(&["tag"]);
        let mut next = Some(0);
        while let Some(page) = next {
            let page = reports.usage_by_tag(days, false, page).await?;
            for usage in &page.rows {
                line(&mut text, &[usage.tag.as_str()], &usage.consumption);
            }
            next = page.next;
        }
        Ok(text)
    })
    .await
}

async fn file(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    RawQuery(query): RawQuery,
    name: &str,
    content: impl AsyncFnOnce(&AccountReports, DayRange) -> Result<String, Problem>,
) -> Response {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let read = match report_of(&pages, &caller, &query) {
        Ok((reports, days)) => content(&reports, days).await.map(|text| (text, days)),
        Err(problem) => Err(problem),
    };
    match read {
        Ok((text, DayRange { first, last })) => {
            let headers = [
                (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
                (
                    CONTENT_DISPOSITION,
                    attachment(&format!("{name}-{first}-{last}.csv")),
                ),
            ];
            (headers, text).into_response()
        }
        Err(problem) => problem.into_response_for(&visit),
    }
}

fn head(names: &[&str]) -> String {
    let columns: Vec<&str> = names.iter().chain(&COUNTS).copied().collect();
    columns.join(",") + "\r\n"
}

fn line(text: &mut String, names: &[&str], consumption: &Consumption) {
    for name in names {
        text.push_str(&field(name));
        text.push(',');
    }
    text.push_str(&consumption.total().to_string());
    for product in Product::ALL {
        // Writing to a string does not fail.
        let _ = write!(text, ",{}", consumption.of(product));
    }
    text.push_str("\r\n");
}

/// A field in quotes where it needs them. What a spreadsheet would take for a formula begins with an apostrophe.
fn field(name: &str) -> String {
    let is_formula = name.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let name = format!("{}{name}", if is_formula { "'" } else { "" });
    if name.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stays_one_field_and_is_no_formula() {
        assert_eq!(field("Website"), "Website");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
    }
}
