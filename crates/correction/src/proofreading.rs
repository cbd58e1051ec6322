use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob, Speller};

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::general;
use crate::rules::Rules;
use crate::spelling::{self, Dictionaries};
use crate::tongue::Tongue;
use crate::turns::{Turns, by_deadline};

/// How often a text is gone over while what one step has mended gives another something to do.
const ROUNDS: usize = 4;

/// Reads texts in the languages that it has rules for, with the dictionaries of a speller.
pub struct Proofreading {
    speller: Arc<dyn Speller>,
    turns: Turns,
}

impl Proofreading {
    /// With these dictionaries; as many texts at a time as there are processors.
    #[must_use]
    pub fn new(speller: Arc<dyn Speller>) -> Self {
        Self {
            speller,
            turns: Turns::per_processor(),
        }
    }

    async fn read(&self, job: ProofreadingJob, tongue: Tongue) -> Result<String, EngineError> {
        let language = job.language;
        let mut kept = job.kept;
        kept.extend(general::mentions(&job.text, tongue, &kept));
        let mut draft = Draft::new(job.text, kept);
        if tongue.needs_dictionary() {
            let mend = move |stop: &AtomicBool| {
                Rules::of(tongue).mend_words(&mut draft, language, stop);
                draft
            };
            draft = self.turns.read(job.caller, mend).await?;
            let conventions = Conventions::of(tongue);
            let dictionaries = Dictionaries::new(&*self.speller, job.caller);
            let edits = spelling::edits(&draft, language, conventions, dictionaries).await?;
            draft.apply(edits);
        }
        let read = move |stop: &AtomicBool| {
            follow_rules(&mut draft, language, tongue, stop);
            draft.into_text()
        };
        self.turns.read(job.caller, read).await
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
        let Some(tongue) = Tongue::of(job.language) else {
            return Ok(job.text);
        };
        by_deadline(job.deadline, self.read(job, tongue)).await
    }
}

/// Mends what is wrong by the rules of a language, which are made for the first text. Once `stop` is set, nobody wants
/// the answer.
fn follow_rules(draft: &mut Draft, language: Language, tongue: Tongue, stop: &AtomicBool) {
    for _ in 0..ROUNDS {
        let before = draft.text().to_owned();
        Rules::of(tongue).carry_out(draft, language, stop);
        general::carry_out(draft, tongue, Conventions::of(tongue));
        if draft.text() == before || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}
