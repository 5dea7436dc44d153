#include "client/cpp/cli/commands/model_commands.h"

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/report/evaluation_report.h"
#include "client/cpp/cli/report/findings_report.h"
#include "client/cpp/cli/report/plan_report.h"
#include "client/cpp/cli/run/model_file.h"

namespace shapewright::cli {
namespace {

// Asks about the model of the path; `call` asks a server.
template <typename Request, typename Call>
auto AskAbout(const Context& context, const std::string& path, Request request, const Call& call)
    -> decltype(call(std::declval<Client&>(), request)) {
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return spec.status();
  *request.mutable_model() = *std::move(spec);
  return context.asker.Ask(request, call);
}

// Symbols, facts and diagnostics of InferShapes, and what `parts` say.
absl::StatusOr<v1::InferShapesResponse> AskFor(const Context& context, const std::string& path,
                                               std::initializer_list<v1::Part> parts) {
  v1::InferShapesRequest request = context.arguments.request;
  request.set_scope(v1::SCOPE_OUTPUTS);
  for (const v1::Part part : parts) request.add_include(part);
  return AskAbout(context, path, std::move(request),
                  [&](Client& client, const v1::InferShapesRequest& asked) {
                    return client.InferShapes(asked, context.asker.deadline());
                  });
}

ModelAnswer PlanProfile(const Context& context, const std::string& path) {
  v1::PlanProfilesRequest request = context.arguments.profile;
  if (context.arguments.memory) request.mutable_memory();
  if (context.arguments.plan.profiles > 0) {
    request.set_profiles(context.arguments.plan.profiles);
    const v1::ChooseBucketsRequest& observed = context.arguments.observed.front();
    *request.mutable_observed()->mutable_symbols() = observed.symbols();
    *request.mutable_observed()->mutable_sizes() = observed.observed();
  }
  const absl::StatusOr<v1::PlanProfilesResponse> response = AskAbout(
      context, path, std::move(request), [&](Client& client, const v1::PlanProfilesRequest& asked) {
        return client.PlanProfiles(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportProfiles(*response, options);
  });
}

absl::Status ChooseOnlySymbol(const Context& context, v1::FindLargestSizesRequest* request) {
  v1::InferShapesRequest question;
  *question.mutable_model() = request->model();
  question.set_scope(v1::SCOPE_OUTPUTS);
  const absl::StatusOr<v1::InferShapesResponse> model =
      context.asker.Ask(question, [&](Client& client, const v1::InferShapesRequest& asked) {
        return client.InferShapes(asked, context.asker.deadline());
      });
  return model.ok() ? ChooseSymbol(*model, request) : model.status();
}

ModelAnswer FindLargest(const Context& context, const std::string& path) {
  v1::FindLargestSizesRequest request = context.arguments.plan.largest;
  for (const v1::Binding& binding : context.arguments.buckets.bindings()) {
    *request.mutable_binding() = binding;
  }
  absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return {"", spec.status()};
  *request.mutable_model() = *std::move(spec);
  if (request.symbols().empty()) {
    absl::Status status = ChooseOnlySymbol(context, &request);
    if (!status.ok()) return {"", status};
  }
  const absl::StatusOr<v1::FindLargestSizesResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::FindLargestSizesRequest& asked) {
        return client.FindLargestSizes(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportLargest(request, *response, options);
  });
}

ModelAnswer FindSymbolsToBind(const Context& context, const std::string& path) {
  const absl::StatusOr<v1::FindSymbolsToBindResponse> response =
      AskAbout(context, path, context.arguments.plan.bind,
               [&](Client& client, const v1::FindSymbolsToBindRequest& asked) {
                 return client.FindSymbolsToBind(asked, context.asker.deadline());
               });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportSymbolsToBind(*response, options);
  });
}

ModelAnswer PlanBuckets(const Context& context, const v1::ModelSpec& spec) {
  v1::PlanBucketsRequest request = context.arguments.buckets;
  *request.mutable_model() = spec;
  if (context.arguments.memory) request.mutable_memory();
  const absl::StatusOr<v1::PlanBucketsResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::PlanBucketsRequest& asked) {
        return client.PlanBuckets(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportBuckets(*response, options);
  });
}

