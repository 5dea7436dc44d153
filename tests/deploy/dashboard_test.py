"""Checks deploy/grafana and deploy/prometheus by running them: every query of the dashboard and every rule in the real
Prometheus, which scrapes a real server; the dashboard's form against Grafana's own types, as the PyPI package
grafana-foundation-sdk has them; the alerts by promtool's unit tests. Run by `./dev deploy-test`."""

import asyncio
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

import yaml
from grafana_foundation_sdk.builders import dashboard as builders  # noqa: F401
from grafana_foundation_sdk.cog import encoder, plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

from cluster import replicas, traffic

DASHBOARD = replicas.ROOT / "deploy/grafana/shapewright.json"
RULES = replicas.ROOT / "deploy/prometheus/alerts.yaml"
RULE_TESTS = replicas.ROOT / "tests/deploy/prometheus/alerts_test.yaml"
MODEL = "lstm_tagger_ts11.onnx"
# What the dashboard's variables are replaced by.
CHOSEN = {"$namespace": ".*", "$pod": ".*", "$__rate_interval": "20s"}
# Nothing of this comes up in half a minute of honest calls.
MAY_BE_EMPTY = {"Dims left unknown"}


def dashboard():
    return json.loads(DASHBOARD.read_text())


def queries():
    """Title and expression, as Grafana would ask."""
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", []):
            expression = target["expr"]
            for variable, value in CHOSEN.items():
                expression = expression.replace(variable, value)
            yield panel["title"], expression


def rules():
    return [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]


class Prometheus:
    """The real one, which scrapes a server once a second as if it were a pod."""

    def __init__(self, folder, http_port):
        self.port = replicas.free_port()
        config = {
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [str(RULES)],
            "scrape_configs": [{"job_name": "shapewright", "static_configs": [
                {"targets": [f"127.0.0.1:{http_port}"], "labels": {"namespace": "ml", "pod": "shapewright-0"}}]}],
        }
        path = pathlib.Path(folder, "prometheus.yml")
        path.write_text(yaml.safe_dump(config))
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={path}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        replicas.wait_until(lambda: replicas.http(self.port, "/-/ready"), self.process, lambda: "prometheus does not start")

    def get(self, path, **parameters):
        body = replicas.http(self.port, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        return json.loads(body)["data"] if body else None

    def query(self, expression):
        """The samples; None if Prometheus does not take it."""
        data = self.get("query", query=expression)
        return None if data is None else data["result"]

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=replicas.LIMIT)


