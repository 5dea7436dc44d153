#include "core/graph/stablehlo/module_graphs.h"

#include <cstdint>
#include <vector>

#include "core/base/hash_map.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"
#include "core/graph/stablehlo/mlir_attribute.h"
#include "core/graph/stablehlo/node_attributes.h"

namespace shapewright::graph {
namespace {

constexpr absl::string_view kFunctionDomain = "func";

// The names of an operator's regions, as attributes of its node.
struct RegionNames {
  absl::string_view mnemonic;
  absl::string_view first;
  absl::string_view second = {};
};

constexpr RegionNames kRegionNames[] = {
    {"all_reduce", "computation"},
    {"if", "true_branch", "false_branch"},
    {"map", "computation"},
    {"reduce_scatter", "computation"},
    {"scatter", "update_computation"},
    {"select_and_scatter", "select", "scatter"},
    {"sort", "comparator"},
    {"while", "cond", "body"},
};

absl::string_view RegionName(absl::string_view mnemonic, size_t region) {
  for (const RegionNames& known : kRegionNames) {
    if (known.mnemonic == mnemonic && region < 2) return region == 0 ? known.first : known.second;
  }
  return region == 0 ? "body" : "";
}

absl::string_view TextOf(const MlirOperation& operation, absl::string_view attribute) {
  const MlirAttribute* const found = operation.Find(attribute);
  return found != nullptr ? found->text : absl::string_view();
}

const MlirRegion* BodyOf(const MlirOperation& function) {
  const bool has_body = !function.regions.empty() && !function.regions[0].operations.empty();
  return has_body ? &function.regions[0] : nullptr;
}

class ModuleBuilder {
 public:
  ModuleBuilder(MlirCursor& cursor, GraphBuilder& builder, Model* model)
      : cursor_(cursor), builder_(builder), model_(*model), arena_(&model->memory) {}

  absl::Status Build(absl::Span<const MlirOperation> operations);

 private:
  // The functions with a body, and the dialects that operations are of.
  void Collect(absl::Span<const MlirOperation> operations);
  void Import(absl::string_view domain) {
    if (domains_.insert(domain).second) model_.opsets.push_back({domain, 1});
  }
  const MlirOperation* FindMain() const;
  absl::Status BuildGraph(absl::string_view name, const MlirRegion& region, bool is_function,
                          GraphId* id);
  absl::Status BuildNode(const MlirOperation& operation);
  absl::Status BuildRegions(const MlirOperation& operation, std::vector<Attribute>* attributes);
  void AddResultTypes(const MlirOperation& operation, std::vector<Attribute>* attributes);

