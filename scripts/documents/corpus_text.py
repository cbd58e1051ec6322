"""Makes documents in the formats that are text: pages, exchange files, subtitles, messages, topics, and publishing."""
from __future__ import annotations

import json
import zipfile
from xml.sax.saxutils import escape

from words import Words


def write(path: str, text: str, encoding: str = "utf-8") -> None:
    with open(path, "w", encoding=encoding, newline="") as file:
        file.write(text)


def page(words: Words, path: str, sections: int) -> None:
    lines = [
        "<!DOCTYPE html>", "<html lang=en>", f"<head><meta charset=utf-8><title>{words.title()}</title>",
        f'<meta name="description" content="{words.sentence()}">', "<style>p { color: red }</style>",
        f"<script>var text = '{words.some()}';</script></head>", "<body>",
    ]
    for _ in range(sections):
        lines.append(f"<h2 title='{words.some()}'>{words.title()} &amp; {words.word()}</h2>")
        lines.append(f"<p>{words.sentence()} <b>{words.some()}</b>, <a href=\"/{words.word()}?a=1&b=2\">{words.some()}</a>.<br>{words.sentence()}")
        lines.append(f"<ul><li>{words.some()}<li>{words.some()} <code>{words.word()}()</code></ul>")
        lines.append(f"<table><tr><td>{words.some()}<td><img src=x.png alt=\"{words.some()}\">{words.some()}</table>")
        lines.append(f'<p translate="no">{words.some()}</p><pre>\n  {words.some()}\n</pre><!-- {words.some()} -->')
        lines.append(f'<iframe src="/{words.word()}" title="{words.some()}"></iframe>')
        lines.append(f"<input type=submit value=\"{words.word()} {words.word()}\"><input placeholder=\"{words.some()}\" value=x>")
    write(path, "\n".join([*lines, "</body></html>", ""]))


def plain_text(words: Words, path: str, sections: int) -> None:
    blocks = []
    for number in range(sections):
        blocks.append(words.title())
        blocks.append(wrapped(words.paragraph(), 72))
        blocks.append(words.paragraph())
        blocks.append("\n".join(f"  * {words.some()}" for _ in range(3)))
    write(path, "\r\n\r\n".join(block.replace("\n", "\r\n") for block in blocks) + "\r\n")


def wrapped(text: str, width: int) -> str:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)


def exchange(words: Words, path: str, sections: int) -> None:
    """Version 2.1 for an even number of sections, else 1.2."""
    (exchange_2 if sections % 2 == 0 else exchange_1)(words, path, sections)


def exchange_1(words: Words, path: str, sections: int) -> None:
    units = []
    for number in range(sections):
        text = f'{words.some()} <g id="1" ctype="bold">{words.some()}</g><x id="2"/> <ph id="3">&lt;br/&gt;</ph>{words.some()}.'
        units.append(f'<trans-unit id="a{number}"><source>{text}</source></trans-unit>')
        done = f"<source>{words.some()}</source><target state='final'>{words.some()}</target>"
        units.append(f'<trans-unit id="b{number}">{done}<note>{words.some()}</note></trans-unit>')
        parts = "".join(f'<mrk mtype="seg" mid="{at}">{words.sentence()}</mrk>' + " " * (at == 0) for at in range(2))
        whole = parts.replace('<mrk mtype="seg" mid="0">', "").replace('<mrk mtype="seg" mid="1">', "").replace("</mrk>", "")
        units.append(f'<trans-unit id="c{number}"><source>{whole}</source><seg-source>{parts}</seg-source></trans-unit>')
        units.append(f'<trans-unit id="d{number}" translate="no"><source>{words.some()}</source></trans-unit>')
        kept = f"<source>{words.some()}</source><target xml:lang='fr'>{words.some()}</target>"
        units.append(f'<trans-unit id="e{number}" translate="no">{kept}</trans-unit>')
        within = f'<trans-unit id="g{number}"><source>{words.some()}</source></trans-unit>'
        units.append(f'<bin-unit id="f{number}" mime-type="a/b"><bin-source><internal-file form="text">{words.some()}</internal-file></bin-source>{within}</bin-unit>')
        tip = f'<sub>{words.some()} <ph id="2">&lt;br/&gt;</ph> {words.some()}</sub>'
        units.append(f'<trans-unit id="h{number}"><source>{words.some()} <ph id="1">&lt;img alt="{tip}"/&gt;</ph></source></trans-unit>')
        first, second = words.sentence(), words.sentence()
        divided = f'<mrk mtype="seg" mid="0">{first}</mrk> <mrk mtype="seg" mid="1">{second}</mrk>'
        units.append(f'<trans-unit id="i{number}"><source><g id="1">{first}</g> {second}</source><seg-source>{divided}</seg-source></trans-unit>')
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    file = '<file original="a.html" source-language="en" datatype="html"><body>'
    write(path, "\n".join([head, file, *units, "</body></file></xliff>", ""]))


