//! The fields with entries of a dictionary, and what they say.

use dragoman_domain::{GlossaryPair, Language, glossary_languages};
use dragoman_service::{EntriesFormat, NewDictionary};
use maud::{Markup, html};

use crate::form::Form;
use crate::large_form::{ENTRIES, Entries, FILE, LargeForm};
use crate::problem::Problem;
use crate::visit::Visit;

/// Fields for a pair of languages.
pub(super) fn pair_fields(
    visit: &Visit,
    source: Option<Language>,
    target: Option<Language>,
) -> Markup {
    html! {
        div.row {
            label.chip { span { (visit.text("from-label")) } (language_field(visit, "from", source)) }
            label.chip { span { (visit.text("into-label")) } (language_field(visit, "to", target)) }
        }
    }
}

fn language_field(visit: &Visit, name: &str, chosen: Option<Language>) -> Markup {
    let mut languages = glossary_languages().to_vec();
    languages.sort_by_key(|language| visit.locale.order(*language));
    html! {
        select name=(name) required {
            option value="" {}
            @for language in languages {
                option value=(language.tag()) selected[chosen == Some(language)] { (visit.locale.language(language)) }
            }
        }
    }
}

/// Fields for entries: pasted, or from a file.
pub(super) fn entries_fields(visit: &Visit, text: &str) -> Markup {
    html! {
        label for="entries" { (visit.text("entries-paste")) }
        textarea id="entries" name=(ENTRIES) rows="6" spellcheck="false" aria-describedby="entries-note" { "\n" (text) }
        label for="file" { (visit.text("entries-file")) }
        input type="file" id="file" name=(FILE) accept=".tsv,.csv,.txt,text/tab-separated-values,text/csv,text/plain";
        p.note id="entries-note" { (visit.text("entries-note")) }
    }
}

/// The language of a field.
pub(super) fn language(form: &Form, name: &str) -> Option<Language> {
    form.get(name).and_then(|tag| Language::parse(tag).ok())
}

/// The pair of the fields.
pub(super) fn pair(form: &Form) -> Result<GlossaryPair, Problem> {
    match (language(form, "from"), language(form, "to")) {
        (Some(source), Some(target)) => Ok(GlossaryPair::new(source, target)?),
        _ => Err(Problem::invalid("problem-no-pair")),
    }
}

/// A pair as addresses and hidden fields have it: two tags with a hyphen between them.
pub(super) fn parse_pair(text: &str) -> Option<GlossaryPair> {
    let (source, target) = text.split_once('-')?;
    let source = Language::parse(source).ok()?;
    GlossaryPair::new(source, Language::parse(target).ok()?).ok()
}

/// What was sent, as a dictionary.
pub(super) fn dictionary(
    form: &mut LargeForm,
    pair: GlossaryPair,
) -> Result<NewDictionary, Problem> {
    let entries = form.entries.take();
    let Entries { text, is_csv, .. } =
        entries.ok_or_else(|| Problem::invalid("problem-no-entries"))?;
    let format = if is_csv {
        EntriesFormat::Csv
    } else {
        EntriesFormat::Tsv
    };
    Ok(NewDictionary {
        pair,
        entries: text,
        format,
    })
}

/// Entries that were pasted, for a page on which they can be mended.
pub(super) fn pasted(form: &LargeForm) -> String {
    let entries = form
        .entries
        .as_ref()
        .filter(|entries| entries.file.is_none());
    entries.map_or_else(String::new, |entries| entries.text.clone())
}
