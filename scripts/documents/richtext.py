"""Reads rich text for the measurement, without Dragoman's code."""
from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from model import Extract, Paragraph, Piece

TOKEN = re.compile(rb"\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.S)
# Destinations with text that is shown, and where that is; all others but groups without a destination have none.
SHOWN = {
    "footnote": "notes", "ftnalt": "notes", "annotation": "comments", "header": "headers and footers", "headerl": "headers and footers", "headerr": "headers and footers", "headerf": "headers and footers",
    "footer": "headers and footers", "footerl": "headers and footers", "footerr": "headers and footers", "footerf": "headers and footers", "shptxt": "text boxes", "fldrslt": "", "shprslt": None, "nonshppict": None,
    "title": "properties", "subject": "properties", "pntext": None, "listtext": None, "shp": "", "shpinst": "", "field": "", "upr": None, "info": "", "do": "", "dptxbxtext": "text boxes",
    "nonesttables": None, "mmathPr": None,
}
ASIDE = {
    "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator", "pict", "object", "objdata", "fldinst", "bkmkstart", "bkmkend", "xe", "tc", "author", "operator", "company", "creatim", "revtim",
    "printim", "buptim", "comment", "doccomm", "keywords", "category", "manager", "hlinkbase", "atnid", "atnauthor", "atntime", "atndate", "atnref", "atnparent", "themedata", "colorschememapping", "latentstyles", "datastore",
    "xmlnstbl", "filetbl", "revtbl", "pgptbl", "template", "pn", "sp", "background", "wgrffmtfilter", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "userprops", "falt", "panose", "mmath",
}
LETTERS = {"tab": " ", "line": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " "}
ENDS = {"par", "cell", "nestcell", "row", "nestrow", "sect", "page"}
# Formatting that a reader sees.
FLAGS = {"b", "i", "ul", "ulnone", "strike", "scaps", "caps", "super", "sub", "nosupersub", "cf", "fs", "highlight", "chcbpat", "cs"}
KEPT = ENDS | {"trowd", "footnote", "annotation", "field", "bkmkstart", "bkmkend", "pict", "header", "footer", "shp", "object", "tab", "line", "chftn", "listtext", "xe"}


@dataclass
class State:
    """What holds within a group."""

    region: str | None = "body"
    skip: int = 1  # letters behind a letter of Unicode that stand for it
    code_page: str = "cp1252"
    rule: str = ""
    look: dict[str, str] = field(default_factory=dict)
    is_new: bool = False  # whether a destination may come
    is_ignorable: bool = False


class Reader:
    """Paragraphs by where they stand: a note within one does not end it."""

    def __init__(self, data: bytes):
        self.data = data
        self.found = Extract()
        self.state, self.above = State(), []
        self.open: dict[str, Paragraph] = {}
        self.pending, self.bytes = 0, b""
        self.fonts: dict[str, str] = {}
        self.font = ""

    def read(self) -> Extract:
        pages = {"0": "cp1252", "238": "cp1250", "204": "cp1251", "161": "cp1253", "162": "cp1254", "177": "cp1255", "178": "cp1256", "186": "cp1257", "128": "cp932", "129": "cp949", "134": "cp936", "136": "cp950"}
        for number, charset in re.findall(rb"\{\\f(\d+)\\[^{};]*?\\fcharset(\d+)", self.data):
            self.fonts[number.decode()] = pages.get(charset.decode(), "")
        for token in TOKEN.finditer(self.data):
            word, number, code, sign, brace, text = token.groups()
            if not code:
                self.flush()
            if word:
                self.word(word.decode(), number.decode() if number else "")
            elif code:
                self.letter(bytes.fromhex(code.decode()))
            elif brace:
                self.group(brace == b"{")
            elif text:
                self.text(text)
            elif sign:
                self.sign(sign)
        for region in list(self.open):
            self.end(region)
        return self.found

    def group(self, begins: bool) -> None:
        self.pending = 0
        if begins:
            self.above.append(self.state)
            self.state = replace(self.state, look=dict(self.state.look), is_new=True, is_ignorable=False)
            return
        if self.state.region and self.above and self.above[-1].region != self.state.region:
            self.end(self.state.region)
        self.state = self.above.pop() if self.above else State()

    def word(self, word: str, number: str) -> None:
        state = self.state
        is_first, state.is_new = state.is_new, False
        if word == "u":
            self.put(chr(int(number) % 65536))
            self.pending = state.skip
        elif word == "uc":
            state.skip = int(number)
        elif is_first and (word in ASIDE or word in SHOWN or state.is_ignorable):
            self.destination(word)
        elif word in LETTERS:
            self.put(LETTERS[word])
        elif word in ENDS and state.region is not None:
            self.end(state.region)
        elif word in ("v", "deleted"):
            state.rule = "" if number == "0" else "hidden" if word == "v" else "deleted"
        elif word == "plain":
            state.look, state.rule = {}, ""
        elif word == "f":
            state.code_page = self.fonts.get(number) or "cp1252"
        elif word in FLAGS:
            name = {"ulnone": "ul", "nosupersub": "super", "sub": "super"}.get(word, word)
            state.look[name] = "" if number == "0" or word in ("ulnone", "nosupersub") else f"{word}{number}"
        if word in KEPT and (state.region is not None or word in ("field", "pict", "object", "bkmkstart", "bkmkend", "xe")):
            self.found.structure[word] += 1

    def destination(self, word: str) -> None:
        region = SHOWN.get(word) if word in SHOWN else None
        if word in KEPT:
            self.found.structure[word] += 1
        if region is None or self.state.region is None and word not in ("title", "subject", "shptxt"):
            self.state.region = None
        elif region:
            self.state.region = region

    def sign(self, sign: bytes) -> None:
        if sign == b"*":
            self.state.is_ignorable = True
        elif sign in (b"\n", b"\r"):
            self.end(self.state.region)
        else:
            self.put({b"~": "\xa0", b"_": "‑", b"-": ""}.get(sign, sign.decode("latin-1")))

    def letter(self, code: bytes) -> None:
        if self.pending:
            self.pending -= 1
        else:
            self.bytes += code

    def text(self, text: bytes) -> None:
        skipped = min(self.pending, len(text))
        self.pending -= skipped
        self.put(text[skipped:].decode(self.state.code_page, "replace"))

    def flush(self) -> None:
        code, self.bytes = self.bytes, b""
        if code:
            self.put(code.decode(self.state.code_page, "replace"))

    def put(self, text: str) -> None:
        self.state.is_new = False
        if self.state.region is not None and text:
            look = " ".join(sorted(filter(None, self.state.look.values())))
            self.open.setdefault(self.state.region, Paragraph(self.state.region)).pieces.append(Piece(text, self.state.rule, look))

    def end(self, region: str | None) -> None:
        paragraph = self.open.pop(region, None)
        if paragraph and paragraph.text.strip():
            self.found.paragraphs.append(paragraph)


def extract(path: str) -> Extract:
    with open(path, "rb") as file:
        return Reader(file.read()).read()
