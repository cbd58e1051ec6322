use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use dragoman_domain::{StyleList, StyleListId, StyleListInfo, StyleRule};
use dragoman_service::{Caller, NewStyleList};
use dragoman_style::{ConfiguredRules, UnknownChoice, known_category};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::custom_instructions::{CustomInstructionBody, NewCustomInstruction};
use super::parameters::{Page, PathTexts, id};
use crate::UseCases;
use crate::error::{ApiError, ErrorBody, EveryFailure, JsonFailure};
use crate::fields::{Flag, LanguageCode, Whole, iso_8601, short_list};
use crate::request::{Fields, JsonFields};

/// Rules by category and name, each with the option that it is set to; or the first of what the catalogue does not have.
/// A category or rule that is null is absent.
#[derive(Debug)]
struct RulesBody(Result<ConfiguredRules, UnknownChoice>);

impl Default for RulesBody {
    fn default() -> Self {
        Self(Ok(ConfiguredRules::default()))
    }
}

impl RulesBody {
    fn set(&mut self, category: &str, rule: &str, option: &str) {
        if let Ok(rules) = &mut self.0
            && let Err(unknown) = rules.set(category, rule, option)
        {
            self.0 = Err(unknown);
        }
    }
}

impl<'de> Deserialize<'de> for RulesBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Categories;

        impl<'de> Visitor<'de> for Categories {
            type Value = RulesBody;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RulesBody, A::Error> {
                let mut rules = RulesBody::default();
                while let Some(category) = map.next_key::<String>()? {
                    let rules = &mut rules;
                    let category = &category;
                    map.next_value_seed(Category { category, rules })?;
                }
                Ok(rules)
            }
        }

        deserializer.deserialize_map(Categories)
    }
}

/// The rules of a category, which are added to the others.
struct Category<'a> {
    category: &'a str,
    rules: &'a mut RulesBody,
}

impl<'de> DeserializeSeed<'de> for Category<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Category<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, rules: D) -> Result<(), D::Error> {
        rules.deserialize_map(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        if self.rules.0.is_ok()
            && let Err(unknown) = known_category(self.category)
        {
            self.rules.0 = Err(unknown);
        }
        while let Some((rule, option)) = map.next_entry::<String, Option<String>>()? {
            if let Some(option) = option {
                self.rules.set(self.category, &rule, &option);
            }
        }
        Ok(())
    }
}

/// A style rule list to make.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewStyleRuleList {
    /// A name for people, 1 to 1024 characters.
    name: String,
    /// The language of the texts that it is for: `de`, `en`, `es`, `fr`, `it`, `ja`, `ko` or `zh`.
    #[schema(inline)]
    language: LanguageCode,
    /// Rules of the catalogue by category and name, each with one of its options.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, BTreeMap<String, String>>)]
    configured_rules: RulesBody,
    /// What else is wanted, in plain words.
    #[serde(default, deserialize_with = "short_list")]
    #[schema(max_items = 200)]
    custom_instructions: Vec<NewCustomInstruction>,
}

/// What to change in a style rule list.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct StyleRuleListEdit {
    /// The new name, 1 to 1024 characters.
    name: String,
}

/// Rules of the catalogue by category and name, each with one of its options.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, BTreeMap<String, String>>)]
pub(crate) struct ConfiguredRulesBody(RulesBody);

/// Which of the lists to give.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StyleRulesQuery {
    /// Whether to add rules and instructions; not if absent.
    #[param(inline)]
    detailed: Option<Flag>,
    /// The page, from 0.
    #[param(inline)]
    page: Option<Whole>,
    /// Lists on a page, from 1 to 25; 10 if not given.
    #[param(inline)]
    page_size: Option<Whole>,
}

/// A style rule list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StyleRuleList {
    style_id: String,
    /// A name for people.
    name: String,
    /// ISO 8601 with milliseconds.
    creation_time: String,
    /// ISO 8601 with milliseconds. Changes with the version.
    updated_time: String,
    /// The language of the texts that it is for.
    language: &'static str,
    /// 1 at first, and one more with every change.
    version: u64,
    /// Rules by category and name, each with its option. Not in lists without details.
    #[serde(skip_serializing_if = "Option::is_none")]
    configured_rules: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// In the order in which they were added. Not in lists without details.
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_instructions: Option<Vec<CustomInstructionBody>>,
}

/// A page of style rule lists.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StyleRuleLists {
    style_rules: Vec<StyleRuleList>,
}

impl From<StyleListInfo> for StyleRuleList {
    fn from(info: StyleListInfo) -> Self {
        Self {
            style_id: info.id.to_string(),
            name: info.name,
            creation_time: iso_8601(info.created),
            updated_time: iso_8601(info.updated),
            language: info.language.tag(),
            version: info.version,
            configured_rules: None,
            custom_instructions: None,
        }
    }
}

impl From<StyleList> for StyleRuleList {
    fn from(list: StyleList) -> Self {
        let mut rules: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for StyleRule {
            category,
            rule,
            option,
        } in list.rules
        {
            rules.entry(category).or_default().insert(rule, option);
        }
        let instructions = list.instructions.into_iter();
        Self {
            configured_rules: Some(rules),
            custom_instructions: Some(instructions.map(CustomInstructionBody::from).collect()),
            ..Self::from(list.info)
        }
    }
}