def exchange_2(words: Words, path: str, sections: int) -> None:
    units = []
    for number in range(sections):
        text = f'{words.some()} <pc id="1">{words.some()}</pc><ph id="2"/> {words.some()}.'
        segments = f"<segment><source>{text}</source></segment><ignorable><source> </source></ignorable><segment><source>{words.sentence()}</source></segment>"
        units.append(f'<unit id="a{number}"><notes><note>{words.some()}</note></notes>{segments}</unit>')
        done = f"<source>{words.some()}</source><target>{words.some()}</target>"
        units.append(f'<unit id="b{number}"><segment state="final">{done}</segment></unit>')
        kept = f'<segment><source>{words.some()} <sm id="m" translate="no"/>{words.some()}</source></segment>'
        end = f'<segment><source>{words.some()}<em startRef="m"/> {words.some()}</source></segment>'
        units.append(f'<unit id="d{number}">{kept}{end}</unit>')
        units.append(f'<unit id="c{number}" translate="no"><segment><source>{words.some()}</source></segment></unit>')
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="2.1" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0">'
    write(path, "\n".join([head, '<file id="f">', *units, "</file></xliff>", ""]))


def subtitles(words: Words, path: str, sections: int) -> None:
    cues, at = [], 0
    for number in range(sections * 4):
        start, at = at, at + 2500
        texts = [words.some(4, 6).capitalize() + ".", f"<i>{words.some(4, 6).capitalize()}!</i>", f"- {words.some(2, 4).capitalize()}.\r\n- {words.some(2, 4).capitalize()}?",
                 words.some(4, 6).capitalize() + "\r\n" + words.some(4, 6) + "."]
        cues.append(f"{number + 1}\r\n{clock(start)} --> {clock(at - 100)}\r\n{texts[number % 4]}\r\n")
    write(path, "\r\n".join(cues))


def clock(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{rest:03}"


def markup(words: Words, path: str, sections: int) -> None:
    parts = []
    for number in range(sections):
        parts.append(f'  <section id="s{number}" kind="note">\n    <head>{words.title()}</head>')
        parts.append(f"    <para>{words.sentence()} <em>{words.some()}</em> &amp; {words.some()}.<!-- {words.some()} --></para>")
        parts.append(f"    <para><![CDATA[{words.sentence()}]]></para><?page {number}?>")
        parts.append(f'    <name translate="no">{words.some()}</name>\n    <code>{number}</code>\n  </section>')
    write(path, "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<!DOCTYPE book>", '<book xml:lang="en">', *parts, "</book>", ""]))


def messages(words: Words, path: str, sections: int) -> None:
    made = {"version": 3, "locale": "en", "sections": []}
    for number in range(sections):
        plural = f"{{count, plural, one {{# {words.some()}}} other {{# {words.some()}}}}}"
        made["sections"].append({
            "id": f"section_{number}", "title": words.title(), "text": words.paragraph(), "greeting": f"{words.some()}, {{{{name}}}}! %s {words.some()}",
            "count": plural, "html": f"<b>{words.some()}</b> {words.some()}", "url": "https://example.com/a?b=c", "color": "#ff8800",
            "size": number * 1.50, "shown": number % 2 == 0, "nothing": None, "list": [words.sentence(), words.sentence()],
        })
    write(path, json.dumps(made, ensure_ascii=sections % 2 == 0, indent=2) + "\n")


def topic(words: Words, path: str, sections: int) -> None:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE concept PUBLIC "-//OASIS//DTD DITA Concept//EN" "concept.dtd">'
    parts = [f'<concept id="c" xml:lang="en">\n<title>{words.title()}</title>\n<shortdesc>{words.sentence()}</shortdesc>\n<conbody>']
    for number in range(sections):
        note = f"<fn>{words.sentence()}</fn><indexterm>{words.some()}</indexterm>"
        parts.append(f'<section id="s{number}"><title>{words.title()}</title>\n<p>{words.sentence()} <b>{words.some()}</b>, <xref href="a.dita">{words.some()}</xref>.{note}</p>')
        parts.append(f"<codeblock>{words.some()}\n  {words.word()}</codeblock><note type=\"tip\">{words.sentence()} <filepath>/{words.word()}</filepath></note>")
        parts.append(f'<image href="a.png"><alt>{words.some()}</alt></image><ul><li>{words.some()}</li><li><p>{words.sentence()}</p></li></ul>')
        parts.append(f"<draft-comment>{words.some()}</draft-comment><p conref=\"b.dita#x\"/></section>")
    write(path, "\n".join([head, *parts, "</conbody></concept>", ""]))


