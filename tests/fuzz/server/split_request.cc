// Fuzzes the splitter of requests: what it takes apart is what protobuf reads in the whole.
#include "server/call/split_request.h"

#include <grpcpp/support/slice.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shapewright/v1/evaluate.pb.h"
#include "tests/fuzz/support/message_target.h"
#include "tests/fuzz/support/query_target.h"

namespace {

// Its model is the field that InferShapesRequest has too.
using Request = shapewright::v1::EvaluateShapesRequest;
using shapewright::fuzz::Defect;

// In pieces, as bytes come off the wire.
grpc::ByteBuffer Buffer(absl::string_view bytes, size_t piece) {
  std::vector<grpc::Slice> slices;
  for (size_t i = 0; i < bytes.size(); i += piece) {
    const absl::string_view part = bytes.substr(i, piece);
    slices.emplace_back(part.data(), part.size());
  }
  return {slices.data(), slices.size()};
}

// By their bytes: a number that is none equals nothing, not even itself.
bool IsSame(const Request& left, const Request& right) {
  return left.SerializeAsString() == right.SerializeAsString();
}

void CheckModelApart(absl::string_view bytes, bool is_whole, const Request& whole) {
  const auto split = shapewright::server::SplitModelRequest(Buffer(bytes, 7));
  const auto other = shapewright::server::SplitModelRequest(Buffer(bytes, bytes.size() + 1));
  if (split.has_value() != other.has_value()) Defect("the slices of a request matter");
  if (!split.has_value()) return;
  if (split->onnx != other->onnx || split->rest != other->rest) Defect("the slices matter");
  Request joined;
  if (joined.ParseFromString(split->rest) != is_whole) Defect("only one of both is a request");
  if (!is_whole) return;
  if (joined.model().source_case() != shapewright::v1::ModelSpec::SOURCE_NOT_SET) {
    Defect("a model is left in the rest");
  }
  joined.mutable_model()->set_onnx(split->onnx);
  if (!IsSame(joined, whole)) Defect("another request");
}

void CheckBindingsApart(absl::string_view bytes, const Request& whole) {
  const auto split = shapewright::server::SplitBindingRequest(bytes);
  if (!split.has_value()) return;
  Request joined;
  Request bindings;
  if (!joined.ParseFromString(split->unbound) ||
      !bindings.ParseFromArray(split->bindings.data(), static_cast<int>(split->bindings.size()))) {
    Defect("a part of a request is none");
  }
  if (joined.bindings_size() > 0 || joined.has_model()) Defect("fields are left");
  joined.MergeFrom(bindings);
  if (split->inference_id.data() != nullptr) {
    joined.mutable_model()->set_inference_id(std::string(split->inference_id));
  } else {
    joined.mutable_model()->set_model_id(std::string(split->model_id));
  }
  if (!joined.mutable_model()->MergeFromString(std::string(split->spec)))
    Defect("the spec is none");
  if (!IsSame(joined, whole)) Defect("another request");
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  return shapewright::fuzz::MutateMessage<Request>(data, size, max_size, seed,
                                                   shapewright::fuzz::QueryWords());
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  shapewright::fuzz::SilenceProtobuf();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  Request whole;
  const bool is_whole = whole.ParseFromArray(data, static_cast<int>(size));
  CheckModelApart(bytes, is_whole, whole);
  const bool names_path = shapewright::server::NamesModelPath(bytes);
  if (!is_whole) return 0;
  if (whole.model().has_path() && !names_path) Defect("a path is not seen");
  CheckBindingsApart(bytes, whole);
  return 0;
}
