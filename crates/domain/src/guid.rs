/// The text is not a GUID in its usual form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is a GUID such as a74d88fb-ed2a-4943-a664-a4512398b994")]
pub struct MalformedId;

/// A type of ids that are GUIDs, with its documentation before its name.
macro_rules! guid {
    ($(#[$docs:meta])* $name:ident) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::guid::MalformedId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                // The library reads other spellings too, in braces for example, which nobody
                // documented.
                if text.len() != uuid::fmt::Hyphenated::LENGTH {
                    return Err($crate::guid::MalformedId);
                }
                uuid::Uuid::try_parse(text)
                    .map(Self)
                    .map_err(|_| $crate::guid::MalformedId)
            }
        }
    };
}

pub(crate) use guid;

#[cfg(test)]
mod tests {
    use crate::GlossaryId;

    #[test]
    fn only_the_usual_spelling_of_a_guid_is_an_id() {
        for (text, is_id) in [
            ("3fa85f64-5717-4562-b3fc-2c963f66afa6", true),
            ("3FA85F64-5717-4562-B3FC-2C963F66AFA6", true),
            ("3fa85f6457174562b3fc2c963f66afa6", false),
            ("{3fa85f64-5717-4562-b3fc-2c963f66afa6}", false),
            ("3fa85f64-5717-4562-b3fc-2c963f66afag", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<GlossaryId>().is_ok(), is_id, "{text}");
        }
    }
}
