"""What of a string of a program is no text: placeholders, tags, and what messages with plurals have around their branches."""
from __future__ import annotations

import re

PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|\$\{[^{}]*\}|%?\{\w*\}|\{\d+[^{}]*\}|%\(\w+\)[sdf]|%(?:\d+\$)?l*[sdfiu@]|%%|</?\w+[^>]*>")
BRANCH = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,|[=\w]+\s*\{")


def divided(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, and whether each is to stay."""
    has_branches = re.match(r"\s*\{\s*\w+\s*,", text)
    pattern = f"({BRANCH.pattern}|{PLACEHOLDER.pattern})" if has_branches else f"({PLACEHOLDER.pattern})"
    return [(piece, at % 2 == 1) for at, piece in enumerate(re.split(pattern, text))]
