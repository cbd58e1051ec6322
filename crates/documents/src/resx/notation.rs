use crate::strings::StringNotation;
use crate::xml::escape;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// As a CDATA section.
    Section,
}

/// How a file writes its values.
#[derive(Debug)]
pub(super) struct Notation {
    line_end: &'static str,
}

impl Notation {
    /// That of a file.
    pub(super) fn of(text: &str) -> Self {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { line_end }
    }
}

impl StringNotation for Notation {
    type Form = Form;

    fn written(&self, text: &str, form: &Form, has: &dyn Fn(char) -> bool) -> String {
        let mut written = String::with_capacity(text.len());
        for character in text.chars() {
            let escaped = escape(character.encode_utf8(&mut [0; 4]));
            let is_known = character.is_ascii() || has(character);
            let number = || format!("&#{};", u32::from(character));
            match form {
                _ if escaped.is_empty() => {}
                _ if character == '\n' => written.push_str(self.line_end),
                Form::Text if is_known => written.push_str(&escaped),
                Form::Text => written.push_str(&number()),
                // A carriage return would be read as a line feed.
                Form::Section if character == '\r' || !is_known => {
                    written.push_str(&format!("]]>{}<![CDATA[", number()));
                }
                Form::Section => {
                    if character == '>' && written.ends_with("]]") {
                        written.push_str("]]><![CDATA[");
                    }
                    written.push(character);
                }
            }
        }
        match form {
            Form::Text => written,
            Form::Section => format!("<![CDATA[{written}]]>"),
        }
    }
}
