"""Makes the seeds and the dictionary of each target for documents: seeds.py OUTPUT TARGET...

Seeds are the small documents in crates/documents/testdata and, where DRAGOMAN_DOCUMENT_DATA names a folder with a
folder for each format in it, those in there. Of formats in archives, each part of the small package in
testdata/packages is a seed, too, and so are the parts of each document. Dictionaries have the strings in the filter's
code, which are the names that it knows, and the tags in the seeds.
"""

import collections
import contextlib
import hashlib
import os
import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CRATE = HERE.parent / "crates" / "documents"
LARGEST = 12_000
PART = b"\xff\xff"
SHARED = {
    **dict.fromkeys(("docx", "pptx", "xlsx"), ("office", "xml")),
    **dict.fromkeys(("xml", "dita"), ("xml", "xml_document")),
    "idml": ("xml",),
    "xliff": ("xml",),
    "html": ("tags.rs", "values.rs"),
    "json": ("tags.rs", "values.rs"),
    "srt": ("tags.rs", "lines.rs"),
    "txt": ("lines.rs",),
}
FOLDERS = {"xliff": ("xliff", "xlf"), "html": ("html", "htm")}


def packaged(parts):
    return b"".join(PART + name.encode() + b"\n" + content for name, content in parts)


def parts_of(path):
    # Some documents are damaged, or another format in truth.
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels", "mimetype")):
                content = archive.read(name)
                if len(content) <= LARGEST // 2:
                    yield name, content


def seeds(target):
    sources = [CRATE / "testdata" / target]
    if data := os.environ.get("DRAGOMAN_DOCUMENT_DATA"):
        sources += [pathlib.Path(data) / folder for folder in FOLDERS.get(target, (target,))]
    package = CRATE / "testdata" / "packages" / target
    is_archive = package.is_dir()
    for path in sorted(path for source in sources for path in source.glob("*")):
        content = path.read_bytes()
        if len(content) <= LARGEST:
            yield content
        elif target in ("srt", "txt"):
            yield content[: LARGEST // 4]
        if is_archive:
            parts = []
            for part in parts_of(path):
                if len(packaged([*parts, part])) <= LARGEST:
                    parts.append(part)
            yield packaged(parts)
    for path in sorted(path for path in package.rglob("*") if path.is_file()):
        name = path.relative_to(package).as_posix()
        yield packaged([(name, path.read_bytes())])


def words(target, contents):
    code = CRATE / "src"
    module = {"srt": "srt", "txt": "txt", "xml": "xml_document"}.get(target, target)
    files = [code / name for name in (module, *SHARED.get(target, ()))]
    for path in files:
        for file in [path] if path.is_file() else sorted(path.rglob("*.rs")):
            text = file.read_text().partition("#[cfg(test)]")[0]
            text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
            for word in re.findall(r'"((?:[^"\\\n])+)"', text):
                # Sentences are messages.
                if word.count(" ") < 2:
                    yield word.encode()
    common = collections.Counter()
    for content in contents:
        common.update(re.findall(rb"</?[\w:.-]+|[\w:.-]+=\"|&\w+;|xmlns[^\s>]*", content))
    yield from (word for word, _ in common.most_common(200))


def escaped(word):
    keep = set(range(0x20, 0x7F)) - {ord('"'), ord("\\")}
    return "".join(chr(byte) if byte in keep else f"\\x{byte:02x}" for byte in word)


def main():
    output = pathlib.Path(sys.argv[1])
    for target in sys.argv[2:]:
        folder = output / target
        folder.mkdir(parents=True, exist_ok=True)
        contents = list(seeds(target))
        for content in contents:
            name = hashlib.sha256(content).hexdigest()[:16]
            (folder / name).write_bytes(content)
        unique = sorted({word for word in words(target, contents) if 1 < len(word) <= 90})
        lines = [f'"{escaped(word)}"\n' for word in [*unique, PART]]
        (output / f"{target}.dict").write_text("".join(lines))


main()
