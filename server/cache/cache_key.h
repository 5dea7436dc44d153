#ifndef SHAPEWRIGHT_SERVER_CACHE_CACHE_KEY_H_
#define SHAPEWRIGHT_SERVER_CACHE_CACHE_KEY_H_

#include <cstddef>
#include <cstdint>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// What the bytes of a key are. Keys of two kinds are never equal.
enum class KeyKind : uint8_t {
  // Keys of answers, by method. A large request is represented by its SHA-256.
  kInferShapes,  // the request as it came
  kInferShapesLarge,
  kInferShapesOnnx,  // SHA-256 of the model, then the rest of the request
  kInferShapesPath,  // the identity of the file, then the request
  kEvaluateShapes,
  kEvaluateShapesLarge,
  kEvaluateShapesOnnx,
  kEvaluateShapesPath,
  kMergeShapes,
  kMergeShapesLarge,
  kComputeLayout,
  kComputeLayoutLarge,
  // Keys of models.
  kModelId,    // `sha256:<hex>`
  kModelFile,  // the identity of the file
  kCompiled,   // the key of a model, then the rest of the request without its bindings
};

// The key of a cache entry, as bytes that somebody else owns. Keys are compared in full; the hash,
// which is salted per process, only finds the slot.
class CacheKey {
 public:
  CacheKey(KeyKind kind, absl::string_view bytes)
      : kind_(kind), bytes_(bytes), hash_(absl::HashOf(static_cast<int>(kind), bytes)) {}

  KeyKind kind() const { return kind_; }
  absl::string_view bytes() const { return bytes_; }
  size_t hash() const { return hash_; }
  // The same key over a copy of its bytes that lives longer.
  CacheKey Over(absl::string_view bytes) const { return {kind_, bytes, hash_}; }

  friend bool operator==(const CacheKey& a, const CacheKey& b) {
    return a.hash_ == b.hash_ && a.kind_ == b.kind_ && a.bytes_ == b.bytes_;
  }

  // For hash tables.
  struct Hash {
    size_t operator()(const CacheKey& key) const { return key.hash_; }
  };

 private:
  CacheKey(KeyKind kind, absl::string_view bytes, size_t hash)
      : kind_(kind), bytes_(bytes), hash_(hash) {}

  KeyKind kind_;
  absl::string_view bytes_;
  size_t hash_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_CACHE_KEY_H_
