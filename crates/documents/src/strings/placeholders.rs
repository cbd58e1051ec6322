//! What programs put in place of a part of a text: `{name}`, `%s`, `${x}`.

/// The longest placeholder.
const LONGEST: usize = 256;

/// The length of the placeholder with which the rest of a text begins, after this character.
pub(super) fn placeholder_length(rest: &str, before: Option<char>) -> Option<usize> {
    let length = match rest.as_bytes().first()? {
        b'{' => braces(rest),
        b'%' => percent(rest, before),
        b'$' => dollar(rest, before),
        b'#' | b'@' if rest.get(1..2) == Some("{") => simple_braces(rest, 1),
        b'@' if rest.starts_with("@:") => Some(2 + name_length(rest.get(2..)?)?),
        b'@' if rest.starts_with("@.") => reference_with_modifier(rest),
        b'@' | b'!' => name_after_sign(rest, before),
        b'<' if rest.starts_with("<%") => until(rest, "%>"),
        b'<' if rest.starts_with("<?") => until(rest, "?>"),
        b'[' if rest.starts_with("[[") => until(rest, "]]").filter(|length| {
            rest.get(..*length)
                .is_some_and(|it| !it.contains(char::is_whitespace))
        }),
        b'_' if rest.starts_with("__") && !before.is_some_and(char::is_alphanumeric) => {
            let length = name_length(rest)?;
            rest.get(2..length)?.strip_suffix("__")?;
            (length > 4).then_some(length)
        }
        b':' => colon(rest, before),
        b'^' => rest.starts_with("^[").then_some(2),
        b']' => bracket(rest),
        _ => None,
    };
    length.filter(|length| *length <= LONGEST)
}

fn until(rest: &str, end: &str) -> Option<usize> {
    let limit = rest.floor_char_boundary(LONGEST);
    rest.get(..limit)?.find(end).map(|at| at + end.len())
}

fn name_length(rest: &str) -> Option<usize> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let length = rest
        .bytes()
        .take(LONGEST)
        .take_while(|byte| is_part(*byte))
        .count();
    let name = rest.get(..length)?.trim_end_matches(['.', '-']);
    (!name.is_empty()).then_some(name.len())
}

/// `{{ … }}`, `{{{ … }}}`, `{% … %}`, `{# … #}`, `{name}`, `{0:N2}`, `{date, date, short}`.
fn braces(rest: &str) -> Option<usize> {
    for (start, end) in [("{{{", "}}}"), ("{{", "}}"), ("{%", "%}"), ("{#", "#}")] {
        if rest.starts_with(start) {
            return until(rest, end);
        }
    }
    let length = until(rest, "}")?;
    let inner = rest.get(1..length - 1)?.trim();
    let (name, format) = inner.split_once([',', ':']).unwrap_or((inner, ""));
    let is_name = name
        .trim()
        .chars()
        .all(|character| character.is_alphanumeric() || "_.-$[]()@?!/".contains(character));
    (is_name && !format.contains('{')).then_some(length)
}

fn simple_braces(rest: &str, start: usize) -> Option<usize> {
    let length = until(rest, "}")?;
    let inner = rest.get(start + 1..length - 1)?;
    (!inner.is_empty() && !inner.contains('{')).then_some(length)
}

