use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use dragoman_domain::{
    Account, AccountStore, ApiKey, Clock, Consumption, Date, DayRange, ErrorKind, KeyId, KeyUsage,
    StoreError, TagUsage, UsagePeriod, UsageReports, day_of,
};

use crate::{Caller, Forbidden};

/// The most days of a report.
pub const LONGEST_REPORT: u32 = 366;

/// The most tags, or days of tags, on a page of a report.
pub const TAGS_ON_PAGE: u32 = 1_000;

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The key or its account may not read reports.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// The days end before they begin.
    #[error("the report begins on {first} and would end before that, on {last}")]
    Reversed {
        /// The first day.
        first: Date,
        /// The last day.
        last: Date,
    },
    /// There are too many days.
    #[error("a report covers {LONGEST_REPORT} days at most, and this one would cover {days}")]
    TooLong {
        /// How many.
        days: u32,
    },
    /// Nothing can have happened on these days.
    #[error("the report would begin on {first}, and today is {today} in UTC")]
    InFuture {
        /// The first day.
        first: Date,
        /// The current day.
        today: Date,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReportError {
    /// What sort of failure this is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden(_) => ErrorKind::Forbidden,
            Self::Reversed { .. } | Self::TooLong { .. } | Self::InFuture { .. } => {
                ErrorKind::InvalidInput
            }
            Self::Store(error) => error.kind(),
        }
    }
}

/// What is told apart in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsageGrouping {
    /// Each key.
    Key,
    /// Each day.
    Day,
    /// Each key on each day.
    KeyAndDay,
}

/// What was consumed by a key, on a day, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageRow {
    /// The key, active or not, if keys are told apart.
    pub key: Option<Arc<ApiKey>>,
    /// The day, if days are told apart.
    pub day: Option<Date>,
    /// What was consumed.
    pub consumption: Consumption,
}

/// What an account consumed in a range of days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsageTable {
    /// By all keys on all days.
    pub total: Consumption,
    /// By day, then by the age of the key; without keys and days that consumed nothing. Empty if
    /// nothing is told apart.
    pub rows: Vec<UsageRow>,
}

/// A part of what was consumed under tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagPage {
    /// By day, if days are told apart, then by tag.
    pub rows: Vec<TagUsage>,
    /// The number of the next page, if there is one.
    pub next: Option<u64>,
}

/// What the keys of an account have consumed in its current period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountUsage {
    /// The current period.
    pub period: UsagePeriod,
    keys: BTreeMap<KeyId, Consumption>,
}

impl AccountUsage {
    /// What a key of the account has consumed.
    #[must_use]
    pub fn of(&self, key: KeyId) -> Consumption {
        self.keys.get(&key).copied().unwrap_or_default()
    }

    /// What all keys of the account have consumed, deactivated ones too.
    #[must_use]
    pub fn total(&self) -> Consumption {
        let mut total = Consumption::default();
        for consumption in self.keys.values() {
            total.merge(consumption);
        }
        total
    }
}

/// Reports what accounts consumed, day by day, for as long as they exist.
#[derive(Clone)]
pub struct ReportUsage {
    reports: Arc<dyn UsageReports>,
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl ReportUsage {
    /// Reports what is kept in these stores.
    #[must_use]
    pub fn new(
        reports: Arc<dyn UsageReports>,
        accounts: Arc<dyn AccountStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            reports,
            accounts,
            clock,
        }
    }

    /// The reports of the caller's account.
    ///
    /// # Errors
    /// [`Forbidden`] unless it is an admin key of an account that may be administered, or a person who administers it.
    pub fn for_admin(&self, caller: &Caller) -> Result<AccountReports, Forbidden> {
        caller.require_administration()?;
        Ok(self.of_account(&caller.account))
    }

    /// The reports of an account, for the operator.
    #[must_use]
    pub fn of_account(&self, account: &Account) -> AccountReports {
        AccountReports {
            source: self.clone(),
            account: account.clone(),
        }
    }
}

/// Reports of one account, for somebody who may read them.
#[derive(Clone)]
pub struct AccountReports {
    source: ReportUsage,
    account: Account,
}

impl AccountReports {
    /// The current day in UTC.
    #[must_use]
    pub fn today(&self) -> Date {
        day_of(self.source.clock.now())
    }

    /// The days of the account's current usage period.
    #[must_use]
    pub fn current_period(&self) -> DayRange {
        UsagePeriod::containing(self.today(), self.account.billing_start).days()
    }

