"""A Dragoman of the tests' own."""

import json
import os
import signal
import subprocess
from pathlib import Path

import deepl


# The folder that collects the logs of all tests, in which scripts/check-logs.sh then looks for what is planted.
LOGS = os.environ.get("DRAGOMAN_TEST_LOGS")


def new_log(folder: Path, name: str) -> Path:
    """A file for a server's log: where logs are collected, or else in this folder."""
    if LOGS:
        return Path(LOGS) / f"python-{os.getpid()}-{folder.name}-{name}.log"
    return folder / f"{name}.log"


def plant(words: str) -> None:
    """Says that no log may have these words."""
    if LOGS:
        planted = Path(LOGS) / "planted"
        planted.mkdir(exist_ok=True)
        with open(planted / f"python-{os.getpid()}", "a") as file:
            file.write(f"{words}\n")


class Server:
    """A server that runs."""

    def __init__(self, folder: Path, data: Path, environment: dict[str, str]):
        self._log = open(new_log(folder, data.name), "w+")
        self._process = subprocess.Popen(
            [os.environ["DRAGOMAN"], "serve", "--init", "--listen", "127.0.0.1:0", "--data-dir", str(data)],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.address = self._address("Dragoman listens on ")
        self.monitoring = self._address("Health and metrics are on ")

    def _address(self, beginning: str) -> str:
        line = self._process.stdout.readline()
        assert line.startswith(f"{beginning}http://"), self.log()
        return line.split()[-1]

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate()
        return self._process.returncode


class Dragoman:
    """An installation with a running server."""

    def __init__(self, folder: Path, **options: str):
        """One in this folder, with options of the configuration by their variables' names, such as KEYS__LEGACY_REQUESTS."""
        self._folder = folder
        self._environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DRAGOMAN_", "DEEPL_"))
        }
        self._environment["DRAGOMAN_MODELS__OFFLINE"] = "true"
        self._environment |= {f"DRAGOMAN_{name}": value for name, value in options.items()}
        self._start()

    def _start(self) -> None:
        self._data = self._folder / "data"
        self._servers = [self._server(self._data)]
        self.address = self._servers[0].address

    def _server(self, data: Path) -> Server:
        return Server(self._folder, data, self._environment)

    def run(self, *arguments: str) -> str:
        """Runs a command on the installation and gives what it prints."""
        return subprocess.run(
            [os.environ["DRAGOMAN"], *arguments, "--data-dir", str(self._data)],
            cwd=self._folder,
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def key(self, *options: str) -> str:
        """A key made with these options of "keys create"."""
        # An account that is named need not be there yet.
        new = ["--new-account"] if "--account" in options else []
        key = json.loads(self.run("keys", "create", "--json", *options, *new))["key"]
        plant(key)
        return key

    def client(self, *options: str) -> deepl.DeepLClient:
        """A client with a key made with these options of "keys create"."""
        return deepl.DeepLClient(self.key(*options), server_url=self.address)

    def log(self) -> str:
        return "\n".join(server.log() for server in self._servers)

    def stop(self) -> int:
        return max(server.stop() for server in self._servers)
