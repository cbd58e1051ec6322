use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Dragoman",
        description = "A self-hosted language service: translation and improvement of texts, glossaries, style rules, detection of languages, and administration of keys.\n\n\
            Every request carries the header `Authorization: Service-Auth-Key <key>`. Every answer carries \
            `X-Trace-ID`, under which the server's log has what it did. The paths under `/v1` are other names \
            of the same paths under `/v2`."
    ),
    modifiers(&AuthorizationHeader),
    security(("key" = []))
)]
struct Base;

struct AuthorizationHeader;

impl utoipa::Modify for AuthorizationHeader {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme(
            "key",
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
                "Authorization",
                "`Service-Auth-Key` and the key, separated by a space.",
            ))),
        );
    }
}

/// What the description says of the interface as a whole, without the routes.
pub(crate) fn base() -> utoipa::openapi::OpenApi {
    Base::openapi()
}
