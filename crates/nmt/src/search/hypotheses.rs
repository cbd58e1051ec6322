//! The hypotheses of one segment, from the first step to the result.

use super::constraints::Progress;
use super::options::Settings;
use super::repetition::{longest_repetition, loop_start};
use super::tree::{NodeId, TokenTree};
use crate::vocabulary::TokenId;

/// The shortest limit of the output, tokens: the one word of a short source may need many in another
/// language.
const FEWEST_STEPS: usize = 16;

/// A hypothesis that is being extended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hypothesis {
    /// Its last token; `None` before the first.
    pub(crate) leaf: Option<NodeId>,
    /// Sum of the logarithms of its tokens' probabilities, with what a guide adds and less what
    /// constraints cost.
    pub(super) score: f32,
    /// The same of the tokens that are no part of a term, without costs.
    pub(super) rest: f32,
    pub(super) progress: Progress,
}

/// A possible next token of one hypothesis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extension {
    /// Which of the live hypotheses, by position.
    pub(crate) parent: usize,
    /// The token.
    pub(crate) token: TokenId,
    /// Natural logarithm of its probability, or 0 if unknown.
    pub(crate) log_probability: f32,
    /// What a guide adds to that.
    pub(crate) bias: f32,
    /// The term that the token begins.
    pub(crate) begins: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Finished {
    pub(super) leaf: Option<NodeId>,
    /// How many tokens of the path belong to the result.
    length: usize,
    normalized_score: f32,
    /// What it is compared by with others that have as many terms. The tokens of terms count the
    /// same however long the rest is: a longer one is no better for having the same terms.
    rank: f32,
    /// How many terms it has; `None` if it was cut.
    pub(super) terms: Option<usize>,
}

/// One translation found, in tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenTranslation {
    /// The tokens, without the end of sentence.
    pub tokens: Vec<TokenId>,
    /// Sum of the logarithms of the tokens' probabilities divided by the length's power, without
    /// what a guide added; `None` if scores were not computed.
    pub score: Option<f32>,
    /// Logarithm of each token's probability, then that of the end of sentence if it was reached;
    /// empty if scores were not computed.
    pub log_probabilities: Vec<f32>,
    /// Attention to each source token (with the end of sentence), one row per target token and
    /// one for the end of sentence if it was reached; empty if alignments were not asked for.
    pub attention: Vec<f32>,
}

/// The search of one segment.
#[derive(Debug)]
pub(crate) struct Search {
    pub(super) tree: TokenTree,
    pub(super) live: Vec<Hypothesis>,
    pub(super) finished: Vec<Finished>,
    pub(super) settings: Settings,
    end_of_sentence: TokenId,
    pub(super) source_length: usize,
    source_repetition: usize,
    steps: usize,
    most_steps: usize,
    path: Vec<TokenId>,
    /// The attention of this step's hypotheses, for constraints: rows of `source_length`.
    pub(super) attention: Vec<f32>,
}

