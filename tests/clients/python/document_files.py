"""Small documents of every format, each with the same two sentences."""

import io
import re
import zipfile

FIRST = "The house is big."
SECOND = "The old house is near the river."

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MICROSOFT = "application/vnd.openxmlformats-officedocument"


def archive(files: dict[str, str | bytes], stored: tuple[str, ...] = ()) -> bytes:
    """A zip archive of these files, some of which are not compressed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in files.items():
            method = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            package.writestr(name, content, method)
    return buffer.getvalue()


def _types(parts: dict[str, str]) -> str:
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{_MICROSOFT}.{kind}+xml"/>'
        for name, kind in parts.items()
    )
    return (
        f'{_XML}<Types xmlns="{_TYPES}"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        f"{overrides}</Types>"
    )


def _relations(*targets: tuple[str, str]) -> str:
    relations = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'{_XML}<Relationships xmlns="{_RELATIONS}">{relations}</Relationships>'


def docx() -> bytes:
    """The second sentence has a bold word; a picture is beside them."""
    second = SECOND.split("old")
    space = 'xml:space="preserve"'
    return archive(
        {
            "[Content_Types].xml": _types(
                {"word/document.xml": "wordprocessingml.document.main"}
            ),
            "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
            "word/_rels/document.xml.rels": _relations(("image", "media/image1.png")),
            "word/media/image1.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
            "word/document.xml": (
                f'{_XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
                f"<w:body><w:p><w:r><w:t>{FIRST}</w:t></w:r></w:p>"
                f"<w:p><w:r><w:t {space}>{second[0]}</w:t></w:r>"
                "<w:r><w:rPr><w:b/></w:rPr><w:t>old</w:t></w:r>"
                f"<w:r><w:t {space}>{second[1]}</w:t></w:r></w:p></w:body></w:document>"
            ),
        }
    )


def pptx() -> bytes:
    """One slide with a text of two paragraphs."""
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
    presentation = "http://schemas.openxmlformats.org/presentationml/2006/main"
    names = f'xmlns:a="{drawing}" xmlns:p="{presentation}" xmlns:r="{_OFFICE}"'
    paragraphs = "".join(
        f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in (FIRST, SECOND)
    )
    return archive(
        {
            "[Content_Types].xml": _types(
                {
                    "ppt/presentation.xml": "presentationml.presentation.main",
                    "ppt/slides/slide1.xml": "presentationml.slide",
                }
            ),
            "_rels/.rels": _relations(("officeDocument", "ppt/presentation.xml")),
            "ppt/_rels/presentation.xml.rels": _relations(("slide", "slides/slide1.xml")),
            "ppt/presentation.xml": (
                f'{_XML}<p:presentation {names}><p:sldIdLst><p:sldId id="256" r:id="rId1"/>'
                "</p:sldIdLst></p:presentation>"
            ),
            "ppt/slides/slide1.xml": (
                f"{_XML}<p:sld {names}><p:cSld><p:spTree><p:sp><p:txBody><a:bodyPr/>"
                f"{paragraphs}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
            ),
        }
    )


def xlsx() -> bytes:
    """One sheet with two texts and a formula."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return archive(
        {
            "[Content_Types].xml": _types(
                {
                    "xl/workbook.xml": "spreadsheetml.sheet.main",
                    "xl/worksheets/sheet1.xml": "spreadsheetml.worksheet",
                    "xl/sharedStrings.xml": "spreadsheetml.sharedStrings",
                }
            ),
            "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
            "xl/_rels/workbook.xml.rels": _relations(
                ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml")
            ),
            "xl/workbook.xml": (
                f'{_XML}<workbook xmlns="{main}" xmlns:r="{_OFFICE}"><sheets>'
                '<sheet name="Houses" sheetId="1" r:id="rId1"/></sheets></workbook>'
            ),
            "xl/worksheets/sheet1.xml": (
                f'{_XML}<worksheet xmlns="{main}"><sheetData><row r="1">'
                '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>'
                '<c r="C1"><f>1+2</f><v>3</v></c></row></sheetData></worksheet>'
            ),
            "xl/sharedStrings.xml": (
                f'{_XML}<sst xmlns="{main}" count="2" uniqueCount="2">'
                f"<si><t>{FIRST}</t></si><si><t>{SECOND}</t></si></sst>"
            ),
        }
    )


def idml() -> bytes:
    """A package with one story of two paragraphs."""
    names = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="8.0"'
    ranges = "<Br/>".join(f"<Content>{text}</Content>" for text in (FIRST, SECOND))
    return archive(
        {
            "mimetype": "application/vnd.adobe.indesign-idml-package",
            "designmap.xml": (
                f'{_XML}<Document {names} Self="d"><idPkg:Story src="Stories/Story_u1.xml"/></Document>'
            ),
            "Stories/Story_u1.xml": (
                f'{_XML}<idPkg:Story {names}><Story Self="u1"><ParagraphStyleRange>'
                f"<CharacterStyleRange>{ranges}</CharacterStyleRange>"
                "</ParagraphStyleRange></Story></idPkg:Story>"
            ),
        },
        stored=("mimetype",),
    )


