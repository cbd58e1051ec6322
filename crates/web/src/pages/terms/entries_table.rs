//! The entries of a dictionary as a table of which the server sends a part at a time.

use dragoman_domain::{Dictionary, GlossaryId, GlossaryPair};
use dragoman_service::LONGEST_TERM;
use maud::{Markup, html};

use super::parts::{address, can_write, glossary_path, pager};
use crate::form::Form;
use crate::layout;
use crate::problem::Problem;
use crate::visit::Visit;

/// So many rows are on a page.
const ROWS: usize = 100;

/// What of a glossary is looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct View {
    pub(super) pair: Option<GlossaryPair>,
    /// Only entries with this text in a term, whatever its capitals.
    pub(super) search: String,
    /// Which page, from 1.
    page: usize,
}

impl View {
    /// From a form or a query.
    pub(super) fn read(form: &Form) -> Self {
        Self {
            pair: super::entries_form::parse_pair(form.text("pair")),
            search: form.text("search").trim().to_owned(),
            page: form.text("page").parse().unwrap_or(1).max(1),
        }
    }

    pub(super) fn address(&self, id: GlossaryId, pair: GlossaryPair) -> String {
        self.address_of(id, pair, self.page)
    }

    fn address_of(&self, id: GlossaryId, pair: GlossaryPair, page: usize) -> String {
        let (pair, page) = (pair.to_string(), page.to_string());
        let page = if page == "1" { "" } else { &page };
        let fields = [("pair", &*pair), ("search", &self.search), ("page", page)];
        address(&glossary_path(id), &fields)
    }
}

/// The rows on a page.
pub(super) struct Rows {
    pub(super) pair: GlossaryPair,
    /// Source and target.
    entries: Vec<(String, String)>,
    /// Which page it is, from 1.
    page: usize,
    /// How many entries are found.
    found: usize,
}

impl Rows {
    /// Those of a dictionary, looked for on a thread that may take its time.
    pub(super) async fn of(dictionary: Dictionary, view: &View) -> Result<Self, Problem> {
        let view = view.clone();
        dragoman_tasks::spawn_blocking(move || Self::found(&dictionary, &view))
            .await
            .map_err(|error| Problem::internal(&error))
    }

    fn found(dictionary: &Dictionary, view: &View) -> Self {
        let wanted = view.search.to_lowercase();
        let has = |term: &str| term.to_lowercase().contains(&wanted);
        let is_found = |source: &str, target: &str| wanted.is_empty() || has(source) || has(target);
        let entries = || {
            dictionary
                .entries
                .iter()
                .filter(|entry| is_found(entry.source, entry.target))
        };
        let found = if wanted.is_empty() {
            dictionary.entries.len()
        } else {
            entries().count()
        };
        // Where the last page was, there may be none when an entry is gone.
        let page = view.page.min(found.div_ceil(ROWS)).max(1);
        Self {
            pair: dictionary.pair,
            entries: entries()
                .skip((page - 1) * ROWS)
                .take(ROWS)
                .map(|entry| (entry.source.to_owned(), entry.target.to_owned()))
                .collect(),
            page,
            found,
        }
    }
}

/// The table, with what somebody wrote into one of its forms that was not done.
pub(super) fn table(
    visit: &Visit,
    id: GlossaryId,
    view: &View,
    rows: &Rows,
    typed: Option<&Form>,
) -> Markup {
    let pair = rows.pair;
    let languages = [pair.source(), pair.target()];
    let typed_of = |form: &&Form, source: &str, target: &str| {
        form.text("do") == "change"
            && form.text("old-source") == source
            && form.text("old-target") == target
    };
    html! {
        div.scroll tabindex="0" {
            table.entries {
                thead {
                    tr {
                        @for language in languages { th scope="col" { (visit.locale.language(language)) } }
                        @if can_write(visit) { td {} }
                    }
                }
                tbody {
                    @if can_write(visit) {
                        (row(visit, id, view, rows, 0, None, typed.filter(|form| form.text("do") == "add")))
                    }
                    @for (number, (source, target)) in rows.entries.iter().enumerate() {
                        @if can_write(visit) {
                            (row(visit, id, view, rows, number + 1, Some((source, target)), typed.filter(|form| typed_of(form, source, target))))
                        } @else {
                            tr {
                                td lang=(pair.source().tag()) dir="auto" { (source) }
                                td lang=(pair.target().tag()) dir="auto" { (target) }
                            }
                        }
                    }
                }
            }
        }
        (turns(visit, id, view, rows))
    }
}

/// A row that is a form: of an entry, or to add one.
fn row(
    visit: &Visit,
    id: GlossaryId,
    view: &View,
    rows: &Rows,
    number: usize,
    entry: Option<(&String, &String)>,
    typed: Option<&Form>,
) -> Markup {
    let form = format!("entry-{number}");
    let pair = rows.pair;
    let (source, target) = match (typed, entry) {
        (Some(typed), _) => (typed.text("source"), typed.text("target")),
        (None, Some((source, target))) => (&**source, &**target),
        (None, None) => ("", ""),
    };
    let field = |name, value, language: dragoman_domain::Language| {
        html! {
            td {
                input form=(form) name=(name) value=(value) required maxlength=(LONGEST_TERM) lang=(language.tag()) dir="auto"
                    autocomplete="off" aria-label=(visit.locale.language(language));
            }
        }
    };
    html! {
        tr {
            (field("source", source, pair.source()))
            (field("target", target, pair.target()))
            td {
                form id=(form) method="post" action={ (glossary_path(id)) "/entries" } {
                    (layout::token(visit))
                    input type="hidden" name="pair" value=(pair);
                    input type="hidden" name="search" value=(view.search);
                    input type="hidden" name="page" value=(rows.page);
                    @if let Some((source, target)) = entry {
                        input type="hidden" name="old-source" value=(source);
                        input type="hidden" name="old-target" value=(target);
                    }
                }
                div.row {
                    @if entry.is_some() {
                        button form=(form) name="do" value="change" { (visit.text("save")) }
                        button.plain form=(form) name="do" value="remove" formnovalidate { (visit.text("entry-remove")) }
                    } @else {
                        button form=(form) name="do" value="add" { (visit.text("entry-add")) }
                    }
                }
            }
        }
    }
}

/// Which rows these are, and the way to the others.
fn turns(visit: &Visit, id: GlossaryId, view: &View, rows: &Rows) -> Markup {
    let number = |number: usize| number as u64;
    let first = (rows.page - 1) * ROWS;
    let values = [
        ("first", number(first + 1).into()),
        ("last", number(first + rows.entries.len()).into()),
        ("all", number(rows.found).into()),
    ];
    let to = |page| view.address_of(id, rows.pair, page);
    let (before, next) = (rows.page > 1, first + ROWS < rows.found);
    html! {
        p.note role="status" {
            @if rows.entries.is_empty() { (visit.text("entries-none-found")) }
            @else { (visit.text_with("rows-which", values)) }
        }
        (pager(visit, before.then(|| to(rows.page - 1)), next.then(|| to(rows.page + 1))))
    }
}