/// `%s`, `%1$s`, `%(name)s`, `%{name}`, `%name%`, `%%`.
fn percent(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with("%%") {
        return Some(2);
    }
    if rest.starts_with("%{") {
        return simple_braces(rest, 1);
    }
    if rest.starts_with("%(") {
        let name = until(rest, ")")?;
        let after = rest.get(name..)?;
        let flags = after
            .bytes()
            .take_while(|byte| b"-+#.0123456789".contains(byte))
            .count();
        return after
            .as_bytes()
            .get(flags)?
            .is_ascii_alphabetic()
            .then_some(name + flags + 1);
    }
    if before.is_some_and(|before| before.is_ascii_digit()) {
        return None;
    }
    let after = rest.get(1..)?;
    if let Some(length) = apple(after) {
        return Some(1 + length);
    }
    if let Some(length) = name_length(after)
        && after.as_bytes().get(length) == Some(&b'%')
        && length > 1
    {
        return Some(length + 2);
    }
    let flags = after
        .bytes()
        .take_while(|byte| b"-+#'*.$0123456789".contains(byte))
        .count();
    let conversion = after.get(flags..)?;
    let size = ["hh", "ll", "h", "l", "z", "q", "j", "t", "L"];
    let size = size.into_iter().find(|size| {
        let after = conversion.strip_prefix(size);
        after.is_some_and(|after| after.starts_with(['d', 'i', 'u', 'x', 'X', 'o', 'f', 'e', 'g']))
    });
    let size = size.map_or(0, str::len);
    let mut letters = conversion.get(size..)?.chars();
    let letter = letters.next()?;
    let is_conversion = "sdifuxXoeEgGcpaA@b".contains(letter);
    // Behind a width or the number of an argument stands no word.
    let may_be_word = letter != '@' && !after.bytes().take(flags).any(|it| it.is_ascii_digit());
    let is_word = may_be_word
        && letters
            .next()
            .is_some_and(|next| next.is_ascii_alphabetic())
        && letters
            .next()
            .is_some_and(|next| next.is_ascii_alphabetic());
    let is_number = flags > 0 && after.bytes().take(flags).all(|byte| byte.is_ascii_digit());
    if is_conversion && !is_word {
        Some(1 + flags + size + 1)
    } else if is_number {
        Some(1 + flags)
    } else {
        name_after_sign(rest, before)
    }
}

/// What Apple's plurals have behind a per cent sign: `#@name@`, `1$#@name@`, `arg`.
fn apple(after: &str) -> Option<usize> {
    if let Some(rest) = after.strip_prefix("arg") {
        return (!rest.starts_with(char::is_alphanumeric)).then_some(3);
    }
    let number = after.len()
        - after
            .trim_start_matches(|it: char| it.is_ascii_digit())
            .len();
    let position = match after.as_bytes().get(number) {
        Some(b'$') if number > 0 => number + 1,
        _ => 0,
    };
    let name = after.get(position..)?.strip_prefix("#@")?;
    let length = name_length(name)?;
    name.get(length..)?
        .starts_with('@')
        .then_some(position + 2 + length + 1)
}

/// `${x}`, `$t(key)`, `$(name)`, `$NAME$`, `$name`.
fn dollar(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with("${") {
        return simple_braces(rest, 1).or_else(|| until(rest, "}}"));
    }
    if rest.starts_with("$t(") {
        return until(rest, ")");
    }
    if let Some(inner) = rest.strip_prefix("$(") {
        let length = name_length(inner)?;
        return inner.get(length..)?.starts_with(')').then_some(length + 3);
    }
    let after = rest.get(1..)?;
    let is_name = after.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    if !is_name || before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let length = 1 + name_length(after)?;
    let is_closed = rest.as_bytes().get(length) == Some(&b'$');
    Some(length + usize::from(is_closed))
}

/// What ends a link or what is inflected: `](https://example.org)`, `](inflect: true)`.
fn bracket(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix("](")?;
    let length = until(inner, ")")?;
    let is_address = || {
        let address = inner.get(..length - 1).unwrap_or_default();
        !address.is_empty() && !address.contains(char::is_whitespace)
    };
    (inner.starts_with("inflect:") || is_address()).then_some(2 + length)
}

/// `@.lower:key` of vue-i18n.
fn reference_with_modifier(rest: &str) -> Option<usize> {
    let modifier = name_length(rest.get(2..)?)?;
    let key = rest.get(2 + modifier..)?.strip_prefix(':')?;
    Some(2 + modifier + 1 + name_length(key)?)
}

/// Whether a word may begin behind this character.
fn begins_word(before: Option<char>) -> bool {
    before.is_none_or(|it| it.is_whitespace() || "([\"'“«/".contains(it))
}

