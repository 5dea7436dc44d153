#include "core/query/append_result.h"

#include <google/protobuf/io/coded_stream.h>

#include <cstdint>

#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {
namespace {

using google::protobuf::io::CodedOutputStream;

constexpr uint32_t kField = v1::MergeShapesResponse::kResultsFieldNumber;
static_assert(kField == v1::ComputeLayoutResponse::kResultsFieldNumber);

// Makes room for an item of so many bytes behind its head; where they begin.
uint8_t* AddItem(size_t size, std::string* response) {
  constexpr uint8_t kTag = kField << 3 | 2;
  const auto length = static_cast<uint32_t>(size);
  const size_t begin = response->size();
  response->resize(begin + sizeof(kTag) + CodedOutputStream::VarintSize32(length) + size);
  auto* const bytes = reinterpret_cast<uint8_t*>(response->data() + begin);
  bytes[0] = kTag;
  return CodedOutputStream::WriteVarint32ToArray(length, bytes + sizeof(kTag));
}

}  // namespace

void AppendResult(absl::string_view result, std::string* response) {
  uint8_t* const bytes = AddItem(result.size(), response);
  result.copy(reinterpret_cast<char*>(bytes), result.size());
}

void AppendResult(const google::protobuf::Message& result, std::string* response) {
  uint8_t* const bytes = AddItem(static_cast<size_t>(result.GetCachedSize()), response);
  result.SerializeWithCachedSizesToArray(bytes);
}

absl::Status ReadResponse(absl::string_view bytes, google::protobuf::Message* response) {
  if (response->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::OkStatus();
  }
  return absl::InternalError("the response is not as it was written");
}

}  // namespace shapewright::query
