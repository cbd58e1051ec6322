//! Several translations of one text, for a person to choose from.

use std::cmp::Reverse;
use std::iter::repeat_n;

use dragoman_domain::{
    EngineError, KeyId, LanguagePair, Segment, SegmentTranslation, TranslationJob,
};
use dragoman_text::is_runaway;

use super::layout::Sentence;
use super::prepared::{JobContext, PreparedTranslation};
use super::sentences::{cut_runaway, incomplete, terms_used};
use super::{Resources, TextTranslator, Texts, TranslationError, TranslationRequest};

impl TextTranslator {
    /// Up to `most` translations of the first text of a request, which should be a sentence without markup: best first,
    /// no two alike. A memory is not asked.
    ///
    /// # Errors
    /// [`TranslationError`].
    pub(crate) async fn alternatives(
        &self,
        caller: Option<KeyId>,
        request: &TranslationRequest,
        texts: &Texts<'_>,
        (resources, most): (&Resources, usize),
    ) -> Result<Vec<String>, TranslationError> {
        let sources = self.sources(request, texts).await?;
        let prepared = self.prepare(caller, request, sources.iter().copied(), resources)?;
        let (Some(text), Some(source)) = (request.texts.first(), sources.first()) else {
            return Ok(Vec::new());
        };
        let pair = LanguagePair::new(*source, request.target);
        let segmented = dragoman_text::segment(text, *source, request.splitting);
        let sentences: Vec<Sentence> = segmented.sentences().iter().map(Sentence::plain).collect();
        if pair.is_identity() || sentences.is_empty() {
            return Ok(vec![text.clone()]);
        }
        let context = prepared.context(pair, request.context.as_deref().map(Into::into));
        let of_sentences = prepared.alternatives(&context, sentences, most).await?;
        let mut written: Vec<String> = Vec::new();
        let ranks = of_sentences.iter().map(Vec::len).max().unwrap_or(0);
        for rank in 0..ranks {
            let ranked = of_sentences.iter().map(|each| {
                let ranked = each.get(rank).or(each.first());
                ranked.map_or("", SegmentTranslation::text)
            });
            let ranked: Vec<&str> = ranked.collect();
            let joined = segmented.join_into(pair.target, &ranked).text;
            if !written.contains(&joined) {
                written.push(joined);
            }
        }
        Ok(written)
    }
}

impl PreparedTranslation {
    /// Up to `most` translations of each sentence, at least one, best first.
    async fn alternatives(
        &self,
        context: &JobContext,
        mut sentences: Vec<Sentence>,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, TranslationError> {
        let job = self.job(context, &mut sentences);
        let mut alternatives = self.run_alternatives(job, most).await?;
        let segments = sentences.iter().map(|sentence| &sentence.segment);
        self.steer_alternatives(context, segments, &mut alternatives, most)
            .await?;
        let counts: Vec<usize> = alternatives.iter().map(Vec::len).collect();
        let each = sentences.iter().zip(&counts);
        let each = each.flat_map(|(sentence, count)| repeat_n(sentence.clone(), *count));
        let all = alternatives.into_iter().flatten().collect();
        let finished = self.finish(context, each.collect(), all).await?;
        let mut finished = finished.into_iter();
        let counts = counts.into_iter();
        Ok(counts
            .map(|count| finished.by_ref().take(count).collect())
            .collect())
    }

    /// Of segments of which some translation lacks a term, asks for translations under the eyes of their terms as well;
    /// those with the most terms come first.
    async fn steer_alternatives(
        &self,
        context: &JobContext,
        segments: impl Iterator<Item = &Segment>,
        alternatives: &mut [Vec<SegmentTranslation>],
        most: usize,
    ) -> Result<(), EngineError> {
        if !self.can_steer(context) {
            return Ok(());
        }
        let used = |segment: &Segment, translation: &SegmentTranslation| {
            terms_used(segment, translation, context.pair.target)
        };
        let lacks_terms = |(segment, found): &(&Segment, &mut Vec<SegmentTranslation>)| {
            let wanted = segment.terms().len();
            found.iter().any(|one| used(segment, one) < wanted)
        };
        let places: Vec<_> = segments.zip(alternatives).filter(lacks_terms).collect();
        if places.is_empty() {
            return Ok(());
        }
        let again = places.iter().map(|(segment, _)| (*segment).clone());
        let steered = self.run_alternatives(self.steered(context, again.collect()), most);
        for (mut steered, (segment, found)) in steered.await?.into_iter().zip(places) {
            let best = |of: &[SegmentTranslation]| of.first().map(|best| used(segment, best));
            // As an ordinary translation prefers them.
            if best(&steered) > best(found) {
                std::mem::swap(found, &mut steered);
            }
            found.extend(steered);
            found.sort_by_cached_key(|one| Reverse(used(segment, one)));
            found.truncate(most);
        }
        Ok(())
    }

    /// Has the engine find alternatives and checks that there are some for each segment. Of those that ran away only
    /// the best stays, cut.
    async fn run_alternatives(
        &self,
        job: TranslationJob,
        most: usize,
    ) -> Result<Vec<Vec<SegmentTranslation>>, EngineError> {
        let segments = job.segments.clone();
        let mut alternatives = self.translator.engine.alternatives(job, most).await?;
        let made = alternatives.iter().filter(|each| !each.is_empty()).count();
        if made != segments.len() || alternatives.len() != segments.len() {
            return Err(incomplete(made, segments.len()));
        }
        for (segment, each) in segments.iter().zip(&mut alternatives) {
            let mut is_best = true;
            each.retain(|one| {
                std::mem::take(&mut is_best) || !is_runaway(segment.text(), one.text())
            });
            each.truncate(most);
            if let Some(best) = each.first_mut() {
                cut_runaway(segment, best);
            }
        }
        Ok(alternatives)
    }
}
