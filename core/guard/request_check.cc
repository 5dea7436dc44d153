#include "core/guard/request_check.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/shape/element_type.h"

namespace shapewright::guard {
namespace {

// Inputs that a message lists: a request may have many that are unknown.
constexpr int kMaxNamed = 16;

absl::Status MalformedRequest(absl::string_view message) {
  return absl::InvalidArgumentError(message);
}

// Whether all that refers to instructions, slots and inputs has them.
absl::Status CheckReferences(const v1::GuardProgram& program) {
  const auto inputs = static_cast<uint32_t>(program.inputs_size());
  const auto instructions = static_cast<uint32_t>(program.instructions_size());
  for (const v1::GuardSlot& slot : program.slots()) {
    if (slot.input() >= inputs) return MalformedRequest("a slot is of an input that is not there");
  }
  bool is_good = !program.has_memory_bytes() || program.memory_bytes() < instructions;
  for (const v1::GuardCheck& check : program.checks()) {
    is_good &= check.result() < instructions;
    is_good &= !check.has_left() || check.left() < instructions;
    is_good &= !check.has_right() || check.right() < instructions;
    is_good &= !check.has_input() || check.input() < inputs;
  }
  for (const auto* const outputs : {&program.outputs(), &program.values()}) {
    for (const v1::GuardOutput& output : *outputs) {
      for (const v1::GuardType& type : output.types()) {
        is_good &= !type.has_condition() || type.condition() < instructions;
        is_good &= !type.has_bytes() || type.bytes() < instructions;
        for (const uint32_t size : type.sizes()) is_good &= size < instructions;
        for (const uint32_t size : type.upper_sizes()) is_good &= size < instructions;
      }
    }
  }
  return is_good ? absl::OkStatus() : MalformedRequest("it refers to what is not there");
}

// Numbers of checks and outputs are integers.
absl::Status CheckIntegers(const v1::GuardProgram& message, const Program& program) {
  bool is_good = !message.has_memory_bytes() || !program.IsFloat(message.memory_bytes());
  for (const v1::GuardCheck& check : message.checks()) is_good &= !program.IsFloat(check.result());
  return is_good ? absl::OkStatus() : MalformedRequest("a check is a floating-point number");
}

// "int64"
std::string NameOf(v1::ElementType type) {
  return std::string(shape::ElementTypeName(static_cast<shape::ElementType>(type)));
}

absl::string_view SignOf(v1::Fact::Relation relation) {
  switch (relation) {
    case v1::Fact::RELATION_EQUAL:
      return "=";
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return "<=";
    case v1::Fact::RELATION_DIVISIBLE:
      return "is a multiple of";
    case v1::Fact::RELATION_BROADCASTABLE:
      return "broadcasts to";
    case v1::Fact::RELATION_NOT_EQUAL:
      return "!=";
    default:
      return "";
  }
}

}  // namespace

LoadedGuard::LoadedGuard(v1::GuardProgram message, Program program)
    : message_(std::move(message)),
      program_(std::move(program)),
      slots_(static_cast<size_t>(message_.inputs_size())) {
  for (int i = 0; i < message_.inputs_size(); ++i) {
    inputs_.emplace(message_.inputs(i).name(), static_cast<uint32_t>(i));
  }
  for (int i = 0; i < message_.slots_size(); ++i) {
    slots_[message_.slots(i).input()].push_back(static_cast<uint32_t>(i));
  }
}

absl::StatusOr<std::shared_ptr<const LoadedGuard>> LoadedGuard::Load(v1::GuardProgram program) {
  absl::Status status = CheckReferences(program);
  if (!status.ok()) return status;
  absl::StatusOr<Program> loaded = Program::Load(program);
  if (!loaded.ok()) return loaded.status();
  status = CheckIntegers(program, *loaded);
  if (!status.ok()) return status;
  return std::shared_ptr<const LoadedGuard>(
      new LoadedGuard(std::move(program), *std::move(loaded)));
}

absl::StatusOr<std::shared_ptr<const LoadedGuard>> LoadedGuard::Load(absl::string_view bytes) {
  v1::GuardProgram program;
  if (!program.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return MalformedRequest("this is not a guard");
  }
  return Load(std::move(program));
}

std::optional<uint32_t> LoadedGuard::FindInput(absl::string_view name) const {
  const auto found = inputs_.find(name);
  return found == inputs_.end() ? std::nullopt : std::optional<uint32_t>(found->second);
}

RequestCheck::RequestCheck(std::shared_ptr<const LoadedGuard> guard)
    : guard_(std::move(guard)),
      numbers_(guard_->program().MakeNumbers()),
      slots_(static_cast<size_t>(guard_->message().slots_size())),
      has_input_(static_cast<size_t>(guard_->message().inputs_size())) {}

Verdict RequestCheck::Check(absl::Span<const RequestTensor> request) {
  const v1::GuardProgram& program = guard_->message();
  request_ = request;
  problems_.clear();
  std::fill(slots_.begin(), slots_.end(), std::nullopt);
  std::fill(has_input_.begin(), has_input_.end(), false);
  for (size_t i = 0; i < request.size(); ++i) {
    // Most requests have the inputs in the order of the model.
    const bool is_in_order =
        i < has_input_.size() && program.inputs(static_cast<int>(i)).name() == request[i].name;
    const auto input = is_in_order ? static_cast<uint32_t>(i) : guard_->FindInput(request[i].name);
    if (!input) {
      Add(Problem::Kind::kUnknownInput, i);
    } else if (has_input_[*input]) {
      Add(Problem::Kind::kTwice, *input);
    } else {
      Take(*input, request[i]);
    }
  }
  TakeDefaults();
  guard_->program().Run(slots_, &numbers_);
  RunChecks();
  if (problems_.empty()) return Verdict::kPass;
  const bool fails = std::any_of(problems_.begin(), problems_.end(),
                                 [](const Problem& problem) { return problem.is_failure; });
  return fails ? Verdict::kFail : Verdict::kUndecided;
}

void RequestCheck::Take(uint32_t input, const RequestTensor& tensor) {
  has_input_[input] = true;
  const v1::GuardProgram& program = guard_->message();
  const v1::ElementType type = program.inputs(static_cast<int>(input)).element_type();
  if (type != v1::ELEMENT_TYPE_UNSPECIFIED && tensor.element_type != type &&
      tensor.element_type != v1::ELEMENT_TYPE_UNSPECIFIED) {
    Add(Problem::Kind::kElementType, input);
  }
  const bool is_size =
      std::all_of(tensor.sizes.begin(), tensor.sizes.end(), [](int64_t size) { return size >= 0; });
  if (!is_size) Add(Problem::Kind::kSize, input);
  for (const uint32_t place : guard_->SlotsOf(input)) {
    const v1::GuardSlot& slot = program.slots(static_cast<int>(place));
    if (slot.has_axis()) {
      if (slot.axis() < tensor.sizes.size()) slots_[place] = tensor.sizes[slot.axis()];
    } else if (slot.has_element()) {
      if (slot.element() < tensor.elements.size()) slots_[place] = tensor.elements[slot.element()];
    } else {
      slots_[place] = static_cast<int64_t>(tensor.sizes.size());
    }
  }
}

void RequestCheck::TakeDefaults() {
  const v1::GuardProgram& program = guard_->message();
  for (uint32_t input = 0; input < has_input_.size(); ++input) {
    if (has_input_[input]) continue;
    const v1::GuardInput& declared = program.inputs(static_cast<int>(input));
    if (!declared.has_if_missing()) {
      Add(Problem::Kind::kMissing, input);
      continue;
    }
    const v1::GuardDefault& content = declared.if_missing();
    Take(input, {declared.name(), declared.element_type(), content.sizes(), content.elements()});
  }
}

void RequestCheck::RunChecks() {
  const v1::GuardProgram& program = guard_->message();
  for (int i = 0; i < program.checks_size(); ++i) {
    const v1::GuardCheck& check = program.checks(i);
    const Number& number = numbers_.at(check.result());
    const bool is_number = number.status == symbolic::Evaluation::Status::kOk;
    if (is_number && number.value != 0) continue;
    problems_.push_back(
        {Problem::Kind::kCheck, is_number && !check.undecided_if_zero(), static_cast<uint32_t>(i)});
  }
}

std::string RequestCheck::DescribeCheck(const v1::GuardCheck& check) const {
  std::string text = check.message();
  const auto left = check.has_left() ? numbers_.NarrowAt(check.left()) : symbolic::Evaluation();
  const auto right = check.has_right() ? numbers_.NarrowAt(check.right()) : symbolic::Evaluation();
  if (check.has_left() && check.has_right() && left.ok() && right.ok()) {
    absl::StrAppend(&text, ": ", left.value, " ", SignOf(check.relation()), " ", right.value,
                    " does not hold");
    if (check.has_input() && check.relation() == v1::Fact::RELATION_EQUAL) {
      absl::StrAppend(&text, "; give ", right.value);
    }
  }
  if (!check.suggestion().empty()) absl::StrAppend(&text, "; ", check.suggestion());
  return text;
}

std::string RequestCheck::Describe(const Problem& problem) const {
  if (problem.kind == Problem::Kind::kCheck) {
    const std::string text =
        DescribeCheck(guard_->message().checks(static_cast<int>(problem.place)));
    return problem.is_failure ? text : absl::StrCat("not decided: ", text);
  }
  if (problem.kind == Problem::Kind::kUnknownInput) {
    const auto& inputs = guard_->message().inputs();
    const auto end = inputs.begin() + std::min(inputs.size(), kMaxNamed);
    return absl::StrCat(
        "the model has no input ", request_[problem.place].name, "; it has ",
        absl::StrJoin(inputs.begin(), end, ", ",
                      [](std::string* out, const auto& input) { out->append(input.name()); }),
        inputs.size() > kMaxNamed ? ", ..." : "");
  }
  const v1::GuardInput& input = guard_->message().inputs(static_cast<int>(problem.place));
  const std::string declared = absl::StrCat("give ", NameOf(input.element_type()), input.shape());
  switch (problem.kind) {
    case Problem::Kind::kMissing:
      return absl::StrCat("input ", input.name(), " is missing; ", declared);
    case Problem::Kind::kTwice:
      return absl::StrCat("input ", input.name(), " stands there twice");
    case Problem::Kind::kElementType: {
      const auto given =
          std::find_if(request_.begin(), request_.end(),
                       [&](const RequestTensor& tensor) { return tensor.name == input.name(); });
      const std::string type = given == request_.end() ? "" : NameOf(given->element_type);
      return absl::StrCat("input ", input.name(), " is ", type, "; ", declared);
    }
    default:
      return absl::StrCat("input ", input.name(), " has a negative size; ", declared);
  }
}

const v1::GuardType* RequestCheck::TypeOf(const v1::GuardOutput& output) const {
  for (const v1::GuardType& type : output.types()) {
    if (!type.has_condition()) return &type;
    const symbolic::Evaluation condition = numbers_.NarrowAt(type.condition());
    if (!condition.ok()) return nullptr;
    if (condition.value != 0) return &type;
  }
  return nullptr;
}

std::optional<int64_t> RequestCheck::SizeAt(uint32_t instruction) const {
  const symbolic::Evaluation size = numbers_.NarrowAt(instruction);
  return size.ok() && size.value >= 0 ? std::optional<int64_t>(size.value) : std::nullopt;
}

std::optional<int64_t> RequestCheck::MemoryBytes() const {
  if (!guard_->message().has_memory_bytes()) return std::nullopt;
  return SizeAt(guard_->message().memory_bytes());
}

}  // namespace shapewright::guard
