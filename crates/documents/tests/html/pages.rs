use super::*;

const PAGE: &str = include_str!("../../testdata/html/page.html");

#[test]
fn blocks_and_values_that_people_read_are_units() {
    assert_eq!(
        units(PAGE),
        [
            "The Lute & its care",
            "How to look after a lute.",
            "Care of the instrument",
            "What heat does",
            "Keep it <1>away</1> from <2>heat</2>.",
            "The command {1} tunes it.",
            "It takes a while.",
            "Strings",
            "Pegs",
            "A peg",
            "Your name",
            "Name",
            "First",
            "Second",
            "Send",
            "but for this",
            "The word {1} is German\u{a0}– of course.",
        ]
    );
}

#[test]
fn a_page_whose_units_stay_keeps_its_bytes() {
    let windows = PAGE.replace('\n', "\r\n");
    for page in [PAGE, &windows, "", "no tags", "<p>One\r<b>two"] {
        let output = with_each(&mut open(page.as_bytes(), "ar"), Clone::clone);
        assert_eq!(String::from_utf8(output).unwrap(), page);
    }
}

#[test]
fn only_what_is_translated_changes() {
    let output = with_each(&mut open(PAGE.as_bytes(), "de"), upper);
    let expected = [
        ("lang=\"en\"", "lang=\"de\""),
        ("The Lute &amp; its care</t", "THE LUTE &amp; ITS CARE</t"),
        ("How to look after a lute.", "HOW TO LOOK AFTER A LUTE."),
        ("Care of  the\n  instrument", "CARE OF THE INSTRUMENT"),
        (">away<", ">AWAY<"),
        ("Keep it ", "KEEP IT "),
        (" from ", " FROM "),
        ("What heat does\">heat", "WHAT HEAT DOES\">HEAT"),
        ("The command", "THE COMMAND"),
        ("tunes it", "TUNES IT"),
        ("It takes a while", "IT TAKES A WHILE"),
        ("Strings", "STRINGS"),
        ("Pegs", "PEGS"),
        ("A peg", "A PEG"),
        ("Your name", "YOUR NAME"),
        (">Name", ">NAME"),
        ("First", "FIRST"),
        ("Second", "SECOND"),
        ("value=Send", "value=\"SEND\""),
        ("but for this", "BUT FOR THIS"),
        ("The word", "THE WORD"),
        (
            "is German&nbsp;&ndash; of course",
            "IS GERMAN&nbsp;&ndash; OF COURSE",
        ),
    ];
    let expected = expected.iter().fold(PAGE.to_owned(), |page, (from, to)| {
        assert_eq!(page.matches(from).count(), 1, "{from}");
        page.replace(from, to)
    });
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

#[test]
fn code_pictures_and_what_is_excluded_stay() {
    for html in [
        "<script>let one = 'Two';</script><style>a</style>",
        "<pre>One <b>two</b></pre>",
        "<code>One</code>, <kbd>two</kbd>",
        "<p><svg><title>One</title><text>two</text></svg></p>",
        "<div class='a notranslate'>One<p title='two'>three</div>",
        "<textarea>One</textarea><!-- two --><?three four?>",
        "<a href='https://example.org'>https://example.org</a> 12",
        "<meta name=viewport content='one two'><meta name=author content='Two'>",
        "<input type=hidden value='One'><input value='Two'>",
        "<iframe srcdoc='One'>two</iframe>",
        "<iframe title='One' translate=no></iframe><div translate=no><iframe title='Two'></iframe></div>",
        "<style title='One'>a</style><script title='Two'></script>",
    ] {
        assert!(units(html).is_empty(), "{html}: {:?}", units(html));
    }
}

#[test]
fn the_tooltip_of_a_frame_is_translated() {
    let page = "<p>See <iframe src=a title='One map'><p title='no'>no</p></iframe>here</p>\
                <div translate=no><iframe title=\"Two\" translate=yes></iframe></div><iframe title='Three'>";
    assert_eq!(units(page), ["One map", "See {1}here", "Two", "Three"]);
    let output = with_each(&mut open(page.as_bytes(), "de"), upper);
    let expected = [
        ("One map", "ONE MAP"),
        ("See", "SEE"),
        ("here", "HERE"),
        ("Two", "TWO"),
        ("Three", "THREE"),
    ];
    let expected = expected
        .iter()
        .fold(page.to_owned(), |page, (from, to)| page.replace(from, to));
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

#[test]
fn what_an_element_excludes_ends_with_it() {
    let unclosed = "<ul><li translate=no>One<li>two</ul><p><code>three</p>four<td>five";
    assert_eq!(units(unclosed), ["two", "four", "five"]);
    assert_eq!(units("<pre translate=yes>One\n  two</pre>"), ["One\n  two"]);
    let nested = "<p>A <var>b<var>c</var>d</var> e";
    assert_eq!(units(nested), ["A {1} e"]);
    assert_eq!(units("<p>A <svg/>picture"), ["A {1}picture"]);
    assert_eq!(
        units("<p><ruby>漢<rt>kan<rb>字<rt>ji</ruby> is read so"),
        ["<1>漢{2}<3>字{4}</3></1> is read so"]
    );
}

#[test]
fn a_page_takes_on_the_direction_of_its_language() {
    let page = "<html lang=en-GB class=a><body><p lang=\"en\">One <q lang=fr>deux</q></p>";
    let to = |page: &str, target: &str| {
        let output = with_each(&mut open(page.as_bytes(), target), upper);
        String::from_utf8(output).unwrap()
    };
    assert_eq!(
        to(page, "ar"),
        "<html dir=\"rtl\" lang=ar class=a><body><p lang=\"ar\">ONE <q lang=fr>DEUX</q></p>"
    );
    assert_eq!(
        to("<html dir=\"ltr\"><p>One", "he"),
        "<html dir=\"rtl\"><p>ONE"
    );
    assert_eq!(
        to(
            "<html xml:lang=ar lang='ar' dir=rtl><p dir=ltr>One",
            "pt-BR"
        ),
        "<html xml:lang=pt-BR lang='pt-BR' dir=ltr><p dir=ltr>ONE"
    );
}

#[test]
fn a_value_is_written_so_that_it_is_read_back() {
    assert_eq!(
        translated(
            "<img alt=\"A &quot;b&quot;\"><img alt='Two'><img alt=Three>",
            &["\"x\" & y", "it's", "a b"]
        ),
        "<img alt=\"&quot;x&quot; &amp; y\"><img alt='it&#39;s'><img alt=\"a b\">"
    );
}
