#ifndef SHAPEWRIGHT_SERVER_CACHE_INFERENCE_SPEC_H_
#define SHAPEWRIGHT_SERVER_CACHE_INFERENCE_SPEC_H_

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// The key of a finished inference (KeyKind::kCompiled): the identity of the file, or the id, of its
// model, all else that its ModelSpec says, and all that its requests say beside it but for what
// they bind. Neither of the first two has a line break in it.
inline std::string CompiledKeyBytes(absl::string_view file, absl::string_view model_id,
                                    absl::string_view spec, absl::string_view unbound) {
  return absl::StrCat(file, "\n", model_id, "\n", spec.size(), "\n", spec, unbound);
}

// What an inference_id stands for: a model by its id, and the rest of a ModelSpec. Held as the key
// of requests that have bindings alone beside it, so that these make no key of their own.
class InferenceSpec {
 public:
  // `spec` is a serialized ModelSpec without a source.
  InferenceSpec(absl::string_view model_id, absl::string_view spec)
      : key_(CompiledKeyBytes("", model_id, spec, "")),
        model_id_size_(model_id.size()),
        spec_size_(spec.size()) {}

  absl::string_view model_id() const { return absl::string_view(key_).substr(1, model_id_size_); }
  absl::string_view spec() const {
    return absl::string_view(key_).substr(key_.size() - spec_size_);
  }
  // CompiledKeyBytes() of a request that says nothing beside it but bindings; more is appended.
  const std::string& key() const { return key_; }
  size_t weight() const { return sizeof(*this) + key_.capacity(); }

 private:
  const std::string key_;
  const size_t model_id_size_;
  const size_t spec_size_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_INFERENCE_SPEC_H_
