#!/usr/bin/env python3
"""Links programs of a build folder once more, with the static libraries that lie beside the shared ones.

So they run where those are not installed, and nothing is compiled for it: only the command that links differs. A
library without a static one stays shared, as Debian 12's prometheus-cpp does; it is looked for in ../lib from where the
program lies, then where the system has it. Prints the libraries that were linked, a path a line.
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess

C_LIBRARIES = {"-latomic", "-ldl", "-lm", "-lpthread", "-lrt"}  # every machine has them
SHARED = re.compile(r"(/\S+)\.so[.\d]*")


def static_library(path: str) -> str:
    shared = SHARED.fullmatch(path)
    static = f"{shared[1]}.a" if shared else path
    return static if os.path.exists(static) else path


def link_command(build: pathlib.Path, program: str) -> list[str]:
    """The last command that ninja runs for the program: the one that links it."""
    commands = subprocess.run(
        ["ninja", "-C", build, "-t", "commands", f"bin/{program}"], check=True, capture_output=True, text=True).stdout
    words = shlex.split(commands.splitlines()[-1])
    if words[:2] != [":", "&&"] or words[-2:] != ["&&", ":"] or "&&" in words[2:-2] or f"bin/{program}" not in words:
        raise SystemExit(f"link_static.py: this does not link {program}: {shlex.join(words)}")
    return words[2:-2]


def static_command(command: list[str], program: str, output: pathlib.Path, folder: str) -> list[str]:
    """The same command, with static libraries and another output. `folder` has the libraries that go by `-l`."""
    compiler, *rest = command
    words = [compiler, "-Wl,--as-needed"]
    for word in rest:
        if word == f"bin/{program}":
            words += [str(output), "-Wl,-rpath,$ORIGIN/../lib"]
        elif word.startswith("-l") and word not in C_LIBRARIES and os.path.exists(named := f"{folder}/lib{word[2:]}.a"):
            words.append(named)
        else:
            words.append(static_library(word))
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path, help="the folder where the programs go")
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()
    output = arguments.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    libraries = set()
    for program in arguments.programs:
        command = link_command(arguments.build, program)
        shared = [word for word in command if SHARED.fullmatch(word)]
        words = static_command(command, program, output / program, os.path.dirname(shared[0]) if shared else "/usr/lib")
        subprocess.run(words, cwd=arguments.build, check=True)
        libraries.update(word for word in words if re.fullmatch(r"/usr/lib/\S+\.(a|so[.\d]*)", word))
    print("\n".join(sorted(libraries)))


if __name__ == "__main__":
    main()
