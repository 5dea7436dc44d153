#include "tests/core/graph/support/reader_verdict.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/onnx_builder.h"

namespace shapewright::graph {
namespace {

bool HasDuplicates(const Model& model) {
  const std::vector<std::string> codes = CodesOf(model);
  return std::find(codes.begin(), codes.end(), "DUPLICATE_VALUE") != codes.end();
}

}  // namespace

std::string FindReaderError(const std::string& bytes, const LaxParser& lax) {
  const ReadResult read = ReadBytes(bytes);
  onnx::ModelProto proto;
  const bool is_proto = proto.ParseFromString(bytes);
  if (read.ok()) {
    if (!lax.Accepts(bytes)) return "accepted what protobuf refuses";
    std::string inconsistency = FindInconsistency(*read);
    if (!inconsistency.empty() || !is_proto || HasDuplicates(*read)) {
      return inconsistency;
    }
    return FirstDifference(DumpModel(*read), DumpProto(proto));
  }
  const std::string reason = ReasonOf(read.status());
  if (reason.empty()) return "an error without reason";
  if (!is_proto || !proto.has_graph() || reason != "MALFORMED_MODEL") return "";
  return absl::StrContains(read.status().message(), "negative dimension")
             ? ""
             : std::string(read.status().message());
}

}  // namespace shapewright::graph
