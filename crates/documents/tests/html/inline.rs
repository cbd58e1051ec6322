use super::*;

#[test]
fn codes_move_with_the_words() {
    let html = "<p> <b>One</b> two <img src=a alt=\"Three\"> <i class='x'>four</i>, five</p>";
    assert_eq!(
        units(html),
        ["Three", "<1>One</1> two {2} <3>four</3>, five"]
    );
    assert_eq!(
        translated(html, &["Drei", "<3>vier</3> {2} fünf & <1>eins</1>"]),
        "<p> <i class='x'>vier</i> <img src=a alt=\"Drei\"> fünf &amp; <b>eins</b></p>"
    );
}

#[test]
fn what_surrounds_the_whole_text_is_no_code() {
    let html = "<p>&nbsp;<a href=x><img src=y> <b> One &nbsp;</b></a><!-- two --></p>";
    assert_eq!(units(html), ["One"]);
    assert_eq!(translated(html, &["Eins"]), html.replace("One", "Eins"));
}

#[test]
fn white_space_is_read_as_it_is_shown() {
    assert_eq!(
        units("<p>One\n\t<b> two </b> three"),
        ["One <1>two </1>three"]
    );
    assert_eq!(units("<p>你好，\n世界"), ["你好，世界"]);
}

#[test]
fn a_line_break_parts_sentences_and_entries_but_not_lines() {
    assert_eq!(
        units("<p>12 High Street<br>Hill Town<br><br>see below"),
        ["12 High Street", "Hill Town", "see below"]
    );
    assert_eq!(
        units("<p>One two<br>\nthree. <br/>Four"),
        ["One two {1}three.", "Four"]
    );
    assert_eq!(units("<p>Call:<br>one</br>two"), ["Call:", "one {1}two"]);
}

#[test]
fn an_element_that_goes_on_beyond_a_break_is_ended_and_begun_where_words_move() {
    let html = "<p>a <b>One.<br>Two</b> three</p>";
    assert_eq!(units(html), ["a <1>One.</1>", "<1>Two</1> three"]);
    assert_eq!(
        translated(html, &["ein <1>Eins.</1>", "<1>Zwei</1> drei"]),
        "<p>ein <b>Eins.<br>Zwei</b> drei</p>"
    );
    assert_eq!(
        translated(html, &["<1>Eins</1> ein.", "drei <1>Zwei</1>"]),
        "<p><b>Eins</b> ein.<b><br></b>drei <b>Zwei</b></p>"
    );
}

#[test]
fn blocks_may_stand_within_inline_elements() {
    let html = "<a href=x>zero<div>One</div><p>two</a> three</p>";
    assert_eq!(units(html), ["zero", "One", "<1>two</1> three"]);
    assert_eq!(
        translated(html, &["null", "Eins", "drei <1>zwei</1>"]),
        "<a href=x>null<div>Eins</div><p></a>drei <a href=x>zwei</a></p>"
    );
}

#[test]
fn elements_that_are_not_nested_are_nested_where_the_text_changes() {
    let html = "<p>One <b>two <i>three</b> four</i> five</p>";
    assert_eq!(
        units(html),
        ["One <1>two <2>three</2></1><3> four</3> five"]
    );
    assert_eq!(
        translated(html, &["Eins <1>zwei <2>drei</2></1><3> vier</3> fünf"]),
        "<p>Eins <b>zwei <i>drei</i></b><i> vier</i> fünf</p>"
    );
}

#[test]
fn broken_markup_is_left_as_it_is() {
    let html = "<p>One</b> two</span> <b>three</p></div></td><i>four <u";
    assert_eq!(units(html), ["One two <1>three</1>", "four"]);
    assert_eq!(
        translated(html, &["", "vier"]),
        html.replace("four", "vier")
    );
    assert_eq!(
        translated(html, &["Eins zwei <1>drei</1>", ""]),
        "<p>Eins zwei <b>drei</p></div></td><i>four <u"
    );
}

#[test]
fn comments_for_some_browsers_stay_in_their_places() {
    let html = "<p><![if !supportLists]>1.<![endif]>One <!--[if IE]>two<![endif]-->three";
    assert_eq!(units(html), ["1.{1}One {2}three"]);
    assert_eq!(
        translated(html, &["1.{1}Eins {2}drei"]),
        html.replace("One", "Eins").replace("three", "drei")
    );
}

#[test]
fn elements_of_xhtml_may_be_empty() {
    let html = "<?xml version='1.0'?><p>One <a id='x'/>two <b>three</b></p>";
    assert_eq!(units(html), ["One {1}two <2>three</2>"]);
}
