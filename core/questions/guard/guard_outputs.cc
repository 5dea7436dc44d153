#include "core/questions/guard/guard_outputs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/questions/memory/memory_timeline.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/wire/utf8.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::ValueId;
using inference::AnswerNumbering;
using symbolic::Expr;
using v1::GuardInstruction;

using Result = GuardBuilder::Result;

constexpr int kBitsPerByte = 8;
constexpr int64_t kDefaultAlignment = 64;

}  // namespace

void GuardOutputs::AddOutputs() {
  const graph::Model& model = draft_.engine().workspace().model();
  for (const ValueId output : model.graphs[0].outputs) {
    if (output != graph::kNoValue) AddValue(output, draft_.program().add_outputs());
  }
}

absl::Status GuardOutputs::AddValues(const AnswerNumbering& numbering,
                                     const google::protobuf::RepeatedPtrField<std::string>& names) {
  if (names.empty()) return absl::OkStatus();
  const graph::Model& model = draft_.engine().workspace().model();
  HashMap<absl::string_view, ValueId> values;
  for (const ValueId value : numbering.values(0)) values.emplace(model.values[value].name, value);
  for (int i = 0; i < names.size(); ++i) {
    const auto found = values.find(names[i]);
    if (found == values.end()) {
      NearestName nearest(names[i]);
      for (const ValueId value : numbering.values(0)) nearest.Consider(model.values[value].name);
      return FieldError(graph::Item("values", i),
                        absl::StrCat("the main graph has no value ", graph::Quoted(names[i]),
                                     nearest.Question()));
    }
    if (found->second == graph::kNoValue) {
      return FieldError(graph::Item("values", i),
                        absl::StrCat(graph::Quoted(names[i]), " stands there twice"));
    }
    AddValue(std::exchange(found->second, graph::kNoValue), draft_.program().add_values());
  }
  return absl::OkStatus();
}

void GuardOutputs::AddValue(ValueId value, v1::GuardOutput* output) {
  rules::Workspace& workspace = draft_.engine().workspace();
  const std::string name = ToValidUtf8(workspace.model().values[value].name);
  output->set_name(name);
  const shape::Type type = workspace.types().at(draft_.engine().TypeOf(value));
  if (unsettled_.RestsOnDeclaration(value)) {
    // The request decides otherwise than the model declares (S28): no size is promised.
    v1::GuardType* const unknown = output->add_types();
    if (type.is_tensor()) unknown->set_element_type(static_cast<v1::ElementType>(type.element));
    unknown->set_unsized(true);
    return;
  }
  std::optional<Result> least;
  if (type.alternatives.empty()) {
    least = AddType(type, output->add_types());
  } else {
    const Result none = builder_.Constant(0);
    const auto count = static_cast<int>(type.alternatives.size());
    for (int i = 0; i < count; ++i) output->add_types();
    // From the last one, which has no condition.
    for (int i = count - 1; i >= 0; --i) {
      const shape::TypeAlternative& each = type.alternatives[static_cast<size_t>(i)];
      v1::GuardType* const message = output->mutable_types(i);
      const Result own = AddType(workspace.types().at(each.type), message).value_or(none);
      if (each.condition.is_unknown()) {
        least = own;
        continue;
      }
      message->set_condition(builder_.Of(each.condition));
      least = builder_.Select(message->condition(), own, least.value_or(none));
    }
  }
  if (!least) return;
  draft_.AddCheck(builder_.AtLeast(0, *least), v1::Fact::BASIS_REQUIRED,
                  absl::StrCat("the sizes and bytes of ", name, " are numbers and not negative"));
}

std::optional<Result> GuardOutputs::Upper(Expr dim) {
  if (dim.is_constant() || symbolic::DependsOnInputsOnly(draft_.arena(), dim)) {
    return facts_.UnderAssumptions(builder_.Of(dim));
  }
  const Expr upper = symbolic::UpperExpression(draft_.arena(), dim);
  if (upper.is_unknown()) return std::nullopt;
  return facts_.UnderAssumptions(builder_.Of(upper));
}

