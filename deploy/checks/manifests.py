"""Whether what is in deploy/kubernetes is valid for several versions of Kubernetes, fits together and keeps to the rules
that we have for pods; and, with --chart FOLDER, the same of what the Helm chart makes, which with its own values must be
what is in deploy/kubernetes.

    manifests.py
    manifests.py --chart FOLDER      a folder with VARIANT.yaml for each set of values, "default" among them
"""

import sys
import tomllib
from pathlib import Path

import kubernetes_validate
import yaml
from common import DEPLOY, check, end, fault

# The oldest that is meant, one between, and the newest that the schemas know.
VERSIONS = ["1.27", "1.32", "1.37"]
FOLDER = DEPLOY / "kubernetes"
# Kinds of others, of which there are no schemas here.
FOREIGN = {"ServiceMonitor"}


def documents(path):
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def name_of(document):
    return f"{document['kind']} {document['metadata']['name']}"


def check_schema(where, document):
    if document["kind"] in FOREIGN:
        return
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            fault(f"{where}: {name_of(document)} for {version}: {error.message}")


def check_pod(where, deployment):
    pod = deployment["spec"]["template"]["spec"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]

    def rule(condition, text):
        check(condition, f"{where}: {name_of(deployment)}: {text}")

    selector = deployment["spec"]["selector"]["matchLabels"]
    rule(selector.items() <= labels.items(), "it does not select its own pods")
    context = pod["securityContext"]
    rule(context["runAsNonRoot"] is True and context["runAsUser"] > 0, "it may run as root")
    rule(context["seccompProfile"] == {"type": "RuntimeDefault"}, "no seccomp profile")
    rule(pod["automountServiceAccountToken"] is False, "it has a token of Kubernetes")
    for constraint in pod["topologySpreadConstraints"]:
        rule(constraint["labelSelector"]["matchLabels"].items() <= labels.items(), "others are spread")
    for container in pod["containers"]:
        own = container["securityContext"]
        rule(own["allowPrivilegeEscalation"] is False, "privileges can be gained")
        rule(own["readOnlyRootFilesystem"] is True, "the root file system can be written")
        rule(own["capabilities"] == {"drop": ["ALL"]}, "it has capabilities")
        rule("limits" in container["resources"] and "memory" in container["resources"]["limits"], "memory has no limit")
        rule("requests" in container["resources"], "it asks for no resources")
        tag = container["image"].rpartition(":")[2]
        rule(tag not in ("", "latest") and "/" not in tag, "the image has no version")
        ports = {port["name"] for port in container["ports"]}
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            get = container[probe]["httpGet"]
            rule(get["port"] == "monitoring" and get["port"] in ports, f"{probe} asks another port")
            rule(get["path"] == ("/health/live" if probe == "livenessProbe" else "/health/ready"), f"{probe} asks another path")
        role = container["args"][container["args"].index("--role") + 1]
        rule(("http" in ports) == (role != "worker"), "a worker answers nothing, and others do")
        volumes = {volume["name"] for volume in pod["volumes"]}
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        rule(volumes == mounted, f"volumes that are not used, or not there: {volumes ^ mounted}")


def check_together(where, objects):
    """What names what."""
    by_kind = {}
    for document in objects:
        by_kind.setdefault(document["kind"], {})[document["metadata"]["name"]] = document
    deployments = by_kind["Deployment"]
    pods = {name: one["spec"]["template"]["metadata"]["labels"] for name, one in deployments.items()}
    for deployment in deployments.values():
        check_pod(where, deployment)
        spec = deployment["spec"]["template"]["spec"]
        check(spec["serviceAccountName"] in by_kind["ServiceAccount"], f"{where}: there is no such service account")
        for volume in spec["volumes"]:
            if "configMap" in volume:
                check(volume["configMap"]["name"] in by_kind["ConfigMap"], f"{where}: there is no such config map")
    for service in by_kind["Service"].values():
        selected = [name for name, labels in pods.items() if service["spec"]["selector"].items() <= labels.items()]
        check(selected, f"{where}: {name_of(service)} selects no pods")
        for name in selected:
            ports = {port["name"] for port in deployments[name]["spec"]["template"]["spec"]["containers"][0]["ports"]}
            for port in service["spec"]["ports"]:
                check(port["targetPort"] in ports, f"{where}: {name_of(service)}: the pods of {name} have no port {port['targetPort']}")
    for scaler in by_kind.get("HorizontalPodAutoscaler", {}).values():
        target = deployments.get(scaler["spec"]["scaleTargetRef"]["name"])
        check(target is not None, f"{where}: {name_of(scaler)} scales nothing")
        check(target is None or "replicas" not in target["spec"], f"{where}: {name_of(scaler)} would be undone")
        check(scaler["spec"]["minReplicas"] <= scaler["spec"]["maxReplicas"], f"{where}: {name_of(scaler)}: minReplicas")
    for budget in by_kind["PodDisruptionBudget"].values():
        selector = budget["spec"]["selector"]["matchLabels"].items()
        check(any(selector <= labels.items() for labels in pods.values()), f"{where}: {name_of(budget)} is for no pods")
    for ingress in by_kind.get("Ingress", {}).values():
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                service = path["backend"]["service"]
                there = by_kind["Service"].get(service["name"])
                names = {port["name"] for port in there["spec"]["ports"]} if there else set()
                check(service["port"]["name"] in names, f"{where}: {name_of(ingress)} leads nowhere")
    for map_ in by_kind["ConfigMap"].values():
        options = tomllib.loads(map_["data"]["dragoman.toml"])
        server = options["server"]
        for deployment in deployments.values():
            pod = deployment["spec"]["template"]["spec"]
            grace = pod["terminationGracePeriodSeconds"]
            needed = server["drain_delay_seconds"] + server["drain_timeout_seconds"]
            check(grace >= needed + 5, f"{where}: {name_of(deployment)}: {grace} s are too short to end in")
            readiness = pod["containers"][0]["readinessProbe"]
            noticed = readiness["periodSeconds"] * readiness["failureThreshold"]
            check(server["drain_delay_seconds"] > noticed, f"{where}: nobody notices in time that a pod is not ready")


