"""Runs requests in onnxruntime, in a process of its own, which some of them end."""
import multiprocessing
import os
import resource
import sys

MOST_SECONDS = 5
MOST_BYTES = 4 << 30
# What says that onnxruntime does not have the operator, rather than that it refuses the operands.
NOT_IMPLEMENTED = ("NOT_IMPLEMENTED", "No Op registered", "is not a registered function/op", "No schema registered",
                   "is under development", "Could not find an implementation", "has been deprecated", "Not implemented",
                   "not implemented", "not supported", "No implementation", "can not be greater than", "not yet supported")
ENDED = "onnxruntime ends the process, or does not end"
NOT_ASKED = "onnxruntime is not asked, as it ended the process too often"
MOST_ENDED = 2  # in one model


class Refused:
    """Why a run fails; `at_load` if the model does not even load."""

    def __init__(self, text, at_load=False):
        self.text, self.at_load = text, at_load

    @property
    def is_lack(self):
        """onnxruntime does not have this at all."""
        return self.text in (ENDED, NOT_ASKED) or any(text in self.text for text in NOT_IMPLEMENTED)


class Runner:
    """Starts the process when it is needed."""

    def __init__(self):
        self._process = self._pipe = None

    def _start(self):
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["__main__", "onnxruntime"])
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def _end(self):
        self._process.kill()
        self._process.join()
        self._process = None

    def run(self, model, feeds):
        """For each of `feeds` a list of sizes by output (None: no tensor), or Refused."""
        results, ended = [], 0
        while len(results) < len(feeds):
            results += self._run_some(model, feeds[len(results):])
            ended += isinstance(results[-1], Refused) and results[-1].text == ENDED
            if ended == MOST_ENDED:
                results += [Refused(NOT_ASKED)] * (len(feeds) - len(results))
        return results

    def _run_some(self, model, feeds):
        if self._process is None:
            self._start()
        results = []
        try:
            self._pipe.send((model, feeds))
            while len(results) < len(feeds):
                if not self._pipe.poll(MOST_SECONDS):
                    raise EOFError
                results.append(self._pipe.recv())
        except (EOFError, OSError):
            self._end()
            results.append(Refused(ENDED))
        return results


def sizes_of(result):
    return list(result.shape) if hasattr(result, "shape") else None


def serve(pipe):
    """The process: answers what each run gives, until the other side ends."""
    import onnxruntime  # pylint: disable=import-outside-toplevel

    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    while True:
        try:
            model, feeds = pipe.recv()
        except EOFError:
            return
        session, refused = None, None
        try:
            session = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
        except Exception as error:  # any refusal
            refused = Refused(f"{type(error).__name__} {error}", True)
        for feed in feeds:
            try:
                result = refused or [sizes_of(value) for value in session.run(None, feed)]
            except Exception as error:  # any refusal
                result = Refused(f"{type(error).__name__} {error}")
            pipe.send(result)
