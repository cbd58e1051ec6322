"""What the checks have in common: where things are, and how they say what is wrong."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"

_faults = []


def fault(text):
    """Notes something that is wrong; the others are looked for all the same."""
    _faults.append(text)


def check(condition, text):
    if not condition:
        fault(text)


def end(what):
    """Says what was checked, or ends the program with what is wrong."""
    for text in _faults:
        print(f"FAULT: {text}", file=sys.stderr)
    if _faults:
        sys.exit(1)
    print(what)
