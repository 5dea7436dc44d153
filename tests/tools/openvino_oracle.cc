// Asks OpenVINO's own classes about dims and shapes and prints what they say as JSON,
// one case per line. Not part of the build: openvino_oracle.sh compiles and runs it.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <openvino/core/dimension.hpp>
#include <openvino/core/interval.hpp>
#include <openvino/core/partial_shape.hpp>
#include <openvino/op/util/attr_types.hpp>
#include <string>
#include <vector>

namespace {

using ov::Dimension;
using ov::PartialShape;

constexpr int64_t kMax = ov::Interval::s_max;

std::string Text(const Dimension& dim) {
  const int64_t min = dim.get_min_length();
  const int64_t max = dim.get_max_length();
  if (dim.is_static()) return std::to_string(min);
  if (min == 0 && (max == -1 || max == kMax)) return "?";
  std::string text = min > 0 ? std::to_string(min) : "";
  text += "..";
  if (max != -1 && max != kMax) text += std::to_string(max);
  return text;
}

std::string Text(const PartialShape& shape) {
  if (shape.rank().is_dynamic()) return "[...]";
  std::string text;
  for (const Dimension& dim : shape) text += (text.empty() ? "" : ",") + Text(dim);
  return "[" + text + "]";
}

bool is_first = true;

void Say(const std::string& op, const std::string& a, const std::string& b,
         const std::string& answer) {
  std::printf("%s\n {\"op\": \"%s\", \"operands\": [\"%s\", \"%s\"], \"openvino\": \"%s\"}",
              is_first ? "" : ",", op.c_str(), a.c_str(), b.c_str(), answer.c_str());
  is_first = false;
}

std::string Bool(bool value) { return value ? "true" : "false"; }

std::string Or(const std::function<std::string()>& ask) {
  try {
    return ask();
  } catch (const std::exception&) {
    return "error";
  }
}

// Empty intervals print as such.
std::string OrEmpty(const Dimension& dim) {
  return dim.get_interval().empty() ? "empty" : Text(dim);
}

void AskAboutDims(const Dimension& a, const Dimension& b) {
  const std::string x = Text(a);
  const std::string y = Text(b);
  Dimension out;
  Say("merge", x, y, Dimension::merge(out, a, b) ? Text(out) : "conflict");
  Say("broadcast_merge", x, y, Dimension::broadcast_merge(out, a, b) ? Text(out) : "conflict");
  Say("add", x, y, Text(a + b));
  Say("subtract", x, y, Text(a - b));
  Say("multiply", x, y, Text(a * b));
  Say("intersect", x, y, OrEmpty(a & b));
  Say("compatible", x, y, Bool(a.compatible(b)));
  Say("same_scheme", x, y, Bool(a.same_scheme(b)));
  Say("relaxes", x, y, Bool(a.relaxes(b)));
  Say("refines", x, y, Bool(a.refines(b)));
  Say("equal", x, y, Bool(a == b));
}

void AskAboutShapes(const PartialShape& a, const PartialShape& b) {
  const std::string x = Text(a);
  const std::string y = Text(b);
  PartialShape out = a;
  Say("merge", x, y, PartialShape::merge_into(out, b) ? Text(out) : "conflict");
  out = a;
  const bool stretches =
      PartialShape::broadcast_merge_into(out, b, ov::op::AutoBroadcastType::NUMPY);
  Say("broadcast_merge", x, y, stretches ? Text(out) : "conflict");
  Say("add", x, y, Or([&] { return Text(a + b); }));
  Say("compatible", x, y, Bool(a.compatible(b)));
  Say("same_scheme", x, y, Bool(a.same_scheme(b)));
  Say("relaxes", x, y, Bool(a.relaxes(b)));
  Say("refines", x, y, Bool(a.refines(b)));
  Say("equal", x, y, Bool(a == b));
}

// PaddlePaddle's rule: the second shape lies along the first from `axis` on.
void AskAboutPaddle(const PartialShape& a, const PartialShape& b, int64_t axis) {
  PartialShape out = a;
  const ov::op::AutoBroadcastSpec rule(ov::op::AutoBroadcastType::PDPD, axis);
  const std::string answer = Or([&] {
    return PartialShape::broadcast_merge_into(out, b, rule) ? Text(out) : std::string("conflict");
  });
  Say("paddle " + std::to_string(axis), Text(a), Text(b), answer);
}

void AskAboutShape(const PartialShape& shape) {
  const std::string x = Text(shape);
  Say("is_static", x, "", Bool(shape.is_static()));
  Say("is_dynamic", x, "", Bool(shape.is_dynamic()));
  Say("rank", x, "", Text(shape.rank()));
  Say("all_non_negative", x, "", Bool(shape.all_non_negative()));
  for (const int64_t rank : {0, 1, 2, 3}) {
    PartialShape merged = shape;
    Say("merge_rank", x, std::to_string(rank), merged.merge_rank(rank) ? Text(merged) : "conflict");
  }
  if (shape.rank().is_static() && shape.is_static()) {
    Say("to_concrete", x, "", Text(PartialShape(shape.to_shape())));
  } else {
    Say("to_concrete", x, "", Or([&] { return Text(PartialShape(shape.to_shape())); }));
  }
}

void AskAboutDivision(const Dimension& a, int64_t divisor) {
  const Dimension quotient = a / divisor;
  Say("divide", Text(a), std::to_string(divisor), OrEmpty(quotient));
}

}  // namespace

