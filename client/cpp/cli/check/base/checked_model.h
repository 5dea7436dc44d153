#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECKED_MODEL_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECKED_MODEL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Reads models, and has questions about them answered.
class ModelSource {
 public:
  virtual ~ModelSource() = default;
  // The model of a file without its weights.
  virtual absl::StatusOr<std::string> Read(const std::string& path) = 0;
  // A configuration. Errors: it cannot be read, or is larger than configurations are.
  virtual absl::StatusOr<std::string> ReadText(const std::string& path) = 0;
  virtual absl::StatusOr<v1::InferShapesResponse> Infer(const v1::InferShapesRequest& request) = 0;
  virtual absl::StatusOr<v1::EvaluateShapesResponse> Evaluate(
      const v1::EvaluateShapesRequest& request) = 0;
  virtual absl::StatusOr<v1::InferChainResponse> InferChain(
      const v1::InferChainRequest& request) = 0;
};

// An axis of an input or output.
struct PortDim {
  // What the model declares: a number, a name, or neither.
  std::optional<int64_t> declared;
  std::string declared_name;
  std::string denotation;
  // The one number that it is, by what is inferred.
  std::optional<int64_t> size;
  // What is inferred, for people: `batch`, `N + 1`, `3`.
  std::string text;
};

// An input or output of a model.
struct Port {
  std::string name;
  v1::ElementType element = v1::ELEMENT_TYPE_UNSPECIFIED;  // UNSPECIFIED: not known
  bool is_tensor = true;
  bool has_rank = false;
  std::vector<PortDim> dims;
  // Whether an input has a constant that holds where a request leaves it out.
  bool is_optional = false;

  // `float32[batch, 3]`, printable.
  std::string Text() const;
};

// The sizes that a request has at inputs; -1: any.
struct SizesOfInput {
  std::string name;
  std::vector<int64_t> sizes;
};

// A model of a file, and what is inferred of it.
class CheckedModel {
 public:
  // Errors: the file cannot be read, or is no model.
  static absl::StatusOr<std::unique_ptr<CheckedModel>> Load(const std::string& path,
                                                            ModelSource& source);

  const std::string& path() const { return path_; }
  const std::string& onnx() const { return onnx_; }
  const onnx::ModelProto& proto() const { return proto_; }
  const v1::InferShapesResponse& answer() const { return answer_; }
  // Inputs in the model's order, also those with a default.
  const std::vector<Port>& inputs() const { return inputs_; }
  const std::vector<Port>& outputs() const { return outputs_; }
  // Null: there is none.
  const Port* FindInput(absl::string_view name) const;
  const Port* FindOutput(absl::string_view name) const;
  // An inner value of the main graph; null: there is none.
  const v1::ValueInfo* FindValue(absl::string_view name) const;

  // Why a size that an input leaves open is one number; empty: not known.
  std::string WhyFixed(const Port& port, size_t axis) const;

  // The model at sizes of its inputs.
  absl::StatusOr<v1::Evaluation> Evaluate(absl::Span<const SizesOfInput> sizes,
                                          absl::Span<const std::string> values = {}) const;

  // What is wrong where inputs have these sizes whatever the model declares; empty: nothing is.
  absl::StatusOr<std::string> ErrorWithSizes(absl::Span<const SizesOfInput> sizes) const;

  // Why the model fails at sizes.
  struct Failure {
    std::string text;  // with what would be right
    // Whether runtimes refuse it. Else only names that inputs share say that sizes are equal.
    bool is_certain = true;
  };
  // Nothing if it may run.
  std::optional<Failure> FailureOf(const v1::Evaluation& evaluation) const;

  // Why requests cannot be put together to a batch of this size along the first axes of the inputs.
  struct BatchFault {
    // An input whose first axis is not open; null: the model fails with such a batch.
    const Port* fixed = nullptr;
    std::string failure;
  };
  // Nothing if they can, or that is not known.
  std::optional<BatchFault> FaultOfBatch(int64_t batch) const;

 private:
  CheckedModel(std::string path, ModelSource& source) : path_(std::move(path)), source_(source) {}
  void AddPorts();

  const std::string path_;
  ModelSource& source_;
  std::string onnx_;
  onnx::ModelProto proto_;
  v1::InferShapesResponse answer_;
  std::vector<Port> inputs_;
  std::vector<Port> outputs_;
};

// The models that were read, each once.
class Models {
 public:
  explicit Models(ModelSource& source) : source_(source) {}

  // What Load() says. The model lives as long as this.
  absl::StatusOr<const CheckedModel*> Get(const std::string& path);
  ModelSource& source() { return source_; }

 private:
  ModelSource& source_;
  absl::flat_hash_map<std::string, absl::StatusOr<std::unique_ptr<CheckedModel>>> models_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECKED_MODEL_H_
