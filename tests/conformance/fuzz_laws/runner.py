"""onnxruntime in a process of its own, which it may end: a parent waits for a child that runs, and forks another when it dies.

usage: python -m fuzz_laws.runner (requests and answers are pickles on standard input and output)
"""
import os
import pickle
import select
import signal
import struct
import subprocess
import sys

CPU_SECONDS = 4
SECONDS = 180
DIED = "died"


class Died(Exception):
    """onnxruntime ended its process as it loaded a model."""


def send(pipe, message):
    data = pickle.dumps(message, protocol=5)
    pipe.write(struct.pack("<Q", len(data)) + data)
    pipe.flush()


class Whole:
    """Reads without a buffer, which would be lost with the process, and whole; after `seconds` without anything it gives up."""

    def __init__(self, file, seconds=None):
        self.file, self.seconds = file, seconds

    def read(self, count):
        parts = []
        while count:
            if self.seconds is not None and not select.select([self.file], [], [], self.seconds)[0]:
                raise TimeoutError
            part = self.file.read(count)
            if not part:
                break
            parts.append(part)
            count -= len(part)
        return b"".join(parts)


def receive(pipe):
    header = pipe.read(8)
    if len(header) < 8:
        return None
    return pickle.loads(pipe.read(struct.unpack("<Q", header)[0]))


class Runner:
    """Runs models."""

    def __init__(self):
        self.deaths = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fuzz_laws.runner"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        self.answers = Whole(self.process.stdout, SECONDS)

    def receive(self):
        """An answer, or DIED."""
        try:
            answer = receive(self.answers)
        except TimeoutError:  # it neither computes nor ends
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.start()
            answer = DIED
        if answer is None:
            raise RuntimeError("the process that runs models is gone")
        self.deaths += isinstance(answer, str) and answer == DIED
        return answer

    def run(self, model, feeds):
        """For each of the feeds the results by name, the error as text, or DIED. Raises Refused if the model does not load, Died."""
        from fuzz_models.truth import Refused

        results = []
        while len(results) < len(feeds):
            send(self.process.stdin, (model, feeds[len(results) :]))
            loaded = self.receive()
            if loaded == DIED:
                raise Died
            if loaded:
                raise Refused(loaded)
            while len(results) < len(feeds):
                results.append(self.receive())
                if isinstance(results[-1], str) and results[-1] == DIED:
                    break
        return results

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def serve(source, sink):
    from fuzz_models import truth

    loaded, session = None, None
    while True:
        request = receive(source)
        if request is None:
            os._exit(0)
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        model, feeds = request
        try:
            if model != loaded:  # a model is mostly asked about several times
                loaded, session = None, truth.load(model)
                loaded = model
        except truth.Refused as error:
            send(sink, str(error) or "refused")
            continue
        send(sink, "")
        for each in feeds:
            send(sink, truth.run(session, each))


def main():
    from fuzz_models import truth  # noqa: F401  before the fork, as it takes half a second

    # What onnxruntime prints goes nowhere; answers have a descriptor of their own.
    source, sink = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    while True:
        child = os.fork()
        if child == 0:
            serve(Whole(source), sink)
        status = os.waitpid(child, 0)[1]
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return
        send(sink, DIED)


if __name__ == "__main__":
    main()
