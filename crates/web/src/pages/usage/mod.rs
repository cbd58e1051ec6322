//! What was consumed: by the account and the person for everybody, and told apart for who administers the account.

mod chart;
mod csv;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use dragoman_domain::{ApiKey, Consumption, DayRange, Product, Role, Scope, TagUsage, parse_day};
use dragoman_service::{AccountReports, Caller, UsageGrouping, UsageReport, UsageRow, UsageTable};
use maud::{Markup, html};
use url::form_urlencoded;

use crate::Pages;
use crate::admission::Member;
use crate::form::Form;
use crate::layout::{self, Place};
use crate::pages::administration::limit;
use crate::problem::Problem;
use crate::visit::{self, Visit};

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/ui/usage", get(show))
        .route("/ui/usage/days.csv", get(csv::days))
        .route("/ui/usage/keys.csv", get(csv::keys))
        .route("/ui/usage/tags.csv", get(csv::tags))
}

/// What the days of an address are: those of the current period if it names none.
fn days_of(reports: &AccountReports, query: &Form) -> Result<DayRange, Problem> {
    let day = |name| {
        let day = query.get(name).map(parse_day).transpose();
        day.map_err(|_| Problem::invalid("problem-day"))
    };
    let today = reports.today();
    let period = reports.current_period();
    Ok(match (day("from")?, day("to")?) {
        (None, None) => DayRange {
            last: period.last.min(today),
            ..period
        },
        (first, last) => DayRange {
            first: first.unwrap_or(period.first),
            last: last.unwrap_or(today),
        },
    })
}

/// The account's reports, and the days that an address names.
fn report_of(
    pages: &Pages,
    caller: &Caller,
    query: &Form,
) -> Result<(AccountReports, DayRange), Problem> {
    let reports = pages.cases.reports.for_admin(caller)?;
    let days = days_of(&reports, query)?;
    Ok((reports, days))
}

/// What is told apart on the page.
struct Report {
    days: DayRange,
    by_day: UsageTable,
    by_key: UsageTable,
    tags: Vec<TagUsage>,
    has_more_tags: bool,
}

impl Report {
    async fn read(reports: &AccountReports, days: DayRange) -> Result<Self, Problem> {
        let by_day = reports.usage(days, Some(UsageGrouping::Day)).await?;
        let mut by_key = reports.usage(days, Some(UsageGrouping::Key)).await?;
        by_key
            .rows
            .sort_by_key(|row| std::cmp::Reverse(row.consumption.total()));
        let tags = reports.usage_by_tag(days, false, 0).await?;
        Ok(Self {
            days,
            by_day,
            by_key,
            has_more_tags: tags.next.is_some(),
            tags: tags.rows,
        })
    }

    /// The days as they are in the addresses of files.
    fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new())
            .append_pair("from", &self.days.first.to_string())
            .append_pair("to", &self.days.last.to_string())
            .finish()
    }
}

/// The page.
pub(crate) async fn show(
    State(pages): State<Pages>,
    Member { visit, caller }: Member,
    RawQuery(query): RawQuery,
) -> Response {
    // Where the pages are open to everybody, what the account has used is not.
    if !visit.has_session() {
        return Redirect::to(&visit::sign_in_address(&visit.here)).into_response();
    }
    let usage = match current(&pages, &caller).await {
        Ok(usage) => usage,
        Err(problem) => return problem.into_response_for(&visit),
    };
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let report = if visit.has(Role::AccountAdministrator) {
        let report = match report_of(&pages, &caller, &query) {
            Ok((reports, days)) => Report::read(&reports, days).await,
            Err(problem) => Err(problem),
        };
        Some(report)
    } else {
        None
    };
    let content = html! {
        h1.hidden { (visit.text("nav-usage")) }
        div.grid { (of_period(&visit, &usage)) }
        @match &report {
            None => {}
            Some(Err(problem)) => {
                (choice(&visit, query.text("from"), query.text("to")))
                (problem.notice(&visit))
            }
            Some(Ok(report)) => {
                (choice(&visit, &report.days.first.to_string(), &report.days.last.to_string()))
                (told_apart(&visit, report))
            }
        }
    };
    let title = visit.text("nav-usage");
    let mut response = layout::page(&visit, Some(Place::Usage), &title, content);
    if let Some(Err(problem)) = &report {
        problem.mark(&mut response);
    }
    response
}

/// # Errors
/// [`Problem`] if the person works under a key that may not read usage.
async fn current(pages: &Pages, caller: &Caller) -> Result<UsageReport, Problem> {
    caller.require(Scope::ReadUsage)?;
    Ok(pages.cases.usage.read(caller).await?)
}

/// What the account and the person have consumed in the current period.
fn of_period(visit: &Visit, report: &UsageReport) -> Markup {
    let end = report.period.end.to_string();
    html! {
        (used(visit, "usage-account", report.usage.account.total(), report.account_limit, &end))
        (used(visit, "usage-own", report.usage.key.total(), report.key_limit, &end))
    }
}

fn used(visit: &Visit, title: &str, characters: u64, most: Option<u64>, renewal: &str) -> Markup {
    let title = visit.text(title);
    html! {
        section.card {
            h2 { (title) }
            p.figure { (visit.locale.number(characters)) }
            p.note {
                @match most {
                    Some(most) => (visit.text_with("usage-of", [("most", most.into()), ("day", renewal.into())])),
                    None => (visit.text_with("usage-without-limit", [("day", renewal.into())])),
                }
            }
            @if let Some(most) = most {
                progress.wide max=(most.max(1)) value=(characters.min(most)) aria-label=(title) {}
            }
        }
    }
}

