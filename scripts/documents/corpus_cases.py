"""Makes what office documents have now and then and libraries do not make: data behind controls, styles from right to left, drafts of the standard."""
from __future__ import annotations

import io
import posixpath
import zipfile
from xml.sax.saxutils import escape

from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from corpus_parts import MAIN, W, run
from words import Words

STORE = "{0D5A7E11-52C4-4B0C-9C6B-000000000001}"
DRAFT = (b"spreadsheetml/2006/main", b"spreadsheetml/2006/7/main")


def bound_controls(made, words: Words) -> None:
    """A paragraph and a stretch of one that show data of the document."""
    texts = [words.title(), words.some()]
    values = "".join(f"<v>{escape(text)}</v>" for text in texts)
    item = Part(PackURI("/customXml/made1.xml"), "application/xml", f"<made>{values}</made>".encode(), made.part.package)
    told = f'<ds:datastoreItem xmlns:ds="{MAIN}/officeDocument/2006/customXml" ds:itemID="{STORE}"/>'
    kind = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
    properties = Part(PackURI("/customXml/madeProperties1.xml"), kind, told.encode(), made.part.package)
    item.relate_to(properties, f"{MAIN}/officeDocument/2006/relationships/customXmlProps")
    made.part.relate_to(item, f"{MAIN}/officeDocument/2006/relationships/customXml")

    def control(at: int, content: str) -> str:
        binding = f'<w:dataBinding w:xpath="/made[1]/v[{at}]" w:storeItemID="{STORE}"/>'
        return f"<w:sdt {W}><w:sdtPr>{binding}<w:text/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"

    last = made.add_paragraph(words.some() + " ")
    last._p.append(parse_xml(control(2, run(texts[1]))))
    last._p.addprevious(parse_xml(control(1, f"<w:p>{run(texts[0])}</w:p>")))


def turned_style(made, words: Words) -> None:
    """A style from right to left, and a paragraph of it that says that it is not."""
    style = f'<w:style {W} w:type="paragraph" w:customStyle="1" w:styleId="Turned"><w:name w:val="Turned"/><w:pPr><w:bidi/></w:pPr></w:style>'
    made.styles.element.append(parse_xml(style))
    properties = '<w:pPr><w:pStyle w:val="Turned"/><w:bidi w:val="0"/></w:pPr>'
    made.element.body.insert(0, parse_xml(f"<w:p {W}>{properties}{run(words.sentence())}</w:p>"))


def spaced(paragraph, words: Words) -> None:
    """Spaces before text of another format."""
    italic = "<w:rPr><w:i/></w:rPr>"
    for xml in (run(" " * 24), run(words.some(2, 3), italic), run(" " + words.word() + " ")):
        paragraph._p.append(parse_xml(xml.replace("<w:r>", f"<w:r {W}>", 1)))


def insertion(words: Words, number: int) -> str:
    """An insertion with text of two formats, and the ends of a range in it."""
    about = f'w:id="{5000 + number}" w:author="Somebody" w:date="2026-01-01T00:00:00Z"'
    mark = f'<w:bookmarkStart w:id="{7000 + number}" w:name="made{number}"/>', f'<w:bookmarkEnd w:id="{7000 + number}"/>'
    return f"<w:ins {W} {about}>{run(' ' + words.some())}{mark[0]}{run(words.some(), '<w:rPr><w:b/></w:rPr>')}{mark[1]}{run(words.some())}</w:ins>"


def of_a_draft(book: bytes) -> bytes:
    """A workbook as it was written by a draft of the standard."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry, old.read(entry).replace(*DRAFT))
    return stream.getvalue()


MAIN_PARTS = {
    "docm": ("word/document.xml", "wordprocessingml.document.main", "application/vnd.ms-word.document.macroEnabled.main"),
    "xlsm": ("xl/workbook.xml", "spreadsheetml.sheet.main", "application/vnd.ms-excel.sheet.macroEnabled.main"),
    "pptm": ("ppt/presentation.xml", "presentationml.presentation.main", "application/vnd.ms-powerpoint.presentation.macroEnabled.main"),
}


def with_macros(path: str, words: Words) -> None:
    """Makes a document one with macros, of which nothing is but bytes: the code itself is compressed anyway."""
    part, usual, kind = MAIN_PARTS[path.rpartition(".")[2]]
    folder, name = posixpath.split(part)
    relation = '<Relationship Id="madeMacros" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>'
    added = {
        "[Content_Types].xml": ("</Types>", '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'),
        f"{folder}/_rels/{name}.rels": ("</Relationships>", relation),
    }
    with zipfile.ZipFile(path) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in entries:
            end, more = added.get(entry.filename, ("", ""))
            if end:
                data = data.decode().replace(end, more).replace(f"application/vnd.openxmlformats-officedocument.{usual}+xml", f"{kind}+xml").encode()
            archive.writestr(entry, data)
        archive.writestr(f"{folder}/vbaProject.bin", words.paragraph().encode("utf-16"))


def connected(path: str) -> None:
    """Adds a connection to a database to a workbook, of which none of its tables knows."""
    relation = '<Relationship Id="made1" Type="{0}/officeDocument/2006/relationships/connections" Target="connections.xml"/></Relationships>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml"
    added = {
        "[Content_Types].xml": ("</Types>", f'<Override PartName="/xl/connections.xml" ContentType="{kind}"/></Types>'),
        "xl/_rels/workbook.xml.rels": ("</Relationships>", relation.format(MAIN)),
    }
    with zipfile.ZipFile(path) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in entries:
            end, more = added.get(entry.filename, ("", ""))
            archive.writestr(entry, data.decode().replace(end, more).encode() if end else data)
        database = '<dbPr connection="Provider=SQLOLEDB.1;Data Source=made" command="SELECT * FROM Orders"/>'
        connection = f'<connection id="1" name="made" type="5" refreshedVersion="6">{database}</connection>'
        archive.writestr("xl/connections.xml", f'<connections xmlns="{MAIN}/spreadsheetml/2006/main">{connection}</connections>')
