"""Makes the packages of the clients in other languages, the archive of the API and the chart for Helm, from what their compilers made.

usage: make_clients.py KIND SOURCE DIST VERSION EPOCH
`SOURCE` is a copy of the client's folder, or of proto/ with the descriptors beside it; LICENSE lies in it.
"""
from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Optional

from archives import Files, write_tar_gz, write_zip


def files_below(folder: Path, prefix: str = "", only: Optional[str] = None) -> Files:
    paths = (path for path in sorted(folder.glob(only or "**/*")) if path.is_file())
    return {prefix + path.relative_to(folder).as_posix(): (path.read_bytes(), False) for path in paths}


def npm(source: Path, dist: Path, version: str, epoch: int) -> None:
    """What `npm pack` puts together, but with bytes that no version of npm decides."""
    package = json.loads((source / "package.json").read_text())
    files = files_below(source, "package/", "dist/src/**/*")
    for name in ("package.json", "README.md", "LICENSE"):
        files[f"package/{name}"] = ((source / name).read_bytes(), False)
    write_tar_gz(dist / f"{package['name']}-{version}.tgz", files, epoch)


def go(source: Path, dist: Path, version: str, epoch: int) -> None:
    """The files of a proxy of Go modules, which GOPROXY=file://... reads."""
    module = re.search(r"^module (\S+)$", (source / "go.mod").read_text(), re.M)[1]
    tag = f"v{version}"
    folder = dist / "go-proxy" / module / "@v"
    folder.mkdir(parents=True)
    write_zip(folder / f"{tag}.zip", files_below(source, f"{module}@{tag}/"), epoch)
    (folder / f"{tag}.mod").write_bytes((source / "go.mod").read_bytes())
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
    (folder / f"{tag}.info").write_text(json.dumps({"Version": tag, "Time": moment}) + "\n")
    (folder / "list").write_text(tag + "\n")


def java(source: Path, dist: Path, version: str, epoch: int) -> None:
    """The jar, which has its pom inside as Maven's own do, the jars of the sources and of javadoc, and the pom by itself."""
    pom = (source / "pom.xml").read_bytes()
    group, artifact = (re.search(rf"<{name}>(\S+)</{name}>", pom.decode())[1] for name in ("groupId", "artifactId"))
    module = re.search(r"<Automatic-Module-Name>(\S+)</", pom.decode())[1]
    entries = {
        "Manifest-Version": "1.0",
        "Automatic-Module-Name": module,
        "Implementation-Title": artifact,
        "Implementation-Version": version,
    }
    manifest = "".join(f"{key}: {value}\r\n" for key, value in entries.items()) + "\r\n"
    common = {
        "META-INF/MANIFEST.MF": (manifest.encode(), False),
        "META-INF/license/LICENSE": ((source / "LICENSE").read_bytes(), False),
        f"META-INF/maven/{group}/{artifact}/pom.xml": (pom, False),
    }
    name = f"{artifact}-{version}"
    write_zip(dist / f"{name}.jar", {**files_below(source / "target/classes"), **common}, epoch)
    folders = ["src/main/java", "src/main/resources", *(f"target/generated-sources/protobuf/{kind}" for kind in ("java", "grpc-java"))]
    sources = {name: content for folder in folders for name, content in files_below(source / folder).items()}
    write_zip(dist / f"{name}-sources.jar", {**sources, **common}, epoch)
    write_zip(dist / f"{name}-javadoc.jar", {**files_below(source / "target/javadoc"), **common}, epoch)
    (dist / f"{name}.pom").write_bytes(pom)


def api(source: Path, dist: Path, version: str, epoch: int) -> None:
    """The protos, and their descriptors in one file."""
    name = f"shapewright-api-{version}"
    write_tar_gz(dist / f"{name}.tar.gz", files_below(source, f"{name}/"), epoch)


def chart(source: Path, dist: Path, version: str, epoch: int) -> None:
    """The chart for Helm, as `helm package` puts it together: without its tests."""
    files = files_below(source, "shapewright/")
    files = {name: content for name, content in files.items() if not name.startswith("shapewright/tests/")}
    write_tar_gz(dist / f"shapewright-{version}.tgz", files, epoch)


def main() -> None:
    kind, source, dist, version, epoch = sys.argv[1:]
    {"npm": npm, "go": go, "java": java, "api": api, "chart": chart}[kind](Path(source), Path(dist), version, int(epoch))


if __name__ == "__main__":
    main()
