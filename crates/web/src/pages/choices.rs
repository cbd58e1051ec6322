//! What a translation can be asked for: languages, register, glossaries, a memory, a style list; the same for texts and
//! documents.

use dragoman_domain::{
    ErrorKind, Formality, Glossary, GlossaryId, Language, Memory, MemoryId, Register, StyleListId,
    StyleListInfo,
};
use dragoman_service::{Caller, Customization, MemoryChoice, SupportedLanguage};
use maud::{Markup, html};

use crate::Pages;
use crate::form::Form;
use crate::problem::Problem;
use crate::visit::Visit;

/// How much a segment of a memory must resemble a text to take its place, in per cent, as the interface has it.
const USUAL_THRESHOLD: u8 = 75;

/// The format of documents of Word, by the ending of its files.
pub(crate) const WORD: &str = "docx";

/// So many style lists and memories are offered.
const MOST_OFFERED: u32 = 100;

/// What there is to choose from.
pub(crate) struct Offers {
    languages: Vec<SupportedLanguage>,
    glossaries: Vec<Glossary>,
    memories: Vec<Memory>,
    style_lists: Vec<StyleListInfo>,
}

impl Offers {
    /// What this caller has. What they may not see is not offered.
    pub(crate) async fn of(pages: &Pages, caller: &Caller) -> Result<Self, Problem> {
        let cases = &pages.cases;
        let glossaries = cases.glossaries.list(caller).await;
        let memories = cases.memories.list(caller, 0, MOST_OFFERED).await;
        let style_lists = cases.style_lists.list(caller, 0, MOST_OFFERED).await;
        Ok(Self {
            languages: cases.languages.for_text_translation(),
            glossaries: permitted(glossaries, |error| error.kind())?,
            memories: permitted(memories.map(|page| page.memories), |error| error.kind())?,
            style_lists: permitted(style_lists, |error| error.kind())?,
        })
    }
}

impl Offers {
    /// Whether texts can be translated into this language.
    pub(crate) fn is_target(&self, language: Language) -> bool {
        self.languages
            .iter()
            .any(|offered| offered.language == language && offered.usable_as_target)
    }
}

/// What was listed; nothing if it may not be.
fn permitted<T, E: Into<Problem>>(
    listed: Result<Vec<T>, E>,
    kind: impl Fn(&E) -> ErrorKind,
) -> Result<Vec<T>, Problem> {
    match listed {
        Err(error) if kind(&error) == ErrorKind::Forbidden => Ok(Vec::new()),
        listed => listed.map_err(Into::into),
    }
}

/// What somebody chose.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    /// Detected if absent.
    pub(crate) source: Option<Language>,
    pub(crate) target: Option<Language>,
    pub(crate) register: Option<Register>,
    pub(crate) glossaries: Vec<GlossaryId>,
    pub(crate) memory: Option<MemoryId>,
    pub(crate) style: Option<StyleListId>,
    /// Whether PDF becomes a document of Word.
    pub(crate) pdf_as_word: bool,
    /// Whether documents that can are written in both languages.
    pub(crate) bilingual: bool,
}

impl Choices {
    /// From a form or a query. What it names that is nothing is left out: whoever changes an address by hand sees in the
    /// page what was understood.
    pub(crate) fn read(form: &Form) -> Self {
        let language = |name| form.get(name).and_then(|tag| Language::parse(tag).ok());
        Self {
            source: language("from"),
            target: language("to"),
            register: match form.text("register") {
                "formal" => Some(Register::Formal),
                "informal" => Some(Register::Informal),
                _ => None,
            },
            glossaries: form
                .all("glossary")
                .filter_map(|id| id.parse().ok())
                .collect(),
            memory: form.get("memory").and_then(|id| id.parse().ok()),
            style: form.get("style").and_then(|id| id.parse().ok()),
            pdf_as_word: form.text("pdf-as") == WORD,
            bilingual: !form.text("bilingual").is_empty(),
        }
    }

    /// Whether a language was chosen, or kept as a setting.
    pub(crate) const fn are_made(&self) -> bool {
        self.source.is_some() || self.target.is_some()
    }

