#!/usr/bin/env python3
"""Has argos-translate-files write documents with the test engines: `peer_argos.py MODE OUTPUT FILE`. It prints a JSON object.

It runs in a virtual environment (writers.py) that has that program, but not argostranslate with its engines: what it wants of that is stood in
for here.
"""
from __future__ import annotations

import json
import os
import sys
import time
import types

import engines


class Translation:
    """A translation of argostranslate by a test engine."""

    def __init__(self, mode: str):
        self.mode = mode

    def translate(self, text: str) -> str:
        return engines.translation(text, self.mode)


class Tag:
    """An element with its children, which are such or strings, as argostranslate calls it."""

    def __init__(self, children: list, translateable: bool = True):
        self.children, self.translateable = children, translateable

    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)


def translate_tags(translation: Translation, tag: Tag | str) -> Tag | str:
    """Translates each string by itself. With engines that translate word by word that is the best that can come of it."""
    if isinstance(tag, str):
        return translation.translate(tag)
    if tag.translateable:
        tag.children = [translate_tags(translation, child) for child in tag.children]
    return tag


def stand_in() -> None:
    """Modules with the names that argos-translate-files imports."""
    package, translate, tags = (types.ModuleType(name) for name in ("argostranslate", "argostranslate.translate", "argostranslate.tags"))
    translate.ITranslation = Translation
    tags.ITag, tags.Tag, tags.translate_tags = Tag, Tag, translate_tags
    package.translate, package.tags = translate, tags
    sys.modules.update({module.__name__: module for module in (package, translate, tags)})


def main() -> None:
    mode, output, path = sys.argv[1:]
    stand_in()
    from argostranslatefiles import argostranslatefiles

    os.makedirs(output, exist_ok=True)
    name = os.path.basename(path)
    begun = time.process_time()
    argostranslatefiles.translate_file(Translation(mode), path, lambda *_: os.path.join(output, name))
    print(json.dumps({"file": name, "read_seconds": 0, "write_seconds": time.process_time() - begun}))


if __name__ == "__main__":
    main()
