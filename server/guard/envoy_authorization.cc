#include "server/guard/envoy_authorization.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"
#include "server/guard/guard_request.h"
#include "server/guard/model_infer_request.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

using envoy::service::auth::v3::AttributeContext;
using envoy::service::auth::v3::CheckRequest;
using envoy::service::auth::v3::CheckResponse;
using envoy::service::auth::v3::HeaderValueOption;

constexpr absl::string_view kModels = "/v2/models/";
constexpr absl::string_view kModelInfer = "/inference.GRPCInferenceService/ModelInfer";
// JSON is read on the threads that answer calls.
constexpr size_t kMaxJsonBytes = 1 << 20;
// Of the text that says why.
constexpr size_t kMaxProblemBytes = 1000;
// On the request that goes on, and in the metadata of Envoy.
constexpr char kVerdictHeader[] = "x-shapewright-guard";
// Codes of gRPC, which stand in google.rpc.Status too.
constexpr int kGrpcInvalidArgument = 3;

absl::string_view HeaderOf(const AttributeContext::HttpRequest& http, const std::string& name) {
  const auto found = http.headers().find(name);
  return found == http.headers().end() ? absl::string_view() : found->second;
}

// The text of a part of a path, %20 and the like replaced. Nothing if that cannot be.
std::optional<std::string> Unescape(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const absl::string_view digits = text.substr(i + 1, 2);
    uint32_t code = 0;
    if (digits.size() < 2 || !absl::SimpleHexAtoi(digits, &code)) return std::nullopt;
    plain += static_cast<char>(code);
    i += 2;
  }
  return plain;
}

// NAME and VERSION of `/v2/models/NAME[/versions/VERSION]/infer`, perhaps below another path.
// Nothing: it is no such path.
std::optional<std::pair<std::string, std::string>> ModelOf(absl::string_view path) {
  path = path.substr(0, path.find('?'));
  const size_t begin = path.find(kModels);
  if (begin == absl::string_view::npos || !absl::ConsumeSuffix(&path, "/infer")) {
    return std::nullopt;
  }
  absl::string_view name = path.substr(std::min(path.size(), begin + kModels.size()));
  absl::string_view version;
  constexpr absl::string_view kVersions = "/versions/";
  if (const size_t at = name.find(kVersions); at != absl::string_view::npos) {
    version = name.substr(at + kVersions.size());
    name = name.substr(0, at);
  }
  std::optional<std::string> plain = Unescape(name);
  std::optional<std::string> plain_version = Unescape(version);
  if (!plain || !plain_version || plain->empty()) return std::nullopt;
  return std::pair<std::string, std::string>(*std::move(plain), *std::move(plain_version));
}

// The JSON of a body that has tensors as bytes behind it; all of the body without such.
// Nothing: that cannot be read.
std::optional<absl::string_view> JsonOf(const AttributeContext::HttpRequest& http,
                                        absl::string_view body) {
  const absl::string_view length = HeaderOf(http, "inference-header-content-length");
  if (length.empty()) return body;
  size_t bytes = 0;
  if (!absl::SimpleAtoi(length, &bytes) || bytes > body.size()) return std::nullopt;
  return body.substr(0, bytes);
}

GuardAdmission AskOfJson(GuardDoor& door, const AttributeContext::HttpRequest& http,
                         absl::string_view body, std::pair<std::string, std::string> model) {
  const absl::string_view encoding = HeaderOf(http, "content-encoding");
  const std::optional<absl::string_view> text = JsonOf(http, body);
  const bool is_readable = (encoding.empty() || encoding == "identity") && text &&
                           text->size() <= kMaxJsonBytes &&
                           HeaderOf(http, "x-envoy-auth-partial-body") != "true";
  if (!is_readable) return door.LetThrough(model.first, Unchecked::kUnread);
  absl::StatusOr<GuardRequest> request = ReadInferBody(*text);
  if (!request.ok()) return door.LetThrough(model.first, Unchecked::kUnread);
  request->model = std::move(model.first);
  request->version = std::move(model.second);
  return door.AdmitNamed(*request);
}

GuardAdmission AskOfGrpc(GuardDoor& door, const AttributeContext::HttpRequest& http,
                         absl::string_view body) {
  const bool is_partial = HeaderOf(http, "x-envoy-auth-partial-body") == "true";
  const absl::StatusOr<GuardRequest> request = ReadModelInferRequest(body, is_partial);
  if (!request.ok()) return door.LetThrough("", Unchecked::kUnread);
  return door.AdmitNamed(*request);
}

void SetHeader(absl::string_view key, absl::string_view value, HeaderValueOption* option) {
  option->mutable_header()->set_key(std::string(key));
  option->mutable_header()->set_value(std::string(value));
  option->set_append_action(HeaderValueOption::OVERWRITE_IF_EXISTS_OR_ADD);
}

void Refuse(const std::string& problem, bool is_grpc, CheckResponse* response) {
  response->mutable_status()->set_code(kGrpcInvalidArgument);
  auto& denied = *response->mutable_denied_response();
  denied.mutable_status()->set_code(kHttpBadRequest);
  if (is_grpc) {
    // Envoy makes the body the message of the status.
    SetHeader("grpc-status", absl::StrCat(kGrpcInvalidArgument), denied.add_headers());
    denied.set_body(problem);
    return;
  }
  SetHeader("content-type", "application/json", denied.add_headers());
  denied.set_body(nlohmann::json({{"error", problem}})
                      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

CheckResponse AnswerEnvoy(GuardDoor& door, const CheckRequest& request) {
  const AttributeContext::HttpRequest& http = request.attributes().request().http();
  const absl::string_view body =
      http.raw_body().empty() ? absl::string_view(http.body()) : http.raw_body();
  CheckResponse response;
  const bool is_grpc = absl::EndsWith(http.path(), kModelInfer);
  std::optional<std::pair<std::string, std::string>> model =
      is_grpc || http.method() != "POST" ? std::nullopt : ModelOf(http.path());
  if (!is_grpc && !model) {
    response.mutable_ok_response();
    return response;
  }
  const GuardAdmission admission =
      is_grpc ? AskOfGrpc(door, http, body) : AskOfJson(door, http, body, *std::move(model));
  const std::string verdict(admission.unchecked ? UncheckedName(*admission.unchecked)
                                                : VerdictName(admission.verdict));
  auto& metadata = *response.mutable_dynamic_metadata()->mutable_fields();
  metadata["verdict"].set_string_value(verdict);
  metadata["mode"].set_string_value(std::string(GuardModeName(admission.mode)));
  const std::string problem =
      admission.problems.empty()
          ? ""
          : Printable(Utf8Prefix(admission.problems.front(), kMaxProblemBytes));
  if (!problem.empty()) metadata["problem"].set_string_value(problem);
  if (!admission.is_admitted) {
    Refuse(problem, is_grpc, &response);
    return response;
  }
  SetHeader(kVerdictHeader, verdict, response.mutable_ok_response()->add_headers());
  return response;
}

grpc::ServerUnaryReactor* EnvoyAuthorization::Check(grpc::CallbackServerContext* context,
                                                    const CheckRequest* request,
                                                    CheckResponse* response) {
  *response = AnswerEnvoy(door_, *request);
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace shapewright::server
