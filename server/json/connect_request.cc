#include "server/json/connect_request.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/config/services.h"
#include "server/errors/status.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::MethodDescriptor;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptor;

absl::Status MalformedQuery(absl::string_view message) {
  return CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, message);
}

bool HasNoSideEffects(const MethodDescriptor& method) {
  return method.options().idempotency_level() == MethodOptions::NO_SIDE_EFFECTS;
}

// `application/json`, of a value such as `Application/JSON; charset=utf-8`.
std::string MediaType(absl::string_view value) {
  return absl::AsciiStrToLower(absl::StripAsciiWhitespace(value.substr(0, value.find(';'))));
}

std::optional<std::string> DecodePercent(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      const absl::string_view digits = text.substr(i + 1, 2);
      if (digits.size() != 2 || !std::all_of(digits.begin(), digits.end(), absl::ascii_isxdigit)) {
        return std::nullopt;
      }
      decoded += absl::HexStringToBytes(digits);
      i += 2;
    }
  }
  return decoded;
}

// Whether an Accept-Encoding has gzip, and not with the weight 0.
bool TakesGzip(absl::string_view accepted) {
  for (const absl::string_view item : absl::StrSplit(accepted, ',')) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(item, absl::MaxSplits(';', 1));
    if (!absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(parts.first), "gzip")) continue;
    absl::string_view weight = absl::StripAsciiWhitespace(parts.second);
    if (!absl::StartsWithIgnoreCase(weight, "q=")) return true;
    double number = 0;
    return absl::SimpleAtod(weight.substr(2), &number) && number > 0;
  }
  return false;
}

bool SetEncoding(absl::string_view encoding, ConnectRequest* request) {
  request->is_json = encoding == "json";
  return request->is_json || encoding == "proto";
}

}  // namespace

ConnectMethods AllConnectMethods() {
  ConnectMethods methods;
  for (const char* const name : kOwnServices) {
    const ServiceDescriptor* const service =
        DescriptorPool::generated_pool()->FindServiceByName(name);
    for (int i = 0; service != nullptr && i < service->method_count(); ++i) {
      const MethodDescriptor* const method = service->method(i);
      if (method->client_streaming() || method->server_streaming()) continue;
      methods[absl::StrCat("/", name, "/", method->name())] = method;
    }
  }
  return methods;
}

HttpRefusal ReadConnectHead(const HttpRequest& http, const ConnectMethods& methods,
                            ConnectRequest* request) {
  const auto found = methods.find(http.path);
  if (found == methods.end()) {
    return {kHttpNotFound, absl::UnimplementedError("there is no such unary RPC"), ""};
  }
  request->method = found->second;
  const bool may_get = HasNoSideEffects(*request->method);
  if (http.method != "POST" && !(may_get && http.method == "GET")) {
    return {kHttpNotAllowed, absl::UnimplementedError("the RPC does not take this method of HTTP"),
            may_get ? "Allow: GET, POST\r\n" : "Allow: POST\r\n"};
  }
  if (http.method == "GET") return {};
  const std::string type = MediaType(http.Find("content-type"));
  const absl::string_view text = type;
  if (!absl::StartsWith(text, "application/") || !SetEncoding(text.substr(12), request)) {
    return {kHttpOtherMediaType,
            absl::UnimplementedError("the Content-Type is neither application/json nor "
                                     "application/proto"),
            "Accept-Post: application/json, application/proto\r\n"};
  }
  return {};
}

absl::Status ReadConnectQuery(absl::string_view query, ConnectRequest* request) {
  bool is_base64 = false;
  bool has_message = false;
  bool has_encoding = false;
  for (const absl::string_view part : absl::StrSplit(query, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    std::optional<std::string> value = DecodePercent(pair.second);
    if (!value.has_value()) return MalformedQuery("the query has a % without two digits");
    if (pair.first == "message") {
      if (has_message) return MalformedQuery("the query has two messages");
      has_message = true;
      request->message = *std::move(value);
    } else if (pair.first == "encoding") {
      if (has_encoding) return MalformedQuery("the query has two encodings");
      has_encoding = SetEncoding(*value, request);
      if (!has_encoding) return MalformedQuery("encoding is neither json nor proto");
    } else if (pair.first == "base64") {
      is_base64 = *value == "1";
      if (!is_base64) return MalformedQuery("base64 is not 1");
    } else if (pair.first == "compression") {
      if (*value != "identity" && !value->empty()) {
        return absl::UnimplementedError("requests are not decompressed");
      }
    } else if (pair.first == "connect" && *value != "v1") {
      return MalformedQuery("connect is not v1");
    }
  }
  if (!has_message || !has_encoding) return MalformedQuery("the query needs message and encoding");
  if (!is_base64) return absl::OkStatus();
  std::string decoded;
  if (!absl::WebSafeBase64Unescape(request->message, &decoded)) {
    return MalformedQuery("the message is not URL-safe base64");
  }
  request->message = std::move(decoded);
  return absl::OkStatus();
}

std::vector<std::pair<std::string, std::string>> ReadCallerFields(const HttpRequest& http) {
  // As much as the server reads of each.
  constexpr size_t kMaxBytes = 512;
  std::vector<std::pair<std::string, std::string>> metadata;
  const auto add = [&metadata](const char* name, std::string value) {
    const bool is_printable =
        std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!value.empty() && value.size() <= kMaxBytes && is_printable) {
      metadata.emplace_back(name, std::move(value));
    }
  };
  for (const char* const name : {"x-request-id", "traceparent"}) {
    if (http.Count(name) == 1) add(name, std::string(http.Find(name)));
  }
  std::vector<absl::string_view> states;
  for (const auto& [name, value] : http.fields) {
    if (name == "tracestate") states.push_back(value);
  }
  add("tracestate", absl::StrJoin(states, ","));
  return metadata;
}

absl::Status ReadConnectFields(const HttpRequest& http, ConnectRequest* request) {
  const absl::string_view version = http.Find("connect-protocol-version");
  if (!version.empty() && version != "1")
    return MalformedQuery("connect-protocol-version is not 1");
  const absl::string_view coding = http.Find("content-encoding");
  if (!coding.empty() && !absl::EqualsIgnoreCase(coding, "identity")) {
    return absl::UnimplementedError("requests are not decompressed");
  }
  request->wants_gzip = TakesGzip(http.Find("accept-encoding"));
  const absl::string_view timeout = http.Find("connect-timeout-ms");
  if (timeout.empty()) return absl::OkStatus();
  constexpr size_t kMaxDigits = 10;
  int64_t milliseconds = 0;
  if (timeout.size() > kMaxDigits ||
      !std::all_of(timeout.begin(), timeout.end(), absl::ascii_isdigit) ||
      !absl::SimpleAtoi(timeout, &milliseconds)) {
    return MalformedQuery("connect-timeout-ms is not a number of at most 10 digits");
  }
  request->timeout = std::chrono::milliseconds(milliseconds);
  return absl::OkStatus();
}

}  // namespace shapewright::server
