#!/usr/bin/env python3
"""Part of ./dev test: what ./dev lint --fast finds, and what it passes over."""
import sys
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "scripts"))
sys.dont_write_bytecode = True

from source_checks import Order, complaints, long_functions  # noqa: E402

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
            ("core/ops/a.cc", "core/graph/b.h"),
            ("core/ops/a.cc", "core/symbolic/b.h"),
            ("core/query/a.cc", "core/layout/b.h"),
            ("server/a.cc", "core/container/b.h"),
            ("server/a.cc", "client/cpp/model_id.h"),
            ("client/cpp/cli/a.cc", "core/inference/b.h"),
            ("tests/server/a.cc", "server/b.h"),
            ("core/ops/a.cc", "shapewright/v1/infer.pb.h"),
            ("core/ops/a.cc", "core/ops/b.h"),
        ):
            self.assertEqual(self.breaches(path, header), [])
        for path, header in (
            ("core/symbolic/a.cc", "core/shape/b.h"),
            ("core/graph/a.cc", "core/layout/b.h"),
            ("core/ops/a.h", "core/inference/b.h"),
            ("core/inference/a.h", "core/query/b.h"),
            ("core/query/a.h", "server/b.h"),
            ("server/a.cc", "client/cpp/client.h"),
            ("server/a.cc", "tests/server/b.h"),
            ("client/cpp/a.cc", "client/cpp/cli/b.h"),
            ("client/cpp/cli/a.cc", "server/b.h"),
        ):
            self.assertEqual(len(self.breaches(path, header)), 1, (path, header))

    def test_new_folders_are_named_first(self):
        self.assertEqual(len(list(ORDER.breaches("core/new/a.cc", ""))), 1)


class Files(unittest.TestCase):
    def test_length(self):
        self.assertEqual(list(complaints("a.py", "\n" * 500, ORDER)), [])
        self.assertEqual(list(complaints("a.py", "\n" * 501, ORDER)), ["a.py: 501 lines, 500 is the limit"])


if __name__ == "__main__":
    unittest.main()
