"""What OpenVINO says of the lines of a file: the element types and partial shapes of the outputs, or that it refuses."""
import sys

import numpy as np
import openvino as ov

from ir_case import to_ir

core = ov.Core()


def ask(line):
    xml, weights = to_ir(line)
    try:
        bin_ = ov.Tensor(np.frombuffer(weights or b"\0", dtype=np.uint8).copy())
        model = core.read_model(xml.encode(), bin_)
    except Exception as error:  # whatever it says, it refuses
        return None, str(error)
    found = []
    for result in model.get_results():
        output = result.input_value(0)
        found.append(f"{output.get_element_type().get_type_name()}{output.get_partial_shape().to_string()}")
    return found, ""


if __name__ == "__main__":
    for line in open(sys.argv[1]):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            print(line)
            continue
        found, error = ask(line)
        print(line, "=>", "; ".join(found) if found is not None else "REFUSED")
        if found is None and len(sys.argv) > 2:
            print("   ", error.replace("\n", " ")[-400:])
