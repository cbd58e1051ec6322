"""Makes the objects of the Helm chart with its own values and with others, one file for each set, by the program "helm"
where there is one, or else by its library.

    chart.py FOLDER
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from common import DEPLOY, check, end, fault

CHART = DEPLOY / "helm/dragoman"
NAME = NAMESPACE = "dragoman"

VARIANTS = {
    "default": {},
    "without-workers": {"worker": {"enabled": False}},
    "fixed": {
        "interface": {"autoscaling": {"enabled": False}, "replicas": 3},
        "worker": {"autoscaling": {"enabled": False}},
    },
    "by-queues": {
        "interface": {"autoscaling": {"targetQueueTokens": 5000}},
        "worker": {"autoscaling": {"targetQueuedDocuments": 20}},
    },
    "everything": {
        "fullnameOverride": "translation",
        "image": {"tag": "0.2.0"},
        "imagePullSecrets": [{"name": "registry"}],
        "extraEnv": [{"name": "DRAGOMAN_MODELS__OFFLINE", "value": "true"}],
        "interface": {
            "nodeSelector": {"kubernetes.io/arch": "amd64"},
            "tolerations": [{"key": "translation", "operator": "Exists"}],
            "podAnnotations": {"example.com/note": "yes"},
        },
        "serviceAccount": {"annotations": {"example.com/role": "objects"}},
        "ingress": {"annotations": {"example.com/timeout": "120"}},
        "networkPolicy": {
            "extraEgress": [
                {"to": [{"ipBlock": {"cidr": "10.1.0.0/16"}}], "ports": [{"protocol": "TCP", "port": 465}]}
            ]
        },
        "serviceMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
    },
    "little": {
        "database": {"certificateAuthority": False},
        "objects": {"url": "gs://dragoman", "endpoint": "", "region": ""},
        "ingress": {"enabled": False},
        "networkPolicy": {"enabled": False},
        "configuration": "",
    },
}

# What the schema of the values has to refuse.
REFUSED = [{"objects": {"url": "minio://dragoman"}}, {"trustedProxies": []}, {"worker": {"enable": True}}]


class Program:
    def __init__(self):
        self.name = "helm " + self.run("version", "--short").strip()

    @staticmethod
    def run(*arguments, values=None):
        extra = [] if values is None else ["--values", "-"]
        done = subprocess.run(
            ["helm", *arguments, *extra], input=json.dumps(values or {}), capture_output=True, text=True
        )
        if done.returncode:
            raise ValueError(done.stderr)
        return done.stdout

    def lint(self):
        self.run("lint", "--strict", str(CHART))

    def render(self, values):
        return self.run("template", NAME, str(CHART), "--namespace", NAMESPACE, values=values)


class Library:
    def __init__(self):
        import helm_python

        self.helm = helm_python
        self.name = f"the library of Helm {helm_python.helm_sdk_version()}"
        self.chart = helm_python.Chart.load(CHART)

    def lint(self):
        report = self.helm.lint(CHART, strict=True, namespace=NAMESPACE)
        # Warnings and errors; that a chart may have an icon is neither.
        bad = [message for message in report["messages"] if message["severity"] >= 2]
        if bad or report["errors"]:
            raise ValueError(json.dumps(report))

    def render(self, values):
        try:
            self.chart.validate_schema(values)
            made = self.chart.render(values, name=NAME, namespace=NAMESPACE)
        except self.helm.HelmError as error:
            raise ValueError(str(error)) from error
        return "\n---\n".join(text for path, text in sorted(made.items()) if path.endswith(".yaml"))


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    helm = Program() if shutil.which("helm") else Library()
    try:
        helm.lint()
    except ValueError as error:
        fault(f"lint: {error}")
    for variant, values in VARIANTS.items():
        try:
            (folder / f"{variant}.yaml").write_text(helm.render(values))
        except ValueError as error:
            fault(f"{variant}: {error}")
    for values in REFUSED:
        try:
            helm.render(values)
            check(False, f"the schema of the values takes {values}")
        except ValueError:
            pass
    end(f"{helm.name} made the objects of {len(VARIANTS)} sets of values")


main()
