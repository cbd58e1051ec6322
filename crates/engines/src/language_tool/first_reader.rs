//! LanguageTool where others read texts as well.

use std::sync::Arc;

use async_trait::async_trait;
use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};

use super::LanguageTool;
use super::choice::Share;

/// A LanguageTool server that reads texts before other proofreaders do. In languages that one of them reads it is asked
/// only for what they cannot know: neither for spelling nor for capitals, spaces and marks other than commas.
pub struct FirstReader {
    tool: Arc<LanguageTool>,
    others: Vec<Arc<dyn Proofreader>>,
}

impl FirstReader {
    /// A server that reads before these.
    pub fn new(tool: Arc<LanguageTool>, others: Vec<Arc<dyn Proofreader>>) -> Self {
        Self { tool, others }
    }

    fn share(&self, language: Language) -> Share {
        let is_read = self.others.iter().any(|other| {
            let languages = other.languages();
            languages.contains(&language) || languages.contains(&language.base())
        });
        if is_read {
            Share::Grammar
        } else {
            Share::Whole
        }
    }
}

#[async_trait]
impl Proofreader for FirstReader {
    fn name(&self) -> &'static str {
        self.tool.name()
    }

    fn languages(&self) -> Vec<Language> {
        self.tool.languages()
    }

    fn troubles(&self) -> Vec<String> {
        self.tool.troubles()
    }

    async fn proofread(&self, job: ProofreadingJob) -> Result<String, EngineError> {
        let share = self.share(job.language);
        self.tool.proofread_share(job, share).await
    }
}
