//! Stretches of a text that a translation must hold unchanged.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::braces;
use crate::lines::is_margin;
use crate::pattern::pattern;

// One expression per kind instead of one alternation: a search for the leftmost match has to
// follow a candidate to its end before it may report a later one, so that an expression which
// can match everywhere (printf) next to one which can run far (e-mail) would be quadratic.

static URL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)(?-u:\b)(?:[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:|tel:)[^\s\p{Cc}<>"'«»“”„‘’`|\\^\u{feff}\u{200b}\u{2060}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\u{3000}-\u{303f}\u{ff00}-\u{ffef}]+"#,
    )
});

static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}")
});

static PRINTF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"%%|%\([A-Za-z_][A-Za-z0-9_.]{0,63}\)[-+0#]*[0-9]*(?:\.[0-9]+)?[A-Za-z]",
        r"|%(?:[0-9]{1,2}\$)?[-+0#']*(?:[0-9]{1,4}|\*)?(?:\.(?:[0-9]{1,4}|\*))?(?:hh|h|ll|l|L|q|z|t|j)?[A-Za-z@]",
        r"|%[0-9]{1,2}",
    ))
});

static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:[:@][A-Za-z_][A-Za-z0-9_]{0,63}(?:-[A-Za-z0-9_]{1,63}){0,4}:?|\$\([A-Za-z_][A-Za-z0-9_.]{0,63}\))",
    )
});

static ENTITY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"&(?:amp|lt|gt|quot|apos|nbsp|shy|ndash|mdash|hellip|laquo|raquo|ldquo|rdquo|lsquo|rsquo|copy|reg|trade|euro|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});",
    )
});

/// The white space that may stand between a number and its unit, or group the digits.
const BLANK: &str = r"[ \u{a0}\u{2009}\u{202f}]";

/// Units that may stand apart from the number. Left out are those that are common words of some
/// language (`in`, `ha`, `mi`, `s`, `em`, `A`, `bar`).
const UNITS: &str = concat!(
    "km/h|m/s|km²|km³|km|cm²|cm³|cm|mm²|mm|dm³|dm|µm|μm|nm|m²|m³|m|ft²|ft|mph|",
    "kg|mg|µg|μg|g|t|lbs|lb|oz|ml|mL|cl|dl|hl|l|L|",
    "ms|µs|μs|ns|min|h|°C|°F|°|K|",
    "[KMGTPE]i?B/s|kB/s|[KMGTPE]i?B|kB|[kMG]bit/s|[kMG]bit|[kMG]bps|",
    "GHz|MHz|kHz|Hz|kWh|MWh|GWh|Wh|kW|MW|GW|mW|W|kV|mV|V|mAh|Ah|mA|kΩ|Ω|",
    "hPa|kPa|MPa|Pa|psi|kcal|kJ|dB|rpm|px|pt|dpi|ppi|fps|%%|%|‰|",
    "EUR|USD|GBP|CHF|JPY|CNY|PLN|CZK|SEK|NOK|DKK|HUF|RON|BGN|zł|Kč|[€$£¥₹₽₩₺₴₫₪฿]",
);

/// Units that are one only if they touch the number.
const TOUCHING_UNITS: &str = "A|C|F|k|K|M|in|em|rem|ha|mi|bar|x";

static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    // The first alternative that fits wins, so `min` has to come before `m`.
    let mut units: Vec<&str> = UNITS.split('|').collect();
    units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
    let units = units.join("|");
    let number = format!(
        r"[-−+±]?(?:\d{{1,3}}(?:(?:{BLANK}|['’])\d{{3}})+|\d+)(?:[.,]\d+)*(?:[-–]\d+(?:[.,]\d+)*)?"
    );
    pattern(&format!(
        "(?:US|CA|AU|R)?[€$£¥₹₽₩₺₴₫₪฿]{BLANK}?{number}(?:[kKMB]|bn|mn)?|{number}(?:{BLANK}?(?:{units})|(?:{TOUCHING_UNITS}))"
    ))
});

