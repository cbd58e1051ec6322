//! What to do about an answer that is no success.

use std::time::Duration;

use reqwest::StatusCode;

use super::protocol::Form;

/// What a server is known to accept; not all servers of the protocol know all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) form: Form,
    pub(super) temperature: bool,
    pub(super) seed: bool,
    /// Whether the limit of tokens has its newer name.
    pub(super) newer_limit: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            form: Form::default(),
            temperature: true,
            seed: true,
            newer_limit: false,
        }
    }
}

impl Features {
    /// Without what a complaint is about, if that can be told.
    fn without(self, complaint: &str) -> Option<Self> {
        if !self.newer_limit && complaint.contains("max_completion_tokens") {
            return Some(Self {
                newer_limit: true,
                ..self
            });
        }
        if self.seed && complaint.contains("seed") {
            return Some(Self {
                seed: false,
                ..self
            });
        }
        if self.temperature && complaint.contains("temperature") {
            return Some(Self {
                temperature: false,
                ..self
            });
        }
        None
    }

    /// With a less binding form of the answer.
    fn weaker(self) -> Option<Self> {
        self.form.weaker().map(|form| Self { form, ..self })
    }
}

/// An answer that is no success.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    /// What the server says. It may repeat the customer's text, so it is never logged.
    pub(super) complaint: String,
    pub(super) retry_after: Option<Duration>,
}

/// What to do about a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reaction {
    /// Ask for less.
    AskLess,
    /// Ask again after a while; `None` if the server does not say after which.
    Wait(Option<Duration>),
    /// Ask the same again at once.
    Repeat,
    /// Ask the same with these features.
    Adapt(Features),
    /// Give up, for this reason, which has to do with this question only if the server answers
    /// others.
    Declined(String),
    /// Give up, for this reason.
    GiveUp(String),
}

/// Words by which servers say that a question is too long for the model.
const TOO_LONG: &[&str] = &[
    "context_length",
    "context length",
    "context size",
    "context window",
    "exceed_context",
    "maximum context",
    "too many tokens",
    "prompt is too long",
    "input is too long",
];

impl Refusal {
    /// What to do about it, given what was asked for and whether the same was asked before.
    pub(super) fn reaction(&self, features: Features, is_repeated: bool) -> Reaction {
        let complaint = self.complaint.to_lowercase();
        let says_too_long = TOO_LONG.iter().any(|words| complaint.contains(words));
        let reason = |advice: &str| format!("it answers {}; {advice}", self.status.as_u16());
        let give_up = |advice: &str| Reaction::GiveUp(reason(advice));
        match self.status.as_u16() {
            401 | 403 => give_up("check the key"),
            404 => give_up("check the address and the name of the model"),
            413 => Reaction::AskLess,
            429 | 503 => Reaction::Wait(self.retry_after),
            400.. if says_too_long => Reaction::AskLess,
            400 | 422 => match features.without(&complaint).or_else(|| features.weaker()) {
                Some(features) => Reaction::Adapt(features),
                None => Reaction::Declined(reason("it does not understand the question")),
            },
            500.. if !is_repeated => Reaction::Repeat,
            // Some servers break where they are asked for a form that they do not know.
            500 | 501 => match features.weaker() {
                Some(features) => Reaction::Adapt(features),
                None => give_up("its own log may say why"),
            },
            _ => give_up("its own log may say why"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, complaint: &str) -> Refusal {
        Refusal {
            status: StatusCode::from_u16(status).unwrap(),
            complaint: complaint.to_owned(),
            retry_after: None,
        }
    }

    fn reaction(status: u16, complaint: &str) -> Reaction {
        refusal(status, complaint).reaction(Features::default(), true)
    }

    #[test]
    fn a_question_that_is_too_long_is_shortened_whatever_the_status() {
        for (status, complaint) in [
            (400, "This model's maximum context length is 512 tokens."),
            (400, r#"{"error":{"type":"exceed_context_size_error"}}"#),
            (400, r#"{"error":{"code":"context_length_exceeded"}}"#),
            (500, "the request exceeds the available context size"),
            (413, ""),
        ] {
            assert_eq!(
                reaction(status, complaint),
                Reaction::AskLess,
                "{complaint}"
            );
        }
    }

    #[test]
    fn what_the_server_complains_about_is_left_out() {
        let all = Features::default();
        for (complaint, features) in [
            (
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
                Features {
                    newer_limit: true,
                    ..all
                },
            ),
            (
                "Unrecognized request argument supplied: seed",
                Features { seed: false, ..all },
            ),
            (
                "'temperature' does not support 0, only the default (1)",
                Features {
                    temperature: false,
                    ..all
                },
            ),
            (
                "response_format: unknown type json_schema",
                Features {
                    form: Form::Object,
                    ..all
                },
            ),
        ] {
            assert_eq!(
                reaction(400, complaint),
                Reaction::Adapt(features),
                "{complaint}"
            );
        }
    }

    #[test]
    fn a_fault_of_the_server_is_met_once_more_and_then_with_a_weaker_form() {
        let fault = refusal(500, "Internal Server Error");
        let mut features = Features::default();
        assert_eq!(fault.reaction(features, false), Reaction::Repeat);
        for form in [Form::Object, Form::Words] {
            let weaker = Features { form, ..features };
            assert_eq!(fault.reaction(features, true), Reaction::Adapt(weaker));
            features = weaker;
        }
        assert!(matches!(
            fault.reaction(features, true),
            Reaction::GiveUp(_)
        ));
    }

    #[test]
    fn the_reason_for_giving_up_never_repeats_what_the_server_says() {
        for status in [401, 403, 404, 418, 502, 504] {
            match reaction(status, "the secret text") {
                Reaction::GiveUp(reason) => {
                    assert!(reason.contains(&status.to_string()), "{reason}");
                    assert!(!reason.contains("secret"), "{reason}");
                }
                other => panic!("{status}: {other:?}"),
            }
        }
    }
}
