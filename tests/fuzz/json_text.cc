// Fuzzes the check of JSON, and the translation into a message, beside two other readers.
#include <google/protobuf/util/json_util.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "server/json/transcode.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/fuzz/message_target.h"
#include "tests/fuzz/query_target.h"

namespace {

using Request = shapewright::v1::MergeShapesRequest;
using shapewright::fuzz::Defect;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto wanted = [] { return absl::OkStatus(); };
  const bool is_json = nlohmann::json::accept(text);
  const absl::Status checked =
      shapewright::server::CheckJson(text, *Request::descriptor(), wanted).status();
  // A number that no double holds is JSON nevertheless; nlohmann's reader refuses it.
  if (checked.ok() && !is_json && !absl::StrContainsIgnoreCase(text, "e")) {
    if (text.size() < 300) Defect("no JSON was taken");
  }
  if (is_json && absl::StrContains(checked.message(), "no JSON")) Defect("JSON was refused");
  const absl::StatusOr<std::string> binary =
      shapewright::server::BinaryOf(text, *Request::descriptor(), wanted);
  if (!binary.ok()) return 0;
  if (!checked.ok()) Defect("translated though it was refused");
  Request expected;
  Request message;
  if (!google::protobuf::util::JsonStringToMessage(text, &expected).ok()) Defect("not taken");
  if (!message.ParseFromString(*binary)) Defect("no message");
  if (message.SerializeAsString() != expected.SerializeAsString()) Defect("another message");
  return 0;
}
