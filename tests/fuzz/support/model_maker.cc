#include "tests/fuzz/support/model_maker.h"

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::fuzz {
namespace {

using onnx::AttributeProto;
using onnx::GraphProto;
using onnx::NodeProto;
using onnx::TensorProto;

constexpr int kMaxDepth = 3;
constexpr int kMaxNodes = 60;
constexpr char kDomain[] = "fuzz.functions";

// What a value is used as.
enum class Kind : uint8_t { kFloats, kInts, kInt, kBool, kSequence };
constexpr size_t kKinds = 5;

int ElementOf(Kind kind) {
  if (kind == Kind::kBool) return TensorProto::BOOL;
  return kind == Kind::kInts || kind == Kind::kInt ? TensorProto::INT64 : TensorProto::FLOAT;
}

// An operator by the kinds of its operands and of its result.
struct Template {
  absl::string_view op;
  std::array<Kind, 3> operands;
  size_t operand_count;
  Kind result;
};

constexpr Template kTemplates[] = {
    {"Shape", {Kind::kFloats}, 1, Kind::kInts},
    {"Concat", {Kind::kInts, Kind::kInts}, 2, Kind::kInts},
    {"Gather", {Kind::kInts, Kind::kInt}, 2, Kind::kInt},
    {"Gather", {Kind::kInts, Kind::kInts}, 2, Kind::kInts},
    {"Slice", {Kind::kInts, Kind::kInts, Kind::kInts}, 3, Kind::kInts},
    {"Add", {Kind::kInts, Kind::kInts}, 2, Kind::kInts},
    {"Mul", {Kind::kInts, Kind::kInt}, 2, Kind::kInts},
    {"Sub", {Kind::kInt, Kind::kInt}, 2, Kind::kInt},
    {"Div", {Kind::kInts, Kind::kInt}, 2, Kind::kInts},
    {"Mod", {Kind::kInt, Kind::kInt}, 2, Kind::kInt},
    {"Min", {Kind::kInts, Kind::kInts}, 2, Kind::kInts},
    {"Max", {Kind::kInt, Kind::kInt}, 2, Kind::kInt},
    {"ReduceProd", {Kind::kInts}, 1, Kind::kInt},
    {"ReduceMax", {Kind::kInts}, 1, Kind::kInt},
    {"Unsqueeze", {Kind::kInt, Kind::kInts}, 2, Kind::kInts},
    {"Squeeze", {Kind::kInts}, 1, Kind::kInt},
    {"Identity", {Kind::kInts}, 1, Kind::kInts},
    {"Cast", {Kind::kBool}, 1, Kind::kInt},
    {"Where", {Kind::kBool, Kind::kInts, Kind::kInts}, 3, Kind::kInts},
    {"Equal", {Kind::kInt, Kind::kInt}, 2, Kind::kBool},
    {"Less", {Kind::kInt, Kind::kInt}, 2, Kind::kBool},
    {"Not", {Kind::kBool}, 1, Kind::kBool},
    {"Range", {Kind::kInt, Kind::kInt, Kind::kInt}, 3, Kind::kInts},
    {"NonZero", {Kind::kFloats}, 1, Kind::kInts},
    {"Size", {Kind::kFloats}, 1, Kind::kInt},
    {"ConstantOfShape", {Kind::kInts}, 1, Kind::kFloats},
    {"Reshape", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"Reshape", {Kind::kInts, Kind::kInts}, 2, Kind::kInts},
    {"Expand", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"Tile", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"Slice", {Kind::kFloats, Kind::kInts, Kind::kInts}, 3, Kind::kFloats},
    {"Pad", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"Split", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"MatMul", {Kind::kFloats, Kind::kFloats}, 2, Kind::kFloats},
    {"Add", {Kind::kFloats, Kind::kFloats}, 2, Kind::kFloats},
    {"Concat", {Kind::kFloats, Kind::kFloats}, 2, Kind::kFloats},
    {"Relu", {Kind::kFloats}, 1, Kind::kFloats},
    {"Transpose", {Kind::kFloats}, 1, Kind::kFloats},
    {"Flatten", {Kind::kFloats}, 1, Kind::kFloats},
    {"Gather", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"ReduceSum", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"TopK", {Kind::kFloats, Kind::kInts}, 2, Kind::kFloats},
    {"SequenceConstruct", {Kind::kFloats, Kind::kFloats}, 2, Kind::kSequence},
    {"SequenceInsert", {Kind::kSequence, Kind::kFloats, Kind::kInt}, 3, Kind::kSequence},
    {"SequenceErase", {Kind::kSequence, Kind::kInt}, 2, Kind::kSequence},
    {"SequenceAt", {Kind::kSequence, Kind::kInt}, 2, Kind::kFloats},
    {"SequenceLength", {Kind::kSequence}, 1, Kind::kInt},
    {"ConcatFromSequence", {Kind::kSequence}, 1, Kind::kFloats},
    {"Unknown", {Kind::kFloats}, 1, Kind::kFloats},
};

// The values that a graph and those around it have so far.
class Scope {
 public:
  explicit Scope(const Scope* outer) : outer_(outer) {}

  void Add(Kind kind, std::string name) {
    own_[static_cast<size_t>(kind)].push_back(std::move(name));
  }
  // One of them; empty if there is none.
  std::string Pick(Kind kind, Decisions& decisions) const {
    const auto& own = own_[static_cast<size_t>(kind)];
    const bool looks_outside = outer_ != nullptr && (own.empty() || decisions.Below(2) == 1);
    if (looks_outside) {
      std::string found = outer_->Pick(kind, decisions);
      if (!found.empty()) return found;
    }
    if (own.empty()) return "";
    // Rather a late one.
    return own[own.size() - 1 - decisions.Below(own.size() < 256 ? own.size() : 256)];
  }

 private:
  const Scope* outer_;
  std::array<std::vector<std::string>, kKinds> own_;
};

void SetInt(NodeProto* node, absl::string_view name, int64_t value) {
  AttributeProto* attribute = node->add_attribute();
  attribute->set_name(std::string(name));
  attribute->set_type(AttributeProto::INT);
  attribute->set_i(value);
}

class Maker {
 public:
  explicit Maker(Decisions& decisions) : decisions_(decisions) {}

  MadeModel Make() {
    made_.proto.set_ir_version(10);
    made_.proto.add_opset_import()->set_version(18);
    auto* import = made_.proto.add_opset_import();
    import->set_domain(kDomain);
    import->set_version(1);
    for (int64_t i = decisions_.Between(0, 2); i > 0; --i) AddFunction();
    GraphProto* graph = made_.proto.mutable_graph();
    Scope scope(nullptr);
    AddInputs(graph, scope);
    AddConstants(graph, scope);
    AddNodes(graph, scope, 0, 12);
    for (const NodeProto& node : graph->node()) {
      for (const std::string& output : node.output()) {
        graph->add_output()->set_name(output);
        made_.values.push_back(output);
      }
    }
    return std::move(made_);
  }

 private:
  std::string NewName() { return absl::StrCat("v", count_++); }

  void AddInput(GraphProto* graph, Scope& scope, Kind kind, int rank) {
    MadeInput input{NewName(), ElementOf(kind), {}, {}};
    auto* tensor = graph->add_input();
    tensor->set_name(input.name);
    auto* type = tensor->mutable_type()->mutable_tensor_type();
    type->set_elem_type(input.element);
    type->mutable_shape();
    for (int axis = 0; axis < rank; ++axis) {
      auto* dim = type->mutable_shape()->add_dim();
      input.sizes.push_back(0);
      input.names.emplace_back();
      if (decisions_.Below(3) != 0) {
        input.names.back() = std::string(1, static_cast<char>('N' + decisions_.Below(3)));
        dim->set_dim_param(input.names.back());
      } else {
        input.sizes.back() = decisions_.Between(1, 4);
        dim->set_dim_value(input.sizes.back());
      }
    }
    scope.Add(kind, input.name);
    made_.inputs.push_back(std::move(input));
  }

  void AddInputs(GraphProto* graph, Scope& scope) {
    AddInput(graph, scope, Kind::kFloats, static_cast<int>(decisions_.Between(1, 3)));
    AddInput(graph, scope, Kind::kFloats, 1);
    AddInput(graph, scope, Kind::kInts, 1);
    AddInput(graph, scope, Kind::kInts, 1);
    AddInput(graph, scope, Kind::kInt, 0);
    AddInput(graph, scope, Kind::kBool, 0);
  }

  void FillConstant(TensorProto* tensor, Kind kind, int64_t count, bool is_scalar) {
    tensor->set_data_type(ElementOf(kind));
    if (!is_scalar) tensor->add_dims(count);
    for (int64_t i = 0; i < count; ++i) {
      if (kind == Kind::kFloats) {
        tensor->add_float_data(1);
      } else if (kind == Kind::kBool) {
        tensor->add_int32_data(static_cast<int32_t>(decisions_.Below(2)));
      } else {
        tensor->add_int64_data(decisions_.Between(-1, 5));
      }
    }
  }

  void AddConstants(GraphProto* graph, Scope& scope) {
    for (const Kind kind : {Kind::kInts, Kind::kFloats, Kind::kInt}) {
      for (int64_t i = decisions_.Between(1, 2); i > 0; --i) {
        TensorProto* tensor = graph->add_initializer();
        const bool is_scalar = kind == Kind::kInt;
        FillConstant(tensor, kind, is_scalar ? 1 : decisions_.Between(1, 5), is_scalar);
        tensor->set_name(NewName());
        scope.Add(kind, tensor->name());
        made_.constants.push_back(tensor->name());
      }
    }
  }

  template <typename Graph>
  std::string AddConstantNode(Graph* graph, Scope& scope, Kind kind) {
    NodeProto* node = graph->add_node();
    node->set_op_type("Constant");
    AttributeProto* value = node->add_attribute();
    value->set_name("value");
    value->set_type(AttributeProto::TENSOR);
    const bool is_scalar = kind == Kind::kInt || kind == Kind::kBool;
    FillConstant(value->mutable_t(), kind, is_scalar ? 1 : decisions_.Between(0, 3), is_scalar);
    return AddOutput(node, scope, kind);
  }

  std::string AddOutput(NodeProto* node, Scope& scope, Kind kind) {
    node->add_output(NewName());
    scope.Add(kind, node->output(node->output_size() - 1));
    return node->output(node->output_size() - 1);
  }

  // An operand: what there is, rarely of another kind, else a new constant.
  template <typename Graph>
  std::string Operand(Graph* graph, Scope& scope, Kind kind) {
    if (decisions_.OnceIn(24)) kind = static_cast<Kind>(decisions_.Below(kKinds));
    std::string name = scope.Pick(kind, decisions_);
    if (!name.empty()) return name;
    return AddConstantNode(graph, scope, kind == Kind::kSequence ? Kind::kFloats : kind);
  }

  template <typename Graph>
  void AddSimple(Graph* graph, Scope& scope) {
    const Template& chosen = decisions_.Pick(absl::MakeConstSpan(kTemplates));
    std::vector<std::string> operands;
    for (size_t i = 0; i < chosen.operand_count; ++i) {
      operands.push_back(Operand(graph, scope, chosen.operands[i]));
    }
    NodeProto* node = graph->add_node();
    node->set_op_type(std::string(chosen.op));
    for (std::string& operand : operands) node->add_input(std::move(operand));
    AddAttributes(node, chosen);
    AddOutput(node, scope, chosen.result);
    if (chosen.op == "Split" || chosen.op == "TopK") AddOutput(node, scope, Kind::kFloats);
  }

  void AddAttributes(NodeProto* node, const Template& chosen) {
    if (chosen.op == "Concat" || chosen.op == "Gather" || chosen.op == "Split" ||
        chosen.op == "Flatten" || chosen.op == "ConcatFromSequence") {
      SetInt(node, "axis", chosen.result == Kind::kInts ? 0 : decisions_.Between(-1, 1));
    }
    if (chosen.op == "ReduceProd" || chosen.op == "ReduceMax") SetInt(node, "keepdims", 0);
    if (chosen.op == "Cast") SetInt(node, "to", TensorProto::INT64);
    if (chosen.op == "TopK") SetInt(node, "axis", -1);
  }

  // The body of a graph attribute; its outputs are of the kinds.
  GraphProto* AddBody(NodeProto* node, const char* name) {
    AttributeProto* attribute = node->add_attribute();
    attribute->set_name(name);
    attribute->set_type(AttributeProto::GRAPH);
    attribute->mutable_g()->set_name(name);
    return attribute->mutable_g();
  }

  // An output of a body: made in it, as bodies may not answer a value of outside.
  void AddBodyOutput(GraphProto* body, Scope& scope, Kind kind, const std::string& wanted = "") {
    std::string source = wanted.empty() ? Operand(body, scope, kind) : wanted;
    NodeProto* node = body->add_node();
    node->set_op_type("Identity");
    node->add_input(std::move(source));
    body->add_output()->set_name(AddOutput(node, scope, kind));
  }

  std::vector<Kind> ChooseKinds() {
    std::vector<Kind> kinds;
    for (int64_t i = decisions_.Between(1, 2); i > 0; --i) {
      kinds.push_back(static_cast<Kind>(decisions_.Below(kKinds)));
    }
    return kinds;
  }

  template <typename Graph>
  void AddIf(Graph* graph, Scope& scope, int depth) {
    NodeProto node;
    node.set_op_type("If");
    node.add_input(Operand(graph, scope, Kind::kBool));
    const std::vector<Kind> kinds = ChooseKinds();
    for (const char* branch : {"then_branch", "else_branch"}) {
      GraphProto* body = AddBody(&node, branch);
      Scope inner(&scope);
      AddNodes(body, inner, depth + 1, 5);
      for (const Kind kind : kinds) AddBodyOutput(body, inner, kind);
    }
    for (const Kind kind : kinds) AddOutput(&node, scope, kind);
    *graph->add_node() = std::move(node);
  }

  void AddBodyInput(GraphProto* body, Scope& scope, Kind kind) {
    auto* input = body->add_input();
    input->set_name(NewName());
    if (kind != Kind::kSequence) {
      input->mutable_type()->mutable_tensor_type()->set_elem_type(ElementOf(kind));
    }
    scope.Add(kind, input->name());
  }

  template <typename Graph>
  void AddLoop(Graph* graph, Scope& scope, int depth) {
    NodeProto node;
    node.set_op_type("Loop");
    node.add_input(decisions_.OnceIn(4) ? "" : Operand(graph, scope, Kind::kInt));
    node.add_input(decisions_.OnceIn(2) ? Operand(graph, scope, Kind::kBool) : "");
    const std::vector<Kind> carried = ChooseKinds();
    GraphProto* body = AddBody(&node, "body");
    Scope inner(&scope);
    AddBodyInput(body, inner, Kind::kInt);
    AddBodyInput(body, inner, Kind::kBool);
    for (const Kind kind : carried) {
      node.add_input(Operand(graph, scope, kind));
      AddBodyInput(body, inner, kind);
    }
    AddNodes(body, inner, depth + 1, 5);
    AddBodyOutput(body, inner, Kind::kBool, decisions_.OnceIn(2) ? "" : body->input(1).name());
    for (const Kind kind : carried) AddBodyOutput(body, inner, kind);
    const bool has_scan_output = decisions_.OnceIn(2);
    if (has_scan_output) AddBodyOutput(body, inner, Kind::kInt);
    for (const Kind kind : carried) AddOutput(&node, scope, kind);
    if (has_scan_output) AddOutput(&node, scope, Kind::kInts);
    *graph->add_node() = std::move(node);
  }

  template <typename Graph>
  void AddScan(Graph* graph, Scope& scope, int depth) {
    NodeProto node;
    node.set_op_type("Scan");
    node.add_input(Operand(graph, scope, Kind::kFloats));
    node.add_input(Operand(graph, scope, decisions_.OnceIn(2) ? Kind::kInts : Kind::kFloats));
    SetInt(&node, "num_scan_inputs", 1);
    GraphProto* body = AddBody(&node, "body");
    Scope inner(&scope);
    AddBodyInput(body, inner, Kind::kFloats);
    AddBodyInput(body, inner, Kind::kFloats);
    AddNodes(body, inner, depth + 1, 4);
    AddBodyOutput(body, inner, Kind::kFloats);
    AddBodyOutput(body, inner, Kind::kFloats);
    AddOutput(&node, scope, Kind::kFloats);
    AddOutput(&node, scope, Kind::kFloats);
    *graph->add_node() = std::move(node);
  }

  template <typename Graph>
  void AddCall(Graph* graph, Scope& scope) {
    const auto& function =
        made_.proto.functions(static_cast<int>(decisions_.Below(static_cast<size_t>(callable_))));
    std::vector<std::string> operands = {Operand(graph, scope, Kind::kInts),
                                         Operand(graph, scope, Kind::kFloats)};
    NodeProto* node = graph->add_node();
    node->set_op_type(function.name());
    node->set_domain(kDomain);
    for (std::string& operand : operands) node->add_input(std::move(operand));
    AddOutput(node, scope, Kind::kInts);
    AddOutput(node, scope, Kind::kFloats);
  }

  // One that may call those before it.
  void AddFunction() {
    auto* function = made_.proto.add_functions();
    function->set_domain(kDomain);
    function->set_name(absl::StrCat("F", callable_));
    function->add_opset_import()->set_version(18);
    auto* import = function->add_opset_import();
    import->set_domain(kDomain);
    import->set_version(1);
    Scope scope(nullptr);
    for (const Kind kind : {Kind::kInts, Kind::kFloats}) {
      function->add_input(NewName());
      scope.Add(kind, function->input(function->input_size() - 1));
    }
    AddNodes(function, scope, 1, 4);
    for (const Kind kind : {Kind::kInts, Kind::kFloats}) {
      function->add_output(Operand(function, scope, kind));
    }
    ++callable_;
  }

  template <typename Graph>
  void AddNodes(Graph* graph, Scope& scope, int depth, int64_t most) {
    const int64_t count = decisions_.Between(1, most);
    for (int64_t i = 0; i < count && ++nodes_ < kMaxNodes && !decisions_.is_at_end(); ++i) {
      const size_t choice = decisions_.Below(16);
      if (choice >= 14 && depth < kMaxDepth) {
        AddIf(graph, scope, depth);
      } else if (choice == 13 && depth < kMaxDepth) {
        AddLoop(graph, scope, depth);
      } else if (choice == 12 && depth < kMaxDepth) {
        AddScan(graph, scope, depth);
      } else if (choice == 11 && callable_ > 0) {
        AddCall(graph, scope);
      } else {
        AddSimple(graph, scope);
      }
      if (decisions_.OnceIn(12)) Declare(graph);
    }
  }

  // A type of the last result that need not be true.
  void Declare(GraphProto* graph) {
    const NodeProto& node = graph->node(graph->node_size() - 1);
    auto* info = graph->add_value_info();
    info->set_name(node.output(0));
    auto* type = info->mutable_type()->mutable_tensor_type();
    type->set_elem_type(decisions_.OnceIn(3) ? TensorProto::FLOAT : TensorProto::INT64);
    type->mutable_shape();
    for (int64_t rank = decisions_.Between(0, 2); rank > 0; --rank) {
      auto* dim = type->mutable_shape()->add_dim();
      if (decisions_.OnceIn(3)) {
        dim->set_dim_param(decisions_.OnceIn(2) ? "N" : "Q");
      } else {
        dim->set_dim_value(decisions_.OnceIn(4) ? 64 : decisions_.Between(0, 5));
      }
    }
  }
  void Declare(onnx::FunctionProto* /*function*/) {}

  Decisions& decisions_;
  MadeModel made_;
  int count_ = 0;
  int nodes_ = 0;
  int callable_ = 0;
};

}  // namespace

MadeModel MakeModel(Decisions& decisions) { return Maker(decisions).Make(); }

}  // namespace shapewright::fuzz
