"""Makes books: of version 2 with `toc.ncx`, and of version 3 with `nav.xhtml` and all that pages hold there."""
from __future__ import annotations

import zipfile
from xml.sax.saxutils import escape

from words import Words

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
CONTAINER = (
    HEAD + '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><title>{}</title><circle cx="4" cy="4" r="3"/></svg>'
FORMULA = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>{}</mn></math>'


def book(words: Words, path: str, sections: int) -> None:
    """Version 2 for an even number of sections, else 3."""
    version = 2 if sections % 2 == 0 else 3
    titles = [words.title() for _ in range(sections)]
    title = words.title()
    pages = {f"text/chapter {number}.xhtml": page(words, chapter, number, version) for number, chapter in enumerate(titles)}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/content.opf", package(words, title, list(pages), version))
        archive.writestr("OEBPS/style.css", "p { text-indent: 1em }")
        archive.writestr("OEBPS/toc.ncx", contents(title, titles, list(pages)))
        if version == 3:
            archive.writestr("OEBPS/nav.xhtml", navigation(title, titles, list(pages)))
        for name, text in pages.items():
            archive.writestr(f"OEBPS/{name}", text)


def link(name: str) -> str:
    return name.replace(" ", "%20")


def package(words: Words, title: str, names: list[str], version: int) -> str:
    kind = 'media-type="application/xhtml+xml"'
    items = "".join(f'<item id="c{number}" href="{link(name)}" {kind}{" properties=" + chr(34) + "mathml svg" + chr(34) if version == 3 else ""}/>' for number, name in enumerate(names))
    items += '<item id="css" href="style.css" media-type="text/css"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    modified = ""
    if version == 3:
        items += f'<item id="nav" href="nav.xhtml" {kind} properties="nav"/>'
        modified = '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>'
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(names)))
    about = (
        f'<dc:identifier id="id">urn:uuid:0d5a7e11-52c4-4b0c-9c6b-000000000001</dc:identifier><dc:title>{escape(title)}</dc:title><dc:language>en</dc:language>'
        f"<dc:creator>{words.title()}</dc:creator><dc:description>{words.sentence()}</dc:description>{modified}")
    return (
        f'{HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="{version}.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{about}'
        f'</metadata><manifest>{items}</manifest><spine toc="ncx">{spine}</spine></package>')


def contents(title: str, titles: list[str], names: list[str]) -> str:
    points = "".join(
        f'<navPoint id="n{number}" playOrder="{number + 1}"><navLabel><text>{escape(text)}</text></navLabel><content src="{link(name)}"/></navPoint>'
        for number, (text, name) in enumerate(zip(titles, names)))
    about = '<head><meta name="dtb:uid" content="urn:uuid:0d5a7e11-52c4-4b0c-9c6b-000000000001"/></head>'
    return f'{HEAD}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">{about}<docTitle><text>{escape(title)}</text></docTitle><navMap>{points}</navMap></ncx>'


def navigation(title: str, titles: list[str], names: list[str]) -> str:
    entries = "".join(f'<li><a href="{link(name)}#start">{escape(text)}</a></li>' for text, name in zip(titles, names))
    pages = "".join(f'<li><a href="{link(name)}#p{number}">{number}</a></li>' for number, name in enumerate(names))
    inner = f'<nav epub:type="toc"><ol>{entries}</ol></nav><nav epub:type="page-list" hidden="hidden"><ol>{pages}</ol></nav>'
    return f'{HEAD}<html {XHTML} xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"><head><title>{escape(title)}</title></head><body>{inner}</body></html>'


def page(words: Words, title: str, number: int, version: int) -> str:
    """A chapter: notes, a table, a list, a drawing, a formula, code, breaks of pages, and what is not to be translated."""
    kind = 'xmlns:epub="http://www.idpf.org/2007/ops" lang="en" ' if version == 3 else ""
    mark = f'<a epub:type="noteref" href="#note">1</a>' if version == 3 else '<a href="#note">1</a>'
    note = f'<aside epub:type="footnote" id="note"><p>{words.sentence()}</p></aside>' if version == 3 else f'<div id="note"><p>{words.sentence()}</p></div>'
    rich = f"<p>{words.some()} {DRAWING.format(words.some())} {FORMULA.format(number)} {words.some()}</p>" if version == 3 else ""
    kept = f'<p translate="no">{words.some()}</p>' if version == 3 else f'<p class="notranslate">{words.some()}</p>'
    body = (
        f'<h1 id="start">{escape(title)}</h1><p><span id="p{number}"></span>{words.sentence()} <em>{words.some()}</em>{mark}, <b>{words.some()}</b> &amp; {words.some()}.<br/>{words.sentence()}</p>'
        f'<ul><li>{words.some()}</li><li>{words.some()}<ol><li>{words.some()} <code>{words.word()}()</code></li></ol></li></ul>'
        f"<table><tr><th>{words.some()}</th></tr><tr><td>{words.some()}</td></tr></table>{rich}<blockquote><p>{words.paragraph()}</p></blockquote>"
        f'<p><a href="chapter%200.xhtml#start" title="{words.some()}">{words.some()}</a> <i xml:lang="la">{words.some()}</i></p>{kept}<pre>{words.some()}</pre>{note}')
    doctype = "<!DOCTYPE html>" if version == 3 else '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
    return f'{HEAD}{doctype}\n<html {XHTML} {kind}xml:lang="en"><head><title>{escape(title)}</title><link rel="stylesheet" type="text/css" href="../style.css"/></head><body>{body}</body></html>'


MAKERS = {"epub": ("epub", book)}
