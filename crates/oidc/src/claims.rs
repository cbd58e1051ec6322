use serde_json::{Map, Value};

/// The longest of a person's subjects, as the standard has it.
const LONGEST_SUBJECT: usize = 255;

/// What a provider says of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Claims {
    subject: String,
    claims: Map<String, Value>,
}

impl std::fmt::Debug for Claims {
    /// Nothing of it: it is all personal.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Claims").finish_non_exhaustive()
    }
}

impl Claims {
    /// None without a usable subject.
    pub(crate) fn new(claims: Map<String, Value>) -> Option<Self> {
        let subject = claims.get("sub")?.as_str()?.to_owned();
        // A store may not be able to keep U+0000, and must not take one person for another.
        let is_one =
            !subject.is_empty() && subject.len() <= LONGEST_SUBJECT && !subject.contains('\0');
        is_one.then_some(Self { subject, claims })
    }

    /// What tells the person from all others of the provider, and never changes.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// What the person is called.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        ["name", "preferred_username", "email"]
            .into_iter()
            .find_map(|claim| self.text(claim))
    }

    /// The person's e-mail address, if the provider has made sure of it.
    #[must_use]
    pub fn verified_email(&self) -> Option<&str> {
        let is_verified = match self.claims.get("email_verified")? {
            Value::Bool(is_verified) => *is_verified,
            // Some providers write all values as texts.
            Value::String(text) => text == "true",
            _ => false,
        };
        self.text("email").filter(|_| is_verified)
    }

    /// The texts of a claim that is a list, or the one of one that is a text.
    #[must_use]
    pub fn texts(&self, claim: &str) -> Vec<&str> {
        match self.claims.get(claim) {
            Some(Value::Array(texts)) => texts.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(text)) => vec![text],
            _ => Vec::new(),
        }
    }

    /// A text that is not empty.
    fn text(&self, claim: &str) -> Option<&str> {
        let text = self.claims.get(claim)?.as_str()?.trim();
        Some(text).filter(|text| !text.is_empty())
    }

    pub(crate) fn has(&self, claim: &str) -> bool {
        self.claims.contains_key(claim)
    }

    /// Adds what another answer of the provider says that this one does not. Nothing if it is of somebody else.
    pub(crate) fn add(&mut self, others: Map<String, Value>) -> bool {
        let is_same = others.get("sub").and_then(Value::as_str) == Some(&*self.subject);
        if is_same {
            for (claim, value) in others {
                self.claims.entry(claim).or_insert(value);
            }
        }
        is_same
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(value: Value) -> Option<Claims> {
        Claims::new(value.as_object().unwrap().clone())
    }

    #[test]
    fn a_person_has_a_subject_and_the_first_name_there_is() {
        assert_eq!(claims(json!({ "name": "Ada" })), None);
        assert_eq!(claims(json!({ "sub": "" })), None);
        assert_eq!(claims(json!({ "sub": "x".repeat(256) })), None);
        assert_eq!(claims(json!({ "sub": "x\0" })), None);
        let person = json!({ "sub": "1", "name": " ", "email": "ada@a.example" });
        assert_eq!(claims(person).unwrap().name(), Some("ada@a.example"));
        let person = json!({ "sub": "1", "preferred_username": "ada", "email": "ada@a.example" });
        assert_eq!(claims(person).unwrap().name(), Some("ada"));
        assert_eq!(claims(json!({ "sub": "1" })).unwrap().name(), None);
    }

    #[test]
    fn an_address_counts_only_if_the_provider_has_made_sure_of_it() {
        for (verified, expected) in [
            (json!(true), Some("ada@a.example")),
            (json!("true"), Some("ada@a.example")),
            (json!(false), None),
            (json!("false"), None),
            (json!(1), None),
            (Value::Null, None),
        ] {
            let person =
                json!({ "sub": "1", "email": "ada@a.example", "email_verified": verified });
            assert_eq!(claims(person).unwrap().verified_email(), expected);
        }
        let person = claims(json!({ "sub": "1", "email": "ada@a.example" })).unwrap();
        assert_eq!(person.verified_email(), None);
    }

    #[test]
    fn what_is_said_of_somebody_else_is_not_added() {
        let mut person = claims(json!({ "sub": "1", "groups": ["a"] })).unwrap();
        let others = |value: Value| value.as_object().unwrap().clone();
        assert!(!person.add(others(json!({ "sub": "2", "name": "Bob" }))));
        assert_eq!(person.name(), None);
        assert!(person.add(others(
            json!({ "sub": "1", "name": "Ada", "groups": ["b"] })
        )));
        assert_eq!(person.name(), Some("Ada"));
        assert_eq!(person.texts("groups"), ["a"]);
    }
}
