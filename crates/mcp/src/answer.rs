use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::interface::Refused;

/// What a tool answers: what is refused is for the assistant to read, and no fault of the protocol.
pub(crate) type Answer = Result<CallToolResult, ErrorData>;

pub(crate) fn answer(result: Result<Value, Refused>) -> CallToolResult {
    match result {
        Ok(value) => CallToolResult::structured(value),
        Err(refused) => refusal(refused),
    }
}

pub(crate) fn refusal(Refused(reason): Refused) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(reason)])
}