int main() {
  const Dimension unknown = Dimension::dynamic();
  const std::vector<Dimension> dims = {
      unknown,          Dimension(0),     Dimension(1),     Dimension(2),    Dimension(5),
      Dimension(0, 1),  Dimension(0, 4),  Dimension(1, 4),  Dimension(2, 8), Dimension(6, 8),
      Dimension(1, -1), Dimension(2, -1), Dimension(7, -1), Dimension(1, 2)};
  std::printf("[");
  for (const Dimension& a : dims) {
    for (const Dimension& b : dims) AskAboutDims(a, b);
    for (const int64_t divisor : {1, 2, 3, 4, 7}) AskAboutDivision(a, divisor);
  }
  for (const int64_t size : {23, 24, 0, 6}) {
    for (const int64_t divisor : {1, 2, 3, 23}) AskAboutDivision(Dimension(size), divisor);
  }
  const std::vector<PartialShape> shapes = {PartialShape::dynamic(),
                                            PartialShape{},
                                            PartialShape{1},
                                            PartialShape{5},
                                            PartialShape{unknown},
                                            PartialShape{2, unknown},
                                            PartialShape{unknown, 5},
                                            PartialShape{2, 5},
                                            PartialShape{1, 1},
                                            PartialShape{Dimension(2, 8), Dimension(1, 4)},
                                            PartialShape{2, unknown, 3},
                                            PartialShape{1, 3, 0, 0},
                                            PartialShape::dynamic(2),
                                            PartialShape::dynamic(3)};
  for (const PartialShape& a : shapes) {
    AskAboutShape(a);
    for (const PartialShape& b : shapes) AskAboutShapes(a, b);
  }
  const std::vector<PartialShape> long_shapes = {
      PartialShape{2, 3, 4, 5}, PartialShape{2, unknown, 4, 5},
      PartialShape{2, 1, 4},    PartialShape{Dimension(2, 8), 3},
      PartialShape{3},          PartialShape{},
      PartialShape::dynamic()};
  const std::vector<PartialShape> short_shapes = {PartialShape{3, 4},
                                                  PartialShape{4, 5},
                                                  PartialShape{3, 1},
                                                  PartialShape{1, 4},
                                                  PartialShape{3, 1, 1},
                                                  PartialShape{unknown, 4},
                                                  PartialShape{Dimension(3, 9)},
                                                  PartialShape{Dimension(1, 4), 4},
                                                  PartialShape{3},
                                                  PartialShape{5},
                                                  PartialShape{1},
                                                  PartialShape{},
                                                  PartialShape{2, 3, 4, 5},
                                                  PartialShape{2, 3, 4, 5, 1},
                                                  PartialShape::dynamic()};
  for (const PartialShape& a : long_shapes) {
    for (const PartialShape& b : short_shapes) {
      for (const int64_t axis : {-1, 0, 1, 2}) AskAboutPaddle(a, b, axis);
    }
  }
  std::printf("\n]\n");
  return 0;
}
