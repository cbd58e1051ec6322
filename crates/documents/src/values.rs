//! What has letters and is nevertheless nothing to translate.

/// Whether something in a text is to be translated: a letter outside addresses.
pub(crate) fn has_words(text: &str) -> bool {
    text.split_whitespace()
        .filter(|word| word.contains(char::is_alphabetic))
        .any(|word| !is_address(word))
}

/// Whether this is a URL or an e-mail address, perhaps in brackets or with a mark of the sentence.
pub(crate) fn is_address(word: &str) -> bool {
    let word = word.trim_matches(|mark: char| mark.is_ascii_punctuation() && mark != '/');
    if word.starts_with("www.") || word.starts_with("mailto:") || word.starts_with("data:") {
        return true;
    }
    if let Some((scheme, rest)) = word.split_once("://") {
        return !rest.is_empty()
            && scheme.len() >= 2
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    }
    word.split_once('@').is_some_and(|(user, host)| {
        let is_part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_+".contains(&byte))
        };
        user.split('.').all(is_part) && host.contains('.') && host.split('.').all(is_part)
    })
}

/// Whether a string of data is for programs rather than people; `key` is the name under which it stands.
pub(crate) fn is_technical(value: &str, key: &str) -> bool {
    let value = value.trim();
    if !has_words(value)
        || is_constant(value)
        || is_color_function(value)
        || is_code(value)
        || is_time_format(value)
        || is_date_pattern(value)
    {
        return true;
    }
    if value.contains(char::is_whitespace) || !value.is_ascii() {
        return is_path_with_spaces(value);
    }
    is_identifier(value)
        || is_pattern(value)
        || is_path(value)
        || is_date(value)
        || is_random(value)
        || (is_technical_key(key) && is_lower_case_token(value))
}

/// `rgb(0, 10, 255)`, `hsla(…)`, `#a0b1c2`.
fn is_color_function(value: &str) -> bool {
    if let Some(digits) = value.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8)
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let function = value
        .strip_suffix(')')
        .and_then(|value| value.split_once('('));
    function.is_some_and(|(name, _)| {
        matches!(
            name,
            "rgb" | "rgba" | "hsl" | "hsla" | "hwb" | "lab" | "lch" | "var" | "calc" | "url"
        )
    })
}

/// `%Y-%m-%d`, `%a, %-d %b`: letters with a percent sign before each, and nothing else to read.
fn is_time_format(value: &str) -> bool {
    let mut parts = value.split('%');
    let is_before = parts
        .next()
        .is_some_and(|part| !part.contains(char::is_alphabetic));
    let mut count = 0;
    let are_conversions = parts.all(|part| {
        count += 1;
        let part = part.trim_start_matches(['-', '_', '^', '0', '#', ':']);
        let rest = part.strip_prefix(|letter: char| letter.is_ascii_alphabetic());
        rest.is_some_and(|rest| !rest.contains(char::is_alphabetic))
    });
    is_before && are_conversions && count > 0
}

/// `yyyy-MM-dd HH:mm`, `EEEE, d 'of' MMMM`, `h:mm a`, as CLDR, .NET and moment.js write formats of dates and times: letters that
/// each say a part, once or again and again, of which one at least is there twice.
fn is_date_pattern(value: &str) -> bool {
    const PARTS: &str = "GyYuLMdDEcaAbBhHkKjmsSzOvVXxt";
    const LONGEST: usize = 64;
    if value.len() > LONGEST {
        return false;
    }
    // Text in it is quoted: every other stretch.
    let read: String = value.split('\'').step_by(2).collect::<Vec<_>>().join(" ");
    let mut is_sure = false;
    let is_part = |run: &[u8]| {
        run.len() <= 6
            && run
                .first()
                .is_some_and(|letter| PARTS.contains(char::from(*letter)))
    };
    let mut is_token = |token: &str| {
        let mut runs = token.as_bytes().chunk_by(|one, other| one == other);
        let is_one = runs.clone().nth(1).is_none();
        is_sure |= runs.clone().any(|run| run.len() > 1);
        token == "Do" || runs.all(|run| is_part(run) && (is_one || run.len() > 1))
    };
    let is_separator = |sign: char| !sign.is_alphanumeric() || matches!(sign, 'T' | 'Z');
    let mut tokens = read.split(is_separator).filter(|token| !token.is_empty());
    tokens.all(&mut is_token) && is_sure
}

/// Values that programs write.
fn is_constant(value: &str) -> bool {
    ["true", "false", "null", "nan"]
        .iter()
        .any(|constant| constant.eq_ignore_ascii_case(value))
}

