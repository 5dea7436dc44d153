// Asks a server for the shapes of a model, then for its sizes.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "shapewright/client/client.h"
#include "shapewright/client/strip.h"

int main() {
  const char* target = std::getenv("SHAPEWRIGHT_TARGET");  // HOST:PORT or unix:PATH
  const auto client = shapewright::Client::Connect(target != nullptr ? target : "localhost:8080");

  std::ifstream file("../../tests/languages/tail.onnx", std::ios::binary);
  const std::string onnx{std::istreambuf_iterator<char>(file), {}};
  const auto stripped = shapewright::StripWeights(onnx);
  if (!stripped.ok()) return 1;
  shapewright::v1::InferShapesRequest question;
  question.mutable_model()->set_onnx(*stripped);
  const auto answer = client->InferShapes(question, absl::Minutes(1));
  if (!answer.ok()) {
    std::fprintf(stderr, "%s\n", answer.status().ToString().c_str());
    return 1;
  }
  for (const auto& output : answer->outputs()) {
    std::printf("%s %s\n", output.name().c_str(), output.type().text().c_str());
  }

  // The id stands for the model and for all that the request said about it.
  shapewright::v1::EvaluateShapesRequest at;
  at.mutable_model()->set_inference_id(answer->inference_id());
  auto* size = at.add_bindings()->add_symbols();
  size->set_symbol("N");
  size->set_size(7);
  const auto sizes = client->EvaluateShapes(at, absl::Minutes(1));
  if (!sizes.ok()) return 1;
  for (const auto each : sizes->evaluations(0).outputs(0).sizes()) {
    std::printf("%lld\n", static_cast<long long>(each));
  }
}
