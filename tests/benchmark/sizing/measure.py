"""What a server takes for models and calls: CPU time of its process, and memory. Prints the table that `shapewright plan-server`
plans with, client/cpp/cli/sizing/measured.cc. Run by `./dev bench sizing`. Wall time is not looked at."""

import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
BIN = ROOT / "build/release/bin"
MODELS = ROOT / "tests/data/corpus/models"
sys.path.insert(0, str(ROOT / "client/python"))

from shapewright import Client  # noqa: E402  pylint: disable=wrong-import-position
from shapewright.requests import stripped  # noqa: E402  pylint: disable=wrong-import-position

TICK = os.sysconf("SC_CLK_TCK")
NEW_CALLS, CACHED_CALLS, BIND_CALLS = 50, 500, 500
KEPT_BYTES = 400 << 20
# Of all kinds and sizes.
NAMES = ("gru_tagger_ts17", "light_squeezenet", "unet_ts13", "resnet50_ts17", "light_resnet50", "mobilenet_v3_large_ts13",
         "unet_dynamo18", "timm_convnext_tiny_ts17", "efficientnet_b0_ts17", "t5_encoder_ts17", "distilbert_ts17",
         "llama_dynamo18_noopt", "bert_base_ortfused_ts17", "light_densenet121", "bert_base_ts17", "fasterrcnn_r50_ts17",
         "roberta_base_ts17", "llama_past_ts17", "gpt2_ts17", "ssdlite320_mbv3_ts17", "vit_b_16_ts17", "clip_ts17",
         "mixtral_moe_dynamo18", "swin_t_ts17")
CACHES = ("--result-cache-bytes=8GiB", "--model-cache-bytes=8GiB", "--compiled-cache-bytes=8GiB")


SOURCE = """\
// Written by tests/benchmark/sizing/measure.py: `./dev bench sizing > client/cpp/cli/sizing/measured.cc`.
#include "client/cpp/cli/sizing/measured.h"

namespace shapewright::cli {{
namespace {{

constexpr MeasuredModel kModels[] = {{
{rows}
}};

}}  // namespace

const Measured& MeasuredFigures() {{
  static constexpr Measured kMeasured = {{"{machine}", "{date}", {base}, {factor:.2f}, kModels}};
  return kMeasured;
}}

}}  // namespace shapewright::cli"""


def with_number(model, number):
    """The model with a doc string of its own: another one to a server."""
    return model + b"\x32\x08" + f"{number:08d}".encode()


class Server:
    def __init__(self, folder, threads=1):
        log = pathlib.Path(folder, "log")
        with open(log, "wb") as out:
            self.process = subprocess.Popen(
                [BIN / "shapewright-server", f"--listen=unix:{folder}/socket", "--http-listen=127.0.0.1:0", "--log-every=0",
                 f"--threads={threads}", *CACHES], stderr=out)
        while b'"started"' not in log.read_bytes():
            if self.process.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.05)
        self.http = re.search(r'"http":"([^"]+)"', log.read_text()).group(1)
        self.client = Client(f"unix:{folder}/socket")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        self.process.kill()
        self.process.wait()

    def cpu(self):
        """Seconds that the process has worked."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def resident(self):
        """Bytes."""
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text()).group(1))

    def kept(self):
        """Bytes of each cache."""
        text = urllib.request.urlopen(f"http://{self.http}/metrics").read().decode()
        return [int(float(re.search(rf'shapewright_cache_bytes{{cache="{name}"}} (\S+)', text).group(1)))
                for name in ("models", "compiled", "answers")]

    def cpu_of(self, calls):
        """Microseconds of CPU of each of these calls."""
        begin = self.cpu()
        count = 0
        for call in calls:
            call()
            count += 1
        return 1e6 * (self.cpu() - begin) / count


def measure(server, name, model):
    """A row of the table."""
    client = server.client
    before = server.kept()
    first = client.infer_shapes(with_number(model, 0)).response
    symbols = [symbol.name for symbol in first.symbols]
    bindings = [{symbol: 8 + number for symbol in symbols} for number in range(BIND_CALLS)]
    client.evaluate_shapes(with_number(model, 0), bindings[:1])
    kept = [after - earlier for after, earlier in zip(server.kept(), before)]
    new = server.cpu_of([lambda n=n: client.infer_shapes(with_number(model, n)) for n in range(1, NEW_CALLS + 1)])
    cached = server.cpu_of([lambda: client.infer_shapes(with_number(model, 0))] * CACHED_CALLS)
    bound = server.cpu_of([lambda b=b: client.evaluate_shapes(with_number(model, 0), [b]) for b in bindings])
    print(f"{name}: new {new:.0f}, cached {cached:.0f}, bind {bound:.0f} us", file=sys.stderr, flush=True)
    return [f'"{name}"', first.statistics.nodes, len(model), *kept, round(new), round(cached), round(bound)]


def memory(folder, models):
    """What a server takes by itself, and for each byte that its caches count: of a model that an inference has in common
    with the cache of models both count."""
    with Server(folder) as server:
        time.sleep(1)  # until all of its threads have started
        base = server.resident()
        number = 0
        while sum(server.kept()) < KEPT_BYTES:
            for model in models:
                number += 1
                named = with_number(model, number)
                symbols = server.client.infer_shapes(named).response.symbols
                server.client.evaluate_shapes(named, [{symbol.name: 8 for symbol in symbols}])
        return base, (server.resident() - base) / sum(server.kept())


def main():
    models = {name: stripped(MODELS / f"{name}.onnx") for name in NAMES}
    with tempfile.TemporaryDirectory() as folder:
        base, factor = memory(folder, list(models.values()))
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server:
        rows = [measure(server, name, model) for name, model in models.items()]
    version = subprocess.run([BIN / "shapewright-server", "--version"], capture_output=True, text=True, check=True).stdout
    print(version.strip(), file=sys.stderr)
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    print(SOURCE.format(machine=f"{os.cpu_count()} CPUs ({cpu.group(1) if cpu else os.uname().machine}), under load {os.getloadavg()[0]:.0f}",
                        date=datetime.date.today(), base=base, factor=factor,
                        rows="\n".join(f"    {{{', '.join(str(cell) for cell in row)}}}," for row in sorted(rows, key=lambda r: r[1]))))


if __name__ == "__main__":
    sys.exit(main())
