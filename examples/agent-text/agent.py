#!/usr/bin/env python3
"""Plays at a table of Theriac by text alone. Whenever its seat is asked, COMMAND
gets the position on its standard input: the board, what is known, the question and
the legal moves, a line each. The last line of its output that is one of these moves
is played; if there is none, the first move of the list. COMMAND can be a person at a
keyboard, a script, or a program that asks a language model.

    python3 agent.py http://localhost:8080 TABLE-OR-INVITATION-LINK COMMAND ...
"""
import json
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request

BASE, WHERE, COMMAND = sys.argv[1], sys.argv[2], sys.argv[3:]
headers = {"Content-Type": "application/json"}


def send(method, path, body=None):
    """Makes a request, and repeats it while the server is away."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(BASE + "/api/" + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                return refusal.read().decode()
        except OSError:
            pass  # no answer: the server restarts, or the network is down
        time.sleep(1)


def choose(text, moves):
    """Asks COMMAND for a move."""
    said = subprocess.run(COMMAND, input=text, capture_output=True, text=True).stdout
    named = [line.strip() for line in said.splitlines() if line.strip() in moves]
    return named[-1] if named else moves[0]


headers["Authorization"] = "Bearer " + json.loads(send("POST", "people", {"name": "agent-text", "bot": True}))["token"]
table = WHERE
if "/j/" in WHERE:  # an invitation admits us
    table = json.loads(send("POST", "links", {"secret": WHERE.split("/j/")[1]}))["table"]["id"]
send("POST", f"tables/{table}/sit", {})
while True:
    update = json.loads(send("GET", f"tables/{table}/view"))
    if "over" in update:
        break
    question = update.get("question", {})
    owing = question.get("all", []) + question.get("any", [])
    for mine in update.get("moves", []):
        if mine["seat"] in owing and mine["list"]:
            move = choose(send("GET", f"tables/{table}/text"), mine["list"])
            key = f"{random.getrandbits(64):x}"  # names this command for ever
            answer = {"seat": mine["seat"], "question": question["id"], "move": move, "key": key}
            send("POST", f"tables/{table}/moves", answer)  # refused: somebody was faster
            break
    else:
        time.sleep(0.2)  # a busy table is better followed by its stream
