#include "core/graph/hlo/hlo_graphs.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/hlo/hlo_opcodes.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr absl::string_view kDomain = "hlo";
constexpr absl::string_view kCallOpcode = "call";
// Operands of nodes for each byte of the text: leaves of tuples that several instructions read.
constexpr size_t kOperandsPerByte = 16;
constexpr size_t kFreeOperands = 4096;
// Long names are looked up slowly.
constexpr size_t kNameBytesPerOperand = 16;
// A value that is made weighs more than one that is read.
constexpr size_t kCostOfNewLeaf = 8;

using Texts = absl::Span<const absl::string_view>;

// Calls `use` with the declared type of each leaf.
template <typename Use>
void ForEachLeaf(const HloType& type, const Use& use) {
  if (!type.is_tuple) return use(type.declared);
  for (const HloType& part : type.parts) ForEachLeaf(part, use);
}

// Of the parameters and the root.
size_t CountLeaves(const HloComputation& computation) {
  size_t count = computation.root->leaves.size();
  for (const HloInstruction* parameter : computation.parameters) count += parameter->leaves.size();
  return count;
}

class HloModelBuilder {
 public:
  HloModelBuilder(size_t text_size, GraphBuilder& builder, Model* model)
      : builder_(builder),
        model_(*model),
        arena_(&model->memory),
        operands_left_(text_size * kOperandsPerByte + kFreeOperands) {}

  absl::Status Build(const HloModule& module);

 private:
  enum class Kind : uint8_t { kMain, kFunction, kRegion };

  absl::Status BuildFunctions(const HloModule& module);
  absl::Status BuildGraph(const HloComputation& computation, absl::string_view name, Kind kind,
                          GraphId* id);
  // A graph without inputs: its parameter is a value of the graph around it.
  absl::Status BuildBranch(const HloComputation& computation, absl::string_view name,
                           const HloInstruction* operand, GraphId* id);
  // A graph of a computation that several instructions run: a call of it.
  absl::Status BuildCallingGraph(const HloComputation& computation, absl::string_view name,
                                 bool is_branch, const HloInstruction* operand, GraphId* id);
  absl::Status BuildNodes(const HloComputation& computation, const HloInstruction* operand);
  absl::Status BuildNode(const HloInstruction& instruction);
  // A node that takes a parameter of a branch from outside.
  absl::Status BuildTaken(const HloInstruction& parameter, const HloInstruction& operand);
  absl::Status BuildRegions(const HloInstruction& instruction, std::vector<Attribute>* attributes);
  absl::Status BuildBranches(const HloInstruction& instruction, std::vector<Attribute>* attributes);
  void DeclareLeaves(const HloComputation& computation);
  // Operands are leaves; of get-tuple-element those of the part that it takes.
  absl::Status AddOperands(const HloInstruction& instruction);
  absl::Status AddLeaves(Texts leaves);
  absl::Status ChargeLeaves(size_t count);
  void AddResultTypes(const HloInstruction& instruction, std::vector<Attribute>* attributes);
  OperatorIndex FindCall(absl::string_view opcode, const HloComputation& computation);
  static bool IsShared(const HloComputation& computation) {
    return computation.is_called || computation.uses != 1;
  }

  GraphBuilder& builder_;
  Model& model_;
  Arena* const arena_;
  size_t operands_left_;
  size_t call_count_ = 0;
  // The opcodes that call a computation, each of which is a function of the model.
  HashSet<std::pair<absl::string_view, absl::string_view>> calls_;
};

absl::Status HloModelBuilder::Build(const HloModule& module) {
  model_.opsets.push_back({kDomain, 1});
  const OpsetScope opsets(model_.opsets);
  builder_.UseOpsets(&opsets);
  GraphId id = 0;
  absl::Status status = BuildGraph(*module.entry, module.entry->name, Kind::kMain, &id);
  return status.ok() ? BuildFunctions(module) : status;
}

absl::Status HloModelBuilder::BuildFunctions(const HloModule& module) {
  std::vector<Function> bodies;
  for (const HloComputation* computation : module.computations) {
    // A computation that one instruction runs is a graph of its node.
    if (computation == module.entry || !IsShared(*computation)) continue;
    Function& made = bodies.emplace_back();
    made.domain = kDomain;
    made.overload = computation->name;
    absl::Status status = BuildGraph(*computation, computation->name, Kind::kFunction, &made.body);
    if (!status.ok()) return status;
  }
  for (Function& made : bodies) {
    for (const absl::string_view opcode : {kCallOpcode, absl::string_view("fusion")}) {
      made.name = opcode;
      if (calls_.contains({opcode, made.overload})) model_.functions.push_back(made);
    }
  }
  return absl::OkStatus();
}

OperatorIndex HloModelBuilder::FindCall(absl::string_view opcode,
                                        const HloComputation& computation) {
  calls_.insert({opcode, computation.name});
  return builder_.FindOperator(kDomain, opcode, computation.name);
}

