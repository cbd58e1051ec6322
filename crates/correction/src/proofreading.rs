use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob, Speller};
use tokio::task::spawn_blocking;

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::rules::Rules;
use crate::tongue::Tongue;
use crate::{general, spelling};

/// How often a text is gone over while what one step has mended gives another something to do.
const ROUNDS: usize = 4;

/// Reads texts in the languages that it has rules for, with the dictionaries of a speller.
pub struct Proofreading {
    speller: Arc<dyn Speller>,
}

impl Proofreading {
    /// With these dictionaries.
    #[must_use]
    pub fn new(speller: Arc<dyn Speller>) -> Self {
        Self { speller }
    }
}

#[async_trait]
impl Proofreader for Proofreading {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn languages(&self) -> Vec<Language> {
        let spelled = self.speller.languages();
        let alone = Tongue::ALL
            .into_iter()
            .filter(|tongue| !tongue.needs_dictionary());
        let alone = alone.filter_map(|tongue| Language::parse(tongue.tag()).ok());
        let is_served =
            |language: &Language| Tongue::of(*language).is_some_and(Tongue::needs_dictionary);
        alone.chain(spelled.into_iter().filter(is_served)).collect()
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        let language = job.language;
        let Some(tongue) = Tongue::of(language) else {
            return Ok(job.text);
        };
        let conventions = Conventions::of(tongue);
        let mut draft = Draft::new(job.text, job.kept);
        if tongue.needs_dictionary() {
            let edits = spelling::edits(&draft, language, conventions, &*self.speller).await?;
            draft.apply(edits);
        }
        // Some hundred patterns, which are also compiled for the first text, keep a thread busy.
        let reading = spawn_blocking(move || {
            follow_rules(&mut draft, language, tongue);
            draft.into_text()
        });
        reading.await.map_err(|_| EngineError::Unavailable {
            reason: "the rules of a language failed".to_owned(),
        })
    }
}

/// Mends what is wrong by the rules of a language.
fn follow_rules(draft: &mut Draft, language: Language, tongue: Tongue) {
    for _ in 0..ROUNDS {
        let before = draft.text().to_owned();
        Rules::of(tongue).carry_out(draft, language);
        general::carry_out(draft, tongue, Conventions::of(tongue));
        if draft.text() == before {
            return;
        }
    }
}
