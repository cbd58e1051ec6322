//! The filters of documents that there are on this system.

use dragoman_documents::Filters;

/// Finds them.
pub(crate) fn filters() -> Filters {
    Filters::standard()
}
