//! Which version this is, and under which licences its parts are.

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};

use crate::Pages;
use crate::admission::Member;
use crate::layout::{self, Place};
use crate::pages::models;
use crate::problem::Problem;
use crate::visit::Visit;

/// The version of the program: all its crates have the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The licences (SPDX) of the libraries that the program is linked from.
const LIBRARIES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The programs that run beside it where they are installed, and their licences.
const PROGRAMS: &[(&str, &str)] = &[
    ("Apertium", "GPL"),
    ("Hunspell", "MPL, LGPL, GPL"),
    ("LibreOffice", "MPL"),
    ("Tesseract", "Apache-2.0"),
];

pub(crate) fn routes() -> Router<Pages> {
    Router::new().route("/ui/about", get(show))
}

/// The page.
pub(crate) async fn show(State(pages): State<Pages>, Member { visit, caller }: Member) -> Response {
    let models = pages.options.models.licensed(&caller).await;
    let models = models.map_err(Problem::from);
    let content = html! {
        h1 { (visit.text("nav-about")) }
        (program(&visit))
        section.card {
            h2 { (visit.text("about-models")) }
            @match &models {
                Ok(models) if models.models.is_empty() => p { (visit.text("models-none")) },
                Ok(models) => (models::licences(&visit, &models.models)),
                Err(problem) => (problem.notice(&visit)),
            }
        }
    };
    layout::page(
        &visit,
        Some(Place::About),
        &visit.text("nav-about"),
        content,
    )
}

fn program(visit: &Visit) -> Markup {
    html! {
        section.card.stack {
            dl.facts {
                dt { (visit.text("about-version")) } dd { (VERSION) }
                dt { (visit.text("about-licence")) } dd { "MIT OR Apache-2.0" }
                dt { (visit.text("about-libraries")) } dd { (LIBRARIES.join(", ")) }
                @for (name, licence) in PROGRAMS {
                    dt { (name) } dd { (licence) }
                }
            }
            p.note { (visit.text("about-programs")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LIBRARIES;

    #[test]
    fn the_licences_of_libraries_are_those_that_may_be_linked() {
        let deny = include_str!("../../../../deny.toml");
        let list = deny.split_once("allow = [").unwrap().1;
        let list = list.split_once(']').unwrap().0;
        let allowed: Vec<&str> = list
            .split(',')
            .map(|name| name.trim().trim_matches('"'))
            .filter(|name| !name.is_empty())
            .collect();
        assert_eq!(LIBRARIES, allowed);
    }
}