def mif() -> bytes:
    """A text flow of two paragraphs."""
    paragraphs = "".join(
        f"<Para\n<ParaLine\n<String `{text}'>\n> # end of ParaLine\n> # end of Para\n"
        for text in (FIRST, SECOND)
    )
    return f"<MIFFile 10.0>\n<TextFlow\n{paragraphs}> # end of TextFlow\n".encode()


def xliff() -> bytes:
    """Version 1.2."""
    units = "".join(
        f'<trans-unit id="{number}"><source>{text}</source></trans-unit>'
        for number, text in enumerate((FIRST, SECOND))
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
        '<file original="a" source-language="en" target-language="es" datatype="plaintext">'
        f"<body>{units}</body></file></xliff>\n"
    ).encode()


def pdf() -> bytes:
    """A page with two paragraphs in a font of the reader. There is no table of the objects: they are looked for."""
    contents = f"BT /F1 12 Tf 72 700 Td ({FIRST}) Tj 0 -60 Td ({SECOND}) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        "/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(contents)}>>\nstream\n{contents}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    body = "".join(f"{number} 0 obj\n{object}\nendobj\n" for number, object in enumerate(objects, 1))
    return f"%PDF-1.7\n{body}trailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n".encode()


FORMATS = {
    "docx": docx,
    "pptx": pptx,
    "xlsx": xlsx,
    "idml": idml,
    "mif": mif,
    "xliff": xliff,
    "html": lambda: f"<html><body><p>{FIRST}</p><p>{SECOND}</p></body></html>\n".encode(),
    "txt": lambda: f"{FIRST}\n\n{SECOND}\n".encode(),
    "srt": lambda: (
        f"1\n00:00:01,000 --> 00:00:02,000\n{FIRST}\n\n2\n00:00:03,000 --> 00:00:05,000\n{SECOND}\n"
    ).encode(),
    "vtt": lambda: (
        f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>{FIRST}\n\n00:03.000 --> 00:05.000\n{SECOND}\n"
    ).encode(),
    "ass": lambda: (
        "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        f"Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{FIRST}\n"
        f"Dialogue: 0,0:00:03.00,0:00:05.00,Default,,0,0,0,,{SECOND}\n"
    ).encode(),
    "md": lambda: f"# {FIRST}\n\n* {SECOND}\n".encode(),
    "po": lambda: (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        f'msgid "{FIRST}"\nmsgstr ""\n\nmsgid "{SECOND}"\nmsgstr ""\n'
    ).encode(),
    "properties": lambda: f"house.first = {FIRST}\nhouse.second = {SECOND}\n".encode(),
    "arb": lambda: f'{{"@@locale": "en", "first": "{FIRST}", "second": "{SECOND}"}}\n'.encode(),
    "strings": lambda: f'/* Houses */\n"first" = "{FIRST}";\n"second" = "{SECOND}";\n'.encode(),
    "xcstrings": lambda: (
        '{\n  "sourceLanguage" : "en",\n  "strings" : {\n'
        f'    "{FIRST}" : {{\n\n    }},\n    "{SECOND}" : {{\n\n    }}\n'
        '  },\n  "version" : "1.0"\n}'
    ).encode(),
    "csv": lambda: f'Number,Text\r\n1,"{FIRST}"\r\n2,{SECOND}\r\n'.encode(),
    "tsv": lambda: f"Number\tText\n1\t{FIRST}\n2\t{SECOND}\n".encode(),
    "rtf": lambda: f"{{\\rtf1\\ansi\\deff0{{\\fonttbl{{\\f0 Arial;}}}}\\pard {FIRST}\\par\n\\pard {SECOND}\\par}}".encode(),
    "yaml": lambda: f"house:\n  first: {FIRST}\n  others:\n    - {SECOND}\n".encode(),
    "resx": lambda: (
        f'<root><data name="first"><value>{FIRST}</value></data>'
        f'<data name="second"><value>{SECOND}</value></data></root>\n'
    ).encode(),
    "xml": lambda: f"<doc><par>{FIRST}</par><par>{SECOND}</par></doc>\n".encode(),
    "json": lambda: f'{{"first": "{FIRST}", "others": ["{SECOND}", 7]}}\n'.encode(),
    "dita": lambda: (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<topic id="house"><title>House</title><body>'
        f"<p>{FIRST}</p><p>{SECOND}</p></body></topic>\n"
    ).encode(),
}


def text_of(content: bytes) -> str:
    """All text of a document with its markup; of an archive that of all its XML.

    Characters that rich text and properties write as escapes are the characters."""
    if content.startswith(rb"{\rtf"):
        return re.sub(r"\\u(\d+)\?", lambda code: chr(int(code[1])), content.decode())
    if not content.startswith(b"PK"):
        return re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), content.decode())
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = [name for name in package.namelist() if name.endswith(".xml")]
        return "\n".join(package.read(name).decode() for name in names)
