"""Whether every metric that the dashboard and the alerts name is one that the program has, of the kind that the expression
takes it for and with the labels that it asks for; and whether the dashboard is one.

    metrics.py EXPRESSIONS [KIND:NAME[{LABELS}] ...]

EXPRESSIONS is a file to write, rules for promtool with every expression of the dashboard. What follows are metrics that the
program does not have yet.
"""

import json
import re
import sys

import yaml
from common import DEPLOY, ROOT, check, end, fault

DESCRIPTIONS = ROOT / "crates/http/src/monitoring/descriptions.rs"
MANUAL = ROOT / "docs/operations.md"
DASHBOARD = DEPLOY / "grafana/dragoman.json"
ALERTS = DEPLOY / "prometheus/alerts.yaml"
TESTS = DEPLOY / "prometheus/alerts_test.yaml"

NAME = re.compile(r"\b(?:dragoman|process)_[a-z_]+\b")
# What Prometheus adds to every series, or to those of histograms.
LABELS_OF_PROMETHEUS = {"job", "instance", "le", "role"}


def described():
    """The metrics of the program, each with its kind."""
    text = DESCRIPTIONS.read_text().split("#[cfg(test)]")[0]
    kinds = {}
    for kind, block in re.findall(r"const (COUNTERS|GAUGES|HISTOGRAMS):.*?= \[(.*?)\n\];", text, re.S):
        for name in re.findall(r'\(\s*"((?:dragoman|process)_[a-z_]+)"', block):
            kinds[name] = kind.lower().rstrip("s")
    check(len(kinds) > 40, f"{DESCRIPTIONS} is not understood: {len(kinds)} metrics")
    return kinds


def labels_of_the_manual():
    """The labels that the table of the manual names for each metric."""
    labels = {}
    for line in MANUAL.read_text().splitlines():
        if line.startswith("| `"):
            for name, inside in re.findall(r"`((?:dragoman|process)_[a-z_]+)(?:\{([a-z_,=\"]*)\})?`", line.split(" | ")[0]):
                labels.setdefault(name, set()).update(re.findall(r"[a-z_]+(?==|,|$)", inside))
    return labels


def coming(arguments):
    kinds, labels = {}, {}
    for argument in arguments:
        kind, name, inside = re.fullmatch(r"([a-z]+):([a-z_]+)(?:\{([a-z_,]*)\})?", argument).groups()
        kinds[name] = kind
        labels[name] = set(filter(None, (inside or "").split(",")))
    return kinds, labels


def metric_of(word, kinds):
    """The metric that a word of an expression belongs to, and what of a histogram it is."""
    for ending in ("_bucket", "_sum", "_count"):
        name = word.removesuffix(ending)
        if name != word and kinds.get(name) == "histogram":
            return name, ending
    return word, ""


def check_expression(where, expression, kinds, labels):
    # Within quotation marks there are values, not names.
    bare = re.sub(r'"[^"]*"', '""', expression)
    found = 0
    for match in NAME.finditer(bare):
        name, ending = metric_of(match[0], kinds)
        if name not in kinds:
            fault(f"{where}: there is no metric {match[0]}")
            continue
        found += 1
        kind = kinds[name]
        check((kind == "histogram") == bool(ending), f"{where}: {match[0]} is a {kind}")
        rest = bare[match.end() :]
        selector = re.match(r"\{([^}]*)\}", rest)
        asked = set(re.findall(r"([a-z_]+)\s*(?:=~|!~|!=|=)", selector[1])) if selector else set()
        rest = rest[selector.end() :] if selector else rest
        is_range = rest.lstrip().startswith("[")
        before = bare[: match.start()]
        over = re.search(r"([a-z_]+)\($", before)
        function = over[1] if over else ""
        if is_range and function != "changes":
            check(kind != "gauge", f"{where}: {function} of the gauge {name}")
        if kind == "counter" and not is_range:
            fault(f"{where}: the counter {name} without rate or increase")
        known = labels.get(name, set()) | LABELS_OF_PROMETHEUS
        check(asked <= known, f"{where}: {name} has no label {', '.join(sorted(asked - known))}")
    check(found > 0 or "up{" in bare, f"{where}: the expression names no metric")
    by = {label for group in re.findall(r"\bby \(([^)]*)\)", bare) for label in group.replace(" ", "").split(",")}
    names = {metric_of(match[0], kinds)[0] for match in NAME.finditer(bare)}
    known = set().union(LABELS_OF_PROMETHEUS, *(labels.get(name, set()) for name in names))
    check(by <= known, f"{where}: nothing has the label {', '.join(sorted(by - known))}")


