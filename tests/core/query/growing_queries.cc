#include "tests/core/query/growing_queries.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using MergeRequest = v1::MergeShapesRequest;
using Case = v1::MergeCase;
using Layouts = v1::ComputeLayoutRequest;

template <typename Item>
std::string List(int count, Item item) {
  std::string list;
  for (int i = 0; i < count; ++i) absl::StrAppend(&list, i == 0 ? "" : ", ", item(i));
  return list;
}

std::string Named(absl::string_view name, int i) { return absl::StrCat(name, i); }

// A question of texts, by its word.
Case& AddCase(MergeRequest& request, absl::string_view word,
              const std::vector<std::string>& texts) {
  return *request.add_cases() = MakeCase(word, texts);
}

// Cases of one scope.

Query SharedCases(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i < n; ++i) {
    AddCase(request, "merge",
            {absl::StrCat("[a", i, " + b", i, "]"), absl::StrCat("[a", i + 1, " * c", i % 7, "]")});
  }
  return request;
}

// Each solves the symbol that the one before it was solved by. Names are as old as their premises.
Query SharedChain(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i <= n; ++i) request.add_premises(absl::StrCat("0 <= a", i));
  for (int i = n; i > 0; --i) {
    AddCase(request, "merge",
            {absl::StrCat("[a", i, ", a", n, "]"), absl::StrCat("[a", i - 1, ", a", n, "]")});
  }
  return request;
}

Query SharedConflicts(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i < n; ++i) {
    AddCase(request, "merge", {absl::StrCat("[a", i, ", 2]"), absl::StrCat("[b", i, ", 3]")});
  }
  return request;
}

Query SharedMistakes(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i < n; ++i) {
    Case& added = AddCase(request, "merge", {absl::StrCat("[a", i, "]"), "[2"});
    added.add_premises(absl::StrCat("a", i, " <= 8"));
  }
  return request;
}

Query SharedPremises(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i < n; ++i) request.add_premises(absl::StrCat("mod(a", i, ", 2) = 0"));
  for (int i = 0; i < 4; ++i) AddCase(request, "merge", {absl::StrCat("[a", i, "]"), "[8]"});
  return request;
}

Query PremisesOfCases(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i < n; ++i) {
    Case& added = AddCase(request, "merge", {absl::StrCat("[a", i, "]"), "[b]"});
    added.add_premises(absl::StrCat("a", i, " <= 8"));
  }
  return request;
}

// Cases of scopes of their own.

Query OwnCases(int n) {
  MergeRequest request;
  for (int i = 0; i < n; ++i) AddCase(request, "broadcast", {"f32[N, 3]", "f32[M, 1]"});
  return request;
}

Query ComparedCases(int n) {
  MergeRequest request;
  for (int i = 0; i < n; ++i) AddCase(request, "equal", {"f32[N, 3]{0,1}", "f32[M, 1]"});
  return request;
}

Query InspectedCases(int n) {
  MergeRequest request;
  for (int i = 0; i < n; ++i) AddCase(request, "is_static", {"f32[N, N + 3, 2..8]"});
  return request;
}

// Operands of one case.

Query OperandsOf(absl::string_view word, int n, absl::string_view shape) {
  MergeRequest request;
  std::vector<std::string> texts;
  for (int i = 0; i < n; ++i) texts.push_back(absl::StrCat("[", shape, i, "]"));
  AddCase(request, word, texts);
  return request;
}

Query MergedOperands(int n) { return OperandsOf("merge", n, "N"); }
Query BroadcastOperands(int n) { return OperandsOf("broadcast", n, "N"); }
Query RelaxedOperands(int n) { return OperandsOf("relax", n, "N"); }
Query AddedOperands(int n) { return OperandsOf("add", n, "N"); }
Query MultipliedOperands(int n) { return OperandsOf("multiply", n, "N"); }
Query LeastOperands(int n) { return OperandsOf("min", n, "N"); }

