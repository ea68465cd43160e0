"""The server of the drawing board: one page, its modules, commands by POST, and events, for this machine only.

It listens on 127.0.0.1, where other programs and web pages of others can reach it, too. So every request must name this
address as its host, which a page of another address cannot do; a request of a page must come from our own; and all that
shows or changes the sketch needs the secret key, which is only in the address that the command prints. No path comes
from the browser: modules have fixed names, and files are those of one folder (`sketch_files`).
"""

from __future__ import annotations

import json
import queue
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from nonosat.core.errors import NonosatError, UsageError
from nonosat.drawing_board.file_messages import file_reply, file_request, in_fields
from nonosat.drawing_board.file_processes import NotWanted
from nonosat.drawing_board.opened_file import FileRequest, Opened
from nonosat.drawing_board.page_files import PageFile, page_files
from nonosat.drawing_board.shared_sketch import SharedSketch
from nonosat.drawing_board.sketch_files import saved_file
from nonosat.drawing_board.typed_clues import WrongClue

#: Opens a file as long as a function says that it is wanted; errors are those of `opened_file`.
FileOpener = Callable[[FileRequest, Callable[[], bool]], Opened]

#: Bytes of the longest command, and of the largest file that is opened.
MAX_COMMAND, MAX_FILE = 1_000_000, 20_000_000
#: Seconds after which a server that no tab shows ends, between two signs of life of the events, and for one request.
IDLE_SECONDS, ALIVE_SECONDS, REQUEST_SECONDS = 3600.0, 15.0, 30.0
#: Seconds that the answers to the last requests may take.
LAST_SECONDS = 1.0
#: Connections are refused while there are more threads.
_MAX_THREADS = 100

_INDEX = "/board/index.html"
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
#: A page to play names its own scripts and styles by their hashes.
_PLAY_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class BrowserServer(ThreadingHTTPServer):
    """A server for the tabs that show a sketch.

    Attributes:
        sketch: what they share.
        key: the secret in the address.
        hosts: the names by which it may be asked.
    """

    daemon_threads = True

    def __init__(self, sketch: SharedSketch, open_file: FileOpener, port: int = 0) -> None:
        """Listen on a port.

        Args:
            open_file: for the files that the page sends; it is called in threads.
            port: 0 for any that is free.

        Raises:
            UsageError: the port is not free.
        """
        self.sketch, self.open_file = sketch, open_file
        self.key, self.files = secrets.token_urlsafe(24), page_files()
        self._n_answering, self._progress = 0, threading.Condition()
        try:
            super().__init__(("127.0.0.1", port), _Request)
        except OSError as error:
            raise UsageError(f"port {port}: {error.strerror or error}; choose another one") from None
        self.hosts = tuple(f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost"))

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.hosts[0]}/?key={self.key}"

    def run(self) -> None:
        """Answer requests until a tab asks to end, or no tab has been there for `IDLE_SECONDS`; then tell all tabs."""
        try:
            with suppress(_Ended):
                self.serve_forever(poll_interval=0.1)
        finally:
            self.sketch.close()
            with self._progress:  # the threads that still answer end with this process
                self._progress.wait_for(lambda: not self._n_answering, LAST_SECONDS)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count a request that is being answered."""
        with self._progress:
            self._n_answering += 1
        try:
            yield
        finally:
            with self._progress:
                self._n_answering -= 1
                self._progress.notify_all()

    def service_actions(self) -> None:
        """End between two requests."""
        if self.sketch.is_closed or self.sketch.idle_seconds > IDLE_SECONDS:
            raise _Ended

    def verify_request(self, request: Any, client_address: Any) -> bool:  # noqa: ARG002
        """Refuse a connection while there are too many."""
        return threading.active_count() < _MAX_THREADS

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about connections that were closed."""
        import sys

        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Ended(Exception):
    """The server is to end."""


