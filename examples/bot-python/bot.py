#!/usr/bin/env python3
"""Sits down at a table of Theriac and answers its questions. It needs no rule
of any game: the server lists the legal moves, and the bot picks one of them.

    python3 bot.py http://localhost:8080 TABLE-OR-INVITATION-LINK
"""
import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request

BASE, WHERE = sys.argv[1], sys.argv[2]
headers = {"Content-Type": "application/json"}


def send(method, path, body=None):
    """Makes a request, and repeats it while the server is away. To repeat a
    command is safe: it has the same key, and no key is ever applied twice."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(BASE + "/api/" + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                return refusal
        except OSError:
            pass  # no answer: the server restarts, or the network is down
        time.sleep(1)


def post(path, body):
    with send("POST", path, body) as answer:
        return json.load(answer)


def answer(table, update):
    """Answers for each of our seats that owes an answer."""
    question = update["question"]
    for mine in update["moves"]:
        if mine["seat"] in question.get("all", []) + question.get("any", []) and mine["list"]:
            move = random.choice(mine["list"])
            key = f"{random.getrandbits(64):x}"  # names this command for ever
            # Refused means that somebody was faster; then an update is on its way.
            post(f"tables/{table}/moves", {"seat": mine["seat"], "question": question["id"], "move": move, "key": key})


def play(table):
    """Reads the stream from where it was left; True once the game is over."""
    event = ""
    with send("GET", f"tables/{table}/events") as stream:
        for line in stream:  # heartbeats come often enough for the timeout
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "id":
                headers["Last-Event-ID"] = value
            elif name == "data" and event == "update":
                update = json.loads(value)
                if "over" in update:
                    return True
                answer(table, update)
    return False


headers["Authorization"] = "Bearer " + post("people", {"name": "bot-python", "bot": True})["token"]
table = WHERE
if "/j/" in WHERE:  # an invitation admits us
    table = post("links", {"secret": WHERE.split("/j/")[1]})["table"]["id"]
post(f"tables/{table}/sit", {})
over = False
while not over:
    try:
        over = play(table)
    except (OSError, http.client.HTTPException):
        time.sleep(1)  # cut off: reconnect with the id of the last event