absl::Status HloModelBuilder::BuildGraph(const HloComputation& computation, absl::string_view name,
                                         Kind kind, GraphId* id) {
  const size_t nodes = computation.instructions.size() - computation.parameters.size();
  absl::Status status = builder_.BeginGraph(name, nodes);
  if (!status.ok()) return status;
  for (const HloInstruction* parameter : computation.parameters) {
    size_t leaf = 0;
    ForEachLeaf(*parameter->type, [&](const DeclaredType& declared) {
      builder_.AddInput(parameter->leaves[leaf++], kind == Kind::kFunction ? nullptr : &declared);
    });
  }
  status = BuildNodes(computation, nullptr);
  if (!status.ok()) return status;
  DeclareLeaves(computation);
  for (const absl::string_view leaf : computation.root->leaves) builder_.AddOutput(leaf, nullptr);
  return builder_.EndGraph(id);
}

absl::Status HloModelBuilder::BuildBranch(const HloComputation& computation, absl::string_view name,
                                          const HloInstruction* operand, GraphId* id) {
  if (IsShared(computation)) return BuildCallingGraph(computation, name, true, operand, id);
  absl::Status status = builder_.BeginGraph(name, computation.instructions.size());
  if (!status.ok()) return status;
  status = BuildNodes(computation, operand);
  if (!status.ok()) return status;
  DeclareLeaves(computation);
  for (const absl::string_view leaf : computation.root->leaves) builder_.AddOutput(leaf, nullptr);
  return builder_.EndGraph(id);
}

absl::Status HloModelBuilder::BuildCallingGraph(const HloComputation& computation,
                                                absl::string_view name, bool is_branch,
                                                const HloInstruction* operand, GraphId* id) {
  absl::Status status = ChargeLeaves(kCostOfNewLeaf * CountLeaves(computation));
  if (status.ok()) status = builder_.BeginGraph(name, 1);
  if (!status.ok()) return status;
  // `call/1/0`: no instruction has such a name. One with two slashes belongs to a computation that
  // stands in place, and begins with an attribute that names computations, which `call` is not.
  const std::string prefix = absl::StrCat("call/", ++call_count_, "/");
  size_t named = 0;
  const auto new_name = [&] { return CopyText(arena_, absl::StrCat(prefix, named++)); };
  std::vector<absl::string_view> inputs;
  for (const HloInstruction* parameter : computation.parameters) {
    if (is_branch) break;
    ForEachLeaf(*parameter->type, [&](const DeclaredType& declared) {
      inputs.push_back(new_name());
      builder_.AddInput(inputs.back(), &declared);
    });
  }
  Node node;
  node.op = FindCall(kCallOpcode, computation);
  status = AddLeaves(is_branch ? operand->leaves : Texts(inputs));
  if (!status.ok()) return status;
  node.inputs = builder_.TakeIds();
  std::vector<absl::string_view> outputs;
  for (size_t i = 0; i < computation.root->leaves.size(); ++i) {
    outputs.push_back(new_name());
    builder_.AddResult(outputs.back());
  }
  node.outputs = builder_.TakeIds();
  status = builder_.AddNode(node);
  if (!status.ok()) return status;
  for (const absl::string_view output : outputs) builder_.AddOutput(output, nullptr);
  return builder_.EndGraph(id);
}

