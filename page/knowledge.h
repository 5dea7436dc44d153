#ifndef SHAPEWRIGHT_PAGE_KNOWLEDGE_H_
#define SHAPEWRIGHT_PAGE_KNOWLEDGE_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// How much is known of a dim or a shape, as v1::Statistics counts it; the least counts.
enum class Knowledge : uint8_t { kExact, kBounded, kUnknown };

// Tells it of the types of an answer.
class KnowledgeOf {
 public:
  explicit KnowledgeOf(const v1::InferShapesResponse& response);

  Knowledge Type(const v1::Type& type);

 private:
  Knowledge Dim(const v1::Dim& dim);
  Knowledge Expression(const std::string& text);

  // Of symbols and of expressions.
  absl::flat_hash_map<std::string, Knowledge> symbols_;
  absl::flat_hash_map<std::string, Knowledge> expressions_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_KNOWLEDGE_H_
