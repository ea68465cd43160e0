"""The server: who may ask what; everything else is refused, and changes nothing."""

from __future__ import annotations

import http.client
import io
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import TWO, tree

from nonosat.core.errors import UsageError
from nonosat.drawing_board import browser_server as module
from nonosat.drawing_board.browser_server import MAX_COMMAND, MAX_FILE, BrowserServer
from nonosat.drawing_board.opened_file import FileRequest, Opened, opened_file
from nonosat.drawing_board.page_files import page_files
from nonosat.drawing_board.shared_sketch import SharedSketch
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SketchFolder
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.model.rect_grid import RectGrid

EMPTY = Sketch.empty(RectGrid(3, 3))
STROKE = {"do": "paint", "cells": [[0, 1]]}


def open_here(request: FileRequest, is_wanted: Callable[[], bool]) -> Opened:
    return opened_file(request)


class Client:
    """A program on this machine that may know the key."""

    def __init__(self, server: BrowserServer) -> None:
        self.server, self.key = server, server.key

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def command(self, command: object, **headers: str) -> tuple[int, dict]:
        status, body = self.ask("POST", "/command", json.dumps(command).encode(), **{"X-Key": self.key, **headers})
        return status, json.loads(body)

    def raw(self, data: bytes) -> bytes:
        """The beginning of the answer to any bytes; empty if the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=20) as link:
            try:
                link.sendall(data)
                link.shutdown(socket.SHUT_WR)
                return link.recv(1000)
            except OSError:  # it was closed before
                return b""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client of a server, which must have the same sketch and files at the end unless it was asked otherwise."""
    journal = SketchJournal(str(tmp_path / ".p.clues.journal"))
    with BrowserServer(SharedSketch(EMPTY, "p.clues", SketchFolder(str(tmp_path), {}), journal), open_here) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        yield Client(server)
        server.sketch.close()
        thread.join()
    journal.close(remove=True)


@pytest.fixture
def unchanged(client: Client, tmp_path: Path) -> Iterator[None]:
    yield
    assert client.server.sketch.sketch == EMPTY
    assert (client.server.sketch.number, client.server.sketch.is_closed) == (0, False)
    assert tree(tmp_path) == [".p.clues.journal"]


def test_the_page(client: Client) -> None:
    status, body = client.ask("GET", f"/?key={client.key}")
    assert (status, body[:15]) == (200, b"<!doctype html>")
    assert client.server.address.endswith(f"/?key={client.key}")
    for path, file in page_files().items():
        assert client.ask("GET", path) == (200, file.data)
    assert {"/board/index.html", "/board/start.js", "/board/board.css"} <= page_files().keys()


def test_headers(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port)
    connection.request("GET", f"/?key={client.key}")
    headers = connection.getresponse().headers
    connection.close()
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers
    assert headers["Server"].strip() == "nonosat"


def test_a_file_is_given_up_with_its_connection(client: Client, unchanged: None) -> None:
    began, ended = threading.Event(), threading.Event()

    def open_slowly(request: FileRequest, is_wanted: Callable[[], bool]) -> Opened:
        assert is_wanted()
        began.set()
        while is_wanted():
            time.sleep(0.001)
        ended.set()
        raise UsageError(request.name)

    client.server.open_file = open_slowly
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port)
    connection.request("POST", "/open?name=p.png", b"png", {"X-Key": client.key})
    assert began.wait(20)
    assert not ended.is_set()
    connection.close()
    assert ended.wait(20)


def test_a_wrong_clue_is_answered_with_its_place(client: Client, unchanged: None) -> None:
    status, reply = client.command({"do": "type", "clues": [[0, "1"], [2, "1 x"]]})
    assert (status, reply["line"], reply["column"]) == (200, 2, 3)
    assert "x" in reply["error"]
    for wrong in ([[9, "1"]], [[0, 1]], [0], "1", [["0", "1"]]):
        status, reply = client.command({"do": "type", "clues": wrong})
        assert (status, list(reply)) == (400, ["error"])


def test_commands_and_events(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port, timeout=20)
    connection.request("GET", f"/events?key={client.key}")
    response = connection.getresponse()
    assert client.command(STROKE, Origin=f"http://127.0.0.1:{client.server.server_port}") == (200, {"number": 1})
    assert client.command({"do": "close"}) == (200, {})
    lines = [json.loads(line.removeprefix(b"data: ")) for line in response.read().splitlines() if line]
    assert [line["event"] for line in lines] == ["sketch", "cells", "closed"]
    connection.close()


def test_a_connection_serves_several_commands(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port, timeout=20)
    for number in range(3):
        body = json.dumps({"do": "paint", "cells": [[number, 1]]})
        connection.request("POST", "/command", body, {"X-Key": client.key})
        assert json.loads(connection.getresponse().read()) == {"number": number + 1}
    connection.close()


