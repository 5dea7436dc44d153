"""Checks deploy/kubernetes and deploy/helm as they are rendered: against the types of the Kubernetes API, against the
server's flags, and that what refers to each other fits. Run by `./dev deploy-test`."""

import copy
import re
import subprocess
import sys
import unittest

import api_types
import pod_security
import rendered

SERVER = rendered.ROOT / "build/release/bin/shapewright-server"
# Maps whose keys are the user's own.
FREE_KEYS = {"labels", "matchLabels", "annotations", "requests", "limits", "nodeSelector", "data"}


def all_resources():
    return [manifest for manifests in rendered.everything().values() for manifest in manifests]


def pod_specs():
    return [spec for manifest in all_resources() if (spec := rendered.pod_spec(manifest))]


def shapewright_containers():
    return [container for spec in pod_specs() for container in pod_security.containers(spec)
            if container["name"] == "shapewright"]


def misspellings(value, path=()):
    """The path of every field, in maps whose keys are the API's."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from misspellings(item, path + (index,))
    elif isinstance(value, dict):
        for key, item in value.items():
            if not path or path[-1] not in FREE_KEYS:
                yield path + (key,)
            yield from misspellings(item, path + (key,))


def is_free(manifest, path):
    """A service's selector is labels by itself, without a matchLabels."""
    return manifest["kind"] == "Service" and len(path) == 3 and path[:2] == ("spec", "selector")


def misspell(manifest, path):
    """The manifest with another letter at the end of one of its fields."""
    changed = copy.deepcopy(manifest)
    parent = changed
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1] + "x"] = parent.pop(path[-1])
    return changed


class Manifests(unittest.TestCase):
    def test_every_file_is_named_by_its_kustomization(self):
        self.assertEqual(list(rendered.OVERLAYS), ["affinity", "kserve", "mtls", "shared", "sidecar", "triton"])
        for folder in [*rendered.OVERLAYS.values(), *rendered.OPTIONS.values()]:
            kustomization = (folder / "kustomization.yaml").read_text()
            for path in folder.iterdir():
                self.assertTrue(path.name == "kustomization.yaml" or path.name in kustomization, path)

    def test_every_field_is_one_of_the_api(self):
        for manifest in all_resources():
            api_types.check(manifest)

    def test_every_misspelt_field_is_refused(self):
        for manifest in {str(m): m for m in all_resources()}.values():
            for path in misspellings(manifest):
                if path in (("apiVersion",), ("kind",)) or is_free(manifest, path):
                    continue
                with self.assertRaises(api_types.UnknownField, msg=path):
                    api_types.check(misspell(manifest, path))

    def test_values_of_the_wrong_type_are_refused(self):
        pod = next(m for m in rendered.overlay("sidecar") if m["kind"] == "Pod")
        for field, value in (("terminationGracePeriodSeconds", "45"),
                             ("automountServiceAccountToken", "false"), ("containers", {})):
            changed = copy.deepcopy(pod)
            changed["spec"][field] = value
            with self.assertRaises(api_types.UnknownField, msg=field):
                api_types.check(changed)

    def test_pods_keep_to_the_restricted_profile(self):
        self.assertGreater(len(pod_specs()), 10)
        for spec in pod_specs():
            self.assertEqual(pod_security.breaches(spec), [])
            for container in pod_security.containers(spec):
                is_ours = container["name"] != "kserve-container"
                self.assertEqual(container["securityContext"].get("readOnlyRootFilesystem", False), is_ours)
                self.assertIn("memory", container["resources"]["limits"])

    def test_the_profile_sees_breaches(self):
        for where, field, value in (("pod", "hostNetwork", True), ("pod", "volumes", [{"hostPath": {}}]),
                                    ("context", "privileged", True), ("context", "runAsUser", 0),
                                    ("context", "capabilities", {}), ("context", "runAsNonRoot", False),
                                    ("context", "allowPrivilegeEscalation", True)):
            spec = copy.deepcopy(pod_specs()[0])
            target = spec if where == "pod" else spec["containers"][0]["securityContext"]
            target[field] = value
            self.assertNotEqual(pod_security.breaches(spec), [], field)


