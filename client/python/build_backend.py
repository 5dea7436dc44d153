"""What pip asks for the package: setuptools, after the generated code is written. An sdist has it already."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

from setuptools import build_meta

import generate

Settings = Optional[Dict[str, Any]]


def _requirements() -> List[str]:
    return generate.TOOLS if generate.is_checkout() and not generate.installed_compiler() else []


def _generate() -> None:
    if generate.is_checkout():
        generate.generate()


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    return [*_requirements(), "wheel"]


def get_requires_for_build_sdist(config_settings: Settings = None) -> List[str]:
    return _requirements()


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    _generate()
    return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    _generate()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    _generate()
    return build_meta.build_sdist(sdist_directory, config_settings)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    _generate()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
