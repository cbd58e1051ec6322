use std::process::ExitCode;

use anyhow::{Context, Result};
use dragoman_domain::{Account, Consumption, Date, DayRange, Product, TagUsage};
use dragoman_service::{AccountReports, KeyError, UsageGrouping, UsageRow};
use serde::Serialize;

use super::output::{say, table};
use super::services::reports_of;
use crate::arguments::{UsageArguments, UsageBy};
use crate::configuration::Configuration;
use crate::storage::Storage;

/// Reports what accounts have consumed, whether or not the server runs.
pub(super) async fn run(
    arguments: &UsageArguments,
    configuration: &Configuration,
) -> Result<ExitCode> {
    let storage = Storage::open(&configuration.data).await?;
    let store = &storage.ports.accounts;
    let accounts = match &arguments.account {
        None => store.accounts().await?,
        Some(name) => {
            let account = store.account_by_name(name).await?;
            vec![account.ok_or_else(|| KeyError::UnknownAccount(name.clone()))?]
        }
    };
    let reports = reports_of(&storage);
    let mut usages = Vec::new();
    for account in &accounts {
        let report = report(&reports.of_account(account), account, arguments).await;
        usages.push(report.with_context(|| format!("the account \"{}\"", account.name))?);
    }
    if arguments.json {
        say(serde_json::to_string_pretty(&usages)?)
    } else if usages.is_empty() {
        say("There are no accounts. \"dragoman keys create\" makes one with a key.")
    } else {
        say(list(&usages, arguments.by))
    }
}

async fn report(
    reports: &AccountReports,
    account: &Account,
    arguments: &UsageArguments,
) -> Result<AccountUsage> {
    let days = match arguments.from {
        None => reports.current_period(),
        Some(first) => DayRange {
            first,
            last: arguments.to.unwrap_or_else(|| reports.today()),
        },
    };
    let (total, rows) = match grouping(arguments.by) {
        Ok(grouping) => {
            let table = reports.usage(days, grouping).await?;
            (table.total, table.rows.iter().map(Into::into).collect())
        }
        Err(ByTag) => tagged(reports, days).await?,
    };
    Ok(AccountUsage {
        account: account.name.clone(),
        from: days.first.to_string(),
        to: days.last.to_string(),
        usage: total.into(),
        rows: arguments.by.map(|_| rows),
    })
}

/// Tags are reported apart from keys and days.
struct ByTag;

const fn grouping(by: Option<UsageBy>) -> Result<Option<UsageGrouping>, ByTag> {
    match by {
        None => Ok(None),
        Some(UsageBy::Key) => Ok(Some(UsageGrouping::Key)),
        Some(UsageBy::Day) => Ok(Some(UsageGrouping::Day)),
        Some(UsageBy::KeyAndDay) => Ok(Some(UsageGrouping::KeyAndDay)),
        Some(UsageBy::Tag) => Err(ByTag),
    }
}

/// What was consumed under tags, and under each of them.
async fn tagged(
    reports: &AccountReports,
    days: DayRange,
) -> Result<(Consumption, Vec<GroupUsage>)> {
    let mut total = Consumption::default();
    let mut rows = Vec::new();
    let mut next = Some(0);
    while let Some(page) = next {
        let page = reports.usage_by_tag(days, false, page).await?;
        for usage in &page.rows {
            total.merge(&usage.consumption);
            rows.push(usage.into());
        }
        next = page.next;
    }
    Ok((total, rows))
}

/// What an account consumed.
#[derive(Serialize)]
struct AccountUsage {
    account: String,
    from: String,
    to: String,
    /// In all; of tags, what was consumed under any.
    usage: Characters,
    /// By what is told apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<GroupUsage>>,
}

/// What was consumed by a key, on a day, or under a tag.
#[derive(Serialize)]
struct GroupUsage {
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<String>,
    #[serde(flatten)]
    key: Option<KeyName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    usage: Characters,
}

#[derive(Serialize)]
struct KeyName {
    key_id: String,
    /// What may be shown of its secret.
    mask: String,
    label: String,
}

#[derive(Serialize)]
struct Characters {
    total_characters: u64,
    text_translation_characters: u64,
    document_translation_characters: u64,
    text_improvement_characters: u64,
}

impl From<Consumption> for Characters {
    fn from(consumption: Consumption) -> Self {
        Self {
            total_characters: consumption.total(),
            text_translation_characters: consumption.of(Product::TextTranslation),
            document_translation_characters: consumption.of(Product::DocumentTranslation),
            text_improvement_characters: consumption.of(Product::TextImprovement),
        }
    }
}

impl From<&UsageRow> for GroupUsage {
    fn from(row: &UsageRow) -> Self {
        Self {
            day: row.day.as_ref().map(Date::to_string),
            key: row.key.as_ref().map(|key| KeyName {
                key_id: key.id.to_string(),
                mask: key.mask.clone(),
                label: key.label.clone(),
            }),
            tag: None,
            usage: row.consumption.into(),
        }
    }
}

impl From<&TagUsage> for GroupUsage {
    fn from(usage: &TagUsage) -> Self {
        Self {
            day: None,
            key: None,
            tag: Some(usage.tag.as_str().to_owned()),
            usage: usage.consumption.into(),
        }
    }
}

/// A line for each account or, where something is told apart, for each row and then the account's total.
fn list(usages: &[AccountUsage], by: Option<UsageBy>) -> String {
    let groups: &[&str] = match by {
        None => &["FROM", "TO"],
        Some(UsageBy::Key) => &["KEY", "LABEL"],
        Some(UsageBy::Day) => &["DAY"],
        Some(UsageBy::Tag) => &["TAG"],
        Some(UsageBy::KeyAndDay) => &["DAY", "KEY", "LABEL"],
    };
    let counts = ["CHARACTERS", "TEXTS", "DOCUMENTS", "IMPROVEMENTS"];
    let head = ["ACCOUNT"].iter().chain(groups).chain(&counts);
    let mut rows: Vec<Vec<String>> = vec![head.map(|title| (*title).to_owned()).collect()];
    let mut push = |account: &AccountUsage, cells: Vec<String>, usage: &Characters| {
        let mut row = vec![account.account.clone()];
        row.extend(cells);
        row.resize(1 + groups.len(), String::new());
        row.extend(usage.cells());
        rows.push(row);
    };
    for account in usages {
        let total = match &account.rows {
            None => vec![account.from.clone(), account.to.clone()],
            Some(groups) => {
                for group in groups {
                    push(account, group.cells(), &group.usage);
                }
                vec!["total".to_owned()]
            }
        };
        push(account, total, &account.usage);
    }
    table(&rows)
}

impl Characters {
    fn cells(&self) -> [String; 4] {
        [
            self.total_characters,
            self.text_translation_characters,
            self.document_translation_characters,
            self.text_improvement_characters,
        ]
        .map(|count| count.to_string())
    }
}

impl GroupUsage {
    fn cells(&self) -> Vec<String> {
        let key = self.key.as_ref();
        let (name, label) = (key.map(|key| &key.mask), key.map(|key| &key.label));
        let cells = [self.day.as_ref(), name, label, self.tag.as_ref()];
        cells.into_iter().flatten().cloned().collect()
    }
}
