//! Translating the units of a document.
//!
//! Units that are equal are translated once. The others go through the text translator in batches, in the
//! order of the document and some at a time; formatting goes along as codes, which are placed by the alignment.

mod batches;
mod contents;
mod error;
mod pace;
mod shape;

use dragoman_documents::{Content, Document, Piece, Unit, Warning};
use dragoman_domain::{
    DocumentProgress, Formality, KeyId, Language, LanguagePair, ModelType, Priority,
};
use dragoman_text::SentenceSplitting;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::text_translation::PreparedTranslation;
use crate::{
    Resources, TextTranslator, Texts, TranslationError, TranslationRequest, count_characters,
};
use batches::{Batch, Plan};
pub use error::DocumentTranslationError;
use pace::{Answer, FinishedBatches, Pace, Retries};

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

impl TranslatedUnits {
    /// What should be known of a document that was written with them.
    #[must_use]
    pub fn warnings(&self, document: &dyn Document) -> Vec<Warning> {
        let too_long = (self.too_long > 0).then_some(Warning::TooLong {
            translations: self.too_long,
        });
        document
            .warnings()
            .iter()
            .cloned()
            .chain(too_long)
            .collect()
    }
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

/// What is done for all units of a document.
struct Work<'work> {
    source: Language,
    prepared: PreparedTranslation,
    finished_batches: FinishedBatches,
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
        let source = self.source(request, units).await?;
        if LanguagePair::new(source, request.target).is_identity() {
            return Err(DocumentTranslationError::SameLanguage);
        }
        let work = Work {
            source,
            prepared: self.prepare(caller, request, source, resources)?,
            finished_batches: FinishedBatches::default(),
            units,
        };
        let mut done = Done::new(&work, plan.characters(), progress);
        let mut batches = plan.batches();
        let mut pace = Pace::default();
        let mut in_flight = FuturesUnordered::new();
        loop {
            while in_flight.len() < pace.batches()
                && let Some(batch) = batches.next()
            {
                in_flight.push(work.translate(batch));
            }
            let Some(finished) = in_flight.next().await else {
                break;
            };
            let (batch, contents, answer) = finished?;
            pace.adapt(answer);
            work.finished_batches.advance();
            done.take(&batch, contents);
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
        self.prepare(None, request, source, resources).map(|_| ())
    }

    /// Makes the translation from this language ready.
    fn prepare(
        &self,
        caller: Option<KeyId>,
        request: &DocumentRequest,
        source: Language,
        resources: &Resources,
    ) -> Result<PreparedTranslation, TranslationError> {
        self.texts
            .check(LanguagePair::new(source, request.target))?;
        let request = TranslationRequest {
            texts: Vec::new(),
            source: Some(source),
            target: request.target,
            context: None,
            formality: request.formality,
            instructions: Vec::new(),
            model: ModelType::default(),
            // What a format only wraps is joined by its filter.
            splitting: SentenceSplitting::PunctuationAndNewlines,
            markup: None,
            preserve_formatting: false,
            priority: request.priority,
        };
        self.texts.prepare(caller, &request, [source], resources)
    }
}

impl Work<'_> {
    /// Translates a batch, however often the engine must be asked: the contents and how it went.
    async fn translate(
        &self,
        batch: Batch,
    ) -> Result<(Batch, Vec<Content>, Answer), DocumentTranslationError> {
        let units = batch.units.iter().filter_map(|&unit| self.units.get(unit));
        let texts: Texts<'_> = units.map(|unit| contents::text(&unit.content)).collect();
        let sources = vec![self.source; batch.units.len()];
        let context = batches::context(self.units, &batch);
        let mut retries = Retries::new(&self.finished_batches);
        let translations = loop {
            let translating = self
                .prepared
                .translate(&texts, &sources, context.as_deref());
            match translating.await {
                Ok(translations) => break translations,
                Err(error) => retries.wait_after(error).await?,
            }
        };
        let translated = translations.into_iter().map(contents::translated).collect();
        drop(texts);
        Ok((batch, translated, retries.answer()))
    }
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
    fn take(&mut self, batch: &Batch, contents: Vec<Content>) {
        for (&index, translation) in batch.units.iter().zip(contents) {
            let (Some(unit), Some(place)) =
                (self.work.units.get(index), self.translations.get_mut(index))
            else {
                continue;
            };
            let source = &unit.content;
            let words = translation.text();
            // Where an engine gives nothing, the source says more.
            *place = if words.trim().is_empty() || contents::is_same(&words, &source.text()) {
                Some(source.clone())
            } else {
                self.is_changed = true;
                Some(translation)
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
