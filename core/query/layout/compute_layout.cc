#include "core/query/layout/compute_layout.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/graph/message/message_text.h"
#include "core/layout/layout_text.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_facts.h"
#include "core/query/layout/layout_queries.h"
#include "core/query/layout/read_layout.h"
#include "core/query/request_budget.h"
#include "core/query/symbol_scope.h"
#include "core/query/write_type.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

constexpr uint64_t kCountPerCase = 64;
constexpr uint64_t kCountPerQuery = 32;
// What is measured of a dim in memory, about.
constexpr uint64_t kCountPerTiledDim = 4;
// Symbols of which a binding says nothing, in the time of an operation.
constexpr uint64_t kSizesPerCount = 8;

using graph::Item;
using graph::Within;
using shape::Dim;
using symbolic::SymbolId;

constexpr int kMaxTupleDepth = 16;

// What a text of a tuple without elements is: a token and an opaque value hold none.
absl::string_view TupleName(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  return text == "token[]" || text == "opaque[]" ? text : "";
}

// Also `()`, but not a shape in parentheses, `(2, 3)`.
bool IsTupleText(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (!TupleName(text).empty()) return true;
  if (!absl::ConsumePrefix(&text, "(")) return false;
  return text.find_first_of("[{(") != absl::string_view::npos ||
         absl::StripLeadingAsciiWhitespace(text) == ")";
}

bool IsTuple(const v1::LayoutCase& message) {
  return message.tuple_elements_size() > 0 || IsTupleText(message.text());
}

std::vector<v1::LayoutCase> ElementsOf(const v1::LayoutCase& message) {
  std::vector<v1::LayoutCase> elements(message.tuple_elements().begin(),
                                       message.tuple_elements().end());
  if (!IsTupleText(message.text())) return elements;
  for (const absl::string_view element : layout::TupleElements(message.text())) {
    elements.emplace_back().set_text(std::string(element));
  }
  return elements;
}

// As many as ElementsOf() makes.
size_t CountElements(const v1::LayoutCase& message) {
  const auto listed = static_cast<size_t>(message.tuple_elements_size());
  return IsTupleText(message.text()) ? listed + layout::TupleElements(message.text()).size()
                                     : listed;
}

// Whether a text has its tuples where the case has them.
bool HasFormOf(const v1::LayoutCase& message, absl::string_view other, int depth) {
  if (IsTuple(message) != IsTupleText(other) || depth > kMaxTupleDepth) return false;
  if (!IsTuple(message)) return true;
  const std::vector<absl::string_view> others = layout::TupleElements(other);
  if (CountElements(message) != others.size() || TupleName(message.text()) != TupleName(other)) {
    return false;
  }
  const std::vector<v1::LayoutCase> elements = ElementsOf(message);
  for (size_t i = 0; i < others.size(); ++i) {
    if (!HasFormOf(elements[i], others[i], depth + 1)) return false;
  }
  return true;
}

// A case, or an element of a tuple.
class CaseRun {
 public:
  CaseRun(const QueryOptions& options, SymbolScope& scope, RequestBudget& budget)
      : options_(options), scope_(scope), budget_(budget) {}

  absl::Status Run(const v1::LayoutCase& message, int depth, v1::LayoutResult* result);

 private:
  absl::Status RunTensor(const v1::LayoutCase& message, v1::LayoutResult* result);
  absl::Status RunTuple(const std::vector<v1::LayoutCase>& elements, absl::string_view field,
                        int depth, v1::LayoutResult* result);
  // Asks each element of a tuple.
  absl::Status AskTuple(const v1::LayoutCase& message, const v1::LayoutQuery& query,
                        const std::vector<v1::LayoutCase>& elements, int depth,
                        v1::LayoutResult* result);
  absl::Status AskElement(const v1::LayoutCase& element, const v1::LayoutQuery& query, int depth,
                          v1::LayoutResult* result);
  absl::Status Evaluate(const TensorLayout& tensor, const v1::Binding& binding,
                        v1::LayoutResult* result);
  absl::Status SizesOf(const v1::Binding& binding,
                       std::vector<std::optional<int64_t>>& sizes) const;
  absl::Status AnswerQueries(const v1::LayoutCase& message, const TensorLayout& tensor,
                             v1::LayoutResult* result);
  void AddTo(v1::LayoutFacts* sums, const v1::LayoutFacts& facts, bool is_first);

  // Of the result, but not where an element is asked what a tuple is: only answers count then.
  absl::Status CountPart(const google::protobuf::Message& part) {
    return is_asking_element_ ? absl::OkStatus() : budget_.TakePart(part.ByteSizeLong());
  }

  const QueryOptions& options_;
  SymbolScope& scope_;
  RequestBudget& budget_;
  bool is_asking_element_ = false;
};

