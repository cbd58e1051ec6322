use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_domain::{
    Account, CharacterLimit, Clock, Consumption, KeyId, Plan, StoreError, Usage, UsagePeriod,
    UsageReports, day_of,
};

use crate::{Caller, Metering};

/// What an account and the calling key have consumed in the current period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageReport {
    /// The plan, which decides how much of the report is shown.
    pub plan: Plan,
    /// The current period.
    pub period: UsagePeriod,
    /// What is counted.
    pub usage: Usage,
    /// The limit that all keys of the account share.
    pub account_limit: CharacterLimit,
    /// The limit of the calling key.
    pub key_limit: CharacterLimit,
}

/// Reads the usage of an account.
#[derive(Clone)]
pub struct ReadUsage {
    metering: Metering,
}

impl ReadUsage {
    /// Reads what this metering counts.
    #[must_use]
    pub const fn new(metering: Metering) -> Self {
        Self { metering }
    }

    /// The usage of the caller in the current period.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn read(&self, caller: &Caller) -> Result<UsageReport, StoreError> {
        let owner = self.metering.owner(caller);
        Ok(UsageReport {
            plan: caller.account.plan,
            period: owner.period,
            usage: self.metering.ledger().usage(&owner).await?,
            account_limit: caller.account.character_limit,
            key_limit: caller.key.limits.characters,
        })
    }
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

/// Reads the usage of accounts for the operator, who has no key: whether or not a server counts
/// meanwhile.
#[derive(Clone)]
pub struct ReadAccountUsage {
    reports: Arc<dyn UsageReports>,
    clock: Arc<dyn Clock>,
}

impl ReadAccountUsage {
    /// Reads these counts.
    #[must_use]
    pub fn new(reports: Arc<dyn UsageReports>, clock: Arc<dyn Clock>) -> Self {
        Self { reports, clock }
    }

    /// The usage of an account in the current period.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn read(&self, account: &Account) -> Result<AccountUsage, StoreError> {
        let period = UsagePeriod::containing(day_of(self.clock.now()), account.billing_start);
        let counted = self
            .reports
            .usage_by_key(account.id, period.days(), false)
            .await?;
        Ok(AccountUsage {
            period,
            keys: counted
                .into_iter()
                .map(|usage| (usage.key, usage.consumption))
                .collect(),
        })
    }
}
