#include "tests/fuzz/support/file_answers.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/questions/infer_request.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/graph/support/dump.h"
#include "tests/fuzz/support/answer_check.h"

namespace shapewright::fuzz {
namespace {

// What an input may take is far less than a second, so that many are tried.
constexpr uint64_t kMaxFileWork = 20'000'000;

// A breach is an error without further looks, so that both sides of each limit are reached.
graph::ReaderOptions TightLimits() {
  graph::ReaderOptions options;
  options.limits.max_nodes = 8;
  options.limits.max_subgraph_depth = 2;
  options.limits.max_rank = 3;
  return options;
}

}  // namespace

void CheckFile(const graph::ModelSource& source, ModelFormat format) {
  const auto model = graph::ReadModelFile(source, format);
  const std::string error =
      model.ok()
          ? graph::FindInconsistency(**model)
          : std::string(model.status().message().empty() ? "an error without a message" : "");
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::abort();
  }
  (void)graph::ReadModelFile(source, format, TightLimits());

  v1::InferShapesRequest request;
  v1::ModelFile& file = *request.mutable_model()->mutable_file();
  file.set_content(std::string(source.content));
  file.set_weights(std::string(source.weights));
  file.set_format(static_cast<v1::ModelFormat>(format));
  CheckAnswers([&request] {
    inference::InferOptions options = SmallLimits();
    options.max_work = kMaxFileWork;
    return questions::InferRequest(request, options);
  });
}

}  // namespace shapewright::fuzz
