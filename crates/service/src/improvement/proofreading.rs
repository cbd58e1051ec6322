//! Reading texts for mistakes: by all who read a language, and in each of its variants where nobody says which.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use dragoman_domain::{EngineError, KeyId, Language, Proofreader, ProofreadingJob};
use dragoman_fidelity::{find_kept, keeps_all};
use dragoman_text::is_runaway;

use super::improvers::Improvers;
use super::targets::readings;

/// For whom a request is, until when, and what fails in it.
#[derive(Clone, Copy)]
pub(super) struct RequestContext<'a> {
    pub(super) caller: Option<KeyId>,
    pub(super) deadline: Option<Instant>,
    pub(super) failures: &'a Failures,
}

/// The proofreaders that failed in a request, with how often and how at last. A request has up to thousands of texts, so
/// the log is told at its end, in a line for each of them.
#[derive(Default)]
pub(super) struct Failures(Mutex<BTreeMap<&'static str, (usize, String)>>);

impl Failures {
    fn add(&self, proofreader: &'static str, reason: String) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, last) = failures.entry(proofreader).or_default();
        *count += 1;
        *last = reason;
    }
}

impl Drop for Failures {
    fn drop(&mut self) {
        let failures = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (proofreader, (texts, reason)) in failures {
            tracing::warn!(proofreader, texts, reason, "texts were not proofread");
        }
    }
}

impl Improvers {
    /// The text without the mistakes that those find who read the language, in that of several variants in which least of
    /// it is wrong; as it is where nobody reads it.
    pub(super) async fn proofread(
        &self,
        context: RequestContext<'_>,
        text: String,
        target: Language,
    ) -> Result<String, EngineError> {
        let proofreaders = self.proofreaders.iter();
        let served: Vec<Language> = proofreaders.flat_map(|one| one.languages()).collect();
        let mut choice = BestReading::of(&text);
        for reading in readings(&served, target) {
            choice.add(self.proofread_as(context, &text, reading).await);
        }
        let read = choice.made()?;
        Ok(read.unwrap_or(text))
    }

    /// The text as all leave it who read it in a language or variant. Fails only if none of them can.
    async fn proofread_as(
        &self,
        context: RequestContext<'_>,
        text: &str,
        language: Language,
    ) -> Result<String, EngineError> {
        let mut left = text.to_owned();
        let (mut failure, mut is_read) = (None, false);
        for proofreader in &self.proofreaders {
            let readings = readings(&proofreader.languages(), language);
            let reading = read(&**proofreader, context, &left, &readings);
            match reading.await {
                Ok(Some(read)) if keeps_all(&read, &left) && !is_runaway(&left, &read) => {
                    left = read;
                    is_read = true;
                }
                Ok(Some(_)) => {
                    let reason = "what must stay in a text did not stay".to_owned();
                    context.failures.add(proofreader.name(), reason);
                }
                Ok(None) => {}
                Err(error) => {
                    let failures = context.failures;
                    failures.add(proofreader.name(), format!("{language}: {error}"));
                    failure = Some(error);
                }
            }
        }
        match failure {
            Some(error) if !is_read => Err(error),
            _ => Ok(left),
        }
    }
}

/// The text as a proofreader leaves it, in that of several variants in which least of it is wrong; none if it reads none.
async fn read(
    proofreader: &dyn Proofreader,
    context: RequestContext<'_>,
    text: &str,
    readings: &[Language],
) -> Result<Option<String>, EngineError> {
    let mut choice = BestReading::of(text);
    for &language in readings {
        let job = ProofreadingJob {
            language,
            text: text.to_owned(),
            kept: find_kept(text),
            caller: context.caller,
            deadline: context.deadline,
        };
        choice.add(proofreader.proofread(job).await);
    }
    choice.made()
}

/// Of several readings of a text the one that changes the fewest words, the first of equal ones.
struct BestReading<'a> {
    text: &'a str,
    best: Option<(usize, String)>,
    failure: Option<EngineError>,
}

impl<'a> BestReading<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            best: None,
            failure: None,
        }
    }

    fn add(&mut self, read: Result<String, EngineError>) {
        match read {
            Ok(read) => {
                let changes = changed_words(self.text, &read);
                if self
                    .best
                    .as_ref()
                    .is_none_or(|(fewest, _)| changes < *fewest)
                {
                    self.best = Some((changes, read));
                }
            }
            Err(error) => self.failure = Some(error),
        }
    }

    /// None without readings; fails only if all of them have.
    fn made(self) -> Result<Option<String>, EngineError> {
        match (self.best, self.failure) {
            (Some((_, read)), _) => Ok(Some(read)),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(None),
        }
    }
}

/// How many words of a text are not, or not as often, in another one.
fn changed_words(text: &str, other: &str) -> usize {
    let mut others: HashMap<&str, usize> = HashMap::new();
    for word in other.split_whitespace() {
        *others.entry(word).or_default() += 1;
    }
    let mut missing = 0;
    for word in text.split_whitespace() {
        match others.get_mut(word) {
            Some(count) if *count > 0 => *count -= 1,
            _ => missing += 1,
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_as_often_as_they_are_missing() {
        assert_eq!(changed_words("a b a c", "a b c"), 1);
        assert_eq!(changed_words("a b", "b a d"), 0);
        assert_eq!(changed_words("a b", ""), 2);
    }

    #[test]
    fn the_reading_with_fewest_changes_is_chosen_and_one_that_fails_costs_nothing() {
        let failure = || EngineError::Unavailable {
            reason: "gone".to_owned(),
        };
        let choice = |readings: &[Option<&str>]| {
            let mut choice = BestReading::of("a b c");
            for read in readings {
                choice.add(read.map(str::to_owned).ok_or_else(failure));
            }
            choice.made()
        };
        let chosen = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(choice(&[]), Ok(None));
        assert_eq!(
            choice(&[Some("x y c"), Some("a x c"), Some("a b y")]),
            chosen("a x c")
        );
        assert_eq!(choice(&[None, Some("a b x")]), chosen("a b x"));
        assert_eq!(choice(&[Some("a b x"), None]), chosen("a b x"));
        assert_eq!(choice(&[None]), Err(failure()));
    }
}
