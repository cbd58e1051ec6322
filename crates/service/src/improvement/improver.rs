//! Improving texts without accounts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use dragoman_domain::{
    Detection, EngineError, KeyId, Language, Rewriter, RewritingJob, SegmentTranslation,
    StyleOrTone,
};
use dragoman_fidelity::{Objection, find_kept};
use dragoman_tasks::spawn_blocking;
use dragoman_variants::Variants;
use futures_util::stream::{self, StreamExt, TryStreamExt};

use super::checks::check_rewriting;
use super::improvers::Improvers;
use super::languages::{Assigner, Assignment, detect};
use super::proofreading::{Failures, RequestContext};
use super::targets::{ImprovableLanguage, applied, conversion, has_styles};
use super::{
    ImprovedText, Improvement, ImprovementError, ImprovementRequest, NoStyleOrTone, WantedStyle,
};
use crate::SharedDetector;

/// How many texts of a request are read at a time.
const AT_A_TIME: usize = 4;

/// Improves texts: finds their languages, has them read by a proofreader, written as the wanted variant is, and said in
/// other words. Needs no account; counting is somebody else's work.
#[derive(Clone)]
pub struct TextImprover {
    improvers: Arc<Improvers>,
    detector: SharedDetector,
    variants: Arc<Variants>,
}

/// Somebody who is to say texts in other words, in which language and in which style or tone.
struct RewriterChoice<'a> {
    rewriter: &'a dyn Rewriter,
    language: Language,
    style_or_tone: Option<StyleOrTone>,
}

impl TextImprover {
    /// Improves with these.
    #[must_use]
    pub fn new(improvers: Improvers, detector: SharedDetector, variants: Arc<Variants>) -> Self {
        Self {
            improvers: Arc::new(improvers),
            detector,
            variants,
        }
    }

    /// The languages in which texts can be improved now, in the order of their tags.
    #[must_use]
    pub fn languages(&self) -> Vec<ImprovableLanguage> {
        let detectable = self.detector.detector().detectable();
        let languages = self
            .improvers
            .available(Improvement::Rephrasing(None))
            .into_iter();
        languages
            .map(|language| ImprovableLanguage {
                language,
                auto_detection: detectable.contains(&language),
                // A base language has the styles and tones of the variant that it stands for, where they are listed.
                styles_and_tones: applied(language) == language
                    && has_styles(language)
                    && self.improvers.writes_in_styles(language),
            })
            .collect()
    }

    /// The texts of a request, improved, in order. `caller` is whose key the work is for; none is the operator's own.
    /// What is not done by `deadline` is of no use any more.
    ///
    /// # Errors
    /// [`ImprovementError`]; then no text is improved.
    pub async fn improve(
        &self,
        caller: Option<KeyId>,
        request: &ImprovementRequest,
        deadline: Option<Instant>,
    ) -> Result<Vec<ImprovedText>, ImprovementError> {
        self.check(request)?;
        let assigner = Assigner {
            improvers: &self.improvers,
            detector: &self.detector,
            variants: &self.variants,
        };
        let assignments = assigner.assign(request).await?;
        let distinct: BTreeSet<Language> = (assignments.iter())
            .map(|assignment| assignment.target)
            .collect();
        for target in distinct {
            self.check_style_or_tone(target, request.improvement)?;
        }
        let failures = Failures::default();
        let context = RequestContext {
            caller,
            deadline,
            failures: &failures,
        };
        let mut works = Vec::with_capacity(assignments.len());
        for (text, assignment) in request.texts.iter().zip(&assignments) {
            works.push(self.correct(context, text, *assignment));
        }
        let works = stream::iter(works).buffered(AT_A_TIME);
        let mut texts: Vec<String> = works.try_collect().await?;
        if let Improvement::Rephrasing(wanted) = request.improvement {
            let found = self.rephrase(context, &texts, &assignments, wanted).await?;
            for (index, text) in found {
                if let Some(place) = texts.get_mut(index) {
                    *place = text;
                }
            }
        }
        let improved = texts.into_iter().zip(assignments);
        Ok(improved
            .map(|(text, assignment)| ImprovedText {
                text,
                source: assignment.source,
                target: applied(assignment.target),
            })
            .collect())
    }

