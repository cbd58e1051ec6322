//! Translating the units of a document.
//!
//! Units that are equal are translated once. The others go through the text translator in batches, in the
//! order of the document and some at a time; formatting goes as markup, so that it is placed by the alignment.

mod batches;
mod error;
mod markup;
mod pace;
mod shape;

use dragoman_documents::{Content, Piece, Unit};
use dragoman_domain::{
    DocumentProgress, Formality, KeyId, Language, LanguagePair, ModelType, Priority,
};
use dragoman_text::SentenceSplitting;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::{
    Resources, TextTranslator, Texts, TranslationError, TranslationRequest, count_characters,
};
use batches::{Batch, Plan};
pub use error::DocumentTranslationError;
use pace::{Answer, Headway, Pace, Patience};

/// What is to be done with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRequest {
    /// The language of the document; detected if absent.
    pub source: Option<Language>,
    /// The language or variant that is wanted.
    pub target: Language,
    /// How formally readers are addressed.
    pub formality: Option<Formality>,
    /// Whether somebody waits for the document.
    pub priority: Priority,
}

/// The translations of the units of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedUnits {
    /// For each unit its translation; none where nothing is to be translated, so that the unit is to stay
    /// as it is.
    pub translations: Vec<Option<Content>>,
    /// The language that was given or detected.
    pub source: Language,
    /// How many translations have more characters than [`Unit::longest`] wants. They are not cut: half a
    /// sentence would be worse.
    pub too_long: usize,
}

/// Translates the units of documents. Needs no account; counting is somebody else's work.
#[derive(Clone)]
pub struct DocumentTranslator {
    texts: TextTranslator,
}

/// The characters of a document that count: Unicode code points of the texts of all units, each time that
/// they come.
#[must_use]
pub fn document_characters(units: &[Unit]) -> u64 {
    units.iter().map(|unit| characters_of(&unit.content)).sum()
}

fn characters_of(content: &Content) -> u64 {
    let texts = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => count_characters(text),
        Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => 0,
    });
    texts.sum()
}

/// What holds for all units of a document.
struct Work<'work> {
    caller: Option<KeyId>,
    request: &'work DocumentRequest,
    source: Language,
    resources: &'work Resources,
    units: &'work [Unit],
}

impl DocumentTranslator {
    /// Translates with this translator of texts.
    #[must_use]
    pub const fn new(texts: TextTranslator) -> Self {
        Self { texts }
    }

    /// The translations of the units of a document. `caller` is whose key the work is for; none is the
    /// operator's own. `progress` is told how far the work is, at the beginning and then each time that
    /// something is done; equal units count once for it.
    ///
    /// While the engine has too much work this waits as the engine says, for as long as the document goes on: when
    /// nothing of it was translated during ten minutes of such waits, the engine counts as unavailable. Dropping the
    /// future takes back what has not begun.
    ///
    /// # Errors
    /// [`DocumentTranslationError`]; then nothing is delivered.
    pub async fn translate(
        &self,
        caller: Option<KeyId>,
        request: &DocumentRequest,
        units: &[Unit],
        resources: &Resources,
        progress: &(dyn Fn(DocumentProgress) + Send + Sync),
    ) -> Result<TranslatedUnits, DocumentTranslationError> {
        let plan = Plan::new(units).await;
        if plan.characters() == 0 {
            return Err(DocumentTranslationError::NothingToTranslate);
        }
        let work = Work {
            caller,
            request,
            source: self.source(request, units).await?,
            resources,
            units,
        };
        self.check(&work)?;
        let mut done = Done::new(&work, plan.characters(), progress);
        let mut batches = plan.batches();
        let mut pace = Pace::default();
        let headway = Headway::default();
        let mut in_flight = FuturesUnordered::new();
        loop {
            while in_flight.len() < pace.batches()
                && let Some(batch) = batches.next()
            {
                in_flight.push(self.translate_batch(&work, &headway, batch));
            }
            let Some(finished) = in_flight.next().await else {
                break;
            };
            let (batch, texts, answer) = finished?;
            pace.adapt(answer);
            headway.advance();
            done.take(&batch, texts);
        }
        done.finish(&plan)
    }

    /// The language of the document.
    async fn source(
        &self,
        request: &DocumentRequest,
        units: &[Unit],
    ) -> Result<Language, DocumentTranslationError> {
        if let Some(source) = request.source {
            return Ok(source);
        }
        let sample = batches::sample(units);
        let found = self.texts.language_of(sample, request.target).await?;
        found.ok_or(DocumentTranslationError::UnknownSourceLanguage)
    }

    /// Fails if no engine translates a document as it is wanted, as far as that is known before anybody has
    /// read it.
    ///
    /// # Errors
    /// [`TranslationError`].
    pub(crate) fn check_request(
        &self,
        request: &DocumentRequest,
        resources: &Resources,
    ) -> Result<(), TranslationError> {
        let Some(source) = request.source else {
            return Ok(());
        };
        self.check_demands(&Work {
            caller: None,
            request,
            source,
            resources,
            units: &[],
        })
    }

    /// Fails if the document cannot be translated as it is wanted, before any work is done.
    fn check(&self, work: &Work<'_>) -> Result<(), DocumentTranslationError> {
        if LanguagePair::new(work.source, work.request.target).is_identity() {
            return Err(DocumentTranslationError::SameLanguage);
        }
        Ok(self.check_demands(work)?)
    }

