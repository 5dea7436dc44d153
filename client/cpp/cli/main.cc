#include <google/protobuf/util/json_util.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "client/cpp/annotate.h"
#include "client/cpp/cli/case_report.h"
#include "client/cpp/cli/embedded.h"
#include "client/cpp/cli/evaluation_report.h"
#include "client/cpp/cli/findings_report.h"
#include "client/cpp/cli/help.h"
#include "client/cpp/cli/parse_arguments.h"
#include "client/cpp/cli/profile_report.h"
#include "client/cpp/cli/report.h"
#include "client/cpp/cli/table.h"
#include "client/cpp/client.h"
#include "client/cpp/credentials.h"
#include "core/version/build_info.h"
#include "core/wire/external_data.h"
#include "core/wire/inference_id.h"
#include "core/wire/model_id.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

constexpr int kExitUsage = 2;
constexpr size_t kDefaultWidth = 80;
constexpr size_t kLeastWidth = 60;

struct Answer {
  v1::InferShapesResponse response;
  absl::Duration time;
  std::string server_timing;
};

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  }
  return bytes;
}

absl::Status WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file.good()) return absl::OkStatus();
  return absl::PermissionDeniedError(absl::StrCat("cannot write ", path));
}

// All that the program writes goes through these: none of it is a command to the terminal.
void Print(const std::string& text) {
  const std::string safe = PrintableLines(text);
  std::fwrite(safe.data(), 1, safe.size(), stdout);
}

void PrintError(absl::string_view text) {
  const std::string safe = PrintableLines(absl::StrCat("shapewright: ", text, "\n"));
  std::fwrite(safe.data(), 1, safe.size(), stderr);
}

size_t ScreenWidth(const Arguments& arguments) {
  if (arguments.wide) return kNoWidthLimit;
  winsize size = {};
  const bool is_terminal =
      isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  if (!is_terminal || size.ws_col == 0) return kDefaultWidth;
  return std::max<size_t>(size.ws_col, kLeastWidth);
}

absl::StatusOr<std::unique_ptr<Client>> Connect(const Arguments& arguments) {
  ClientOptions options;
  if (arguments.tls) {
    const absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> credentials =
        TlsCredentials(arguments.tls_files);
    if (!credentials.ok()) return credentials.status();
    options.credentials = *credentials;
  }
  return Client::Connect(arguments.target, options);
}

absl::StatusOr<v1::InferShapesResponse> AskServer(const Arguments& arguments,
                                                  const v1::InferShapesRequest& request,
                                                  std::string& server_timing) {
  const absl::StatusOr<std::unique_ptr<Client>> client = Connect(arguments);
  if (!client.ok()) return client.status();
  const auto ask = arguments.stream ? &Client::StreamInferShapes : &Client::InferShapes;
  return ((**client).*ask)(request, arguments.deadline, &server_timing);
}

absl::StatusOr<Answer> Ask(const Arguments& arguments, const v1::InferShapesRequest& request) {
  Answer answer;
  const absl::Time start = absl::Now();
  absl::StatusOr<v1::InferShapesResponse> response =
      arguments.embedded
          ? AnswerEmbedded<v1::InferShapesResponse>("InferShapes", request, arguments.deadline)
          : AskServer(arguments, request, answer.server_timing);
  if (!response.ok()) return response.status();
  answer.time = absl::Now() - start;
  answer.response = *std::move(response);
  if (arguments.embedded) {
    // As a server tells them.
    answer.response.set_model_id(ModelId(request.model().onnx()));
    answer.response.set_inference_id(
        InferenceId(answer.response.model_id(), CanonicalSpec(request.model())));
  }
  return answer;
}

absl::Status PrintJson(const google::protobuf::Message& response) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(response, &text, options);
  if (!status.ok()) return absl::InternalError(status.ToString());
  Print(PrintableJson(text));
  return absl::OkStatus();
}

void PrintReport(const Arguments& arguments, const Answer& answer) {
  ReportOptions options;
  options.width = ScreenWidth(arguments);
  options.lists_constants = arguments.constants;
  Print(Report(answer.response, options));
  std::string took = absl::StrFormat("took %.1f ms", absl::ToDoubleMilliseconds(answer.time));
  if (arguments.embedded) {
    absl::StrAppend(&took, " in this process");
  } else if (!answer.server_timing.empty()) {
    absl::StrAppend(&took, " (", Printable(answer.server_timing), ")");
  }
  Print(absl::StrCat("\n", Wrap(Summary(answer.response.statistics()), options.width, 0), "\n",
                     took, "\n"));
}