def dashboard():
    """Checks what Grafana would not say, and gives the expressions with where they are."""
    board = json.loads(DASHBOARD.read_text())
    check(board["schemaVersion"] >= 39, "the dashboard's schema is old")
    panels = board["panels"]
    ids = [panel["id"] for panel in panels]
    check(len(ids) == len(set(ids)), "two panels have one id")
    taken = set()
    expressions = []
    for panel in panels:
        place, title = panel["gridPos"], panel["title"]
        check(place["x"] + place["w"] <= 24, f"the panel {title} is outside")
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        check(not cells & taken, f"the panel {title} lies on another")
        taken |= cells
        if panel["type"] == "row":
            continue
        check(panel["targets"], f"the panel {title} shows nothing")
        for target in panel["targets"]:
            check(target["datasource"]["uid"] == "${datasource}", f"the panel {title} has a source of its own")
            expressions.append((f"panel {title}", target["expr"]))
    for annotation in board["annotations"]["list"]:
        if "expr" in annotation:
            expressions.append((f"annotation {annotation['name']}", annotation["expr"]))
    variables = {variable["name"] for variable in board["templating"]["list"]}
    used = {name for _, expression in expressions for name in re.findall(r"\$\{?([a-z]+)\}?", expression)}
    check(used <= variables, f"the dashboard has no variable {', '.join(sorted(used - variables))}")
    return expressions


def main():
    kinds, labels = described(), labels_of_the_manual()
    new_kinds, new_labels = coming(sys.argv[2:])
    for name in sorted(new_kinds.keys() & kinds.keys()):
        print(f"note: {name} is in {DESCRIPTIONS.name} by now; take it out of the exceptions")
    # What the program says of itself counts.
    kinds = new_kinds | kinds
    labels = {name: new_labels.get(name, set()) | labels.get(name, set()) for name in kinds}

    shown = dashboard()
    rules = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
    for where, expression in shown:
        check_expression(where, expression, kinds, labels)
    for rule in rules:
        check_expression(f"alert {rule['alert']}", rule["expr"], kinds, labels)
        check({"summary"} <= rule["annotations"].keys(), f"alert {rule['alert']} does not say what it is about")

    tests = yaml.safe_load(TESTS.read_text())["tests"]
    fired = {one["alertname"] for test in tests for one in test["alert_rule_test"] if one["exp_alerts"]}
    names = [rule["alert"] for rule in rules]
    check(len(names) == len(set(names)), "two alerts have one name")
    check(fired == set(names), f"alerts that no test sees, or that are not there: {sorted(fired ^ set(names))}")
    for test in tests:
        for series in test["input_series"]:
            name, _ = metric_of(series["series"].split("{")[0], kinds)
            check(name == "up" or name in kinds, f"the test \"{test['name']}\" has a metric that is not there: {name}")

    # The words of Grafana stand for values.
    def plain(expression):
        expression = expression.replace("$__rate_interval", "5m")
        return re.sub(r"\$[a-z]+", ".*", expression)

    recorded = [{"record": f"panel:{number}", "expr": plain(expression)} for number, (_, expression) in enumerate(shown)]
    with open(sys.argv[1], "w") as file:
        json.dump({"groups": [{"name": "dashboard", "rules": recorded}]}, file)
    end(f"{len(shown)} expressions of the dashboard and {len(rules)} alerts name metrics that there are")


main()
