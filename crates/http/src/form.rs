use percent_encoding::percent_decode;

use crate::error::ApiError;

/// The names and values of a query or of a form body, in order.
///
/// # Errors
/// 400 for what is not UTF-8 once decoded. Well-known decoders put a replacement character there,
/// which would translate something the client did not send.
pub(crate) fn decode(encoded: &[u8]) -> Result<Vec<(String, String)>, ApiError> {
    encoded
        .split(|&byte| byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = match pair.iter().position(|&byte| byte == b'=') {
                Some(equals) => (&pair[..equals], &pair[equals + 1..]),
                None => (pair, &[][..]),
            };
            let name = decode_component(name)
                .ok_or_else(|| ApiError::invalid("A parameter's name is not valid UTF-8."))?;
            let value = decode_component(value).ok_or_else(|| {
                ApiError::invalid(format!("Value for '{name}' is not valid UTF-8."))
            })?;
            Ok((name, value))
        })
        .collect()
}

fn decode_component(encoded: &[u8]) -> Option<String> {
    let spaced: Vec<u8> = encoded
        .iter()
        .map(|&byte| if byte == b'+' { b' ' } else { byte })
        .collect();
    Some(percent_decode(&spaced).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
