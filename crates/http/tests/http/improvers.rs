//! Those who improve texts, as the tests control them.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use dragoman_domain::{
    EngineError, Language, Proofreader, ProofreadingJob, Rewriter, RewritingJob,
};
use dragoman_service::Improvers;

use crate::engine::language;

/// Mends a few words in each language that it is made for. Texts with "Fail" it does not read, from those with "Lose" it
/// takes what is in braces, and those with "Wait" take forever.
pub(crate) struct FakeProofreader {
    languages: Vec<Language>,
    jobs: Mutex<Vec<ProofreadingJob>>,
}

impl FakeProofreader {
    pub(crate) fn new(tags: &[&str]) -> Arc<Self> {
        Arc::new(Self {
            languages: tags.iter().map(|tag| language(tag)).collect(),
            jobs: Mutex::default(),
        })
    }

    /// The languages and texts of all jobs so far.
    pub(crate) fn jobs(&self) -> Vec<(&'static str, String)> {
        let jobs = self.jobs.lock().unwrap();
        let jobs = jobs
            .iter()
            .map(|job| (job.language.tag(), job.text.clone()));
        jobs.collect()
    }

    /// The last job.
    pub(crate) fn last_job(&self) -> ProofreadingJob {
        self.jobs.lock().unwrap().last().unwrap().clone()
    }
}

/// What is wrong, and what is right instead, in the languages with these tags.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("en", "teh", "the"),
    ("en", "catalgoue", "catalogue"),
    ("de", "gtuen", "guten"),
    ("de", "Gurken", "Gürken"),
    ("pt-PT", "fato", "facto"),
    ("pt-BR", "facto", "fato"),
    ("zh", ",", "，"),
];

#[async_trait]
impl Proofreader for FakeProofreader {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn languages(&self) -> Vec<Language> {
        self.languages.clone()
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        self.jobs.lock().unwrap().push(job.clone());
        if job.text.contains("Wait") {
            std::future::pending::<()>().await;
        }
        if job.text.contains("Fail") {
            return Err(EngineError::Unavailable {
                reason: "asked to fail".to_owned(),
            });
        }
        let mut text = job.text;
        for (tag, wrong, right) in MISTAKES {
            if [job.language.tag(), job.language.base().tag()].contains(tag) {
                text = text.replace(wrong, right);
            }
        }
        if text.contains("Lose") {
            text = text.replace(['{', '}'], "");
        }
        Ok(text)
    }
}

/// Writes a word behind each text: how it was asked to. Texts that begin with "Refuse" make it fail, those with a word
/// of [`ODD`] it answers oddly, and to those with "Good" it has nothing better.
pub(crate) struct FakeRewriter {
    languages: Vec<Language>,
    has_styles: bool,
    jobs: Mutex<Vec<RewritingJob>>,
}

/// What is written instead of a text with a certain word.
const ODD: &[(&str, &str)] = &[
    ("Empty", " "),
    ("Foreign", "Guten Tag, wie geht es Ihnen?"),
    ("Placeholder", "Something without what was in it."),
    ("Misspelt", "This is teh color that is better."),
];

impl FakeRewriter {
    pub(crate) fn new(tags: &[&str], has_styles: bool) -> Arc<Self> {
        Arc::new(Self {
            languages: tags.iter().map(|tag| language(tag)).collect(),
            has_styles,
            jobs: Mutex::default(),
        })
    }

    /// The last job.
    pub(crate) fn last_job(&self) -> RewritingJob {
        self.jobs.lock().unwrap().last().unwrap().clone()
    }

    pub(crate) fn number_of_jobs(&self) -> usize {
        self.jobs.lock().unwrap().len()
    }
}

#[async_trait]
impl Rewriter for FakeRewriter {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn languages(&self) -> Vec<Language> {
        self.languages.clone()
    }

    fn has_styles(&self) -> bool {
        self.has_styles
    }

    async fn rewrite(&self, job: RewritingJob) -> Result<Vec<Option<String>>, EngineError> {
        self.jobs.lock().unwrap().push(job.clone());
        if job.texts.iter().any(|text| text.starts_with("Refuse")) {
            return Err(EngineError::Unavailable {
                reason: "asked to fail".to_owned(),
            });
        }
        let style_or_tone = match job.style_or_tone {
            None => "Better".to_owned(),
            Some(style_or_tone) => format!("{style_or_tone:?}").replace(['(', ')'], ""),
        };
        let rewritten = |text: &String| {
            let odd = ODD.iter().find(|(word, _)| text.contains(word));
            match odd {
                Some((_, answer)) => Some((*answer).to_owned()),
                None if text.contains("Good") => None,
                None => Some(format!("{text} {style_or_tone}")),
            }
        };
        Ok(job.texts.iter().map(rewritten).collect())
    }
}

/// A proofreader of several languages, and nobody who finds other words.
pub(crate) fn proofreaders_only() -> Improvers {
    Improvers {
        proofreaders: vec![FakeProofreader::new(&["de", "en", "pt-BR", "pt-PT", "zh"])],
        rewriters: Vec::new(),
    }
}
