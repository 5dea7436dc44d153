#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_GIVEN_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_GIVEN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "core/graph/tensor.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/interval.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// What declared types of values that are no inputs do. Numbers =
// shapewright.v1.MergePolicy.
enum class DeclaredPolicy : uint8_t {
  kStrict = 1,    // fill in; a conflict is an error
  kRefine = 2,    // fill in; in a conflict the inferred side wins, with a warning (S6)
  kOverride = 3,  // the inferred type stands, also where it says less
  kSkip = 4,      // the declared type stands, whatever is inferred
};

// What a request says of a model beyond the model itself. Views point into the
// request, which must outlive it.
struct Given {
  // In place of what the model declares of an input of the main graph.
  struct Input {
    int index;                        // in the request
    const graph::DeclaredType* type;  // null: as the model declares
    const graph::Tensor* constant;    // null: not known
  };
  // Elements that the model keeps elsewhere.
  struct Constant {
    int index;
    const graph::Tensor* tensor;
  };
  struct Symbol {
    absl::string_view name;
    symbolic::Interval bounds;
    int64_t divisor = 1;
    std::vector<int64_t> allowed;  // ascending; empty: all
    std::optional<int64_t> opt;
  };

  graph::Arena memory;
  BtreeMap<absl::string_view, Input> inputs;
  BtreeMap<absl::string_view, Constant> constants;
  std::vector<Symbol> symbols;
  // By name; filled by AddSymbol().
  HashMap<absl::string_view, size_t> symbol_places;
  // How many elements inputs of rank 1 have, as bindings give them.
  BtreeMap<absl::string_view, int64_t> lengths;
  DeclaredPolicy policy = DeclaredPolicy::kRefine;

  const Symbol* FindSymbol(absl::string_view name) const;
  // Its name is that of no other.
  void AddSymbol(Symbol symbol);
};

// What is given for the type of an input of the main graph, else what the model declares; null if
// neither. Without `given` nothing is.
const graph::DeclaredType* DeclaredInput(const graph::Value& value, const Given* given);

// INVALID_ARGUMENT, with the path of the field, for what the schema's
// documentation rules out.
absl::Status ReadGiven(const v1::InferShapesRequest& request, const graph::ReaderLimits& limits,
                       Given* given);

// INVALID_ARGUMENT if something is given for a value that the model does not
// have, or a constant of other sizes than the model says.
absl::Status CheckGiven(const graph::Model& model, const Given& given);

// Records what is given of the symbols as DECLARED facts; the symbols of the
// inputs' dims exist by now. INVALID_ARGUMENT for a symbol that does not.
absl::Status LearnSymbols(const Given& given, ops::Workspace& workspace);

// Of inputs whose types are set. A length that cannot be is none: evaluations tell of it.
void LearnLengths(const Given& given, ops::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_GIVEN_H_