# What the chart adds to names.
ADDED_LABELS = {"helm.sh/chart", "app.kubernetes.io/managed-by", "app.kubernetes.io/version"}


def plain(document):
    """An object without what the chart adds and what is said in other words."""
    if document["kind"] == "ConfigMap":
        return tomllib.loads(document["data"]["dragoman.toml"])
    document = yaml.safe_load(yaml.safe_dump(document))
    metadata = document["metadata"]
    metadata["labels"] = {name: value for name, value in metadata.get("labels", {}).items() if name not in ADDED_LABELS}
    if document["kind"] == "Deployment":
        document["spec"]["template"]["metadata"].pop("annotations", None)
    return document


def differences(path, one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys(), key=str):
            yield from differences(f"{path}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other)):
            yield from differences(f"{path}[{number}]", left, right)
    elif one != other:
        yield f"{path}: {one!r} and {other!r}"


def of_folder():
    kustomization = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
    files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml", "secrets.example.yaml"}
    check(set(kustomization["resources"]) == files, "kustomization.yaml does not have the files that are there")
    objects = [document for name in kustomization["resources"] for document in documents(FOLDER / name)]
    for document in objects + documents(FOLDER / "secrets.example.yaml"):
        check_schema("deploy/kubernetes", document)
        namespace = document["metadata"].get("namespace")
        check(document["kind"] == "Namespace" or namespace == "dragoman", f"{name_of(document)} is in another namespace")
    check_together("deploy/kubernetes", objects)
    secrets = {document["metadata"]["name"]: document for document in documents(FOLDER / "secrets.example.yaml")}
    for document in objects:
        if document["kind"] == "Deployment":
            spec = document["spec"]["template"]["spec"]
            for variable in spec["containers"][0]["env"]:
                if "valueFrom" in variable:
                    reference = variable["valueFrom"]["secretKeyRef"]
                    there = secrets.get(reference["name"], {})
                    keys = (there.get("data") or {}).keys() | (there.get("stringData") or {}).keys()
                    check(reference["key"] in keys, f"secrets.example.yaml has no {reference['name']}/{reference['key']}")
            for volume in spec["volumes"]:
                if "secret" in volume:
                    check(volume["secret"]["secretName"] in secrets, f"secrets.example.yaml has no {volume['secret']}")
    return objects


def of_chart(folder, objects):
    number = 0
    for path in sorted(folder.glob("*.yaml")):
        rendered = documents(path)
        number += 1
        for document in rendered:
            check_schema(f"chart, {path.stem}", document)
        check_together(f"chart, {path.stem}", rendered)
        if path.stem == "default":
            ours = {name_of(one): plain(one) for one in objects if one["kind"] != "Namespace"}
            theirs = {name_of(one): plain(one) for one in rendered}
            check(ours.keys() == theirs.keys(), f"the chart and deploy/kubernetes have other objects: {ours.keys() ^ theirs.keys()}")
            for name in sorted(ours.keys() & theirs.keys()):
                for difference in differences(name, ours[name], theirs[name]):
                    fault(f"deploy/kubernetes and the chart differ: {difference}")
    check(number > 1, f"{folder} has only {number} sets")
    return number


def main():
    objects = of_folder()
    if len(sys.argv) == 3 and sys.argv[1] == "--chart":
        number = of_chart(Path(sys.argv[2]), objects)
        end(f"{number} sets of values make valid objects, and those of the chart are those of deploy/kubernetes")
    else:
        end(f"{len(objects)} objects are valid for Kubernetes {', '.join(VERSIONS)} and fit together")


main()
