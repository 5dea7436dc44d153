"""What onnxruntime returns."""
import onnxruntime

SHAPE_WORDS = (
    "shape", "dimension", "dims", "broadcast", "axis", "rank", "size", "Expand", "Concat", "reshape", "bounds", "out of range",
)  # fmt: skip


def _options():
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    return options


OPTIONS = _options()


class Refused(Exception):
    """It loads no such model."""


def load(data):
    try:
        return onnxruntime.InferenceSession(data, OPTIONS, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise Refused(str(error)) from error


def run(session, feeds):
    """The results by name, or the error as text."""
    try:
        return dict(zip((o.name for o in session.get_outputs()), session.run(None, feeds)))
    except Exception as error:  # it raises whatever it likes
        return str(error)


def is_about_shapes(error):
    return any(word in error for word in SHAPE_WORDS)
