//! What version 2 of XML refuses.

use dragoman_text::{MarkedText, MarkupProblem};

use crate::xml_options;

/// Where something is wrong, and what.
fn refusal(source: &str) -> String {
    match MarkedText::parse(source, &xml_options()) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let sources = [
        "<p>This tag is not closed properly</a>",
        "<p>One\n  <b>two</p>",
        "<p>One",
        "One</p>",
        "a < b",
        "<>",
        "</>",
        "<1>",
        "<a b>One</a>",
        "<a b=1>One</a>",
        "<a b='1'c='2'>One</a>",
        "<a b='1' b='2'/>",
        "<a b='<'/>",
        "<a b='1/>",
        "<a b='&x;'/>",
        "<a / >",
        "<a></a b>",
        "<a",
        "One & two",
        "One &amp two",
        "One&nbsp;two",
        "&#0;",
        "&#xD800;",
        "&#;",
        "é\n\u{1}",
        "One ]]> two",
        "<!-- One",
        "<!-- One -- two -->",
        "<!-- One --->",
        "<![CDATA[One",
        "<?pi One",
        "<a/><?xml version='1.0'?>",
        "<? pi?>",
        "<!ELEMENT a>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><a>&c;</a>",
        "<!DOCTYPE a SYSTEM 'a>",
        "<a/><!DOCTYPE a>",
        "<!DOCTYPE a><!DOCTYPE a>",
        // The first of several in the text.
        "\u{1} & ]]> <b",
        "& \u{1} <b",
        "]]> & <",
        "a ]]> b < c & d",
        "<a>&x;</b><",
        "<a></b>\u{1}",
        "</a><b",
        "<a><b c=1>&x;",
        "<a b='\u{1}' b='&x;'/>",
        "<a b='&' b='<",
        "<a><!-- \u{1} -- --></b>",
        "<a><![CDATA[\u{1}",
        "<!DOCTYPE a [\u{1}><a>&x;</a>",
        "<!DOCTYPE a [",
        "<!DOCTYPE a [ ]",
        // Where a tag, an instruction or a comment has no end.
        "<a b",
        "<a b='1'",
        "<a b='1' ",
        "<a\u{c}b='1'>",
        "<a\"b='1'>",
        "<a b='1'/ >",
        "<a =''>",
        "</a",
        "</",
        "</ a>",
        "<a></a b",
        "<!",
        "<!doctype a>",
        "<?",
        "<?>",
        "<?> ?>",
        "<?>\u{1}?>",
        "<!-->",
        "<!--->",
        "<!--<a>",
        "<![CDATA[<a>]]",
        // A declaration of XML comes first or not at all.
        "\u{feff}<?xml version='1.0'?><?xml version='1.0'?>",
        " <?xml version='1.0'?>",
        "<?xml?>",
        "<?xml",
        "<?xml \u{1}?>",
        "<?XML version='1.0'?>",
    ];
    let found: Vec<String> = sources
        .iter()
        .map(|source| format!("{source:?}\n  {}", refusal(source)))
        .collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn what_is_well_formed_is_taken() {
    for source in [
        "",
        "One",
        "<a/>",
        "<a />",
        "<a b='1' c=\"2\"\n/>",
        "<a></a\t>",
        "<a.b-c:d_e·f/>",
        "<!DOCTYPE a PUBLIC \"b>",
        "&#65;&#x41;&lt;&gt;&amp;&apos;&quot;",
        "<a b='>'/>",
        "<!----><!-- - -->",
        "<!--> x -->",
        "<?a?><?b c?>",
        "<![CDATA[<&]]]]>",
        " <?b?> <!DOCTYPE a SYSTEM 'x'> <a/> ",
        "a > b",
        "<?xml version='1.0'?>One",
        "\u{feff}<?xml version='1.0'?><a/>",
        "<?xml-stylesheet href='x'?><a/>",
        "<script>One <b>two</b></script>",
        "<a><![CDATA[</b><c d=1>&x;]]></a>",
    ] {
        let is_refused = source.contains("PUBLIC");
        assert_eq!(refusal(source) != "accepted", is_refused, "{source}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert_eq!(refusal(&nested(512)), "accepted");
    let source = nested(513);
    let error = MarkedText::parse(&source, &xml_options()).unwrap_err();
    assert_eq!(error.problem, MarkupProblem::TooDeep { most: 512 });
    assert_eq!(error.position.byte, 512 * 3);
}

#[test]
fn long_names_are_cut_in_messages() {
    let source = format!("<{}>", "é".repeat(100_000));
    assert!(refusal(&source).len() < 300);
}
