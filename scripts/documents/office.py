"""Reads word processors' documents, presentations and workbooks for the measurement, without Dragoman's code.

The parts are found by their content types and read with lxml. What is to stay is decided here anew: deleted and hidden text,
results of fields that programs compute, formulas, prompts of layouts.
"""
from __future__ import annotations

import hashlib
import io
import posixpath
import re
import zipfile
from collections import Counter

from lxml import etree

import bindings
from directions import Directions
from model import Extract, Paragraph, Piece, small

REGIONS = {
    "document.main": "body", "template.main": "body", "header": "headers and footers", "footer": "headers and footers",
    "footnotes": "notes", "endnotes": "notes", "comments": "comments", "glossary": "building blocks",
    "diagramData": "SmartArt data", "diagramDrawing": "SmartArt drawing", "chart": "charts", "chartUserShapes": "charts",
    "slide": "slides", "notesSlide": "notes", "slideMaster": "masters and layouts", "slideLayout": "masters and layouts",
    "threadedcomments": "comments", "threadedComments": "comments", "drawing": "drawings", "core-properties": "properties",
}
# Differences in these are none that a reader sees, or are counted apart: languages, directions, spelling marks, identifiers of edits.
UNSEEN = {"lang", "noProof", "proofErr", "webHidden", "rsidR", "rsidRPr", "kern", "altLang", "dirty", "err", "smtClean", "smtId", "hint", "rtl"}
COUNTED = {
    "p", "tbl", "tr", "tc", "hyperlink", "bookmarkStart", "bookmarkEnd", "fldChar", "fldSimple", "instrText", "drawing", "pict",
    "object", "sdt", "tab", "br", "noBreakHyphen", "softHyphen", "sym", "footnoteReference", "endnoteReference", "commentReference",
    "annotationRef", "ins", "del", "delText", "sectPr", "AlternateContent", "oMath", "sp", "pic", "graphicFrame", "fld", "cNvPr",
    "shape", "textbox", "pt", "cxn", "ser", "row", "c", "f", "v", "mergeCell", "tableColumn", "dataValidation", "definedName", "comment",
}
COMPUTED = re.compile(
    r"^\s*(PAGE|NUMPAGES|SECTIONPAGES|SECTION|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|AUTHOR|LASTSAVEDBY|FILENAME|FILESIZE|"
    r"SEQ|PAGEREF|NOTEREF|NUMWORDS|NUMCHARS|DOCPROPERTY|DOCVARIABLE|USER\w+|INFO|TITLE|SUBJECT|KEYWORDS|COMMENTS|TEMPLATE|STYLEREF|"
    r"MERGEFIELD|MERGEREC|MERGESEQ|IF|=|ASK|FILLIN|ADDRESSBLOCK|GREETINGLINE|FORM\w+|AUTONUM\w*|LISTNUM|REVNUM|QUOTE|INCLUDE\w+|EMBED|"
    r"LINK|DDE\w*|SYMBOL|EQ|SET|CITATION|BIBLIOGRAPHY|GOTOBUTTON|MACROBUTTON|ADVANCE|COMPARE|DATABASE|BARCODE|DISPLAYBARCODE)\b", re.I)

# The main parts of documents with macros, as those of documents without are called.
MACROS = {
    "application/vnd.ms-word.document.macroEnabled.main": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main",
    "application/vnd.ms-word.template.macroEnabledTemplate.main": "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main",
    "application/vnd.ms-powerpoint.presentation.macroEnabled.main": "application/vnd.openxmlformats-officedocument.presentationml.presentation.main",
    "application/vnd.ms-excel.sheet.macroEnabled.main": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main",
}


