// Whatever a node looks like, a rule neither crashes nor answers what is no type.
#include <random>

#include "core/rules/registry/registry.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"
#include "tests/fuzz/support/onnx_words.h"

namespace shapewright::rules {
namespace {

// Answers anything, in any number.
class HostileRunner : public SubgraphRunner {
 public:
  HostileRunner(TestModel& model, uint32_t seed) : model_(model), random_(seed) {}

  std::vector<ValueState> Run(graph::GraphId, absl::Span<const ValueState> inputs,
                              symbolic::Guard) override {
    std::vector<ValueState> outputs(random_() % 4);
    for (ValueState& state : outputs) {
      if (!inputs.empty() && random_() % 2 == 0) state = inputs[random_() % inputs.size()];
      if (random_() % 4 == 0) {
        state =
            ValueState(static_cast<shape::TypeId>(random_() % model_.workspace().types().size()));
      }
    }
    return outputs;
  }
  void SetDiscardFindings(bool) override {}

 private:
  TestModel& model_;
  std::mt19937 random_;
};

const char* const kTypes[] = {
    "float32[N, 3, 8, 8]",
    "float32[1, 3, M, 0]",
    "float32[2, 3, 4]",
    "float32[N, M]",
    "float16[3]",
    "float32[4, 3, 3, 3]",
    "float32[]",
    "float32?",
    "float32 rank 2..4",
    "uint8[N, 4]",
    "int8[4, 5]",
    "int32[B, S]",
    "int64[2] = {N, -1}",
    "int64[2]",
    "int64[] = {0}",
    "int64[] = {1}",
    "int64[1] = {-9223372036854775807}",
    "int64[4] = {9223372036854775807, 0, -5, ?}",
    "int64[3] = {0, 2, 1}",
    "int64[0] = {}",
    "int32[] = {x[0]}",
    "int64[K]",
    "bool[] = {1}",
    "bool[N, 1]",
    "float32[4] = {1, 1, 2, 0.5}",
    "float32[1] = {-1}",
    "string[N]",
    "complex64[N, 2]",
    "undefined[N]",
    "float32[9223372036854775806, 9223372036854775806]",
    "float32[N*M + 3, max(0, N - 3)]",
    "seq(float32[N])",
    "seq(float32[?, 2]; 2; float32[3, 2], float32[N, 2])",
    "seq(float32?; 0)",
    "seq(?; L)",
    "optional(float32[N])",
    "optional(?; absent)",
    "map(int64, float32[])",
    "?",
};

// Attributes of StableHLO's operators, which no schema of ONNX has.
const char* const kHloNames[] = {
    "all_gather_dim",
    "base_dilations",
    "batch_group_count",
    "body",
    "broadcast_dimensions",
    "broadcast_sizes",
    "call_target_name",
    "collapsed_slice_dims",
    "comparator",
    "comparison_direction",
    "concat_dimension",
    "cond",
    "dimension",
    "dimensions",
    "edge_padding_high",
    "edge_padding_low",
    "feature_group_count",
    "feature_index",
    "fft_length",
    "fft_type",
    "index_vector_dim",
    "indices_of_shape_operands",
    "input_batching_dims",
    "input_feature_dimension",
    "input_spatial_dimensions",
    "inserted_window_dims",
    "interior_padding",
    "iota_dimension",
    "k",
    "kernel_output_feature_dimension",
    "kernel_spatial_dimensions",
    "known_nonexpanding_dimensions",
    "lhs_batching_dimensions",
    "lhs_contracting_dimensions",
    "lhs_dilation",
    "limit_indices",
    "offset_dims",
    "operand_batching_dims",
    "output_feature_dimension",
    "output_spatial_dimensions",
    "padding",
    "permutation",
    "replica_groups",
    "result_types",
    "rhs_batching_dimensions",
    "rhs_contracting_dimensions",
    "rhs_dilation",
    "scatter_dims_to_operand_dims",
    "scatter_dimension",
    "scatter_indices_batching_dims",
    "slice_sizes",
    "split_count",
    "split_dimension",
    "start_index_map",
    "start_indices",
    "start_indices_batching_dims",
    "strides",
    "update_window_dims",
    "value",
    "window_dilations",
    "window_dimensions",
    "window_strides",
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  uint32_t Pick(size_t count) { return static_cast<uint32_t>(random_() % count); }

  int64_t Int() {
    const int64_t numbers[] = {0, 1, 2, 3, 4, 8, -1, -2, 32, 1000, INT64_MAX, INT64_MIN};
    // Mostly what a rule accepts, so that it gets further.
    return numbers[Pick(2) == 0 ? Pick(5) : Pick(std::size(numbers))];
  }
  Ints IntList() {
    Ints list(Pick(6));
    for (int64_t& item : list) item = Int();
    return list;
  }
  // `is_hlo`: one that StableHLO's operators may have.
  Attr Attribute(bool is_hlo) {
    const std::string name(is_hlo ? absl::string_view(kHloNames[Pick(std::size(kHloNames))])
                                  : fuzz::AttributeNames()[Pick(fuzz::AttributeNames().size())]);
    if (name == "result_types") {
      const char* const types[] = {"float32[?, 3]", "int64[2]", "int32[]", "float32[?]",
                                   "bool[4, 4]"};
      return {name, TypeText{types[Pick(std::size(types))]}};
    }
    // The main graph itself, which a runner that answers at random never enters.
    const bool is_graph = name == "body" || name == "then_branch" || name == "else_branch" ||
                          name == "cond" || name == "comparator";
    if (is_graph) return {name, GraphNumber{0}};
    switch (Pick(9)) {
      case 0:
        return {name, IntList()};
      case 1:
        return {name, Ints(2 * (1 + Pick(3)), 1 + Pick(2))};
      case 2:
        return {name, 0.5};
      case 3: {
        const char* const texts[] = {"SAME_UPPER",
                                     "VALID",
                                     "bidirectional",
                                     "ij,jk->ik",
                                     "...",
                                     "add",
                                     "CRD",
                                     "nearest",
                                     "",
                                     "LT",
                                     "RFFT",
                                     "shape_assertion",
                                     "Sharding",
                                     "stablehlo.dynamic_reduce_window"};
        return {name, std::string(texts[Pick(std::size(texts))])};
      }
      case 4:
        return {name, Floats{1, 2, -0.5, 1e300}};
      case 5:
        return {name, TensorText{"int64[2] = {3, -4}"}};
      case 6:
        return {name, TypeText{"seq(float32[2, N])"}};
      default:
        return {name, Int()};
    }
  }

 private:
  std::mt19937 random_;
};

void ExpectSound(TestModel& model, graph::ValueId value) {
  const ValueState& state = model.workspace().value(value);
  const Type& type = model.workspace().types().at(state.type());
  for (const Dim dim : type.shape.dims) {
    EXPECT_FALSE(dim.is_unknown());
    EXPECT_GE(model.workspace().exprs().Bounds(dim).max, 0);
  }
  if (!state.ints() && !state.floats()) return;
  const size_t elements = state.ints() ? state.ints()->size() : state.floats()->size();
  const Expr count = symbolic::Product(model.workspace().exprs(), type.shape.dims);
  EXPECT_TRUE(type.has_rank());
  EXPECT_TRUE(count.is_constant(static_cast<int64_t>(elements)));
}

void RunOnce(const OperatorRow& row, int version, uint32_t seed) {
  Generator generate(seed);
  TestModel model;
  std::vector<graph::ValueId> inputs;
  std::string description;
  for (uint32_t i = generate.Pick(8); i > 0; --i) {
    const std::string type = generate.Pick(10) == 0 ? "" : kTypes[generate.Pick(std::size(kTypes))];
    description += type + "; ";
    inputs.push_back(type.empty() ? graph::kNoValue : model.Input(type, "x"));
  }
  std::vector<Attr> attributes;
  const bool is_hlo = row.domain == "stablehlo" || row.domain == "chlo" || row.domain == "hlo";
  for (uint32_t i = generate.Pick(is_hlo ? 12 : 6); i > 0; --i) {
    attributes.push_back(generate.Attribute(is_hlo));
  }
  std::vector<std::string> outputs(generate.Pick(5));
  for (std::string& output : outputs) output = generate.Pick(5) == 0 ? "" : "y";
  const std::string op = (row.domain.empty() ? "" : std::string(row.domain) + ":") +
                         std::string(row.name) + "-" + std::to_string(version);
  SCOPED_TRACE(op + "(" + description + ") seed " + std::to_string(seed));
  const auto results = model.Node(op, inputs, attributes, outputs);
  HostileRunner runner(model, seed);
  model.Run(&runner);
  for (const graph::ValueId result : results) {
    if (result != graph::kNoValue) ExpectSound(model, result);
  }
  model.FactTexts();
  model.DiagnosticTexts();
}

TEST(Hostile, NoNodeBreaksARule) {
  uint32_t seed = 0;
  for (const OperatorRow* row : AllOperators()) {
    for (const int16_t version : row->versions) {
      if (version == 0) break;
      for (int i = 0; i < 60; ++i) RunOnce(*row, version, ++seed);
    }
  }
}

}  // namespace
}  // namespace shapewright::rules