std::optional<Result> GuardOutputs::AddType(const shape::Type& type, v1::GuardType* message) {
  if (type.is_tensor()) message->set_element_type(static_cast<v1::ElementType>(type.element));
  message->set_unsized(!type.has_rank());
  if (!type.has_rank()) return std::nullopt;
  std::optional<Result> least;
  const auto check = [&](Result number) {
    least = least ? builder_.Apply(GuardInstruction::OP_MIN, *least, number) : number;
  };
  bool is_exact = true;
  std::vector<Result> uppers;
  for (const Expr dim : type.shape.dims) {
    const bool is_known = dim.is_constant() || symbolic::DependsOnInputsOnly(draft_.arena(), dim);
    const std::optional<Result> upper = Upper(dim);
    message->add_sizes(is_known ? *upper : builder_.Unbound());
    is_exact &= is_known;
    uppers.push_back(upper.value_or(builder_.Unbound()));
    if (is_known && dim.is_symbolic() && draft_.arena().AsSymbol(dim) == nullptr) check(*upper);
  }
  if (!is_exact) message->mutable_upper_sizes()->Add(uppers.begin(), uppers.end());
  const int bits = shape::ElementBits(type.element);
  const Result unbound = builder_.Unbound();
  if (bits == 0 || std::find(uppers.begin(), uppers.end(), unbound) != uppers.end()) return least;
  std::optional<Result> bytes;
  for (const Result size : uppers) {
    bytes = bytes ? builder_.Apply(GuardInstruction::OP_MULTIPLY, *bytes, size) : size;
  }
  const Result one = builder_.Constant(1);
  const bool is_whole = bits % kBitsPerByte == 0;
  bytes = builder_.Apply(GuardInstruction::OP_MULTIPLY, bytes.value_or(one),
                         builder_.Constant(is_whole ? bits / kBitsPerByte : bits));
  if (!is_whole) {
    bytes =
        builder_.Apply(GuardInstruction::OP_CEIL_DIVIDE, *bytes, builder_.Constant(kBitsPerByte));
  }
  message->set_bytes(*bytes);
  const bool is_constant = std::all_of(type.shape.dims.begin(), type.shape.dims.end(),
                                       [](Expr dim) { return dim.is_constant(); });
  if (!is_constant) check(*bytes);
  return least;
}

std::optional<Result> GuardOutputs::Bytes(shape::TypeId id) {
  const shape::Type type = draft_.engine().workspace().types().at(id);
  v1::GuardType message;
  if (!type.alternatives.empty()) {
    std::optional<Result> most;
    for (const shape::TypeAlternative& each : type.alternatives) {
      const auto bytes = Bytes(each.type);
      if (!bytes) return std::nullopt;
      most = most ? builder_.Apply(GuardInstruction::OP_MAX, *most, *bytes) : *bytes;
    }
    return most;
  }
  AddType(type, &message);
  return message.has_bytes() ? std::optional<Result>(message.bytes()) : std::nullopt;
}

absl::Status GuardOutputs::AddMemory(const AnswerNumbering& numbering,
                                     const v1::MemoryOptions& options) {
  if (options.with_plan()) return FieldError("memory.with_plan", "a guard has no plan");
  if (options.reuse_in_place()) {
    return FieldError("memory.reuse_in_place", "a guard does not tell which buffers are reused");
  }
  const int64_t alignment =
      options.alignment_bytes() == 0 ? kDefaultAlignment : options.alignment_bytes();
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    return FieldError("memory.alignment_bytes", "it is not a power of two");
  }
  if (unsettled_.rest_on_declarations()) return absl::OkStatus();
  const MemoryTimeline timeline = BuildTimeline(draft_.engine(), numbering);
  if (!timeline.is_complete) return absl::OkStatus();
  draft_.engine().work().Count(4 * timeline.buffers.size() + timeline.main_steps.size());
  // By step: what begins and what ends there.
  const size_t steps = timeline.main_steps.size() + 1;
  std::vector<std::vector<Result>> begins(steps);
  std::vector<std::vector<Result>> ends(steps);
  Result fixed = builder_.Constant(0);
  const auto add = [&](Result& sum, Result more) {
    sum = builder_.Apply(GuardInstruction::OP_ADD, sum, more);
  };
  for (const TimedBuffer& buffer : timeline.buffers) {
    const std::optional<Result> bytes = Bytes(buffer.type);
    if (!bytes) return absl::OkStatus();
    if (absl::Status status = builder_.status(); !status.ok()) return status;
    if (buffer.role != MemoryRole::kIntermediate) {
      add(fixed, *bytes);
      continue;
    }
    const Result unit = builder_.Constant(alignment);
    const Result aligned =
        builder_.Apply(GuardInstruction::OP_MULTIPLY,
                       builder_.Apply(GuardInstruction::OP_CEIL_DIVIDE, *bytes, unit), unit);
    begins[buffer.first].push_back(aligned);
    ends[buffer.last].push_back(aligned);
  }
  Result live = builder_.Constant(0);
  Result peak = live;
  for (size_t step = 0; step < steps; ++step) {
    for (const Result bytes : begins[step]) add(live, bytes);
    if (!begins[step].empty()) peak = builder_.Apply(GuardInstruction::OP_MAX, peak, live);
    for (const Result bytes : ends[step]) {
      live = builder_.Apply(GuardInstruction::OP_SUBTRACT, live, bytes);
    }
  }
  add(fixed, peak);
  draft_.program().set_memory_bytes(fixed);
  return builder_.status();
}

}  // namespace shapewright::questions