    /// What was consumed in the current usage period.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn current_usage(&self) -> Result<AccountUsage, StoreError> {
        let period = UsagePeriod::containing(self.today(), self.account.billing_start);
        let reports = &self.source.reports;
        let usages = reports.usage_by_key(self.account.id, period.days(), false);
        let keys = usages.await?.into_iter();
        Ok(AccountUsage {
            period,
            keys: keys.map(|usage| (usage.key, usage.consumption)).collect(),
        })
    }

    /// What was consumed on these days, the current one included. Days to come have no counts yet.
    ///
    /// # Errors
    /// [`ReportError::Reversed`], [`ReportError::TooLong`], [`ReportError::InFuture`].
    pub async fn usage(
        &self,
        days: DayRange,
        grouping: Option<UsageGrouping>,
    ) -> Result<UsageTable, ReportError> {
        self.check(days)?;
        let by_day = matches!(
            grouping,
            Some(UsageGrouping::Day | UsageGrouping::KeyAndDay)
        );
        let reports = &self.source.reports;
        let usages = reports.usage_by_key(self.account.id, days, by_day).await?;
        // The total and the rows have one source, so that they agree whatever is counted meanwhile.
        let mut total = Consumption::default();
        for usage in &usages {
            total.merge(&usage.consumption);
        }
        let rows = match grouping {
            None => Vec::new(),
            Some(UsageGrouping::Day) => sum_days(&usages),
            Some(UsageGrouping::Key | UsageGrouping::KeyAndDay) => self.with_keys(usages).await?,
        };
        Ok(UsageTable { total, rows })
    }

    /// What was consumed under each tag, in all or `by_day`: one page, counted from 0, which has up
    /// to [`TAGS_ON_PAGE`] rows and may be beyond the last one.
    ///
    /// # Errors
    /// As [`usage`](Self::usage).
    pub async fn usage_by_tag(
        &self,
        days: DayRange,
        by_day: bool,
        page: u64,
    ) -> Result<TagPage, ReportError> {
        self.check(days)?;
        let offset = page.saturating_mul(u64::from(TAGS_ON_PAGE));
        // One more than the page has says whether another follows.
        let most = TAGS_ON_PAGE + 1;
        let reports = &self.source.reports;
        let mut rows = reports
            .usage_by_tag(self.account.id, days, by_day, offset, most)
            .await?;
        let size = usize::try_from(TAGS_ON_PAGE).unwrap_or(usize::MAX);
        let next = (rows.len() > size).then(|| page.saturating_add(1));
        rows.truncate(size);
        Ok(TagPage { rows, next })
    }

    fn check(&self, days: DayRange) -> Result<(), ReportError> {
        let DayRange { first, last } = days;
        let today = self.today();
        let count = days.count();
        // The future first: the last day may be the current one by default, and whoever gave only the
        // first one would be told of a day that they never gave.
        if first > today {
            Err(ReportError::InFuture { first, today })
        } else if last < first {
            Err(ReportError::Reversed { first, last })
        } else if count > LONGEST_REPORT {
            Err(ReportError::TooLong { days: count })
        } else {
            Ok(())
        }
    }

    async fn with_keys(&self, usages: Vec<KeyUsage>) -> Result<Vec<UsageRow>, StoreError> {
        // Keys stay for good, so those read after their usage have them all.
        let keys = self.source.accounts.keys(Some(self.account.id)).await?;
        let keys: HashMap<KeyId, Arc<ApiKey>> = keys
            .into_iter()
            .map(|key| (key.id, Arc::new(key)))
            .collect();
        usages
            .into_iter()
            .map(|usage| {
                let key = keys.get(&usage.key).ok_or_else(|| StoreError::Failed {
                    reason: format!("the key {} has usage and does not exist", usage.key),
                })?;
                Ok(UsageRow {
                    key: Some(Arc::clone(key)),
                    day: usage.day,
                    consumption: usage.consumption,
                })
            })
            .collect()
    }
}

/// Adds up the keys of each day. The usages are ordered by day.
fn sum_days(usages: &[KeyUsage]) -> Vec<UsageRow> {
    usages
        .chunk_by(|one, next| one.day == next.day)
        .map(|of_day| {
            let mut consumption = Consumption::default();
            for usage in of_day {
                consumption.merge(&usage.consumption);
            }
            UsageRow {
                key: None,
                day: of_day.first().and_then(|usage| usage.day),
                consumption,
            }
        })
        .collect()
}
