//! Texts in other words by a language model: the same server, slots and health as for translations.
//!
//! A text is asked for as a whole, or, if it is long, in pieces of whole lines, or of whole sentences where a line is too
//! long. What comes back is believed after checks (`checks`); a piece whose answer is refused is asked for once more,
//! alone and with the reason, and then stays as it is.

mod checks;
mod prompt;
mod styles_and_tones;

use std::ops::Range;

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, Language, Priority, Rewriter, RewritingJob, improvement_languages,
};
use dragoman_fidelity::{Objection, telling_part};
use dragoman_text::find_placeholders;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::Instant;

use self::checks::Checks;
use super::answer;
use super::batches::batches;
use super::engine::{Fault, LanguageModel};
use super::prompt::most_tokens;
use super::protocol::{List, Query};
use super::rejection::Rejection;
use crate::lines;

/// After so many pieces in a row whose answers were refused twice, the model is not asked for the rest of what would
/// have been asked for together.
const MOST_REFUSED: usize = 3;

#[async_trait]
impl Rewriter for LanguageModel {
    fn name(&self) -> &'static str {
        "language_model"
    }

    fn languages(&self) -> Vec<Language> {
        let all = improvement_languages().iter().copied();
        all.filter(|language| self.directions().write(*language))
            .collect()
    }

    fn has_styles(&self) -> bool {
        true
    }

    async fn rewrite(&self, job: RewritingJob) -> Result<Vec<Option<String>>, EngineError> {
        if !self.languages().contains(&job.language) {
            return Err(EngineError::Unavailable {
                reason: format!("the language model writes no {}", job.language),
            });
        }
        let most = self.config().batch_characters;
        let texts = job.texts.iter().enumerate();
        let pieces: Vec<Piece<'_>> = texts
            .flat_map(|(of, text)| {
                lines::split_with_sentences(text, job.language, most)
                    .into_iter()
                    .map(move |piece| (of, piece))
            })
            .map(|(of, text)| Piece { of, text })
            .collect();
        let rewriting = Rewriting {
            model: self,
            job: &job,
            pieces: &pieces,
            deadline: self.deadline(Priority::Interactive, job.deadline),
        };
        let written = rewriting.write_all().await?;
        Ok(joined(job.texts.len(), &pieces, &written))
    }
}

/// A stretch of whole lines of a text, or of whole sentences of a line that is too long.
#[derive(Debug, Clone, Copy)]
struct Piece<'job> {
    /// The index of the text.
    of: usize,
    text: &'job str,
}

/// Pieces that are asked for together.
#[derive(Debug)]
struct Batch {
    pieces: Vec<usize>,
    /// Why an earlier answer was refused; another refusal is final.
    refused: Option<Rejection>,
}

/// A job on its way.
struct Rewriting<'job> {
    model: &'job LanguageModel,
    job: &'job RewritingJob,
    pieces: &'job [Piece<'job>],
    deadline: Option<Instant>,
}

/// What came of a question.
enum Reply {
    /// For each piece the text, or why there is none.
    Answered(Vec<Result<String, Rejection>>),
    /// The answer as a whole is of no use.
    Unusable(Rejection),
    /// There was too much in the question, or something that cannot be asked.
    TooMuch(Rejection),
}

