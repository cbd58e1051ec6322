"""Several machines that share their data, behind a proxy: in place of one server, for the same tests."""

import os
import socket
import subprocess
import uuid
from pathlib import Path
from urllib.parse import urlsplit

from installation import Dragoman, new_log

# The programs that serve a database and an object storage; without them the tests have one server.
TOOLS = os.environ.get("DRAGOMAN_MACHINES")

BUCKET = "dragoman"
ACCESS_KEY, SECRET_KEY = "clients", "clients-secret"

PROXY = """
global
    maxconn 1000
defaults
    mode http
    timeout connect 5s
    timeout client 120s
    timeout server 120s
frontend interface
    bind fd@{descriptor}
    default_backend copies
backend copies
    balance roundrobin
    option httpchk GET /health/ready
{servers}
"""


class Tool:
    """A server beside Dragoman."""

    def __init__(self, name: str, *arguments: str):
        credentials = {"AWS_ACCESS_KEY_ID": ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": SECRET_KEY}
        self._process = subprocess.Popen(
            [Path(TOOLS) / name, *arguments],
            env=os.environ | credentials,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._process.stdout.readline().strip()
        assert self.address, f"{name} does not start"

    def stop(self) -> None:
        # One of them ends with its input, so that it can remove what it has.
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()


class SharedData:
    """A database server and an object storage."""

    def __init__(self, folder: Path):
        self._postgres = Tool("postgres-server")
        self._objects = Tool("s3-server", str(folder), BUCKET)
        self.endpoint = self._objects.address

    def database(self) -> str:
        """A new database."""
        name = f"clients_{uuid.uuid4().hex}"
        url = self._postgres.address
        subprocess.run(["psql", "--quiet", url, "--command", f"CREATE DATABASE {name}"], check=True)
        return urlsplit(url)._replace(path=f"/{name}").geturl()

    def stop(self) -> None:
        self._objects.stop()
        self._postgres.stop()


class Machines(Dragoman):
    """An installation of two copies behind HAProxy, which gives each request to the next of them."""

    def __init__(self, folder: Path, shared: SharedData):
        self._shared = shared
        super().__init__(folder)

    def _start(self) -> None:
        secrets = self._folder / "secrets"
        secrets.mkdir()
        self._environment |= {
            "DRAGOMAN_DATA__DATABASE": self._shared.database(),
            "DRAGOMAN_DATA__OBJECTS": f"s3://{BUCKET}/{uuid.uuid4().hex}",
            "DRAGOMAN_DATA__SECRETS_FOLDER": str(secrets),
            "DRAGOMAN_DATA__S3__ENDPOINT": self._shared.endpoint,
            "DRAGOMAN_DATA__S3__REGION": "us-east-1",
            "DRAGOMAN_DATA__S3__ALLOW_HTTP": "true",
            "DRAGOMAN_DATA__S3__ACCESS_KEY_ID": ACCESS_KEY,
            "DRAGOMAN_DATA__S3__SECRET_ACCESS_KEY": SECRET_KEY,
        }
        self._data = self._folder / "commands"
        self._servers = [self._server(self._folder / f"copy-{number}") for number in (1, 2)]
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.set_inheritable(True)
        descriptor = self._listener.fileno()
        configuration = self._folder / "proxy.cfg"
        servers = (
            f"    server copy{number} {urlsplit(server.address).netloc} check port {urlsplit(server.monitoring).port}"
            for number, server in enumerate(self._servers)
        )
        configuration.write_text(PROXY.format(descriptor=descriptor, servers="\n".join(servers)))
        self._proxy = subprocess.Popen(
            ["haproxy", "-W", "-f", str(configuration)],
            pass_fds=[descriptor],
            stdout=open(new_log(self._folder, "proxy"), "w"),
            stderr=subprocess.STDOUT,
        )
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def stop(self) -> int:
        self._proxy.terminate()
        self._proxy.wait()
        self._listener.close()
        return super().stop()
