#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CONTEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CONTEXT_H_

#include <vector>

#include "client/cpp/answer_symbols.h"
#include "client/cpp/cli/lint/assumed_symbols.h"
#include "client/cpp/cli/lint/declared_dims.h"
#include "client/cpp/cli/lint/sample_sizes.h"
#include "client/cpp/model_graphs.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// A model and what was inferred of it.
struct LintContext {
  LintContext(const v1::InferShapesResponse& answer, onnx::ModelProto& model)
      : response(answer),
        graphs(FindGraphs(answer, model)),
        symbols(answer),
        assumed(answer, symbols),
        dims(answer, symbols),
        samples(answer, graphs, symbols) {}

  const v1::InferShapesResponse& response;
  // As many as the answer has.
  std::vector<ModelGraph> graphs;
  AnswerSymbols symbols;
  AssumedSymbols assumed;
  DeclaredDims dims;
  SampleSizes samples;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_LINT_CONTEXT_H_