ModelAnswer ChooseBuckets(const Context& context, const v1::ModelSpec& spec,
                          v1::ChooseBucketsRequest request) {
  constexpr int32_t kDefaultCount = 4;
  *request.mutable_model() = spec;
  const int32_t count = context.arguments.bucket_count;
  request.set_buckets(count > 0 ? count : kDefaultCount);
  const absl::StatusOr<v1::ChooseBucketsResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::ChooseBucketsRequest& asked) {
        return client.ChooseBuckets(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportChoice(request, *response, options);
  });
}

}  // namespace

ModelAnswer Eval(const Context& context, const std::string& path) {
  v1::EvaluateShapesRequest request = context.arguments.evaluate;
  *request.mutable_scenarios() = context.arguments.request.scenarios();
  if (request.bindings().empty()) request.add_bindings();
  if (context.arguments.memory) request.mutable_memory();
  const v1::EstimateCostRequest& cost = context.arguments.cost.request;
  if (context.arguments.with_cost || cost.has_measure()) *request.mutable_cost() = cost.measure();
  const absl::StatusOr<v1::EvaluateShapesResponse> response =
      AskAbout(context, path, std::move(request),
               [&](Client& client, const v1::EvaluateShapesRequest& asked) {
                 return client.EvaluateShapes(asked, context.asker.deadline());
               });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportEvaluations(*response, options);
  });
}

ModelAnswer Describe(const Context& context, const std::string& path) {
  const absl::StatusOr<v1::DescribeModelResponse> response =
      AskAbout(context, path, v1::DescribeModelRequest(),
               [&](Client& client, const v1::DescribeModelRequest& asked) {
                 return client.DescribeModel(asked, context.asker.deadline());
               });
  if (!response.ok()) return {"", response.status()};
  absl::StatusOr<std::string> json = JsonOf(*response, context.in_one_line);
  if (!json.ok()) return {"", json.status()};
  return {*std::move(json), absl::OkStatus()};
}

ModelAnswer Audit(const Context& context, const std::string& path) {
  const absl::StatusOr<v1::InferShapesResponse> response = AskFor(context, path, {v1::PART_AUDIT});
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response,
                    [&](const ReportOptions& options) { return ReportAudit(*response, options); });
}

ModelAnswer Explain(const Context& context, const std::string& path) {
  const absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, context.arguments);
  if (!spec.ok()) return {"", spec.status()};
  v1::ExplainShapesRequest request;
  *request.mutable_model() = *spec;
  *request.add_questions() = context.arguments.explain;
  const absl::StatusOr<v1::ExplainShapesResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::ExplainShapesRequest& asked) {
        return client.ExplainShapes(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  const v1::Explanation& explanation = response->explanations(0);
  absl::StatusOr<v1::InferShapesResponse> whole = v1::InferShapesResponse();
  if (!context.arguments.json && !explanation.facts().empty()) {
    v1::InferShapesRequest facts;
    *facts.mutable_model() = *spec;
    facts.set_scope(v1::SCOPE_OUTPUTS);
    whole = context.asker.Ask(facts, [&](Client& client, const v1::InferShapesRequest& asked) {
      return client.InferShapes(asked, context.asker.deadline());
    });
    if (!whole.ok()) return {"", whole.status()};
  }
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    if (explanation.has_error()) return std::string();
    return ReportExplanation(context.arguments.explain, explanation, *whole, options);
  });
}

ModelAnswer Plan(const Context& context, const std::string& path) {
  const Arguments& arguments = context.arguments;
  if (arguments.plan.largest.has_budget()) return FindLargest(context, path);
  if (arguments.plan.bind.goal() != 0) return FindSymbolsToBind(context, path);
  const bool has_buckets = !arguments.buckets.axes().empty() || !arguments.observed.empty();
  if (!has_buckets || arguments.plan.profiles > 0) {
    return PlanProfile(context, path);
  }
  const absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, arguments);
  if (!spec.ok()) return {"", spec.status()};
  ModelAnswer answer;
  if (!arguments.buckets.axes().empty()) answer = PlanBuckets(context, *spec);
  for (const v1::ChooseBucketsRequest& request : arguments.observed) {
    if (!answer.status.ok()) break;
    ModelAnswer choice = ChooseBuckets(context, *spec, request);
    const bool has_gap = !answer.text.empty() && !arguments.json && choice.status.ok();
    absl::StrAppend(&answer.text, has_gap ? "\n" : "", choice.text);
    answer.status = std::move(choice.status);
  }
  return answer;
}

}  // namespace shapewright::cli
