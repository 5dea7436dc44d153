"""Compares the exact values of a score with those of other tools.

usage: peers.py SCORE.json PEERS.json

SCORE.json is what score.py writes; PEERS.json holds for each model the counts of other tools. A tool that
is wrong about a model does not count there.
"""
import json
import sys


def best_peer(tools):
    """-> (exact, tool) of the best tool without a wrong value, or None."""
    results = [
        (result["exact"], tool)
        for tool, result in tools.items()
        if isinstance(result, dict) and "exact" in result and not result.get("wrong")
    ]
    return max(results, default=None)


def main():
    with open(sys.argv[1]) as file:
        score = json.load(file)
    with open(sys.argv[2]) as file:
        peers = json.load(file)
    behind, compared = [], 0
    print(f"{'exact values':34} {'ours':>7} {'best':>7}")
    for model, ours in sorted(score.items()):
        peer = best_peer(peers.get(model, {}))
        if peer is None:
            continue
        compared += 1
        exact, tool = ours.get("exact", 0), peer[1]
        mark = ""
        if exact < peer[0]:
            behind.append(model)
            mark = "   behind"
        print(f"{model:34} {exact:7} {peer[0]:7} {tool}{mark}")
    print(f"behind the best peer without wrong values on {len(behind)} of {compared} models: "
          f"{', '.join(behind) or 'none'}")


if __name__ == "__main__":
    main()
