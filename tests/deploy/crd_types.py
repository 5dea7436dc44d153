"""Checks manifests of operators: of Prometheus' against the types of the PyPI package cloudcoil-models-prometheus-operator,
of KServe against those of the package kserve, whose form is that of the package `kubernetes`."""

import importlib
import importlib.util
import sys
import types
import typing

import pydantic


class UnknownCrdField(Exception):
    """A manifest says what its operator does not know."""


def kserve_models():
    """kserve.models, without the server that the package is, and all that it needs."""
    if "kserve" not in sys.modules:
        package = types.ModuleType("kserve")
        package.__path__ = list(importlib.util.find_spec("kserve").submodule_search_locations)
        sys.modules["kserve"] = package
    return importlib.import_module("kserve.models")


def check_prometheus(manifest):
    # Imported here, as it takes a second.
    from cloudcoil.models.prometheus_operator import v1  # pylint: disable=import-outside-toplevel

    model = getattr(v1, manifest["kind"], None)
    if manifest["apiVersion"] != "monitoring.coreos.com/v1" or model is None:
        raise UnknownCrdField(f"no kind {manifest['apiVersion']} {manifest['kind']}")
    _check_names(model, manifest, manifest["kind"])
    try:
        model.model_validate(manifest)
    except pydantic.ValidationError as error:
        raise UnknownCrdField(str(error)) from error


def _models_in(annotation):
    if isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        return [annotation]
    return [model for part in typing.get_args(annotation) for model in _models_in(part)]


def _check_names(model, value, path):
    """The types pass over names that they do not know; this does not."""
    by_name = {field.alias or name: field for name, field in model.model_fields.items()}
    for name, item in value.items():
        if name not in by_name:
            raise UnknownCrdField(f"{path}.{name}: no field of {model.__name__}")
        models = _models_in(by_name[name].annotation)
        if not models:
            continue
        for part in item if isinstance(item, list) else [item]:
            if isinstance(part, dict):
                _check_names(models[0], part, f"{path}.{name}")
