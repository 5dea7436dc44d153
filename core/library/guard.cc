#include "shapewright/guard.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/base/work.h"
#include "core/guard/request_check.h"
#include "core/library/inference_state.h"
#include "core/library/library_access.h"
#include "core/questions/guard/compile_guard.h"

namespace shapewright {

class Guard::State {
 public:
  explicit State(std::shared_ptr<const guard::LoadedGuard> loaded) : loaded_(std::move(loaded)) {
    const v1::GuardProgram& program = loaded_->message();
    for (const v1::GuardGap& gap : program.not_covered()) not_covered_.push_back(gap.text());
    for (const v1::GuardInput& input : program.inputs()) inputs_.push_back(input.name());
    for (const v1::GuardCheck& check : program.checks()) checks_.push_back(check.message());
  }

  const std::shared_ptr<const guard::LoadedGuard>& loaded() const { return loaded_; }
  const std::vector<std::string>& not_covered() const { return not_covered_; }
  const std::vector<std::string>& inputs() const { return inputs_; }
  const std::vector<std::string>& checks() const { return checks_; }

 private:
  const std::shared_ptr<const guard::LoadedGuard> loaded_;
  std::vector<std::string> not_covered_;
  std::vector<std::string> inputs_;
  std::vector<std::string> checks_;
};

Guard::Guard(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::StatusOr<Guard> Guard::Load(absl::string_view bytes) {
  auto loaded = guard::LoadedGuard::Load(bytes);
  if (!loaded.ok()) return loaded.status();
  return Guard(std::make_shared<const State>(*std::move(loaded)));
}

absl::StatusOr<Guard> Guard::Compile(const Inference& inference, const GuardOptions& options) {
  v1::CompileGuardRequest request;
  for (const std::string& value : options.values) request.add_values(value);
  if (options.memory) request.mutable_memory();
  const auto& state = *LibraryAccess::Get(inference);
  v1::GuardProgram program;
  {
    const std::lock_guard<std::shared_mutex> lock(state.engine_mutex());
    absl::Status status =
        questions::CompileGuard(request, *state.run().engine, *state.run().report, &program);
    if (!status.ok()) return status;
  }
  auto loaded = guard::LoadedGuard::Load(std::move(program));
  if (!loaded.ok()) return loaded.status();
  return Guard(std::make_shared<const State>(*std::move(loaded)));
}

std::string Guard::Save() const { return state_->loaded()->message().SerializeAsString(); }

bool Guard::is_complete() const {
  return state_->loaded()->message().coverage() == v1::GuardProgram::COVERAGE_COMPLETE;
}

const std::vector<std::string>& Guard::not_covered() const { return state_->not_covered(); }
const std::vector<std::string>& Guard::inputs() const { return state_->inputs(); }
const std::vector<std::string>& Guard::checks() const { return state_->checks(); }

class GuardCheck::State {
 public:
  explicit State(std::shared_ptr<const guard::LoadedGuard> loaded)
      : loaded_(std::move(loaded)), check_(loaded_) {}

  GuardVerdict Check(absl::Span<const GuardTensor> request) {
    tensors_.clear();
    for (const GuardTensor& tensor : request) {
      tensors_.push_back({tensor.name, static_cast<v1::ElementType>(tensor.element_type),
                          tensor.sizes, tensor.elements});
    }
    return static_cast<GuardVerdict>(check_.Check(tensors_));
  }

  const guard::RequestCheck& check() const { return check_; }
  const v1::GuardOutput* Find(absl::string_view name) const {
    for (const auto* const outputs :
         {&loaded_->message().outputs(), &loaded_->message().values()}) {
      for (const v1::GuardOutput& output : *outputs) {
        if (output.name() == name) return &output;
      }
    }
    return nullptr;
  }

 private:
  const std::shared_ptr<const guard::LoadedGuard> loaded_;
  guard::RequestCheck check_;
  std::vector<guard::RequestTensor> tensors_;
};

GuardCheck::GuardCheck(const Guard& guard)
    : state_(std::make_unique<State>(guard.state_->loaded())) {}
GuardCheck::GuardCheck(GuardCheck&& other) noexcept = default;
GuardCheck& GuardCheck::operator=(GuardCheck&& other) noexcept = default;
GuardCheck::~GuardCheck() = default;

GuardVerdict GuardCheck::Check(absl::Span<const GuardTensor> request) {
  return state_->Check(request);
}

std::vector<GuardProblem> GuardCheck::Problems() const {
  std::vector<GuardProblem> problems;
  for (const guard::Problem& from : state_->check().problems()) {
    GuardProblem& problem = problems.emplace_back();
    problem.text = state_->check().Describe(from);
    problem.is_failure = from.is_failure;
    if (from.kind == guard::Problem::Kind::kCheck) problem.check = from.place;
  }
  return problems;
}

std::optional<std::vector<int64_t>> GuardCheck::SizesOf(absl::string_view name) const {
  const v1::GuardOutput* const output = state_->Find(name);
  const v1::GuardType* const type = output == nullptr ? nullptr : state_->check().TypeOf(*output);
  if (type == nullptr || type->unsized()) return std::nullopt;
  std::vector<int64_t> sizes;
  for (const uint32_t size : type->sizes()) {
    sizes.push_back(state_->check().SizeAt(size).value_or(-1));
  }
  return sizes;
}

std::optional<int64_t> GuardCheck::MemoryBytes() const { return state_->check().MemoryBytes(); }

}  // namespace shapewright