class RealPrometheus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        doors = pathlib.Path(cls.folder.name, "doors")
        doors.write_text(f"seen shadow {MODEL}\nheld enforce {MODEL}\n")
        cls.server = replicas.Replica(["--threads=1", "--http-guards=1", f"--model-root={traffic.MODELS}", f"--guard-models={doors}"])
        cls.prometheus = Prometheus(cls.folder.name, cls.server.http_port)
        cls.call()

    @classmethod
    def tearDownClass(cls):
        cls.prometheus.stop()
        cls.server.kill()
        cls.folder.cleanup()

    @classmethod
    def call(cls):
        """Honest calls until Prometheus has seen enough of them, one that fails, and requests that doors refuse."""
        target = f"127.0.0.1:{cls.server.port}"
        asked = traffic.models(10_000, 100_000)
        load = traffic.Traffic(target, asked, seed=3, callers=2, rate=40)
        # Its series is not there before the first call that fails, however long the models took to read.
        seen = ("(count_over_time(shapewright_call_errors_total[1m]) > 25) and on () "
                "(count_over_time(shapewright_door_refused_total[1m]) > 5)")

        async def all_of_it():
            running = asyncio.create_task(load.run())
            async with asyncio.timeout(2 * replicas.LIMIT), traffic.AsyncClient(target) as client:
                while not await asyncio.to_thread(cls.prometheus.query, seen):
                    try:
                        await client.infer_shapes("sha256:" + "0" * 64)
                    except traffic.ShapewrightError:
                        pass
                    for model in ("seen", "held"):
                        await asyncio.to_thread(cls.check, model)
                    await asyncio.sleep(1)
            load.stop()
            await running

        asyncio.run(all_of_it())
        assert not load.failed, load.failed

    @classmethod
    def check(cls, model):
        """Asks the door of a model about a request of one axis too many."""
        tensor = {"name": "tokens", "datatype": "INT64", "shape": [2, 3, 4]}
        body = json.dumps({"model": model, "inputs": [tensor]}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{cls.server.http_port}/v1/guard:check", body, method="POST")
        try:
            urllib.request.urlopen(request, timeout=replicas.LIMIT).close()
        except urllib.error.HTTPError:
            pass  # refused, or its guard is being compiled

    def test_every_query_of_the_dashboard_has_an_answer(self):
        self.assertGreater(len(list(queries())), 30)
        for title, expression in queries():
            answer = self.prometheus.query(expression)
            self.assertIsNotNone(answer, f"{title}: {expression}")
            self.assertTrue(answer or title in MAY_BE_EMPTY, f"{title}: {expression}")

    def test_a_wrong_query_has_none(self):
        self.assertIsNone(self.prometheus.query("sum by pod (x)"))

    def test_variables_find_the_pod(self):
        for name, value in (("namespace", ["ml"]), ("pod", ["shapewright-0"])):
            self.assertEqual(self.prometheus.get(f"label/{name}/values", **{"match[]": "shapewright_build_info"}), value)

    def test_every_rule_is_evaluated(self):
        groups = self.prometheus.get("rules")["groups"]
        evaluated = [rule for group in groups for rule in group["rules"]]
        self.assertEqual(len(evaluated), len(rules()))
        self.assertEqual({rule["health"] for rule in evaluated}, {"ok"}, evaluated)
        self.assertEqual({rule["state"] for rule in evaluated if rule["type"] == "alerting"} - {"pending"}, {"inactive"})
        (busy,) = self.prometheus.query("shapewright_pool_busy_ratio")
        self.assertEqual((busy["metric"]["namespace"], busy["metric"]["pod"]), ("ml", "shapewright-0"))
        self.assertLessEqual(0, float(busy["value"][1]))
        self.assertLessEqual(float(busy["value"][1]), 1)


class Form(unittest.TestCase):
    def test_grafana_knows_every_field(self):
        plugins.register_default_plugins()
        written = json.loads(json.dumps(Dashboard.from_json(dashboard()), cls=encoder.JSONEncoder))
        self.assert_within(dashboard(), written, "dashboard")

    def assert_within(self, ours, theirs, path):
        """What the types do not know is lost when they write it."""
        if isinstance(ours, dict):
            for name, value in ours.items():
                self.assertIn(name, theirs, path)
                self.assert_within(value, theirs[name], f"{path}.{name}")
        elif isinstance(ours, list):
            self.assertEqual(len(ours), len(theirs), path)
            for index, value in enumerate(ours):
                self.assert_within(value, theirs[index], f"{path}[{index}]")
        else:
            self.assertEqual(ours, theirs, path)

    def test_panels_do_not_overlap(self):
        taken = set()
        for panel in dashboard()["panels"]:
            place = panel["gridPos"]
            self.assertLessEqual(place["x"] + place["w"], 24)
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"])}
            self.assertFalse(cells & taken, panel["title"])
            taken |= cells
        ids = [panel["id"] for panel in dashboard()["panels"]]
        self.assertEqual(len(set(ids)), len(ids))


class RuleTests(unittest.TestCase):
    def test_alerts_fire_when_they_are_to(self):
        ended = subprocess.run(["promtool", "test", "rules", RULE_TESTS], capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_each_alert_is_seen_to_fire_and_to_be_silent(self):
        cases = [case for test in yaml.safe_load(RULE_TESTS.read_text())["tests"] for case in test.get("alert_rule_test", [])]
        fire = {case["alertname"] for case in cases if case.get("exp_alerts")}
        silent = {case["alertname"] for case in cases if not case.get("exp_alerts")}
        alerts = {rule["alert"] for rule in rules() if "alert" in rule}
        self.assertEqual((fire, silent), (alerts, alerts))


if __name__ == "__main__":
    assert shutil.which("prometheus") and shutil.which("promtool"), "install the package prometheus"
    unittest.main()