// The values that a binding gives, by symbol.
absl::Status CaseRun::SizesOf(const v1::Binding& binding,
                              std::vector<std::optional<int64_t>>& sizes) const {
  const symbolic::ExprArena& arena = scope_.exprs();
  sizes.resize(arena.symbols().size());
  arena.CountWork(sizes.size() / kSizesPerCount + static_cast<uint64_t>(binding.symbols_size()));
  for (int i = 0; i < binding.symbols_size(); ++i) {
    const v1::SymbolSize& entry = binding.symbols(i);
    const std::string field = Item("symbols", i);
    const absl::Span<const SymbolId> named = scope_.Named(entry.symbol());
    for (const SymbolId id : named) {
      if (!arena.SymbolBounds(id).Contains(entry.size())) {
        return CaseError(field, absl::StrCat(entry.size(), " is outside ",
                                             symbolic::ToString(arena.SymbolBounds(id))));
      }
      sizes[id] = entry.size();
    }
    if (named.empty()) return CaseError(field, "the shape has no such symbol");
  }
  return absl::OkStatus();
}

absl::Status CaseRun::Evaluate(const TensorLayout& tensor, const v1::Binding& binding,
                               v1::LayoutResult* result) {
  std::vector<std::optional<int64_t>> bindings;
  absl::Status status = SizesOf(binding, bindings);
  if (!status.ok()) return status;
  TensorLayout bound = tensor;
  const auto values = symbolic::Evaluate(scope_.exprs(), tensor.dims, bindings);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].ok()) {
      return CaseError("symbols", absl::StrCat("dimension ", i, ", ",
                                               symbolic::ToString(scope_.exprs(), tensor.dims[i]),
                                               ", has no value"));
    }
    if (values[i].value < 0) {
      return CaseError("symbols", absl::StrCat("dimension ", i, " is negative: ", values[i].value));
    }
    bound.dims[i] = values[i].value;
  }
  v1::LayoutFacts* const facts = result->add_evaluations();
  status = WriteLayoutFacts(options_, scope_, bound, facts);
  return status.ok() ? CountPart(*facts) : status;
}

absl::Status CaseRun::AnswerQueries(const v1::LayoutCase& message, const TensorLayout& tensor,
                                    v1::LayoutResult* result) {
  for (int i = 0; i < message.queries_size(); ++i) {
    v1::LayoutAnswer* const answer = result->add_answers();
    absl::Status status =
        AnswerLayoutQuery(options_, scope_, budget_, tensor, message.queries(i), answer);
    if (status.ok()) status = budget_.TakePart(answer->ByteSizeLong());
    if (!status.ok()) return Within(Item("queries", i), status);
  }
  return absl::OkStatus();
}

absl::Status CaseRun::RunTensor(const v1::LayoutCase& message, v1::LayoutResult* result) {
  const absl::StatusOr<TensorLayout> tensor = ReadTensorLayout(options_, scope_, message);
  if (!tensor.ok()) return tensor.status();
  // Each tile adds dims, which all tiles behind it look at.
  uint64_t dims = tensor->dims.size();
  for (const layout::Tile& tile : tensor->layout.tiles) {
    dims = std::max<uint64_t>(dims, tile.sizes.size()) + tile.sizes.size();
    if (!options_.CountWork(dims * kCountPerTiledDim)) return scope_.exprs().work_status();
  }
  if (tensor->has_layout()) {
    const bool is_by_text = message.layout().kind_case() != v1::LayoutSpec::kLayout;
    absl::Status status = WriteLayoutFacts(options_, scope_, *tensor, result->mutable_facts());
    if (!status.ok() && graph::FieldOf(status).empty()) {
      return Within(message.text().empty() ? "shape" : "text", status);
    }
    if (!status.ok()) return is_by_text ? status : Within("layout.layout", status);
    if (status = CountPart(result->facts()); !status.ok()) return status;
  } else {
    result->set_reason(Printable(tensor->reason));
  }
  for (int i = 0; i < message.bindings_size() && tensor->has_layout(); ++i) {
    const absl::Status status = Evaluate(*tensor, message.bindings(i), result);
    if (!status.ok()) return Within(Item("bindings", i), status);
  }
  for (const SymbolId id : SymbolsOf(scope_.exprs(), tensor->dims)) {
    WriteSymbol(scope_, id, result->add_symbols());
  }
  return AnswerQueries(message, *tensor, result);
}

