//! How domain values are read from rows, of whichever database. A column that holds something else is a fault of the
//! database, reported as such and never guessed at.

mod accounts;
pub(crate) mod columns;
mod consumption;
mod documents;
pub(crate) mod faults;
mod glossaries;
mod memories;
mod notices;
mod stored;
mod style_lists;

pub(crate) use accounts::{
    account_columns, to_account, to_key, to_record, to_session, to_sign_in_code,
};
pub(crate) use consumption::{product_sums, to_consumption, to_key_usage, to_tag_usage};
pub(crate) use documents::{FAILED, TRANSLATED, to_counts, to_document, to_kept};
pub(crate) use glossaries::{to_dictionary, to_glossaries};
pub(crate) use memories::{JobColumns, StatusColumns, to_job, to_memory, to_storage};
pub(crate) use notices::{notice_columns, to_notice};
pub(crate) use stored::StoredRow;
pub(crate) use style_lists::{to_info, to_instruction, to_rule};
