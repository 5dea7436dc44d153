"""Checks deploy/prometheus: rules of Prometheus' form, over metrics and labels that docs/operations.md
lists (a unit test compares that list with the server). Run by `./dev deploy-test`."""

import pathlib
import re
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/prometheus/alerts.yaml"
RULE_FIELDS = {"alert", "expr", "for", "labels", "annotations"}
# Labels that Prometheus adds when it scrapes, and that of histograms.
ADDED = {"namespace", "pod", "le"}
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def documented():
    """The metrics of the table, with their labels."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|", (ROOT / "docs/operations.md").read_text(),
                      re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in rows}


def all_rules():
    groups = yaml.safe_load(RULES.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def rules():
    return [rule for rule in all_rules() if "alert" in rule]


def metrics_of(expression):
    """The metrics of an expression, as they are documented."""
    without_selectors = re.sub(r"\{[^}]*\}", "", expression)
    names = re.findall(r"\b((?:shapewright|grpc|process)_\w+)", without_selectors)
    known = documented()
    return {name if name in known else SUFFIX.sub("", name) for name in names if name not in ADDED}


class Alerts(unittest.TestCase):
    def test_rules_have_the_fields_of_alerts(self):
        self.assertGreater(len(rules()), 0)
        for rule in rules():
            self.assertEqual(set(rule), RULE_FIELDS)
            self.assertRegex(rule["for"], r"^\d+[smh]$")
            self.assertEqual(set(rule["annotations"]), {"summary", "description"})
            self.assertIn(rule["labels"]["severity"], {"info", "warning", "critical"})
        names = [rule["alert"] for rule in rules()]
        self.assertEqual(len(set(names)), len(names))

    def test_the_runbook_has_a_line_for_each(self):
        page = (ROOT / "docs/operations.md").read_text()
        told = re.findall(r"^\| `(Shapewright\w+)` \|[^|]+\|[^|]+\|$", page, re.MULTILINE)
        self.assertEqual(sorted(told), sorted(rule["alert"] for rule in rules()))

    def test_metrics_exist(self):
        for rule in all_rules():
            metrics = metrics_of(rule["expr"])
            self.assertNotEqual(metrics, set(), rule)
            self.assertLessEqual(metrics, set(documented()), rule)

    def test_labels_exist(self):
        for rule in rules():
            expression = rule["expr"]
            used = set(re.findall(r"(\w+)=~?\"", expression))
            for names in re.findall(r"\b(?:by|on) \(([^)]*)\)", expression):
                used |= {name.strip() for name in names.split(",")}
            labels = set().union(*(documented()[name] for name in metrics_of(expression)))
            self.assertLessEqual(used, labels | ADDED, rule["alert"])


if __name__ == "__main__":
    unittest.main()
