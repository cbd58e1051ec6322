"""What of a string of a program is no text: placeholders, tags, and what messages with plurals have around their branches."""
from __future__ import annotations

import re

PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|\$\{[^{}]*\}|%?\{\w*\}|\{\d+[^{}]*\}|%\(\w+\)[sdf]|%(?:\d+\$)?l*[sdfiu@]|%%|</?\w+[^>]*>")
BRANCH = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,|[=\w]+\s*\{")


def divided(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, and whether each is to stay."""
    pattern = BRANCH if re.match(r"\s*\{\s*\w+\s*,", text) else PLACEHOLDER
    return [(piece, at % 2 == 1) for at, piece in enumerate(re.split(f"({pattern.pattern})", text))]
