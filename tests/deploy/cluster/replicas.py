"""Servers behind a balancer, all as processes on this machine: the real HAProxy or Envoy with the configuration in deploy/."""

import json
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER = ROOT / "build/release/bin/shapewright-server"
HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin")
ENVOY = pathlib.Path(sys.prefix) / "bin/envoy"
SAMPLE = re.compile(r"^(\w+)(\{[^}]*\})? (\S+)$", re.MULTILINE)
LIMIT = 300  # seconds until something is said to hang, on a machine that is busy too


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(holds, process, what):
    """Raises if the process ends before; `what` says what it does not do."""
    end = time.monotonic() + LIMIT
    while not holds():
        if process.poll() is not None:
            raise RuntimeError(f"{what()}: it has ended with {process.returncode}")
        if time.monotonic() > end:
            raise TimeoutError(what())
        time.sleep(0.02)


def http(port, path):
    """The body of an answer; None if there is none, or it is an error."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, OSError):
        return None


class Replica:
    """A server, and after it has ended its successor at the same ports."""

    def __init__(self, flags=()):
        self.port, self.http_port = free_port(), free_port()
        self.flags = list(flags)
        self.process = None
        self.log = []
        self.start()

    def start(self):
        command = [SERVER, f"--listen=127.0.0.1:{self.port}", f"--http-listen=127.0.0.1:{self.http_port}", *self.flags]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        wait_until(self.is_ready, self.process, lambda: f"a server does not start: {self.log[-3:]}")

    def _read(self, process):
        with process.stderr as lines:
            self.log += [line for line in lines if '"level":"error"' in line]

    def is_ready(self):
        return http(self.http_port, "/readyz") is not None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As Kubernetes ends it; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=LIMIT)

    def metrics(self):
        """By name and labels, as they are written."""
        text = http(self.http_port, "/metrics") or ""
        return {name + (labels or ""): float(value) for name, labels, value in SAMPLE.findall(text)}


def haproxy_config(port, replicas, has_affinity=True):
    """deploy/haproxy with these replicas; without affinity they take turns."""
    text = (ROOT / "deploy/haproxy/haproxy.cfg").read_text()
    for number, replica in enumerate(replicas, 1):
        text = text.replace(f"replica{number}:50051", f"127.0.0.1:{replica.port}")
        text = re.sub(rf"(server replica{number} .*) port 8080", rf"\1 port {replica.http_port}", text)
    text = text.replace("bind :50051", f"bind 127.0.0.1:{port}")
    if not has_affinity:
        text = re.sub(r"^    (hash-.*\n)", "", text.replace("balance hdr(x-shapewright-model)", "balance roundrobin"),
                      flags=re.MULTILINE)
    return text


def envoy_config(port, replicas, has_affinity=True):
    """That of deploy/kubernetes/affinity with these replicas."""
    config = yaml.safe_load((ROOT / "deploy/kubernetes/affinity/envoy.yaml").read_text())
    local = lambda number: {"socket_address": {"address": "127.0.0.1", "port_value": number}}
    config["admin"]["address"] = local(free_port())
    config["static_resources"]["listeners"][0]["address"] = local(port)
    cluster = config["static_resources"]["clusters"][0]
    cluster["load_assignment"]["endpoints"][0]["lb_endpoints"] = [{"endpoint": {"address": local(r.port)}} for r in replicas]
    if not has_affinity:
        cluster["lb_policy"] = "ROUND_ROBIN"
        del cluster["ring_hash_lb_config"], cluster["common_lb_config"]
    return json.dumps(config)


class Balancer:
    """HAProxy or Envoy in front of replicas."""

    def __init__(self, kind, replicas, folder, has_affinity=True):
        self.port = free_port()
        path = pathlib.Path(folder, f"{kind}.cfg" if kind == "haproxy" else f"{kind}.json")
        if kind == "haproxy":
            path.write_text(haproxy_config(self.port, replicas, has_affinity))
            command = [HAPROXY, "-db", "-f", path]
        else:
            path.write_text(envoy_config(self.port, replicas, has_affinity))
            command = [ENVOY, "--config-path", path, "--log-level", "error", "--concurrency", "2", "--use-dynamic-base-id"]
        with open(path.with_suffix(".log"), "wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            wait_until(self._answers, self.process, lambda: f"{kind} does not start: {path.with_suffix('.log').read_text()[-500:]}")
        except BaseException:
            self.process.kill()
            raise

    def _answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def target(self):
        return f"127.0.0.1:{self.port}"

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=LIMIT)
