"""What of a string of a program is no text: placeholders, tags, and what messages with plurals have around their branches."""
from __future__ import annotations

import re

PRINTED = r"(?:\d+\$)?[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|L|q|j|z|t|I)?[diouxXeEfFgGaAcCrsSpnuB@]"  # what follows a percent sign
PLACEHOLDER = re.compile(
    r"%%|\{\{[^{}]*\}\}|\$\{[^{}]*\}|%\{\w+\}|\{[\w-]*\}|\{\d+[^{}]*\}|%(?:\(\w+\))?(?:" + PRINTED + r")|%\d\w+%\d|\$\w+|\w+://[^\s'\"<>]+|&\w+;|</?\w[\w:-]*(?:\s[^>@]*)?/?>")
BRANCH = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,|[=\w]+\s*\{")


def divided(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, and whether each is to stay."""
    has_branches = re.match(r"\s*\{\s*\w+\s*,", text)
    pattern = f"({BRANCH.pattern}|{PLACEHOLDER.pattern})" if has_branches else f"({PLACEHOLDER.pattern})"
    return [(piece, at % 2 == 1) for at, piece in enumerate(re.split(pattern, text))]


def codes(text: str) -> list[str]:
    """What programs put something in for, without the numbers that say in which order. Addresses in sentences are no matter of a file:
    what translates any text leaves them."""
    return [re.sub(r"^%\d+\$", "%", held) for held in PLACEHOLDER.findall(text) if "://" not in held or held.startswith("<")]
