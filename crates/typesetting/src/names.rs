//! Names of fonts: which family one is of that a document names.

/// Families of which a font may be, and those of the same widths that are free.
const SAME_WIDTHS: [(&str, &str); 10] = [
    ("arial", "liberationsans"),
    ("helvetica", "liberationsans"),
    ("helveticaneue", "liberationsans"),
    ("times", "liberationserif"),
    ("timesnewroman", "liberationserif"),
    ("courier", "liberationmono"),
    ("couriernew", "liberationmono"),
    ("calibri", "carlito"),
    ("cambria", "caladea"),
    ("georgia", "gelasio"),
];

/// What comes behind the family in the name of a font.
const STYLES: [&str; 24] = [
    "psmt", "ps", "mt", "regular", "roman", "book", "medium", "light", "semibold", "demibold",
    "demi", "bold", "black", "italic", "oblique", "ital", "obl", "bdit", "bd", "blk", "it", "std",
    "pro", "lt",
];

/// A name as names are compared: without what parts its words, and without capitals.
pub(crate) fn key(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The keys of the families that a font with this name is of, or has the widths of; the likest first.
pub(crate) fn families(name: &str) -> Vec<String> {
    /// Longer ones are no names.
    const LONGEST: usize = 128;
    let mut rest = key(name.get(..LONGEST).unwrap_or(name));
    let mut families = Vec::new();
    // Styles may be parts of the names of families, too.
    while !rest.is_empty() {
        families.push(rest.clone());
        match STYLES.iter().find_map(|style| rest.strip_suffix(style)) {
            Some(shorter) => rest = shorter.to_owned(),
            None => break,
        }
    }
    let same = families.iter().filter_map(|family| {
        let same = SAME_WIDTHS.iter().find(|(other, _)| other == family);
        same.map(|(_, free)| (*free).to_owned())
    });
    let same: Vec<String> = same.collect();
    families.extend(same);
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_of_the_family_that_its_name_begins_with() {
        for (name, family) in [
            ("DejaVuSerif-BoldItalic", "dejavuserif"),
            ("DejaVu Sans", "dejavusans"),
            ("Arial,Bold", "liberationsans"),
            ("ArialMT", "liberationsans"),
            ("TimesNewRomanPS-BoldMT", "liberationserif"),
            ("Helvetica-Oblique", "liberationsans"),
            ("Times-Roman", "liberationserif"),
            ("HelveticaNeueLTStd-BdIt", "liberationsans"),
            ("TimesLTStd-Roman", "liberationserif"),
            ("Cambria", "caladea"),
            ("Source Sans 3 Light", "sourcesans3"),
        ] {
            let families = families(name);
            assert!(families.iter().any(|it| it == family), "{families:?}");
        }
        assert!(families("").is_empty());
    }
}