impl Rewriting<'_> {
    /// All pieces in other words, by their indices; none for those that stay.
    async fn write_all(&self) -> Result<Vec<Option<String>>, Fault> {
        let wanted = self.pieces.iter().enumerate();
        let wanted = wanted
            .map(|(index, piece)| (index, piece.text))
            .filter(|(_, text)| has_words(text));
        let batches = batches(wanted, self.model.config().batch_characters);
        let works = batches.into_iter().map(|pieces| self.write(pieces));
        let written = stream::iter(works).buffered(self.model.config().concurrency);
        let written: Vec<Vec<(usize, String)>> = written.try_collect().await?;
        let mut all = vec![None; self.pieces.len()];
        for (index, text) in written.into_iter().flatten() {
            if let Some(place) = all.get_mut(index) {
                *place = Some(text);
            }
        }
        Ok(all)
    }

    /// Those of some pieces that are better in other words.
    async fn write(&self, pieces: Vec<usize>) -> Result<Vec<(usize, String)>, Fault> {
        let mut written = Vec::with_capacity(pieces.len());
        let mut refused_in_a_row = 0;
        let mut waiting = vec![Batch {
            pieces,
            refused: None,
        }];
        while let Some(batch) = waiting.pop() {
            let outcomes = match self.ask(&batch).await? {
                Reply::Answered(outcomes) => outcomes,
                Reply::TooMuch(_) if batch.pieces.len() > 1 => {
                    let (first, second) = batch.pieces.split_at(batch.pieces.len() / 2);
                    waiting.extend([second, first].map(|half| Batch {
                        pieces: half.to_vec(),
                        refused: batch.refused,
                    }));
                    continue;
                }
                Reply::Unusable(rejection) | Reply::TooMuch(rejection) => {
                    vec![Err(rejection); batch.pieces.len()]
                }
            };
            // The last first, because what is asked for again is asked for in the opposite order.
            for (piece, outcome) in batch.pieces.iter().zip(outcomes).rev() {
                match outcome {
                    Ok(text) => {
                        count("accepted");
                        refused_in_a_row = 0;
                        written.push((*piece, text));
                    }
                    Err(rejection) => {
                        count(rejection.as_str());
                        if batch.refused.is_none() && is_worth_another(rejection) {
                            waiting.push(Batch {
                                pieces: vec![*piece],
                                refused: Some(rejection),
                            });
                        } else {
                            refused_in_a_row += 1;
                        }
                    }
                }
            }
            if refused_in_a_row >= MOST_REFUSED {
                break;
            }
        }
        Ok(written)
    }

    async fn ask(&self, batch: &Batch) -> Result<Reply, Fault> {
        let texts: Vec<&str> = batch
            .pieces
            .iter()
            .filter_map(|index| self.pieces.get(*index))
            .map(|piece| piece.text.trim())
            .collect();
        let kept: Vec<Vec<&str>> = texts.iter().map(|text| kept(text)).collect();
        let query = self.query(&texts, &kept, batch.refused)?;
        let asking = self.model.ask(self.job.caller, &query, self.deadline);
        let completion = match asking.await? {
            Ok(completion) => completion,
            Err(rejection) => return Ok(Reply::TooMuch(rejection)),
        };
        if completion.is_truncated {
            return Ok(Reply::TooMuch(Objection::Truncated.into()));
        }
        let written = match answer::parse(&completion.text, List::Texts, texts.len()) {
            Ok(written) => written,
            Err(malformed) => return Ok(Reply::Unusable(malformed.into())),
        };
        let checks = Checks::new(self.job.language, self.job.style_or_tone, &query.system);
        let outcomes: Vec<Result<String, Rejection>> = texts
            .iter()
            .zip(&kept)
            .zip(written)
            .map(|((text, kept), written)| {
                let written = with_line_ends(text, written.trim());
                checks.check(text, kept, &written)?;
                Ok(written)
            })
            .collect();
        Ok(Reply::Answered(
            self.with_language(&checks, &kept, outcomes).await,
        ))
    }

    fn query(
        &self,
        texts: &[&str],
        kept: &[Vec<&str>],
        refused: Option<Rejection>,
    ) -> Result<Query, Fault> {
        let user = prompt::user(texts, kept);
        Ok(Query {
            system: prompt::system(
                self.job.language,
                self.job.style_or_tone,
                kept.iter().any(|kept| !kept.is_empty()),
                refused,
            ),
            user: user.map_err(|_| Fault::unwritten())?,
            list: List::Texts,
            max_tokens: most_tokens(texts.iter().copied()),
        })
    }

    /// Checks the languages of those texts that nothing else speaks against.
    async fn with_language(
        &self,
        checks: &Checks,
        kept: &[Vec<&str>],
        outcomes: Vec<Result<String, Rejection>>,
    ) -> Vec<Result<String, Rejection>> {
        let telling = outcomes.iter().zip(kept);
        let telling = telling.map(|(outcome, kept)| telling_part(outcome.as_ref().ok()?, kept));
        let languages = self.model.languages_of(telling.collect()).await;
        let outcomes = outcomes.into_iter().zip(languages);
        let outcomes = outcomes.map(|(outcome, language)| {
            let text = outcome?;
            language.map_or(Ok(()), |language| checks.check_language(language))?;
            Ok(text)
        });
        outcomes.collect()
    }
}

