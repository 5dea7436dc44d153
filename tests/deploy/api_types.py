"""Checks manifests against the types of the Kubernetes API, as the PyPI package `kubernetes` has them:
a class for each type, with the names of its fields and their types, and a constructor that demands
what is required."""

import re

from kubernetes import client

import crd_types

SCALARS = {"str": str, "int": int, "bool": bool, "float": (int, float)}
# Where the API takes a number or a text.
ANYTHING = {"object"}


class UnknownField(Exception):
    """A manifest says what the API does not know, or in a form that it does not take."""


def class_named(name):
    return getattr(client, name, None) or getattr(crd_types.kserve_models(), name, None)


def model_class(api_version, kind):
    """v1 Pod -> V1Pod; apps/v1 Deployment -> V1Deployment."""
    version = api_version.rsplit("/", 1)[-1]
    name = version[0].upper() + version[1:] + kind
    found = class_named(name)
    if found is None:
        raise UnknownField(f"no kind {api_version} {kind}")
    return found


def check(manifest):
    """Raises UnknownField unless the manifest is of a type of the API, or of an operator that we know."""
    if manifest["apiVersion"].startswith("monitoring.coreos.com/"):
        try:
            crd_types.check_prometheus(manifest)
        except crd_types.UnknownCrdField as error:
            raise UnknownField(str(error)) from error
        return
    check_object(model_class(manifest["apiVersion"], manifest["kind"]), manifest, manifest["kind"])


def check_value(type_name, value, path):
    if type_name in ANYTHING:
        if not isinstance(value, (int, str)):
            raise UnknownField(f"{path}: neither a number nor a text")
    elif type_name in SCALARS:
        is_bool = isinstance(value, bool)
        if not isinstance(value, SCALARS[type_name]) or is_bool != (type_name == "bool"):
            raise UnknownField(f"{path}: {value!r} is not a {type_name}")
    elif match := re.fullmatch(r"[Ll]ist\[(.*)\]", type_name):
        if not isinstance(value, list):
            raise UnknownField(f"{path}: not a list")
        for index, item in enumerate(value):
            check_value(match[1], item, f"{path}[{index}]")
    elif match := re.fullmatch(r"[Dd]ict[(\[]str, (.*)[)\]]", type_name):
        if not isinstance(value, dict):
            raise UnknownField(f"{path}: not a map")
        for key, item in value.items():
            check_value(match[1], item, f"{path}.{key}")
    else:
        check_object(class_named(type_name), value, path)


def check_object(cls, value, path):
    if not isinstance(value, dict):
        raise UnknownField(f"{path}: not a map")
    attributes = {name: attribute for attribute, name in cls.attribute_map.items()}
    for name, item in value.items():
        if name not in attributes:
            raise UnknownField(f"{path}.{name}: no field of {cls.__name__}")
        check_value(cls.openapi_types[attributes[name]], item, f"{path}.{name}")
    try:  # for what is required
        cls(**{attributes[name]: item for name, item in value.items()})
    except ValueError as error:
        raise UnknownField(f"{path}: {error}") from error
