"""The moves and points of Scopa for two, for `cartaro conform scopa -- python scopa_rules.py`.

Reads questions, one a line in JSON, and answers each; what it does not know it says.
"""

import json
import sys
from itertools import chain, combinations

VALUES = {"A": 1, "F": 8, "C": 9, "R": 10}
PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}


def value(card):
    return VALUES.get(card[0]) or int(card[0])


def takes(card, table, settings):
    sets = chain.from_iterable(combinations(table, n) for n in range(1, len(table) + 1))
    found = [list(taken) for taken in sets if sum(map(value, taken)) == value(card)]
    equal = [taken for taken in found if len(taken) == 1]
    if settings["precedenza"] != "nessuna" and equal:
        return equal
    fewest = min(map(len, found), default=0)
    return [taken for taken in found if len(taken) == fewest] if settings["precedenza"] == "poche" else found


def moves(question):
    zones, settings = question["position"]["zones"], question["settings"]
    for card in zones["hand"].get(str(question["player"]), []):
        sets = takes(card, zones.get("table", []), settings)
        yield from ({"act": "take", "args": {"taken": taken, "card": card}} for taken in sets)
        if not sets or settings["rifiuto"] == "libero":
            yield {"act": "lay", "args": {"card": card}}


def plain(move):
    return move["act"], move["args"]["card"], sorted(move["args"].get("taken", []))


def prime(cards):
    best = [max((PRIME.get(value(card), 10) for card in cards if card[1] == suit), default=0) for suit in "DCSB"]
    return sum(best) if all(best) else 0


def points(question):
    position = question["position"]
    won = {side: position["zones"]["won"].get(side, []) for side in "12"}
    found = {side: position["counters"]["scope"][side] + ("7D" in won[side]) for side in "12"}
    for measure in (len, lambda cards: sum(card[1] == "D" for card in cards), prime):
        one, other = measure(won["1"]), measure(won["2"])
        if one != other:
            found["1" if one > other else "2"] += 1
    return found


def answer(question):
    if question["ask"] == "legal":
        return {"moves": list(moves(question))}
    if question["ask"] == "judge":
        return {"legal": plain(question["move"]) in map(plain, moves(question))}
    if question["ask"] == "score" and question["settings"]["quanti_denari"] == "di_piu":
        return {"points": points(question)}
    return {"unknown": True}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], **answer(asked)}), flush=True)