// The model of the command, without its weights, and what is said beside it.
absl::Status TakeModel(const std::string& model, const Arguments& arguments, v1::ModelSpec* spec) {
  absl::StatusOr<std::string> stripped = StripModelFile(model, arguments.model);
  if (!stripped.ok()) return stripped.status();
  *spec = arguments.request.model();
  if (arguments.check_types) spec->mutable_options()->set_check_types(true);
  spec->set_onnx(*std::move(stripped));
  return absl::OkStatus();
}

absl::StatusOr<v1::InferShapesRequest> RequestAbout(const std::string& model,
                                                    const Arguments& arguments) {
  v1::InferShapesRequest request = arguments.request;
  absl::Status status = TakeModel(model, arguments, request.mutable_model());
  if (!status.ok()) return status;
  return request;
}

// Asks about the model of the command; `call` asks a server.
template <typename Request, typename Call>
auto AskAboutModel(const Arguments& arguments, Request request, const Call& call)
    -> decltype(call(std::declval<Client&>(), request)) {
  using Response = typename decltype(call(std::declval<Client&>(), request))::value_type;
  const absl::StatusOr<std::string> model = ReadFile(arguments.model);
  if (!model.ok()) return model.status();
  absl::Status status = TakeModel(*model, arguments, request.mutable_model());
  if (!status.ok()) return status;
  if (arguments.embedded) {
    const std::string& name = Request::descriptor()->name();
    return AnswerEmbedded<Response>(absl::StripSuffix(name, "Request"), request,
                                    arguments.deadline);
  }
  const absl::StatusOr<std::unique_ptr<Client>> client = Connect(arguments);
  if (!client.ok()) return client.status();
  return call(**client, request);
}

absl::StatusOr<v1::EvaluateShapesResponse> AskSizes(const Arguments& arguments) {
  v1::EvaluateShapesRequest request = arguments.evaluate;
  if (request.bindings().empty()) request.add_bindings();
  if (arguments.memory) request.mutable_memory();
  return AskAboutModel(arguments, std::move(request),
                       [&](Client& client, const v1::EvaluateShapesRequest& asked) {
                         return client.EvaluateShapes(asked, arguments.deadline);
                       });
}

// What fails at some sizes is an answer; a binding that does not fit the model is an error.
absl::Status Evaluate(const Arguments& arguments) {
  const absl::StatusOr<v1::EvaluateShapesResponse> response = AskSizes(arguments);
  if (!response.ok()) return response.status();
  if (arguments.json) {
    absl::Status printed = PrintJson(*response);
    if (!printed.ok()) return printed;
  } else {
    ReportOptions options;
    options.width = ScreenWidth(arguments);
    Print(ReportEvaluations(*response, options));
  }
  return FirstError(*response);
}

absl::Status Describe(const Arguments& arguments) {
  const absl::StatusOr<v1::DescribeModelResponse> response =
      AskAboutModel(arguments, v1::DescribeModelRequest(),
                    [&](Client& client, const v1::DescribeModelRequest& asked) {
                      return client.DescribeModel(asked, arguments.deadline);
                    });
  return response.ok() ? PrintJson(*response) : response.status();
}

absl::Status Infer(const Arguments& arguments) {
  const absl::StatusOr<std::string> model = ReadFile(arguments.model);
  if (!model.ok()) return model.status();
  absl::StatusOr<v1::InferShapesRequest> request = RequestAbout(*model, arguments);
  if (!request.ok()) return request.status();
  request->set_scope(v1::SCOPE_ALL_GRAPHS);
  request->add_include(v1::PART_NODES);
  const absl::StatusOr<Answer> answer = Ask(arguments, *request);
  if (!answer.ok()) return answer.status();
  if (!arguments.onnx_out.empty()) {
    const absl::StatusOr<std::string> annotated = AnnotateModel(*model, answer->response);
    if (!annotated.ok()) return annotated.status();
    absl::Status written = WriteFile(arguments.onnx_out, *annotated);
    if (!written.ok()) return written;
  }
  if (arguments.json) return PrintJson(answer->response);
  PrintReport(arguments, *answer);
  return absl::OkStatus();
}

