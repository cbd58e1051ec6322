"""A Dragoman of the tests' own."""

import json
import os
import signal
import subprocess
from pathlib import Path

import deepl


# The folder that collects the logs of all tests, in which scripts/check-logs.sh then looks for what is planted.
LOGS = os.environ.get("DRAGOMAN_TEST_LOGS")


def new_log(folder: Path) -> Path:
    """A file for a server's log: where logs are collected, or else in this folder."""
    if LOGS:
        return Path(LOGS) / f"python-{os.getpid()}-{folder.name}.log"
    return folder / "log"


def plant(words: str) -> None:
    """Says that no log may have these words."""
    if LOGS:
        planted = Path(LOGS) / "planted"
        planted.mkdir(exist_ok=True)
        with open(planted / f"python-{os.getpid()}", "a") as file:
            file.write(f"{words}\n")


class Dragoman:
    """An installation with a running server."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DRAGOMAN_", "DEEPL_"))
        }
        self._log = open(new_log(folder), "w+")
        self._environment["DRAGOMAN_MODELS__OFFLINE"] = "true"
        self._server = subprocess.Popen(
            self._command("serve", "--init", "--listen", "127.0.0.1:0"),
            cwd=folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        first_line = self._server.stdout.readline()
        assert first_line.startswith("Dragoman listens on http://"), self.log()
        self.address = first_line.split()[-1]

    def _command(self, *arguments: str) -> list[str]:
        return [os.environ["DRAGOMAN"], *arguments, "--data-dir", str(self._folder / "data")]

    def run(self, *arguments: str) -> str:
        """Runs a command on the installation and gives what it prints."""
        return subprocess.run(
            self._command(*arguments),
            cwd=self._folder,
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def client(self, *options: str) -> deepl.DeepLClient:
        """A client with a key made with these options of "keys create"."""
        # An account that is named need not be there yet.
        new = ["--new-account"] if "--account" in options else []
        key = json.loads(self.run("keys", "create", "--json", *options, *new))["key"]
        plant(key)
        return deepl.DeepLClient(key, server_url=self.address)

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> int:
        self._server.send_signal(signal.SIGTERM)
        self._server.communicate()
        return self._server.returncode
