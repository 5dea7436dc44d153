// Expected shapes are those of onnxruntime 1.31 runs.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Ml, KeepShape) {
  CheckCases({
      {.op = "ai.onnx.ml:Binarizer-1", .inputs = {"int64[N, 4]"}, .outputs = {"int64[N, 4]"}},
      {.op = "ai.onnx.ml:Imputer-1", .inputs = {"float64[N, 4]"}, .outputs = {"float64[N, 4]"}},
      {.op = "ai.onnx.ml:Scaler-1", .inputs = {"int64[2, 3, 4]"}, .outputs = {"float32[2, 3, 4]"}},
      {.op = "ai.onnx.ml:Normalizer-1", .inputs = {"float64[N, 4]"}, .outputs = {"float32[N, 4]"}},
      {.op = "ai.onnx.ml:Normalizer-1",
       .inputs = {"float32[2, 3, 4]"},
       .outputs = {"float32[2, 3, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(Ml, Labels) {
  CheckCases({
      {.op = "ai.onnx.ml:CategoryMapper-1",
       .inputs = {"int64[N, 3]"},
       .attributes = {{"cats_int64s", Ints{1}}, {"cats_strings", Strings{"a"}}},
       .outputs = {"string[N, 3]"}},
      {.op = "ai.onnx.ml:LabelEncoder-1", .inputs = {"string[N]"}, .outputs = {"int64[N]"}},
      {.op = "ai.onnx.ml:LabelEncoder-2",
       .inputs = {"int64[N]"},
       .attributes = {{"keys_int64s", Ints{0}}, {"values_floats", Floats{1}}},
       .outputs = {"float32[N]"}},
      {.op = "ai.onnx.ml:LabelEncoder-4",
       .inputs = {"int64[N]"},
       .attributes = {{"keys_int64s", Ints{0}}, {"values_tensor", TensorText{"float64[1] = {1}"}}},
       .outputs = {"float64[N]"}},
  });
}

// As the package onnx does.
TEST(Ml, AttributesBelongTogether) {
  const Attr keys = {"keys_strings", Strings{"a", "b"}};
  const Attr values = {"values_int64s", Ints{1, 2}};
  CheckCases({
      {.op = "ai.onnx.ml:CategoryMapper-1",
       .inputs = {"int64[N]"},
       .attributes = {{"cats_int64s", Ints{1}}},
       .outputs = {"string[N]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE: CategoryMapper needs cats_strings"}},
      {.op = "ai.onnx.ml:CategoryMapper-1",
       .inputs = {"int64[N]"},
       .attributes = {{"cats_int64s", Ints{1}}, {"cats_strings", Strings{"a", "b"}}},
       .outputs = {"string[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "ai.onnx.ml:OneHotEncoder-1",
       .inputs = {"int64[N]"},
       .outputs = {"float32[N, 0]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "ai.onnx.ml:LabelEncoder-2",
       .inputs = {"int64[N]"},
       .attributes = {keys, values},
       .outputs = {"int64[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: LabelEncoder has keys of string"}},
      {.op = "ai.onnx.ml:LabelEncoder-2",
       .inputs = {"string[N]"},
       .attributes = {keys, {"values_int64s", Ints{1}}},
       .outputs = {"int64[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: LabelEncoder has values of 1 entries"}},
      {.op = "ai.onnx.ml:LabelEncoder-4",
       .inputs = {"string[N]"},
       .attributes = {keys, values, {"default_tensor", TensorText{"int32[1] = {0}"}}},
       .outputs = {"int64[N]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: LabelEncoder has a default_tensor of int32"}},
      {.op = "ai.onnx.ml:LabelEncoder-4",
       .inputs = {"string[N]"},
       .outputs = {"undefined[N]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE", "ERROR MISSING_ATTRIBUTE"}},
      {.op = "ai.onnx.ml:TreeEnsemble-5",
       .inputs = {"float64[N, 4]"},
       .attributes = {{"n_targets", 2},
                      {"nodes_splits", TensorText{"float32[1] = {0.5}"}},
                      {"nodes_modes", TensorText{"uint8[1] = {0}"}},
                      {"nodes_featureids", Ints{0}},
                      {"nodes_truenodeids", Ints{0, 1}},
                      {"nodes_trueleafs", Ints{1}},
                      {"nodes_falseleafs", Ints{1}},
                      {"leaf_weights", TensorText{"float64[] = {1}"}}},
       .outputs = {"float64[N, 2]"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE: TreeEnsemble has nodes_splits of float32",
                       "ERROR INVALID_ATTRIBUTE: TreeEnsemble has nodes_truenodeids of 2",
                       "ERROR MISSING_ATTRIBUTE: TreeEnsemble needs nodes_falsenodeids",
                       "ERROR INVALID_ATTRIBUTE: TreeEnsemble needs a vector as leaf_weights"}},
  });
}

TEST(Ml, ArrayFeatureExtractor) {
  CheckCases({
      {.op = "ai.onnx.ml:ArrayFeatureExtractor-1",
       .inputs = {"float32[N, 4]", "int64[2, 2]"},
       .outputs = {"float32[N, 4]"}},
      {.op = "ai.onnx.ml:ArrayFeatureExtractor-1",
       .inputs = {"float32[4]", "int64[K]"},
       .outputs = {"float32[1, K]"}},
      {.op = "ai.onnx.ml:ArrayFeatureExtractor-1",
       .inputs = {"string[2, N, 4]", "int64[]"},
       .outputs = {"string[2, N, 1]"}},
      {.op = "ai.onnx.ml:ArrayFeatureExtractor-1",
       .inputs = {"float32[]", "int64[1]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "ai.onnx.ml:ArrayFeatureExtractor-1",
       .inputs = {"float32[4]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
  });
}

TEST(Ml, Maps) {
  CheckCases({
      {.op = "ai.onnx.ml:DictVectorizer-1",
       .inputs = {"map(string, float64[])"},
       .attributes = {{"string_vocabulary", Strings{"a", "b"}}},
       .outputs = {"float64[1, 2]"}},
      {.op = "ai.onnx.ml:CastMap-1",
       .inputs = {"map(int64, float32[])"},
       .attributes = {{"map_form", "SPARSE"}, {"max_map", 6}},
       .outputs = {"float32[1, 6]"}},
      {.op = "ai.onnx.ml:CastMap-1",
       .inputs = {"map(int64, float32[])"},
       .attributes = {{"cast_to", "TO_STRING"}},
       .outputs = {"string[1, ?1]"}},
      {.op = "ai.onnx.ml:ZipMap-1",
       .inputs = {"float32[N, 3]"},
       .attributes = {{"classlabels_strings", Strings{"a", "b", "c"}}},
       .outputs = {"seq(map(string, float32[]); N)"}},
      {.op = "ai.onnx.ml:ZipMap-1",
       .inputs = {"float32[K]"},
       .attributes = {{"classlabels_int64s", Ints{0, 1}}},
       .outputs = {"seq(map(int64, float32[]); 1)"},
       .facts = {"REQUIRED K = 2"}},
      {.op = "ai.onnx.ml:ZipMap-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"classlabels_int64s", Ints{0, 1, 2}}},
       .outputs = {"seq(map(int64, float32[]); N)"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
  });
}

TEST(Ml, Features) {
  CheckCases({
      {.op = "ai.onnx.ml:OneHotEncoder-1",
       .inputs = {"int64[N, 2]"},
       .attributes = {{"cats_int64s", Ints{0, 1, 2}}},
       .outputs = {"float32[N, 2, 3]"}},
      {.op = "ai.onnx.ml:OneHotEncoder-1",
       .inputs = {"string[]"},
       .attributes = {{"cats_strings", Strings{"a", "b"}}},
       .outputs = {"float32[2]"}},
      {.op = "ai.onnx.ml:OneHotEncoder-1",
       .inputs = {"int64?"},
       .attributes = {{"cats_int64s", Ints{0}}},
       .outputs = {"float32 rank 1.."}},
      {.op = "ai.onnx.ml:FeatureVectorizer-1",
       .inputs = {"float32[N, 4]", "float32[N, 3]"},
       .attributes = {{"inputdimensions", Ints{4, 3}}},
       .outputs = {"float32[N, 7]"}},
      {.op = "ai.onnx.ml:FeatureVectorizer-1",
       .inputs = {"int64[K]", "int64[3]"},
       .outputs = {"float32[1, K + 3]"}},
      {.op = "ai.onnx.ml:FeatureVectorizer-1",
       .inputs = {"int64[2, 3]", "int64[3, 3]"},
       .attributes = {{"inputdimensions", Ints{3, 3}}},
       .outputs = {"float32[?1, 6]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
  });
}

TEST(Ml, Regressors) {
  CheckCases({
      {.op = "ai.onnx.ml:LinearRegressor-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"targets", 2}},
       .outputs = {"float32[N, 2]"}},
      {.op = "ai.onnx.ml:LinearRegressor-1", .inputs = {"int64[4]"}, .outputs = {"float32[1, 1]"}},
      {.op = "ai.onnx.ml:SVMRegressor-1",
       .inputs = {"float32[N, 4]"},
       .outputs = {"float32[N, 1]"}},
      {.op = "ai.onnx.ml:TreeEnsembleRegressor-3",
       .inputs = {"float64[N, 4]"},
       .attributes = {{"n_targets", 2}},
       .outputs = {"float32[N, 2]"}},
      {.op = "ai.onnx.ml:TreeEnsemble-5",
       .inputs = {"float64[N, 4]"},
       .attributes = {{"n_targets", 2},
                      {"nodes_splits", TensorText{"float64[1] = {0.5}"}},
                      {"nodes_modes", TensorText{"uint8[1] = {0}"}},
                      {"nodes_featureids", Ints{0}},
                      {"nodes_truenodeids", Ints{0}},
                      {"nodes_falsenodeids", Ints{1}},
                      {"nodes_trueleafs", Ints{1}},
                      {"nodes_falseleafs", Ints{1}},
                      {"leaf_weights", TensorText{"float64[2] = {1, 2}"}},
                      {"leaf_targetids", Ints{0, 1}}},
       .outputs = {"float64[N, 2]"}},
      {.op = "ai.onnx.ml:TreeEnsembleRegressor-1",
       .inputs = {"float32?"},
       .outputs = {"float32[?2, ?1]"}},
  });
}

TEST(Ml, Classifiers) {
  const Attr two = {"classlabels_ints", Ints{0, 1}};
  CheckCases({
      {.op = "ai.onnx.ml:LinearClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {two, {"intercepts", Floats{1}}},
       .outputs = {"int64[N]", "float32[N, 2]"}},
      {.op = "ai.onnx.ml:LinearClassifier-1",
       .inputs = {"float32[4]"},
       .attributes = {{"classlabels_strings", Strings{"a", "b", "c"}},
                      {"intercepts", Floats{1, 1, 1}}},
       .outputs = {"string[1]", "float32[1, 3]"}},
      {.op = "ai.onnx.ml:LinearClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"intercepts", Floats{1}}},
       .outputs = {"int64[N]", "float32[N, 1]"}},
      {.op = "ai.onnx.ml:LinearClassifier-1",
       .inputs = {"float32[2, 3, 4]"},
       .attributes = {two, {"intercepts", Floats{1}}},
       .outputs = {"int64[2]", "float32[2, 2]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "ai.onnx.ml:SVMClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {two, {"vectors_per_class", Ints{1, 1}}},
       .outputs = {"int64[N]", "float32[N, 2]"}},
      {.op = "ai.onnx.ml:SVMClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"classlabels_ints", Ints{0, 1, 2, 3}},
                      {"vectors_per_class", Ints{1, 1, 1, 1}}},
       .outputs = {"int64[N]", "float32[N, 6]"}},
      {.op = "ai.onnx.ml:SVMClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"classlabels_ints", Ints{0, 1, 2, 3}},
                      {"vectors_per_class", Ints{1, 1, 1, 1}},
                      {"prob_a", Floats{1, 1, 1, 1, 1, 1}}},
       .outputs = {"int64[N]", "float32[N, 4]"}},
      {.op = "ai.onnx.ml:SVMClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {two},
       .outputs = {"int64[N]", "float32[N, 2]"}},
      {.op = "ai.onnx.ml:TreeEnsembleClassifier-3",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"classlabels_int64s", Ints{0}}},
       .outputs = {"int64[N]", "float32[N, 1]"}},
      {.op = "ai.onnx.ml:TreeEnsembleClassifier-1",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"classlabels_strings", Strings{"a", "b", "c"}}},
       .outputs = {"string[N]", "float32[N, 3]"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
