"""Writes the bill of materials of what is in dist/, in CycloneDX 1.6, and checks it against the schema.

usage: make_sbom.py DIST VERSION EPOCH LINKED LOADED
`LINKED` are the Debian packages whose libraries are within the programs of the wheel, `LOADED` those that are within the
programs of the .deb or that it depends on, each separated by spaces. What the clients need comes from their own lists, with the versions that these name.
"""
from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import time
import uuid
import zipfile
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Dict, Iterator, List, Optional
from urllib.parse import quote

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

Component = Dict[str, object]
# Debian's names of licenses that have another one in SPDX's list.
SPDX = {
    "BSD-3-clause": "BSD-3-Clause",
    "BSD-3-google": "BSD-3-Clause",
    "BSD-3-Clause~Google": "BSD-3-Clause",
    "Expat": "MIT",
}
PLAIN = ("Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "Zlib")


def component(purl: str, name: str, version: Optional[str], license: Optional[str] = None) -> Component:
    made: Component = {"type": "library", "bom-ref": purl, "name": name, "purl": purl}
    if version:
        made["version"] = version
    if license and re.search(" (AND|OR|WITH) ", license):
        made["licenses"] = [{"expression": license}]
    elif license:
        made["licenses"] = [{"license": {"id" if license in PLAIN else "name": license}}]
    return made


def debian_license(package: str) -> Optional[str]:
    """That of most of the files of a package, if its copyright file says so in Debian's form."""
    text = Path(f"/usr/share/doc/{package}/copyright").read_text(encoding="utf-8")
    found = re.search(r"^Files: *\*\n(?:.+\n)*?License: *(\S+)$", text, re.M)
    return SPDX.get(found[1], found[1]) if found else None


def debian(package: str) -> Component:
    form = "${Version} ${Architecture}"
    version, architecture = subprocess.check_output(["dpkg-query", "-W", "-f", form, package], text=True).split()
    purl = f"pkg:deb/debian/{quote(package)}@{quote(version, safe='')}?arch={architecture}"
    return component(purl, package, version, debian_license(package))


def python_dependencies(dist: Path) -> Iterator[Component]:
    """Those that the wheel and the sdist always have."""
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        text = wheel.read(next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))).decode()
    for requirement in re.findall(r"^Requires-Dist: ([^;\n]*)$", text, re.M):
        name = re.match(r"[\w.-]+", requirement)[0]
        made = component(f"pkg:pypi/{name}", name, None)
        made["properties"] = [{"name": "shapewright:requirement", "value": requirement}]
        yield made


def npm_component(path: str, entry: Dict[str, str]) -> Component:
    name = path.rpartition("node_modules/")[2]
    version, license = entry["version"], entry.get("license")
    return component(f"pkg:npm/{quote(name)}@{version}", name, version, license and license.strip("()"))


def npm_dependencies() -> Iterator[Component]:
    lock = json.loads(Path("client/typescript/package-lock.json").read_text())
    for path, entry in lock["packages"].items():
        if path and not entry.get("dev"):
            yield npm_component(path, entry)


def page_dependencies() -> Iterator[Component]:
    """Within client/report/page.html, which is within the command line."""
    lock = json.loads(Path("client/report/package-lock.json").read_text())
    for path, entry in lock["packages"].items():
        if "/@dagrejs/" in path:
            yield npm_component(path, entry)


def go_dependencies() -> Iterator[Component]:
    text = Path("client/go/go.mod").read_text()
    tools = re.search(r"^tool \(\n(.*?)^\)", text, re.M | re.S)[1].split()
    for name, version in re.findall(r"^\t(\S+) (v\S+)", text, re.M):
        if name not in tools:
            yield component(f"pkg:golang/{name}@{version}", name, version)