    /// Fails like [`improve`](Self::improve) if the request asks for what cannot be done here, as far as that can be
    /// told without its texts.
    ///
    /// # Errors
    /// [`ImprovementError`].
    pub fn check(&self, request: &ImprovementRequest) -> Result<(), ImprovementError> {
        let Some(target) = request.target else {
            return Ok(());
        };
        if !self.improvers.improves(target, request.improvement) {
            return Err(ImprovementError::UnsupportedTarget {
                target,
                available: self.improvers.available(request.improvement),
            });
        }
        self.check_style_or_tone(target, request.improvement)
    }

    fn check_style_or_tone(
        &self,
        target: Language,
        improvement: Improvement,
    ) -> Result<(), ImprovementError> {
        let Improvement::Rephrasing(Some(WantedStyle {
            is_required: true, ..
        })) = improvement
        else {
            return Ok(());
        };
        let reason = if !has_styles(target) {
            NoStyleOrTone::Language
        } else if !self.improvers.writes_in_styles(target) {
            NoStyleOrTone::Installation
        } else {
            return Ok(());
        };
        Err(ImprovementError::NoStyleOrTone { target, reason })
    }

    /// What does not work at the moment and may work again by itself, for the operator.
    pub(super) fn troubles(&self) -> Vec<String> {
        self.improvers.troubles()
    }

    /// A text without mistakes, in the wanted variant.
    async fn correct(
        &self,
        context: RequestContext<'_>,
        text: &str,
        assignment: Assignment,
    ) -> Result<String, ImprovementError> {
        if !assignment.has_words {
            return Ok(text.to_owned());
        }
        let target = assignment.target;
        // What is only spelled as another variant has it is no mistake, so it is out of the way first.
        let converted = self.convert(text.to_owned(), target).await?;
        let read = self.improvers.proofread(context, converted, target).await?;
        self.convert(read, target).await
    }

    /// The text as the variant is written that was asked for.
    async fn convert(&self, text: String, target: Language) -> Result<String, ImprovementError> {
        let Some(variant) = conversion(target) else {
            return Ok(text);
        };
        let variants = Arc::clone(&self.variants);
        let converting = spawn_blocking(move || {
            let kept = find_kept(&text);
            let mut text = SegmentTranslation::from(text);
            variants.convert(&mut text, variant, &kept);
            text.into_text()
        });
        (converting.await).map_err(|_| ImprovementError::ConversionFailed)
    }

    /// The texts that are better in other words, by their places.
    async fn rephrase(
        &self,
        context: RequestContext<'_>,
        texts: &[String],
        assignments: &[Assignment],
        wanted: Option<WantedStyle>,
    ) -> Result<Vec<(usize, String)>, ImprovementError> {
        let mut by_target: BTreeMap<Language, Vec<(usize, &str)>> = BTreeMap::new();
        for (index, (text, assignment)) in texts.iter().zip(assignments).enumerate() {
            if assignment.has_words {
                let of_target = by_target.entry(assignment.target).or_default();
                of_target.push((index, text));
            }
        }
        let mut found = Vec::new();
        for (target, texts) in by_target {
            let written = self.write(context, target, &texts, wanted).await?;
            let written = self.acceptable(target, &texts, written).await?;
            let (mut indices, mut works) = (Vec::new(), Vec::new());
            for (index, before, written) in written {
                indices.push(index);
                works.push(self.finish(context, before, written, target));
            }
            let works = stream::iter(works).buffered(AT_A_TIME);
            let finished: Vec<String> = works.try_collect().await?;
            found.extend(indices.into_iter().zip(finished));
        }
        Ok(found)
    }

    /// What rewriters make of texts, in order.
    async fn write(
        &self,
        context: RequestContext<'_>,
        target: Language,
        texts: &[(usize, &str)],
        wanted: Option<WantedStyle>,
    ) -> Result<Vec<Option<String>>, EngineError> {
        let mut failure = None;
        for choice in self.rewriter_choices(target, wanted) {
            let job = RewritingJob {
                language: choice.language,
                texts: (texts.iter())
                    .map(|(_, text)| text.trim().to_owned())
                    .collect(),
                style_or_tone: choice.style_or_tone,
                caller: context.caller,
                deadline: context.deadline,
            };
            match choice.rewriter.rewrite(job).await {
                Ok(written) => return Ok(written),
                Err(error) => {
                    let rewriter = choice.rewriter.name();
                    tracing::warn!(rewriter, %target, %error, "texts were not rewritten");
                    failure = Some(error);
                }
            }
        }
        // Without a style or tone that must be, a text without mistakes is better than none.
        match failure {
            Some(error) if wanted.is_some_and(|wanted| wanted.is_required) => Err(error),
            _ => Ok(vec![None; texts.len()]),
        }
    }

