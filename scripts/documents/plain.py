"""Reads plain text, subtitles and MIF for the measurement, without Dragoman's code."""
from __future__ import annotations

import re

import pysubs2

from model import Extract, Paragraph, Piece

CUE = re.compile(r"^\s*(\d+:\d+:\d+[,.]\d+)\s*-->\s*(\d+:\d+:\d+[,.]\d+).*$")
TAG = re.compile(r"</?\w+[^>]*>|\{\\[^}]*\}")


def decoded(path: str) -> str:
    with open(path, "rb") as file:
        data = file.read()
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


LABEL = re.compile(r"\s*(?:\w{1,3}[.)]|\(\w{1,3}\))\s")


def text(path: str) -> Extract:
    """Blocks of lines. How many lines are empty is their structure; how long others are may change."""
    found = Extract()
    source = decoded(path).replace("\r\n", "\n")
    for block in re.split(r"(\n\s*\n)", source):
        if not block.strip():
            found.structure[f"empty lines: {block.count(chr(10))}"] += 1
            continue
        label = LABEL.match(block)
        if label:
            found.add("text", label[0].strip(), "label of a list")
        found.add("text", " ".join(block[label.end() if label else 0:].split()))
    return found


def subtitles(path: str) -> Extract:
    """Cues with their times, and their text without the tags. Sentences may be divided anew, so all text is one."""
    found = Extract()
    said = []
    for line in decoded(path).replace("\r\n", "\n").split("\n"):
        if CUE.match(line):
            found.structure[f"cue {len(found.structure)} {line}"] += 1
            if said and said[-1].strip().isdigit():
                said.pop()
        elif line.strip():
            said.append(TAG.sub("", line))
    found.add("text", " ".join(" ".join(said).split()))
    return found


CUE_OF_PAGES = re.compile(r"^\s*(?:\d+:)?\d+:\d+\.\d+\s*-->\s*(?:\d+:)?\d+:\d+\.\d+.*$")


def subtitles_of_pages(path: str) -> Extract:
    """WebVTT: blocks that are no cues are to stay, and so are the names of speakers, settings and times within cues."""
    found = Extract()
    said = []
    # A cue goes from its times to an empty line or the next times.
    in_cue, number = False, 0  # of lines that are no text
    for line in decoded(path).replace("\r\n", "\n").split("\n"):
        in_cue = in_cue and line != "" and "-->" not in line
        if not in_cue:
            number += 1
            found.structure[f"{number} {line}"] += 1
            in_cue = bool(CUE_OF_PAGES.match(line))
            continue
        for tag in re.findall(r"<(?:v [^>]*|\d[\d:.]*)>", line):
            found.structure[f"{number} {tag}"] += 1
        said.append(re.sub(r"<[^>]*>", "", line).replace("&amp;", "&").replace("&lt;", "<").replace("&nbsp;", "\xa0"))
    found.add("text", " ".join(" ".join(said).split()))
    return found


def events(path: str) -> Extract:
    """SubStation Alpha: all columns of events but the text of dialogue, and styles, are to stay; so are drawings and songs."""
    found, file = Extract(), pysubs2.SSAFile.from_string(decoded(path))
    found.structure[f"{file.info} {file.styles} {file.fonts_opaque}"] += 1
    said = []
    for number, event in enumerate(file.events):
        about = (event.start, event.end, event.style, event.name, event.layer, event.marginl, event.marginr, event.marginv, event.effect, event.type)
        found.structure[f"{number} {about}"] += 1
        for block in re.findall(r"\{[^}]*\}", event.text):
            found.structure[f"{number} {block}"] += 1
        if event.is_comment or re.search(r"\{[^}]*\\(?:p[1-9]|[kK][fo]?\d)", event.text):
            found.structure[f"{number} {event.text}"] += 1
        else:
            said.append(re.sub(r"\{[^}]*\}", "", event.text).replace("\\N", " ").replace("\\h", "\xa0"))
    found.add("text", " ".join(" ".join(said).split()))
    return found


