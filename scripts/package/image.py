"""Writes an image of one layer: "image.py LAYER.tar FOLDER --architecture A --version V --user N --created SECONDS".

The folder is a layout of the Open Container Initiative, with a manifest.json beside it that names the same
files as archives of Docker do: every engine finds the one that it knows. The same layer gives the same image.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import shutil
import time

SECOND = 1_000_000_000


def configuration(arguments, digest):
    """What is run, as whom and with what. The health check is Docker's addition to the format."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(arguments.created))
    user = f"{arguments.user}:{arguments.user}"
    return {
        "created": created,
        "architecture": arguments.architecture,
        "os": "linux",
        "config": {
            "User": user,
            "ExposedPorts": {"8080/tcp": {}, "8081/tcp": {}},
            "Env": [
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "DRAGOMAN_DATA__FOLDER=/var/lib/dragoman",
                "DRAGOMAN_SERVER__MONITORING_LISTEN=0.0.0.0:8081",
            ],
            "Entrypoint": ["/usr/bin/dragoman"],
            "Cmd": ["serve"],
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/dragoman", "health"],
                "Interval": 10 * SECOND,
                "Timeout": 3 * SECOND,
                "StartPeriod": 60 * SECOND,
                "Retries": 3,
            },
            "Volumes": {"/var/lib/dragoman": {}},
            "WorkingDir": "/var/lib/dragoman",
            "Labels": {
                "org.opencontainers.image.title": "Dragoman",
                "org.opencontainers.image.version": arguments.version,
                "org.opencontainers.image.created": created,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
            "StopSignal": "SIGTERM",
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]},
        "history": [{"created": created, "created_by": "scripts/package/image.sh"}],
    }


class Blobs:
    """Files that are named by what is in them."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)

    def add(self, content, media_type):
        """What refers to the bytes."""
        digest = hashlib.sha256(content).hexdigest()
        (self.folder / digest).write_bytes(content)
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content)}

    def add_compressed(self, path, level, media_type):
        """What refers to a file once it is compressed, and the digest of what it was before."""
        plain = hashlib.sha256()
        draft = self.folder / "draft"
        with open(path, "rb") as source, open(draft, "wb") as target:
            # Without a name and a time, which would be part of it.
            with gzip.GzipFile(filename="", mode="wb", compresslevel=level, fileobj=target, mtime=0) as packed:
                while block := source.read(1 << 20):
                    plain.update(block)
                    packed.write(block)
        with open(draft, "rb") as packed:
            digest = hashlib.file_digest(packed, "sha256").hexdigest()
        reference = {"mediaType": media_type, "digest": f"sha256:{digest}", "size": draft.stat().st_size}
        draft.rename(self.folder / digest)
        return reference, plain.hexdigest()


def to_json(value):
    return json.dumps(value, indent=1, sort_keys=True).encode()


def place(reference):
    """Where a blob is, in the archive."""
    return "blobs/" + reference["digest"].replace(":", "/")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("layer")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--created", required=True, type=int)
    parser.add_argument("--level", default=6, type=int)
    arguments = parser.parse_args()

    media = "application/vnd.oci.image."
    shutil.rmtree(arguments.folder, ignore_errors=True)
    blobs = Blobs(arguments.folder / "blobs/sha256")
    layer, digest = blobs.add_compressed(arguments.layer, arguments.level, media + "layer.v1.tar+gzip")
    config = blobs.add(to_json(configuration(arguments, digest)), media + "config.v1+json")
    manifest = {"schemaVersion": 2, "mediaType": media + "manifest.v1+json", "config": config, "layers": [layer]}
    reference = blobs.add(to_json(manifest), media + "manifest.v1+json")
    reference["annotations"] = {
        "io.containerd.image.name": f"localhost/dragoman:{arguments.version}",
        "org.opencontainers.image.ref.name": arguments.version,
    }
    reference["platform"] = {"architecture": arguments.architecture, "os": "linux"}
    index = {"schemaVersion": 2, "mediaType": media + "index.v1+json", "manifests": [reference]}
    (arguments.folder / "index.json").write_bytes(to_json(index))
    (arguments.folder / "oci-layout").write_bytes(to_json({"imageLayoutVersion": "1.0.0"}))
    archive = {"Config": place(config), "RepoTags": [f"localhost/dragoman:{arguments.version}"], "Layers": [place(layer)]}
    (arguments.folder / "manifest.json").write_bytes(to_json([archive]))


main()