/// Whether the model could write something else if it knew what was wrong.
const fn is_worth_another(rejection: Rejection) -> bool {
    !matches!(rejection, Rejection::TooLong | Rejection::Declined)
}

/// What must stand in a text in other words as it is.
fn kept(text: &str) -> Vec<&str> {
    let ranges = find_placeholders(text).into_iter();
    ranges.filter_map(|range| text.get(range)).collect()
}

fn has_words(text: &str) -> bool {
    let mut start = 0;
    let mut outside: Vec<Range<usize>> = Vec::new();
    for range in find_placeholders(text) {
        outside.push(start..range.start);
        start = range.end;
    }
    outside.push(start..text.len());
    let mut outside = outside.into_iter().filter_map(|range| text.get(range));
    outside.any(|text| text.chars().any(char::is_alphabetic))
}

/// The texts of pieces; none for a text no piece of which is in other words.
fn joined(texts: usize, pieces: &[Piece<'_>], written: &[Option<String>]) -> Vec<Option<String>> {
    let mut joined: Vec<(String, bool)> = vec![Default::default(); texts];
    for (piece, written) in pieces.iter().zip(written) {
        let Some((text, is_new)) = joined.get_mut(piece.of) else {
            continue;
        };
        match written {
            Some(written) => {
                let inner = piece.text.trim();
                let before = piece.text.len() - piece.text.trim_start().len();
                text.push_str(piece.text.get(..before).unwrap_or_default());
                text.push_str(written);
                let behind = before + inner.len();
                text.push_str(piece.text.get(behind..).unwrap_or_default());
                *is_new |= inner != written;
            }
            None => text.push_str(piece.text),
        }
    }
    let joined = joined.into_iter();
    joined
        .map(|(text, is_new)| is_new.then_some(text))
        .collect()
}

/// What was written with the line ends of the text, if there are as many.
fn with_line_ends(text: &str, written: &str) -> String {
    let lines: Vec<&str> = written.lines().collect();
    let ends: Vec<&str> = text.split_inclusive('\n').map(line_end).collect();
    if lines.len() != ends.len() {
        return written.to_owned();
    }
    let lines = lines.into_iter().zip(ends);
    lines.flat_map(|(line, end)| [line, end]).collect()
}

fn line_end(line: &str) -> &str {
    ["\r\n", "\n"]
        .into_iter()
        .find(|end| line.ends_with(end))
        .unwrap_or_default()
}

fn count(outcome: &'static str) {
    metrics::counter!("dragoman_language_model_texts_total", "outcome" => outcome).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_put_between_the_white_space_of_the_text() {
        let pieces = ["  one \r\n\r\n", "two"].map(|text| Piece { of: 0, text });
        let written = [Some("ONE".to_owned()), None];
        assert_eq!(
            joined(2, &pieces, &written),
            [Some("  ONE \r\n\r\ntwo".to_owned()), None]
        );
        let same = [Some("one".to_owned()), Some("two".to_owned())];
        assert_eq!(joined(1, &pieces, &same), [None]);
    }

    #[test]
    fn line_ends_are_those_of_the_text() {
        assert_eq!(with_line_ends("a\r\n\r\nb", "A\n\nB"), "A\r\n\r\nB");
        assert_eq!(with_line_ends("a\nb", "A B"), "A B");
    }

    #[test]
    fn only_what_has_words_is_asked_for() {
        assert!(has_words("See {name}"));
        assert!(!has_words("{name}: 12.5 %"));
    }
}