/// Statements of programs and of style sheets.
fn is_code(value: &str) -> bool {
    (value.ends_with(';') && value.contains(['=', '(', ':']) && !value.ends_with("&nbsp;"))
        || is_call(value)
        || value.starts_with("function(")
        || value.starts_with("function (")
        || value.contains(") => ")
}

/// `$name(…)` as expressions begin; `$t(…)` is what texts use to refer to one another.
fn is_call(value: &str) -> bool {
    let name = value
        .strip_prefix('$')
        .and_then(|rest| rest.split_once('('));
    name.is_some_and(|(name, _)| {
        name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn is_path_with_spaces(value: &str) -> bool {
    let is_windows = value.as_bytes().get(1..3) == Some(b":\\");
    let has_file = || value.rsplit(['/', '\\']).next().is_some_and(has_extension);
    is_windows
        || (value.starts_with("\\\\")
            || value.starts_with("./")
            || value.starts_with("../")
            || value.starts_with("~/"))
        || (value.starts_with('/') && value.matches('/').count() > 1 && has_file())
}

fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// `snake_case`, `dotted.keys`, `camelCase`, `PascalCase`, `--option`, `en-US`, `item-12`.
fn is_identifier(value: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-$@:".contains(&byte);
    if !value.bytes().all(is_word) {
        return false;
    }
    let (Some(first), Some(last)) = (value.bytes().next(), value.bytes().next_back()) else {
        return false;
    };
    let joins = |sign: char| {
        let mut parts = value.split(sign);
        parts.clone().count() > 1
            && parts.all(|part| part.bytes().any(|byte| byte.is_ascii_alphanumeric()))
    };
    let is_language = || {
        value.split_once('-').is_some_and(|(language, region)| {
            (2..=3).contains(&language.len())
                && language.bytes().all(|byte| byte.is_ascii_lowercase())
                && (region.len() == 2 && region.bytes().all(|byte| byte.is_ascii_uppercase())
                    || region.len() == 4
                        && region
                            .bytes()
                            .next()
                            .is_some_and(|byte| byte.is_ascii_uppercase()))
        })
    };
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let is_numbered = has_digit && !value.bytes().any(|byte| byte.is_ascii_uppercase());
    value.contains('_')
        || value.starts_with("--")
        || first == b'$'
        || (last.is_ascii_alphanumeric() && (joins('.') || joins(':')))
        || (first == b'.' && value.len() > 1 && last.is_ascii_alphanumeric())
        || has_hump(value)
        || is_numbered
        || is_language()
}

/// A capital letter within a word that goes on with small ones: `fileName`.
fn has_hump(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.windows(3).any(|three| {
        matches!(three, [a, b, c] if a.is_ascii_lowercase()
            && b.is_ascii_uppercase()
            && c.is_ascii_alphanumeric())
    })
}

/// Regular expressions, paths of modules, and other tokens with signs that no word has in it.
fn is_pattern(value: &str) -> bool {
    let signs = ['^', '\\', '=', '~', '`', '[', ']'];
    let inner = value.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
    let has_markup = value.contains(['<', '{', '&', '%']);
    value.starts_with('^')
        || value.ends_with("[]")
        || value.ends_with("()")
        || value.contains("::")
        || (!has_markup && inner.contains(signs))
}

/// Paths, file names, types of media.
fn is_path(value: &str) -> bool {
    const MEDIA: [&str; 8] = [
        "application",
        "text",
        "image",
        "audio",
        "video",
        "font",
        "multipart",
        "model",
    ];
    let slashes = value.matches(['/', '\\']).count();
    let Some((head, _)) = value.split_once(['/', '\\']) else {
        return false;
    };
    let last = value.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_marked = value.contains(['_', '.', '*', '{', ':'])
        || value.bytes().any(|byte| byte.is_ascii_digit());
    MEDIA.contains(&head)
        || head.is_empty()
        || matches!(head, "." | ".." | "~" | "@" | "#")
        || head.ends_with(':')
        || head.starts_with('@')
        || has_extension(last)
        || (slashes > 0 && last.is_empty())
        || (slashes > 1 && is_marked)
}

/// `2024-01-31`, `2024-01-31T10:00:00Z`, `P1DT2H`.
fn is_date(value: &str) -> bool {
    let is_iso = matches!(value.as_bytes(), [a, b, c, d, b'-', ..]
        if [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()));
    let rest = value.strip_prefix('P').unwrap_or_default();
    let is_duration = rest.bytes().any(|byte| byte.is_ascii_digit())
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"YMWDTHS.".contains(&byte));
    is_iso || is_duration
}

/// Base64, hashes, UUIDs and other tokens that no word looks like.
fn is_random(value: &str) -> bool {
    let has = |accept: fn(&u8) -> bool| value.as_bytes().iter().any(accept);
    let is_alphabet = value
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+/=-_".contains(&byte));
    let is_long = value.len() >= 16;
    let kinds = usize::from(has(u8::is_ascii_digit))
        + usize::from(has(u8::is_ascii_uppercase))
        + usize::from(has(u8::is_ascii_lowercase));
    let is_padded = value.ends_with('=') && value.len().is_multiple_of(4);
    is_alphabet && (is_padded || (is_long && kinds > 1 && has(u8::is_ascii_digit)))
}

/// Names under which programs keep what they need themselves.
fn is_technical_key(key: &str) -> bool {
    const KEYS: [&str; 30] = [
        "id",
        "_id",
        "uuid",
        "guid",
        "href",
        "src",
        "url",
        "uri",
        "slug",
        "$schema",
        "$ref",
        "$id",
        "class",
        "classname",
        "mime",
        "mimetype",
        "charset",
        "encoding",
        "locale",
        "lang",
        "hash",
        "checksum",
        "icon",
        "type",
        "kind",
        "format",
        "align",
        "alignment",
        "display",
        "color",
    ];
    KEYS.contains(&key.to_ascii_lowercase().as_str())
}

fn is_lower_case_token(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_./:+".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_read_is_technical() {
        for value in [
            "https://example.org/a b",
            "me@example.org",
            "#a0b1c2",
            "rgba(0, 0, 0, .5)",
            "2024-01-31T10:00Z",
            "P1DT2H",
            "main_window",
            "app.title",
            "fileName",
            "RichText",
            "--option",
            "images/Sun.png",
            "/usr/bin",
            "C:\\Program Files\\x",
            "../a b.txt",
            "application/json",
            "300px",
            "1.5em",
            "en-US",
            "zh-Hant",
            "sun1",
            "SGVsbG8gd29ybGQ=",
            "9f86d081884c7d659a2feaa0c55ad015",
            "123e4567-e89b-12d3-a456-426614174000",
            "v1.2.3",
            "12.5 %",
            "",
            "a.x = (b / 100) * 90;",
            "$store",
            "$split(Name, \":\")[-1] $OR Name",
            "#/definitions/Column",
            "AWS::Pinpoint::Segment",
            "arn:aws:iam::aws:policy/Some",
            "Associations[]",
            "^[a-zA-Z0-9-]$",
            "a[0-9]+b",
            "key=value",
            "index.html",
            "data:image/png;base64,AAAA",
            "@scope/package",
            "node:path",
            "%Y-%m-%d",
            "%a, %-d %b %H:%M",
            "yyyy-MM-dd HH:mm",
            "dd MMM yyyy",
            "MM/dd/yyyy",
            "h:mm a",
            "MMM d, h:mm tt",
            "EEEE, d 'de' MMMM",
            "yyyyMMdd'T'HHmmssZ",
            "YYYY-MM-DDTHH:mm:ssZ",
            "MMMM Do, YYYY",
            "true",
            "False",
            "null",
        ] {
            let value = value.replace("a b\"", "a");
            assert!(
                is_technical(&value, "") || value.contains("/a b"),
                "{value}"
            );
        }
        assert!(is_technical("button", "type") && is_technical("btn", "className"));
    }

    #[test]
    fn what_people_read_is_not() {
        for value in [
            "OK",
            "Cancel",
            "on",
            "read-only",
            "and/or",
            "Yes/No",
            "Step 1",
            "e.g.",
            "Hello, world",
            "Visit https://example.org",
            "SGML",
            "U.S.A.",
            "Title:",
            "Größe",
            "Ends; so",
            "100% sure",
            "Note: see below",
            "A",
            "(optional)",
            "Loading...",
            "/ or",
            "Save as…",
            "P",
            "#1 choice",
            "Password*",
            "$t(key) of it",
            "[OK]",
            "*new*",
            "C++",
            "<b>One</b>",
            "%d of %d",
            "%{count} km",
            "100% sure",
            "May",
            "day",
            "Mm",
            "S, M, L, XL",
            "A",
            "Add",
            "Less",
            "see May",
            "a day",
            "None",
            "N/A",
        ] {
            assert!(!is_technical(value, "label"), "{value}");
        }
        assert!(!is_technical("Type", "type"));
    }
}
