#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_GIVEN_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_GIVEN_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "core/graph/tensor.h"
#include "core/rules/registry/request_rules.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/text/parse_relation.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// How the declared types of values other than inputs are used. Numbers =
// shapewright.v1.MergePolicy.
enum class DeclaredPolicy : uint8_t {
  kStrict = 1,    // fill in; a conflict is an error
  kRefine = 2,    // fill in; in a conflict the inferred side wins, with a warning (S6)
  kOverride = 3,  // the inferred type stands, also where it says less
  kSkip = 4,      // the declared type stands, whatever is inferred
};

// What a request states about a model: types, constants, and premises about symbols. Views point
// into the request, which must outlive it, or into `memory`.
struct Given {
  // Replaces the declared type of an input of the main graph.
  struct Input {
    int index;  // in the request
    const graph::DeclaredType* type;
  };
  // Elements of an input, or of an initializer, such as an external one.
  struct Constant {
    int index;
    const graph::Tensor* tensor;
  };
  struct Symbol {
    absl::string_view name;
    symbolic::Interval bounds = symbolic::Interval::All();
    int64_t divisor = 1;
    std::vector<int64_t> allowed;  // ascending, within the bounds, multiples; empty: all
    std::optional<int64_t> opt;
    // Index of the premise that last changed this symbol, or of the common size that gives it; -1:
    // none.
    int premise = -1;
    int common = -1;

    bool Allows(int64_t value) const;
    // The nearest allowed value that is not less, or not greater; nothing if there is none.
    std::optional<int64_t> From(int64_t value, bool is_upwards) const;
  };

  // Those relations of a premise that are about several symbols, or say more of one than a Symbol
  // holds.
  struct Relations {
    int premise;             // its index
    absl::string_view text;  // of the whole premise
    symbolic::RelationText read;
    std::vector<size_t> places;  // of theirs among all that the text says
    absl::string_view reason;    // names the premise, for facts
  };

  graph::Arena memory;
  BtreeMap<absl::string_view, Input> inputs;
  BtreeMap<absl::string_view, Constant> constants;
  std::vector<Symbol> symbols;
  std::vector<Relations> relations;
  // By name; filled by AddSymbol().
  HashMap<absl::string_view, size_t> symbol_places;
  // Lengths of inputs of rank 1, from the elements that bindings give.
  BtreeMap<absl::string_view, int64_t> lengths;
  // Whether bindings gave a rank or a length: the inference is then not the one without them.
  bool is_told_by_bindings = false;
  DeclaredPolicy policy = DeclaredPolicy::kRefine;
  // For operators, but for those whose rule is a body; null: none.
  std::shared_ptr<const rules::RequestRules> rules;

  const Symbol* FindSymbol(absl::string_view name) const;
  // Names are distinct.
  void AddSymbol(Symbol symbol);
  // The symbol of that name, added if there is none (the name is copied). The reference is valid
  // until the next addition.
  Symbol& SymbolOf(absl::string_view name);
};

// The type that the request gives for an input of the main graph, else the declared one; null if
// neither. `given` may be null.
const graph::DeclaredType* DeclaredInput(const graph::Value& value, const Given* given);

// Reads all fields of the ModelSpec except the source, the premises, `operator_rules` and
// `submodel`. INVALID_ARGUMENT, with the path of the field within the request, for values that the
// proto's comments exclude.
absl::Status ReadGiven(const v1::ModelSpec& spec, const graph::ReaderLimits& limits, Work* work,
                       Given* given);
// Reads the most common sizes of symbols (`opt`). After ReadPremises().
absl::Status ReadCommonSizes(const google::protobuf::RepeatedPtrField<v1::SymbolSize>& sizes,
                             Given* given);

// INVALID_ARGUMENT if a type or constant is given for a value that the model does not have, or a
// constant whose shape contradicts the model's.
absl::Status CheckGiven(const graph::Model& model, const Given& given);

// Records the given lengths of inputs whose types are set. Impossible lengths are ignored here;
// evaluations report them.
void LearnLengths(const Given& given, rules::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_GIVEN_H_