class Flags(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        help_text = subprocess.run([SERVER, "--help"], check=True, capture_output=True, text=True).stdout
        cls.flags = set(re.findall(r"^  (--[a-z-]+)", help_text, re.MULTILINE))
        cls.variables = set(re.findall(r"SHAPEWRIGHT_[A-Z_]+", help_text)) | {"SHAPEWRIGHT_TARGET"}

    def test_flags_and_variables_exist(self):
        self.assertGreater(len(shapewright_containers()), 10)
        for container in shapewright_containers():
            for argument in container["args"]:
                self.assertIn(argument.partition("=")[0], self.flags)
            for variable in container.get("env", []):
                self.assertIn(variable["name"], self.variables)

    def test_the_server_takes_them(self):
        """It reads all of them before it tells of an address that is none."""
        for container in shapewright_containers():
            arguments = container["args"] + ["--max-queued-calls=none"]
            ended = subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn("max-queued-calls", ended.stderr)


UNITS = {"": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def size_of(text):
    number, unit = re.fullmatch(r"(\d+)(\w*)", text).groups()
    return int(number) * UNITS[unit]


class References(unittest.TestCase):
    def test_what_memory_holds_fits_the_limit(self):
        holders = {"--result-cache-bytes", "--model-cache-bytes", "--compiled-cache-bytes",
                   "--max-bytes-in-flight", "--transport-memory-bytes", "--work-memory-bytes"}
        for container in shapewright_containers():
            given = dict(argument.split("=", 1) for argument in container["args"])
            self.assertLessEqual(holders, given.keys())
            total = sum(size_of(given[flag]) for flag in holders)
            limit = size_of(container["resources"]["limits"]["memory"])
            # An eighth is left for the program, its threads, and what no option counts.
            self.assertLessEqual(total, 0.875 * limit)

    def test_the_shared_service_asks_for_the_memory_that_it_may_hold(self):
        """A node that has less would evict it when its caches are full."""
        for name in rendered.CHART_VALUES:
            (container,) = [each for manifest in rendered.chart(name) if (spec := rendered.pod_spec(manifest))
                            for each in pod_security.containers(spec) if each["name"] == "shapewright"]
            total = sum(size_of(argument.partition("=")[2]) for argument in container["args"]
                        if re.match(r"--[a-z-]+-bytes(-in-flight)?=", argument))
            self.assertLessEqual(total, 0.875 * size_of(container["resources"]["requests"]["memory"]), name)

    def test_ports_of_probes_are_declared_and_served(self):
        for container in shapewright_containers():
            ports = {port["name"]: port["containerPort"] for port in container["ports"]}
            served = {int(argument.rpartition(":")[2]) for argument in container["args"]
                      if re.match(r"--(http-|json-)?listen=.*:[0-9]+$", argument)}
            self.assertEqual(set(ports.values()), served)
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                self.assertIn(container[probe]["httpGet"]["port"], ports)

    def test_the_drain_fits_the_grace_period(self):
        for spec in pod_specs():
            for container in pod_security.containers(spec):
                drain = sum(int(argument.partition("=")[2]) for argument in container.get("args", [])
                            if argument.startswith("--drain-"))
                self.assertLess(drain, spec.get("terminationGracePeriodSeconds", 30))

    def test_the_sidecar_starts_first_and_shares_socket_and_models(self):
        spec = next(m["spec"] for m in rendered.overlay("sidecar") if m["kind"] == "Pod")
        (sidecar,), (app,) = spec["initContainers"], spec["containers"]
        self.assertEqual(sidecar["restartPolicy"], "Always")
        self.assertIn("startupProbe", sidecar)
        volumes = {volume["name"]: volume for volume in spec["volumes"]}
        self.assertIn("emptyDir", volumes["socket"])
        for container in (sidecar, app):
            mounts = {mount["name"]: mount for mount in container["volumeMounts"]}
            self.assertEqual(set(mounts), set(volumes))
            self.assertTrue(mounts["models"]["readOnly"])
        self.assertIn("--model-root=" + mounts["models"]["mountPath"], sidecar["args"])
        target = app["env"][0]["value"]
        self.assertIn("--listen=" + target, sidecar["args"])
        self.assertTrue(target.startswith("unix:" + mounts["socket"]["mountPath"] + "/"))


if __name__ == "__main__":
    if not SERVER.exists():
        sys.exit("kubernetes_test: build the server first")
    unittest.main()
