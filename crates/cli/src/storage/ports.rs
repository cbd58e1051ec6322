use std::sync::Arc;

use dragoman_domain::{
    AccountStore, Clock, DocumentStore, GlossaryStore, NoticeOutbox, SessionStore, StyleListStore,
    UsageLedger, UsageReports,
};

/// The ports of a store, each of which it implements.
#[derive(Clone)]
pub(crate) struct Ports {
    pub(crate) accounts: Arc<dyn AccountStore>,
    pub(crate) sessions: Arc<dyn SessionStore>,
    pub(crate) ledger: Arc<dyn UsageLedger>,
    pub(crate) reports: Arc<dyn UsageReports>,
    pub(crate) notices: Arc<dyn NoticeOutbox>,
    pub(crate) glossaries: Arc<dyn GlossaryStore>,
    pub(crate) style_lists: Arc<dyn StyleListStore>,
    pub(crate) documents: Arc<dyn DocumentStore>,
    /// The clock that all who use the store have in common.
    pub(crate) clock: Arc<dyn Clock>,
}

impl Ports {
    pub(super) fn of<S>(store: &S, clock: Arc<dyn Clock>) -> Self
    where
        S: AccountStore
            + SessionStore
            + UsageLedger
            + UsageReports
            + NoticeOutbox
            + GlossaryStore
            + StyleListStore
            + DocumentStore
            + Clone
            + 'static,
    {
        let store = Arc::new(store.clone());
        Self {
            accounts: Arc::clone(&store) as Arc<dyn AccountStore>,
            sessions: Arc::clone(&store) as Arc<dyn SessionStore>,
            ledger: Arc::clone(&store) as Arc<dyn UsageLedger>,
            reports: Arc::clone(&store) as Arc<dyn UsageReports>,
            notices: Arc::clone(&store) as Arc<dyn NoticeOutbox>,
            glossaries: Arc::clone(&store) as Arc<dyn GlossaryStore>,
            style_lists: Arc::clone(&store) as Arc<dyn StyleListStore>,
            documents: store,
            clock,
        }
    }
}
