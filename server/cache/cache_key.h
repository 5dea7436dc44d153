#ifndef SHAPEWRIGHT_SERVER_CACHE_CACHE_KEY_H_
#define SHAPEWRIGHT_SERVER_CACHE_CACHE_KEY_H_

#include <cstddef>
#include <cstdint>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// Which kind of key it is. Keys of different kinds are never equal.
enum class KeyKind : uint8_t {
  // Keys of answers, by method: the request as received; a large request is represented by its
  // SHA-256. For each method about models four consecutive numbers are reserved (ModelKeyKinds).
  kInferShapes = 0,
  kEvaluateShapes = 4,
  kExplainShapes = 8,
  kPlanBuckets = 12,
  kChooseBuckets = 16,
  kPlanProfiles = 20,
  kDescribeModel = 24,
  kStreamInferShapes = 28,
  kMergeShapes = 32,
  kMergeShapesLarge = 33,
  kComputeLayout = 34,
  kComputeLayoutLarge = 35,
  // Keys of models.
  kModelId = 36,    // `sha256:<hex>`
  kModelFile = 37,  // the identity of the file
  kInference = 38,  // `inference:<hex>`
  kCompiled = 39,   // the key of a model, then the rest of the request without its bindings
  kDataFiles = 40,  // the identity of a model's file
  // Keys of answers about chains: the identities of the files that the request names, then the
  // SHA-256 of the request.
  kInferChain = 41,
  kGuard =
      42,  // of the HTTP port: the identity of a model's file and its path, or `inference:<hex>`
  // Of methods about models again.
  kFindLargestSizes = 44,
  kFindSymbolsToBind = 48,
  kCompileGuard = 52,
  kEstimateCost = 56,
  kRewriteModel = 60,
};

// The four kinds of keys for answers of one method about models.
struct ModelKeyKinds {
  // `first` is the kind for requests as they came.
  constexpr explicit ModelKeyKinds(KeyKind first)
      : request(first), large(After(first, 1)), onnx(After(first, 2)), path(After(first, 3)) {}

  KeyKind request;
  KeyKind large;
  KeyKind onnx;  // SHA-256 of the model, then the rest of the request
  KeyKind path;  // the identity of the file, then the request

 private:
  static constexpr KeyKind After(KeyKind first, int steps) {
    return static_cast<KeyKind>(static_cast<int>(first) + steps);
  }
};

// The key of a cache entry, a view of bytes that outlive it. Keys are compared in full; the hash,
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