def name(element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def attribute(element, wanted: str) -> str | None:
    for key, value in element.attrib.items():
        if etree.QName(key).localname == wanted:
            return value
    return None


def child(element, wanted: str):
    return next((inner for inner in element if name(inner) == wanted), None) if element is not None else None


def descendants(element, wanted: str):
    return (inner for inner in element.iter() if name(inner) == wanted)


def on(element, wanted: str) -> bool:
    """Whether a property that is on or off is there and on."""
    found = child(element, wanted)
    return found is not None and (attribute(found, "val") or "true").lower() not in ("0", "false", "off")


def look(properties) -> str:
    """The formatting that properties of a run give, without what nobody sees."""
    if properties is None:
        return ""
    return "".join(sorted(filter(None, (look_of(inner) for inner in properties)))) + look_of(properties, deep=False)


def look_of(element, deep: bool = True) -> str:
    if not name(element) or name(element) in UNSEEN:
        return ""
    said = sorted((etree.QName(key).localname, value) for key, value in element.attrib.items())
    said = [f"{key}={value}" for key, value in said if key not in UNSEEN]
    inner = "".join(sorted(look_of(inner) for inner in element)) if deep else ""
    # What says only something that nobody sees is as good as not there.
    own = "" if name(element) == "rPr" or element.attrib and not said and not inner else name(element)
    return f"<{own} {' '.join(said)}>{inner}" if own or said or inner else ""


def open_parts(path: str) -> dict[str, tuple[str, bytes]]:
    """The parts by name, each with the last words of its content type."""
    parts = {}
    with zipfile.ZipFile(path) as archive:
        types = etree.fromstring(archive.read("[Content_Types].xml"))
        by_name = {e.get("PartName", "").lstrip("/").lower(): e.get("ContentType", "") for e in types if name(e) == "Override"}
        by_ending = {e.get("Extension", "").lower(): e.get("ContentType", "") for e in types if name(e) == "Default"}
        for entry in archive.namelist():
            ending = posixpath.splitext(entry)[1].lstrip(".").lower()
            kind = by_name.get(entry.lower(), by_ending.get(ending, "")).removesuffix("+xml")
            kind = MACROS.get(kind, kind)
            parts[entry] = (kind, archive.read(entry))
    return parts


def region_of(kind: str) -> str | None:
    for ending, region in REGIONS.items():
        if kind.endswith("." + ending) or kind.endswith("." + ending + ".main"):
            return region
    return "charts" if kind.endswith("drawingml.chart") else None


def extract(path: str) -> Extract:
    """All text of a document, and how often each thing occurs that a translation must keep."""
    found = Extract()
    parts = open_parts(path)
    roots = {}
    for entry, (kind, data) in parts.items():
        if "vba" in entry.lower():
            found.structure[f"{entry} {hashlib.sha256(data).hexdigest()}"] += 1
        if entry.endswith((".xml", ".rels", ".vml")):
            try:
                roots[entry] = etree.fromstring(data)
            except etree.XMLSyntaxError:
                found.structure[f"not well-formed: {entry}"] += 1
    if any("wordprocessingml" in kind for kind, _ in parts.values()):
        reader = Word(found, roots)
    elif any("presentationml" in kind for kind, _ in parts.values()):
        reader = Slides(found, roots)
    else:
        reader = Workbook(found, roots)
    for entry in sorted(roots):
        kind, root = parts[entry][0], roots[entry]
        count(found.structure, entry, root)
        if kind.endswith("core-properties"):
            for field in ("title", "subject"):
                found.add("properties", "".join(text.text or "" for text in descendants(root, field)))
        elif entry.endswith(".xml"):
            reader.read(entry, region_of(kind), root, kind)
            alternatives(found, root, kind)
        elif "/charts/_rels/" in entry:
            for link in root:
                target = resolve(posixpath.dirname(posixpath.dirname(entry)), link.get("Target", ""))
                if link.get("Type", "").endswith("/package") and target in parts:
                    embedded(found, parts[target][1])
    return found


def embedded(found: Extract, data: bytes) -> None:
    """The strings of a workbook from which a chart takes its names."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            shared = [archive.read(entry) for entry in archive.namelist() if entry.lower().endswith("sharedstrings.xml")]
    except zipfile.BadZipFile:
        return
    for strings in shared:
        for string in descendants(etree.fromstring(strings), "si"):
            found.add("workbooks of charts", "".join(text.text or "" for text in descendants(string, "t")))


def count(structure: Counter, entry: str, root) -> None:
    numbers: Counter = Counter()
    for element in root.iter():
        kind = name(element)
        if kind in COUNTED and not goes_on(element):
            structure[f"{entry} {kind}"] += 1
        if kind in NUMBERED:
            numbers[kind, attribute(element, "id")] += 1
        if kind == "r" and "wordprocessingml" not in etree.QName(element).namespace and sum(name(inner) == "t" for inner in element) > 1:
            structure[f"{entry} run with more texts than one"] += 1
    structure[f"{entry} with the number of another"] += sum(count - 1 for count in numbers.values())


# Elements of word processors' documents that are told by numbers.
NUMBERED = {"ins", "del", "moveFrom", "moveTo", "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart", "permEnd"}


def goes_on(element) -> bool:
    """Whether an insertion goes on with the one before it: what somebody inserts at once comes in many pieces."""
    before = element.getprevious() if name(element) == "ins" else None
    return before is not None and name(before) == "ins" and attribute(before, "author") == attribute(element, "author")


def alternatives(found: Extract, root, kind: str) -> None:
    """Descriptions and titles of pictures and objects."""
    if "slideMaster" in kind or "slideLayout" in kind or "Master" in kind:
        rule = "object of a master"
    else:
        rule = ""
    for element in root.iter():
        if name(element) in ("docPr", "cNvPr"):
            for key in ("descr", "title"):
                found.add("alternative texts", element.get(key, ""), rule)
        elif name(element) == "shape" and element.get("alt"):
            found.add("alternative texts", element.get("alt"), rule)
        elif name(element) == "textpath":
            found.add("watermarks", element.get("string", ""))
        elif name(element) == "listItem":
            found.add("choices", attribute(element, "displayText") or "")
        elif name(element) == "lvlText":
            # Letters after a percent sign are none; a single letter is a bullet of a font of symbols.
            label = attribute(element, "val") or ""
            found.add("numbering labels", label, "" if re.search(r"[^\W\d_]{2}", label) else "bullet")


class Drawn:
    """What is written the same way in all three: paragraphs of DrawingML."""

    def __init__(self, found: Extract, roots: dict):
        self.found = found
        self.roots = roots

    def drawing(self, region: str, root, rule: str = "") -> None:
        """Paragraphs of shapes, tables, diagrams and charts."""
        for paragraph in descendants(root, "p"):
            if "drawingml" not in etree.QName(paragraph).namespace:
                continue
            pieces = []
            for run in paragraph.iter():
                if name(run) in ("r", "fld") and name(run.getparent()) in ("p", "Choice", "Fallback"):
                    why = rule or ("field" if name(run) == "fld" else "")
                    text = "".join(inner.text or "" for inner in run if name(inner) == "t")
                    pieces.append(Piece(text, why, look(child(run, "rPr"))))
            if any(piece.text for piece in pieces):
                self.found.paragraphs.append(Paragraph(region, pieces))

    def chart(self, root) -> None:
        """Titles, and what a chart keeps of the names of its series and categories."""
        self.drawing("charts", root)
        for cache in descendants(root, "strCache"):
            for value in descendants(cache, "v"):
                self.found.add("chart caches", value.text or "")


class Word(Drawn):
    """Word processors' documents."""

    def __init__(self, found: Extract, roots: dict):
        super().__init__(found, roots)
        styles = next((root for entry, root in roots.items() if entry.endswith("word/styles.xml")), None)
        self.hidden_styles = hidden_styles(styles)
        self.directions = Directions(styles, child, attribute)
        self.stores = bindings.Stores(roots)

    def read(self, entry: str, region: str | None, root, kind: str) -> None:
        if region in ("SmartArt data", "SmartArt drawing"):
            self.drawing(region, root)
        elif region == "charts":
            self.chart(root)
        elif region and "wordprocessingml" in etree.QName(root).namespace:
            self.story(region, root, [])
            self.drawing("text boxes", root)

    def story(self, region: str, element, fields: list[list]) -> None:
        """Paragraphs in the order of the file. `fields` is the stack of open fields: its instruction and whether that has ended."""
        for inner in element:
            if name(inner) == "p" and "wordprocessingml" in etree.QName(inner).namespace:
                paragraph = Paragraph(region)
                self.paragraph(paragraph, inner, inner, "", fields)
                if paragraph.text:
                    self.found.paragraphs.append(paragraph)
                    to_translate = any(small(piece.text.lower()) for piece in paragraph.pieces if not piece.rule)
                    self.found.directions[self.directions.of(inner)] += to_translate
            elif name(inner) not in ("oMath", "oMathPara"):
                first = len(self.found.paragraphs)
                self.story(region, inner, fields)
                self.control(inner, [piece for paragraph in self.found.paragraphs[first:] for piece in paragraph.pieces])

    def control(self, element, pieces: list[Piece]) -> None:
        """Text of a content control is the data that it is bound to, if it is."""
        data = self.stores.shown(element) if name(element) == "sdt" else None
        if data is not None:
            bindings.put_back(pieces, data)

    def paragraph(self, paragraph: Paragraph, outer, element, rule: str, fields: list[list]) -> None:
        for inner in element:
            kind = name(inner)
            if kind == "txbxContent":
                self.story("text boxes", inner, [])
            elif kind in ("del", "moveFrom"):
                self.paragraph(paragraph, outer, inner, "deleted", fields)
            elif kind in ("oMath", "oMathPara"):
                text = "".join(text.text or "" for text in descendants(inner, "t"))
                paragraph.pieces.append(Piece(text, "formula"))
            elif kind == "fldSimple":
                why = "computed field" if COMPUTED.match(attribute(inner, "instr") or "") else ""
                self.paragraph(paragraph, outer, inner, rule or why, fields)
            elif kind == "r" and "wordprocessingml" in etree.QName(inner).namespace:
                self.run(paragraph, outer, inner, rule, fields)
            elif kind:
                first = len(paragraph.pieces)
                self.paragraph(paragraph, outer, inner, rule, fields)
                self.control(inner, paragraph.pieces[first:])

    def run(self, paragraph: Paragraph, outer, run, rule: str, fields: list[list]) -> None:
        properties = child(run, "rPr")
        if self.is_hidden(outer, properties):
            rule = rule or "hidden"
        for inner in run:
            kind = name(inner)
            if kind == "fldChar":
                step(fields, attribute(inner, "fldCharType"))
            elif kind == "instrText" and fields:
                fields[-1][0] += inner.text or ""
            elif kind == "t":
                computed = any(not ended or COMPUTED.match(said) for said, ended in fields)
                why = rule or ("computed field" if computed else "")
                paragraph.pieces.append(Piece(inner.text or "", why, look(properties)))
            elif kind in ("drawing", "pict", "object", "AlternateContent", "ruby"):
                self.paragraph(paragraph, outer, inner, rule, fields)

    def is_hidden(self, paragraph, properties) -> bool:
        if properties is not None and child(properties, "vanish") is not None:
            return on(properties, "vanish")
        style = child(properties, "rStyle")
        if style is not None and attribute(style, "val") in self.hidden_styles:
            return True
        style = child(child(paragraph, "pPr"), "pStyle")
        return style is not None and attribute(style, "val") in self.hidden_styles


def step(fields: list[list], kind: str | None) -> None:
    if kind == "begin":
        fields.append(["", False])
    elif kind == "separate" and fields:
        fields[-1][1] = True
    elif kind == "end" and fields:
        fields.pop()


def hidden_styles(styles) -> set[str]:
    """The identifiers of styles whose text is hidden, by themselves or by the style that they are based on."""
    if styles is None:
        return set()
    own, based = {}, {}
    for style in descendants(styles, "style"):
        key = attribute(style, "styleId")
        properties = child(style, "rPr")
        own[key] = on(properties, "vanish") if properties is not None and child(properties, "vanish") is not None else None
        above = child(style, "basedOn")
        based[key] = attribute(above, "val") if above is not None else None
    hidden = set()
    for key in own:
        at, steps = key, 0
        while at in own and own[at] is None and steps < 50:
            at, steps = based[at], steps + 1
        if own.get(at):
            hidden.add(key)
    return hidden


class Slides(Drawn):
    """Presentations."""

    def read(self, entry: str, region: str | None, root, kind: str) -> None:
        if region == "masters and layouts" or "notesMaster" in kind or "handoutMaster" in kind:
            for shape in descendants(root, "sp"):
                is_prompt = any(True for _ in descendants(shape, "ph"))
                aside = "notesMaster" in kind or "handoutMaster" in kind
                rule = "prompt of a layout" if is_prompt else "page of notes" if aside else ""
                self.drawing("masters and layouts", shape, rule)
        elif region == "charts":
            self.chart(root)
        elif region:
            self.drawing(region, root)
            for text in descendants(root, "text"):
                self.found.add("comments", text.text or "")
        elif name(root) == "presentation":
            for section in descendants(root, "section"):
                self.found.add("sections", section.get("name", ""))
        elif "comments" in kind:
            self.drawing("comments", root)
            for text in descendants(root, "text"):
                self.found.add("comments", text.text or "")


class Workbook(Drawn):
    """Workbooks. Cells are read from the sheets, so that a string counts for each cell that shows it."""

    def __init__(self, found: Extract, roots: dict):
        super().__init__(found, roots)
        shared = next((root for entry, root in roots.items() if entry.lower().endswith("sharedstrings.xml")), None)
        self.strings = list(shared) if shared is not None else []
        self.strings = [string for string in self.strings if name(string) == "si"]
        self.hidden = hidden_sheets(roots)
        self.headers = table_headers(roots)
        self.has_macros = any(entry.endswith("vbaProject.bin.rels") or "vbaProject.bin" in (link.get("Target") or "") for entry, links in roots.items() if entry.endswith(".rels") for link in links)

    def read(self, entry: str, region: str | None, root, kind: str) -> None:
        if name(root) == "worksheet":
            self.sheet(entry, root)
        elif region == "charts":
            self.chart(root)
        elif name(root) == "table":
            self.table(root)
        elif name(root) in ("comments", "ThreadedComments"):
            for text in root.iter():
                if name(text) == "text":
                    pieces = [Piece(part.text or "") for part in descendants(text, "t") if name(part.getparent()) != "rPh"]
                    self.found.paragraphs.append(Paragraph("comments", pieces or [Piece(text.text or "")]))
        elif region:
            self.drawing(region, root)

    def sheet(self, entry: str, root) -> None:
        whole = "hidden sheet" if entry in self.hidden else ""
        for cell in descendants(root, "c"):
            rule = "header that macros may name" if self.has_macros and (entry, cell.get("r")) in self.headers else whole
            kind, value = cell.get("t"), child(cell, "v")
            if kind == "s" and value is not None and value.text and int(value.text) < len(self.strings):
                self.string(self.strings[int(value.text)], rule)
            elif kind == "inlineStr" and child(cell, "is") is not None:
                self.string(child(cell, "is"), rule)
            elif kind == "str" and value is not None:
                self.found.add("cells", value.text or "", "result of a formula")
            self.header(entry, cell)
            if child(cell, "f") is not None:
                # Names of columns follow their headers.
                formula = re.sub(r"\[[^\[\]]*\]", lambda found: found[0].upper(), "".join(child(cell, "f").itertext()))
                self.found.structure[f"{entry} {cell.get('r')} ={formula}"] += 1
            elif value is not None and kind in (None, "n", "b", "e", "d"):
                self.found.structure[f"{entry} {cell.get('r')} {value.text}"] += 1
        for part in ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"):
            for element in descendants(root, part):
                text = re.sub(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&K\d\d[+-]\d{3}|&\d+|&.', "", element.text or "")
                self.found.add("headers and footers", text, whole)
        for element in descendants(root, "dataValidation"):
            for key in ("promptTitle", "prompt", "errorTitle", "error"):
                self.found.add("validation messages", re.sub("_x[0-9A-Fa-f]{4}_", "\n", element.get(key, "")), whole)

    def header(self, entry: str, cell) -> None:
        """Takes note of a header of a table that does not say what its column is called: office programs mend such files."""
        column = self.headers.get((entry, cell.get("r")))
        last = self.found.paragraphs[-1].text if self.found.paragraphs else ""
        if column is not None and cell.get("t") in ("s", "inlineStr") and re.sub(r"\s|_x000a_", "", column) != re.sub(r"\s", "", last):
            self.found.structure["header that is not the name of its column"] += 1

    def string(self, element, rule: str) -> None:
        pieces = []
        for text in descendants(element, "t"):
            if name(text.getparent()) != "rPh":
                properties = child(text.getparent(), "rPr") if name(text.getparent()) == "r" else None
                pieces.append(Piece(text.text or "", rule, look(properties)))
        self.found.paragraphs.append(Paragraph("cells", pieces))

    def table(self, root) -> None:
        for column in descendants(root, "tableColumn"):
            self.found.add("table columns", column.get("name", ""), "header that macros may name" if self.has_macros else "")


def table_headers(roots: dict) -> dict[tuple[str, str], str]:
    """The names of columns of tables by the cells that have to say the same: sheet and reference."""
    headers = {}
    for entry, root in roots.items():
        folder, file = posixpath.split(entry)
        links = roots.get(f"{folder}/_rels/{file}.rels")
        for link in links if name(root) == "worksheet" and links is not None else ():
            table = roots.get(resolve(folder, link.get("Target", "")))
            if table is None or name(table) != "table" or table.get("headerRowCount") == "0":
                continue
            first = re.match(r"([A-Z]+)(\d+)", table.get("ref", "A1"))
            for offset, column in enumerate(descendants(table, "tableColumn")):
                headers[(entry, letter_of(number_of(first[1]) + offset) + first[2])] = column.get("name", "")
    return headers


def number_of(column: str) -> int:
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - 64
    return number


def letter_of(column: int) -> str:
    column, last = divmod(column - 1, 26)
    return (letter_of(column) if column else "") + chr(65 + last)


def resolve(folder: str, target: str) -> str:
    """The entry that a relationship of a part in this folder points to."""
    return target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")


def hidden_sheets(roots: dict) -> set[str]:
    """The entries of sheets that are hidden."""
    hidden = set()
    for entry, root in roots.items():
        if name(root) != "workbook":
            continue
        folder, file = posixpath.split(entry)
        links = roots.get(f"{folder}/_rels/{file}.rels")
        targets = {link.get("Id"): link.get("Target") for link in links} if links is not None else {}
        for sheet in descendants(root, "sheet"):
            if sheet.get("state", "visible") != "visible":
                hidden.add(resolve(folder, targets.get(attribute(sheet, "id"), "")))
    return hidden