    fn check_demands(&self, work: &Work<'_>) -> Result<(), TranslationError> {
        let pair = LanguagePair::new(work.source, work.request.target);
        self.texts.check(pair)?;
        let request = work.request_for(&Batch::default(), Vec::new());
        self.texts.check_demands(pair, &request, work.resources)
    }

    /// Translates a batch, however often the engine must be asked: the texts and how it went.
    async fn translate_batch(
        &self,
        work: &Work<'_>,
        headway: &Headway,
        batch: Batch,
    ) -> Result<(Batch, Vec<String>, Answer), DocumentTranslationError> {
        let texts = batch.units.iter().filter_map(|&unit| work.units.get(unit));
        let texts = texts.map(|unit| match batch.is_marked {
            true => markup::write(&unit.content),
            false => unit.content.text(),
        });
        let request = work.request_for(&batch, texts.collect());
        let texts = Texts::read(&request)?;
        let mut patience = Patience::new(headway);
        let translations = loop {
            let translating = self
                .texts
                .translate(work.caller, &request, &texts, work.resources);
            match translating.await {
                Ok(translations) => break translations,
                Err(error) => patience.forgive(error).await?,
            }
        };
        let texts = translations.into_iter().map(|translation| translation.text);
        Ok((batch, texts.collect(), patience.answer()))
    }
}

impl Work<'_> {
    /// The request for the texts of a batch.
    fn request_for(&self, batch: &Batch, texts: Vec<String>) -> TranslationRequest {
        TranslationRequest {
            texts,
            source: Some(self.source),
            target: self.request.target,
            context: batches::context(self.units, batch),
            formality: self.request.formality,
            instructions: Vec::new(),
            model: ModelType::default(),
            // What a format only wraps is joined by its filter.
            splitting: SentenceSplitting::PunctuationAndNewlines,
            markup: batch.is_marked.then(markup::options),
            preserve_formatting: false,
            priority: self.request.priority,
        }
    }
}

/// Whether two texts are equal but for what is not seen, so that there is no reason to touch anything.
fn is_same(one: &str, other: &str) -> bool {
    let visible = |character: &char| !character.is_whitespace() && !markup::is_apart(*character);
    let other = other.chars().filter(visible);
    one.chars().filter(visible).eq(other)
}

/// What is translated so far.
struct Done<'work> {
    work: &'work Work<'work>,
    translations: Vec<Option<Content>>,
    is_changed: bool,
    so_far: DocumentProgress,
    progress: &'work (dyn Fn(DocumentProgress) + Send + Sync),
}

impl<'work> Done<'work> {
    fn new(
        work: &'work Work<'work>,
        total: u64,
        progress: &'work (dyn Fn(DocumentProgress) + Send + Sync),
    ) -> Self {
        let so_far = DocumentProgress {
            translated: 0,
            total,
        };
        progress(so_far);
        Self {
            work,
            translations: vec![None; work.units.len()],
            is_changed: false,
            so_far,
            progress,
        }
    }

    /// Takes the translations of a batch.
    fn take(&mut self, batch: &Batch, texts: Vec<String>) {
        for (&index, text) in batch.units.iter().zip(texts) {
            let (Some(unit), Some(place)) =
                (self.work.units.get(index), self.translations.get_mut(index))
            else {
                continue;
            };
            let source = &unit.content;
            let translation = if batch.is_marked {
                markup::read(&text, source)
            } else {
                Content::new([Piece::Text(text)])
            };
            let words = translation.text();
            // Where an engine gives nothing, the source says more.
            *place = if words.trim().is_empty() || is_same(&words, &source.text()) {
                Some(source.clone())
            } else {
                self.is_changed = true;
                Some(translation.with_codes_of(source))
            };
        }
        self.so_far.translated = self.so_far.translated.saturating_add(batch.characters);
        (self.progress)(self.so_far);
    }

    /// Everything, the units that are equal to others among it.
    fn finish(mut self, plan: &Plan<'_>) -> Result<TranslatedUnits, DocumentTranslationError> {
        if !self.is_changed {
            return Err(DocumentTranslationError::NothingTranslated);
        }
        let units = self.work.units;
        for (index, first) in plan.repetitions() {
            let copy = match (units.get(index), units.get(first)) {
                (Some(unit), Some(first_unit)) => self
                    .translations
                    .get(first)
                    .and_then(Option::as_ref)
                    .map(|made| shape::recoded(made, &first_unit.content, &unit.content)),
                _ => None,
            };
            if let Some(place) = self.translations.get_mut(index) {
                *place = copy;
            }
        }
        let is_too_long = |(unit, translation): &(&Unit, &Option<Content>)| {
            let longest = unit.longest.and_then(|longest| u64::try_from(longest).ok());
            let length = translation.as_ref().map(characters_of);
            longest
                .zip(length)
                .is_some_and(|(longest, length)| length > longest)
        };
        let pairs = units.iter().zip(&self.translations);
        Ok(TranslatedUnits {
            too_long: pairs.filter(is_too_long).count(),
            translations: self.translations,
            source: self.work.source,
        })
    }
}
