"""Random models that mix what inference assumes with what demands equality, and all answers about each: reports every contradiction.

usage: ./dev fuzz laws [--minutes N] [--cases N] [--seed N] [--jobs N] [--show] [--whole] [--out FOLDER]

A case is a small random model, run by onnxruntime at sizes and elements of which some succeed and some fail. The same case is asked about in every way:
with symbols, evaluated at the runs, by its guard, inferred anew with the sizes and elements of a run as constants, as profiles over a box of sizes, as
scenarios, as a chain of its two halves, for symbols to bind, costs, by lint and for the types that are written. Each law that a run or another answer
contradicts is a line with its seed; the first of each kind is made small. `--seed N --cases 1` repeats a case, `--show` prints it. What a law
leaves out is counted by kind and told at the end. Exits with 1 if there is a contradiction.
"""
import argparse
import collections
import json
import multiprocessing
import os
import sys
import time
import warnings

BATCH = 50
SHOWN = 3


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--cases", type=int, default=1 << 60, help="seeds to try")
    parser.add_argument("--seed", type=int, default=1, help="the first; the next follow")
    parser.add_argument("--jobs", type=int, default=1, help="processes that try cases, each with a server of its own")
    parser.add_argument("--show", action="store_true", help="print each case that is tried")
    parser.add_argument("--whole", action="store_true", help="print contradictions without making their models small")
    parser.add_argument("--only", default="", help="laws with this text alone")
    binaries = os.path.dirname(os.environ.get("SHAPEWRIGHT_SERVER", "build/release/bin/shapewright-server"))
    parser.add_argument("--binaries", default=binaries, help="the folder of the programs")
    parser.add_argument("--out", default="build/fuzz-laws")
    return parser.parse_args()


class Fuzzer:
    """Tries every `step`th seed, from the `first`."""

    def __init__(self, arguments, first=0, step=1):
        from fuzz_models.__main__ import Server

        from .asking import Asker
        from .runner import Runner
        from .written import Program

        self.arguments = arguments
        self.seeds = range(arguments.seed + first, arguments.seed + min(arguments.cases, 1 << 40), step)
        self.runner = Runner()
        self.server = Server(os.path.join(arguments.binaries, "shapewright-server"))
        self.asker, self.program = Asker(self.server.target), Program(os.path.join(arguments.binaries, "shapewright"))
        self.counts, self.kinds, self.left_out = collections.Counter(), collections.Counter(), collections.Counter()
        self.first = {}
        os.makedirs(arguments.out, exist_ok=True)
        self.log = open(os.path.join(arguments.out, "findings.jsonl"), "a", encoding="utf-8")

    def run(self):
        begin = time.monotonic()
        try:
            self.look_at_all(begin)
        finally:
            self.stop()
        return self.counts, self.left_out, self.kinds

    def look_at_all(self, begin):
        told = begin
        batch = []
        for seed in self.seeds:
            if time.monotonic() > begin + self.arguments.minutes * 60:
                break
            looked = self.look_at(seed)
            if looked is not None:
                batch.append(looked)
            if len(batch) == BATCH:
                self.finish(batch)
                batch = []
            if time.monotonic() > told + 60:
                told = time.monotonic()
                print(f"{told - begin:.0f} s: {self.counts['cases']} cases up to seed {seed}: {dict(self.kinds)}", flush=True)
        if batch:
            self.finish(batch)

    def stop(self):
        self.counts["answers"] = self.asker.answers
        self.server.stop()
        self.runner.stop()

    def look_at(self, seed):
        from . import case as cases
        from .trial import look_at

        self.counts["seeds"] += 1
        try:
            case = cases.make_case(seed, self.runner)
        except cases.Left as why:
            self.left_out[f"no case: {why}"] += 1
            return None
        self.counts["cases"] += 1
        self.counts["cases of which a run succeeds"] += bool(case.ran())
        self.counts["cases with false types"] += bool(case.lies)
        self.counts["runs"] += len(case.runs)
        self.counts.update(f"cases with {kind}" for kind in kinds_of(case.model))
        looked = look_at(case, self.asker, self.runner)
        if self.server.has_died():
            looked.find("the server died", "about this case")
        if self.arguments.show:
            from .shrink import tell

            tell(case)
        return looked

    def finish(self, batch):
        from . import written

        written.check_all(batch, self.program)
        for looked in batch:
            self.left_out.update(looked.left_out)
            found = [(law, text) for law, text in looked.findings if self.arguments.only in law]
            self.counts["contradicted"] += bool(found)
            for law in dict.fromkeys(law for law, _ in found):
                self.tell(looked, law, next(text for kind, text in found if kind == law))

    def tell(self, looked, law, text):
        seed = looked.case.seed
        self.kinds[law] += 1
        print(json.dumps({"seed": seed, "law": law, "text": text[:600]}), file=self.log, flush=True)
        if self.kinds[law] > SHOWN:
            return
        print(f"seed {seed}: {law}: {text[:500]}", flush=True)
        if not self.arguments.whole:
            from .shrink import Shrinker, tell

            shrinker = Shrinker(looked.case, law, self)
            shrinker.shrink()
            tell(shrinker.case, shrinker.text)
            with open(os.path.join(self.arguments.out, f"{seed}-{law.replace(' ', '-').replace(':', '')}.onnx"), "wb") as file:
                file.write(shrinker.case.model.SerializeToString())


def tell_all(found, seconds):
    counted, left_out, kinds = (sum(counters, collections.Counter()) for counters in zip(*found))
    print(f"{counted['cases']} cases in {seconds:.0f} s, {counted['cases'] / seconds:.1f} a second")
    for title, counts in (("counted", counted), ("left out", left_out), ("contradictions", kinds)):
        print(f"{title}:")
        for kind, count in sorted(counts.items()):
            print(f"  {count:8} {kind}")
    return bool(kinds)


def run_apart(arguments, first, step, pipe):
    pipe.send(Fuzzer(arguments, first, step).run())


def run_all(arguments):
    """What each process found; of one that ends early, an error."""
    if arguments.jobs == 1:
        return [Fuzzer(arguments).run()]
    processes = []
    for first in range(arguments.jobs):
        source, sink = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=run_apart, args=(arguments, first, arguments.jobs, sink))
        process.start()
        sink.close()
        processes.append((process, source))
    found = [source.recv() for _, source in processes]
    for process, _ in processes:
        process.join()
    return found


KINDS = {
    "If": "If", "Loop": "Loop", "Scan": "Scan", "SequenceAt": "sequences", "ConcatFromSequence": "sequences", "Optional": "optionals",
}  # fmt: skip


def kinds_of(model):
    kinds = {KINDS[node.op_type] for node in model.graph.node if node.op_type in KINDS}
    if any(value.type.tensor_type.elem_type == 8 for value in model.graph.input):
        kinds.add("strings")
    return kinds


def main():
    warnings.simplefilter("ignore")
    begin = time.monotonic()
    found = run_all(parse_arguments())
    sys.exit(tell_all(found, time.monotonic() - begin))


if __name__ == "__main__":
    main()
