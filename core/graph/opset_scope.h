#ifndef SHAPEWRIGHT_CORE_GRAPH_OPSET_SCOPE_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPSET_SCOPE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/graph/name_table.h"

namespace shapewright::graph {

// "" for the default domain, however it is written.
inline absl::string_view NormalDomain(absl::string_view domain) {
  return domain == "ai.onnx" ? absl::string_view() : domain;
}

// Stands for the newest known version of an operator set.
inline constexpr int64_t kNewestOpset = std::numeric_limits<int32_t>::max();

// Whether the operator set is onnxruntime's own: it runs models that use it without importing it,
// as its optimizer writes them.
inline bool IsImpliedDomain(absl::string_view domain) {
  return domain == "com.microsoft" || domain == "com.microsoft.nchwc";
}

// The opset versions that a graph or the body of a function is written against.
class OpsetScope {
 public:
  // The last import of a domain counts. A domain that is not imported here has the version of
  // `fallback`, or `missing` if that is null.
  explicit OpsetScope(absl::Span<const OpsetImport> imports, const OpsetScope* fallback = nullptr,
                      int64_t missing = 0);

  int64_t VersionOf(absl::string_view domain) const {
    return domain.empty() ? default_version_ : VersionOfNamed(domain);
  }

 private:
  int64_t VersionOfNamed(absl::string_view domain) const;

  const OpsetScope* fallback_;
  int64_t missing_;
  int64_t default_version_;
  HashMap<absl::string_view, int64_t> versions_;
};

// The distinct operators of a model.
class OperatorTable {
 public:
  explicit OperatorTable(std::vector<OperatorName>* operators) : operators_(operators) {}

  // Sets `*is_new` to whether the operator was added.
  OperatorIndex FindOrAdd(const OperatorName& name, bool* is_new);

 private:
  std::vector<OperatorName>* operators_;
  HashIndex index_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPSET_SCOPE_H_