    /// Whom to ask, one after the other until somebody answers. Who cannot write in a style or tone comes last, and not at all
    /// if it must be.
    fn rewriter_choices(
        &self,
        target: Language,
        wanted: Option<WantedStyle>,
    ) -> Vec<RewriterChoice<'_>> {
        let wanted = wanted.filter(|_| has_styles(target));
        let choice = |(rewriter, language), style_or_tone| RewriterChoice {
            rewriter,
            language,
            style_or_tone,
        };
        let Some(wanted) = wanted else {
            return (self.improvers.serving(target))
                .map(|serving| choice(serving, None))
                .collect();
        };
        let (with, without): (Vec<_>, Vec<_>) = self
            .improvers
            .serving(target)
            .partition(|(rewriter, _)| rewriter.has_styles());
        let with = with
            .into_iter()
            .map(|serving| choice(serving, Some(wanted.style_or_tone)));
        let without = without.into_iter().filter(|_| !wanted.is_required);
        with.chain(without.map(|serving| choice(serving, None)))
            .collect()
    }

    /// Of what was written the texts that can stand in the place of the given ones, with their places and those.
    async fn acceptable<'a>(
        &self,
        target: Language,
        texts: &[(usize, &'a str)],
        written: Vec<Option<String>>,
    ) -> Result<Vec<(usize, &'a str, String)>, ImprovementError> {
        let pairs = texts.iter().zip(written);
        let mut pairs: Vec<(usize, &str, String)> = pairs
            .filter_map(|(&(index, text), written)| Some((index, text, written?)))
            .filter(|(_, text, written)| is_accepted(check_rewriting(text.trim(), written)))
            .collect();
        let written = pairs
            .iter()
            .map(|(_, _, written)| written.clone())
            .collect();
        let mut detections = detect(&self.detector, written).await?.into_iter();
        pairs.retain(|(_, text, _)| {
            let is_same = match detections.next() {
                Some(Detection::Detected(found)) => found.base() == target.base(),
                Some(Detection::Unsure(_)) => true,
                // Signs alone can be another way to write signs.
                Some(Detection::NoLanguage) => !text.chars().any(char::is_alphabetic),
                Some(Detection::Unsupported(_)) | None => false,
            };
            is_accepted(if is_same {
                Ok(())
            } else {
                Err(Objection::Language)
            })
        });
        Ok(pairs)
    }

    /// A text in other words without mistakes, in the wanted variant; the text before where nobody reads the other words.
    async fn finish(
        &self,
        context: RequestContext<'_>,
        before: &str,
        written: String,
        target: Language,
    ) -> Result<String, ImprovementError> {
        let written = self.convert(written.trim().to_owned(), target).await?;
        let read = self.improvers.proofread(context, written, target).await;
        Ok(match read {
            Ok(read) => around(before, &self.convert(read, target).await?),
            // Nobody knows what is wrong with it.
            Err(_) => before.to_owned(),
        })
    }
}

fn is_accepted(verdict: Result<(), Objection>) -> bool {
    if let Err(objection) = verdict {
        let reason = objection.as_str();
        metrics::counter!("dragoman_rewritings_refused_total", "reason" => reason).increment(1);
    }
    verdict.is_ok()
}

/// A text between the white space around another one.
fn around(outer: &str, inner: &str) -> String {
    let start = outer.len() - outer.trim_start().len();
    let end = outer.trim_end().len().max(start);
    let (before, after) = (outer.get(..start), outer.get(end..));
    format!(
        "{}{inner}{}",
        before.unwrap_or_default(),
        after.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_around_a_text_stays() {
        assert_eq!(around(" \n a b \t", "x"), " \n x \t");
        assert_eq!(around("a", "x"), "x");
        assert_eq!(around(" ", "x"), " x");
    }
}
