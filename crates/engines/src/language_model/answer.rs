//! What a model answered, taken apart.

use serde::Deserialize;

use super::protocol::List;

/// Why an answer as a whole cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Malformed {
    /// It is not the object that was asked for, or there is something around it.
    Form,
    /// It does not have each segment once.
    Segments,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Translations {
    translations: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    texts: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: usize,
    text: String,
}

/// The list of an answer about so many segments, in their order.
///
/// The answer must be the JSON object that was asked for and nothing else, apart from white space,
/// the fence of a code block around all of it, and thoughts that are marked as such before it. It
/// must have the numbers from 1 on, each once, in any order.
pub(super) fn parse(answer: &str, list: List, segments: usize) -> Result<Vec<String>, Malformed> {
    let answer = without_fence(without_thoughts(answer));
    let entries = match list {
        List::Translations => {
            serde_json::from_str(answer).map(|Translations { translations }| translations)
        }
        List::Texts => serde_json::from_str(answer).map(|Texts { texts }| texts),
    };
    let entries = entries.map_err(|_| Malformed::Form)?;
    let mut texts: Vec<Option<String>> = vec![None; segments];
    for Entry { id, text } in entries {
        let place = id.checked_sub(1).and_then(|index| texts.get_mut(index));
        match place {
            Some(place @ None) => *place = Some(text),
            _ => return Err(Malformed::Segments),
        }
    }
    let texts: Option<Vec<String>> = texts.into_iter().collect();
    texts.ok_or(Malformed::Segments)
}

/// What comes after the thoughts of a model that shows them.
fn without_thoughts(text: &str) -> &str {
    let thoughts = text.trim_start().strip_prefix("<think>");
    let answer = thoughts.and_then(|thoughts| thoughts.split_once("</think>"));
    answer.map_or(text, |(_, answer)| answer)
}

/// What is inside the fence of a code block, if the text is one.
fn without_fence(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        .map(|inner| inner.strip_prefix("json").unwrap_or(inner));
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(answer: &str, segments: usize) -> Result<Vec<String>, Malformed> {
        super::parse(answer, List::Translations, segments)
    }

    #[test]
    fn a_list_has_the_name_that_was_asked_for() {
        let answer = r#"{"texts":[{"id":1,"text":"eins"}]}"#;
        assert_eq!(
            super::parse(answer, List::Texts, 1),
            Ok(vec!["eins".to_owned()])
        );
        assert_eq!(parse(answer, 1), Err(Malformed::Form));
    }

    #[test]
    fn an_answer_has_each_segment_once() {
        let answer = r#"{"translations":[{"id":2,"text":"zwei"},{"id":1,"text":"eins"}]}"#;
        let texts = Ok(vec!["eins".to_owned(), "zwei".to_owned()]);
        assert_eq!(parse(answer, 2), texts);
        assert_eq!(parse(&format!("\n```json\n{answer}\n```\n"), 2), texts);
        assert_eq!(parse(&format!("```\n{answer}\n```"), 2), texts);
        let thoughts = "<think>\nTwo segments, {\"translations\":[]}.\n</think>\n\n";
        assert_eq!(parse(&format!("{thoughts}{answer}"), 2), texts);
        for number in [1, 3] {
            assert_eq!(parse(answer, number), Err(Malformed::Segments));
        }
        for other in [
            r#"{"translations":[{"id":1,"text":"a"},{"id":1,"text":"b"}]}"#,
            r#"{"translations":[{"id":0,"text":"a"},{"id":1,"text":"b"}]}"#,
            r#"{"translations":[{"id":1,"text":"a"}]}"#,
            r#"{"translations":[]}"#,
        ] {
            assert_eq!(parse(other, 2), Err(Malformed::Segments), "{other}");
        }
    }

    #[test]
    fn anything_else_is_no_answer() {
        for other in [
            "",
            "eins",
            "null",
            "[]",
            r#"["eins"]"#,
            r#"{"translations":["eins"]}"#,
            r#"{"translations":[{"id":1,"text":"eins"}]} I hope this helps!"#,
            r#"Here you are: {"translations":[{"id":1,"text":"eins"}]}"#,
            r#"{"translations":[{"id":1,"text":"eins"}],"note":"x"}"#,
            r#"{"translations":[{"id":1,"text":"eins","note":"x"}]}"#,
            r#"{"translations":[{"id":1,"text":"ei"#,
            r#"{"translations":[{"id":1}]}"#,
            r#"{"translations":[{"id":-1,"text":"eins"}]}"#,
            r#"{"translations":[{"id":1,"text":"eins"}],"translations":[]}"#,
            r#"{"translations":[{"id":1,"text":null}]}"#,
            r#"<think>{"translations":[{"id":1,"text":"eins"}]}"#,
            r#"Well. <think></think>{"translations":[{"id":1,"text":"eins"}]}"#,
        ] {
            assert_eq!(parse(other, 1), Err(Malformed::Form), "{other}");
        }
    }
}
