"""Reads the files in which programs keep their texts, for the measurement, without Dragoman's code."""
from __future__ import annotations

import csv
import html
import io
import json
import re

import javaproperties
import polib
import yaml
from lxml import etree

from model import Extract, Paragraph, Piece
from placeholders import codes, divided
from plain import decoded


CAPTION = re.compile(r"\W*[^\W\d_a-z][^\W\d_A-Z]+\W*")


def caption(found: Extract, region: str, way: str, value: str) -> None:
    """Adds a string that people see: a single word with a capital is one as well."""
    add(found, region, way, value, "" if CAPTION.fullmatch(value) else None)


def add(found: Extract, region: str, way: str, value: str, rule: str | None = None) -> None:
    """Adds a string. Its placeholders belong to the structure, and one that may be for programs is counted apart."""
    if rule is None:
        rule = "" if re.search(r"\w\s+\w", value) else "a single word"
    for one in codes(value):
        found.structure[f"{way} {one}"] += 1
    if re.search(r"</\w+>", value):
        value = html.unescape(value)
    found.paragraphs.append(Paragraph(region, [Piece(piece, rule or ("placeholder" if stays else "")) for piece, stays in divided(value)]))


def walk(found: Extract, value: object, way: str = "") -> None:
    """Values by the way to them; all that is no string belongs to the structure."""
    if isinstance(value, dict):
        found.structure[f"{way} {list(value)}"] += 1
        for key, inner in value.items():
            walk(found, inner, f"{way}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            walk(found, inner, f"{way}[{at}]")
    elif isinstance(value, str):
        add(found, "values", way, value)
    else:
        found.structure[f"{way} {value!r}"] += 1


def values(path: str) -> Extract:
    found = Extract()
    walk(found, json.loads(decoded(path)))
    return found


def messages(path: str) -> Extract:
    """Flutter's messages: what describes them is to stay, and the language is told by the translation."""
    found = Extract()
    for key, value in json.loads(decoded(path)).items():
        if key.startswith("@"):
            found.structure[f"{key} {value if key != '@@locale' else ''}"] += 1
        else:
            caption(found, "messages", key, value)
    return found


def properties(path: str) -> Extract:
    found = Extract()
    for number, entry in enumerate(javaproperties.parse(io.StringIO(decoded(path)))):
        if not isinstance(entry, javaproperties.KeyValue):
            found.structure[f"{number} {entry.source}"] += 1
            continue
        found.structure[f"{number} {entry.key}"] += 1
        has_arguments = re.search(r"\{\d", entry.value)
        caption(found, "values", entry.key, entry.value.replace("''", "'") if has_arguments else entry.value)
    return found


class Loader(yaml.SafeLoader):
    """Of tags that it does not know it takes the value."""


def of_tag(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return (suffix, node.value)
    return loader.construct_mapping(node) if isinstance(node, yaml.MappingNode) else loader.construct_sequence(node)


Loader.add_multi_constructor("!", of_tag)


def yaml_values(path: str) -> Extract:
    found = Extract()
    for number, document in enumerate(yaml.load_all(decoded(path), Loader)):
        if isinstance(document, dict) and len(document) == 1 and LOCALE.fullmatch(str(next(iter(document)))):
            document = {"locale": next(iter(document.values()))}  # the key is the language, which changes
        walk(found, document, str(number))
    return found


LOCALE = re.compile(r"[a-z]{2}(?:[-_][A-Z][A-Za-z]+)?")
ENTRY = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:[^"\\]|\\.)*"|[\w.$:/-]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|\w+)\s*)?;', re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def apple(path: str) -> Extract:
    found = Extract()
    for number, entry in enumerate(ENTRY.finditer(decoded(path))):
        key, value = entry.groups()
        found.structure[f"{number} {key or entry[0]}"] += 1
        value = value or key  # which may be its own value
        if value is not None:
            value = value if value.startswith('"') else f'"{value}"'
            value = re.sub(r"\\U([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), value[1:-1])
            caption(found, "values", key, re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), value, flags=re.S))
    return found


def catalogue(before: str, after: str) -> tuple[Extract, Extract]:
    """Messages of gettext without a translation, and what they are translated into. All else is to stay."""
    open_ones = {}
    sides = []
    for path in (before, after):
        found, file = Extract(), polib.pofile(decoded(path))
        for entry in file:
            key = (entry.msgctxt, entry.msgid)
            finished = entry.translated() or entry.obsolete
            if path == before:
                open_ones[key] = not finished
            about = (*key, entry.msgid_plural, entry.comment, entry.tcomment, str(entry.occurrences), entry.obsolete, [flag for flag in entry.flags if flag != "fuzzy"])
            found.structure[str(about)] += 1
            if open_ones.get(key):
                # What equals its source is left empty, and programs show the source.
                source = entry.msgid_plural or entry.msgid
                made = (entry.msgstr_plural.get(max(entry.msgstr_plural, default=0)) if entry.msgid_plural else entry.msgstr) or source
                caption(found, "messages", str(key), source if path == before else made)
            else:
                found.structure[f"{key} {entry.msgstr} {sorted(entry.msgstr_plural.items())}"] += 1
        sides.append(found)
    return sides[0], sides[1]