/// The byte ranges of what a translation must hold unchanged, in order, not overlapping.
///
/// These are addresses (URLs without the punctuation that follows them, e-mail), format
/// directives (`%s`, `%1$s`, `%(name)s`, `%%`), names in braces (`{name}`, `{0}`, `{{ x }}`,
/// `${x}`, `#{x}`, `%{x}`), short ICU messages as a whole, code of templates (`{% … %}`,
/// `{# … #}`, `<% … %>`, `<?php … ?>`, `<?= … ?>`), `:name`, `@name` and `$(name)` at the start of
/// a word, character references (`&amp;`) and numbers with a unit or currency (`3.5 GB`, `15 %`, `€ 5`).
/// They hold no line end and no control character. Time is linear in the length of the text.
#[must_use]
pub fn find_placeholders(text: &str) -> Vec<Range<usize>> {
    let groups = braces::find(text);
    let accepted = |kind: &Regex, accept: fn(&str, Range<usize>) -> Option<Range<usize>>| {
        let candidates = kind.find_iter(text).map(|candidate| candidate.range());
        candidates
            .filter_map(|range| accept(text, range))
            .collect::<Vec<_>>()
    };
    // The sign before a group or of a directive is not the unit of a number before it, as in
    // `12 ${price}` and `5 %(count)d`; `100%%` is one quantity.
    let mut directives = accepted(&PRINTF, accept_directive);
    directives.retain(|range| !overlaps_any(&groups, range));
    let mut quantities = accepted(&QUANTITY, accept_quantity);
    let named = directives
        .iter()
        .filter(|&range| text.get(range.clone()) != Some("%%"));
    let named: Vec<_> = named.cloned().collect();
    quantities.retain(|range| !overlaps_any(&groups, range) && !overlaps_any(&named, range));

    let mut found = accepted(&NAMED, accept_name);
    found.extend(URL.find_iter(text).map(|url| {
        let end = url.start() + without_trailing_punctuation(url.as_str());
        // White space in `https://example.org/{{ x }}` does not end the address inside the group.
        let cut = groups.get(groups.partition_point(|group| group.end <= end));
        let cut = cut.filter(|group| url.start() < group.start && group.start < end);
        url.start()..cut.map_or(end, |group| group.end)
    }));
    found.extend(EMAIL.find_iter(text).map(|address| address.range()));
    found.extend(ENTITY.find_iter(text).map(|entity| entity.range()));
    found.extend(groups);
    found.extend(directives);
    found.extend(quantities);
    // The first of two that overlap wins, and of those that begin together the longest.
    found.retain(|range| !range.is_empty());
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|range| {
        let free = range.start >= end;
        if free {
            end = range.end;
        }
        free
    });
    found
}

/// Whether the range has a byte in common with one of the others, which are in order and do not
/// overlap.
fn overlaps_any(others: &[Range<usize>], range: &Range<usize>) -> bool {
    let next = others.partition_point(|other| other.end <= range.start);
    others
        .get(next)
        .is_some_and(|other| other.start < range.end)
}

fn before(text: &str, position: usize) -> Option<char> {
    text.get(..position)
        .and_then(|text| text.chars().next_back())
}

fn after(text: &str, position: usize) -> Option<char> {
    text.get(position..).and_then(|text| text.chars().next())
}

