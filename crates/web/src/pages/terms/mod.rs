//! What translations follow: glossaries, translation memories, style rules. Who translates may look at all of it, and
//! whoever has the role for terminology changes it.

mod entries_form;
mod entries_table;
mod glossaries;
mod glossary;
mod instructions;
mod memories;
mod memory;
mod memory_jobs;
mod parts;
mod rule_words;
mod style_list;
mod style_lists;

use axum::Router;

use crate::Pages;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .merge(glossaries::routes())
        .merge(glossary::routes())
        .merge(memories::routes())
        .merge(memory::routes())
        .merge(memory_jobs::routes())
        .merge(style_lists::routes())
        .merge(style_list::routes())
}
