"""The programs that write documents in another language: Dragoman's example, and the one that it is compared with."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from multiprocessing.pool import ThreadPool

HERE = os.path.dirname(os.path.abspath(__file__))
PEER_SECONDS = 60  # for one document, of the other program


def dragoman(roundtrip: str, mode: str, output: str, paths: list[str]) -> list[dict]:
    done = subprocess.run([roundtrip, mode, output, *paths], check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def install(name: str, packages: list[str], *options: str) -> str:
    """Installs a program into a virtual environment of its own in the cache; the Python of that."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "dragoman", f"documents-{name}")
    python, done = os.path.join(folder, "bin", "python"), os.path.join(folder, "installed")
    if not os.path.exists(done):
        print(f"installing {packages[0]} into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages], check=True)
        open(done, "w", encoding="utf-8").close()
    return python


def install_argos() -> str:
    """argos-translate-files without the engines that it wants. With a newer Beautiful Soup it would write OpenDocument untranslated."""
    return install("argos", ["argos-translate-files", "beautifulsoup4==4.9.3", "soupsieve", "lxml", "pysrt", "chardet", "PyMuPDF", "typing-extensions"], "--no-deps")


def install_toolkit() -> str:
    return install("toolkit", ["translate-toolkit[yaml,subtitles,markdown]", "cwcwidth", "lxml", "aeidon", "ruamel.yaml", "mistletoe"])


def argos(python: str, mode: str, output: str, paths: list[str]) -> list[dict]:
    """What argos-translate-files says of each document. What it wrote in an earlier run is taken as it is."""
    return of_peer([python, os.path.join(HERE, "peer_argos.py"), mode, output], output, paths)


def toolkit(python: str, kind: str, mode: str, output: str, paths: list[str]) -> list[dict]:
    """As `argos`, of Translate Toolkit."""
    return of_peer([python, os.path.join(HERE, "peer_toolkit.py"), kind, mode, output], output, paths)


def of_peer(command: list[str], output: str, paths: list[str]) -> list[dict]:
    with ThreadPool(2) as pool:
        return pool.map(lambda path: of_peer_once([*command, path], output, path), paths)


def of_peer_once(command: list[str], output: str, path: str) -> dict:
    name = os.path.basename(path)
    said = os.path.join(output, name + ".json")
    if not os.path.exists(said):
        line = {"file": name, "error": f"takes longer than {PEER_SECONDS} s"}
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PEER_SECONDS)
            # Libraries of it print lines of their own before.
            line = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {"file": name, "error": done.stderr.strip()[-200:]}
        except subprocess.TimeoutExpired:
            pass
        os.makedirs(output, exist_ok=True)
        with open(said, "w", encoding="utf-8") as file:
            json.dump(line, file)
    with open(said, encoding="utf-8") as file:
        return json.load(file)