/// The length of the address without the marks that belong to the sentence around it.
fn without_trailing_punctuation(url: &str) -> usize {
    let mut depths = [0_i32; 3];
    for byte in url.bytes() {
        match byte {
            b'(' => depths[0] += 1,
            b')' => depths[0] -= 1,
            b'[' => depths[1] += 1,
            b']' => depths[1] -= 1,
            b'{' => depths[2] += 1,
            b'}' => depths[2] -= 1,
            _ => {}
        }
    }
    let mut url = url;
    while let Some(last) = url.chars().next_back() {
        let bracket = match last {
            ')' => Some(0),
            ']' => Some(1),
            '}' => Some(2),
            '.' | ',' | ';' | ':' | '!' | '?' | '*' | '_' | '~' | '…' | '–' | '—' => None,
            _ => break,
        };
        if let Some(depth) = bracket.and_then(|bracket| depths.get_mut(bracket)) {
            if *depth >= 0 {
                break;
            }
            *depth += 1;
        }
        url = url.strip_suffix(last).unwrap_or_default();
    }
    // What remains of "http://..." is no address.
    if url.ends_with("//")
        || url.eq_ignore_ascii_case("www")
        || url.ends_with(['/', ':']) && !url.contains("://")
    {
        return 0;
    }
    url.len()
}

/// `100% sure` and `50%de` hold no directive, `%ds` (so many seconds) does.
fn accept_directive(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let directive = text.get(range.clone())?;
    if directive == "%%" || directive.starts_with("%(") {
        return Some(range);
    }
    let letters_after = text
        .get(range.end..)?
        .bytes()
        .take(3)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let head = text.get(..range.start)?;
    let after_number = head.ends_with(|last: char| last.is_numeric())
        || (letters_after > 0
            && head
                .strip_suffix(char::is_whitespace)
                .is_some_and(|head| head.ends_with(|last: char| last.is_numeric())));
    (!after_number && letters_after <= 2).then_some(range)
}

/// `:name`, `@name` or `$(name)` at the start of a word, not `::name`, `12:30` or `note:this`; `:name:` as a whole.
fn accept_name(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let starts_word = before(text, range.start)
        .is_none_or(|last| is_margin(last) || "([{\"'«“„‘‹/>=-–—".contains(last));
    let next = after(text, range.end);
    let ends_word = next.is_none_or(|next| next != ':' && next != '_' && !next.is_alphanumeric());
    (starts_word && ends_word).then_some(range)
}

/// The number must not be part of a word, nor the unit, as in `10 m'a` or `5 l-a`.
fn accept_quantity(text: &str, mut range: Range<usize>) -> Option<Range<usize>> {
    let last = before(text, range.start);
    let in_word = |character: char| is_latin_or_digit(character) || character == '_';
    if text.get(range.clone())?.starts_with(['-', '−', '+', '±']) {
        if last.is_some_and(in_word) {
            range.start += after(text, range.start)?.len_utf8();
        }
    } else if last.is_some_and(|last| in_word(last) || matches!(last, '.' | ',' | '\'' | '’')) {
        return None;
    }
    let unit_is_word = text
        .get(range.clone())?
        .ends_with(|last: char| last.is_alphanumeric());
    let mut rest = text.get(range.end..)?.chars();
    let next = rest.next();
    let goes_on = match next {
        Some('\'' | '’' | '-') => rest.next().is_some_and(char::is_alphabetic),
        Some(next) => {
            next == '_' || (is_latin_or_digit(next) && (unit_is_word || next.is_alphabetic()))
        }
        None => false,
    };
    (!(goes_on && (unit_is_word || next != Some('-')))).then_some(range)
}

