"""Random models and mutants of real ones, run by onnxruntime and inferred: reports every contradiction.

usage: ./dev fuzz models [--minutes N] [--cases N] [--seed N] [--jobs N] [--families NAMES] [--show SEED] [--reduce SEED] [--out FOLDER]

A case that counts is a model that onnxruntime ran, at one or two sizes of its symbols. The server is asked once with symbols, with a
binding for each run, and once with the sizes and elements of a run as constants. Contradictions are: a size, rank, element,
type or bound that differs from the run; sizes that are said to be equal and differ; an error, or a fact that is said not to
hold, for what ran; a server that dies. Each is a line with its seed in FOLDER/findings.jsonl, the first of each
kind are printed; `--show SEED` prints the model and what is wrong, `--reduce SEED` makes it small first. Exits with 1 if there is one.
"""
import argparse
import collections
import gc
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import warnings

FAMILIES = ("random", "changed", "corpus")
SECONDS_OF_A_CASE = 60
CPU_SECONDS_OF_A_CASE = 3  # some mutants loop for ever


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--cases", type=int, default=1 << 60, help="seeds to try")
    parser.add_argument("--seed", type=int, default=1, help="the first; the next follow")
    parser.add_argument("--jobs", type=int, default=2, help="processes that run cases")
    parser.add_argument("--families", default=",".join(FAMILIES), help=f"of {', '.join(FAMILIES)}")
    parser.add_argument("--show", type=int, help="print the case of this seed, and what is wrong")
    parser.add_argument("--reduce", type=int, help="print the least model that shows what is wrong with this seed's")
    parser.add_argument("--server", default=os.environ.get("SHAPEWRIGHT_SERVER", "build/release/bin/shapewright-server"))
    parser.add_argument("--out", default="build/fuzz-models")
    return parser.parse_args()


class Server:
    """A server of our own; started anew when it has died."""

    def __init__(self, program):
        self.program, self.folder, self.deaths = program, tempfile.mkdtemp(prefix="shapewright-fuzz-"), 0
        self.target = f"unix:{self.folder}/socket"
        self.start()

    def start(self):
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "--listen", self.target, "--log-level", "warning"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def has_died(self):
        """Whether it had; it is running again then."""
        if self.process.poll() is None:
            return False
        self.deaths += 1
        self.start()
        return True

    def stop(self):
        self.process.terminate()
        self.process.wait()


def make_case(seed, families):
    from . import models, mutants

    family = families[seed // mutants.MUTANTS_OF_ONE % len(families)]
    if family == "random":
        return family, models.random_case(seed)
    return family, mutants.changed_case(seed) if family == "changed" else mutants.corpus_case(seed)


def run_seed(seed, families, asker):
    from .graph import Skip
    from .trial import Trial

    try:
        family, case = make_case(seed, families)
    except Skip:
        return {"counts": {"not drawn": 1}}
    trial = Trial(case, seed).run(asker)
    counts = dict(trial.counts)
    counts[f"cases of {family}"] = trial.counts["cases"]
    return {"counts": counts, "findings": trial.findings, "notes": trial.notes}


def work(pipe, seeds, families, target, end):
    """Runs in a child: a line before and after each seed."""
    from .trial import Asker

    warnings.simplefilter("ignore")
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asker = Asker(target)
    with os.fdopen(pipe, "w") as lines:
        for seed in seeds:
            if time.monotonic() > end:
                break
            print(json.dumps({"seed": seed}), file=lines, flush=True)
            signal.alarm(SECONDS_OF_A_CASE)
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS_OF_A_CASE)
            result = run_seed(seed, families, asker)
            print(json.dumps({"seed": seed, **result}), file=lines, flush=True)
    os._exit(0)


