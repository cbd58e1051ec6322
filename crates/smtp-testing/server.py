"""An SMTP server on a free port of the loopback, for tests.

It prints one JSON object a line: first its port, then every mail whose content arrived, before it
answers. It ends when its standard input is closed, and so with whoever started it.
"""

import argparse
import asyncio
import email
import email.policy
import json
import logging
import os
import ssl
import sys
import threading
import warnings

from aiosmtpd.smtp import SMTP, AuthResult


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encryption", choices=["none", "starttls", "tls"], default="none")
    parser.add_argument("--certificate", help="PEM file with the chain, for starttls and tls")
    parser.add_argument("--key", help="PEM file with the private key, for starttls and tls")
    parser.add_argument("--user", help="who must log in; nobody need if it is not given")
    parser.add_argument("--password", help="what that user's password is")
    parser.add_argument(
        "--answer", nargs=2, action="append", default=[], metavar=("RECIPIENT", "ANSWER"),
        help="what RCPT TO is answered for a recipient, such as \"550 nobody here\"",
    )
    parser.add_argument("--content-answer", help="what the content of a mail is answered")
    parser.add_argument("--close-after-data", action="store_true",
                        help="closes the connection instead of answering the content")
    parser.add_argument("--inject-after-starttls", action="store_true",
                        help="sends an unencrypted answer too many behind that to STARTTLS")
    parser.add_argument("--long-line", action="store_true",
                        help="greets with a line that never ends")
    parser.add_argument("--silent", action="store_true", help="accepts connections, says nothing")
    return parser.parse_args()


def announce(value):
    print(json.dumps(value), flush=True)


class Handler:
    def __init__(self, options):
        self.options = options
        self.answers = dict(options.answer)

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        answer = self.answers.get(address)
        if answer is not None:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.options.content_answer is not None:
            return self.options.content_answer
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        announce({
            "client": session.host_name,
            "encrypted": server.transport.get_extra_info("ssl_object") is not None,
            "user": session.auth_data.login.decode() if session.authenticated else None,
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "text": message.get_content().replace("\r\n", "\n"),
            "source": envelope.content.decode("latin-1"),
        })
        if self.options.close_after_data:
            server.transport.abort()
        return "250 OK"


class Server(SMTP):
    inject = False

    async def push(self, status):
        if self.inject and status.startswith("220 Ready"):
            status += "\r\n250 AUTH PLAIN"
        await super().push(status)


def authenticator(options):
    def check(server, session, envelope, mechanism, data):
        if (data.login, data.password) == (options.user.encode(), options.password.encode()):
            return AuthResult(success=True, auth_data=data)
        # As indiscreet as a server can be.
        return AuthResult(success=False, handled=False,
                          message=f"535 wrong password: {data.password.decode()}")
    return check


def protocol(options, context):
    server = Server(
        Handler(options),
        hostname="localhost",
        tls_context=context if options.encryption == "starttls" else None,
        require_starttls=options.encryption == "starttls",
        auth_required=options.user is not None,
        auth_require_tls=options.encryption == "starttls",
        authenticator=authenticator(options) if options.user is not None else None,
    )
    server.inject = options.inject_after_starttls
    return server


async def endless(reader, writer):
    try:
        writer.write(b"220 ")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()
    except ConnectionError:
        pass


async def silent(reader, writer):
    await reader.read()
    writer.close()


async def serve(options):
    context = None
    if options.encryption != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)
    if options.silent or options.long_line:
        answer = silent if options.silent else endless
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
    else:
        server = await asyncio.get_running_loop().create_server(
            lambda: protocol(options, context), "127.0.0.1", 0,
            ssl=context if options.encryption == "tls" else None,
        )
    announce({"port": server.sockets[0].getsockname()[1]})
    await server.serve_forever()


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    # It complains of what tests want: logins without encryption, clients that break off.
    warnings.simplefilter("ignore")
    logging.getLogger("mail").setLevel(logging.CRITICAL)
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    asyncio.run(serve(arguments()))
