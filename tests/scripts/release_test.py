#!/usr/bin/env python3
"""Part of ./dev test: a dry run of scripts/release.sh finds what a release must not have, and publishes what is made.

Nothing is published: the programs that would do it are not called, and a dry run needs no network.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.path.insert(0, str(ROOT / "scripts/package"))
sys.dont_write_bytecode = True

import make_clients  # noqa: E402
from source_checks import VERSIONED  # noqa: E402

VERSION = (ROOT / "VERSION").read_text().strip()
WORKFLOW = (ROOT / ".github/workflows/release.yml").read_text()


def write_sums(dist):
    files = sorted(path for path in dist.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(dist)}\n" for path in files)
    (dist / "SHA256SUMS").write_text("".join(lines))


def make_dist(dist, work):
    """What package.sh makes, by the scripts that name its files; what compilers make of them is left out."""
    (dist / "helm").mkdir(parents=True)
    for kind, folder, place in (("api", "proto", dist), ("chart", "deploy/helm/shapewright", dist / "helm"), ("go", "client/go", dist),
                                ("npm", "client/typescript", dist), ("java", "client/java", dist)):
        source = work / kind
        shutil.copytree(ROOT / folder, source, ignore=shutil.ignore_patterns("node_modules", "target", "dist"))
        shutil.copy(ROOT / "LICENSE", source)
        getattr(make_clients, kind)(source, place, VERSION, 1)
    deb = (ROOT / "scripts/package/deb.sh").read_text()
    for package in re.findall(r"^pack (\S+) ", deb, re.M):
        (dist / f"{package}_{VERSION}_amd64.deb").write_text("deb")
    for name in (f"shapewright-{VERSION}-py3-none-manylinux_2_35_x86_64.whl", f"shapewright-{VERSION}.tar.gz", f"shapewright-{VERSION}.cdx.json"):
        (dist / name).write_text(name)
    write_sums(dist)


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name, "checkout")
        for path in ["VERSION", "scripts/release.sh", "scripts/source_checks.py", *dict(VERSIONED)]:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.root / path)
        self.dist = self.root / "dist"
        make_dist(self.dist, Path(folder.name, "work"))

    def run_release(self, *arguments, **variables):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", **variables}
        return subprocess.run([str(self.root / "scripts/release.sh"), *arguments], env=environment, capture_output=True, text=True, check=False)

    def expect_failure(self, text, *arguments):
        ended = self.run_release(*(arguments or ["--dry-run"]))
        self.assertEqual(ended.returncode, 1, ended.stdout + ended.stderr)
        self.assertIn(text, ended.stdout + ended.stderr)
        self.assertNotIn("would run", ended.stdout)

    def edit(self, path, old, new):
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new))

    def test_everything_that_is_made_is_published(self):
        ended = self.run_release("--dry-run")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        commands = [line for line in ended.stdout.splitlines() if "would run:" in line]
        for program in ("cosign", "gh", "twine", "npm", "mvn", "helm", "git"):
            self.assertTrue(any(f"would run: {program} " in line for line in commands), ended.stdout)
        for path in self.dist.rglob("*"):
            if path.is_file() and "go-proxy" not in path.parts:
                self.assertTrue(any(str(path.relative_to(self.dist)) in line for line in commands), path)

    def test_channels_that_are_not_set_are_told(self):
        ended = self.run_release("--dry-run", RELEASE_CHART="oci://charts/shapes")
        self.assertIn("the jars: left out, RELEASE_MAVEN_URL is not set", ended.stdout)
        self.assertNotIn("the chart: left out", ended.stdout)
        self.assertRegex(ended.stdout, r"would run: helm push \S+ oci://charts/shapes")

    def test_other_versions(self):
        for path, old in (("client/typescript/package.json", f'"version": "{VERSION}"'), ("deploy/helm/shapewright/Chart.yaml", f"appVersion: {VERSION}"),
                          ("client/java/pom.xml", f"<version>{VERSION}</version>")):
            with self.subTest(path=path):
                self.edit(path, old, old.replace(VERSION, "9.9.9"))
                self.expect_failure(f"{path}: the version is 9.9.9 there, {VERSION} in VERSION")
                self.edit(path, "9.9.9", VERSION)

    def test_the_changelog_has_an_entry(self):
        heading = next(line for line in (self.root / "CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
        self.edit("CHANGELOG.md", heading, f"## [{VERSION}] - 2026-01-31")
        self.assertNotIn("to do before", self.run_release("--dry-run").stdout)
        self.edit("CHANGELOG.md", f"## [{VERSION}] - 2026-01-31", "## [0.0.1] - 2026-01-31")
        self.expect_failure("CHANGELOG.md begins with")

    def test_files(self):
        extra = self.dist / "more.txt"
        extra.write_text("more")
        write_sums(self.dist)
        self.expect_failure("nothing publishes more.txt")
        extra.unlink()
        (self.dist / f"shapewright-{VERSION}.jar").unlink()
        write_sums(self.dist)
        self.expect_failure(f"maven: 0 files in dist are shapewright-{VERSION}.jar")

    def test_files_that_were_changed(self):
        (self.dist / f"shapewright-{VERSION}.pom").write_text("changed")
        self.expect_failure("dist is not what its SHA256SUMS says")

    def test_only_a_tagged_commit_is_published(self):
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)
        self.expect_failure(f"this commit has no tag v{VERSION}", "--publish", "dist")

    def test_usage(self):
        self.assertEqual(self.run_release().returncode, 2)


class Workflow(unittest.TestCase):
    def test_nothing_is_published_unless_an_owner_says_so(self):
        self.assertEqual(re.findall(r"^on:\n((?: .*\n)+)", WORKFLOW, re.M)[0].split(":")[0].strip(), "workflow_dispatch")
        self.assertRegex(WORKFLOW, r"dry_run:\n(?: .*\n)*?        default: true\n")
        for job, text in re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", WORKFLOW.partition("\njobs:\n")[2], re.M):
            if "--publish" in text or "id-token" in text or "push" in text:
                self.assertIn("if: ${{ !inputs.dry_run && vars.RELEASE_ENABLED == 'true' }}", text, job)

    def test_it_passes_what_the_script_reads(self):
        script = (ROOT / "scripts/release.sh").read_text()
        for name in set(re.findall(r"is_on (RELEASE_\w+)", script)):
            self.assertIn(f"{name}: ${{{{ vars.{name} }}}}", WORKFLOW)


if __name__ == "__main__":
    unittest.main()
