"""Has the programs of the clients (load.py and the like) put load on one server in turns, and prints a table.

usage: compare.py [--seconds S] [--rounds N] TARGET MODEL.onnx NAME=COMMAND...
The first NAME is what the others are compared with. Each number is the median of the rounds; a ratio is the median of the
rounds' own ratios, as what else the machine does meets both. Of CPU time only the client's own is told.
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import time

IN_FLIGHT = (1, 8, 64)


class Program:
    """A client under load, which is quiet between its turns."""

    def __init__(self, command, target, model):
        self._process = subprocess.Popen(
            [*shlex.split(command), target, model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, in_flight, seconds):
        """Calls per second, and microseconds of CPU time for each."""
        cpu, start = self._cpu_seconds(), time.monotonic()
        rate = self._rate(in_flight, seconds)
        calls = rate * (time.monotonic() - start)
        return rate, 1e6 * (self._cpu_seconds() - cpu) / calls

    def _cpu_seconds(self):
        with open(f"/proc/{self._process.pid}/stat", encoding="utf-8") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _rate(self, in_flight, seconds):
        self._process.stdin.write(f"{in_flight} {seconds}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"compare: {self._process.args[0]} has ended")
        return float(line)

    def end(self):
        self._process.stdin.close()
        self._process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("target")
    parser.add_argument("model")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    programs = {}
    for text in options.programs:
        name, command = text.split("=", 1)
        programs[name] = Program(command, options.target, options.model)
    for program in programs.values():  # until it is compiled, and connected
        program.measure(8, max(1, options.seconds))
    rates = {(name, calls): [] for name in programs for calls in IN_FLIGHT}
    costs = {(name, calls): [] for name in programs for calls in IN_FLIGHT}
    for _ in range(options.rounds):
        for calls in IN_FLIGHT:
            for name, program in programs.items():
                rate, cost = program.measure(calls, options.seconds)
                rates[name, calls].append(rate)
                costs[name, calls].append(cost)
    for program in programs.values():
        program.end()

    base = next(iter(programs))
    print("| client | " + " | ".join(f"{calls} in flight | of {base} | CPU us" for calls in IN_FLIGHT) + " |")
    print("|---|" + "---:|---:|---:|" * len(IN_FLIGHT))
    for name in programs:
        row = []
        for calls in IN_FLIGHT:
            ratios = [rate / other for rate, other in zip(rates[name, calls], rates[base, calls])]
            row += [f"{statistics.median(rates[name, calls]):,.0f}", f"{statistics.median(ratios):.2f}"]
            row.append(f"{statistics.median(costs[name, calls]):,.0f}")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
