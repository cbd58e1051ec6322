use std::borrow::Cow;

use percent_encoding::percent_decode;

use crate::error::ApiError;

/// A name and a value of a query or of a form body.
pub(crate) struct Pair<'a> {
    pub(crate) name: Cow<'a, str>,
    encoded_value: &'a [u8],
}

impl<'a> Pair<'a> {
    /// # Errors
    /// 400 for what is not UTF-8 once decoded. Well-known decoders put a replacement character there,
    /// which would translate something the client did not send.
    pub(crate) fn value(&self) -> Result<Cow<'a, str>, ApiError> {
        decode_component(self.encoded_value).ok_or_else(|| {
            ApiError::invalid(format!("Value for '{}' is not valid UTF-8.", self.name))
        })
    }
}

/// The pairs of a query or of a form body, in order. One is decoded when it is asked for.
///
/// # Errors
/// 400 for a name that is not UTF-8 once decoded.
pub(crate) fn pairs(encoded: &[u8]) -> impl Iterator<Item = Result<Pair<'_>, ApiError>> {
    encoded
        .split(|&byte| byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, encoded_value) = match memchr::memchr(b'=', pair) {
                Some(equals) => (&pair[..equals], &pair[equals + 1..]),
                None => (pair, &[][..]),
            };
            let name = decode_component(name)
                .ok_or_else(|| ApiError::invalid("A parameter's name is not valid UTF-8."))?;
            Ok(Pair {
                name,
                encoded_value,
            })
        })
}

fn decode_component(encoded: &[u8]) -> Option<Cow<'_, str>> {
    let decoded: Cow<'_, [u8]> = if encoded.contains(&b'+') {
        let spaced: Vec<u8> = encoded
            .iter()
            .map(|&byte| if byte == b'+' { b' ' } else { byte })
            .collect();
        match Cow::from(percent_decode(&spaced)) {
            // Nothing was encoded, so what was copied is it.
            Cow::Borrowed(_) => Cow::Owned(spaced),
            Cow::Owned(decoded) => Cow::Owned(decoded),
        }
    } else {
        percent_decode(encoded).into()
    };
    match decoded {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(encoded: &[u8]) -> Result<Vec<(String, String)>, ApiError> {
        pairs(encoded)
            .map(|pair| {
                let pair = pair?;
                let value = pair.value()?.into_owned();
                Ok((pair.name.into_owned(), value))
            })
            .collect()
    }

    fn check(encoded: &str, expected: &[(&str, &str)]) {
        let decoded = decode(encoded.as_bytes()).unwrap();
        let decoded: Vec<_> = decoded
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(decoded, expected, "{encoded}");
    }

    #[test]
    fn names_and_values_are_decoded_in_order() {
        check("", &[]);
        check("a=1&a=2&b", &[("a", "1"), ("a", "2"), ("b", "")]);
        check("&&a==&", &[("a", "=")]);
        check("a=b+c", &[("a", "b c")]);
        check(
            "t=a+b%20c%2B%26%3D%C3%A9é&x%5B0%5D.y=%",
            &[("t", "a b c+&=éé"), ("x[0].y", "%")],
        );
    }

    #[test]
    fn what_is_not_utf_8_is_refused() {
        assert!(decode(b"a=%FF").is_err());
        assert!(decode(b"%FF=a").is_err());
        assert!(decode(b"a=\xC3").is_err());
    }
}
