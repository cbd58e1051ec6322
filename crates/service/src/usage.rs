use dragoman_domain::{CharacterLimit, Plan, StoreError, Usage, UsagePeriod};

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