// What a sum of sizes is where one of them is not known: not known.
void CaseRun::AddTo(v1::LayoutFacts* sums, const v1::LayoutFacts& facts, bool is_first) {
  struct Row {
    bool (v1::LayoutFacts::*has)() const;
    const v1::Dim& (v1::LayoutFacts::*get)() const;
    v1::Dim* (v1::LayoutFacts::*mutate)();
    void (v1::LayoutFacts::*clear)();
  };
  constexpr Row kRows[] = {
      {&v1::LayoutFacts::has_elements, &v1::LayoutFacts::elements,
       &v1::LayoutFacts::mutable_elements, &v1::LayoutFacts::clear_elements},
      {&v1::LayoutFacts::has_padded_elements, &v1::LayoutFacts::padded_elements,
       &v1::LayoutFacts::mutable_padded_elements, &v1::LayoutFacts::clear_padded_elements},
      {&v1::LayoutFacts::has_bytes, &v1::LayoutFacts::bytes, &v1::LayoutFacts::mutable_bytes,
       &v1::LayoutFacts::clear_bytes},
      {&v1::LayoutFacts::has_unpadded_bytes, &v1::LayoutFacts::unpadded_bytes,
       &v1::LayoutFacts::mutable_unpadded_bytes, &v1::LayoutFacts::clear_unpadded_bytes},
  };
  const auto resolve = [this](absl::string_view name) { return scope_.Resolve(name); };
  const auto read = [&](const v1::Dim& dim) {
    return dim.kind_case() == v1::Dim::kSize
               ? Dim(dim.size())
               : symbolic::ParseExpr(scope_.exprs(), dim.expr(), resolve).value_or(Dim());
  };
  for (const Row& row : kRows) {
    if (!(facts.*row.has)()) (sums->*row.clear)();
    if (!(facts.*row.has)() || (!is_first && !(sums->*row.has)())) continue;
    const Dim so_far = is_first ? Dim(0) : read((sums->*row.get)());
    const Dim sum = Add(scope_.exprs(), so_far, read((facts.*row.get)()));
    (sums->*row.mutate)()->Clear();
    WriteDim(scope_.exprs(), sum, (sums->*row.mutate)());
  }
}

absl::Status CaseRun::RunTuple(const std::vector<v1::LayoutCase>& elements, absl::string_view field,
                               int depth, v1::LayoutResult* result) {
  v1::LayoutFacts sums;
  if (elements.empty()) {
    sums.mutable_elements()->set_size(0);
    sums.mutable_padded_elements()->set_size(0);
    sums.mutable_bytes()->set_size(0);
    sums.mutable_unpadded_bytes()->set_size(0);
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    v1::LayoutResult* element = result->add_tuple_elements();
    absl::Status status = Run(elements[i], depth + 1, element);
    if (!status.ok()) {
      if (!absl::IsInvalidArgument(status)) return status;
      if (field != "text") return Within(Item(field, static_cast<int>(i)), status);
      status.SetPayload(graph::kFieldPayload, absl::Cord(field));
      return status;
    }
    AddTo(&sums, element->facts(), i == 0);
  }
  if (scope_.exprs().TakeOverflow()) return CaseError(field, "its size leaves 64 bits");
  *result->mutable_facts() = sums;
  return absl::OkStatus();
}

// What a tuple is asked, for one of its elements.
absl::Status CaseRun::AskElement(const v1::LayoutCase& element, const v1::LayoutQuery& query,
                                 int depth, v1::LayoutResult* result) {
  v1::LayoutCase question = element;
  *question.add_queries() = query;
  const bool was_asking = std::exchange(is_asking_element_, true);
  absl::Status status = Run(question, depth + 1, result);
  is_asking_element_ = was_asking;
  if (!absl::IsInvalidArgument(status)) return status;
  // The element is in order: the query is to blame, which is the tuple's.
  const std::pair<std::string, std::string> path =
      absl::StrSplit(graph::FieldOf(status), absl::MaxSplits('.', 1));
  status.SetPayload(graph::kFieldPayload, absl::Cord(path.second));
  return status;
}

// The text of the tuple to compare with or convert to; empty if it is none.
absl::string_view OtherTuple(const v1::LayoutQuery& query) {
  const std::string& text = query.has_convert() ? query.convert().text() : query.compare().text();
  return IsTupleText(text) ? text : absl::string_view();
}

v1::LayoutQuery ForElement(const v1::LayoutQuery& query, absl::string_view other) {
  if (other.empty()) return query;
  // Not the text of the whole tuple.
  v1::LayoutQuery question;
  *question.mutable_ignored() = query.ignored();
  v1::LayoutSpec* spec =
      query.has_convert() ? question.mutable_convert() : question.mutable_compare();
  spec->set_text(std::string(other));
  return question;
}

void AppendAnswers(const v1::LayoutResult& from, v1::LayoutResult* to) {
  to->mutable_answers()->MergeFrom(from.answers());
  for (int i = 0; i < from.tuple_elements_size(); ++i) {
    AppendAnswers(from.tuple_elements(i), to->mutable_tuple_elements(i));
  }
}