  MlirCursor& cursor_;
  GraphBuilder& builder_;
  Model& model_;
  Arena* arena_;
  SharedAttributes shared_;
  HashSet<absl::string_view> domains_;
  std::vector<const MlirOperation*> functions_;
};

void ModuleBuilder::Collect(absl::Span<const MlirOperation> operations) {
  for (const MlirOperation& operation : operations) {
    if (operation.Is("func", "func")) {
      if (BodyOf(operation) != nullptr) functions_.push_back(&operation);
    } else if (!operation.Is("builtin", "module")) {
      Import(operation.dialect);
    }
    for (const MlirRegion& region : operation.regions) Collect(region.operations);
  }
}

const MlirOperation* ModuleBuilder::FindMain() const {
  const MlirOperation* only = nullptr;
  size_t open = 0;
  for (const MlirOperation* function : functions_) {
    if (TextOf(*function, "sym_name") == "main") return function;
    if (TextOf(*function, "sym_visibility") == "private") continue;
    ++open;
    only = function;
  }
  return open == 1 ? only : nullptr;
}

absl::Status ModuleBuilder::Build(absl::Span<const MlirOperation> operations) {
  for (const absl::string_view domain :
       {absl::string_view("stablehlo"), absl::string_view("chlo"), kFunctionDomain}) {
    Import(domain);
  }
  Collect(operations);
  const MlirOperation* const main = FindMain();
  if (main == nullptr) {
    return ReadError(reason::kMalformedModel,
                     "the module has no function @main, nor one public function, with a body");
  }
  const OpsetScope opsets(model_.opsets);
  builder_.UseOpsets(&opsets);
  GraphId id = 0;
  absl::Status status = BuildGraph(TextOf(*main, "sym_name"), *BodyOf(*main), false, &id);
  for (const MlirOperation* function : functions_) {
    if (!status.ok()) return status;
    if (function == main) continue;
    const absl::string_view name = TextOf(*function, "sym_name");
    status = BuildGraph(name, *BodyOf(*function), true, &id);
    Function made;
    made.domain = kFunctionDomain;
    made.name = name;
    made.body = id;
    model_.functions.push_back(made);
  }
  return status;
}

absl::Status ModuleBuilder::BuildGraph(absl::string_view name, const MlirRegion& region,
                                       bool is_function, GraphId* id) {
  absl::Span<const MlirOperation> operations = region.operations;
  const MlirOperation* const end =
      !operations.empty() && IsBlockEnd(operations.back()) ? &operations.back() : nullptr;
  if (end != nullptr) operations.remove_suffix(1);
  absl::Status status = builder_.BeginGraph(name, operations.size());
  if (!status.ok()) return status;
  for (const MlirArgument& argument : region.arguments) {
    builder_.AddInput(argument.name, is_function ? nullptr : &argument.type->declared);
  }
  for (const MlirOperation& operation : operations) {
    status = BuildNode(operation);
    if (!status.ok()) return status;
  }
  for (const MlirOperation& operation : operations) {
    for (size_t i = 0; i < operation.results.size(); ++i) {
      if (operation.results[i].empty()) continue;
      builder_.Declare(operation.results[i], &operation.result_types[i]->declared);
    }
  }
  if (end != nullptr) {
    for (const absl::string_view output : end->operands) builder_.AddOutput(output, nullptr);
  }
  return builder_.EndGraph(id);
}

absl::Status ModuleBuilder::BuildNode(const MlirOperation& operation) {
  const bool is_call = operation.Is(kFunctionDomain, "call");
  Node node;
  node.op = is_call ? builder_.FindOperator(kFunctionDomain, TextOf(operation, "callee"), "")
                    : builder_.FindOperator(operation.dialect, operation.mnemonic, "");
  node.name = operation.name.empty() ? LocationName(cursor_, operation.location) : operation.name;
  for (const absl::string_view operand : operation.operands) builder_.AddOperand(operand);
  node.inputs = builder_.TakeIds();
  std::vector<Attribute> attributes;
  if (!is_call) attributes = NodeAttributes(operation, cursor_, &shared_);
  if (cursor_.failed()) return cursor_.error();
  absl::Status status = BuildRegions(operation, &attributes);
  if (!status.ok()) return status;
  if (!is_call) AddResultTypes(operation, &attributes);
  node.attributes = CopyToArena(arena_, attributes);
  for (const absl::string_view result : operation.results) builder_.AddResult(result);
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status ModuleBuilder::BuildRegions(const MlirOperation& operation,
                                         std::vector<Attribute>* attributes) {
  if (operation.regions.empty()) return absl::OkStatus();
  const absl::Span<GraphId> graphs = NewArray<GraphId>(arena_, operation.regions.size());
  for (size_t i = 0; i < graphs.size(); ++i) {
    absl::Status status =
        BuildGraph(RegionName(operation.mnemonic, i), operation.regions[i], false, &graphs[i]);
    if (!status.ok()) return status;
  }
  if (operation.mnemonic == "case") {
    attributes->push_back(GraphsAttribute("branches", graphs));
    return absl::OkStatus();
  }
  for (size_t i = 0; i < graphs.size(); ++i) {
    attributes->push_back(GraphAttribute(RegionName(operation.mnemonic, i), graphs[i]));
  }
  return absl::OkStatus();
}

void ModuleBuilder::AddResultTypes(const MlirOperation& operation,
                                   std::vector<Attribute>* attributes) {
  const absl::Span<DeclaredType> types =
      NewArray<DeclaredType>(arena_, operation.result_types.size());
  for (size_t i = 0; i < types.size(); ++i) types[i] = operation.result_types[i]->declared;
  attributes->push_back(ResultTypesAttribute(types));
}

}  // namespace

absl::Status BuildModel(absl::Span<const MlirOperation> operations, MlirCursor& cursor,
                        GraphBuilder& builder, Model* model) {
  return ModuleBuilder(cursor, builder, model).Build(operations);
}

}  // namespace shapewright::graph