def open_file(client: Client, data: bytes, query: str) -> tuple[int, dict]:
    status, body = client.ask("POST", f"/open?{query}", data, **{"X-Key": client.key})
    return status, json.loads(body)


def test_files_are_opened(client: Client, unchanged: None) -> None:
    status, reply = open_file(client, b"#-#\n-#-\n", "name=p.txt")
    assert (status, reply["kind"], reply["remarks"]) == (200, "picture", [])
    assert Sketch.of_record(reply["sketch"]).grid == RectGrid(2, 3)
    status, reply = open_file(client, (TWO + "given 1 1 a\n").encode(), "name=p.clues")
    assert (status, reply["kind"]) == (200, "puzzle")
    assert "givens" in reply["remarks"][0]
    several = b"3x1:1/1/1/3\n1x1:1/1\n"
    assert open_file(client, several, "name=p.txt") == (
        200,
        {"kind": "several", "titles": [["", "rect 1 3"], ["", "rect 1 1"]]},
    )
    status, reply = open_file(client, several, "name=p.txt&number=2")
    assert (status, reply["sketch"]["grid"]) == (200, "rect 1 1")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..%2F..%2Fp.clues", "C:%5Cp.clues", "%2Fetc%2Fpasswd", "%00", ""]
)
def test_names_of_files_lead_nowhere(client: Client, unchanged: None, name: str) -> None:
    """Only the contents that were sent are read, whatever their name."""
    status, reply = open_file(client, TWO.encode(), f"name={name}")
    assert (status, Sketch.of_record(reply["sketch"]).grid) == (200, RectGrid(2, 2))
    status, reply = open_file(client, b"hello world", f"name={name}")
    assert (status, list(reply)) == (400, ["error"])
    assert "etc" not in reply["error"]


@pytest.mark.slow
def test_an_image_with_options(client: Client, unchanged: None) -> None:
    image = pytest.importorskip("PIL.Image")
    data = io.BytesIO()
    image.new("RGB", (90, 60), "white").save(data, "PNG")

    def grid(query: str) -> str:
        status, reply = open_file(client, data.getvalue(), f"name=i.png&{query}")
        if status != 200:
            return str(status)
        assert reply["kind"] == "image"
        assert reply["drawing"].startswith("<svg")
        return reply["sketch"]["grid"]

    assert grid("width=6&height=4") == "rect 4 6"
    assert grid("hex=3&threshold=40&colors=2&dither=yes&keep_colors=yes") == "hex 3"
    assert grid("width=9&background=%23ffffff") == "rect 6 9"
    wrong = ("width=0", "width=1e9", "hex=999", "width=6&hex=3", "background=x", "photo=yes")
    assert [grid(query) for query in wrong] == ["400"] * 6


