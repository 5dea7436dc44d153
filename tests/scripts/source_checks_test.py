#!/usr/bin/env python3
"""Part of ./dev test: what ./dev lint --fast finds, and what it passes over."""
import contextlib
import io
import os
import sys
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "scripts"))
sys.dont_write_bytecode = True

from source_checks import (  # noqa: E402
    VERSIONED,
    Order,
    circle_complaints,
    circles,
    complaints,
    crowds,
    exception_complaints,
    header_complaints,
    long_functions,
    main,
    name_complaints,
    namespace_complaints,
    twin_complaints,
    version_complaints,
)

ORDER = Order((root / "scripts" / "include_order.txt").read_text(encoding="utf-8"))


def function(head, lines):
    return head + " {\n" + "  work();\n" * lines + "}\n"


class LongFunctions(unittest.TestCase):
    def test_of_each_kind(self):
        for head in (
            "void F()",
            "static std::string F(int a,\n    int b)",
            "template <typename T>\nT A<T>::F(const B& b) const noexcept",
            "A::A(int a)\n    : a_(a), b_({a})",
            "bool operator==(const A& a, const B& b)",
            "auto F(char c = '{') -> int",
            'void F(const char* text = "}{")',
            "TEST(Suite, Name)",
        ):
            with self.subTest(head):
                self.assertEqual(list(long_functions(function(head, 59))), [])
                (found,) = long_functions("int a = 7;\n" + function(head, 60))
                self.assertEqual(found[1], 61)

    def test_within_classes_and_namespaces(self):
        inner = function("  void F() override", 60)
        source = f"namespace a::b {{\nnamespace {{\nclass C final : public D {{\n public:\n{inner}}};\n}}\n}}\n"
        self.assertEqual(list(long_functions(source)), [(5, 61)])
        self.assertEqual(list(long_functions(source + function("void G()", 60)))[1][1], 61)

    def test_what_is_no_function(self):
        table = "constexpr Row kTable[] = {\n" + '    {"a(b)", Make(1)},\n' * 100 + "};\n"
        self.assertEqual(list(long_functions(table)), [])
        members = "class C {\n" + "  int a() const { return 1'000 + '}'; }\n" * 100 + "};\n"
        self.assertEqual(list(long_functions(members)), [])
        self.assertEqual(list(long_functions("#define M(a) {\n// {\n/* { */ const char* s = R\"({)\";\n" + members)), [])

    def test_blocks_count_for_the_function_around_them(self):
        source = "void F() {\n  for (int i : a) {\n" + "    work();\n" * 30 + "  }\n" * 1 + "  work();\n" * 30 + "}\n"
        self.assertEqual(len(list(long_functions(source))), 1)


