#include "core/query/layout/layout_case.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_changes.h"
#include "core/query/layout/layout_facts.h"
#include "core/query/layout/layout_questions.h"
#include "core/query/layout/layout_tree.h"
#include "core/query/read_premises.h"
#include "core/query/write_type.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

constexpr uint64_t kCountPerLayout = 64;
constexpr uint64_t kCountPerEntry = 32;
constexpr char kOtherForm[] = "a tuple of another form";

using graph::Item;
using graph::Within;

// Of tuples and their elements, side by side with their results.
class CaseRun {
 public:
  explicit CaseRun(const LayoutContext& context) : context_(context) {}

  // `path` is that of the type.
  absl::Status Describe(const LayoutTree& tree, const std::string& path, v1::LayoutResult* result,
                        LayoutTotals& totals);
  absl::Status Change(const v1::LayoutChange& change, const v1::LayoutSpec& spec, LayoutTree& tree,
                      v1::LayoutResult* result);
  absl::Status Ask(const v1::LayoutQuestion& question, const v1::LayoutSpec& other,
                   const LayoutTree& tree, v1::LayoutResult* result);
  // Of a tuple that a text is no form of: no element has a result, or is alike.
  absl::Status LoseAll(LayoutTree& tree, v1::LayoutResult* result);
  absl::Status AnswerUnlike(LayoutTree& tree, v1::LayoutResult* result);
  void CollectDims(const LayoutTree& tree, std::vector<shape::Dim>& dims) const;

 private:
  absl::Status DescribeTensor(const TensorLayout& tensor, const std::string& path,
                              v1::LayoutResult* result, LayoutTotals& totals);
  absl::Status TakeEntry(const TensorLayout& tensor, size_t bytes);
  // Adds an entry to the result of the tuple and to that of each element: `add` returns it.
  template <typename AddEntry>
  absl::Status AddToAll(LayoutTree& tree, v1::LayoutResult* result, AddEntry add);
  absl::Status TakePart(const google::protobuf::Message& part) {
    return context_.budget.TakePart(part.ByteSizeLong());
  }

  const LayoutContext& context_;
};

// A change or a question of one tensor.
absl::Status CaseRun::TakeEntry(const TensorLayout& tensor, size_t bytes) {
  absl::Status taken = context_.budget.TakeQueries(1);
  if (!taken.ok()) return taken;
  if (context_.options.CountWork(kCountPerEntry + tensor.entries() + bytes)) return taken;
  return context_.scope.exprs().work_status();
}

// Where a layout, or a size, is wrong: the path from the case on.
absl::Status WithPath(const TensorLayout& tensor, const std::string& path, absl::Status status) {
  if (!absl::IsInvalidArgument(status)) return status;
  if (!graph::FieldOf(status).empty()) {
    return Within(tensor.is_field_of_tensor ? absl::string_view(path) : "layout",
                  InLayoutField(tensor.field, std::move(status)));
  }
  return Within(path, std::move(status));
}

absl::Status CaseRun::DescribeTensor(const TensorLayout& tensor, const std::string& path,
                                     v1::LayoutResult* result, LayoutTotals& totals) {
  if (!tensor.has_layout()) {
    result->set_reason(Printable(tensor.reason));
    totals = LayoutTotals();
    return absl::OkStatus();
  }
  const absl::StatusOr<layout::Measures> measures = MeasureTensor(context_, tensor);
  if (!measures.ok()) return WithPath(tensor, path, measures.status());
  WriteLayoutFacts(context_, tensor, *measures, result->mutable_facts());
  totals = LayoutTotals::Of(*measures);
  return TakePart(result->facts());
}

absl::Status CaseRun::Describe(const LayoutTree& tree, const std::string& path,
                               v1::LayoutResult* result, LayoutTotals& totals) {
  if (!tree.is_tuple) return DescribeTensor(tree.tensor, path, result, totals);
  totals = LayoutTotals::Zero();
  for (size_t i = 0; i < tree.elements.size(); ++i) {
    const std::string element =
        tree.is_text ? path : absl::StrCat(path, ".sequence.positions[", i, "]");
    LayoutTotals part;
    absl::Status status = Describe(tree.elements[i], element, result->add_tuple_elements(), part);
    if (!status.ok()) return status;
    Add(context_.scope.exprs(), part, totals);
  }
  if (context_.scope.exprs().TakeOverflow()) return CaseError(path, "its size leaves 64 bits");
  WriteTotals(context_, totals, result->mutable_facts());
  return TakePart(result->facts());
}

