//! Texts through the models of a route.

use std::ops::Range;
use std::sync::Arc;

use dragoman_domain::{EngineError, Language, LanguagePair, Term};
use dragoman_nmt::{
    Alignment, Model, PieceScore, Prepared, Prescription, SearchOptions, Source, TokenTranslation,
    Translation, WantedTerm,
};
use dragoman_tasks::spawn_blocking;

use super::cache::{Cache, Key, Translations};
use super::config::MarianConfig;
use super::errors::{fault_error, pool_error};
use super::formality::{self, STRENGTHS, Wanted};
use super::pool::Pool;
use super::scheduler::{Claim, Order, Scheduler};
use super::supply::InstalledModel;
use super::text::{Text, Texts};

/// A text and a translation of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) text: String,
    pub(super) translation: String,
}

/// How likely a model finds a translation, by its pieces and its end; `None` if the model cannot write it as it is, or
/// does not read or write it in one go.
pub(super) type Likelihood = Option<Vec<PieceScore>>;

/// What translating takes: models, threads, and what was translated before.
#[derive(Debug)]
pub(super) struct Steps {
    pool: Arc<Pool>,
    scheduler: Arc<Scheduler>,
    cache: Cache,
}

impl Steps {
    pub(super) fn new(config: &MarianConfig, pool: Arc<Pool>, scheduler: Scheduler) -> Self {
        Self {
            pool,
            scheduler: Arc::new(scheduler),
            cache: Cache::new(config.cache_bytes),
        }
    }

