#!/usr/bin/env python3
"""A computer player: it takes tricks as long as its goal asks for more. See docs/bots.md."""
import json
import random
import sys


def conditions(standing):
    parts = standing.get("all") or standing.get("any")
    return [c for part in parts for c in conditions(part)] if parts else [standing]


def lacks(view):
    mine = [c for standing in view["standings"] for c in conditions(standing) if c["seat"] == view["due"]["seat"]]
    return any(c["have"] < c["least"] for c in mine)


def takes(view, card):
    best = view["card"][view["best"]] if view["best"] >= 0 else card[0] + "0"
    return card.endswith("!") or card[0] == best[0] and card[1] > best[1]


def decide(view, options, chance):
    if view["due"]["kind"] != "play":
        return chance.randrange(len(options))
    cards = [option["play"].split(":")[1] for option in options]
    fits = [takes(view, card) == lacks(view) for card in cards]
    return max(range(len(cards)), key=lambda i: (fits[i], int(cards[i][1]) if fits[i] else -int(cards[i][1])))


for line in sys.stdin:
    message = json.loads(line)
    if "decide" in message:
        asked = message["decide"]
        print(json.dumps({"option": decide(asked["view"], asked["options"], random.Random(line))}), flush=True)
