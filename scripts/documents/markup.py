"""Reads HTML, XLIFF, XML, DITA and IDML for the measurement, without Dragoman's code."""
from __future__ import annotations

import html.parser
import re
import zipfile
from collections import Counter

from lxml import etree

from model import Extract, Paragraph, Piece

VOID = set("area base br col embed hr img input link meta param source track wbr".split())
KEPT = set("script style pre code kbd samp var textarea template svg math".split())
TEXTS = {"alt", "title", "placeholder", "aria-label", "label", "summary", "content", "value", "aria-description", "aria-roledescription", "abbr"}
METAS = re.compile(r"^(description|keywords|og:(title|description|site_name|image:alt)|twitter:(title|description|image:alt)|application-name|apple-mobile-web-app-title)$", re.I)
BUTTONS = {"button", "submit", "reset"}


class Page(html.parser.HTMLParser):
    """The sequence of tags of a page, and its text."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = Extract()
        self.open: list[tuple[str, str]] = []
        self.sequence: list[str] = []

    def handle_starttag(self, tag, attributes, closed=False):
        values = {key: value or "" for key, value in attributes}
        says = values.get("translate")
        rule = self.open[-1][1] if self.open else ""
        if says == "yes":
            rule = ""
        if tag in KEPT:
            rule = rule or f"<{tag}>"
        if says == "no" or "notranslate" in values.get("class", "").split():
            rule = "translate=no"
        self.sequence.append(f"<{tag} {' '.join(self.attributes(tag, values, rule))}>")
        if tag not in VOID and not closed:
            self.open.append((tag, rule))

    def handle_startendtag(self, tag, attributes):
        # HTML knows no tags that close themselves but for those of foreign elements.
        self.handle_starttag(tag, attributes, any(name in ("svg", "math") for name, _ in self.open))

    def attributes(self, tag, values, rule):
        for key, value in values.items():
            if key in ("lang", "xml:lang", "dir"):
                continue
            if tag == "meta" and key in ("charset", "http-equiv"):
                yield key
            elif self.is_text(tag, key, values):
                self.found.add("attributes", value, rule)
                yield key
            elif tag == "meta" and values.get("http-equiv"):
                yield key
            else:
                yield f"{key}={value}"

    @staticmethod
    def is_text(tag, key, values):
        if key == "content":
            return tag == "meta" and bool(METAS.match(values.get("name", values.get("property", ""))))
        if key == "value":
            return tag == "input" and values.get("type", "").lower() in BUTTONS
        if key == "label":
            return tag in ("option", "optgroup", "track")
        return key in TEXTS and not (key == "abbr" and tag != "th") and not (key == "title" and (tag == "style" or "stylesheet" in values.get("rel", "")))

    def handle_endtag(self, tag):
        self.sequence.append(f"</{tag}>")
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at][0] == tag:
                del self.open[at:]
                return

    def handle_data(self, data):
        rule = self.open[-1][1] if self.open else ""
        self.found.paragraphs.append(Paragraph("text", [Piece(data, rule)]))

    def handle_comment(self, data):
        self.sequence.append(f"<!--{data}-->")

    def handle_decl(self, decl):
        self.sequence.append(f"<!{decl}>")

    def handle_pi(self, data):
        self.sequence.append(f"<?{data}>")

    def unknown_decl(self, data):
        self.sequence.append(f"<![{data}]>")


def html_page(path: str) -> Extract:
    with open(path, "rb") as file:
        data = file.read()
    said = re.search(rb"<meta[^>]*charset=[\"']?([\w-]+)", data[:4096], re.I)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if not said:
            raise ValueError("the page does not say its encoding") from None
        text = data.decode(said[1].decode(), "replace")
    page = Page()
    page.feed(text)
    page.close()
    page.found.paragraphs = merged(page.found.paragraphs)
    page.found.structure = Counter(enumerate(page.sequence))
    return page.found


def merged(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """One paragraph for all text of a kind that follows one another: white space between tags may be cut up differently."""
    result: list[tuple[str, str, str]] = []
    for paragraph in paragraphs:
        kind, text = (paragraph.region, paragraph.pieces[0].rule), "".join(paragraph.text)
        if result and result[-1][:2] == kind:
            result[-1] = (*kind, result[-1][2] + text)
        else:
            result.append((*kind, text))
    found = Extract()
    for region, rule, text in result:
        found.add(region, spaced(text), rule)
    return found.paragraphs


def spaced(text: str) -> str:
    """The text with one space for all white space, and none around it."""
    return " ".join(text.split())


def local(element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def parse(path_or_bytes):
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=True, strip_cdata=False)
    if isinstance(path_or_bytes, bytes):
        return etree.fromstring(path_or_bytes, parser)
    return etree.parse(path_or_bytes, parser).getroot()


TARGET = "de"  # as in the example that writes the documents
INLINE_CODES = {"g", "x", "bx", "ex", "bpt", "ept", "ph", "it", "mrk", "pc", "sc", "ec", "cp", "sm", "em", "sub"}


def xliff(before: str, after: str) -> tuple[Extract, Extract]:
    """What stands in sources that are to be translated or in finished targets, next to what stands in the targets that were written."""
    old, new = Extract(), Extract()
    units = [[unit for unit in parse(path).iter() if local(unit) in ("trans-unit", "segment", "ignorable")] for path in (before, after)]
    annotations = Annotations(), Annotations()
    for unit, written in zip(*units):
        (source, target), (same, made) = parts(unit), parts(written)
        if source is None:
            continue
        rule = unit_rule(unit, target)
        shown = target if rule and target is not None else source
        for side, of, element in ((old, annotations[0], shown), (new, annotations[1], same if made is None else made)):
            of.enter(unit.getparent())
            said = list(pieces(element, rule, of))
            if local(unit) != "ignorable":
                side.paragraphs.append(Paragraph("targets", said))
        if local(unit) == "ignorable":
            continue
        for found, element in ((old, source), (new, same)):
            found.structure[f"source {etree.tostring(element, with_tail=False)!r}"] += 1
        if made is not None and not rule:
            for found, element in ((old, source), (new, made)):
                found.structure[f"codes {sorted(filter(None, map(code, element.iter())))}"] += 1
    return old, new


def other_language(unit, target) -> bool:
    """Whether the target is in another language than the one that the measurement translates into."""
    said = target.get("{http://www.w3.org/XML/1998/namespace}lang") if target is not None else None
    above = (element.get("target-language") or element.get("trgLang") for element in unit.iterancestors())
    said = said or next(filter(None, above), TARGET)
    return not said.lower().startswith(TARGET)


def parts(unit):
    """The source and the target of a unit."""
    return tuple(next((inner for inner in unit if local(inner) == kind), None) for kind in ("source", "target"))


def unit_rule(unit, target) -> str:
    """Why the target of a unit is to stay."""
    for above in [unit, *unit.iterancestors()]:
        if above.get("translate"):
            if above.get("translate") == "no":
                return "translate=no"
            break
    state = unit.get("state") or (target.get("state") if target is not None else None) or ""
    if target is not None and not other_language(unit, target) and (unit.get("approved") == "yes" or state in ("translated", "reviewed", "final", "signed-off")):
        return "finished"
    return ""


def code(element) -> str:
    kind = local(element)
    if kind not in INLINE_CODES or kind == "mrk" and element.get("mtype") == "seg":
        return ""
    return f"{kind} {sorted(element.attrib.items())}"


class Annotations:
    """What marks of version 2 that begin in one segment say until they end, perhaps in another one of their unit."""

    def __init__(self):
        self.unit = None
        self.begun: dict[str, str] = {}

    def enter(self, unit) -> None:
        if unit is not self.unit:
            self.unit, self.begun = unit, {}

    def meet(self, element) -> None:
        if local(element) == "sm" and element.get("translate"):
            self.begun[element.get("id", "")] = element.get("translate")
        elif local(element) == "em":
            self.begun.pop(element.get("startRef", ""), None)

    @property
    def rule(self) -> str:
        return "translate=no" if self.begun and list(self.begun.values())[-1] == "no" else ""


def pieces(element, rule: str, annotations: Annotations):
    """The text of a source or target; what stands in codes is code."""
    if element.text:
        yield Piece(element.text, rule or annotations.rule)
    for inner in element:
        kind = local(inner)
        annotations.meet(inner)
        if kind in ("bpt", "ept", "ph", "it"):
            for sub in subs(inner):
                yield from pieces(sub, rule, annotations)
        elif kind:
            is_kept = inner.get("translate") == "no" or inner.get("mtype") == "protected"
            yield from pieces(inner, "translate=no" if is_kept else rule, annotations)
        if inner.tail:
            yield Piece(inner.tail, rule or annotations.rule)


def subs(code):
    """The texts within a code, without those that are within codes in them."""
    for inner in code:
        if local(inner) == "sub":
            yield inner
        else:
            yield from subs(inner)


DITA_KEPT = set(
    "apiname codeblock codeph cmdname filepath draft-comment required-cleanup msgnum parmname option synph syntaxdiagram systemoutput "
    "userinput varname msgph numcharref parameterentity textentity xmlatt xmlelement xmlnsname xmlpi resourceid source kwd "
    "delim oper sep repsep var coderef state data-about unknown foreign vrm vrmlist "
    "permissions copyryear copyrholder created revised equation-number mathml".split())
DITA_TEXTS = {"navtitle", "alt", "title", "searchtitle", "spectitle", "reftitle", "standby", "othertype"}


def xml(path: str) -> Extract:
    """Texts of elements. A single word that looks like one for programs counts as such."""
    found = Extract()
    for at, element in enumerate(parse(path).iter()):
        shape(found, at, element, ())
        rule = says_no(element)
        for text in (element.text, *(inner.tail for inner in element)) if local(element) else ():
            said = spaced(text or "")
            found.add("text", said, rule or ("a single word" if said and not re.search(r"\s", said) else ""))
    return found


def dita(path: str) -> Extract:
    found = Extract()
    for at, element in enumerate(parse(path).iter()):
        shape(found, at, element, DITA_TEXTS)
        if not local(element):
            continue
        rule = dita_rule(element)
        for key in DITA_TEXTS & set(element.attrib):
            found.add("attributes", element.get(key), rule)
        for text in (element.text, *(inner.tail for inner in element)):
            found.add("text", spaced(text or ""), rule)
    return found


def dita_rule(element) -> str:
    for above in [element, *element.iterancestors()]:
        if above.get("translate") == "yes":
            return ""
        if above.get("translate") == "no":
            return "translate=no"
        if local(above) in DITA_KEPT or above.get("conref") or above.get("conkeyref"):
            return "protected element"
    return ""


def says_no(element) -> str:
    for above in [element, *element.iterancestors()]:
        said = above.get("translate") or above.get("{http://www.w3.org/2005/11/its}translate")
        if said:
            return "translate=no" if said == "no" else ""
    return ""


def shape(found: Extract, at: int, element, texts) -> None:
    """Takes note of an element with its attributes, of a comment and of an instruction, at its place."""
    if not local(element):
        found.structure[(at, str(element))] += 1
        return
    kept = [(key, value) for key, value in sorted(element.attrib.items()) if key not in texts and key != "dir" and not key.endswith("}lang")]
    found.structure[(at, element.tag, str(kept))] += 1


def idml(path: str) -> Extract:
    """Text of stories and of what is in them."""
    found = Extract()
    with zipfile.ZipFile(path) as archive:
        first = archive.infolist()[0]
        if first.filename != "mimetype" or first.compress_type != zipfile.ZIP_STORED:
            found.structure["the media type is not first and stored"] += 1
        for entry in sorted(archive.namelist()):
            if not entry.endswith(".xml"):
                continue
            root = parse(archive.read(entry))
            for element in root.iter():
                if local(element) and local(element) not in ("CharacterStyleRange", "Content", "Properties", "AppliedFont", "Leading", "FillColor"):
                    found.structure[f"{entry} {local(element)}"] += 1
            if entry.startswith("Stories/"):
                story(found, root)
    return found


def story(found: Extract, root) -> None:
    for content in root.iter():
        if local(content) != "Content":
            continue
        above = [local(element) for element in content.iterancestors()]
        deleted = any(local(e) == "Change" and e.get("ChangeType") == "DeletedText" for e in content.iterancestors())
        places = {"Note": "notes", "Footnote": "footnotes", "Endnote": "footnotes", "Cell": "tables"}
        region = next((places[kind] for kind in above if kind in places), "stories")
        # A line or paragraph separator is a break, instructions within it are special characters.
        text = "".join(content.itertext("*", with_tail=True)) if len(content) else content.text or ""
        pieces = [Piece(text, "deleted" if deleted else "", idml_look(content))]
        last = found.paragraphs[-1] if found.paragraphs else None
        same = paragraph_of(content)
        if last is not None and last.of is same and last.region == region:
            last.pieces += pieces
        else:
            found.paragraphs.append(Paragraph(region, pieces, same))


def paragraph_of(content):
    return next((e for e in content.iterancestors() if local(e) in ("ParagraphStyleRange", "Cell", "Note", "Footnote")), content)


def idml_look(content) -> str:
    """The formatting, but for the language and for what was set by hand between two letters."""
    for element in content.iterancestors():
        if local(element) == "CharacterStyleRange":
            own = sorted((key, value) for key, value in element.attrib.items() if key not in ("AppliedLanguage", "KerningValue"))
            inner = [etree.tostring(e, with_tail=False) for e in element if local(e) == "Properties"]
            return f"{own} {inner}"
    return ""
