//! One module per resource: its wire types, their conversion to domain values, and its handlers.

mod analytics;
mod custom_instructions;
mod customizing;
mod detect;
mod developer_keys;
mod documents;
mod glossaries;
mod glossaries_v2;
mod glossaries_v3;
mod glossary_pairs;
mod languages;
mod languages_v2;
mod parameters;
mod style_rule_instructions;
mod style_rules;
mod translate;
mod translation_memories;
mod translation_memory_files;
mod translation_memory_jobs;
mod usage;
mod write;

use axum::Extension;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::routing::{delete, get, post};
use dragoman_domain::Scope;
use dragoman_service::{Caller, Permission};

pub(crate) use parameters::PathTexts;

use crate::authentication::only_administrators;
use crate::error::ApiError;
use crate::routing::{Described, Routes, routes};

/// The most texts in one request, for translation as for detection.
const MOST_TEXTS: usize = 50;

/// Every route with its description and with what a key needs for it. Those of older clients have none of their own: `/v1` is
/// another name for `/v2`, and some clients POST where the contract has GET.
pub(crate) fn router<R: Routes>(legacy_requests: bool) -> R {
    let router = texts::<R>()
        .merge(documents())
        .merge(glossaries())
        .merge(style_rules())
        .merge(translation_memories())
        .merge(information())
        .merge(administration());
    if legacy_requests {
        router.merge(only_with(
            Permission::TranslateTexts,
            R::new()
                .route("/v2/translate", get(translate::translate))
                .route("/v1/translate", get(translate::translate)),
        ))
    } else {
        router
    }
}

/// The description of the interface in OpenAPI, made from the handlers. What is served is the file that `make openapi` writes
/// from it.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    let described = router::<Described>(false).merge(links());
    described.into_openapi(crate::description::base())
}

/// Lets only callers through who may do this, before anything of the request is read.
pub(crate) fn only_with<R: Routes>(permission: Permission, routes: R) -> R {
    let check = middleware::from_fn(
        move |Extension(caller): Extension<Caller>, request: Request, next: Next| async move {
            caller.may(permission)?;
            Ok::<_, ApiError>(next.run(request).await)
        },
    );
    routes.wrapped(|router| router.route_layer(check))
}

fn texts<R: Routes>() -> R {
    only_with(
        Permission::TranslateTexts,
        R::new()
            .routes(routes!(translate::translate))
            .route("/v1/translate", post(translate::translate)),
    )
    .merge(only_with(
        Permission::DetectLanguages,
        R::new().routes(routes!(detect::detect)),
    ))
    .merge(only_with(
        Permission::ImproveTexts,
        R::new()
            .routes(routes!(write::rephrase))
            .routes(routes!(write::correct))
            .route("/v1/write/rephrase", post(write::rephrase))
            .route("/v1/write/correct", post(write::correct)),
    ))
}

fn documents<R: Routes>() -> R {
    only_with(
        Permission::TranslateDocuments,
        R::new()
            .routes(routes!(documents::upload))
            .routes(routes!(documents::status))
            .routes(routes!(documents::result))
            .route("/v2/document/{document_id}", get(documents::status))
            .route("/v2/document/{document_id}/result", get(documents::result))
            .route("/v1/document", post(documents::upload))
            .route(
                "/v1/document/{document_id}",
                get(documents::status).post(documents::status),
            )
            .route(
                "/v1/document/{document_id}/result",
                get(documents::result).post(documents::result),
            ),
    )
}

fn glossaries<R: Routes>() -> R {
    only_with(
        Permission::ReadGlossaries,
        R::new()
            .routes(routes!(glossaries_v3::list))
            .routes(routes!(glossaries_v3::get))
            .routes(routes!(glossaries_v3::entries))
            .routes(routes!(glossaries_v2::list))
            .routes(routes!(glossaries_v2::get))
            .routes(routes!(glossaries_v2::entries))
            .route("/v1/glossaries", get(glossaries_v2::list))
            .route("/v1/glossaries/{glossary_id}", get(glossaries_v2::get))
            .route(
                "/v1/glossaries/{glossary_id}/entries",
                get(glossaries_v2::entries),
            ),
    )
    .merge(only_with(
        Permission::WriteGlossaries,
        R::new()
            .routes(routes!(glossaries_v3::create))
            .routes(routes!(glossaries_v3::edit, glossaries_v3::delete))
            .routes(routes!(
                glossaries_v3::replace_dictionary,
                glossaries_v3::delete_dictionary
            ))
            .routes(routes!(glossaries_v2::create))
            .routes(routes!(glossaries_v2::delete))
            .route("/v1/glossaries", post(glossaries_v2::create))
            .route(
                "/v1/glossaries/{glossary_id}",
                delete(glossaries_v2::delete),
            ),
    ))
}