/// The days that are looked at.
fn choice(visit: &Visit, from: &str, to: &str) -> Markup {
    html! {
        form.row method="get" action="/ui/usage" {
            label for="from" { (visit.text("usage-from")) }
            input id="from" name="from" type="date" value=(from);
            label for="to" { (visit.text("usage-to")) }
            input id="to" name="to" type="date" value=(to);
            button { (visit.text("usage-show")) }
            a href="/ui/usage" { (visit.text("usage-current")) }
        }
    }
}

fn told_apart(visit: &Visit, report: &Report) -> Markup {
    let total = report.by_day.total;
    let query = report.query();
    html! {
        div.grid {
            (shares(visit, &total))
            (busiest(visit, report))
        }
        section.card {
            h2 { (visit.text("usage-by-day")) }
            @if total.total() == 0 {
                p.note { (visit.text("usage-none")) }
            } @else {
                (chart::by_day(visit, report.days, &report.by_day.rows))
                details {
                    summary { (visit.text("as-table")) }
                    (table(visit, "usage-day", report.by_day.rows.iter().map(|row| (
                        html! { (row.day.map(|day| day.to_string()).unwrap_or_default()) }, row.consumption
                    ))))
                }
                (download(visit, "days", &query))
            }
        }
        @if !report.by_key.rows.is_empty() {
            section.card {
                h2 { (visit.text("usage-by-key")) }
                (by_key(visit, &report.by_key.rows))
                (download(visit, "keys", &query))
            }
        }
        @if !report.tags.is_empty() {
            section.card {
                h2 { (visit.text("usage-by-tag")) }
                (table(visit, "usage-tag", report.tags.iter().map(|usage| (
                    html! { code { (usage.tag.as_str()) } }, usage.consumption
                ))))
                @if report.has_more_tags { p.note { (visit.text("usage-more-tags")) } }
                (download(visit, "tags", &query))
            }
        }
    }
}

fn download(visit: &Visit, name: &str, query: &str) -> Markup {
    html! {
        p { a href={ "/ui/usage/" (name) ".csv?" (query) } download { (visit.text("download-csv")) } }
    }
}

/// How many of a hundred characters, rounded.
fn share(part: u64, whole: u64) -> u64 {
    let whole = u128::from(whole.max(1));
    let share = (u128::from(part) * 100 + whole / 2) / whole;
    u64::try_from(share).unwrap_or(100)
}

/// The message that names a product.
const fn product_message(product: Product) -> &'static str {
    match product {
        Product::TextTranslation => "usage-texts",
        Product::DocumentTranslation => "usage-documents",
        Product::TextImprovement => "usage-improvement",
    }
}

fn shares(visit: &Visit, total: &Consumption) -> Markup {
    html! {
        section.card {
            h2 { (visit.text("usage-shares")) }
            dl.facts {
                @for product in Product::ALL {
                    @let characters = total.of(product);
                    dt { (visit.text(product_message(product))) }
                    dd {
                        (visit.text_with("usage-share", [
                            ("percent", share(characters, total.total()).into()),
                            ("characters", characters.into()),
                        ]))
                    }
                }
            }
        }
    }
}

/// The key that consumed most; the rows have it first.
fn busiest(visit: &Visit, report: &Report) -> Markup {
    let Some(row) = report.by_key.rows.first() else {
        return html! {};
    };
    let characters = row.consumption.total();
    html! {
        section.card {
            h2 { (visit.text("usage-busiest")) }
            p.figure { bdi { (row.key.as_ref().map(|key| &*key.label).unwrap_or_default()) } }
            p.note {
                (visit.text_with("usage-share", [
                    ("percent", share(characters, report.by_key.total.total()).into()),
                    ("characters", characters.into()),
                ]))
            }
        }
    }
}

fn table(visit: &Visit, first: &str, rows: impl Iterator<Item = (Markup, Consumption)>) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text(first)) }
                        th.number scope="col" { (visit.text("usage-characters")) }
                        @for product in Product::ALL {
                            th.number scope="col" { (visit.text(product_message(product))) }
                        }
                    }
                }
                tbody {
                    @for (name, consumption) in rows {
                        tr {
                            td { (name) }
                            (counts(visit, &consumption))
                        }
                    }
                }
            }
        }
    }
}

/// The cells of what was consumed.
fn counts(visit: &Visit, consumption: &Consumption) -> Markup {
    html! {
        td.number { (visit.locale.number(consumption.total())) }
        @for product in Product::ALL {
            td.number { (visit.locale.number(consumption.of(product))) }
        }
    }
}

fn by_key(visit: &Visit, rows: &[UsageRow]) -> Markup {
    let keys = rows
        .iter()
        .filter_map(|row| Some((row.key.as_deref()?, row.consumption)));
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { (visit.text("key-mask")) }
                        th scope="col" { (visit.text("key-label")) }
                        th.number scope="col" { (visit.text("usage-characters")) }
                        @for product in Product::ALL {
                            th.number scope="col" { (visit.text(product_message(product))) }
                        }
                        th.number scope="col" { (visit.text("key-limit")) }
                    }
                }
                tbody { @for (key, consumption) in keys { (key_row(visit, key, &consumption)) } }
            }
        }
    }
}

fn key_row(visit: &Visit, key: &ApiKey, consumption: &Consumption) -> Markup {
    html! {
        tr {
            td { code { (key.mask) } }
            td { bdi { (key.label) } }
            (counts(visit, consumption))
            td.number { (limit(visit, key.limits.characters)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_and_none_of_nothing() {
        assert_eq!(share(1, 3), 33);
        assert_eq!(share(2, 3), 67);
        assert_eq!(share(0, 0), 0);
        assert_eq!(share(u64::MAX, u64::MAX), 100);
    }
}
