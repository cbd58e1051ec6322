use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use dragoman_domain::{CustomInstructionId, StyleListId};
use dragoman_service::Caller;
use serde::Serialize;
use utoipa::ToSchema;

use super::custom_instructions::{CustomInstructionBody, NewCustomInstruction};
use super::parameters::{PathTexts, id};
use super::style_rules::{StyleRuleList, style_id};
use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure, JsonFailure};
use crate::request::JsonFields;

/// A new custom instruction, and the style rule list with it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddedInstruction {
    #[serde(flatten)]
    instruction: CustomInstructionBody,
    #[serde(flatten)]
    list: StyleRuleList,
}

/// The ids of a list and of one of its instructions in a path.
fn ids(list: &str, instruction: &str) -> Result<(StyleListId, CustomInstructionId), ApiError> {
    Ok((style_id(list)?, id("instruction_id", instruction)?))
}

/// Adds a custom instruction to a style rule list.
#[utoipa::path(
    post,
    path = "/v3/style_rules/{style_id}/custom_instructions",
    operation_id = "add_custom_instruction",
    tag = "Style rules",
    params(("style_id" = String, Path, format = "uuid")),
    request_body(content((NewCustomInstruction = "application/json"))),
    responses(
        (status = 201, description = "The instruction with the fields of its list", body = AddedInstruction),
        (status = 404, description = "The account has no such list", body = ErrorBody),
        EveryFailure,
        JsonFailure,
        (status = 503, description = "The disk of the server is almost full", body = ErrorBody),
    )
)]
pub(crate) async fn add(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(list): PathTexts<String>,
    JsonFields(body): JsonFields<NewCustomInstruction>,
) -> Result<(StatusCode, Json<AddedInstruction>), ApiError> {
    let list = style_id(&list)?;
    let adding = cases
        .style_lists
        .add_instruction(&caller, list, body.into());
    let (instruction, list) = adding.await?;
    let added = AddedInstruction {
        instruction: instruction.into(),
        list: list.into(),
    };
    Ok((StatusCode::CREATED, Json(added)))
}

/// Reads one custom instruction.
#[utoipa::path(
    get,
    path = "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}",
    operation_id = "get_custom_instruction",
    tag = "Style rules",
    params(
        ("style_id" = String, Path, format = "uuid"),
        ("instruction_id" = String, Path, format = "uuid"),
    ),
    responses(
        (status = 200, description = "The instruction", body = CustomInstructionBody),
        (status = 400, description = "An id is malformed", body = ErrorBody),
        (status = 404, description = "There is no such list or instruction", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn get(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts((list, instruction)): PathTexts<(String, String)>,
) -> Result<Json<CustomInstructionBody>, ApiError> {
    let (list, id) = ids(&list, &instruction)?;
    let instruction = cases.style_lists.instruction(&caller, list, id).await?;
    Ok(Json(instruction.into()))
}

/// Puts a custom instruction in the place of another.
#[utoipa::path(
    put,
    path = "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}",
    operation_id = "replace_custom_instruction",
    tag = "Style rules",
    params(
        ("style_id" = String, Path, format = "uuid"),
        ("instruction_id" = String, Path, format = "uuid"),
    ),
    request_body(content((NewCustomInstruction = "application/json"))),
    responses(
        (status = 200, description = "The instruction as it is now", body = CustomInstructionBody),
        (status = 404, description = "There is no such list or instruction", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn replace(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts((list, instruction)): PathTexts<(String, String)>,
    JsonFields(body): JsonFields<NewCustomInstruction>,
) -> Result<Json<CustomInstructionBody>, ApiError> {
    let (list, id) = ids(&list, &instruction)?;
    let lists = &cases.style_lists;
    let replaced = lists.replace_instruction(&caller, list, id, body.into());
    Ok(Json(replaced.await?.into()))
}

/// Removes a custom instruction from a style rule list.
#[utoipa::path(
    delete,
    path = "/v3/style_rules/{style_id}/custom_instructions/{instruction_id}",
    operation_id = "delete_custom_instruction",
    tag = "Style rules",
    params(
        ("style_id" = String, Path, format = "uuid"),
        ("instruction_id" = String, Path, format = "uuid"),
    ),
    responses(
        (status = 204, description = "The instruction is removed"),
        (status = 400, description = "An id is malformed", body = ErrorBody),
        (status = 404, description = "There is no such list or instruction", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts((list, instruction)): PathTexts<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let (list, id) = ids(&list, &instruction)?;
    let lists = &cases.style_lists;
    lists.delete_instruction(&caller, list, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