def package(words: Words, path: str, sections: int) -> None:
    """An InDesign package with stories of a hundred paragraphs."""
    texts = [publishing(words, number) for number in range(sections)]
    stories = {f"u{at // 100 + 1}": texts[at:at + 100] for at in range(0, sections, 100)}
    space = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.adobe.indesign-idml-package", zipfile.ZIP_STORED)
        links = "".join(f'<idPkg:Story src="Stories/Story_{story}.xml"/>' for story in stories)
        archive.writestr("designmap.xml", f'{head}<?aid style="50" type="document"?>\n<Document {space} DOMVersion="8.0" Self="d" StoryList="{" ".join(stories)}"><Layer Self="l1" Visible="true"/><idPkg:Spread src="Spreads/Spread_s1.xml"/>{links}</Document>')
        frames = "".join(f'<TextFrame Self="f{story}" ParentStory="{story}" ItemLayer="l1"/>' for story in stories)
        archive.writestr("Spreads/Spread_s1.xml", f'{head}<idPkg:Spread {space} DOMVersion="8.0"><Spread Self="s1">{frames}</Spread></idPkg:Spread>')
        for story, parts in stories.items():
            archive.writestr(f"Stories/Story_{story}.xml", f'{head}<idPkg:Story {space} DOMVersion="8.0"><Story Self="{story}">{"".join(parts)}</Story></idPkg:Story>')


def publishing(words: Words, number: int) -> str:
    plain = 'AppliedCharacterStyle="CharacterStyle/$ID/[No character style]"'
    run = lambda text, more="": f"<CharacterStyleRange {plain}{more}><Content>{escape(text)}</Content></CharacterStyleRange>"
    note = f"<CharacterStyleRange {plain}><Footnote><ParagraphStyleRange>{run(words.sentence())}</ParagraphStyleRange></Footnote></CharacterStyleRange>"
    cell = lambda name: f'<Cell Self="t{number}c{name}" Name="{name}"><ParagraphStyleRange>{run(words.some())}</ParagraphStyleRange></Cell>'
    table = f'<CharacterStyleRange {plain}><Table Self="t{number}">{cell("0:0")}{cell("1:0")}</Table></CharacterStyleRange>' if number % 10 == 0 else ""
    kerned = run(words.some(), ' KerningMethod="Optical"') + run(" " + words.word(), ' KerningMethod="Optical" KerningValue="-20"')
    texts = kerned + run(" " + words.sentence() + " ") + run(words.some(), ' FontStyle="Bold"') + run(" " + words.some()) + run(words.some() + ".")
    last = f"<CharacterStyleRange {plain}><Br/></CharacterStyleRange>"
    return f'<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body">{texts}{note}{table}{last}</ParagraphStyleRange>'


def frames(words: Words, path: str, sections: int) -> None:
    """A FrameMaker file with one flow on a body page, one on a reference page, and one for what hidden conditions take out of the others."""
    quoted = lambda text: text.replace("\\", "\\\\").replace(">", "\\>").replace("'", "\\q").replace("`", "\\Q")
    line = lambda text: f"  <ParaLine\n   <String `{quoted(text)}'>\n  >"
    tables = "".join(
        f"<Tbl\n <TblID {number + 1}>\n <TblBody\n  <Row\n   <Cell\n    <CellContent\n     <Para\n{line(words.some())}\n     >\n    >\n   >\n  >\n >\n>\n"
        for number in range(0, sections, 20))
    paragraphs = []
    for number in range(sections):
        bold = f"   <Font\n    <FTag `'>\n    <FWeight `Bold'>\n   >\n   <String `{quoted(words.some())}'>\n   <Font\n    <FTag `'>\n   >\n"
        anchor = f"   <ATbl {number + 1}>\n" if number % 20 == 0 else ""
        shown = f"   <Conditional\n    <InCondition `Shown'>\n   >\n   <String `{quoted(words.some())}'>\n   <Unconditional>\n"
        first = f"  <ParaLine\n   <String `{quoted(words.sentence())} '>\n{bold}{shown}   <Char Tab>\n{anchor}  >"
        paragraphs.append(f" <Para\n  <PgfTag `Body'>\n{first}\n{line(' ' + words.some() + '.')}\n >")
    pages = "<Page\n <PageType BodyPage>\n <TextRect\n  <ID 1>\n >\n>\n<Page\n <PageType ReferencePage>\n <TextRect\n  <ID 2>\n >\n>\n"
    pages += "<Page\n <PageType HiddenPage>\n <TextRect\n  <ID 3>\n >\n>\n"
    flow = lambda rectangle, inner, tag="A": f"<TextFlow\n <TFTag `{tag}'>\n <Para\n  <ParaLine\n   <TextRectID {rectangle}>\n  >\n >\n{inner}\n>\n"
    reference = f" <Para\n{line(words.sentence())}\n >"
    hidden = f" <Para\n{line(words.sentence())}\n >"
    body = flow(1, "\n".join(paragraphs)) + flow(2, reference) + flow(3, hidden, "HIDDEN")
    conditions = "<ConditionCatalog\n <Condition\n  <CTag `Shown'>\n  <CState CShown>\n >\n>\n"
    write(path, f"<MIFFile 2015>\n{conditions}<Tbls\n{tables}>\n{pages}{body}# End of MIFFile\n")


MAKERS = {
    "html": page, "txt": plain_text, "xlf": exchange, "srt": subtitles, "xml": markup, "json": messages, "dita": topic, "idml": package, "mif": frames,
}