class IncludeOrder(unittest.TestCase):
    def breaches(self, path, header):
        return list(ORDER.breaches(path, f'#include "{header}"\n'))

    def test_goes_down_only(self):
        for path, header in (
            ("core/rules/operators/ml/a.cc", "core/rules/b.h"),
            ("core/rules/operators/onnx/neural/a.cc", "core/symbolic/b.h"),
            ("core/query/layout/a.cc", "core/layout/b.h"),
            ("server/net/a.cc", "server/net/b.h"),
            ("server/methods/a.cc", "core/base/b.h"),
            ("server/methods/a.cc", "core/wire/model_id.h"),
            ("client/cpp/a.cc", "core/wire/model_id.h"),
            ("client/cpp/cli/a.cc", "core/wire/b.h"),
            ("tests/server/net/a.cc", "server/net/b.h"),
            ("tests/server/net/a.cc", "tests/server/b.h"),
            ("core/rules/operators/ml/a.cc", "shapewright/v1/infer.pb.h"),
            ("core/rules/operators/ml/a.cc", "core/rules/operators/ml/b.h"),
        ):
            self.assertEqual(self.breaches(path, header), [], (path, header))
        for path, header in (
            ("core/symbolic/a.cc", "core/shape/b.h"),
            ("core/symbolic/a.cc", "core/symbolic/algebra/b.h"),
            ("core/graph/a.cc", "core/layout/b.h"),
            ("core/rules/operators/ml/a.h", "core/rules/operators/contrib/b.h"),
            ("core/rules/a.h", "core/rules/operators/ml/b.h"),
            ("core/inference/engine/a.h", "core/rules/operators/ml/b.h"),
            ("core/inference/engine/a.h", "core/inference/b.h"),
            ("core/inference/a.h", "core/query/b.h"),
            ("core/query/a.h", "server/b.h"),
            ("server/net/a.cc", "server/call/b.h"),
            ("server/a.cc", "client/cpp/client.h"),
            ("server/a.cc", "tests/server/b.h"),
            ("client/cpp/a.cc", "client/cpp/cli/b.h"),
            ("client/cpp/cli/a.cc", "server/b.h"),
            ("client/cpp/cli/a.cc", "core/inference/b.h"),
        ):
            self.assertEqual(len(self.breaches(path, header)), 1, (path, header))

    def test_clients_and_servers_do_not_include_each_other(self):
        for server in (folder for folder in ORDER.allowed if folder.split("/")[0] == "server"):
            self.assertFalse([name for name in ORDER.allowed[server] if name.startswith("client")], server)
        for client in (folder for folder in ORDER.allowed if folder.split("/")[0] == "client"):
            self.assertFalse([name for name in ORDER.allowed[client] if name.startswith("server")], client)

    def test_new_folders_are_named_first(self):
        for path in ("core/new/a.cc", "core/symbolic/new/a.cc", "server/new/a.h"):
            self.assertEqual(len(list(ORDER.breaches(path, ""))), 1, path)
        self.assertEqual(len(self.breaches("server/a.cc", "server/new/b.h")), 1)

    def test_exceptions(self):
        order = Order("core/low:\ncore/high: core/low\ncore/low -> core/high/a.h\n")
        sources = {"core/low/b.cc": '#include "core/high/a.h"\n'}
        self.assertEqual(list(order.breaches("core/low/b.cc", sources["core/low/b.cc"])), [])
        self.assertEqual(len(list(order.breaches("core/low/b.cc", '#include "core/high/b.h"\n'))), 1)
        self.assertEqual(list(exception_complaints(sources, order)), [])
        self.assertEqual(len(list(exception_complaints({"core/low/b.cc": ""}, order))), 1)


def sources(**includes):
    """Files of core/x by their names, `__` for the dot, and what they include."""
    return {
        f"core/x/{name.replace('__', '.')}": "".join(f'#include "core/x/{header}"\n' for header in headers.split())
        for name, headers in includes.items()
    }


class Circles(unittest.TestCase):
    def test_none(self):
        tree = sources(a__h="", a__cc="a.h b.h c.h", b__h="c.h", b__cc="b.h", c__h="", d__cc="a.h gone.h")
        self.assertEqual(circles(tree), [])

    def test_by_headers_and_by_sources(self):
        self.assertEqual(circles(sources(a__h="b.h", b__h="a.h")), [{"core/x/a", "core/x/b"}])
        self.assertEqual(circles(sources(a__h="", a__cc="a.h b.h", b__h="a.h")), [{"core/x/a", "core/x/b"}])

    def test_each_once(self):
        tree = sources(a__h="b.h", b__h="c.h", c__h="a.h", d__h="e.h a.h", e__h="d.h", f__h="a.h")
        self.assertEqual(circles(tree), [{"core/x/a", "core/x/b", "core/x/c"}, {"core/x/d", "core/x/e"}])

    def test_known_ones_pass_as_long_as_they_are(self):
        tree = sources(a__h="b.h", b__h="a.h")
        known = Order("circle core/x/b core/x/a\n")
        self.assertEqual(len(list(circle_complaints(tree, Order("")))), 1)
        self.assertEqual(list(circle_complaints(tree, known)), [])
        self.assertEqual(len(list(circle_complaints(sources(a__h="b.h", b__h=""), known))), 1)


