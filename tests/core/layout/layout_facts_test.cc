// What the test suites of XLA and OpenVINO say of layouts that change, and of parts that are
// visited, fact by fact (tests/data/layout_facts.json): what compilers ask, and no call answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/layout/compare.h"
#include "core/layout/layout_text.h"
#include "core/layout/measure.h"
#include "core/shape/notation/notation.h"
#include "tests/core/xla/dim_changes.h"
#include "tests/core/xla/minimal_transpose.h"
#include "tests/core/xla/visit.h"
#include "tests/data_path/data_path.h"

namespace shapewright::layout {
namespace {

using nlohmann::json;
using Numbers = std::vector<int64_t>;

// More than any of the facts visits.
constexpr int64_t kMaxVisits = 100'000;
constexpr int64_t kMaxCompareSteps = 1 << 20;

// A tensor of constant sizes.
struct Subject {
  Numbers sizes;
  Layout layout;
};

Subject Read(const std::string& text) {
  shape::TypeTable types;
  symbolic::ExprArena arena;
  const auto read = shape::ParseOperand(
      types, arena, text, [](absl::string_view /*name*/) -> absl::StatusOr<Dim> { return Dim(); },
      shape::Notation::kXla);
  Subject subject;
  EXPECT_TRUE(read.ok()) << text << read.status();
  if (!read.ok()) return subject;
  for (const Dim dim : types.at(read->type).shape.dims) subject.sizes.push_back(dim.constant());
  subject.layout = RowMajor(subject.sizes.size());
  if (read->layouts.empty() || read->layouts[0].text.empty()) return subject;
  auto layout = ParseLayout(read->layouts[0].text);
  EXPECT_TRUE(layout.ok() && !Complete(*layout, subject.sizes.size())) << text;
  if (layout.ok()) subject.layout = *layout;
  return subject;
}

std::vector<Dim> DimsOf(const Numbers& sizes) { return {sizes.begin(), sizes.end()}; }

// Asks of one tensor.

json Visit(const Subject& tensor, const json& fact) {
  const auto list = [&fact](const char* name) { return fact.value(name, Numbers()); };
  const auto indices = VisitIndices(tensor.sizes, tensor.layout.minor_to_major,
                                    {list("base"), list("count"), list("step")}, kMaxVisits);
  if (!indices.ok()) return {{"error", true}};
  return {{"indices", *indices}};
}

json MinimalOf(const Subject& tensor, const json& fact) {
  symbolic::ExprArena arena;
  MinimalTranspose minimal;
  if (fact.contains("axes")) {
    minimal = Minimize(arena, DimsOf(tensor.sizes), fact["axes"].get<Numbers>());
  } else {
    auto other = ParseLayout(fact["layout"].get<std::string>());
    EXPECT_TRUE(other.ok() && !Complete(*other, tensor.sizes.size())) << fact;
    minimal = MinimizeBetween(arena, DimsOf(tensor.sizes), tensor.layout, *other);
  }
  Numbers sizes;
  for (const Dim size : minimal.sizes) sizes.push_back(size.constant());
  return {{"sizes", sizes}, {"axes", minimal.axes}};
}

json LargestPart(const Subject& tensor, const json& /*fact*/) {
  symbolic::ExprArena arena;
  Measures measures;
  EXPECT_FALSE(Measure(arena, DimsOf(tensor.sizes), tensor.layout, 32, measures));
  Numbers sizes;
  int64_t elements = 1;
  for (const Dim part : measures.largest_part) {
    sizes.push_back(part.constant());
    elements *= part.constant();
  }
  return {{"sizes", sizes}, {"elements", elements}, {"all", measures.elements.constant()}};
}

json Unmodified(const Subject& tensor, const json& fact) {
  return {{"pairs", UnmodifiedDims(tensor.sizes, fact["to"].get<Numbers>())}};
}

json Degenerate(const Subject& tensor, const json& fact) {
  const auto change = DegenerateOnly(tensor.sizes, fact["to"].get<Numbers>());
  if (!change) return json::object();
  return {{"degenerate", {{"deleted", change->deleted}, {"inserted", change->inserted}}}};
}

using Asked = std::function<json(const Subject& tensor, const json& fact)>;

const std::map<std::string, Asked>& Questions() {
  static const auto* const kQuestions = new std::map<std::string, Asked>{
      {"visit", Visit},           {"minimal_transpose", MinimalOf}, {"largest_part", LargestPart},
      {"unmodified", Unmodified}, {"degenerate", Degenerate},
  };
  return *kQuestions;
}

// Changes of dims one after the other.

size_t DimOf(const Subject& tensor, const json& number) {
  const auto given = number.get<int64_t>();
  return static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(tensor.sizes.size()) : given);
}

void Delete(Subject& tensor, const json& numbers) {
  Numbers dims = numbers.is_array() ? numbers.get<Numbers>() : Numbers{numbers.get<int64_t>()};
  std::sort(dims.begin(), dims.end(), std::greater<>());
  for (const int64_t dim : dims) {
    tensor.sizes.erase(tensor.sizes.begin() + dim);
    tensor.layout = WithoutDim(tensor.layout, static_cast<size_t>(dim));
  }
}

void Insert(Subject& tensor, const json& step) {
  const auto size = step["size"].get<int64_t>();
  const auto dim = step["insert"].get<size_t>();
  tensor.layout = WithDim(tensor.layout, dim, step.value("at", tensor.sizes.size()), size);
  tensor.sizes.insert(tensor.sizes.begin() + static_cast<ptrdiff_t>(dim), size);
}

json Changed(const Subject& given, const json& steps) {
  Subject tensor = given;
  for (const json& step : steps) {
    if (step.contains("insert")) Insert(tensor, step);
    if (step.contains("delete")) Delete(tensor, step["delete"]);
    if (step.contains("to_major")) {
      tensor.layout = WithMajor(tensor.layout, DimOf(tensor, step["to_major"]));
    }
    if (step.contains("to_minor")) {
      tensor.layout = WithMinor(tensor.layout, DimOf(tensor, step["to_minor"]));
    }
  }
  json answer = {{"dims", tensor.sizes}, {"layout", FormatLayout(tensor.layout)}};
  if (tensor.sizes != given.sizes) return answer;
  const auto same = Compare(given.sizes, given.layout, tensor.layout, 32, kMaxCompareSteps);
  answer["equal"] = same->equal;
  answer["equivalent"] = same->equivalent;
  return answer;
}

// Null where there is nothing.
json At(const json& answer, const std::string& path) {
  const json::json_pointer pointer(path);
  return answer.contains(pointer) ? answer[pointer] : json();
}

TEST(LayoutFacts, AreAsTheSuitesSay) {
  std::ifstream file(DataPath("layout_facts.json"));
  const json facts = json::parse(file);
  EXPECT_GE(facts.size(), 102U);
  for (const json& fact : facts) {
    const Subject tensor = Read(fact["tensor"].get<std::string>());
    const json answer = fact.contains("change")
                            ? Changed(tensor, fact["change"])
                            : Questions().at(fact["ask"].get<std::string>())(tensor, fact);
    const json& expected = fact["expect"];
    ASSERT_FALSE(expected.empty()) << fact;
    ASSERT_EQ(expected.contains("error"), answer.contains("error")) << fact << answer;
    if (answer.contains("error")) continue;
    for (const auto& [path, value] : expected.items()) {
      EXPECT_EQ(At(answer, path), value) << path << " of " << answer << "\n" << fact;
    }
  }
}

}  // namespace
}  // namespace shapewright::layout