def string_catalogue(before: str, after: str) -> tuple[Extract, Extract]:
    """Xcode's catalogue: the units of its language, and those of the language that was not there before."""
    files = [json.loads(decoded(path)) for path in (before, after)]
    source = files[0]["sourceLanguage"]
    sides = [Extract(), Extract()]
    for key, old in files[0]["strings"].items():
        new = files[1]["strings"].get(key, {})
        known, made = old.get("localizations", {}), new.get("localizations", {})
        for number, one in enumerate((known, {name: made[name] for name in known if name in made})):
            sides[number].structure[f"{key} {one} {old.get('comment')}"] += 1
        added = [language for language in made if language not in known]
        if not added:
            continue
        for way, text in units(known.get(source) or {"stringUnit": {"value": key}}, ""):
            if way.endswith(("other", "stringUnit")):
                caption(sides[0], "values", key, text)
        for way, text in units(made[added[0]], ""):
            if way.endswith(("other", "stringUnit")):
                caption(sides[1], "values", key, text)
    return sides[0], sides[1]


def units(value: object, way: str):
    """The texts of a localization, by the categories of plurals in which they stand."""
    if isinstance(value, dict):
        if "value" in value and isinstance(value["value"], str):
            yield way, value["value"]
            return
        for key, inner in value.items():
            yield from units(inner, way if key == "stringUnit" and way else f"{way} {key}")


LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2})?|source|target|English|German|French", re.I)
FOR_PROGRAMS = re.compile(r"\w[:=/]\w|^#")


def cells(path: str) -> Extract:
    """Cells of a table by their places. Formulas, and what could be for programs, are counted apart, and so are tables of translations, in which only empty cells
    are filled in."""
    source = decoded(path)
    delimiter = "\t" if path.endswith(".tsv") else max(",;|", key=source.splitlines()[0].count) if source.strip() else ","
    found = Extract()
    is_of_languages = False
    for row, line in enumerate(csv.reader(io.StringIO(source), delimiter=delimiter)):
        found.structure[f"{row} {len(line)}"] += 1
        if row == 0:
            is_of_languages = sum(bool(LANGUAGE.fullmatch(cell.strip())) for cell in line) > 1
        for column, cell in enumerate(line):
            rule = "table of translations" if is_of_languages else "for programs" if FOR_PROGRAMS.search(cell) else "" if re.search(r"\w\s+\w", cell) else "a single word"
            found.structure[f"{row} {column} {re.findall(r'{[^{}]*}|<[^<>]*>', cell)}"] += 1
            found.paragraphs.append(Paragraph("cells", [Piece(piece, rule or ("placeholder" if stays else "")) for piece, stays in divided(cell)]))
    return found


def resources(path: str) -> Extract:
    """Resources of .NET: values of data without a type whose names are not those of a form's own properties."""
    found = Extract()
    for element in etree.parse(path).getroot().iter():
        found.structure[f"{element.tag} {dict(element.attrib) if isinstance(element.tag, str) else element.text}"] += 1
        parent = element.getparent()
        if element.tag == "value" and parent.tag == "data" and not ({"type", "mimetype"} & set(parent.attrib) or parent.get("name").startswith(">>")):
            caption(found, "values", parent.get("name"), element.text or "")
        elif isinstance(element.tag, str) and (element.text or "").strip():
            found.structure[f"{element.tag} {element.text}"] += 1
    return found


def android(path: str) -> Extract:
    """Strings of Android by their names; those that say so are to stay. Quantities may come in."""
    found = Extract()
    for element in etree.parse(path).getroot():
        if not isinstance(element.tag, str):
            found.structure[f"comment {element.text}"] += 1
            continue
        found.structure[f"{element.tag} {dict(element.attrib)}"] += 1
        stays = element.get("translatable") == "false"
        for number, item in enumerate([element] if element.tag == "string" else element):
            quantity = item.get("quantity", "other")
            if quantity not in ("one", "other"):
                continue
            inner = etree.tostring(item, encoding="unicode", with_tail=False)
            text = re.sub(r"<xliff:g[^>]*>.*?</xliff:g>", lambda held: f"<{'g' * len(held[0])}>", inner[inner.index(">") + 1:].rpartition("</")[0])
            text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), html.unescape(text))
            text = re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), text.strip('"'))
            if stays:
                found.structure[f"{element.get('name')} {text}"] += 1
            else:
                caption(found, "strings", f"{element.get('name')} {number if element.tag == 'string-array' else quantity}", text)
    return found