absl::Status HloModelBuilder::BuildNodes(const HloComputation& computation,
                                         const HloInstruction* operand) {
  for (const HloInstruction* instruction : computation.instructions) {
    absl::Status status = absl::OkStatus();
    if (instruction->opcode != "parameter") {
      status = BuildNode(*instruction);
    } else if (operand != nullptr) {
      status = BuildTaken(*instruction, *operand);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status HloModelBuilder::BuildTaken(const HloInstruction& parameter,
                                         const HloInstruction& operand) {
  Node node;
  node.op = builder_.FindOperator(kDomain, parameter.opcode, "");
  node.name = parameter.op_name;
  absl::Status status = AddLeaves(operand.leaves);
  if (!status.ok()) return status;
  node.inputs = builder_.TakeIds();
  std::vector<Attribute> attributes;
  AddResultTypes(parameter, &attributes);
  node.attributes = CopyToArena(arena_, attributes);
  for (const absl::string_view leaf : parameter.leaves) builder_.AddResult(leaf);
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status HloModelBuilder::ChargeLeaves(size_t count) {
  if (count > operands_left_) {
    return ReadError(reason::kMalformedModel,
                     "the parts of tuples are read more often than the size of the text allows");
  }
  operands_left_ -= count;
  return absl::OkStatus();
}

absl::Status HloModelBuilder::AddLeaves(Texts leaves) {
  size_t cost = 0;
  for (const absl::string_view leaf : leaves) cost += 1 + leaf.size() / kNameBytesPerOperand;
  absl::Status status = ChargeLeaves(cost);
  if (!status.ok()) return status;
  for (const absl::string_view leaf : leaves) builder_.AddOperand(leaf);
  return absl::OkStatus();
}

absl::Status HloModelBuilder::AddOperands(const HloInstruction& instruction) {
  if (instruction.opcode == "get-tuple-element") {
    const HloInstruction& tuple = *instruction.operands[0];
    const HloType& part = tuple.type->parts[instruction.number];
    return AddLeaves(tuple.leaves.subspan(part.first_leaf, part.leaf_count));
  }
  // The other operands of a conditional are those of its branches.
  const bool is_conditional = instruction.opcode == "conditional";
  const size_t count = is_conditional ? std::min<size_t>(1, instruction.operands.size())
                                      : instruction.operands.size();
  for (const HloInstruction* operand : instruction.operands.first(count)) {
    absl::Status status = AddLeaves(operand->leaves);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status HloModelBuilder::BuildNode(const HloInstruction& instruction) {
  Node node;
  const HloCall* called = nullptr;
  for (const HloCall& call : instruction.calls) {
    const bool is_call = FindHloCall(instruction.opcode, call.attribute).use == HloUse::kCall;
    if (is_call) called = &call;
  }
  node.op = called != nullptr ? FindCall(instruction.opcode, *called->computation)
                              : builder_.FindOperator(kDomain, instruction.opcode, "");
  node.name = instruction.op_name;
  absl::Status status = AddOperands(instruction);
  if (!status.ok()) return status;
  node.inputs = builder_.TakeIds();
  if (called == nullptr) {
    std::vector<Attribute> attributes(instruction.attributes.begin(), instruction.attributes.end());
    status = BuildRegions(instruction, &attributes);
    if (!status.ok()) return status;
    AddResultTypes(instruction, &attributes);
    node.attributes = CopyToArena(arena_, attributes);
  }
  for (const absl::string_view leaf : instruction.leaves) builder_.AddResult(leaf);
  node.outputs = builder_.TakeIds();
  return builder_.AddNode(node);
}

absl::Status HloModelBuilder::BuildRegions(const HloInstruction& instruction,
                                           std::vector<Attribute>* attributes) {
  if (instruction.opcode == "conditional" && !instruction.calls.empty())
    return BuildBranches(instruction, attributes);
  for (const HloCall& call : instruction.calls) {
    const HloCallRow row = FindHloCall(instruction.opcode, call.attribute);
    if (row.use != HloUse::kRegion) continue;
    const HloComputation& computation = *call.computation;
    GraphId id = 0;
    absl::Status status = IsShared(computation)
                              ? BuildCallingGraph(computation, row.region, false, nullptr, &id)
                              : BuildGraph(computation, row.region, Kind::kRegion, &id);
    if (!status.ok()) return status;
    attributes->push_back(GraphAttribute(row.region, id));
  }
  return absl::OkStatus();
}

// Of a pred two graphs, of an integer a list of them. The parser has seen to it that each has an
// operand.
absl::Status HloModelBuilder::BuildBranches(const HloInstruction& instruction,
                                            std::vector<Attribute>* attributes) {
  const absl::Span<const HloInstruction* const> operands = instruction.operands;
  const absl::Span<const HloCall> calls = instruction.calls;
  const auto graphs = NewArray<GraphId>(arena_, calls.size());
  for (size_t i = 0; i < calls.size(); ++i) {
    absl::Status status = BuildBranch(*calls[i].computation, calls[i].attribute,
                                      operands[OperandOfBranch(instruction, i)], &graphs[i]);
    if (!status.ok()) return status;
  }
  const bool is_pred = operands[0]->type->declared.element == shape::ElementType::kBool;
  if (is_pred && calls.size() == 2) {
    // In the order of their attributes, true_computation may be the second one.
    const bool is_swapped = calls[0].attribute == "false_computation";
    for (size_t i = 0; i < graphs.size(); ++i) {
      const bool is_true = (i == 0) != is_swapped;
      attributes->push_back(GraphAttribute(is_true ? "true_branch" : "false_branch", graphs[i]));
    }
    return absl::OkStatus();
  }
  attributes->push_back(GraphsAttribute("branches", graphs));
  return absl::OkStatus();
}

void HloModelBuilder::DeclareLeaves(const HloComputation& computation) {
  for (const HloInstruction* instruction : computation.instructions) {
    if (!instruction->has_type || instruction->opcode == "parameter") continue;
    size_t leaf = 0;
    ForEachLeaf(*instruction->type, [&](const DeclaredType& declared) {
      builder_.Declare(instruction->leaves[leaf++], &declared);
    });
  }
}

void HloModelBuilder::AddResultTypes(const HloInstruction& instruction,
                                     std::vector<Attribute>* attributes) {
  if (!instruction.has_type) return;
  const auto types = NewArray<DeclaredType>(arena_, instruction.type->leaf_count);
  size_t leaf = 0;
  ForEachLeaf(*instruction.type, [&](const DeclaredType& declared) { types[leaf++] = declared; });
  attributes->push_back(ResultTypesAttribute(types));
}

}  // namespace

absl::Status BuildHloModel(const HloModule& module, size_t text_size, GraphBuilder& builder,
                           Model* model) {
  return HloModelBuilder(text_size, builder, model).Build(module);
}

}  // namespace shapewright::graph