class Mif:
    """Statements of a MIF file, each with the names of those around it."""

    TOKEN = re.compile(r"<\s*(\w+)|`((?:[^'\\]|\\.)*)'|(>)|(#[^\n]*)|(=\w+\n(?:&[^\n]*\n)*)|([^<>`#\s=]+|=)", re.S)
    ESCAPES = {"\\t": "\t", "\\>": ">", "\\n": "\n", "\\q": "'", "\\Q": "`", "\\\\": "\\"}

    def __init__(self, source: str):
        self.source = source

    def events(self):
        """(names of the statements around, kind, value) in their order."""
        around: list[str] = []
        for token in self.TOKEN.finditer(self.source):
            name, string, end, comment, inset, word = token.groups()
            if name is not None:
                around.append(name)
                yield around, "start", name
            elif end is not None:
                yield around, "end", around[-1] if around else ""
                del around[-1:]
            elif string is not None:
                plain = re.sub(r"\\x([0-9a-fA-F]+) ?|\\u([0-9a-fA-F]{4})|\\.", self.unescape, string)
                yield around, "string", plain
            elif word is not None:
                yield around, "word", word

    def unescape(self, match) -> str:
        if match[2]:
            return chr(int(match[2], 16))
        return "¤" if match[1] else self.ESCAPES.get(match[0], match[0])


def decoded_mif(path: str) -> str:
    with open(path, "rb") as file:
        data = file.read()
    version = re.search(rb"<MIFFile\s+([\d.]+)", data)
    is_unicode = version and float(version[1]) >= 8
    return data.decode("utf-8" if is_unicode else "mac-roman", "replace")


def mif(path: str) -> Extract:
    """Strings of paragraphs; text on reference pages and in hidden conditions is to stay."""
    found = Extract()
    source = Mif(decoded_mif(path))
    kept, tables = flows_aside(source)
    hidden = hidden_conditions(source)
    state = {"flow": 0, "condition": "", "table": ""}
    paragraph = None
    for around, kind, value in source.events():
        if kind == "start":
            # How fonts and conditions are set within a paragraph follows its text.
            if value not in ("String", "Char", "ParaLine") and not ("Para" in around and {"Font", "Conditional", "Unconditional"} & set(around)):
                found.structure[value] += 1
            if value == "TextFlow":
                state["flow"] += 1
            if value == "Para":
                paragraph, state["condition"] = Paragraph(region_of(around)), ""
                found.paragraphs.append(paragraph)
        elif kind == "word" and around[-1:] == ["TblID"]:
            state["table"] = value
        elif kind == "string" and around:
            if around[-1] == "InCondition":
                state["condition"] = value
            elif around[-1] == "Unconditional":
                state["condition"] = ""
            elif around[-1] == "String" and "Para" in around and paragraph is not None:
                aside = kept.get(state["flow"], "") if around[0] == "TextFlow" else tables.get(state["table"], "") if "Tbl" in around else ""
                rule = aside or ("hidden" if state["condition"] in hidden and state["condition"] else "")
                paragraph.pieces.append(Piece(value, rule))
        if kind == "start" and value == "Unconditional":
            state["condition"] = ""
    found.paragraphs = [paragraph for paragraph in found.paragraphs if paragraph.text]
    return found


def region_of(around: list[str]) -> str:
    for name, region in (("Notes", "footnotes"), ("FNote", "footnotes"), ("Tbl", "tables"), ("AFrames", "frames")):
        if name in around:
            return region
    return "text flows"


def flows_aside(source: Mif) -> tuple[dict[int, str], dict[str, str]]:
    """The numbers of the text flows whose text is to stay, and the tables that are anchored in them, with the reason: they are on reference
    pages, by their first rectangles, or hold what hidden conditions take out of the others, by their tags."""
    page, rectangles, flows, flow, tables, reasons = "", {}, {}, 0, {}, {}
    for around, kind, value in source.events():
        if kind == "start" and value == "Page":
            page = ""
        elif kind == "start" and value == "TextFlow":
            flow += 1
        elif kind == "word" and around[-1:] == ["PageType"]:
            page = value
        elif kind == "word" and around[-2:] == ["TextRect", "ID"] and "Page" in around:
            rectangles[value] = page
        elif kind == "word" and around[-1:] == ["TextRectID"] and "TextFlow" in around:
            flows.setdefault(flow, value)
        elif kind == "string" and around[-2:] == ["TextFlow", "TFTag"] and value == "HIDDEN":
            reasons[flow] = "hidden"
        elif kind == "word" and around[-1:] == ["ATbl"]:
            tables[value] = flow
    for number, rectangle in flows.items():
        if rectangles.get(rectangle) == "ReferencePage":
            reasons.setdefault(number, "reference page")
    return reasons, {table: reasons[number] for table, number in tables.items() if number in reasons}


def hidden_conditions(source: Mif) -> set[str]:
    hidden, tag = set(), ""
    for around, kind, value in source.events():
        if kind == "string" and around[-1:] == ["CTag"]:
            tag = value
        elif kind == "word" and around[-1:] == ["CState"] and value == "CHidden":
            hidden.add(tag)
    return hidden