class Worker:
    """A child process, replaced when onnxruntime ends it."""

    def __init__(self, fuzzer, seeds):
        self.fuzzer, self.seeds, self.current = fuzzer, seeds, seeds.start
        self.start()

    def start(self):
        reader, writer = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(reader)
            try:
                work(writer, self.seeds, self.fuzzer.families, self.fuzzer.server.target, self.fuzzer.end)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(1)
        os.close(writer)
        self.lines = os.fdopen(reader)
        self.fuzzer.selector.register(self.lines, selectors.EVENT_READ, self)

    def read(self):
        line = self.lines.readline()
        if line:
            self.record(json.loads(line))
            return
        self.fuzzer.selector.unregister(self.lines)
        self.lines.close()
        status = os.waitpid(self.process, 0)[1]
        if status == 0:
            return
        if os.WIFEXITED(status):
            print(f"seed {self.current}: the fuzzer itself failed", flush=True)
            self.fuzzer.counts["fuzzer failed"] += 1
        else:
            name = "took too long" if os.WTERMSIG(status) in (signal.SIGALRM, signal.SIGPROF) else "ended onnxruntime"
            self.fuzzer.counts[name] += 1
            self.fuzzer.write({"seed": self.current, "note": name})
        self.seeds = range(self.current + self.seeds.step, self.seeds.stop, self.seeds.step)
        self.start()

    def record(self, message):
        self.current = message["seed"]
        self.fuzzer.record(message)


def prepare(families):
    """What all processes use is read once: onnxruntime ends some of them every few seconds."""
    from . import models, mutants, trial  # noqa: F401

    if "corpus" in families:
        mutants.material()
    gc.freeze()


class Fuzzer:
    def __init__(self, arguments):
        self.families = list(filter(None, arguments.families.split(",")))
        self.server = Server(arguments.server)
        self.end = time.monotonic() + arguments.minutes * 60
        self.counts, self.kinds, self.last = collections.Counter(), collections.Counter(), arguments.seed
        self.selector = selectors.DefaultSelector()
        os.makedirs(arguments.out, exist_ok=True)
        self.log = open(os.path.join(arguments.out, "findings.jsonl"), "a", encoding="utf-8")
        prepare(self.families)
        last = arguments.seed + min(arguments.cases, 1 << 40)
        for i in range(arguments.jobs):
            Worker(self, range(arguments.seed + i, last, arguments.jobs))

    def write(self, record):
        print(json.dumps(record), file=self.log, flush=True)

    def record(self, message):
        self.counts.update(message.get("counts", {}))
        for kind, text in message.get("notes", []):
            self.counts[f"note {kind}"] += 1
            self.write({"seed": message["seed"], "note": kind, "text": text[:300]})
        self.look_at_server(message["seed"])
        if message.get("findings"):
            self.counts["contradicted"] += 1
        for kind, text in message.get("findings", []):
            self.tell(message["seed"], kind, text)

    def look_at_server(self, seed):
        if self.server.has_died():
            self.tell(seed, "the server died", "about this seed, or that of another process")

    def tell(self, seed, kind, text):
        self.kinds[kind] += 1
        self.write({"seed": seed, "kind": kind, "text": text[:500]})
        if self.kinds[kind] <= 5:
            print(f"seed {seed}: {kind}: {text[:300]}", flush=True)

    def run(self):
        begin = told = time.monotonic()
        while self.selector.get_map():
            for key, _ in self.selector.select(0.2):
                key.data.read()
                self.last = key.data.current
            self.look_at_server(self.last)
            if time.monotonic() > told + 60:
                told = time.monotonic()
                print(f"{told - begin:.0f} s: {dict(self.counts)}", flush=True)
        self.server.stop()
        seconds = time.monotonic() - begin
        print(f"{self.counts['cases']} cases in {seconds:.0f} s: {dict(sorted(self.counts.items()))}\n{dict(self.kinds)}")
        return bool(self.kinds)


def main():
    arguments = parse_arguments()
    one = arguments.show if arguments.show is not None else arguments.reduce
    if one is None:
        sys.exit(Fuzzer(arguments).run())
    from . import reduction

    server = Server(arguments.server)
    try:
        case = make_case(one, list(filter(None, arguments.families.split(","))))[1]
        reduction.show(case, one, server, arguments.reduce is not None, arguments.out)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
