//! Headers that are a word with parameters behind it, such as `form-data; name="file"`.

use percent_encoding::percent_decode;

/// The parameters of a header.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct HeaderParameters {
    /// The word, in lower case.
    pub(crate) word: String,
    /// Names, in lower case, and values, as bytes: what is in forms need not be ASCII.
    parameters: Vec<(String, Vec<u8>)>,
}

impl HeaderParameters {
    /// Reads a header's value. What is malformed in it is left out.
    pub(crate) fn parse(header: &[u8]) -> Self {
        let (word, mut rest) = split_at(header, b';');
        let mut parameters = Vec::new();
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| matches!(byte, b'=' | b';'));
            let (name, tail) = rest.split_at(end.unwrap_or(rest.len()));
            match tail.split_first() {
                Some((b'=', tail)) => {
                    let (value, tail) = value(tail.trim_ascii_start());
                    parameters.push((lower_case(name), value));
                    rest = split_at(tail, b';').1;
                }
                Some((_, tail)) => rest = tail,
                None => break,
            }
        }
        Self {
            word: lower_case(word),
            parameters,
        }
    }

    /// The first parameter of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        let found = self.parameters.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_slice())
    }

    /// The parameter of that name in its form for other characters than ASCII, such as
    /// `filename*=UTF-8''%C3%A9.txt` (RFC 8187). In a character set that is not known it counts as
    /// absent.
    pub(crate) fn extended(&self, name: &str) -> Option<String> {
        let value = self.get(&format!("{name}*"))?;
        let (character_set, rest) = split_at(value, b'\'');
        let (_language, encoded) = split_at(rest, b'\'');
        let bytes: Vec<u8> = percent_decode(encoded).collect();
        match lower_case(character_set).as_str() {
            "utf-8" => String::from_utf8(bytes).ok(),
            "iso-8859-1" => Some(bytes.into_iter().map(char::from).collect()),
            _ => None,
        }
    }
}

/// A value, which may be quoted, and what is behind it.
fn value(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let Some((b'"', quoted)) = text.split_first() else {
        let end = text.iter().position(|&byte| byte == b';');
        let (value, rest) = text.split_at(end.unwrap_or(text.len()));
        return (value.trim_ascii_end().to_vec(), rest);
    };
    let mut value = Vec::new();
    let mut rest = quoted;
    loop {
        rest = match rest {
            // Some clients send paths with backslashes that escape nothing.
            [b'\\', escaped @ (b'"' | b'\\'), tail @ ..] => {
                value.push(*escaped);
                tail
            }
            [b'"', tail @ ..] => return (value, tail),
            [byte, tail @ ..] => {
                value.push(*byte);
                tail
            }
            [] => return (value, rest),
        };
    }
}

/// What is before and what is behind the first such byte.
fn split_at(text: &[u8], separator: u8) -> (&[u8], &[u8]) {
    let mut parts = text.splitn(2, |&byte| byte == separator);
    let first = parts.next().unwrap_or_default();
    (first, parts.next().unwrap_or_default())
}

fn lower_case(text: &[u8]) -> String {
    String::from_utf8_lossy(text.trim_ascii()).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, word: &str, expected: &[(&str, &str)]) {
        let parsed = HeaderParameters::parse(header.as_bytes());
        assert_eq!(parsed.word, word, "{header}");
        let parameters: Vec<_> = parsed
            .parameters
            .iter()
            .map(|(name, value)| (name.as_str(), std::str::from_utf8(value).unwrap()))
            .collect();
        assert_eq!(parameters, expected, "{header}");
    }

    #[test]
    fn parameters_may_be_quoted_escaped_and_spaced_in_any_way() {
        check("", "", &[]);
        check("Text/Plain", "text/plain", &[]);
        check(
            "multipart/form-data; boundary=abc",
            "multipart/form-data",
            &[("boundary", "abc")],
        );
        check(
            "multipart/form-data;charset=utf-8;Boundary=\"a;b = c\" ; x",
            "multipart/form-data",
            &[("charset", "utf-8"), ("boundary", "a;b = c")],
        );
        check(
            r#"form-data; name="file"; filename="a \"b\" \\ c;ü.txt""#,
            "form-data",
            &[("name", "file"), ("filename", r#"a "b" \ c;ü.txt"#)],
        );
        check(
            r#"form-data; filename="C:\docs\a.txt"; name = file "#,
            "form-data",
            &[("filename", r"C:\docs\a.txt"), ("name", "file")],
        );
        check(r#"form-data; name="open"#, "form-data", &[("name", "open")]);
        check("a;;=;b=\"\"c;d=1", "a", &[("", ""), ("b", ""), ("d", "1")]);
    }

    #[test]
    fn the_form_for_other_characters_is_read_in_the_sets_that_clients_use() {
        for (header, expected) in [
            (
                "x; filename*=UTF-8''r%C3%A9sum%C3%A9.txt",
                Some("résumé.txt"),
            ),
            ("x; filename*=utf-8'fr'a%20b.txt", Some("a b.txt")),
            ("x; filename*=\"utf-8''%E4%BD%A0.txt\"", Some("你.txt")),
            ("x; filename*=ISO-8859-1''%E9.txt", Some("é.txt")),
            ("x; filename*=utf-8''%FF.txt", None),
            ("x; filename*=koi8-r''%C1.txt", None),
            ("x; filename*=a.txt", None),
            ("x; filename=a.txt", None),
        ] {
            let parsed = HeaderParameters::parse(header.as_bytes());
            assert_eq!(parsed.extended("filename").as_deref(), expected, "{header}");
        }
    }
}
