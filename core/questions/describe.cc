#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/text/answer_text.h"
#include "core/questions/rows/questions.h"
#include "core/shape/kserve_datatype.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::questions {
namespace {

using inference::AnswerText;
using inference::Given;
using inference::InferRun;
using symbolic::Expr;
using symbolic::SymbolId;

// A reason may hold an expression, and a model may have thousands of inputs: more reasons are left
// out.
constexpr int kMaxReasons = 16;

class Description {
 public:
  explicit Description(InferRun& run)
      : run_(run),
        model_(*run.model),
        arena_(run.engine->workspace().exprs()),
        text_(run.engine->workspace()) {}

  v1::DescribeModelResponse Take() {
    const graph::Graph& graph = model_.graphs[0];
    response_.set_name(ToValidUtf8(graph.name));
    for (const graph::ValueId input : graph.inputs) {
      if (model_.values[input].constant == nullptr) Add("input", input, response_.add_inputs());
    }
    if (response_.inputs().empty()) AddReason("a run takes nothing");
    for (const graph::ValueId output : graph.outputs) {
      Add("output", output, response_.add_outputs());
    }
    FinishBatching();
    return std::move(response_);
  }

 private:
  void Add(absl::string_view role, graph::ValueId value, v1::TensorMetadata* metadata) {
    if (run_.budget->is_spent()) return;
    const absl::string_view name = model_.values[value].name;
    const shape::TypeId id = run_.engine->TypeOf(value);
    const shape::Type& type = run_.engine->workspace().types().at(id);
    metadata->set_name(ToValidUtf8(name));
    if (type.is_tensor()) {
      metadata->set_datatype(std::string(shape::KserveDatatype(type.element)));
    }
    for (const Expr dim : type.has_rank() ? type.shape.dims : absl::Span<const Expr>()) {
      metadata->add_shape(dim.is_constant() ? dim.constant() : -1);
    }
    WireWriter out;
    text_.WriteType(out, v1::TensorMetadata::kTypeFieldNumber, id);
    metadata->MergeFromString(out.Take());
    run_.budget->Take(metadata->ByteSizeLong());
    LookAtFirstAxis(absl::StrCat("the ", role, " ", Printable(name)), type);
  }

  void LookAtFirstAxis(const std::string& what, const shape::Type& type) {
    if (!type.has_rank()) {
      return AddReason(absl::StrCat(
          what, type.is_tensor() ? " has an unknown rank" : " is not known to be a tensor"));
    }
    if (type.shape.dims.empty()) return AddReason(absl::StrCat(what, " is a scalar"));
    const Expr first = type.shape.dims[0];
    if (arena_.AsSymbol(first) == nullptr) {
      return AddReason(absl::StrCat("axis 0 of ", what, " is ", TextOf(first), ", not one symbol"));
    }
    if (!batch_.has_value()) {
      batch_ = first;
      batch_of_ = what;
    } else if (!(*batch_ == first)) {
      AddReason(absl::StrCat("axis 0 of ", what, " is ", TextOf(first), ", that of ", batch_of_,
                             " is ", TextOf(*batch_)));
    }
  }

  std::string TextOf(Expr dim) { return Printable(text_.Print(dim)); }

  void AddReason(const std::string& reason) {
    if (response_.batching().reasons_size() < kMaxReasons) {
      response_.mutable_batching()->add_reasons(reason);
    }
  }

  void FinishBatching() {
    v1::Batching& batching = *response_.mutable_batching();
    if (!batching.reasons().empty() || !batch_.has_value()) return;
    const symbolic::Symbol& symbol = *arena_.AsSymbol(*batch_);
    batching.set_batchable(true);
    batching.set_symbol(ToValidUtf8(symbol.name));
    const std::optional<int64_t> greatest = GreatestOf(symbol);
    if (greatest.has_value()) batching.set_max_batch_size(*greatest);
  }

  // The largest batch size that the facts and the request's premises allow.
  std::optional<int64_t> GreatestOf(const symbolic::Symbol& symbol) {
    symbolic::Interval range = arena_.Bounds(*batch_);
    const Given::Symbol* given = run_.given.FindSymbol(symbol.name);
    if (given != nullptr) range = Intersect(range, given->bounds);
    if (given != nullptr && !given->allowed.empty()) {
      const auto& allowed = given->allowed;
      const auto last = std::find_if(allowed.rbegin(), allowed.rend(),
                                     [&](int64_t value) { return range.Contains(value); });
      return last == allowed.rend() ? std::nullopt : std::optional(*last);
    }
    if (!range.has_max()) return std::nullopt;
    return given == nullptr ? range.max : range.max - range.max % given->divisor;
  }

  InferRun& run_;
  const graph::Model& model_;
  const symbolic::ExprArena& arena_;
  AnswerText text_;
  v1::DescribeModelResponse response_;
  // The candidate for the batch dim: the first axis of the first input or output that has a single
  // symbol there, and the name of that value.
  std::optional<Expr> batch_;
  std::string batch_of_;
};

absl::Status WriteDescription(const v1::DescribeModelRequest& /*request*/, InferRun& run,
                              WireWriter* out) {
  out->AppendBytes(Description(run).Take().SerializeAsString());
  return absl::OkStatus();
}

}  // namespace

ModelRpc DescribeModelRow() {
  return RowByRun<v1::DescribeModelRequest, WriteDescription>("DescribeModel");
}

}  // namespace shapewright::questions