class Crowds(unittest.TestCase):
    def test_counts_units(self):
        full = [f"core/x/{name}{end}" for name in "abcdefghijklmno" for end in (".h", ".cc")]
        self.assertEqual(list(crowds(full)), [])
        self.assertEqual(list(crowds([*full, "core/x/y/p.h"])), [])
        self.assertEqual(list(crowds([*full, "core/x/p.h"])), ["core/x: 16 units, 15 is the limit"])


class Headers(unittest.TestCase):
    def complaints(self, tree, order=""):
        return list(header_complaints(tree, Order(order)))

    def test_one_of_the_name_comes_first(self):
        self.assertEqual(self.complaints(sources(a__h="", a__cc="a.h b.h", b__h="")), [])
        self.assertEqual(len(self.complaints(sources(a__h="", a__cc="b.h a.h", b__h=""))), 1)
        self.assertEqual(len(self.complaints(sources(b__h="", a__cc="b.h"))), 1)

    def test_alone(self):
        self.assertEqual(self.complaints(sources(main__cc=""), "alone core/*/main.cc\n"), [])
        self.assertEqual(len(self.complaints(sources(main__cc=""), "alone core/*/other.cc\n")), 2)

    def test_shared(self):
        tree = {
            "core/x/families.h": "Rows First();  // a.cc\nRows Second();\n",
            "core/x/a.cc": '#include "core/x/families.h"\nRows First() { return kRows; }\n',
            "core/x/b.cc": '#include "core/x/families.h"\nvoid F() {\n  First();\n}\n',
        }
        (found,) = self.complaints(tree, "shared core/x/families.h\n")
        self.assertIn("core/x/b.cc", found)


class Names(unittest.TestCase):
    ROWS = (
        "constexpr OperatorRow kRows[] = {\n"
        '    {"", "Relu", {1, 6}, InferSame, kSame},\n'
        '    {kDomain,\n     "Loop",\n     {1},\n     InferLoop,\n     "a fixed point"},\n'
        '    {"ai.onnx.preview", "Flex", {1}, InferFlex, kFlex},\n'
        "};\n"
    )

    def complaints(self, path, text):
        return list(name_complaints({"core/rules/operators/a.cc": self.ROWS, path: text}))

    def test_are_found_outside_of_the_rows(self):
        for name in ("Relu", "Loop", "Flex"):
            text = f'bool F() {{ return op == "{name}"; }}\n'
            (found,) = self.complaints("core/inference/b.cc", text)
            self.assertIn(f"core/inference/b.cc: names the operator {name};", found)
            self.assertEqual(self.complaints("core/rules/operators/b.cc", text), [])

    def test_passes_over_what_is_no_name(self):
        for text in ('// as "Relu" does\n', 'F("Reluctant", "a fixed point", "ai.onnx.preview");\n'):
            self.assertEqual(self.complaints("server/b.cc", text), [])
        # Rooms that know no operators have functions of such names.
        self.assertEqual(self.complaints("core/symbolic/b.cc", 'F("Loop");\n'), [])

    def test_in_the_table_of_checks(self):
        self.assertEqual(self.complaints("core/rules/checks/b.h", '{{"x.y", "z"}, "Loop"},\n'), [])

    def test_of_what_a_script_wrote(self):
        self.assertEqual(self.complaints("core/rules/b.cc", '// Written by x\nF("Loop");\n'), [])


