#!/usr/bin/env python3
"""Make a small backup with an earlier binary of Theriac.

    make.py BINARY REVISION

It starts BINARY on an empty folder, has two guests make, play and leave tables
over the API, stops the server and writes next to this file

    backup.gz     a backup of the stopped server
    record.json   what its API said about every table just before

See README.md for what the two are for.
"""

import gzip
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PORT = 18499
HERE = pathlib.Path(__file__).parent
dice = random.Random(1)


class Guest:
    """A guest of the server, with a token of their own."""

    def __init__(self, name):
        self.token = None
        self.token = self.ask("POST", "/api/people", {"name": name, "lang": "en"})["token"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, method=method)
        if data:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            return json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else text

    def table(self, title, game, **more):
        return self.ask("POST", "/api/tables", {"game": game, "title": title, "nonce": "kettle", **more})["id"]

    def view(self, table):
        return self.ask("GET", f"/api/tables/{table}/view?fresh=true")

    def play(self, table, moves):
        """Play random moves for all of this guest's seats, until there are so many or the game is over."""
        while True:
            view = self.view(table)
            if view.get("over") or view["made"] >= moves:
                return
            mine = [(m["seat"], move) for m in view["moves"] for move in m["list"]]
            seat, move = dice.choice(mine)
            self.ask("POST", f"/api/tables/{table}/moves", {
                "seat": seat, "question": view["question"]["id"], "move": move, "key": f"k{view['n']}"})


def fill(ada, bob):
    """Make the tables and yield the name and id of each."""
    alone = {"sit": "all", "start": True}

    table = ada.table("every-challenge", "world", settings={
        "box": "all", "players": "3", "lab": "on", "strain": "on", "mutation": "mutation"}, **alone)
    ada.play(table, 30)
    ada.ask("POST", f"/api/tables/{table}/undo", {"to": ada.view(table)["made"] - 1, "key": "back"})
    ada.play(table, 40)
    yield "every-challenge", table

    table = ada.table("plain-world", "world", settings={"players": "2"}, public=True, links=True)
    bob.ask("POST", f"/api/tables/{table}/sit", {"nonce": "teapot"})
    bob.ask("POST", f"/api/tables/{table}/start")
    ada.ask("POST", f"/api/tables/{table}/talk", {"text": "Paris first?"})
    ada.ask("PUT", f"/api/tables/{table}/webhooks", [
        {"seat": 0, "url": "https://example.org/my-turn", "form": "json", "on": "off"}])
    ada.ask("PUT", f"/api/tables/{table}/standing", {"seat": 0, "passes": ["waive airlift"], "key": "passes"})
    yield "plain-world", table

    table = ada.table("teams", "world", settings={"box": "lab", "mode": "teams", "players": "4"}, **alone)
    ada.play(table, 25)
    yield "teams", table

    table = ada.table("solo", "world", settings={"box": "lab", "mode": "solo", "players": "1"}, **alone)
    ada.play(table, 20)
    yield "solo", table

    table = ada.table("world-over", "world", settings={"players": "2"}, **alone)
    ada.play(table, 10000)
    yield "world-over", table

    table = ada.table("iberia", "iberia", settings={"players": "2", "rush": "on", "historical": "2"}, **alone)
    ada.play(table, 15)
    yield "iberia", table

    table = ada.table("iberia-given-up", "iberia", settings={"players": "2"}, **alone)
    ada.play(table, 5)
    ada.ask("POST", f"/api/tables/{table}/giveup", {"key": "stop"})
    yield "iberia-given-up", table

    table = ada.table("pharmacy", "pharmacy", settings={"players": "4"}, **alone)
    ada.play(table, 40)
    yield "pharmacy", table

    table = ada.table("pharmacy-over", "pharmacy", settings={"players": "3"}, **alone)
    ada.play(table, 10000)
    yield "pharmacy-over", table

    yield "lobby", ada.table("lobby", "world", settings={"players": "3"}, public=True)


def record(ada, name, table):
    """What the API says about a table: the part that may never change."""
    end = time.time() + 20
    while True:
        shown = ada.ask("GET", f"/api/tables/{table}")
        view = None if shown["status"] == "gathering" else ada.view(table)
        if not view or not view.get("over") or shown["status"] == "finished":
            break
        if time.time() > end:
            sys.exit(f"{name} is over, and the lobby does not say so")
        time.sleep(0.05)
    finished = name.endswith("-over") or name.endswith("-given-up")
    if (shown["status"] == "finished") != finished:
        sys.exit(f"{name} is {shown['status']}: chance ended it too early, make the backup once more")
    out = {"name": name, "id": table, "game": shown["game"], "status": shown["status"]}
    if view:
        out |= {"n": view["n"], "made": view["made"], "moves": view.get("moves"),
                "question": view.get("question", {}).get("id"), "over": view.get("over"),
                "transcript": ada.ask("GET", f"/api/tables/{table}/transcript")}
    return out


def main():
    binary, revision = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        data = pathlib.Path(scratch) / "data"
        server = subprocess.Popen([
            binary, "serve", "--data", str(data), "--listen", f"127.0.0.1:{PORT}",
            "--trusted", "127.0.0.1", "--log-level", "warn"])
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz").close()
                    break
                except OSError:
                    time.sleep(0.05)
            ada, bob = Guest("Ada"), Guest("Bob")
            tables = [record(ada, *t) for t in fill(ada, bob)]
            said = {"revision": revision, "at": int(time.time() * 1000), "token": ada.token, "tables": tables}
        finally:
            server.send_signal(signal.SIGINT)
            if server.wait(30) != 0:
                sys.exit("the server did not stop cleanly")
        backup = pathlib.Path(scratch) / "backup"
        subprocess.run([binary, "backup", "--data", str(data), str(backup)], check=True)
        (HERE / "backup.gz").write_bytes(gzip.compress(backup.read_bytes(), mtime=0))
        (HERE / "record.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n")


main()
