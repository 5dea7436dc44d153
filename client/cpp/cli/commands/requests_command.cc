#include "client/cpp/cli/commands/requests_command.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/guard/guard_report.h"
#include "client/cpp/cli/requests/request_log.h"
#include "client/cpp/cli/requests/request_study.h"
#include "client/cpp/cli/run/model_file.h"
#include "core/guard/request_check.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// The memory of more would take long; these are the most common ones.
constexpr size_t kMaxShapes = 1024;
// What buckets and profiles can be chosen for.
constexpr size_t kMaxChosenSymbols = 2;
constexpr int32_t kChoices[] = {1, 2, 4, 8};

std::string ShapesText(const v1::Binding& request) {
  std::vector<std::string> texts;
  for (const v1::InputSizes& input : request.inputs()) {
    std::string text = absl::StrCat(input.name(), "=[", absl::StrJoin(input.sizes(), ","), "]");
    if (!input.values().empty()) {
      absl::StrAppend(&text, "={", absl::StrJoin(input.values(), ","), "}");
    }
    texts.push_back(std::move(text));
  }
  return absl::StrJoin(texts, " ");
}

// The answers of one model about a log of requests.
class RequestStudent {
 public:
  RequestStudent(const Context& context, v1::ModelSpec spec, std::vector<LoggedRequest> log)
      : context_(context), spec_(std::move(spec)), log_(std::move(log)) {}

  absl::StatusOr<RequestStudy> Study() {
    for (const LoggedRequest& request : log_) study_.requests += request.count;
    absl::Status good = CheckAll();
    if (good.ok()) good = Measure();
    if (good.ok()) good = ReadSymbols();
    if (!good.ok()) return good;
    Choose();
    return std::move(study_);
  }

 private:
  template <typename Request, typename Call>
  auto Ask(Request request, const Call& call) const
      -> decltype(call(std::declval<Client&>(), request)) {
    *request.mutable_model() = spec_;
    return context_.asker.Ask(request, call);
  }

  // The guard of all requests; those that do not fail are `running_` then.
  absl::Status CheckAll() {
    const absl::StatusOr<v1::CompileGuardResponse> response =
        Ask(v1::CompileGuardRequest(), [&](Client& client, const v1::CompileGuardRequest& asked) {
          return client.CompileGuard(asked, context_.asker.deadline());
        });
    if (!response.ok()) return response.status();
    const auto loaded = guard::LoadedGuard::Load(response->program());
    if (!loaded.ok()) return loaded.status();
    const v1::GuardProgram& program = response->program();
    study_.is_complete = program.coverage() == v1::GuardProgram::COVERAGE_COMPLETE;
    guard::RequestCheck check(*loaded);
    std::map<std::pair<std::string, bool>, RequestStudy::Problem> problems;
    for (const LoggedRequest& request : log_) {
      const std::vector<guard::RequestTensor> tensors = TensorsOf(request.inputs);
      const guard::Verdict verdict = check.Check(tensors);
      (verdict == guard::Verdict::kPass   ? study_.passed
       : verdict == guard::Verdict::kFail ? study_.failed
                                          : study_.undecided) += request.count;
      if (verdict != guard::Verdict::kFail) running_.push_back(&request);
      std::set<std::pair<std::string, bool>> seen;
      for (const guard::Problem& problem : check.problems()) {
        if (verdict == guard::Verdict::kFail && !problem.is_failure) continue;
        seen.emplace(TextOf(check, program, problem), problem.is_failure);
      }
      for (const auto& key : seen) {
        RequestStudy::Problem& problem = problems[key];
        if (problem.requests == 0 || request.line < problem.line) problem.line = request.line;
        problem.text = key.first;
        problem.is_failure = key.second;
        problem.requests += request.count;
      }
    }
    for (auto& [key, problem] : problems) study_.problems.push_back(std::move(problem));
    std::stable_sort(study_.problems.begin(), study_.problems.end(),
                     [](const auto& a, const auto& b) { return a.requests > b.requests; });
    return absl::OkStatus();
  }

  // Without the numbers of the request, so that requests with the same problem are counted as one.
  static std::string TextOf(const guard::RequestCheck& check, const v1::GuardProgram& program,
                            const guard::Problem& problem) {
    return problem.kind == guard::Problem::Kind::kCheck
               ? program.checks(static_cast<int>(problem.place)).message()
               : check.Describe(problem);
  }