REFUSED = {
    "no key": ("GET", "/", {}),
    "wrong key": ("GET", "/?key=x", {}),
    "no key for events": ("GET", "/events", {}),
    "no key to play": ("GET", "/play", {}),
    "no key for commands": ("POST", "/command", {}),
    "a wrong key": ("POST", "/command", {"X-Key": "guess"}),
    "a key that is no text": ("POST", "/command", {"X-Key": "\xff\xfe"}),
    "no key for files": ("POST", "/open?name=p.clues", {}),
    "a foreign origin of a file": ("POST", "/open", {"X-Key": "KEY", "Origin": "http://evil.example"}),
    "a foreign host of a file": ("POST", "/open", {"X-Key": "KEY", "Host": "evil.example:PORT"}),
    "a foreign host": ("GET", "/?key=KEY", {"Host": "evil.example"}),
    "a foreign host with the port": ("GET", "/?key=KEY", {"Host": "evil.example:PORT"}),
    "no host": ("GET", "/?key=KEY", {"Host": ""}),
    "a foreign host of a module": ("GET", "/board/start.js", {"Host": "evil.example:PORT"}),
    "a foreign origin": ("POST", "/command", {"X-Key": "KEY", "Origin": "http://evil.example"}),
    "no origin": ("POST", "/command", {"X-Key": "KEY", "Origin": "null"}),
    "another port": ("POST", "/command", {"X-Key": "KEY", "Origin": "http://127.0.0.1:1"}),
    "an unknown file": ("GET", "/board/secret.js", {}),
    "a path": ("GET", "/board/../sketch.py", {}),
    "a path that is encoded": ("GET", "/board/%2e%2e/sketch.py", {}),
    "a path of the system": ("GET", "//etc/passwd", {}),
    "an unknown request": ("POST", "/file", {"X-Key": "KEY"}),
    "an unknown method": ("PUT", "/command", {"X-Key": "KEY"}),
    "options of another page": ("OPTIONS", "/command", {"Origin": "http://evil.example"}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_requests_that_are_refused(client: Client, unchanged: None, name: str) -> None:
    method, path, headers = REFUSED[name]
    known = {"KEY": client.key, "PORT": str(client.server.server_port)}

    def filled(text: str) -> str:
        for word, value in known.items():
            text = text.replace(word, value)
        return text

    filled_headers = {key: filled(value) for key, value in headers.items()}
    status, body = client.ask(method, filled(path), json.dumps(STROKE).encode(), **filled_headers)
    assert 400 <= status <= 501
    assert client.key.encode() not in body


BODIES = {
    "no JSON": b"{",
    "no object": b"[1]",
    "deep": b"[" * 100_000,
    "no text": b"\xff\xfe\xff",
    "a number": b"1" * 5000,
    "an unknown command": b'{"do": "run"}',
    "a name that leads elsewhere": b'{"do": "save", "name": "../p.clues"}',
    "an absolute name": b'{"do": "save", "name": "/tmp/p.clues"}',
    "a hidden name": b'{"do": "save", "name": ".bashrc"}',
}


@pytest.mark.parametrize("name", BODIES)
def test_commands_that_are_refused(client: Client, unchanged: None, name: str) -> None:
    status, body = client.ask("POST", "/command", BODIES[name], **{"X-Key": client.key})
    assert (status, list(json.loads(body))) == (400, ["error"])


@pytest.mark.parametrize("length", [str(MAX_COMMAND + 1), "100000000", "9" * 40, "-1", "1e3", "", "\u0663"], ids=ascii)
def test_bodies_that_are_not_read(client: Client, unchanged: None, length: str) -> None:
    head = (
        f"POST /command HTTP/1.1\r\nHost: 127.0.0.1:{client.server.server_port}\r\nX-Key: {client.key}\r\n"
        f"Content-Length: {length}\r\n\r\n"
    )
    answer = client.raw(head.encode() + b"x" * 1000)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 411"))


def test_a_file_that_is_too_large(client: Client, unchanged: None) -> None:
    head = f"POST /open HTTP/1.1\r\nHost: 127.0.0.1:{client.server.server_port}\r\nX-Key: {client.key}\r\n"
    answer = client.raw(f"{head}Content-Length: {MAX_FILE + 1}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 413")
    answer = client.raw(f"{head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 411")


@pytest.mark.slow
def test_random_messages(client: Client, unchanged: None) -> None:
    """1,000 messages, with the key or without, are refused or change nothing, and the server still answers."""
    rng = random.Random(1)
    pieces = [
        *(b"POST /command HTTP/1.1\r\n", b"GET /events HTTP/1.0\r\n", b"Host: 127.0.0.1\r\n", b"\r\n", b"\0\xff"),
        *(b"Content-Length: 7\r\n", b'{"do": "undo"}', b"GET /board/ HTTP/9\r\n", b"Transfer-Encoding: chunked\r\n"),
        *(f"X-Key: {client.key}\r\n".encode(), f"Host: 127.0.0.1:{client.server.server_port}\r\n".encode()),
    ]
    for _ in range(1_000):
        client.raw(b"".join(rng.choices(pieces, k=rng.randrange(1, 7))))
    assert client.command({"do": "undo"}) == (200, {"number": 0})


def test_too_many_connections(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_THREADS", threading.active_count())
    assert client.raw(f"GET /?key={client.key} HTTP/1.1\r\n\r\n".encode()) == b""
    monkeypatch.undo()
    assert client.command({"do": "undo"})[0] == 200


def test_events_show_that_they_are_alive(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALIVE_SECONDS", 0.02)
    connection = http.client.HTTPConnection("127.0.0.1", client.server.server_port, timeout=20)
    connection.request("GET", f"/events?key={client.key}")
    response = connection.getresponse()
    while response.readline() != b":\n":
        pass
    connection.close()
    response.close()
    end = time.monotonic() + 20
    while client.server.sketch.idle_seconds == 0 and time.monotonic() < end:
        time.sleep(0.01)
    assert client.server.sketch.idle_seconds > 0


def test_it_ends_when_no_tab_is_left(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.0)
    end = time.monotonic() + 20
    while any(thread.name.endswith("(run)") for thread in threading.enumerate()) and time.monotonic() < end:
        time.sleep(0.01)
    assert not any(thread.name.endswith("(run)") for thread in threading.enumerate())


def test_a_port_that_is_not_free(client: Client) -> None:
    with pytest.raises(UsageError):
        BrowserServer(client.server.sketch, open_here, client.server.server_port)


def test_an_error_of_the_server_itself_is_shown(client: Client, monkeypatch, capsys) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(SharedSketch, "perform", fails)
    status, reply = client.command(STROKE)
    assert status == 500
    assert "ZeroDivisionError" in reply["error"]
    end = time.monotonic() + 20
    while "ZeroDivisionError" not in capsys.readouterr().err:
        assert time.monotonic() < end


def test_an_error_of_a_page_to_play_is_a_text(client: Client) -> None:
    client.command({"do": "type", "clues": [[0, "9"]]})
    status, body = client.ask("GET", f"/play?key={client.key}")
    assert status == 400
    assert b"9" in body
    assert not body.startswith(b"{")
