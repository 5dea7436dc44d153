#ifndef SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_WIRE_H_
#define SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_WIRE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/arena.h"
#include "core/graph/element_number.h"
#include "core/graph/reader_options.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::graph {

// What the parts of the ONNX reader share: the bytes that are read, and the memory that the model's
// parts are stored in.
struct OnnxWire {
  OnnxWire(absl::string_view bytes, const ReaderLimits& limits, Arena* arena)
      : bytes(bytes), limits(limits), arena(arena), ints(arena), floats(arena), texts(arena) {}

  const absl::string_view bytes;
  const ReaderLimits& limits;
  Arena* const arena;
  ArrayPool<int64_t> ints;
  ArrayPool<double> floats;
  ArrayPool<absl::string_view> texts;
};

// The error for a message that is malformed at the cursor.
absl::Status Malformed(const OnnxWire& wire, const WireCursor& cursor, absl::string_view message);
// The error for something that is not allowed in a message, at `position`.
absl::Status Refused(const OnnxWire& wire, absl::string_view reason, absl::string_view message,
                     const char* position);

// All fields of a well-formed message that have one of the tags, concatenated:
// copied if there are several. Without an unpacked tag they are pieces of one
// sub-message, and the result is malformed if one of them is.
absl::string_view JoinField(const OnnxWire& wire, absl::string_view message, uint32_t tag,
                            uint32_t unpacked_tag = 0);

// Adds the numbers of a packed field, or of a single one; false if malformed.
bool AddPackedInts(absl::string_view packed, ArrayPool<int64_t>* ints);
bool AddPackedFloats(absl::string_view packed, ArrayPool<double>* floats);

// A singular sub-message or a packed field may arrive in pieces, whose
// concatenation is its value.
class Pieces {
 public:
  void Add(absl::string_view piece) {
    bytes_ = piece;
    ++count_;
  }
  void Clear() { *this = Pieces(); }
  bool is_set() const { return count_ > 0; }

  // The value. `message` holds the pieces: those of its fields that have the
  // tag, or `unpacked_tag`.
  absl::string_view Join(const OnnxWire& wire, absl::string_view message, uint32_t tag,
                         uint32_t unpacked_tag = 0) const {
    return count_ <= 1 ? bytes_ : JoinField(wire, message, tag, unpacked_tag);
  }

 private:
  absl::string_view bytes_;
  uint32_t count_ = 0;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ONNX_ONNX_WIRE_H_