// The oldest of each two is left: a chain as long as the list, from its end.
Query ChainOfEqualities(int n) {
  MergeRequest request;
  std::vector<std::string> texts;
  for (int i = n - 1; i >= 0; --i) texts.push_back(absl::StrCat("[N", i, "]"));
  Case& added = AddCase(request, "merge", texts);
  for (int i = 0; i < n; ++i) added.add_premises(absl::StrCat("0 <= N", i));
  return request;
}

Query ChainOfSums(int n) {
  MergeRequest request;
  request.set_share_symbols(true);
  for (int i = 0; i <= n; ++i) request.add_premises(absl::StrCat("0 <= N", i));
  for (int i = n; i > 0; --i) {
    AddCase(request, "merge", {absl::StrCat("[N", i, "]"), absl::StrCat("[N", i - 1, " + 1]")});
  }
  const std::string last = absl::StrCat("[N", n, "]");
  AddCase(request, "merge", {last, last});
  return request;
}

Query Premises(int n) {
  MergeRequest request;
  Case& added = AddCase(request, "merge", {"[N0, N1]", "[8, N2]"});
  for (int i = 0; i < n; ++i) {
    added.add_premises(absl::StrCat("mod(N", i, ", 2) = 0"));
    added.add_premises(absl::StrCat("N", i, " <= ", 1000 + i));
  }
  return request;
}

Query EqualitiesOfPremises(int n) {
  MergeRequest request;
  Case& added = AddCase(request, "merge", {"[N0]", "[M]"});
  for (int i = 0; i < n; ++i) added.add_premises(absl::StrCat("N", i, " = N", i + 1));
  return request;
}

Query SumsOfPremises(int n) {
  MergeRequest request;
  Case& added = AddCase(request, "merge", {"[N0]", "[M]"});
  for (int i = 0; i < n; ++i) added.add_premises(absl::StrCat("N", i, " + M", i, " <= 4096"));
  return request;
}

Query ListedSizes(int n) {
  MergeRequest request;
  Case& added = AddCase(request, "merge", {"[N]", "[M]"});
  added.add_premises(
      absl::StrCat("N in {", List(n, [n](int i) { return absl::StrCat(n - i); }), "}"));
  return request;
}

// Each case of a scope of its own begins with them.
Query ListedSizesOfTheRequest(int n) {
  MergeRequest request;
  request.add_premises(
      absl::StrCat("N in {", List(n, [n](int i) { return absl::StrCat(n - i); }), "}"));
  for (int i = 0; i < n / 10; ++i) AddCase(request, "merge", {"[N]", "[?]"});
  return request;
}

// Fewer cases than entries, so that these show where they are not counted.
Query ListedSizesOfFewCases(int n) {
  MergeRequest request = std::get<MergeRequest>(ListedSizesOfTheRequest(n));
  while (request.cases_size() > 10) request.mutable_cases()->RemoveLast();
  return request;
}

// Two lists, of the request and of the case.
Query ListedSizesOfBoth(int n) {
  MergeRequest request = std::get<MergeRequest>(ListedSizesOfFewCases(n));
  for (Case& each : *request.mutable_cases()) {
    each.add_premises(
        absl::StrCat("N in {", List(n, [](int i) { return absl::StrCat(2 * i); }), "}"));
  }
  return request;
}

Query IntersectedDims(int n) {
  MergeRequest request;
  std::vector<std::string> texts;
  for (int i = 0; i < n; ++i) texts.push_back(Named("N", i));
  AddCase(request, "intersect", texts);
  return request;
}

Query Text(std::string text) {
  MergeRequest request;
  AddCase(request, "merge", {std::move(text), "[8]"});
  return request;
}

Query TermsOfAText(int n) {
  std::string text = "0";
  for (int i = 0; i < n; ++i) absl::StrAppend(&text, " + N", i);
  return Text(absl::StrCat("[", text, "]"));
}

Query FactorsOfAText(int n) {
  std::string text = "1";
  for (int i = 0; i < n; ++i) absl::StrAppend(&text, "*N", i);
  return Text(absl::StrCat("[", text, "]"));
}

Query NamesOfAMin(int n) {
  return Text(absl::StrCat("[min(", List(n, [](int i) { return Named("N", i); }), ")]"));
}

Query ArgumentsOfAMax(int n) {
  return Text(
      absl::StrCat("[max(", List(n, [](int i) { return absl::StrCat("N", i, "//3 + 1"); }), ")]"));
}