template <typename AddEntry>
absl::Status CaseRun::AddToAll(LayoutTree& tree, v1::LayoutResult* result, AddEntry add) {
  const google::protobuf::Message& entry = add(tree.tensor, result);
  absl::Status status = TakeEntry(tree.tensor, 0);
  if (status.ok()) status = TakePart(entry);
  for (size_t i = 0; i < tree.elements.size() && status.ok(); ++i) {
    status = AddToAll(tree.elements[i], result->mutable_tuple_elements(static_cast<int>(i)), add);
  }
  return status;
}

absl::Status CaseRun::LoseAll(LayoutTree& tree, v1::LayoutResult* result) {
  const auto add = [](TensorLayout & tensor, v1::LayoutResult * of) -> const auto& {
    v1::LayoutChangeResult* written = of->add_changes();
    LoseLayout(kOtherForm, tensor, written);
    return *written;
  };
  return AddToAll(tree, result, add);
}

absl::Status CaseRun::AnswerUnlike(LayoutTree& tree, v1::LayoutResult* result) {
  const auto add = [](const TensorLayout& /*tensor*/, v1::LayoutResult* of) -> const auto& {
    v1::LayoutAnswer* answer = of->add_answers();
    answer->mutable_comparison()->set_needs_copy(true);
    answer->mutable_comparison()->set_reason(kOtherForm);
    return *answer;
  };
  return AddToAll(tree, result, add);
}

absl::Status CaseRun::Change(const v1::LayoutChange& change, const v1::LayoutSpec& spec,
                             LayoutTree& tree, v1::LayoutResult* result) {
  v1::LayoutChangeResult* written = result->add_changes();
  const size_t bytes = change.has_convert() ? spec.ByteSizeLong() : change.ByteSizeLong();
  absl::Status status = TakeEntry(tree.tensor, bytes);
  if (!status.ok()) return status;
  if (!tree.is_tuple) {
    status = ChangeTensor(context_, change, spec, tree.tensor, written);
    return status.ok() ? TakePart(*written) : status;
  }
  ElementSpecs specs(spec);
  for (size_t i = 0; i < tree.elements.size() && status.ok(); ++i) {
    status = Change(change, specs.At(i), tree.elements[i],
                    result->mutable_tuple_elements(static_cast<int>(i)));
  }
  return status;
}

// Tuples are alike where each element is.
void Include(const v1::LayoutAnswer& element, v1::LayoutAnswer* whole) {
  if (whole->has_error()) return;
  if (element.has_error()) {
    *whole = element;
    return;
  }
  const v1::LayoutComparison& one = element.comparison();
  v1::LayoutComparison* all = whole->mutable_comparison();
  all->set_equal(all->equal() && one.equal());
  all->set_equivalent(all->equivalent() && one.equivalent());
  all->set_bitcast(all->bitcast() && one.bitcast());
  all->set_needs_copy(!all->bitcast());
}

absl::Status CaseRun::Ask(const v1::LayoutQuestion& question, const v1::LayoutSpec& other,
                          const LayoutTree& tree, v1::LayoutResult* result) {
  v1::LayoutAnswer* answer = result->add_answers();
  const size_t bytes = question.has_compare()
                           ? other.ByteSizeLong() + question.compare().ignored_size()
                           : question.ByteSizeLong();
  absl::Status status = TakeEntry(tree.tensor, bytes);
  if (!status.ok()) return status;
  if (!tree.is_tuple) {
    status = AnswerLayoutQuestion(context_, tree.tensor, question, other, answer);
    if (absl::IsInvalidArgument(status) && !context_.budget.is_spent()) {
      graph::WriteEntryError(status, answer->mutable_error());
      if (answer->error().reason() == kMalformedCase) {
        answer->mutable_error()->set_reason(graph::reason::kMalformedQuestion);
      }
      status = absl::OkStatus();
    }
    return status.ok() ? TakePart(*answer) : status;
  }
  if (question.has_compare()) {
    v1::LayoutComparison* all = answer->mutable_comparison();
    all->set_equal(true);
    all->set_equivalent(true);
    all->set_bitcast(true);
  }
  ElementSpecs others(other);
  for (size_t i = 0; i < tree.elements.size(); ++i) {
    v1::LayoutResult* element = result->mutable_tuple_elements(static_cast<int>(i));
    status = Ask(question, others.At(i), tree.elements[i], element);
    if (!status.ok()) return status;
    if (question.has_compare()) Include(*element->answers().rbegin(), answer);
  }
  return TakePart(*answer);
}

