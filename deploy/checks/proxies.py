"""Whether HAProxy, with the files of deploy/, does with copies what it is meant to do, with two that only pretend: a copy
that says it is not ready gets no more requests, and gets some again when it is; one whose port is closed costs no request;
of one that dies with a request in hand nobody else gets the request; if none is ready, their own answer arrives; and
clients cannot say who they are.

    proxies.py PROGRAM
"""

import http.client
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from common import DEPLOY, check, end

# Addresses of the loopback, so that both copies have the same ports.
ADDRESSES = ["127.0.0.2", "127.0.0.3"]
REQUESTS = 40


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        """A proxy that looks whether somebody is there closes the connection without a word."""


class Copy:
    """Pretends to be a copy: it answers with what it was told of the client, and says whether it is ready."""

    def __init__(self, address, port, monitoring):
        self.address, self.port, self.monitoring = address, port, monitoring
        self.ready, self.dies, self.got = True, False, []
        self.start()
        self._serve(monitoring, self._health())

    def start(self):
        self.server = self._serve(self.port, self._interface())

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                # It is closed already.
                pass

    def _serve(self, port, handler):
        server = Server((self.address, port), handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server

    def _interface(self):
        copy = self
        copy.connections = set()

        class Interface(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                copy.connections.add(self.connection)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                copy.got.append(body)
                if copy.dies:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                said = [self.headers.get_all(name) for name in ("X-Forwarded-For", "X-Forwarded-Proto")]
                answer = f"{copy.address} {said}".encode()
                self.send_response(200 if copy.ready else 503)
                self.send_header("Content-Length", str(len(answer)))
                if not copy.ready:
                    self.send_header("Retry-After", "1")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments):
                pass

        return Interface

    def _health(self):
        copy = self

        class Health(BaseHTTPRequestHandler):
            def do_GET(self):
                is_ready = copy.ready and self.path == "/health/ready"
                self.send_response(200 if is_ready else 503)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        return Health


def send(port, number=REQUESTS):
    """Sends requests one after the other: how often each status and each copy answered."""
    answers = Counter()
    for turn in range(number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/v2/translate", f"request {turn}", {"X-Forwarded-For": "203.0.113.9"})
        response = connection.getresponse()
        text = response.read().decode()
        who = text.split(" ")[0] if response.status < 500 or response.getheader("Retry-After") else "proxy"
        answers[response.status, who] += 1
        if response.status == 200:
            check("['127.0.0.1']" in text, f"the client's address arrives as {text}")
        connection.close()
    return answers


def start(program, source, folder, port, copies):
    """Starts the proxy with a file of deploy/, at other addresses, without TLS, user, system log and names."""
    text = source.read_text()
    for number, copy in enumerate(copies, 1):
        text = re.sub(rf"(server copy-{number}(?:-anyway)?) [a-z0-9.-]+:8080", rf"\1 {copy.address}:{copy.port}", text)
    text = text.replace("check port 8081", f"check port {copies[0].monitoring}")
    text = re.sub(r"^resolvers .*\n(?: .*\n)+", "", text, flags=re.M).replace(" resolvers docker init-addr none", "")
    text = re.sub(r"^    (bind .* ssl|http-request redirect|user|group|log /).*\n", "", text, flags=re.M)
    text = re.sub(r"bind :[0-9]+$", f"bind 127.0.0.1:{port}", text, flags=re.M)
    text = re.sub(r"bind 127.0.0.1:8404$", f"bind 127.0.0.1:{free_port()}", text, flags=re.M)
    (folder / "haproxy.cfg").write_text(text)
    log = open(folder / "log", "w")
    proxy = subprocess.Popen([program, "-db", "-f", folder / "haproxy.cfg"], stdout=log, stderr=log)
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return proxy
        except OSError:
            if proxy.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{source} does not start:\n{(folder / 'log').read_text()[-2000:]}")
            time.sleep(0.1)


def try_out(program, source):
    service, monitoring, port = free_port(), free_port(), free_port()
    copies = [Copy(address, service, monitoring) for address in ADDRESSES]
    first, second = copies

    def rule(condition, text):
        check(condition, f"{source.relative_to(DEPLOY)}: {text}")

    with tempfile.TemporaryDirectory() as folder:
        proxy = start(program, source, Path(folder), port, copies)
        try:
            time.sleep(3)
            both = send(port)
            rule(set(both) == {(200, one.address) for one in copies}, f"both ready: {dict(both)}")

            second.ready = False
            time.sleep(6)
            one = send(port)
            rule(set(one) == {(200, first.address)}, f"one not ready: {dict(one)}")

            second.ready = True
            time.sleep(3)
            again = send(port)
            rule(set(again) == {(200, one.address) for one in copies}, f"ready again: {dict(again)}")

            # Its monitoring still says that all is well.
            second.stop()
            gone = send(port)
            rule(set(gone) == {(200, first.address)}, f"a closed port: {dict(gone)}")
            second.start()
            time.sleep(3)

            for copy in copies:
                copy.got, copy.dies = [], True
            dying = send(port, 10)
            got = Counter(body for copy in copies for body in copy.got)
            rule(all(status >= 500 for status, _ in dying), f"copies that die: {dict(dying)}")
            rule(all(times == 1 for times in got.values()), f"a request was sent more than once: {dict(got)}")

            for copy in copies:
                copy.dies, copy.ready = False, False
            time.sleep(6)
            none = send(port, 10)
            rule(set(none) == {(503, one.address) for one in copies}, f"none ready: {dict(none)}")
        finally:
            proxy.terminate()
            proxy.wait(20)


def main():
    program = sys.argv[1]
    sources = [DEPLOY / "haproxy/haproxy.cfg", DEPLOY / "compose/haproxy.cfg"]
    for source in sources:
        try_out(program, source)
    end("the proxies send requests where they are taken, and none twice")


main()
