use std::time::Duration;

use dragoman_domain::{EngineError, Language, Proofreader, ProofreadingJob};
use dragoman_engines::{LanguageTool, LanguageToolConfig};

use crate::tool_server::ToolServer;

/// Limits that no test reaches unless it sets its own.
pub(crate) fn config(server: &ToolServer) -> LanguageToolConfig {
    LanguageToolConfig {
        timeout: Duration::from_secs(600),
        pause: Duration::from_secs(600),
        ..LanguageToolConfig::new(server.url())
    }
}

/// A proofreader that knows which languages its server has.
pub(crate) async fn tool(server: &ToolServer) -> LanguageTool {
    let tool = LanguageTool::new(&config(server)).unwrap();
    tool.check().await.unwrap();
    tool
}

/// A text whose stretches `kept` stay.
pub(crate) fn job(tag: &str, text: &str, kept: &[&str]) -> ProofreadingJob {
    let mut at = 0;
    let mut ranges = Vec::new();
    for stretch in kept {
        let start = at + text[at..].find(stretch).unwrap();
        at = start + stretch.len();
        ranges.push(start..at);
    }
    ProofreadingJob {
        language: Language::parse(tag).unwrap(),
        text: text.to_owned(),
        kept: ranges,
        caller: None,
        deadline: None,
    }
}

pub(crate) async fn read(
    tool: &LanguageTool,
    tag: &str,
    text: &str,
) -> Result<String, EngineError> {
    tool.proofread(job(tag, text, &[])).await
}