// Symbols, facts and diagnostics of InferShapes, and what `parts` say.
absl::StatusOr<v1::InferShapesResponse> AskFor(const Arguments& arguments,
                                               std::initializer_list<v1::Part> parts) {
  v1::InferShapesRequest request = arguments.request;
  request.set_scope(v1::SCOPE_OUTPUTS);
  for (const v1::Part part : parts) request.add_include(part);
  return AskAboutModel(arguments, std::move(request),
                       [&](Client& client, const v1::InferShapesRequest& asked) {
                         return client.InferShapes(asked, arguments.deadline);
                       });
}

// Prints a response as JSON, or what `report` makes of it.
template <typename Response, typename MakeReport>
absl::Status PrintAnswer(const Arguments& arguments, const Response& response,
                         const MakeReport& report) {
  if (arguments.json) return PrintJson(response);
  ReportOptions options;
  options.width = ScreenWidth(arguments);
  Print(report(options));
  return absl::OkStatus();
}

absl::Status Audit(const Arguments& arguments) {
  const absl::StatusOr<v1::InferShapesResponse> response = AskFor(arguments, {v1::PART_AUDIT});
  if (!response.ok()) return response.status();
  return PrintAnswer(arguments, *response,
                     [&](const ReportOptions& options) { return ReportAudit(*response, options); });
}

absl::Status Explain(const Arguments& arguments) {
  v1::ExplainShapesRequest request;
  *request.add_questions() = arguments.explain;
  const absl::StatusOr<v1::ExplainShapesResponse> response = AskAboutModel(
      arguments, std::move(request), [&](Client& client, const v1::ExplainShapesRequest& asked) {
        return client.ExplainShapes(asked, arguments.deadline);
      });
  if (!response.ok()) return response.status();
  const v1::Explanation& explanation = response->explanations(0);
  if (explanation.has_error()) {
    return absl::InvalidArgumentError(EntryErrorText(explanation.error()));
  }
  absl::StatusOr<v1::InferShapesResponse> whole;
  if (!arguments.json && !explanation.facts().empty()) {
    whole = AskFor(arguments, {});
    if (!whole.ok()) return whole.status();
  } else {
    whole = v1::InferShapesResponse();
  }
  return PrintAnswer(arguments, *response, [&](const ReportOptions& options) {
    return ReportExplanation(arguments.explain, explanation, *whole, options);
  });
}

absl::Status Profile(const Arguments& arguments) {
  v1::PlanProfilesRequest request = arguments.profile;
  if (arguments.memory) request.mutable_memory();
  const absl::StatusOr<v1::PlanProfilesResponse> response = AskAboutModel(
      arguments, std::move(request), [&](Client& client, const v1::PlanProfilesRequest& asked) {
        return client.PlanProfiles(asked, arguments.deadline);
      });
  if (!response.ok()) return response.status();
  return PrintAnswer(arguments, *response, [&](const ReportOptions& options) {
    std::string text;
    for (const v1::Profile& profile : response->profiles()) {
      absl::StrAppend(&text, ReportProfile(profile, options));
    }
    return text;
  });
}

absl::Status PlanBuckets(const Arguments& arguments) {
  v1::PlanBucketsRequest request = arguments.buckets;
  if (arguments.memory) request.mutable_memory();
  const absl::StatusOr<v1::PlanBucketsResponse> response = AskAboutModel(
      arguments, std::move(request), [&](Client& client, const v1::PlanBucketsRequest& asked) {
        return client.PlanBuckets(asked, arguments.deadline);
      });
  if (!response.ok()) return response.status();
  return PrintAnswer(arguments, *response, [&](const ReportOptions& options) {
    return ReportBuckets(*response, options);
  });
}

// Buckets where there are sizes, and a choice for each of what was observed.
absl::Status Buckets(const Arguments& arguments) {
  constexpr int32_t kDefaultCount = 4;
  const bool has_axes = !arguments.buckets.axes().empty();
  absl::Status status = has_axes ? PlanBuckets(arguments) : absl::OkStatus();
  bool is_first = !has_axes;
  for (v1::ChooseBucketsRequest request : arguments.observed) {
    if (!status.ok()) return status;
    request.set_buckets(arguments.bucket_count > 0 ? arguments.bucket_count : kDefaultCount);
    const absl::StatusOr<v1::ChooseBucketsResponse> response = AskAboutModel(
        arguments, request, [&](Client& client, const v1::ChooseBucketsRequest& asked) {
          return client.ChooseBuckets(asked, arguments.deadline);
        });
    if (!response.ok()) return response.status();
    if (!is_first && !arguments.json) Print("\n");
    is_first = false;
    status = PrintAnswer(arguments, *response, [&](const ReportOptions& options) {
      return ReportChoice(request, *response, options);
    });
  }
  return status;
}

