"""The manifests of deploy/ as kustomize and Helm render them. `./dev deploy-test` builds both."""

import functools
import os
import pathlib
import subprocess
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "build/deploy-tools/bin"
KUBERNETES = ROOT / "deploy/kubernetes"
CHART = ROOT / "deploy/helm/shapewright"
OVERLAYS = {path.parent.name: path.parent for path in sorted(KUBERNETES.glob("*/kustomization.yaml"))}
OPTIONS = {path.parent.name: path.parent for path in sorted(KUBERNETES.glob("options/*/kustomization.yaml"))}
# What a chart without a cluster takes for granted.
VERSION_OF_KUBERNETES = "1.33.0"

# All that the chart can be told, in combinations that go together.
CHART_VALUES = {
    "defaults": {},
    "everything": {
        "envoy": {"enabled": True},
        "autoscaling": {"busyThreads": {"enabled": True}},
        "podMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
        "prometheusRule": {"enabled": True},
        "models": {"claimName": "models"},
        "imagePullSecrets": [{"name": "registry"}],
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "dedicated", "operator": "Exists", "effect": "NoSchedule"}],
        "priorityClassName": "high",
        "podAnnotations": {"example": "yes"},
        "podLabels": {"team": "ml"},
        "service": {"annotations": {"example": "yes"}},
        "server": {"extraArgs": ["--threads=2", "--allow-uid=65532"]},
        "traces": {"endpoint": "http://collector.observe:4318", "sample": 0.1},
        "networkPolicy": {"clients": [{"namespaceSelector": {"matchLabels": {"team": "ml"}}}]},
    },
    "ours": {
        "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{
            "weight": 1, "podAffinityTerm": {"topologyKey": "kubernetes.io/hostname",
                                             "labelSelector": {"matchLabels": {"app": "batch"}}}}]}},
        "serviceAccount": {"create": True, "annotations": {"example": "yes"}},
        "podSecurityContext": {"runAsUser": 10001, "fsGroup": 10001},
        "extraEnv": [{"name": "SHAPEWRIGHT_THREADS", "value": "2"},
                     {"name": "SHAPEWRIGHT_LOG_LEVEL",
                      "valueFrom": {"configMapKeyRef": {"name": "logs", "key": "level"}}}],
        "extraVolumes": [{"name": "scratch", "emptyDir": {"sizeLimit": "1Gi"}}],
        "extraVolumeMounts": [{"name": "scratch", "mountPath": "/scratch"}],
        "serviceMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
        "json": {"enabled": True, "reportPage": True},
        "server": {"workMemoryBytes": "2GiB"},
        "resources": {"requests": {"memory": "4Gi"}},
    },
    "mtls": {
        "tls": {"enabled": True, "allowSan": ["*.ml.svc"]},
        "image": {"digest": "sha256:" + "0" * 64},
        "autoscaling": {"enabled": False},
    },
    "least": {
        "autoscaling": {"enabled": False},
        "podDisruptionBudget": {"enabled": False},
        "networkPolicy": {"enabled": False},
        "topologySpread": [],
        "service": {"headless": False},
    },
}


def _run(*command):
    """Standard output of a program; what it says is shown if it fails."""
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"{command[0]}: {ended.stderr}")
    return ended.stdout


def _documents(text):
    return [manifest for manifest in yaml.safe_load_all(text) if manifest]


@functools.lru_cache(maxsize=None)
def overlay(name):
    return _documents(_run(TOOLS / "kustomize", "build", OVERLAYS[name]))


@functools.lru_cache(maxsize=None)
def overlay_with_options(name):
    """An overlay with all options that can be added to it."""
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        path = lambda target: os.path.relpath(target, folder)
        kustomization = {"resources": [path(OVERLAYS[name])], "components": [path(o) for o in OPTIONS.values()]}
        pathlib.Path(folder, "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
        return _documents(_run(TOOLS / "kustomize", "build", folder))


@functools.lru_cache(maxsize=None)
def chart(name):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as values:
        yaml.safe_dump(CHART_VALUES[name], values)
        values.flush()
        return _documents(_run(TOOLS / "helm", "template", "shapes", CHART, "--namespace", "ml", "--values", values.name,
                               "--kube-version", VERSION_OF_KUBERNETES))


def everything():
    """By what rendered them: all manifests."""
    found = {f"overlay {name}": overlay(name) for name in OVERLAYS}
    found |= {f"overlay {name} with options": overlay_with_options(name) for name in ("shared", "mtls")}
    return found | {f"chart, {name}": chart(name) for name in CHART_VALUES}


def pod_spec(manifest):
    """The spec of the pods that a manifest makes; None if it makes none."""
    if manifest["kind"] == "Pod":
        return manifest["spec"]
    if manifest["kind"] == "InferenceService":
        predictor = dict(manifest["spec"]["predictor"])
        model = predictor.pop("model")
        return {**predictor, "containers": [{"name": "kserve-container", "image": "", **model}]}
    return manifest["spec"]["template"]["spec"] if manifest["kind"] == "Deployment" else None
