//! The history of translations, which a browser keeps for who switches it on. The server only has its words.

use dragoman_domain::KeyId;
use maud::{Markup, html};
use sha2::{Digest, Sha256};

use crate::assets::beginning;
use crate::visit::Visit;

/// The part of the page of texts in which the history is switched on and shown. It needs the modules.
pub(crate) fn section(visit: &Visit, key: KeyId) -> Markup {
    let is_signed_in = visit.has_session();
    let kept = if is_signed_in {
        visit.text("history-kept")
    } else {
        visit.text("history-kept-open")
    };
    html! {
        details.card.history.scripted data-owner=(owner(key, is_signed_in)) {
            summary { (visit.text("history")) }
            div.stack {
                label.option {
                    input type="checkbox" autocomplete="off" aria-describedby="history-kept";
                    span { (visit.text("history-on")) }
                }
                p.note id="history-kept" { (kept) }
                p.problem role="alert" hidden { (visit.text("history-refused")) }
                p.note.none hidden { (visit.text("history-none")) }
                ol aria-label=(visit.text("history")) hidden {}
                button.danger type="button" data-act="delete" hidden { (visit.text("history-delete")) }
            }
            template { (entry(visit)) }
        }
    }
}

/// What a module makes each entry of.
fn entry(visit: &Visit) -> Markup {
    let arrow = match visit.locale.direction() {
        "rtl" => " ← ",
        _ => " → ",
    };
    html! {
        li {
            button.plain type="button" data-act="again" title=(visit.text("history-again")) {
                span.note {
                    bdi data-part="from" {} (arrow) bdi data-part="to" {} " · " time data-part="time" {}
                }
                span data-part="text" dir="auto" {}
                span data-part="translation" dir="auto" {}
            }
            button.plain type="button" data-act="remove" { (visit.text("remove")) }
        }
    }
}

/// What a browser tells persons apart by whose histories it keeps. Who has not signed in is another than whose key the
/// pages are open with.
fn owner(key: KeyId, is_signed_in: bool) -> String {
    beginning(&Sha256::digest(format!("history:{is_signed_in}:{key}")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn a_history_has_one_owner() {
        let account = "00000000-0000-0000-0000-000000000001";
        let key = |last: u8| {
            let id = format!("{account}:00000000-0000-0000-0000-00000000000{last}");
            id.parse::<KeyId>().unwrap()
        };
        assert_eq!(owner(key(2), true), owner(key(2), true));
        assert_ne!(owner(key(2), true), owner(key(3), true));
        assert_ne!(owner(key(2), true), owner(key(2), false));
    }
}