absl::StatusOr<v1::MergeShapesResponse> AskMerge(const Arguments& arguments) {
  const absl::StatusOr<v1::MergeShapesRequest> request = RequestOf(arguments.merge);
  if (!request.ok()) return request.status();
  if (arguments.embedded) {
    return AnswerEmbedded<v1::MergeShapesResponse>("MergeShapes", *request, arguments.deadline);
  }
  const absl::StatusOr<std::unique_ptr<Client>> client = Connect(arguments);
  if (!client.ok()) return client.status();
  return (*client)->MergeShapes(*request, arguments.deadline);
}

// A conflict is told like an outcome, but the program fails.
absl::Status Merge(const Arguments& arguments) {
  const absl::StatusOr<v1::MergeShapesResponse> response = AskMerge(arguments);
  if (!response.ok()) return response.status();
  const v1::MergeResult& result = response->results(0);
  if (arguments.json) {
    absl::Status printed = PrintJson(result);
    if (!printed.ok() || !result.has_error()) return printed;
  }
  if (result.has_error()) {
    return absl::InvalidArgumentError(EntryErrorText(result.error()));
  }
  Print(MergeReport(result));
  if (result.conflicts().empty()) return absl::OkStatus();
  return absl::FailedPreconditionError("the operands conflict");
}

absl::StatusOr<v1::ComputeLayoutResponse> AskLayout(const Arguments& arguments) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = arguments.layout;
  request.set_details(arguments.layout_details);
  if (arguments.embedded) {
    return AnswerEmbedded<v1::ComputeLayoutResponse>("ComputeLayout", request, arguments.deadline);
  }
  const absl::StatusOr<std::unique_ptr<Client>> client = Connect(arguments);
  if (!client.ok()) return client.status();
  return (*client)->ComputeLayout(request, arguments.deadline);
}

absl::Status Layout(const Arguments& arguments) {
  const absl::StatusOr<v1::ComputeLayoutResponse> response = AskLayout(arguments);
  if (!response.ok()) return response.status();
  const v1::LayoutResult& result = response->results(0);
  const v1::EntryError* error = FirstError(result);
  if (arguments.json) {
    absl::Status printed = PrintJson(result);
    if (!printed.ok() || error == nullptr) return printed;
  } else if (!result.has_error()) {
    Print(LayoutReport(arguments.layout, result));
  }
  if (error == nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(EntryErrorText(*error));
}

absl::Status CheckHealth(const Arguments& arguments) {
  const absl::StatusOr<std::unique_ptr<Client>> client = Connect(arguments);
  if (!client.ok()) return client.status();
  absl::Status status = (*client)->CheckHealth("", arguments.deadline);
  if (status.ok()) Print("serving\n");
  return status;
}

absl::Status Run(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::kHelp:
      Print(HelpText(arguments.help_about));
      break;
    case Command::kVersion:
      Print(absl::StrCat(BuildText(), "\n"));
      break;
    case Command::kInfer:
      return Infer(arguments);
    case Command::kEvaluate:
      return Evaluate(arguments);
    case Command::kExplain:
      return Explain(arguments);
    case Command::kAudit:
      return Audit(arguments);
    case Command::kBuckets:
      return Buckets(arguments);
    case Command::kProfile:
      return Profile(arguments);
    case Command::kDescribe:
      return Describe(arguments);
    case Command::kMerge:
      return Merge(arguments);
    case Command::kLayout:
      return Layout(arguments);
    case Command::kHealth:
      return CheckHealth(arguments);
  }
  return absl::OkStatus();
}

int Main(const std::vector<std::string>& words) {
  const absl::StatusOr<Arguments> arguments =
      ParseArguments(words, [](const char* name) { return std::getenv(name); });
  if (!arguments.ok()) {
    PrintError(absl::StrCat(arguments.status().message(), "; see `shapewright [COMMAND] --help`"));
    return kExitUsage;
  }
  const absl::Status status = Run(*arguments);
  if (status.ok()) return EXIT_SUCCESS;
  PrintError(absl::StrCat(absl::StatusCodeToString(status.code()), ": ", status.message()));
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace shapewright::cli

int main(int argc, char** argv) {
  try {
    return shapewright::cli::Main(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::bad_alloc&) {
    std::fputs("shapewright: RESOURCE_EXHAUSTED: there is too little memory for this\n", stderr);
    return EXIT_FAILURE;
  }
}