impl Search {
    /// Begins the search for `source`, which ends with the end of sentence.
    pub(crate) fn new(source: &[TokenId], end_of_sentence: TokenId, settings: Settings) -> Self {
        let is_attention_kept = settings.alignment || settings.constraints.is_some();
        let width = if is_attention_kept { source.len() } else { 0 };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a source has at most a few hundred tokens and the factor is between 0 and 10"
        )]
        let most_steps = (settings.max_length_factor * source.len() as f32).ceil() as usize;
        let forms = || {
            let constraints = settings.constraints.iter();
            constraints.flat_map(|constraints| constraints.longest_forms())
        };
        let most_steps =
            most_steps.max(FEWEST_STEPS) + forms().map(<[TokenId]>::len).sum::<usize>();
        let repetitions = forms().map(longest_repetition);
        let source_repetition = repetitions.fold(longest_repetition(source), usize::max);
        Self {
            tree: TokenTree::new(width),
            live: vec![Hypothesis {
                leaf: None,
                score: 0.0,
                rest: 0.0,
                progress: Progress::default(),
            }],
            finished: Vec::new(),
            end_of_sentence,
            source_length: source.len(),
            source_repetition,
            steps: 0,
            most_steps,
            path: Vec::new(),
            attention: Vec::new(),
            settings,
        }
    }

    /// How the search is made.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Tokens of the source, with the end of sentence.
    pub(crate) fn source_length(&self) -> usize {
        self.source_length
    }

    /// The hypotheses that the next step extends.
    pub(crate) fn live(&self) -> &[Hypothesis] {
        &self.live
    }

    /// The last token of a live hypothesis; `None` before the first.
    pub(crate) fn last_token(&self, hypothesis: usize) -> Option<TokenId> {
        Some(self.tree.token(self.live.get(hypothesis)?.leaf?))
    }

    /// The tokens of a live hypothesis.
    pub(crate) fn prefix(&mut self, hypothesis: usize) -> &[TokenId] {
        self.tree
            .path_tokens(self.live[hypothesis].leaf, &mut self.path);
        &self.path
    }

    /// How many extensions are worth looking at: enough for every place in the beam even if each
    /// hypothesis also ends.
    pub(crate) fn extensions_wanted(&self) -> usize {
        2 * self.places()
    }

    /// Places left in the beam: a finished hypothesis keeps its own.
    pub(super) fn places(&self) -> usize {
        self.settings.beam.saturating_sub(self.finished.len())
    }

    /// Takes the best `extensions` (in any order) and returns, for each hypothesis that lives on,
    /// the position of the one that it extends.
    ///
    /// `attention` holds one row for each hypothesis that was live, `stride` apart.
    pub(crate) fn advance(
        &mut self,
        extensions: &mut [Extension],
        attention: &[f32],
        stride: usize,
    ) -> Vec<usize> {
        self.steps += 1;
        let previous = std::mem::take(&mut self.live);
        let mut parents = Vec::new();
        for (extension, next) in self.chosen(&previous, extensions) {
            let row = attention
                .get(extension.parent * stride..)
                .unwrap_or_default();
            let row = row.get(..self.source_length).unwrap_or_default();
            let of_term = self.row_of_term(next.progress, row);
            let node = self.tree.push(
                previous[extension.parent].leaf,
                extension.token,
                (extension.log_probability, extension.begins),
                of_term.as_deref().unwrap_or(row),
            );
            let hypothesis = Hypothesis {
                leaf: Some(node),
                ..next
            };
            if extension.token == self.end_of_sentence {
                self.finish(hypothesis, self.steps, false);
            } else if let Some(length) = self.cut(node) {
                self.finish(hypothesis, length, true);
            } else {
                self.live.push(hypothesis);
                parents.push(extension.parent);
            }
        }
        if self.live.is_empty() && self.finished.is_empty() {
            // A guide forbade everything: what was there is the result.
            for hypothesis in previous {
                self.finish(hypothesis, self.steps - 1, true);
            }
        }
        parents
    }

    /// The extensions to follow, with what each makes of its hypothesis.
    fn chosen(
        &self,
        previous: &[Hypothesis],
        extensions: &mut [Extension],
    ) -> Vec<(Extension, Hypothesis)> {
        let constraints = self.settings.constraints.as_deref();
        let extended = |extension: &Extension| {
            let parent = previous[extension.parent];
            let mut next = Hypothesis {
                score: parent.score + extension.log_probability + extension.bias,
                ..parent
            };
            if let Some(constraints) = constraints {
                let Extension { token, begins, .. } = *extension;
                let start = extension.parent * self.source_length;
                let row = self.attention.get(start..start + self.source_length);
                next.progress = constraints.after(parent.progress, token, begins);
                next.score -= constraints.cost(next.progress, row.unwrap_or_default());
                if constraints.source_of(next.progress).is_none() {
                    next.rest += extension.log_probability;
                }
            }
            (*extension, next)
        };
        let mut extended: Vec<(Extension, Hypothesis)> = extensions.iter().map(extended).collect();
        // Ties go to the earlier hypothesis and the smaller token, so that results never depend
        // on an order of evaluation.
        extended.sort_by(|(a, next_a), (b, next_b)| {
            let key = |e: &Extension| (e.parent, e.token, e.begins);
            (next_b.score.total_cmp(&next_a.score)).then_with(|| key(a).cmp(&key(b)))
        });
        extended.retain(|(_, next)| next.score > f32::NEG_INFINITY);
        match constraints {
            Some(_) => {
                let best = extended.iter().map(|(_, next)| next.rest);
                let best = best.fold(f32::NEG_INFINITY, f32::max);
                extended.retain(|(_, next)| next.rest >= best - next.progress.tolerance());
                self.allocated(&extended)
            }
            None => {
                extended.truncate(self.places());
                extended
            }
        }
    }

    /// Where a hypothesis must be cut because it is too long or goes round in a loop.
    fn cut(&mut self, leaf: NodeId) -> Option<usize> {
        self.tree.path_tokens(Some(leaf), &mut self.path);
        let looped = loop_start(&self.path, self.source_repetition);
        looped.or((self.steps >= self.most_steps).then_some(self.steps))
    }

    /// Ends a hypothesis, of which the first `length` tokens are the result.
    fn finish(&mut self, hypothesis: Hypothesis, length: usize, is_cut: bool) {
        let log_probabilities = self.tree.log_probabilities(hypothesis.leaf);
        let score: f32 = log_probabilities.iter().take(length).sum();
        #[expect(clippy::cast_precision_loss, reason = "lengths are below 2^24")]
        let divisor = (length.max(1) as f32).powf(self.settings.length_normalization);
        let is_constrained = self.settings.constraints.is_some();
        let score_of_rank = if is_constrained {
            let all: f32 = log_probabilities.iter().sum();
            let of_terms = all - hypothesis.rest;
            let costs = all - hypothesis.score;
            #[expect(clippy::cast_precision_loss, reason = "a source has few tokens")]
            let usual = (self.source_length as f32).powf(self.settings.length_normalization);
            (hypothesis.rest - costs) / divisor + of_terms / usual
        } else if self.settings.guide.is_some() {
            let all: f32 = log_probabilities.iter().sum();
            (score + hypothesis.score - all) / divisor
        } else {
            score / divisor
        };
        self.finished.push(Finished {
            leaf: hypothesis.leaf,
            length,
            normalized_score: score / divisor,
            rank: score_of_rank,
            terms: (!is_cut || !is_constrained).then(|| hypothesis.progress.count()),
        });
    }

    /// Whether nothing is left to extend.
    pub(crate) fn is_done(&self) -> bool {
        self.live.is_empty()
    }

    /// The translations, best first.
    pub(crate) fn results(mut self) -> Vec<TokenTranslation> {
        let mut finished = std::mem::take(&mut self.finished);
        finished.sort_by(|a, b| (b.terms.cmp(&a.terms)).then(b.rank.total_cmp(&a.rank)));
        if self.settings.constraints.is_some() {
            finished = self.faithful_first(finished);
        }
        let scored = self.settings.scores;
        let aligned = self.settings.alignment;
        let best = finished.into_iter().take(self.settings.n_best);
        best.map(|hypothesis| {
            let mut tokens = Vec::new();
            self.tree.path_tokens(hypothesis.leaf, &mut tokens);
            let mut log_probabilities = self.tree.log_probabilities(hypothesis.leaf);
            let mut attention = self.tree.attention(hypothesis.leaf);
            tokens.truncate(hypothesis.length);
            log_probabilities.truncate(if scored { hypothesis.length } else { 0 });
            let rows = if aligned { hypothesis.length } else { 0 };
            attention.truncate(rows * self.source_length);
            if tokens.last() == Some(&self.end_of_sentence) {
                tokens.pop();
            }
            TokenTranslation {
                tokens,
                score: scored.then_some(hypothesis.normalized_score),
                log_probabilities,
                attention,
            }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Extension, Search};
    use crate::files::DecoderSettings;
    use crate::search::SearchOptions;

    const END: u32 = 0;

    fn extension(parent: usize, token: u32, probability: f32) -> Extension {
        Extension {
            parent,
            token,
            log_probability: probability.ln(),
            bias: 0.0,
            begins: None,
        }
    }

    fn search(beam: usize) -> Search {
        let options = SearchOptions {
            n_best: beam,
            alignment: true,
            ..SearchOptions::default()
        };
        Search::new(
            &[5, 6, END],
            END,
            options.settings(&DecoderSettings::default()),
        )
    }

    #[test]
    fn a_beam_keeps_the_best_and_normalizes_by_length() {
        let mut search = search(2);
        let rows = [0.5, 0.3, 0.2, 0.1, 0.8, 0.1];
        let kept = search.advance(&mut [extension(0, 7, 0.6), extension(0, 8, 0.3)], &rows, 3);
        assert_eq!(kept, [0, 0]);
        let kept = search.advance(
            &mut [
                extension(0, END, 0.5),
                extension(1, 9, 0.9),
                extension(0, 9, 0.1),
                extension(1, END, 0.1),
            ],
            &rows,
            3,
        );
        assert_eq!(kept, [1]);
        let kept = search.advance(
            &mut [extension(0, END, 1.0), extension(0, 9, 0.001)],
            &rows,
            3,
        );
        assert!(kept.is_empty() && search.is_done());
        let results = search.results();
        assert_eq!(results[0].tokens, [8, 9]);
        assert_eq!(results[1].tokens, [7]);
        let expected = (0.3_f32.ln() + 0.9_f32.ln()) / 3.0;
        assert!((results[0].score.unwrap() - expected).abs() < 1e-6);
        assert_eq!(results[0].attention.len(), 3 * 3);
    }

    #[test]
    fn a_search_that_never_ends_is_cut_at_the_longest_length() {
        let mut search = search(1);
        let mut steps = 0;
        while !search.is_done() {
            search.advance(&mut [extension(0, 10 + steps, 1.0)], &[0.0; 3], 3);
            steps += 1;
        }
        assert_eq!(steps, 16);
        assert_eq!(search.results()[0].tokens.len(), 16);
    }

    #[test]
    fn when_everything_is_forbidden_what_was_found_is_the_result() {
        let mut search = search(1);
        search.advance(&mut [extension(0, 7, 1.0)], &[0.0; 3], 3);
        search.advance(&mut [extension(0, 8, 0.0)], &[0.0; 3], 3);
        assert!(search.is_done());
        assert_eq!(search.results()[0].tokens, [7]);
    }
}