fn style_rules<R: Routes>() -> R {
    only_with(
        Permission::ReadStyleLists,
        R::new()
            .routes(routes!(style_rules::list))
            .routes(routes!(style_rules::get))
            .routes(routes!(style_rule_instructions::get)),
    )
    .merge(only_with(
        Permission::WriteStyleLists,
        R::new()
            .routes(routes!(style_rules::create))
            .routes(routes!(style_rules::rename, style_rules::delete))
            .routes(routes!(style_rules::replace_rules))
            .routes(routes!(style_rule_instructions::add))
            .routes(routes!(
                style_rule_instructions::replace,
                style_rule_instructions::delete
            )),
    ))
}

fn translation_memories<R: Routes>() -> R {
    only_with(
        Permission::ReadMemories,
        R::new()
            .routes(routes!(translation_memories::list))
            .routes(routes!(translation_memories::get))
            .routes(routes!(translation_memories::segments))
            .routes(routes!(translation_memory_jobs::export))
            .routes(routes!(translation_memory_jobs::job)),
    )
    .merge(only_with(
        Permission::WriteMemories,
        R::new()
            .routes(routes!(translation_memories::delete))
            .routes(routes!(translation_memory_jobs::import)),
    ))
}

/// The routes for keys of any kind, which say nothing but what the server has and what was used.
#[expect(
    deprecated,
    reason = "the attribute marks operations as deprecated in the description"
)]
fn information<R: Routes>() -> R {
    let usage = R::new()
        .routes(routes!(usage::usage))
        .route("/v2/usage", post(usage::usage))
        .route("/v1/usage", get(usage::usage).post(usage::usage));
    let languages = R::new()
        .routes(routes!(languages::languages))
        .routes(routes!(languages::resources))
        .routes(routes!(
            languages_v2::get_languages,
            languages_v2::post_languages
        ))
        .route(
            "/v1/languages",
            get(languages_v2::get_languages).post(languages_v2::post_languages),
        );
    let pairs = R::new()
        .routes(routes!(glossary_pairs::glossary_pairs))
        .route(
            "/v1/glossary-language-pairs",
            get(glossary_pairs::glossary_pairs),
        );
    only_within(Scope::ReadUsage, usage)
        .merge(only_within(Scope::ReadLanguages, languages))
        .merge(only_within(Scope::ReadGlossaries, pairs))
}

/// Lets only keys through that have this scope, before anything of the request is read.
fn only_within<R: Routes>(scope: Scope, routes: R) -> R {
    let check = middleware::from_fn(
        move |Extension(caller): Extension<Caller>, request: Request, next: Next| async move {
            caller.require(scope)?;
            Ok::<_, ApiError>(next.run(request).await)
        },
    );
    routes.wrapped(|router| router.route_layer(check))
}

/// The routes for admin keys.
fn administration<R: Routes>() -> R {
    R::new()
        .routes(routes!(analytics::analytics))
        .routes(routes!(analytics::custom_tags))
        .routes(routes!(developer_keys::create, developer_keys::list))
        .routes(routes!(developer_keys::deactivate))
        .routes(routes!(developer_keys::label))
        .routes(routes!(developer_keys::limits))
        .wrapped(|router| router.route_layer(middleware::from_fn(only_administrators)))
}

/// The routes that links lead to. They need no key.
pub(crate) fn links<R: Routes>() -> R {
    R::new()
        .routes(routes!(translation_memory_files::upload))
        .routes(routes!(translation_memory_files::download))
}

pub(crate) async fn not_found() -> ApiError {
    ApiError::not_found()
}

pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::method_not_allowed()
}

/// # Errors
/// 400 unless there is at least one text and no more than the contract allows.
fn check_texts(texts: &[String]) -> Result<(), ApiError> {
    match texts.len() {
        0 => Err(ApiError::invalid(
            "Value for 'text' is not valid: at least one text is needed.",
        )),
        1..=MOST_TEXTS => Ok(()),
        many => Err(ApiError::invalid(format!(
            "Value for 'text' is not valid: {many} texts were sent, and {MOST_TEXTS} is the most."
        ))),
    }
}
