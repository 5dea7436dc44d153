#ifndef SHAPEWRIGHT_SERVER_CACHE_BYTE_VIEW_H_
#define SHAPEWRIGHT_SERVER_CACHE_BYTE_VIEW_H_

#include <grpcpp/support/byte_buffer.h>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The bytes in one piece; they are copied only if they came in several.
inline grpc::Slice OnePiece(const grpc::ByteBuffer& bytes) {
  grpc::Slice slice;
  if (!bytes.TrySingleSlice(&slice).ok() && !bytes.DumpToSingleSlice(&slice).ok()) {
    return {};  // an empty request
  }
  return slice;
}

inline absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_BYTE_VIEW_H_