  // The memory of each shape.
  absl::Status Measure() {
    for (const LoggedRequest* const request : running_) {
      study_.shapes.push_back({ShapesText(request->inputs), request->count, std::nullopt});
    }
    const size_t measured = std::min(kMaxShapes, running_.size());
    if (measured < running_.size()) {
      study_.notes.push_back(
          absl::StrCat("The memory is that of the ", measured, " most common shapes."));
    }
    if (measured == 0) return absl::OkStatus();
    v1::EvaluateShapesRequest request;
    request.mutable_memory();
    for (size_t i = 0; i < measured; ++i) *request.add_bindings() = running_[i]->inputs;
    const absl::StatusOr<v1::EvaluateShapesResponse> response =
        Ask(std::move(request), [&](Client& client, const v1::EvaluateShapesRequest& asked) {
          return client.EvaluateShapes(asked, context_.asker.deadline());
        });
    if (!response.ok()) return response.status();
    for (int i = 0; i < response->evaluations_size(); ++i) {
      const v1::Memory& memory = response->evaluations(i).memory();
      if (memory.has_total_bytes() && memory.has_weights_bytes()) {
        study_.shapes[static_cast<size_t>(i)].bytes = memory.total_bytes() - memory.weights_bytes();
      }
    }
    return absl::OkStatus();
  }

  // The sizes of the symbols of inputs in each of `running_`.
  absl::Status ReadSymbols() {
    v1::InferShapesRequest request;
    request.set_scope(v1::SCOPE_OUTPUTS);
    const absl::StatusOr<v1::InferShapesResponse> model =
        Ask(std::move(request), [&](Client& client, const v1::InferShapesRequest& asked) {
          return client.InferShapes(asked, context_.asker.deadline());
        });
    if (!model.ok()) return model.status();
    std::set<std::string> names;
    for (const v1::Symbol& symbol : model->symbols()) {
      const bool is_dim = symbol.kind() == v1::Symbol::KIND_INPUT_DIM;
      if (is_dim && !symbol.has_equals()) names.insert(symbol.name());
    }
    std::map<std::string, const v1::Shape*> shapes;
    for (const auto& input : model->inputs()) {
      shapes[input.name()] = &input.type().tensor().shape();
    }
    for (const LoggedRequest* const logged : running_) {
      std::map<std::string, int64_t>& sizes = sizes_.emplace_back();
      for (const v1::InputSizes& input : logged->inputs.inputs()) {
        const auto found = shapes.find(input.name());
        if (found == shapes.end() || found->second->dims_size() != input.sizes_size()) continue;
        for (int axis = 0; axis < input.sizes_size(); ++axis) {
          const std::string& name = found->second->dims(axis).expr();
          if (names.count(name) != 0) sizes.emplace(name, input.sizes(axis));
        }
      }
    }
    return absl::OkStatus();
  }