void CaseRun::CollectDims(const LayoutTree& tree, std::vector<shape::Dim>& dims) const {
  dims.insert(dims.end(), tree.tensor.dims.begin(), tree.tensor.dims.end());
  for (const LayoutTree& element : tree.elements) CollectDims(element, dims);
}

// Of the text of a tuple: whether the case has its form. Any other layout is for all tensors.
bool Fits(const LayoutContext& context, const LayoutTree& tree, const v1::LayoutSpec& spec) {
  if (!spec.has_text() || !IsTupleText(spec.text())) return true;
  return context.options.CountWork(spec.text().size()) && HasFormOf(tree, spec.text());
}

absl::Status CheckPremises(SymbolScope& scope) {
  symbolic::Expr refuted;
  if (scope.HasValues(&refuted)) return absl::OkStatus();
  return Within("premises",
                graph::ReadError(graph::reason::kMalformedPremise,
                                 absl::StrCat(symbolic::ToString(scope.exprs(), refuted),
                                              " has no value beside the sizes of the tensor")));
}

absl::StatusOr<LayoutTree> ReadCase(const LayoutContext& context, const v1::LayoutCase& message,
                                    Premises* premises) {
  absl::StatusOr<Premises> read = ReadPremises(context.scope, message.premises());
  if (!read.ok()) return read.status();
  *premises = *std::move(read);
  absl::StatusOr<LayoutTree> tree = ReadLayoutTree(context, message.tensor());
  if (!tree.ok()) return Within("tensor", tree.status());
  context.scope.PlaceNewSymbols({});
  absl::Status status = CheckPremises(context.scope);
  if (status.ok()) status = Within("layout", GiveLayout(context, message.layout(), *tree));
  if (!status.ok()) return status;
  return tree;
}

}  // namespace

absl::Status AnswerLayoutCase(const LayoutContext& context, const v1::LayoutCase& message,
                              v1::LayoutResult* result) {
  SymbolScope& scope = context.scope;
  // Computed with the size of the request.
  const auto bytes = static_cast<uint64_t>(message.GetCachedSize());
  if (!context.options.CountWork(kCountPerLayout + bytes)) {
    return scope.exprs().work_status();
  }
  if (!message.label().empty()) result->set_label(message.label());
  Premises premises;
  absl::StatusOr<LayoutTree> tree = ReadCase(context, message, &premises);
  if (!tree.ok()) return tree.status();
  CaseRun run(context);
  std::vector<shape::Dim> dims;
  run.CollectDims(*tree, dims);
  for (const symbolic::SymbolId id : SymbolsOf(scope.exprs(), dims)) {
    WriteSymbol(scope, id, result->add_symbols());
  }
  LayoutTotals totals;
  absl::Status status = run.Describe(*tree, "tensor", result, totals);
  if (!status.ok()) return status;
  for (int i = 0; i < message.changes_size(); ++i) {
    const v1::LayoutChange& change = message.changes(i);
    status = Fits(context, *tree, change.convert())
                 ? run.Change(change, change.convert(), *tree, result)
                 : run.LoseAll(*tree, result);
    if (!status.ok()) return Within(Item("changes", i), std::move(status));
  }
  for (int i = 0; i < message.questions_size(); ++i) {
    const v1::LayoutQuestion& question = message.questions(i);
    const v1::LayoutSpec& other = question.compare().other();
    status = Fits(context, *tree, other) ? run.Ask(question, other, *tree, result)
                                         : run.AnswerUnlike(*tree, result);
    if (!status.ok()) return Within(Item("questions", i), std::move(status));
  }
  return premises.empty() ? absl::OkStatus() : premises.CheckNames(scope, Premises());
}

}  // namespace shapewright::query