    pub(super) const fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    pub(super) const fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }

    /// The translations of texts by models that work one after the other; those known from before
    /// are not made again.
    pub(super) async fn translate(
        &self,
        pair: LanguagePair,
        models: &[Arc<InstalledModel>],
        texts: Texts,
    ) -> Result<Vec<Translations>, EngineError> {
        let ids: Arc<[String]> = models.iter().map(|model| model.id.clone()).collect();
        let keys: Vec<Option<Key>> = texts
            .texts
            .iter()
            .map(|text| Key::new(&ids, text))
            .collect();
        let known: Vec<Option<Translations>> = keys
            .iter()
            .map(|key| self.cache.get(key.as_ref()?))
            .collect();
        let is_known = known.iter().map(Option::is_some);
        let of_texts = texts.texts.into_iter().zip(is_known);
        let unknown = of_texts.filter_map(|(text, is_known)| (!is_known).then_some(text));
        let mut made = self
            .make(
                pair,
                models,
                Texts {
                    texts: unknown.collect(),
                    claim: texts.claim,
                },
            )
            .await?
            .into_iter();
        let translations = known.into_iter().zip(keys).map(|(known, key)| {
            known.unwrap_or_else(|| {
                let translations = Arc::new(made.next().unwrap_or_default());
                if let Some(key) = key {
                    self.cache.put(key, &translations);
                }
                translations
            })
        });
        Ok(translations.collect())
    }

    /// Translates with one model after the other.
    async fn make(
        &self,
        pair: LanguagePair,
        models: &[Arc<InstalledModel>],
        texts: Texts,
    ) -> Result<Vec<Vec<Translation>>, EngineError> {
        let mut made: Option<Vec<Vec<Translation>>> = None;
        for (index, model) in models.iter().enumerate() {
            let is_last = index + 1 == models.len();
            let step = Texts {
                texts: step_texts(&texts.texts, made.as_deref(), is_last),
                claim: texts.claim,
            };
            let next = self.step(pair, model, step).await?;
            made = Some(match made {
                None => next,
                Some(first) => {
                    let compose = move || first.iter().zip(next).map(composed).collect();
                    blocking("joining two steps", compose).await?
                }
            });
        }
        let mut made = made.unwrap_or_default();
        for (translations, text) in made.iter_mut().zip(&texts.texts) {
            if !text.options.alignment {
                // Made for the terms only, or nothing but zeros.
                translations
                    .iter_mut()
                    .for_each(|translation| translation.alignment = Alignment::default());
            }
        }
        Ok(made)
    }

    /// Translates with one model.
    async fn step(
        &self,
        pair: LanguagePair,
        installed: &InstalledModel,
        texts: Texts,
    ) -> Result<Vec<Vec<Translation>>, EngineError> {
        if texts.texts.is_empty() {
            return Ok(Vec::new());
        }
        let lease = self.pool.lease(installed).await;
        let lease = lease.map_err(|error| pool_error(pair, error, &installed.id))?;
        let Texts { texts, claim } = texts;
        let (model, language) = (Arc::clone(&*lease), installed.pair.source);
        let prepare = move || prepare(&model, language, texts);
        let Work {
            prepared,
            sources,
            wanted,
        } = blocking("the tokeniser", prepare).await?;
        let decoded = self.decode(&lease, sources, claim).await?;
        let decoded = if wanted.is_empty() {
            decoded
        } else {
            self.in_register(&lease, wanted, decoded, claim).await?
        };
        let model = Arc::clone(&*lease);
        let finish = move || finish(&model, &prepared, decoded);
        blocking("the detokeniser", finish).await
    }

    /// How likely a model finds translations, in order.
    pub(super) async fn likelihoods(
        &self,
        installed: &InstalledModel,
        given: Vec<Given>,
        claim: Claim,
    ) -> Result<Vec<Likelihood>, EngineError> {
        if given.is_empty() {
            return Ok(Vec::new());
        }
        let lease = self.pool.lease(installed).await;
        let lease = lease.map_err(|error| pool_error(installed.pair, error, &installed.id))?;
        let model = Arc::clone(&*lease);
        let prescribe = move || {
            let questions = given.iter().map(|given| prescribed(&model, given));
            questions.collect::<Vec<_>>()
        };
        let questions = blocking("the tokeniser", prescribe).await?;
        let sources = questions.iter().flatten();
        let sources =
            sources.map(|(source, prescription)| (source.clone(), prescription.options()));
        let decoded = self.decode(&lease, sources.collect(), claim).await?;
        let mut decoded = decoded.into_iter();
        let mut likelihood = |(_, prescription): (Source, Prescription)| {
            let found = decoded.next()?.into_iter().next()?;
            prescription.scores(&found)
        };
        let answers = questions.into_iter();
        Ok(answers.map(|question| likelihood(question?)).collect())
    }

    /// The translations of sources, in order.
    async fn decode(
        &self,
        model: &Arc<Model>,
        sources: Sources,
        claim: Claim,
    ) -> Result<Vec<Vec<TokenTranslation>>, EngineError> {
        let order = Order {
            model: Arc::clone(model),
            sources,
            claim,
        };
        self.scheduler.decode(order).await.map_err(fault_error)
    }

    /// The translations with those replaced that are in another register than is wanted, as far
    /// as the model knows better ones.
    async fn in_register(
        &self,
        model: &Arc<Model>,
        wanted: Vec<Wanted>,
        mut decoded: Vec<Vec<TokenTranslation>>,
        claim: Claim,
    ) -> Result<Vec<Vec<TokenTranslation>>, EngineError> {
        let of = Arc::clone(model);
        let examine = move || (formality::amiss(&of, wanted, &mut decoded), decoded);
        let mut left;
        (left, decoded) = blocking("the register check", examine).await?;
        for strength in STRENGTHS {
            if left.is_empty() {
                break;
            }
            let of = Arc::clone(model);
            let steer = move || (formality::searches(&of, &left, strength), left);
            let (sources, again) = blocking("the register check", steer).await?;
            let found = self.decode(model, sources, claim).await?;
            let of = Arc::clone(model);
            let replace = move || {
                let left = formality::replace(&of, again, found, &mut decoded);
                (left, decoded)
            };
            (left, decoded) = blocking("the register check", replace).await?;
        }
        Ok(decoded)
    }
}

/// A text as a model reads it, and a translation as it is to write it.
fn prescribed(model: &Model, given: &Given) -> Option<(Source, Prescription)> {
    let prepared = model.prepare(&given.text);
    let [source] = prepared.sources() else {
        return None;
    };
    Some((source.clone(), model.prescribe(&given.translation)?))
}

type Sources = Vec<(Source, SearchOptions)>;

/// Texts as a model reads them.
struct Work {
    prepared: Vec<Prepared>,
    sources: Sources,
    /// Those of the sources whose translations are to be in a register.
    wanted: Vec<Wanted>,
}

