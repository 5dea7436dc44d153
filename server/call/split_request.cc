#include "server/call/split_request.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <cstdint>

#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

constexpr uint32_t BytesTag(int field) {
  return WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
}
constexpr uint32_t kModelTag = BytesTag(v1::InferShapesRequest::kModelFieldNumber);
constexpr uint32_t kOnnxTag = BytesTag(v1::ModelSpec::kOnnxFieldNumber);
constexpr uint32_t kPathTag = BytesTag(v1::ModelSpec::kPathFieldNumber);
constexpr uint32_t kModelIdTag = BytesTag(v1::ModelSpec::kModelIdFieldNumber);
constexpr uint32_t kInferenceIdTag = BytesTag(v1::ModelSpec::kInferenceIdFieldNumber);
constexpr uint32_t kGraphTag = BytesTag(v1::ModelSpec::kGraphFieldNumber);
constexpr uint32_t kFileTag = BytesTag(v1::ModelSpec::kFileFieldNumber);
constexpr uint32_t kBindingsTag = BytesTag(v1::EvaluateShapesRequest::kBindingsFieldNumber);
static_assert(BytesTag(v1::EvaluateShapesRequest::kModelFieldNumber) == kModelTag);
static_assert(std::max({kModelTag, kModelIdTag, kInferenceIdTag}) < 0x80, "a tag has a byte");

CodedInputStream StreamOf(absl::string_view bytes) {
  return CodedInputStream(reinterpret_cast<const uint8_t*>(bytes.data()),
                          static_cast<int>(bytes.size()));
}

// Reads the length behind a tag. False unless protobuf writes it so: CodedInputStream takes longer
// forms than protobuf's parser.
bool ReadLength(CodedInputStream& in, uint32_t& size) {
  const int begin = in.CurrentPosition();
  return in.ReadVarint32(&size) && size <= INT32_MAX &&
         static_cast<size_t>(in.CurrentPosition() - begin) == CodedOutputStream::VarintSize32(size);
}

// Reads a ModelSpec that begins with its `model_id` or `inference_id`, as protobuf writes it;
// `rest` gets the bytes after it.
bool ReadModelName(absl::string_view spec, absl::string_view& model_id,
                   absl::string_view& inference_id, absl::string_view& rest) {
  CodedInputStream in = StreamOf(spec);
  uint32_t size = 0;
  const uint32_t tag = in.ReadTag();
  if ((tag != kModelIdTag && tag != kInferenceIdTag) || in.CurrentPosition() != 1) return false;
  if (!ReadLength(in, size)) return false;
  rest = spec.substr(static_cast<size_t>(in.CurrentPosition()));
  if (rest.size() < size) return false;
  (tag == kModelIdTag ? model_id : inference_id) = rest.substr(0, size);
  rest.remove_prefix(size);
  return true;
}

int64_t SizeWithLength(uint32_t size) {
  return static_cast<int64_t>(CodedOutputStream::VarintSize32(size)) + size;
}

// Whether these fields of a ModelSpec include a source, which would replace an earlier one. May be
// false for malformed bytes.
bool HasSource(absl::string_view spec) {
  CodedInputStream in = StreamOf(spec);
  while (const uint32_t tag = in.ReadTag()) {
    if (tag == kOnnxTag || tag == kModelIdTag || tag == kInferenceIdTag || tag == kPathTag ||
        tag == kGraphTag || tag == kFileTag) {
      return true;
    }
    if (!WireFormatLite::SkipField(&in, tag)) return false;
  }
  return false;
}

// Reads a ModelSpec that begins with its `onnx`, as protobuf writes it; `rest` gets the bytes after
// it, `size` the length that precedes the spec.
bool ReadOnnxSpec(CodedInputStream& in, uint32_t& size, std::string& onnx, std::string& rest) {
  uint32_t onnx_size = 0;
  const bool has_onnx = in.ReadVarint32(&size) && size <= INT32_MAX && in.ReadTag() == kOnnxTag &&
                        in.ReadVarint32(&onnx_size) && onnx_size <= INT32_MAX;
  const int64_t left = static_cast<int64_t>(size) - 1 - SizeWithLength(onnx_size);
  return has_onnx && left >= 0 && in.ReadString(&onnx, static_cast<int>(onnx_size)) &&
         in.ReadString(&rest, static_cast<int>(left)) && !HasSource(rest);
}

void WriteSpec(const std::string& spec, CodedOutputStream& out) {
  if (spec.empty()) return;
  out.WriteTag(kModelTag);
  out.WriteVarint32(static_cast<uint32_t>(spec.size()));
  out.WriteString(spec);
}