def chart_images(version: str) -> Iterator[Component]:
    """What the chart runs, unless its values say otherwise."""
    values = Path("deploy/helm/shapewright/values.yaml").read_text()
    envoy = re.search(r"^  image: (\S+)$", values, re.M)[1]
    for image in (f"shapewright:{version}", envoy):
        name, _, tag = image.rpartition(":")
        yield {**component(f"pkg:docker/{name}@{tag}", name, tag), "type": "container"}


def maven_dependencies() -> Iterator[Component]:
    pom = ET.parse("client/java/pom.xml").getroot()
    properties = {entry.tag: entry.text for entry in pom.find("properties")}
    for entry in pom.find("dependencies"):
        if entry.findtext("scope") == "test":
            continue
        group, name, version = (entry.findtext(tag) for tag in ("groupId", "artifactId", "version"))
        version = re.sub(r"\$\{(.*?)\}", lambda reference: properties[reference[1]], version)
        made = component(f"pkg:maven/{group}/{name}@{version}", name, version)
        yield {**made, "group": group}


def package(purl: str, path: Path, kind: str) -> Component:
    made = component(purl, path.name, None, "Apache-2.0")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {**made, "type": kind, "hashes": [{"alg": "SHA-256", "content": digest}]}


def bill(dist: Path, version: str, epoch: int, linked: List[str], loaded: List[str]) -> Dict[str, object]:
    root = component(f"pkg:generic/shapewright@{version}", "shapewright", version, "Apache-2.0")
    root["type"] = "application"
    components: Dict[str, Component] = {}
    needs: Dict[str, List[str]] = {root["bom-ref"]: []}

    def add(pattern: str, purl: str, kind: str, *groups: Iterator[Component]) -> None:
        for path in sorted(dist.glob(pattern)):
            made = package(purl, path, kind)
            parts = [part for group in groups for part in group]
            components.update({part["bom-ref"]: part for part in [made, *parts]})
            needs[root["bom-ref"]].append(purl)
            needs[purl] = sorted({part["bom-ref"] for part in parts})

    module = re.search(r"^module (\S+)$", Path("client/go/go.mod").read_text(), re.M)[1]
    within = [debian(name) for name in linked]
    add("*.whl", f"pkg:pypi/shapewright@{version}?type=wheel", "application", within, page_dependencies(), python_dependencies(dist))
    add(f"shapewright-{version}.tar.gz", f"pkg:pypi/shapewright@{version}", "library", python_dependencies(dist))
    beside = [debian(name) for name in loaded]
    add("shapewright_*.deb", f"pkg:deb/shapewright/shapewright@{version}", "application", beside, page_dependencies())
    abseil_and_protobuf = [part for part in beside if re.match("lib(absl|protobuf)[0-9]", part["name"])]
    add("shapewright-dev_*.deb", f"pkg:deb/shapewright/shapewright-dev@{version}", "library", abseil_and_protobuf)
    add("*.tgz", f"pkg:npm/shapewright@{version}", "library", npm_dependencies())
    add("go-proxy/**/*.zip", f"pkg:golang/{module}@v{version}", "library", go_dependencies())
    add(f"shapewright-{version}.jar", f"pkg:maven/dev.shapewright/shapewright@{version}", "library", maven_dependencies())
    add("helm/*.tgz", f"pkg:helm/shapewright@{version}", "application", chart_images(version))
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "component": root,
        },
        "components": [components[name] for name in sorted(components)],
        "dependencies": [{"ref": name, "dependsOn": needs[name]} for name in sorted(needs)],
    }
    content = hashlib.sha256(json.dumps(made).encode()).hexdigest()
    return {**made, "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}"}


def main() -> None:
    dist, version, epoch, linked, loaded = sys.argv[1:]
    made = bill(Path(dist), version, int(epoch), linked.split(), loaded.split())
    text = json.dumps(made, indent=1) + "\n"
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        sys.exit(f"package: the bill of materials is not valid: {wrong}")
    (Path(dist) / f"shapewright-{version}.cdx.json").write_text(text)


if __name__ == "__main__":
    main()