  void Choose() {
    std::map<std::string, std::set<int64_t>> different;
    for (const auto& sizes : sizes_) {
      for (const auto& [name, size] : sizes) different[name].insert(size);
    }
    std::vector<std::pair<size_t, std::string>> varying;
    for (const auto& [name, sizes] : different) {
      if (sizes.size() > 1) {
        varying.emplace_back(sizes.size(), name);
      } else {
        spec_.add_premises(absl::StrCat(name, " = ", *sizes.begin()));
      }
    }
    std::stable_sort(varying.begin(), varying.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> others;
    for (auto& [count, name] : varying) {
      (study_.symbols.size() < kMaxChosenSymbols ? study_.symbols : others).push_back(name);
    }
    if (study_.symbols.empty()) return;
    if (!others.empty()) {
      study_.notes.push_back(
          absl::StrCat("Buckets and profiles are chosen for two symbols; these differ too: ",
                       absl::StrJoin(others, ", "), "."));
    }
    std::map<std::vector<int64_t>, uint64_t> observed;
    for (size_t i = 0; i < running_.size(); ++i) {
      std::vector<int64_t> sizes;
      for (const std::string& symbol : study_.symbols) {
        const auto found = sizes_[i].find(symbol);
        if (found != sizes_[i].end()) sizes.push_back(found->second);
      }
      if (sizes.size() == study_.symbols.size()) observed[sizes] += running_[i]->count;
    }
    for (const int32_t count : kChoices) {
      if (static_cast<size_t>(count) > observed.size()) break;
      ChooseBuckets(observed, count);
      ChooseProfiles(observed, count);
    }
  }

  using Observed = std::map<std::vector<int64_t>, uint64_t>;

  template <typename Sizes>
  static void AddObserved(const Observed& observed, Sizes* out) {
    for (const auto& [sizes, count] : observed) {
      v1::ObservedSizes* const one = out->Add();
      one->mutable_sizes()->Add(sizes.begin(), sizes.end());
      one->set_count(count);
    }
  }

  void ChooseBuckets(const Observed& observed, int32_t count) {
    v1::ChooseBucketsRequest request;
    *request.mutable_symbols() = {study_.symbols.begin(), study_.symbols.end()};
    AddObserved(observed, request.mutable_observed());
    request.set_buckets(count);
    const absl::StatusOr<v1::ChooseBucketsResponse> response =
        Ask(std::move(request), [&](Client& client, const v1::ChooseBucketsRequest& asked) {
          return client.ChooseBuckets(asked, context_.asker.deadline());
        });
    if (response.ok()) {
      study_.buckets.push_back({count, response->expected_padding(), false});
    } else {
      Note("buckets", response.status());
    }
  }

  void ChooseProfiles(const Observed& observed, int32_t count) {
    v1::PlanProfilesRequest request;
    *request.mutable_observed()->mutable_symbols() = {study_.symbols.begin(), study_.symbols.end()};
    AddObserved(observed, request.mutable_observed()->mutable_sizes());
    request.set_profiles(count);
    const absl::StatusOr<v1::PlanProfilesResponse> response =
        Ask(std::move(request), [&](Client& client, const v1::PlanProfilesRequest& asked) {
          return client.PlanProfiles(asked, context_.asker.deadline());
        });
    if (!response.ok()) return Note("profiles", response.status());
    const auto& profiles = response->profiles();
    const bool is_proved = std::all_of(
        profiles.begin(), profiles.end(),
        [](const v1::Profile& profile) { return profile.proof() == v1::Profile::PROOF_PROVED; });
    study_.profiles.push_back({profiles.size(), response->expected_padding(), is_proved});
  }

  void Note(absl::string_view what, const absl::Status& status) {
    const std::string note = absl::StrCat("No ", what, ": ", std::string(status.message()), ".");
    std::vector<std::string>& notes = study_.notes;
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }

  const Context& context_;
  v1::ModelSpec spec_;
  const std::vector<LoggedRequest> log_;
  RequestStudy study_;
  std::vector<const LoggedRequest*> running_;
  // Of each of `running_`.
  std::vector<std::map<std::string, int64_t>> sizes_;
};

}  // namespace

absl::StatusOr<RequestStudy> StudyLog(const Context& context, v1::ModelSpec spec,
                                      const std::string& log_path) {
  const absl::StatusOr<std::string> text = ReadModel(log_path);
  if (!text.ok()) return text.status();
  absl::StatusOr<std::vector<LoggedRequest>> log = ParseRequestLog(*text);
  if (!log.ok()) return AboutModel(log_path, log.status());
  return RequestStudent(context, std::move(spec), *std::move(log)).Study();
}

absl::Status VerdictOf(const RequestStudy& study) {
  if (study.failed == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(study.failed, " of ", study.requests, " requests fail"));
}

ModelAnswer StudyRequests(const Context& context, const std::string& path) {
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return {"", spec.status()};
  const absl::StatusOr<RequestStudy> study =
      StudyLog(context, *std::move(spec), context.arguments.operands[1]);
  if (!study.ok()) return {"", study.status()};
  ModelAnswer answer = {"", VerdictOf(*study)};
  if (context.arguments.json) {
    absl::StatusOr<std::string> json = JsonOf(RequestStudyJson(*study), context.in_one_line);
    if (!json.ok()) return {"", json.status()};
    answer.text = *std::move(json);
  } else {
    answer.text = ReportRequestStudy(*study, context.width);
  }
  return answer;
}

}  // namespace shapewright::cli
