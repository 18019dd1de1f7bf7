#!/usr/bin/env python3
"""Plays against a server as a newcomer would, with nothing but the API.

    first_move.py play URL FILE    # waits for the server, makes a table and a first move, and writes them to FILE
    first_move.py again URL FILE   # finds that game again unchanged, and makes the next move
"""

import json
import sys
import time
import urllib.error
import urllib.request


def ask(url, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=20) as answer:
        return json.load(answer)


def ready(url, seconds):
    """Waits until the server can serve."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url + "/readyz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def move(url, token, table, key):
    """Makes the first move of the list for the seat that is asked, and returns how many were made."""
    view = ask(f"{url}/api/tables/{table}/view?fresh=true", token)
    question = view["question"]
    seat = (question.get("all") or question.get("any"))[0]
    first = next(m["list"][0] for m in view["moves"] if m["seat"] == seat)
    ask(f"{url}/api/tables/{table}/moves", token, {"seat": seat, "question": question["id"], "move": first, "key": key})
    after = ask(f"{url}/api/tables/{table}/view?fresh=true", token)
    if after["made"] != view["made"] + 1:
        raise SystemExit(f"{first} was acknowledged and is not there")
    return after["made"]


def main(what, url, file):
    began = time.monotonic()
    ready(url, 60)
    version = ask(url + "/api/version")
    if not version.get("client"):
        raise SystemExit("the server has no web client")
    with urllib.request.urlopen(url + "/", timeout=20) as page:
        if b"<script" not in page.read():
            raise SystemExit("there is no page")
    if what == "play":
        token = ask(url + "/api/people", body={"name": "Ada", "lang": "en"})["token"]
        game = ask(url + "/api/games")[0]["name"]
        table = ask(url + "/api/tables", token, {"game": game, "sit": "all", "start": True})["id"]
        made = move(url, token, table, "first")
    else:
        with open(file) as f:
            token, table, made = json.load(f)
        now = ask(f"{url}/api/tables/{table}/view?fresh=true", token)["made"]
        if now != made:
            raise SystemExit(f"{made} moves were made, and {now} are left")
        made = move(url, token, table, f"move-{made}")
    with open(file, "w") as f:
        json.dump([token, table, made], f)
    print(f"{version['version']}: {made} moves at table {table}, {time.monotonic() - began:.1f} s")


if len(sys.argv) != 4 or sys.argv[1] not in ("play", "again"):
    raise SystemExit(__doc__)
main(*sys.argv[1:])
