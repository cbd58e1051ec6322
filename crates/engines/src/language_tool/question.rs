//! How a text is shown to the server.

use std::ops::Range;

use super::choice::{Share, UNKNOWN_WORDS};
use super::protocol::{AnnotatedText, Annotation, Question};
use super::tags::{is_tag, read_as};

/// A question about a text, in which tags among what is kept are markup. Everything else that is kept is shown as it is,
/// because the sentence may need it.
pub(super) fn question(
    text: &str,
    kept: &[Range<usize>],
    language: &'static str,
    level: &'static str,
    share: Share,
) -> Question {
    let data = annotated(text, kept).and_then(|annotated| serde_json::to_string(&annotated).ok());
    Question {
        language,
        level,
        disabled_categories: match share {
            Share::Whole => "",
            // Most of the server's work.
            Share::Grammar => UNKNOWN_WORDS,
        },
        text: data.is_none().then(|| text.to_owned()),
        data,
    }
}

/// The text with its tags told apart; nothing if it has none.
fn annotated<'text>(text: &'text str, kept: &[Range<usize>]) -> Option<AnnotatedText<'text>> {
    let mut annotation = Vec::new();
    let mut end = 0;
    for range in kept {
        let Some(markup) = text.get(range.clone()).filter(|kept| is_tag(kept)) else {
            continue;
        };
        let before = text.get(end..range.start)?;
        if !before.is_empty() {
            annotation.push(Annotation::Text { text: before });
        }
        annotation.push(Annotation::Markup {
            markup,
            interpret_as: read_as(markup),
        });
        end = range.end;
    }
    if annotation.is_empty() {
        return None;
    }
    let rest = text.get(end..)?;
    if !rest.is_empty() {
        annotation.push(Annotation::Text { text: rest });
    }
    Some(AnnotatedText { annotation })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str, parts: &[&str]) -> Vec<Range<usize>> {
        let mut at = 0;
        let mut ranges = Vec::new();
        for part in parts {
            let start = at + text[at..].find(part).unwrap();
            at = start + part.len();
            ranges.push(start..at);
        }
        ranges
    }

    #[test]
    fn tags_are_markup_and_what_else_is_kept_is_text() {
        let text = "<P>Dear {name},<br/>see <a href=\"x\">this</a>";
        let kept = ranges(text, &["<P>", "{name}", "<br/>", "<a href=\"x\">", "</a>"]);
        let question = question(text, &kept, "de-DE", "default", Share::Whole);
        assert_eq!(question.text, None);
        assert_eq!(
            question.data.unwrap(),
            "{\"annotation\":[{\"markup\":\"<P>\",\"interpretAs\":\"\\n\\n\"},{\"text\":\"Dear {name},\"},\
             {\"markup\":\"<br/>\",\"interpretAs\":\"\\n\"},{\"text\":\"see \"},{\"markup\":\"<a href=\\\"x\\\">\"},\
             {\"text\":\"this\"},{\"markup\":\"</a>\"}]}"
        );
    }

    #[test]
    fn a_text_without_tags_is_sent_as_it_is() {
        let text = "Dear {name}";
        let question = question(
            text,
            &ranges(text, &["{name}"]),
            "fr",
            "picky",
            Share::Grammar,
        );
        assert_eq!(question.text.as_deref(), Some(text));
        assert_eq!((question.data, question.level), (None, "picky"));
    }
}