/// `@name`, `!name`, `%name` at the beginning of a word, of small letters if it is none of a person.
fn name_after_sign(rest: &str, before: Option<char>) -> Option<usize> {
    let may_have_capitals = rest.starts_with('@');
    let after = rest.get(1..)?;
    let is_first = |letter: char| {
        letter.is_ascii_lowercase() || (may_have_capitals && letter.is_ascii_uppercase())
    };
    if !begins_word(before) || !after.starts_with(is_first) {
        return None;
    }
    let length = name_length(after)?;
    let is_word = after.get(length..)?.starts_with(char::is_alphabetic);
    (!is_word && length > 2).then_some(1 + length)
}

/// `:name` at the beginning of a word.
fn colon(rest: &str, before: Option<char>) -> Option<usize> {
    let after = rest.get(1..)?;
    if !begins_word(before) || !after.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return None;
    }
    let length = 1 + name_length(after)?;
    let is_closed = rest.as_bytes().get(length) == Some(&b':');
    let is_word = rest.get(length..)?.starts_with(char::is_alphabetic);
    (!is_word && length > 2).then_some(length + usize::from(is_closed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        let mut at = 0;
        let mut before = None;
        while at < text.len() {
            let rest = &text[at..];
            if let Some(length) = placeholder_length(rest, before) {
                found.push(&rest[..length]);
                at += length;
                before = None;
            } else {
                before = rest.chars().next();
                at += before.map_or(1, char::len_utf8);
            }
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn placeholders_of_the_common_kinds_are_known() {
        check(
            "{{ user.name }}, {{{raw}}}, {x}, {}, {0:N2}",
            &["{{ user.name }}", "{{{raw}}}", "{x}", "{}", "{0:N2}"],
        );
        check(
            "{date, date, short} {% if a %} {日付}",
            &["{date, date, short}", "{% if a %}", "{日付}"],
        );
        check(
            "%s of %1$s, %(name)s, %(of.it).1f, %(day)02d, %d%%, %.2f, %5ld",
            &[
                "%s",
                "%1$s",
                "%(name)s",
                "%(of.it).1f",
                "%(day)02d",
                "%d",
                "%%",
                "%.2f",
                "%5ld",
            ],
        );
        check(
            "%@, %{count}, %name%, %1 %ds",
            &["%@", "%{count}", "%name%", "%1", "%d"],
        );
        check(
            "%#@files@ in %2$#@folders@, %arg of %@files, %1$dkm",
            &["%#@files@", "%2$#@folders@", "%arg", "%@", "%1$d"],
        );
        check(
            "${x} #{y} @{z} $t(key.a) $NAME$ $user.",
            &["${x}", "#{y}", "@{z}", "$t(key.a)", "$NAME$", "$user"],
        );
        check(
            "The :attribute must (:max) :wave:",
            &[":attribute", ":max", ":wave:"],
        );
        check(
            "^[%lld lamp](inflect: true), [here](https://example.org/a)",
            &["^[", "%lld", "](inflect: true)", "](https://example.org/a)"],
        );
        check(
            "<%= a %> [[name]] __count__ @:key.a @.lower:key.b",
            &[
                "<%= a %>",
                "[[name]]",
                "__count__",
                "@:key.a",
                "@.lower:key.b",
            ],
        );
        check(
            "@count of !name and %title, Ask @Ana. $(host.name)",
            &["@count", "!name", "%title", "@Ana", "$(host.name)"],
        );
    }

    #[test]
    fn what_only_looks_like_a_placeholder_is_text() {
        for text in [
            "{see the notes below}",
            "100% sure, 50%de, 5 %",
            "a %Different thing",
            "Stop!now, ! no, US$(x",
            "$5 and US$X",
            "12:30, so: that",
            "note:this :D",
            "[[ not this ]]",
            "{ open",
            "%",
            "__ and __",
            "${",
            "a@b.org",
            "[one](or two), a ^ b, [] ()",
        ] {
            check(text, &[]);
        }
    }
}
