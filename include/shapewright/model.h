#ifndef SHAPEWRIGHT_MODEL_H_
#define SHAPEWRIGHT_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/error.h"

namespace shapewright {

// How a model is read.
struct ReadOptions {
  // A model with more nodes is refused.
  int64_t max_nodes = 4'000'000;
  // FromFile(): a larger file is refused.
  uint64_t max_file_bytes = uint64_t{4} << 30;
  // Asked again and again while reading; an error ends it and is returned. May be null.
  std::function<absl::Status()> check_interrupt;
};

// A model that was read: graphs, operators and small constants, without its weights. A handle:
// copies are cheap and are the same model, which lives as long as one of them or an Inference of
// it. It never changes, so any number of threads may use it. One that was moved from may only be
// assigned to or destroyed.
class Model {
 public:
  // Reads a serialized ONNX ModelProto, of which nothing is needed afterwards. External data are
  // not looked for. What is wrong with the model but does not keep it from being read becomes a
  // diagnostic of each inference.
  //
  // Errors: INVALID_ARGUMENT for bytes that are no model, a cyclic or unsorted graph and breached
  // limits; RESOURCE_EXHAUSTED for a model whose reading takes too much work; what check_interrupt
  // says. ErrorReason() tells them apart.
  static absl::StatusOr<Model> FromOnnx(absl::string_view bytes, const ReadOptions& options = {});
  // The same of a file, which is held in memory as a whole while it is read. Tensors of at most
  // 1,024 elements that lie in other files of its folder are read too. Errors beside those, by
  // their reasons: FILE_NOT_FOUND, FILE_NOT_READABLE, FILE_TOO_LARGE; and MALFORMED_MODEL too if it
  // keeps such tensors outside of its folder. All say the name of the file.
  static absl::StatusOr<Model> FromFile(const std::string& path, const ReadOptions& options = {});

  // Nodes of all graphs.
  size_t node_count() const;

 private:
  friend struct LibraryAccess;
  struct State;
  explicit Model(std::shared_ptr<const State> state);

  std::shared_ptr<const State> state_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_MODEL_H_
