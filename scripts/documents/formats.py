"""The formats that are measured: where their documents are, and what reads them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import docx
import openpyxl
import pptx

import books
import checks
import markdown
import markup
import office
import opendocument
import plain
import richtext
import strings
from model import Extract


@dataclass
class Format:
    """Folders are named after endings. A `reader` reads one document; `both` reads the original and what was written at once, where a format keeps its
    sources beside their translations. `is_opened` says that LibreOffice opens it, `library` is another library that does, and `check` tells
    what another program finds wrong in it."""

    folders: tuple[str, ...]
    reader: Callable[[str], Extract] | None = None
    both: Callable[[str, str], tuple[Extract, Extract]] | None = None
    is_opened: bool = False
    library: Callable | None = None
    check: checks.Check | None = None

    def read(self, before: str, after: str) -> tuple[Extract, Extract]:
        return self.both(before, after) if self.both else (self.reader(before), self.reader(after))


FORMATS = {
    "docx": Format(("docx",), office.extract, is_opened=True, library=docx.Document),
    "pptx": Format(("pptx",), office.extract, is_opened=True, library=pptx.Presentation),
    "xlsx": Format(("xlsx",), office.extract, is_opened=True, library=openpyxl.load_workbook),
    "docm": Format(("docm",), office.extract, is_opened=True),
    "pptm": Format(("pptm",), office.extract, is_opened=True),
    "xlsm": Format(("xlsm",), office.extract, is_opened=True, library=openpyxl.load_workbook),
    "odt": Format(("odt", "ott"), opendocument.extract, is_opened=True),
    "ods": Format(("ods", "ots"), opendocument.extract, is_opened=True),
    "odp": Format(("odp", "otp"), opendocument.extract, is_opened=True),
    "epub": Format(("epub",), books.book, check=checks.EPUBCHECK),
    "rtf": Format(("rtf",), richtext.extract, is_opened=True),
    "html": Format(("html", "htm"), markup.html_page),
    "md": Format(("md", "markdown"), markdown.markdown),
    "txt": Format(("txt",), plain.text),
    "csv": Format(("csv",), strings.cells, is_opened=True),
    "tsv": Format(("tsv",), strings.cells),
    "xliff": Format(("xlf", "xliff"), both=markup.xliff),
    "srt": Format(("srt",), plain.subtitles),
    "vtt": Format(("vtt",), plain.subtitles_of_pages),
    "ass": Format(("ass", "ssa"), plain.events),
    "po": Format(("po", "pot"), both=strings.catalogue, check=checks.MSGFMT),
    "properties": Format(("properties",), strings.properties),
    "strings": Format(("strings",), strings.apple),
    "xcstrings": Format(("xcstrings",), both=strings.string_catalogue),
    "arb": Format(("arb",), strings.messages),
    "android": Format(("android",), strings.android),
    "resx": Format(("resx",), strings.resources),
    "yaml": Format(("yaml", "yml"), strings.yaml_values),
    "json": Format(("json",), strings.values),
    "xml": Format(("xml",), markup.xml),
    "dita": Format(("dita", "ditamap"), markup.dita),
    "idml": Format(("idml",), markup.idml),
    "mif": Format(("mif",), plain.mif),
}
# What the made documents of PDF are printed from, and what the schemas of Office are for.
OFFICE = ("docx", "pptx", "xlsx")
