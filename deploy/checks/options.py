"""Whether every option that deploy/ and its page set is one that the program has, in files of TOML as in variables.

    options.py [OPTION ...]

What follows are options that dragoman.default.toml does not have yet.
"""

import re
import sys
import tomllib

import yaml
from common import DEPLOY, ROOT, check, end

DEFAULTS = ROOT / "dragoman.default.toml"
PAGE = ROOT / "docs/several-machines.md"


def known():
    """Every option of the program as section.option; those without a default stand in comments."""
    options, section = set(), ""
    for line in DEFAULTS.read_text().splitlines():
        if header := re.match(r"\[([a-z_0-9.]+)\]$", line):
            section = header[1]
        elif option := re.match(r"(?:# )?([a-z_0-9]+) = ", line):
            options.add(f"{section}.{option[1]}")
    check(len(options) > 100, f"{DEFAULTS} is not understood: {len(options)} options")
    return options


def of_table(table, before=""):
    for name, value in table.items():
        if isinstance(value, dict):
            yield from of_table(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def of_toml(text):
    return set(of_table(tomllib.loads(text)))


def of_variables(text):
    """DRAGOMAN_SECTION__OPTION, however it is set."""
    names = re.findall(r"\bDRAGOMAN_([A-Z0-9_]+?__[A-Z0-9_]+)\b", text)
    return {name.lower().replace("__", ".") for name in names}


def main():
    found = {}
    for path in sorted(DEPLOY.rglob("*")):
        # What belongs to one installation is not looked at, nor are the checks.
        if path.is_file() and path.relative_to(DEPLOY).parts[0] not in ("secrets", "checks", ".env"):
            text = path.read_text()
            found[path] = of_variables(text)
            if path.suffix == ".toml":
                found[path] |= of_toml(text)
    map_ = DEPLOY / "kubernetes/config-map.yaml"
    found[map_] |= of_toml(yaml.safe_load(map_.read_text())["data"]["dragoman.toml"])
    secrets = DEPLOY / "compose/make-secrets.sh"
    written = re.search(r"<<TOML\n(.*?)\nTOML\n", secrets.read_text(), re.S)[1]
    found[secrets] |= of_toml(re.sub(r"\$\([^)]*\)|\$[a-z_]+", "x", written))
    if PAGE.exists():
        text = PAGE.read_text()
        found[PAGE] = of_variables(text)
        for block in re.findall(r"```toml\n(.*?)```", text, re.S):
            found[PAGE] |= of_toml(block)
        # In the text and the table, `section.option`.
        sections = {option.split(".")[0] for option in known()}
        for word in re.findall(r"`([a-z_]+(?:\.[a-z0-9_]+)+)`", text):
            if word.split(".")[0] in sections and not word.endswith((".toml", ".key", ".env", ".md", ".rs")):
                found[PAGE].add(word)

    options = known() | set(sys.argv[1:])
    number = 0
    for path, names in found.items():
        for name in sorted(names):
            number += 1
            # A whole section may be meant.
            is_known = name in options or any(option.startswith(f"{name}.") for option in options)
            check(is_known, f"{path.relative_to(ROOT)}: there is no option {name}")
    check(number > 40, f"only {number} options were found")
    end(f"{number} settings name options that there are")


main()
