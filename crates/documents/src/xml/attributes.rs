/// Whether the attributes of a tag are written as XML wants them: each after white space, with a value in
/// quotes. Of a tag in which they are not, programs understand different things.
pub(crate) fn are_well_formed(tag: &str) -> bool {
    let is_space = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
    let inside = tag.strip_prefix('<').unwrap_or(tag);
    let inside = inside.strip_suffix('>').unwrap_or(inside);
    let inside = inside.strip_suffix('/').unwrap_or(inside);
    let is_name = |name: &str| {
        !name.is_empty() && !name.contains(|found| is_space(found) || "\"'<>=&".contains(found))
    };
    let mut rest = inside.trim_start_matches(|character| !is_space(character));
    if !is_name(inside.strip_suffix(rest).unwrap_or_default()) {
        return false;
    }
    loop {
        let attribute = rest.trim_start_matches(is_space);
        if attribute.is_empty() {
            return true;
        }
        if attribute.len() == rest.len() {
            return false;
        }
        let Some((name, value)) = attribute.split_once('=') else {
            return false;
        };
        let name = name.trim_end_matches(is_space);
        if !is_name(name) {
            return false;
        }
        let value = value.trim_start_matches(is_space);
        let quote = value.chars().next().filter(|quote| "\"'".contains(*quote));
        let after = quote.and_then(|quote| value.get(1..)?.split_once(quote));
        match after {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_names_white_space_before_them_and_quotes() {
        for tag in [
            "<a>",
            "<a/>",
            "<a />",
            "<a b='c'>",
            "<a b = \"c>\"\n\td=''/>",
            "<a b='\"' />",
            "<a b='/'>",
        ] {
            assert!(are_well_formed(tag), "{tag}");
        }
        for tag in [
            "<a b>",
            "<a b=c>",
            "<a b='c'd='e'>",
            "<a ='c'>",
            "<a b c='d'>",
            "<a b='c' />'/>",
            "<a \"b\"='c'>",
            "<a b=/>",
            "<a='b'>",
            "<a b='c' d>",
        ] {
            assert!(!are_well_formed(tag), "{tag}");
        }
    }
}
