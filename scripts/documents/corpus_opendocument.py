"""Makes text documents in OpenDocument with what word processors' documents have now and then: deletions, hidden sections, fields, indexes, forms."""
from __future__ import annotations

import zipfile
from xml.sax.saxutils import escape

from words import Words

URN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    [f'xmlns:{name}="{URN}{name}:1.0"' for name in ("office", "text", "table", "style", "form", "presentation", "meta")]
    + [f'xmlns:draw="{URN}drawing:1.0"', f'xmlns:fo="{URN}xsl-fo-compatible:1.0"', f'xmlns:svg="{URN}svg-compatible:1.0"']
    + ['xmlns:dc="http://purl.org/dc/elements/1.1/"', 'xmlns:xlink="http://www.w3.org/1999/xlink"', 'office:version="1.2"'])
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
MANIFEST = (
    f'{HEAD}<manifest:manifest xmlns:manifest="{URN}manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.text"/>'
    + "".join(f'<manifest:file-entry manifest:full-path="{name}.xml" manifest:media-type="text/xml"/>' for name in ("content", "styles", "meta")) + "</manifest:manifest>")
STYLES = (
    '<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="Same" style:family="text"><style:text-properties fo:language="fr" fo:country="FR"/></style:style>'
    '<style:style style:name="Unseen" style:family="text"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="Left" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:text-align="left"/></style:style>')


def document(words: Words, path: str, sections: int) -> None:
    title = escape(words.title())
    parts = [section(words, number) for number in range(sections)]
    changes = "".join(change for change, _ in parts)
    body = "".join(text for _, text in parts)
    button = f'<form:form form:name="f"><form:button form:id="b" xml:id="b" form:label="{words.some()}"/></form:form>'
    content = (
        f"{HEAD}<office:document-content {SPACES}><office:automatic-styles>{STYLES}</office:automatic-styles><office:body><office:text>"
        f"<office:forms>{button}</office:forms><text:tracked-changes>{changes}</text:tracked-changes><text:p text:style-name=\"Left\"><text:title>{title}</text:title></text:p>{contents(words)}{body}"
        "</office:text></office:body></office:document-content>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text", zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", styles(words))
        archive.writestr("meta.xml", f"{HEAD}<office:document-meta {SPACES}><office:meta><dc:title>{title}</dc:title><dc:subject>{words.some()}</dc:subject></office:meta></office:document-meta>")
        archive.writestr("META-INF/manifest.xml", MANIFEST)


def styles(words: Words) -> str:
    usual = '<style:paragraph-properties style:writing-mode="page"/><style:text-properties fo:language="en" fo:country="US"/>'
    labels = f'<text:list-style style:name="Numbered"><text:list-level-style-number text:level="1" style:num-prefix="{words.word().capitalize()} " style:num-suffix="." style:num-format="1"/></text:list-style>'
    page = '<style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" style:writing-mode="lr-tb"/></style:page-layout>'
    header = f'<style:header><text:p text:style-name="Standard">{words.some()} <text:page-number text:select-page="current">1</text:page-number></text:p></style:header>'
    return (
        f'{HEAD}<office:document-styles {SPACES}><office:styles><style:default-style style:family="paragraph">{usual}</style:default-style>'
        f'<style:style style:name="Standard" style:family="paragraph"/>{labels}</office:styles><office:automatic-styles>{page}</office:automatic-styles>'
        f'<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page">{header}</style:master-page></office:master-styles></office:document-styles>')


def contents(words: Words) -> str:
    """A table of contents, as it was made last."""
    head = f'<text:index-title text:style-name="Left" text:name="Head"><text:p text:style-name="Left">{words.some()}</text:p></text:index-title>'
    entry = f'<text:p text:style-name="Left"><text:a xlink:type="simple" xlink:href="#0.{words.word()}|outline">{words.some()}<text:tab/>1</text:a></text:p>'
    source = '<text:table-of-content-source text:outline-level="1"/>'
    return f'<text:table-of-content text:name="Contents">{source}<text:index-body>{head}{entry}</text:index-body></text:table-of-content>'


def section(words: Words, number: int) -> tuple[str, str]:
    """What has been changed in a section, and its text."""
    about = "<office:change-info><dc:creator>Somebody</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info>"
    change = f'<text:changed-region xml:id="c{number}" text:id="c{number}"><text:deletion>{about}<text:p text:style-name="Standard">{words.some()}</text:p></text:deletion></text:changed-region>'
    note = f'<text:note text:id="n{number}" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Standard">{words.sentence()}</text:p></text:note-body></text:note>'
    comment = f'<office:annotation office:name="a{number}"><dc:creator>Somebody</dc:creator><dc:date>2026-01-01T00:00:00</dc:date><text:p>{words.sentence()}</text:p></office:annotation>'
    fields = (
        f'<text:date text:date-value="2026-01-01">January {number}</text:date> <text:text-input text:description="hint">{words.some()}</text:text-input> <text:chapter text:display="name" text:outline-level="1">{words.some()}</text:chapter> '
        f'<text:user-defined text:name="Client">{words.some()}</text:user-defined>')
    frame = (
        f'<draw:frame draw:name="Box {number}" text:anchor-type="paragraph" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p text:style-name="Standard">{words.sentence()}</text:p></draw:text-box>'
        f"<svg:title>{words.title()}</svg:title><svg:desc>{words.sentence()}</svg:desc></draw:frame>")
    spans = (
        f'{words.sentence()} <text:span text:style-name="Same">{words.some()}</text:span><text:span text:style-name="Bold"> {words.some()}</text:span><text:s text:c="2"/>{words.some()}<text:tab/>'
        f'<text:bookmark text:name="m{number}"/>{words.some()}<text:line-break/>{words.some()}{note}<text:change text:change-id="c{number}"/> {words.some()}{comment} <text:span text:style-name="Unseen">{words.some()}</text:span>')
    cells = f'<table:table-cell office:value-type="string"><text:p>{words.some()}</text:p></table:table-cell><table:table-cell table:formula="ooow:1+1" office:value-type="string" office:string-value="two"><text:p>two</text:p></table:table-cell>'
    text = (
        f'<text:h text:outline-level="1">{words.title()}</text:h><text:p text:style-name="Left">{spans}</text:p><text:p>{fields}.{frame}</text:p>'
        f'<text:list text:style-name="Numbered"><text:list-item><text:p>{words.some()}</text:p><text:list><text:list-item><text:p>{words.some()}</text:p></text:list-item></text:list></text:list-item></text:list>'
        f'<table:table table:name="Table{number}"><table:table-column table:number-columns-repeated="2"/><table:table-row>{cells}</table:table-row></table:table>'
        f'<text:section text:name="Hidden{number}" text:display="none"><text:p>{words.sentence()}</text:p></text:section>')
    return change, text


MAKERS = {"odt": ("odt", document)}
