"""What the programs that a format has for it find wrong in what was written, and not in the original."""
from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

SECONDS = 120


@dataclass(frozen=True)
class Check:
    """A command that gets the path of a document behind it. `complaint` finds what it says of it, without the place and what is quoted there; of the
    documents in all modes those in `modes` are checked."""

    program: str
    command: tuple[str, ...]
    complaint: re.Pattern
    modes: tuple[str, ...]

    def is_installed(self) -> bool:
        return all(map(shutil.which, (self.program, self.command[0])))

    def new_errors(self, before: str, after: str) -> list[str]:
        return list((self.complaints(after) - self.complaints(before)).elements())

    @lru_cache(maxsize=8)  # the original is asked for in each mode
    def complaints(self, path: str) -> Counter:
        done = subprocess.run([*self.command, path], capture_output=True, text=True, timeout=SECONDS, check=False)
        return Counter(match[1] for match in self.complaint.finditer(done.stdout + done.stderr))


MSGFMT = Check("msgfmt", ("msgfmt", "--check", "--output-file=/dev/null"), re.compile(r"^[^\n]*?:\d+: ([^\n]*)$", re.M), ("upper", "longer", "shuffle", "upper:ar"))
# Debian installs an archive of Java under that name. Each start takes seconds.
EPUBCHECK = Check("epubcheck", ("java", "-jar", shutil.which("epubcheck") or ""), re.compile(r"^(?:ERROR|FATAL)\(([\w-]+)\)", re.M), ("upper", "shuffle", "upper:ar"))
