use std::collections::HashSet;
use std::iter::repeat_n;
use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, Language, LanguagePair, Offer, Segment, SegmentTranslation, TranslationJob,
    Translator,
};
use dragoman_tasks::spawn_blocking;
use dragoman_variants::{Variants, derivable};

/// A translator and the written variants of the languages that it translates into: the British and
/// American spelling of its English, and traditional from its simplified Chinese.
pub struct WithVariants {
    inner: Arc<dyn Translator>,
    variants: Arc<Variants>,
}

impl WithVariants {
    /// The variants of what `inner` translates into.
    #[must_use]
    pub fn new(inner: Arc<dyn Translator>) -> Self {
        Self::sharing(inner, Arc::new(Variants::new()))
    }

    /// The variants of what `inner` translates into, made with tables that others use too.
    pub(crate) fn sharing(inner: Arc<dyn Translator>, variants: Arc<Variants>) -> Self {
        Self { inner, variants }
    }

    /// What is offered of the inner translator for a pair: the pair itself, or else one whose
    /// target the wanted variant can be made of.
    fn source_of(&self, pair: LanguagePair) -> Option<Offer> {
        self.inner.offer(pair).or_else(|| {
            derivable(pair.target.base())
                .into_iter()
                .chain([pair.target.base()])
                .filter(|other| derivable(*other).contains(&pair.target))
                .find_map(|other| self.inner.offer(LanguagePair::new(pair.source, other)))
        })
    }

    /// A job for the inner translator, of whose translations the wanted variant can be made. If
    /// there is none, the inner translator knows best what to say.
    fn convertible(&self, job: TranslationJob) -> TranslationJob {
        let offer = self.source_of(job.pair);
        TranslationJob {
            pair: offer.map_or(job.pair, |offer| offer.pair),
            ..job
        }
    }
}

#[async_trait]
impl Translator for WithVariants {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn offers(&self) -> Vec<Offer> {
        let mut offers = self.inner.offers();
        let mut known: HashSet<LanguagePair> = offers.iter().map(|offer| offer.pair).collect();
        let made = |offer: &Offer| {
            let offer = offer.clone();
            derivable(offer.pair.target)
                .into_iter()
                .map(move |target| Offer {
                    pair: LanguagePair::new(offer.pair.source, target),
                    ..offer
                })
        };
        let made: Vec<Offer> = offers
            .iter()
            .flat_map(made)
            // Variants of one language are not translated into one another.
            .filter(|offer| !offer.pair.is_identity() && known.insert(offer.pair))
            .collect();
        offers.extend(made);
        offers
    }

    fn offer(&self, pair: LanguagePair) -> Option<Offer> {
        self.source_of(pair).map(|offer| Offer { pair, ..offer })
    }

    fn remedy(&self, pair: LanguagePair) -> Option<String> {
        let base = LanguagePair::new(pair.source, pair.target.base());
        self.inner.remedy(pair).or_else(|| {
            derivable(base.target)
                .contains(&pair.target)
                .then(|| self.inner.remedy(base))?
        })
    }

    fn troubles(&self) -> Vec<String> {
        self.inner.troubles()
    }

    async fn translate(&self, job: TranslationJob) -> Result<Vec<SegmentTranslation>, EngineError> {
        let target = job.pair.target;
        if !derivable(target.base()).contains(&target) {
            return self.inner.translate(job).await;
        }
        let job = self.convertible(job);
        let segments = Arc::clone(&job.segments);
        let translations = self.inner.translate(job).await?;
        convert_in_background(&self.variants, segments, translations, target).await
    }

    async fn alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let target = job.pair.target;
        if !derivable(target.base()).contains(&target) {
            return self.inner.alternatives(job, most).await;
        }
        let job = self.convertible(job);
        let segments = Arc::clone(&job.segments);
        let alternatives = self.inner.alternatives(job, most).await?;
        let counts: Vec<usize> = alternatives.iter().map(Vec::len).collect();
        let of_each = segments.iter().zip(&counts);
        let of_each = of_each.flat_map(|(segment, count)| repeat_n(segment.clone(), *count));
        let all = alternatives.into_iter().flatten().collect();
        let converted =
            convert_in_background(&self.variants, of_each.collect(), all, target).await?;
        let mut converted = converted.into_iter();
        let counts = counts.into_iter();
        Ok(counts
            .map(|count| converted.by_ref().take(count).collect())
            .collect())
    }
}

/// Writes translations of segments in a variant, on a thread that may block: the tables are read
/// when they are first needed, which takes a while.
pub(crate) async fn convert_in_background(
    variants: &Arc<Variants>,
    segments: Arc<[Segment]>,
    translations: Vec<SegmentTranslation>,
    target: Language,
) -> Result<Vec<SegmentTranslation>, EngineError> {
    let variants = Arc::clone(variants);
    let convert = move || convert(&variants, &segments, translations, target);
    spawn_blocking(convert)
        .await
        .map_err(|_| EngineError::Unavailable {
            reason: "the conversion into a variant failed".to_owned(),
        })
}

fn convert(
    variants: &Variants,
    segments: &[Segment],
    mut translations: Vec<SegmentTranslation>,
    target: Language,
) -> Vec<SegmentTranslation> {
    for (segment, translation) in segments.iter().zip(&mut translations) {
        translation.find_placeholders(segment);
        let placeholders = translation.placeholders(segment);
        let kept: Vec<_> = placeholders.iter().map(|copy| copy.range.clone()).collect();
        variants.convert(translation, target, &kept);
    }
    translations
}