/// # Errors
/// 400 that says what the catalogue does not have, and what it has instead.
fn configured_rules(body: RulesBody) -> Result<ConfiguredRules, ApiError> {
    body.0.map_err(|error| {
        ApiError::invalid(format!(
            "Value for 'configured_rules' is not valid: {error}."
        ))
    })
}

/// The id of a list in a path.
pub(super) fn style_id(text: &str) -> Result<StyleListId, ApiError> {
    id("style_id", text)
}

/// Makes a style rule list.
#[utoipa::path(
    post,
    path = "/v3/style_rules",
    operation_id = "create_style_rules",
    tag = "Style rules",
    request_body(content((NewStyleRuleList = "application/json"))),
    responses(
        (status = 201, description = "The list", body = StyleRuleList),
        EveryFailure,
        JsonFailure,
        (status = 503, description = "The disk of the server is almost full", body = ErrorBody),
    )
)]
pub(crate) async fn create(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    JsonFields(body): JsonFields<NewStyleRuleList>,
) -> Result<(StatusCode, Json<StyleRuleList>), ApiError> {
    let new = NewStyleList {
        name: body.name,
        language: body.language.0,
        rules: configured_rules(body.configured_rules)?,
        instructions: (body.custom_instructions.into_iter())
            .map(Into::into)
            .collect(),
    };
    let list = cases.style_lists.create(&caller, new).await?;
    Ok((StatusCode::CREATED, Json(list.into())))
}

/// Lists the account's style rule lists, oldest first.
#[utoipa::path(
    get,
    path = "/v3/style_rules",
    operation_id = "list_style_rules",
    tag = "Style rules",
    params(StyleRulesQuery),
    responses(
        (status = 200, description = "The lists", body = StyleRuleLists),
        (status = 400, description = "A parameter is not valid", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn list(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    Fields(query): Fields<StyleRulesQuery>,
) -> Result<Json<StyleRuleLists>, ApiError> {
    let page = Page::of(query.page, query.page_size)?;
    let lists = &cases.style_lists;
    let style_rules = if query.detailed.is_some_and(|detailed| detailed.0) {
        let found = lists.list_with_content(&caller, page.offset, page.size);
        found.await?.into_iter().map(Into::into).collect()
    } else {
        let found = lists.list(&caller, page.offset, page.size).await?;
        found.into_iter().map(Into::into).collect()
    };
    Ok(Json(StyleRuleLists { style_rules }))
}

/// Reads one style rule list.
#[utoipa::path(
    get,
    path = "/v3/style_rules/{style_id}",
    operation_id = "get_style_rules",
    tag = "Style rules",
    params(("style_id" = String, Path, format = "uuid")),
    responses(
        (status = 200, description = "The list", body = StyleRuleList),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such list", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn get(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(list): PathTexts<String>,
) -> Result<Json<StyleRuleList>, ApiError> {
    let list = cases.style_lists.get(&caller, style_id(&list)?).await?;
    Ok(Json(list.into()))
}

/// Renames a style rule list.
#[utoipa::path(
    patch,
    path = "/v3/style_rules/{style_id}",
    operation_id = "rename_style_rules",
    tag = "Style rules",
    params(("style_id" = String, Path, format = "uuid")),
    request_body(content((StyleRuleListEdit = "application/json"))),
    responses(
        (status = 200, description = "The list as it is now", body = StyleRuleList),
        (status = 404, description = "The account has no such list", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn rename(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(list): PathTexts<String>,
    JsonFields(edit): JsonFields<StyleRuleListEdit>,
) -> Result<Json<StyleRuleList>, ApiError> {
    let id = style_id(&list)?;
    let list = cases.style_lists.rename(&caller, id, edit.name).await?;
    Ok(Json(list.into()))
}

/// Deletes a style rule list for good.
#[utoipa::path(
    delete,
    path = "/v3/style_rules/{style_id}",
    operation_id = "delete_style_rules",
    tag = "Style rules",
    params(("style_id" = String, Path, format = "uuid")),
    responses(
        (status = 204, description = "The list is deleted"),
        (status = 400, description = "The id is malformed", body = ErrorBody),
        (status = 404, description = "The account has no such list", body = ErrorBody),
        EveryFailure,
    )
)]
pub(crate) async fn delete(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(list): PathTexts<String>,
) -> Result<StatusCode, ApiError> {
    cases.style_lists.delete(&caller, style_id(&list)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Puts rules in the place of all that a style rule list has. Its custom instructions stay.
#[utoipa::path(
    put,
    path = "/v3/style_rules/{style_id}/configured_rules",
    operation_id = "replace_configured_rules",
    tag = "Style rules",
    params(("style_id" = String, Path, format = "uuid")),
    request_body(content((ConfiguredRulesBody = "application/json"))),
    responses(
        (status = 200, description = "The list as it is now", body = StyleRuleList),
        (status = 404, description = "The account has no such list", body = ErrorBody),
        EveryFailure,
        JsonFailure,
    )
)]
pub(crate) async fn replace_rules(
    State(cases): State<Arc<UseCases>>,
    Extension(caller): Extension<Caller>,
    PathTexts(list): PathTexts<String>,
    JsonFields(body): JsonFields<ConfiguredRulesBody>,
) -> Result<Json<StyleRuleList>, ApiError> {
    let id = style_id(&list)?;
    let rules = configured_rules(body.0)?;
    let list = cases.style_lists.replace_rules(&caller, id, &rules).await?;
    Ok(Json(list.into()))
}