class Namespaces(unittest.TestCase):
    def complaints(self, path, namespace, first="int F();"):
        text = f"namespace {namespace} {{\n\n{first}\n\n}}  // namespace {namespace}\n"
        return list(namespace_complaints(path, text))

    def test_follow_folders(self):
        for path, namespace in (
            ("core/graph/onnx/a.cc", "shapewright::graph"),
            ("core/wire/a.h", "shapewright"),
            ("server/json/a.h", "shapewright::server"),
            ("client/cpp/a.h", "shapewright"),
            ("client/cpp/cli/lint/a.h", "shapewright::cli"),
            ("tests/core/a_test.cc", "shapewright::anything"),
        ):
            self.assertEqual(self.complaints(path, namespace), [])

    def test_of_another_folder(self):
        self.assertEqual(
            self.complaints("core/rules/a.h", "shapewright::graph"),
            ["core/rules/a.h: is in namespace shapewright::graph, its folder's is shapewright::rules"],
        )
        self.assertEqual(len(self.complaints("client/cpp/cli/a.cc", "shapewright")), 1)

    def test_may_be_opened_to_declare(self):
        self.assertEqual(self.complaints("core/rules/a.h", "shapewright::graph", "struct Model;"), [])


class Versions(unittest.TestCase):
    def setUp(self):
        self.version = (root / "VERSION").read_text(encoding="utf-8").strip()
        self.texts = {path: (root / path).read_text(encoding="utf-8") for path, _ in VERSIONED}

    def test_all_places_say_that_of_the_file(self):
        self.assertEqual(list(version_complaints(self.version, self.texts)), [])
        self.assertEqual(len(list(version_complaints("9.9.9", self.texts))), len(VERSIONED))

    def test_a_place_that_says_another_or_none(self):
        pom = self.texts["client/java/pom.xml"]
        self.texts["client/java/pom.xml"] = pom.replace(f"<version>{self.version}", "<version>0.0.7", 1)
        (found,) = version_complaints(self.version, self.texts)
        self.assertEqual(found, f"client/java/pom.xml: the version is 0.0.7 there, {self.version} in VERSION")
        self.texts["client/java/pom.xml"] = ""
        (found,) = version_complaints(self.version, self.texts)
        self.assertIn("client/java/pom.xml: names no version", found)

    def test_a_changelog_has_earlier_ones(self):
        self.texts["CHANGELOG.md"] += "\n## [0.0.1] 0.0.1\n"
        self.assertEqual(list(version_complaints(self.version, self.texts)), [])


class Twins(unittest.TestCase):
    def test_of_one_namespace(self):
        head = "namespace a::b {\n"
        sources = {"x/c.h": head + "class C {\n};\n", "y/c.h": head + "struct C final : public D {\n};\n"}
        self.assertEqual(list(twin_complaints(sources)), ["x/c.h and y/c.h: both define a::b::C"])
        for other in (
            "namespace a {\nclass C {\n};\n",
            head + "class C;\n",
            head + "class E {\n  struct C {\n  };\n};\n",
            head + "struct C::State {\n};\n",
        ):
            self.assertEqual(list(twin_complaints({**sources, "y/c.h": other})), [], other)


class Files(unittest.TestCase):
    def test_length(self):
        self.assertEqual(list(complaints("a.cc", "// Written by x\n" * 501, ORDER)), [])
        self.assertEqual(list(complaints("a.py", "\n" * 500, ORDER)), [])
        self.assertEqual(list(complaints("a.py", "\n" * 501, ORDER)), ["a.py: 501 lines, 500 is the limit"])

    def test_the_tree_is_checked_whatever_is_given(self):
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for path, text in (
                    ("scripts/include_order.txt", "core/x:\n"),
                    ("core/x/a.h", '#include "core/x/b.h"\n'),
                    ("core/x/b.h", '#include "core/x/a.h"\n'),
                ):
                    Path(path).parent.mkdir(parents=True, exist_ok=True)
                    Path(path).write_text(text, encoding="utf-8")
                with contextlib.redirect_stdout(io.StringIO()) as told:
                    self.assertEqual(main([]), 1)
                self.assertIn("circle: core/x/a core/x/b", told.getvalue())
            finally:
                os.chdir(here)


if __name__ == "__main__":
    unittest.main()
