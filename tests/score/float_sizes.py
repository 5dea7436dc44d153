"""The scorer once more, for the models in which it left values unknown, reading sizes that go through float arithmetic too.

usage: float_sizes.py SCORER SCORE.json CORPUS COMMAND     COMMAND as for the scorer's --run

`int(floor(f32(height)*f32(0.5)))` is an exact size (S14), in a notation that the scorer does not read: here f32 is numpy's
float32, so that each operation is rounded as in a run. Exits with 1 if a value is wrong then.
"""
import ast
import importlib.util
import json
import os
import sys
import tempfile

import numpy as np


def load_scorer(path):
    specification = importlib.util.spec_from_file_location("score", path)
    scorer = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(scorer)
    scorer.NAMES.update(f16=np.float16, f32=np.float32, f64=np.float64, floor=np.floor, ceil=np.ceil, round=np.rint)
    scorer.NAMES.update(sqrt=np.sqrt, int=int)
    scorer.ALLOWED += (ast.Div, ast.Pow)
    return scorer


def main():
    scorer, report, corpus, command = sys.argv[1:]
    with open(report, encoding="utf-8") as file:
        names = [name for name, counts in json.load(file).items() if counts.get("unknown")]
    if not names:
        return 0
    print("\nwith sizes by float arithmetic evaluated, where values were unknown:")
    with tempfile.TemporaryDirectory() as part:
        os.mkdir(f"{part}/models")
        os.symlink(os.path.join(corpus, "truth"), f"{part}/truth")
        for name in names:
            os.symlink(os.path.join(corpus, "models", f"{name}.onnx"), f"{part}/models/{name}.onnx")
        sys.argv = ["score.py", "--corpus", part, "--run", command]
        return load_scorer(scorer).main()


if __name__ == "__main__":
    sys.exit(main())
