"""Runs inside GNU Backgammon (gnubg -t -q -r -p gnubg.py) for gnubg_test.go.

Reads requests from the file $HOD_IN, writes one answer a line to $HOD_OUT:
  moves POSITION_ID DIE DIE  ->  every legal move, joined by ;
  id POSITION_ID:MATCH_ID    ->  both IDs as gnubg itself writes them
  mat FILE                   ->  how many moves gnubg has read from a .mat file
"""
import os

import gnubg

for line in ("set automatic roll off", "set automatic game off", "set automatic bearoff off",
             "set automatic move off", "set confirm new off", "set confirm save off", "set display off",
             "set variation " + os.environ["HOD_VARIATION"],
             "set player 0 human", "set player 1 human", "new session", "set jacoby off",
             "set evaluation chequerplay evaluation plies 0",
             "set evaluation chequerplay evaluation cubeful off"):
    gnubg.command(line)


def moves(position, a, b):
    gnubg.command("set board " + position)
    gnubg.command("set dice %s %s" % (a, b))
    hint = gnubg.hint(10000) or {}
    return ";".join(m["move"] for m in hint.get("hint", []))


def ids(both):
    gnubg.command("set gnubgid " + both)
    return gnubg.positionid() + ":" + gnubg.matchid()


def mat(name):
    gnubg.command('import mat "%s"' % name)
    found = 0
    for game in gnubg.match(0, 0, 1, 0)["games"]:
        for record in game["game"]:
            found += record["action"] in ("move", "double", "take", "drop")
    return str(found)


with open(os.environ["HOD_IN"]) as requests, open(os.environ["HOD_OUT"], "w") as answers:
    for request in requests:
        word, *rest = request.split()
        try:
            answer = {"moves": moves, "id": ids, "mat": mat}[word](*rest)
        except Exception as problem:  # the test shows it
            answer = "error %r" % problem
        answers.write(answer + "\n")