    /// How formally readers are addressed; where an engine cannot, that is no reason not to translate.
    pub(crate) fn formality(&self) -> Option<Formality> {
        self.register.map(|register| Formality {
            register,
            is_required: false,
        })
    }

    pub(crate) fn customization(&self) -> Customization {
        Customization {
            glossaries: self.glossaries.clone(),
            memory: self.memory.map(|id| MemoryChoice {
                id,
                threshold: USUAL_THRESHOLD,
            }),
            style: self.style,
        }
    }

    /// The language to translate into.
    pub(crate) fn target(&self) -> Result<Language, Problem> {
        self.target
            .ok_or_else(|| Problem::invalid("problem-no-target"))
    }
}

/// The selection of a source language, or of a target.
pub(crate) fn language_select(
    visit: &Visit,
    offers: &Offers,
    is_source: bool,
    chosen: Option<Language>,
    detected: Option<Language>,
) -> Markup {
    let (name, label) = if is_source {
        ("from", "from-label")
    } else {
        ("to", "into-label")
    };
    let mut languages: Vec<Language> = offers
        .languages
        .iter()
        .filter(|language| {
            if is_source {
                language.usable_as_source
            } else {
                language.usable_as_target
            }
        })
        .map(|language| language.language)
        .collect();
    languages.sort_by_key(|language| visit.locale.order(*language));
    html! {
        select name=(name) id=(name) aria-label=(visit.text(label)) {
            @if is_source {
                option value="" data-detect=(visit.text("detect-language")) {
                    @match detected {
                        Some(language) => (visit.text_with("detected-language", [("language", visit.locale.language(language).into())])),
                        None => (visit.text("detect-language")),
                    }
                }
            }
            @for language in languages {
                option value=(language.tag()) selected[chosen == Some(language)] {
                    (visit.locale.language(language))
                }
            }
        }
    }
}

/// The chips below a text or a drop zone.
pub(crate) fn chips(visit: &Visit, offers: &Offers, choices: &Choices) -> Markup {
    let can_choose_register = offers.languages.iter().any(|language| language.formality);
    html! {
        div.row.chips role="group" aria-label=(visit.text("chips-label")) {
            @if can_choose_register {
                label.chip {
                    span { (visit.text("chip-register")) }
                    select name="register" {
                        option value="" { (visit.text("register-any")) }
                        option value="formal" selected[choices.register == Some(Register::Formal)] { (visit.text("register-formal")) }
                        option value="informal" selected[choices.register == Some(Register::Informal)] { (visit.text("register-informal")) }
                    }
                }
            }
            @if !offers.glossaries.is_empty() {
                label.chip {
                    span { (visit.text("chip-glossary")) }
                    select name="glossary" {
                        option value="" { (visit.text("chip-none")) }
                        @for glossary in &offers.glossaries {
                            option value=(glossary.id) selected[choices.glossaries.contains(&glossary.id)] { (glossary.name) }
                        }
                    }
                }
            }
            @if !offers.style_lists.is_empty() {
                label.chip {
                    span { (visit.text("chip-style")) }
                    select name="style" {
                        option value="" { (visit.text("chip-none")) }
                        @for list in &offers.style_lists {
                            option value=(list.id) selected[choices.style == Some(list.id)] { (list.name) }
                        }
                    }
                }
            }
            @if !offers.memories.is_empty() {
                label.chip {
                    span { (visit.text("chip-memory")) }
                    select name="memory" {
                        option value="" { (visit.text("chip-none")) }
                        @for memory in &offers.memories {
                            option value=(memory.id) selected[choices.memory == Some(memory.id)] { (memory.name) }
                        }
                    }
                }
            }
        }
    }
}

/// The language into which people translate who have not chosen one: theirs, or English.
pub(crate) fn usual_target(visit: &Visit, offers: &Offers) -> Option<Language> {
    let own = Language::parse(visit.locale.tag()).ok();
    let is_offered = |language: &Language| offers.is_target(*language);
    own.filter(is_offered).or_else(|| {
        ["en-US", "en-GB", "en", "de"]
            .into_iter()
            .find_map(|tag| Language::parse(tag).ok().filter(is_offered))
    })
}