Query LongName(int n) { return Text(absl::StrCat("[", std::string(100 * n, 'N'), " + 1]")); }

Query PositionsOfATuple(int n) {
  return Text(absl::StrCat("(", List(n, [](int i) { return absl::StrCat("f32[", i, "]"); }), ")"));
}

// Layouts.

v1::LayoutCase& AddLayout(Layouts& request, absl::string_view text) {
  v1::LayoutCase& added = *request.add_cases();
  added.mutable_tensor()->set_text(std::string(text));
  return added;
}

Query LayoutCases(int n) {
  Layouts request;
  for (int i = 0; i < n; ++i)
    AddLayout(request, "f32[3,5]").mutable_layout()->set_text("{1,0:T(2,2)}");
  return request;
}

Query LayoutMistakes(int n) {
  Layouts request;
  for (int i = 0; i < n; ++i) AddLayout(request, "f32[3,5]{0");
  return request;
}

Query LayoutQuestions(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[100,100]{1,0:T(8,8)}");
  for (int i = 0; i < n; ++i) {
    added.add_questions()->mutable_elements_at()->add_values(i % 10'000);
  }
  return request;
}

Query ComparedLayouts(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[100,100]");
  for (int i = 0; i < n; ++i) {
    added.add_questions()->mutable_compare()->mutable_other()->set_text("{0,1:T(4,4)}");
  }
  return request;
}

Query Places(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[100,100]{0,1:T(8,8)}");
  v1::Numbers& places = *added.add_questions()->mutable_elements_at();
  for (int i = 0; i < n; ++i) places.add_values(i % 10'000);
  return request;
}

Query LocatedElements(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[100,100]{0,1:T(8,8)}");
  v1::CoordinatesList& elements = *added.add_questions()->mutable_locate();
  for (int i = 0; i < n; ++i) {
    v1::Coordinates& element = *elements.add_elements();
    element.add_indices(i % 100);
    element.add_indices(i / 100 % 100);
  }
  return request;
}

Query LayoutChanges(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[100,100]");
  for (int i = 0; i < n; ++i) {
    v1::Numbers& swap = *added.add_changes()->mutable_transpose();
    swap.add_values(1);
    swap.add_values(0);
  }
  return request;
}

Query SplitIndices(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[1000000,4]");
  added.mutable_layout()->set_text(
      absl::StrCat("{1,0:SC(0:", List(n, [](int i) { return absl::StrCat(2 * i + 1); }), ")}"));
  return request;
}

Query LayoutPremises(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[N0]");
  for (int i = 0; i < n; ++i) added.add_premises(absl::StrCat("mod(N", i, ", 2) = 0"));
  return request;
}

// In place of a binding.
Query SizesOfALayout(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "f32[N0]");
  for (int i = 0; i < n; ++i) added.add_premises(absl::StrCat("N", i, " = ", i));
  return request;
}

Query QuestionsOfATuple(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, "(f32[8], f32[4])");
  for (int i = 0; i < n; ++i) {
    added.add_questions()->mutable_compare()->mutable_other()->set_text("({0}, {0})");
  }
  return request;
}

Query TupleElements(int n) {
  Layouts request;
  v1::LayoutCase& added = *request.add_cases();
  v1::SequenceType& tuple = *added.mutable_tensor()->mutable_sequence();
  tuple.mutable_length()->set_size(n);
  for (int i = 0; i < n; ++i) {
    v1::TensorType& element = *tuple.add_positions()->mutable_tensor();
    element.set_element_type(v1::ELEMENT_TYPE_FLOAT);
    element.mutable_shape()->add_dims()->set_size(i);
  }
  added.add_questions()->set_axis_named("x");
  return request;
}

std::string TupleText(int n, absl::string_view element) {
  return absl::StrCat("(", List(n, [element](int /*i*/) { return element; }), ")");
}

Query TextOfATuple(int n) {
  Layouts request;
  AddLayout(request, TupleText(n, "f32[3,4]{0,1}"));
  return request;
}