/// Takes texts of a language apart for a model.
fn prepare(model: &Model, language: Language, texts: Vec<Text>) -> Work {
    let (mut sources, mut wanted_registers) = (Sources::new(), Vec::new());
    let prepared = texts.into_iter().map(|text| {
        let prepared = model.prepare(&text.text);
        let wanted = |term: &'_ Term| WantedTerm {
            source: term.source.clone(),
            targets: term.targets.clone(),
        };
        let wanted: Vec<WantedTerm> = text.terms.iter().map(wanted).collect();
        for (index, source) in prepared.sources().iter().enumerate() {
            let mut options = text.options.clone();
            if !wanted.is_empty() {
                options.constraints = model.constrain(&prepared, index, &wanted);
            }
            // The usual translation is compared with others by its probability.
            options.scores |= text.wish.is_some();
            let wanted = (source, &options);
            wanted_registers.extend(Wanted::new(sources.len(), wanted, (&text, language)));
            sources.push((source.clone(), options));
        }
        prepared
    });
    Work {
        prepared: prepared.collect(),
        sources,
        wanted: wanted_registers,
    }
}

fn finish(
    model: &Model,
    prepared: &[Prepared],
    decoded: Vec<Vec<TokenTranslation>>,
) -> Vec<Vec<Translation>> {
    let mut decoded = decoded.into_iter();
    prepared
        .iter()
        .map(|prepared| {
            let of_text: Vec<_> = decoded.by_ref().take(prepared.sources().len()).collect();
            model.finish(prepared, &of_text)
        })
        .collect()
}

/// What a step translates, and how: the first the texts, a later one the best translations of the
/// step before. Only the last is steered and gives more than one translation.
fn step_texts(texts: &[Text], made: Option<&[Vec<Translation>]>, is_last: bool) -> Vec<Text> {
    let step = |(index, text): (usize, &Text)| {
        let mut text = text.clone();
        if let Some(best) = made.and_then(|made| made.get(index)?.first()) {
            text.text.clone_from(&best.text);
            let terms = text.terms.iter().filter_map(|term| term_in(best, term));
            text.terms = terms.collect();
        }
        if !is_last {
            text.options.n_best = 1;
            text.options.guide = None;
            text.wish = None;
            // The alignment says where the next step finds the terms.
            text.options.alignment |= !text.terms.is_empty();
            text.terms = Arc::default();
        }
        text
    };
    texts.iter().enumerate().map(step).collect()
}

/// A term of a text in the text's translation: the longest stretch of tokens that stand mostly
/// for it.
fn term_in(translation: &Translation, term: &Term) -> Option<Term> {
    let is_of_term = |source: usize| {
        let token = translation.source_tokens.get(source);
        token.is_some_and(|token| {
            token.start.max(term.source.start) < token.end.min(term.source.end)
        })
    };
    let mut best: Option<Range<usize>> = None;
    let mut run: Option<Range<usize>> = None;
    for (index, token) in translation.target_tokens.iter().enumerate() {
        let links = translation.alignment.row(index).iter();
        let strongest = links.reduce(|best, link| {
            if link.weight > best.weight {
                link
            } else {
                best
            }
        });
        if token.is_empty() || !strongest.is_some_and(|link| is_of_term(link.source)) {
            run = None;
            continue;
        }
        let whole = run.map_or(token.clone(), |run| run.start..token.end);
        if best.as_ref().is_none_or(|best| best.len() < whole.len()) {
            best = Some(whole.clone());
        }
        run = Some(whole);
    }
    best.map(|source| Term {
        source,
        targets: term.targets.clone(),
    })
}

/// The translations in two steps.
fn composed((first, second): (&Vec<Translation>, Vec<Translation>)) -> Vec<Translation> {
    let Some(best) = first.first() else {
        return second;
    };
    second.iter().map(|second| best.then(second)).collect()
}

/// Computes away from the threads that serve connections. The error is that it panicked, and says
/// what did.
pub(super) async fn blocking<T: Send + 'static>(
    what: &'static str,
    compute: impl FnOnce() -> T + Send + 'static,
) -> Result<T, EngineError> {
    let result = spawn_blocking(compute).await;
    result.map_err(|_| EngineError::Unavailable {
        reason: format!("{what} failed"),
    })
}