/// Words of Chinese, Japanese and Thai may touch a unit.
fn is_latin_or_digit(character: char) -> bool {
    character.is_numeric() || (character.is_alphabetic() && character < '\u{e00}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = find_placeholders(text)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected, "in {text:?}");
    }

    #[test]
    fn format_directives_are_placeholders() {
        check("Hello %s, you have %d new", &["%s", "%d"]);
        check("%1$s of %2$s", &["%1$s", "%2$s"]);
        check(
            "took %.2f seconds, %ds or %5.1fms",
            &["%.2f", "%d", "%5.1f"],
        );
        check("%(name)s has %(count)d files", &["%(name)s", "%(count)d"]);
        check("%@ sent %ld at %lld", &["%@", "%ld", "%lld"]);
        check("100%% done", &["100%%"]);
        check("%d%% done, %1 of %2", &["%d", "%%", "%1", "%2"]);
        check("%s人の%d個", &["%s", "%d"]);
        check("on %Y-%m-%d", &["%Y", "%m", "%d"]);
    }

    #[test]
    fn a_percent_sign_after_a_number_is_no_directive() {
        check("I am 100% sure", &["100%"]);
        check("50 % de rabais", &["50 %"]);
        check("50%de rabais", &[]);
        check("50 %de rabais", &[]);
        check("a %different thing", &[]);
        check("50% discount", &["50%"]);
        check("% s", &[]);
        check("5 %, 6 %.", &["5 %", "6 %"]);
    }

    #[test]
    fn a_number_takes_no_sign_from_a_placeholder_after_it() {
        check("It costs 12 ${price} today", &["${price}"]);
        check("There are 5 %(count)d houses", &["%(count)d"]);
        check("5 %{count} houses, 5%{count}", &["%{count}", "%{count}"]);
        check("5 %s and 5 %1$s", &["%s", "%1$s"]);
        check("at 100%%{count}", &["%{count}"]);
        check("12 $ {price}, 5 % %s", &["12 $", "{price}", "5 %", "%s"]);
    }

    #[test]
    fn names_in_braces_are_placeholders() {
        check(
            "Hi {name}, {0} and {} of {0:N2}",
            &["{name}", "{0}", "{}", "{0:N2}"],
        );
        check(
            "{{ user.name }} and {{{raw}}}",
            &["{{ user.name }}", "{{{raw}}}"],
        );
        check("${x} #{y} %{z} @{w}", &["${x}", "#{y}", "%{z}", "@{w}"]);
        check("{date, date, short}", &["{date, date, short}"]);
        check("{see the notes below}", &[]);
        check("an { open brace and } { x", &[]);
        check("{a {b} c d", &["{b}"]);
        check("{日付} まで", &["{日付}"]);
    }

    #[test]
    fn a_short_message_with_plurals_is_a_placeholder_as_a_whole() {
        let message = "{count, plural, one {# file} other {# files}}";
        check(&format!("You have {message} left"), &[message]);
        let long = format!(
            "{{count, plural, one {{# file by {{name}}}} other {{{}}}}}",
            "many words ".repeat(60)
        );
        check(&long, &["{name}"]);
    }

    #[test]
    fn code_of_templates_is_a_placeholder() {
        check(
            "Say {{#if a > b}}more{{else}}less{{/if}}",
            &["{{#if a > b}}", "{{else}}", "{{/if}}"],
        );
        check(
            "{% if a && b %}Yes{%- endif -%} {# to be done #}",
            &["{% if a && b %}", "{%- endif -%}", "{# to be done #}"],
        );
        check(
            "Hi <%= user.name %>, <?php echo $a['b']; ?> or <?= $x ?>",
            &["<%= user.name %>", "<?php echo $a['b']; ?>", "<?= $x ?>"],
        );
        check(r#"Ends in {{ "}" }} here"#, &[r#"{{ "}" }}"#]);
        check(
            "{{ {a: {b: 1}} }} and ${{ c }}",
            &["{{ {a: {b: 1}} }}", "${{ c }}"],
        );
        check("5 <% x %>, 5 %{% y %}", &["<% x %>", "%{% y %}"]);
        check("12 ${% y %}", &["${% y %}"]);
        check(
            "See https://example.org/{{ user.id }} now",
            &["https://example.org/{{ user.id }}"],
        );
        let long = format!("{{{{ a | default('{}') }}}}", "many words ".repeat(30));
        check(&format!("So {long}."), &[&long]);
    }

    #[test]
    fn what_only_begins_like_code_of_a_template_is_text() {
        check("a {% b and <% c {# d {{ e", &[]);
        check("a <% b\nc %> d", &[]);
        check("if a <b and c> d, {{ a {{b}}", &["{{b}}"]);
        check(&format!("<% {} %>", "many words ".repeat(50)), &[]);
        check("<?xml version?> and <?> so", &[]);
    }

    #[test]
    fn names_after_a_colon_are_placeholders_at_the_start_of_a_word() {
        check("The :attribute must be :max.", &[":attribute", ":max"]);
        check("Say (:name) :wave:", &[":name", ":wave:"]);
        check("\u{feff}:name", &[":name"]);
        check("note:this at 12:30, std::vec ::x", &[]);
        check("Remarque : ceci", &[]);
    }

    #[test]
    fn names_after_an_at_sign_and_in_parentheses_are_placeholders_at_the_start_of_a_word() {
        check(
            "Ask @ana-maria, (@count) of $(host.name).",
            &["@ana-maria", "@count", "$(host.name)"],
        );
        check("3 @ 5, a@b, $(see below), US$(x)", &[]);
    }

    #[test]
    fn addresses_are_placeholders_without_the_marks_of_the_sentence() {
        check(
            "See https://example.org/a?b=c#d.",
            &["https://example.org/a?b=c#d"],
        );
        check(
            "(see https://example.org/a_(b))",
            &["https://example.org/a_(b)"],
        );
        check("Is it www.example.org? Yes", &["www.example.org"]);
        check(
            "请访问https://example.org/a。谢谢",
            &["https://example.org/a"],
        );
        check(
            "<https://example.org>, \"http://x.y\"",
            &["https://example.org", "http://x.y"],
        );
        check(
            "Write to first.last+tag@mail.example.org.",
            &["first.last+tag@mail.example.org"],
        );
        check("mailto:a@b.org", &["mailto:a@b.org"]);
        check("https://x.org/{id}/%s", &["https://x.org/{id}/%s"]);
        check("http://... and a@b", &[]);
    }

    #[test]
    fn numbers_with_units_are_placeholders() {
        check("5 km, 3.5 GB and 20 °C", &["5 km", "3.5 GB", "20 °C"]);
        check("10mg or 1,500.75 kg", &["10mg", "1,500.75 kg"]);
        check(
            "€ 5, $3.50, 1.299,00 €, US$5M",
            &["€ 5", "$3.50", "1.299,00 €", "US$5M"],
        );
        check("12 000 km à 90 km/h", &["12 000 km", "90 km/h"]);
        check("-5 °C, 10-15 kg, 3-5km", &["-5 °C", "10-15 kg", "3-5km"]);
        check("15 %.", &["15 %"]);
        check("全长5km的路", &["5km"]);
    }

    #[test]
    fn numbers_before_words_are_no_placeholders() {
        check("5 min 3 minutes", &["5 min"]);
        check("the 90s and 5 in a row", &[]);
        check("En 2020 ha llegado", &[]);
        check("Le 10 m'a dit", &[]);
        check("5 l-a văzut", &[]);
        check("H2 m and v3.5 GB", &[]);
        check("12 monkeys, 5 gold rings, 7 lads", &[]);
        check("in 1990 and 42", &[]);
    }

    #[test]
    fn character_references_are_placeholders() {
        check(
            "Tom &amp; Jerry &#39;s &nbsp; AT&T;",
            &["&amp;", "&#39;", "&nbsp;"],
        );
    }

    #[test]
    fn hostile_text_ends() {
        for piece in [
            "{", "}", "%", ":", "http://", "a%s", "a@", "5 ", "5.", "1 000", "{{", "a", ":a", "&",
            "www.", "5km.", "(", "%(", "{%", "<%", "<?=", "{#", "<%é", "5 %{",
        ] {
            let text = piece.repeat(131_072 / piece.len());
            let mut end = 0;
            for range in find_placeholders(&text) {
                assert!(range.start >= end && range.end > range.start);
                assert!(text.get(range.clone()).is_some());
                end = range.end;
            }
        }
        let nested = format!("{}x{}", "{".repeat(5_000), "}".repeat(5_000));
        assert!(find_placeholders(&nested).len() <= 1);
    }
}
