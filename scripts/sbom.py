"""Keeps of a bill of materials what is linked: "cargo tree ... | sbom.py FILE".

cargo-cyclonedx lists what any crate of the workspace may want of a dependency, with optional
packages that the binary is built without. "cargo tree" knows what it is built with; what it names
and the bill lacks is an error.
"""

import json
import os
import sys


def linked(tree):
    """Name and version of each package of "cargo tree --prefix none --format {p}"."""
    packages = set()
    for line in tree:
        words = line.split()
        if len(words) >= 2:
            packages.add((words[0], words[1].removeprefix("v")))
    return packages


def without_folder(value, folder):
    """The same without the path of the folder in which it was built."""
    if isinstance(value, dict):
        return {key: without_folder(part, folder) for key, part in value.items()}
    if isinstance(value, list):
        return [without_folder(part, folder) for part in value]
    return value.replace(folder, "") if isinstance(value, str) else value


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        bill = json.load(file)
    wanted = linked(sys.stdin)
    program = bill["metadata"]["component"]
    wanted.discard((program["name"], program["version"]))
    kept = [part for part in bill["components"] if (part["name"], part["version"]) in wanted]
    missing = wanted - {(part["name"], part["version"]) for part in kept}
    if missing or not kept:
        names = ", ".join(f"{name} {version}" for name, version in sorted(missing))
        sys.exit(f"sbom: linked and not in the bill: {names or 'everything'}")
    references = {part["bom-ref"] for part in kept} | {program["bom-ref"]}
    bill["components"] = kept
    bill["dependencies"] = [
        {**entry, "dependsOn": [name for name in entry.get("dependsOn", []) if name in references]}
        for entry in bill["dependencies"]
        if entry["ref"] in references
    ]
    bill = without_folder(bill, os.getcwd() + "/")
    json.dump(bill, sys.stdout, indent=2, ensure_ascii=False)
    print()
    print(f"sbom: {len(kept)} packages", file=sys.stderr)


if __name__ == "__main__":
    main()