class _Refused(Exception):
    """A request that is refused, with a sentence that says why."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class _Request(BaseHTTPRequestHandler):
    """A connection of a browser."""

    server: BrowserServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "nonosat", ""
    timeout = REQUEST_SECONDS
    disable_nagle_algorithm = True
    wbufsize = -1  # an answer is one packet

    def do_GET(self) -> None:
        """Answer with the page, one of its files, or the events."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Perform a command, or open a file."""
        self._answer(self._post)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""

    def _answer(self, method: Callable[[str, Mapping[str, str]], None]) -> None:
        with self.server.answering():
            self._try(method)
            self.wfile.flush()

    def _try(self, method: Callable[[str, Mapping[str, str]], None]) -> None:
        try:
            self._require_our_page()
            method(*_path_and_query(self.path))
        except _Refused as error:
            self.close_connection = True  # its body was not read
            self._send_json({"error": error.sentence}, error.status)
        # Browsers log other replies than these as failures.
        except WrongClue as error:
            self._send_json({"error": str(error), "line": error.line, "column": error.column})
        except NotWanted as error:
            self._send_json({"error": str(error)})
        except NonosatError as error:
            self._send_json({"error": in_fields(str(error))}, HTTPStatus.BAD_REQUEST)
        except OSError:  # the connection was closed
            raise
        except Exception as error:
            self.close_connection = True
            self._send_json({"error": f"the program failed: {error!r}"}, HTTPStatus.INTERNAL_SERVER_ERROR)
            raise

    def _require_our_page(self) -> None:
        """Refuse what another web page has sent, or a name that leads to this machine."""
        host, origin = self.headers.get_all("Host", []), self.headers.get("Origin")
        if len(host) != 1 or host[0] not in self.server.hosts:
            raise _Refused(HTTPStatus.FORBIDDEN, "another host than this server")
        if origin is not None and origin not in [f"http://{name}" for name in self.server.hosts]:
            raise _Refused(HTTPStatus.FORBIDDEN, "a page of another server")

    def _require_key(self, key: str | None) -> None:
        if key is None or not secrets.compare_digest(key.encode(), self.server.key.encode()):
            raise _Refused(HTTPStatus.FORBIDDEN, "not the key in the address that `nonosat draw` has printed")

    def _get(self, path: str, query: Mapping[str, str]) -> None:
        if path == "/events":
            self._require_key(query.get("key"))
            self._send_events()
            return
        if path == "/play":
            self._require_key(query.get("key"))
            self._send_play()
            return
        if path == "/":
            self._require_key(query.get("key"))
            path = _INDEX
        file = self.server.files.get(path)
        if file is None:
            raise _Refused(HTTPStatus.NOT_FOUND, "no such file")
        self._send(file)

    def _send_play(self) -> None:
        """Send a page to play what is drawn; a person sees the reply, so an error is a text."""
        try:
            data = saved_file(self.server.sketch.sketch, "untitled.html").data
        except NonosatError as error:
            self._send(PageFile("text/plain; charset=utf-8", f"{error}\n".encode()), HTTPStatus.BAD_REQUEST)
        else:
            self._send(PageFile("text/html; charset=utf-8", data), headers={"Content-Security-Policy": _PLAY_POLICY})

    def _post(self, path: str, query: Mapping[str, str]) -> None:
        self._require_key(self.headers.get("X-Key"))
        if path == "/command":
            try:
                command = json.loads(self._body(MAX_COMMAND))
            except (ValueError, RecursionError):
                raise _Refused(HTTPStatus.BAD_REQUEST, "no JSON") from None
            if not isinstance(command, dict):
                raise UsageError("a command, expected an object")
            self._send_json(self.server.sketch.perform(command))
        elif path == "/open":
            request = file_request(self._body(MAX_FILE), query)
            self._send_json(file_reply(request, lambda file: self.server.open_file(file, self._is_connected)))
        else:
            raise _Refused(HTTPStatus.NOT_FOUND, "no such request")

    def _is_connected(self) -> bool:
        """False if the browser has closed the connection instead of waiting for the answer."""
        self.connection.settimeout(0)
        try:
            return bool(self.connection.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return True
        finally:
            self.connection.settimeout(REQUEST_SECONDS)

    def _body(self, most: int) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            raise _Refused(HTTPStatus.LENGTH_REQUIRED, "a body of unknown length")
        if len(length) > 12 or int(length) > most:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {most:,} bytes")
        return self.rfile.read(int(length))

    def _send_events(self) -> None:
        """Send events until the tab is closed."""
        tab = self.server.sketch.join()
        self.close_connection = True
        try:
            self._send_head(HTTPStatus.OK, {"Content-Type": "text/event-stream", "Connection": "close"})
            while True:
                self.wfile.flush()
                try:
                    event = tab.get(timeout=ALIVE_SECONDS)
                except queue.Empty:
                    self.wfile.write(b":\n\n")  # fails if the tab has gone
                    continue
                if event is None:
                    return
                self.wfile.write(b"data: %b\n\n" % event.encode())
        finally:
            self.server.sketch.leave(tab)

    def _send_json(self, content: Mapping[str, object], status: HTTPStatus = HTTPStatus.OK) -> None:
        self._send(PageFile("application/json", json.dumps(content).encode()), status)

    def _send(
        self, file: PageFile, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        more = {"Connection": "close"} if self.close_connection else {}
        self._send_head(status, {"Content-Type": file.kind, "Content-Length": str(len(file.data)), **more, **headers})
        self.wfile.write(file.data)

    def _send_head(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()


def _path_and_query(target: str) -> tuple[str, Mapping[str, str]]:
    """The path and the values of a request."""
    try:
        parts = urlsplit(target)
        return parts.path, {name: values[0] for name, values in parse_qs(parts.query, max_num_fields=20).items()}
    except ValueError:
        raise _Refused(HTTPStatus.BAD_REQUEST, "no address") from None
