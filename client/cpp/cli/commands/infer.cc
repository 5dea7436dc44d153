#include "client/cpp/cli/commands/infer.h"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "client/cpp/annotate.h"
#include "client/cpp/cli/find/value_pattern.h"
#include "client/cpp/cli/page/drawing.h"
#include "client/cpp/cli/report/scenario_report.h"
#include "client/cpp/cli/report/timing.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/write_file.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "client/cpp/dialect_dims.h"
#include "core/wire/file_error.h"
#include "core/wire/inference_id.h"
#include "core/wire/model_id.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

struct Inferred {
  v1::InferShapesResponse response;
  size_t found = 0;  // values that --find left
  absl::Duration time;
  std::string server_timing;
};

absl::StatusOr<Inferred> AskInfer(const Context& context, const v1::InferShapesRequest& request) {
  Inferred inferred;
  const absl::Time start = absl::Now();
  const auto ask = context.arguments.stream ? &Client::StreamInferShapes : &Client::InferShapes;
  absl::StatusOr<v1::InferShapesResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::InferShapesRequest& asked) {
        return (client.*ask)(asked, context.asker.deadline(), &inferred.server_timing);
      });
  if (!response.ok()) return response.status();
  inferred.time = absl::Now() - start;
  inferred.response = *std::move(response);
  if (context.asker.is_embedded()) {
    // As a server tells them.
    inferred.response.set_model_id(
        request.model().has_file()
            ? ModelId(request.model().file().content(), request.model().file().weights())
            : ModelId(request.model().onnx()));
    inferred.response.set_inference_id(
        InferenceId(inferred.response.model_id(), CanonicalSpec(request.model())));
  }
  return inferred;
}

std::string ReportOf(const Context& context, const Inferred& inferred,
                     const ReportOptions& options) {
  if (!context.arguments.find.empty()) {
    ReportOptions found = options;
    found.only_values = true;
    return absl::StrCat(Report(inferred.response, found), inferred.found > 0 ? "\n" : "",
                        inferred.found, " of ",
                        Plural(inferred.response.statistics().values(), "value"), " found\n");
  }
  std::string took = absl::StrFormat("took %.1f ms", absl::ToDoubleMilliseconds(inferred.time));
  if (context.asker.is_embedded()) {
    absl::StrAppend(&took, " in this process");
  } else if (const std::string timing = TimingText(inferred.server_timing); !timing.empty()) {
    absl::StrAppend(&took, "; in the server: ", timing);
  }
  return absl::StrCat(
      Report(inferred.response, options), ReportScenarios(inferred.response, options), "\n",
      Summary(inferred.response.statistics()), "\n", Wrap(took, options.width, 0), "\n");
}

// The model is read into `model` if it is to be written or drawn.
absl::StatusOr<v1::InferShapesRequest> RequestAbout(const Context& context, const std::string& path,
                                                    std::string& model) {
  absl::StatusOr<std::string> read = ReadModel(path);
  if (!read.ok()) return read.status();
  if (!context.arguments.onnx_out.empty()) {
    if (absl::Status status = CheckOnnx(*read, path, "--onnx-out"); !status.ok()) return status;
  }
  absl::StatusOr<v1::ModelSpec> spec = SpecOf(*read, path, context.arguments);
  if (!spec.ok()) return spec.status();
  if (!context.arguments.onnx_out.empty()) model = *std::move(read);
  v1::InferShapesRequest request = context.arguments.request;
  *request.mutable_model() = *std::move(spec);
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  request.add_include(v1::PART_NODES);
  if (context.arguments.drawing != Drawing::kNone) request.add_include(v1::PART_WIRING);
  if (!context.arguments.proofs.empty()) request.add_include(v1::PART_PROOFS);
  return request;
}

// A line per claim: what it is about, and its text.
absl::Status WriteProofs(const std::string& folder, const v1::Proofs& proofs) {
  std::string claims;
  for (const v1::Proofs::Claim& claim : proofs.claims()) {
    const std::string kind = v1::Proofs::Claim::Kind_Name(claim.kind());
    absl::StrAppend(&claims, absl::AsciiStrToLower(absl::StripPrefix(kind, "KIND_")), " ",
                    Printable(claim.text()), "\n");
  }
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return CannotWriteFile(folder, failed.value());
  absl::Status written = WriteFile(absl::StrCat(folder, "/proofs.smt2"), proofs.smt_lib());
  return written.ok() ? WriteFile(absl::StrCat(folder, "/claims.txt"), claims) : written;
}

std::string Drawn(Drawing drawing, const v1::InferShapesResponse& response) {
  const ModelWiring wiring = WiringOf(response);
  return drawing == Drawing::kDot ? DotDrawing(response, wiring) : MermaidDrawing(response, wiring);
}

}  // namespace

ModelAnswer Infer(const Context& context, const std::string& path) {
  std::string model;
  const absl::StatusOr<v1::InferShapesRequest> request = RequestAbout(context, path, model);
  if (!request.ok()) return {"", request.status()};
  absl::StatusOr<Inferred> inferred = AskInfer(context, *request);
  if (!inferred.ok()) return {"", inferred.status()};
  if (!context.arguments.onnx_out.empty()) {
    const absl::StatusOr<std::string> annotated =
        AnnotateModel(model, inferred->response, context.arguments.dims);
    if (!annotated.ok()) return {"", annotated.status()};
    absl::Status written = WriteFile(context.arguments.onnx_out, *annotated);
    if (!written.ok()) return {"", written};
  }
  if (!context.arguments.proofs.empty()) {
    absl::Status written = WriteProofs(context.arguments.proofs, inferred->response.proofs());
    if (!written.ok()) return {"", written};
    inferred->response.clear_proofs();
  }
  if (context.arguments.drawing != Drawing::kNone) {
    WriteDimsAs(context.arguments.dims, inferred->response);
    return {Drawn(context.arguments.drawing, inferred->response), VerdictOf(inferred->response)};
  }
  if (!context.arguments.find.empty()) {
    absl::StatusOr<ValuePattern> pattern = ValuePattern::Parse(context.arguments.find);
    if (!pattern.ok()) return {"", pattern.status()};
    inferred->found = KeepFittingValues(*pattern, inferred->response);
  }
  WriteDimsAs(context.arguments.dims, inferred->response);
  return AnswerWith(context, inferred->response, [&](const ReportOptions& options) {
    return ReportOf(context, *inferred, options);
  });
}

}  // namespace shapewright::cli
