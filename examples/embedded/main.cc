// Infers a model in the process, and evaluates it at sizes.
//
// usage: embedded MODEL.onnx [SYMBOL=SIZE...]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "shapewright/evaluate.h"
#include "shapewright/infer.h"
#include "shapewright/model.h"

namespace {

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

void Print(const char* what, const shapewright::Value& value) {
  std::printf("%s %s: %s\n", what, value.name.c_str(), value.type->text.c_str());
}

shapewright::Binding ReadBinding(int count, char** texts) {
  shapewright::Binding binding;
  for (int i = 0; i < count; ++i) {
    const std::string text = texts[i];
    const size_t sign = text.find('=');
    if (sign == std::string::npos) continue;
    binding.symbols.push_back({text.substr(0, sign), std::atoll(text.c_str() + sign + 1)});
  }
  return binding;
}

int Evaluate(const shapewright::Inference& inference, const shapewright::Binding& binding) {
  shapewright::EvaluatorOptions options;
  options.memory.emplace();
  const auto evaluator = shapewright::Evaluator::Make(inference, options);
  if (!evaluator.ok()) return Fail(evaluator.status());
  const auto evaluation = evaluator->Evaluate(binding);
  if (!evaluation.ok()) return Fail(evaluation.status());
  for (const shapewright::ValueSize& value : evaluation->values) {
    std::printf("sizes %s:", value.name.c_str());
    for (const int64_t size : value.sizes) std::printf(" %lld", static_cast<long long>(size));
    std::printf(", %lld bytes\n", static_cast<long long>(value.bytes.value_or(-1)));
  }
  for (const shapewright::Violation& violation : evaluation->violations) {
    std::printf("fails: %s\n", violation.message.c_str());
  }
  std::printf("memory %s\n", evaluation->memory->total_bytes.has_value() ? "known" : "unknown");
  return evaluation->verdict == shapewright::Evaluation::Verdict::kInvalid ? 3 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto model = shapewright::Model::FromFile(argv[1]);
  if (!model.ok()) return Fail(model.status());
  const auto inference = shapewright::InferShapes(*model);
  if (!inference.ok()) return Fail(inference.status());

  for (const shapewright::Value* input : inference->inputs()) Print("input", *input);
  for (const shapewright::Value* output : inference->outputs()) Print("output", *output);
  for (const shapewright::Fact& fact : inference->facts()) {
    if (fact.is_precondition) std::printf("check %s\n", fact.text.c_str());
  }
  for (const shapewright::Diagnostic& diagnostic : inference->diagnostics()) {
    std::printf("%s: %s\n", diagnostic.code.c_str(), diagnostic.message.c_str());
  }
  return argc == 2 ? 0 : Evaluate(*inference, ReadBinding(argc - 2, argv + 2));
}