// All texts are as long as the tuple.
Query LayoutsOfATuple(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, TupleText(n, "f32[3,4]"));
  added.mutable_layout()->set_text(TupleText(n, "{0,1}"));
  added.add_changes()->mutable_convert()->set_text(TupleText(n, "{1,0}"));
  added.add_questions()->mutable_compare()->mutable_other()->set_text(TupleText(n, "{0,1}"));
  added.add_questions()->mutable_compare()->mutable_other()->set_text(TupleText(n + 1, "{0,1}"));
  return request;
}

Query PlacesOfAPiece(int n) {
  Layouts request;
  v1::LayoutCase& added = AddLayout(request, absl::StrCat("f32[", n, ",4]{0,1:T(2,2)}"));
  added.add_questions()->mutable_memory_order();
  return request;
}

Query SearchedPlaces(int n) {
  Layouts request;
  request.set_details(true);
  AddLayout(request, absl::StrCat("f32[", n, ",5]{0,1:T(2,2)}"));
  return request;
}

constexpr GrowingQuery kQueries[] = {
    {"cases with shared symbols", 500, SharedCases},
    {"cases that solve one another", 250, SharedChain},
    {"cases that conflict", 500, SharedConflicts},
    {"cases that make no sense", 500, SharedMistakes},
    {"premises about shared symbols", 1000, SharedPremises},
    {"premises of cases", 500, PremisesOfCases},
    {"cases", 500, OwnCases},
    {"cases that compare", 500, ComparedCases},
    {"cases that inspect", 500, InspectedCases},
    {"operands of MERGE", 500, MergedOperands},
    {"operands of BROADCAST_MERGE", 500, BroadcastOperands},
    {"operands of RELAX", 500, RelaxedOperands},
    {"operands of ADD", 500, AddedOperands},
    {"operands of MULTIPLY", 2000, MultipliedOperands},
    {"operands of MIN", 500, LeastOperands},
    {"chain of equalities", 500, ChainOfEqualities},
    {"chain of sums", 250, ChainOfSums},
    {"premises", 1000, Premises},
    {"equalities of premises", 500, EqualitiesOfPremises},
    {"sums of premises", 500, SumsOfPremises},
    {"listed sizes", 1000, ListedSizes},
    {"listed sizes of the request", 1000, ListedSizesOfTheRequest},
    {"listed sizes of few cases", 1000, ListedSizesOfFewCases},
    {"listed sizes of both", 1000, ListedSizesOfBoth},
    {"dims of INTERSECT", 500, IntersectedDims},
    {"terms of a text", 500, TermsOfAText},
    {"factors of a text", 500, FactorsOfAText},
    {"names of a min", 500, NamesOfAMin},
    {"arguments of a max", 500, ArgumentsOfAMax},
    {"bytes of a name", 1000, LongName},
    {"positions of a tuple", 500, PositionsOfATuple},
    {"cases of layouts", 500, LayoutCases},
    {"layouts that make no sense", 500, LayoutMistakes},
    {"questions about a layout", 1000, LayoutQuestions},
    {"comparisons", 500, ComparedLayouts},
    {"places", 1000, Places},
    {"located elements", 1000, LocatedElements},
    {"changes in turn", 500, LayoutChanges},
    {"indices of a split", 1000, SplitIndices},
    {"premises of a layout", 1000, LayoutPremises},
    {"sizes of a layout", 500, SizesOfALayout},
    {"questions of a tuple", 500, QuestionsOfATuple},
    {"elements of a tuple", 500, TupleElements},
    {"text of a tuple", 500, TextOfATuple},
    {"layouts of a tuple", 500, LayoutsOfATuple},
    {"places of a piece", 1000, PlacesOfAPiece},
    {"searched places", 1000, SearchedPlaces},
};

}  // namespace

absl::Span<const GrowingQuery> GrowingQueries() { return kQueries; }

absl::Status Answer(const Query& query, const QueryOptions& options) {
  std::string response;
  if (const auto* merge = std::get_if<MergeRequest>(&query)) {
    return MergeShapes(*merge, options, &response);
  }
  return ComputeLayout(std::get<Layouts>(query), options, &response);
}

}  // namespace shapewright::query