// Tuples are alike where each element is.
void Include(const v1::LayoutAnswer& element, v1::Comparison* all) {
  const v1::Comparison& one = element.comparison();
  all->set_equal(all->equal() && one.equal());
  all->set_equivalent(all->equivalent() && one.equivalent());
  all->set_bitcast(all->bitcast() && one.bitcast());
  all->set_needs_copy(!all->bitcast());
}

absl::Status CaseRun::AskTuple(const v1::LayoutCase& message, const v1::LayoutQuery& query,
                               const std::vector<v1::LayoutCase>& elements, int depth,
                               v1::LayoutResult* result) {
  const absl::string_view other = OtherTuple(query);
  const std::vector<absl::string_view> others = layout::TupleElements(other);
  const bool fits = other.empty() || HasFormOf(message, other, depth);
  v1::LayoutAnswer* answer = result->add_answers();
  if (query.has_compare()) {
    v1::Comparison* all = answer->mutable_comparison();
    all->set_equal(fits);
    all->set_equivalent(fits);
    all->set_bitcast(fits);
    all->set_needs_copy(!fits);
  }
  if (!fits || !query.has_compare()) {
    answer->set_reason(fits ? "answered for each element" : "a tuple of another form");
  }
  for (size_t k = 0; k < elements.size() && fits; ++k) {
    v1::LayoutResult one;
    const v1::LayoutQuery question =
        ForElement(query, others.empty() ? absl::string_view() : others[k]);
    absl::Status status = AskElement(elements[k], question, depth, &one);
    if (!status.ok()) return status;
    if (query.has_compare()) Include(one.answers(0), answer->mutable_comparison());
    AppendAnswers(one, result->mutable_tuple_elements(static_cast<int>(k)));
  }
  return absl::OkStatus();
}

absl::Status CaseRun::Run(const v1::LayoutCase& message, int depth, v1::LayoutResult* result) {
  const size_t bytes = message.ByteSizeLong();
  if (!options_.CountWork(kCountPerCase + bytes)) return scope_.exprs().work_status();
  if (!message.label().empty()) result->set_label(message.label());
  if (depth > kMaxTupleDepth) return CaseError("tuple_elements", "tuples nested too deep");
  for (int i = 0; i < message.symbols_size(); ++i) {
    const absl::Status declared = scope_.Declare(message.symbols(i));
    if (!declared.ok()) return Within(Item("symbols", i), declared);
  }
  scope_.PlaceNewSymbols({});
  const absl::Status bindings = budget_.TakeBindings(message.bindings_size());
  if (!bindings.ok()) return Within("bindings", bindings);
  if (!IsTuple(message)) return RunTensor(message, result);
  std::vector<v1::LayoutCase> elements = ElementsOf(message);
  const bool is_text_tuple = IsTupleText(message.text());
  absl::Status status =
      RunTuple(elements, is_text_tuple ? "text" : "tuple_elements", depth, result);
  if (!status.ok()) return status;
  // What they are asked and bound to themselves is no part of the tuple's queries.
  for (v1::LayoutCase& element : elements) {
    element.clear_queries();
    element.clear_bindings();
  }
  for (int i = 0; i < message.queries_size(); ++i) {
    const bool has_tuple = !OtherTuple(message.queries(i)).empty();
    if (!options_.CountWork(kCountPerQuery + (has_tuple ? bytes : 0))) break;
    const absl::Status asked = AskTuple(message, message.queries(i), elements, depth, result);
    if (!asked.ok()) return Within(Item("queries", i), asked);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           const LayoutSink& sink) {
  if (request.cases_size() > options.max_cases) {
    return LimitError("TOO_MANY_CASES", "cases", request.cases_size(), options.max_cases);
  }
  Work work(WorkLimit(options.max_work, request.work_limit(), request.ByteSizeLong()),
            options.check_interrupt, options.progress);
  work.set_phase("cases");
  QueryOptions counted = options;
  counted.work = &work;
  SymbolScope scope(counted);
  RequestBudget budget(counted, request.max_answer_bytes());
  for (int i = 0; i < request.cases_size(); ++i) {
    scope.Reset();
    v1::LayoutResult result;
    absl::Status status = CaseRun(counted, scope, budget).Run(request.cases(i), 0, &result);
    // Whatever it has come to without.
    if (work.is_stopped()) {
      work.SetSite(Item("cases", i));
      return work.status();
    }
    if (status.ok()) status = budget.TakeCase(BytesInList(result));
    if (!status.ok()) return WithinCase(i, std::move(status));
    sink(std::move(result));
  }
  return absl::OkStatus();
}

absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           v1::ComputeLayoutResponse* response) {
  response->mutable_results()->Reserve(request.cases_size());
  return ComputeLayout(request, options, [response](v1::LayoutResult&& result) {
    *response->add_results() = std::move(result);
  });
}

}  // namespace shapewright::query