// False unless every field is copied byte for byte: CodedInputStream accepts more overlong varints
// than protobuf's parser, and writes them shorter.
bool ReadSplit(CodedInputStream& in, SplitRequest& split) {
  google::protobuf::io::StringOutputStream rest(&split.rest);
  CodedOutputStream out(&rest);
  std::string spec;
  bool has_model = false;
  int begin = 0;
  int copied = 0;
  while (const uint32_t tag = in.ReadTag()) {
    int64_t expected = 0;
    if (tag != kModelTag) {
      if (!WireFormatLite::SkipField(&in, tag, &out)) return false;
      expected = out.ByteCount() - copied;
    } else {
      uint32_t size = 0;
      if (has_model || !ReadOnnxSpec(in, size, split.onnx, spec)) return false;
      WriteSpec(spec, out);
      has_model = true;
      expected = 1 + SizeWithLength(size);
    }
    if (in.CurrentPosition() - begin != expected) return false;
    begin = in.CurrentPosition();
    copied = out.ByteCount();
  }
  return has_model && in.ConsumedEntireMessage();
}

}  // namespace

std::optional<SplitRequest> SplitModelRequest(const grpc::ByteBuffer& request) {
  grpc::ByteBuffer slices(request);
  grpc::ProtoBufferReader reader(&slices);
  CodedInputStream in(&reader);
  SplitRequest split;
  if (!ReadSplit(in, split)) return std::nullopt;
  return split;
}

bool NamesModelPath(absl::string_view request) {
  CodedInputStream in = StreamOf(request);
  while (const uint32_t tag = in.ReadTag()) {
    uint32_t size = 0;
    if (tag == kModelTag) {
      // Fields of a second occurrence are merged with the first: look into each.
      if (!in.ReadVarint32(&size) || size > INT32_MAX) return false;
      const CodedInputStream::Limit limit = in.PushLimit(static_cast<int>(size));
      while (const uint32_t source = in.ReadTag()) {
        if (source == kPathTag) return true;
        if (!WireFormatLite::SkipField(&in, source)) return false;
      }
      in.PopLimit(limit);
    } else if (!WireFormatLite::SkipField(&in, tag)) {
      return false;
    }
  }
  return false;
}

RequestedWork ReadRequestedWork(absl::string_view request, absl::Span<const ItemList> lists) {
  CodedInputStream in = StreamOf(request);
  RequestedWork work;
  work.bytes = request.size();
  while (const uint32_t tag = in.ReadTag()) {
    const auto list = std::find_if(lists.begin(), lists.end(), [tag](const ItemList& known) {
      return BytesTag(known.field) == tag;
    });
    if (tag != kModelTag && list == lists.end()) {
      if (!WireFormatLite::SkipField(&in, tag)) break;
      continue;
    }
    uint32_t size = 0;
    if (!in.ReadVarint32(&size) || size > INT32_MAX) break;
    const auto begin = static_cast<size_t>(in.CurrentPosition());
    if (!in.Skip(static_cast<int>(size))) break;
    if (tag == kModelTag) {
      absl::string_view spec;
      ReadModelName(request.substr(begin, size), work.model_id, work.inference_id, spec);
    } else {
      work.items += list->item_bytes == 0 ? 1 : 1 + size / list->item_bytes;
      work.bytes -= size;
    }
  }
  return work;
}

size_t CountFields(absl::string_view message) {
  CodedInputStream in = StreamOf(message);
  size_t count = 0;
  for (uint32_t tag = in.ReadTag(); tag != 0; tag = in.ReadTag()) {
    if (!WireFormatLite::SkipField(&in, tag)) break;
    ++count;
  }
  return count;
}

std::optional<BindingRequest> SplitBindingRequest(absl::string_view request) {
  CodedInputStream in = StreamOf(request);
  const auto position = [&in] { return static_cast<size_t>(in.CurrentPosition()); };
  BindingRequest split;
  bool has_model = false;
  size_t begin = 0;
  for (uint32_t tag = in.ReadTag(); tag != 0; begin = position(), tag = in.ReadTag()) {
    if (tag == kModelTag) {
      uint32_t size = 0;
      const bool is_plain = position() - begin == 1 && ReadLength(in, size);
      if (has_model || !is_plain) return std::nullopt;
      has_model = ReadModelName(request.substr(position(), size), split.model_id,
                                split.inference_id, split.spec);
      if (!has_model || !in.Skip(static_cast<int>(size))) return std::nullopt;
      continue;
    }
    if (!WireFormatLite::SkipField(&in, tag)) return std::nullopt;
    const absl::string_view field = request.substr(begin, position() - begin);
    if (tag != kBindingsTag) {
      split.unbound.append(field.data(), field.size());
    } else if (split.bindings.empty()) {
      split.bindings = field;
    } else if (split.bindings.end() == field.begin()) {
      split.bindings = {split.bindings.data(), split.bindings.size() + field.size()};
    } else {
      return std::nullopt;
    }
  }
  const bool is_whole = has_model && !split.bindings.empty() && in.ConsumedEntireMessage();
  if (!is_whole) return std::nullopt;
  return split;
}

}  // namespace shapewright::server
