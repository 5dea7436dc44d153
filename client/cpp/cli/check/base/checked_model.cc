#include "client/cpp/cli/check/base/checked_model.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/model_graphs.h"
#include "core/shape/element_type.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

const onnx::ValueInfoProto* FindDeclared(
    const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& values,
    absl::string_view name) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const auto& value) { return value.name() == name; });
  return found == values.end() ? nullptr : &*found;
}

// What is declared of the port, as far as it has the rank that is inferred.
void AddDeclared(const onnx::ValueInfoProto& declared, Port* port) {
  if (!declared.type().has_tensor_type()) return;
  const onnx::TypeProto::Tensor& type = declared.type().tensor_type();
  if (port->element == v1::ELEMENT_TYPE_UNSPECIFIED) {
    port->element = static_cast<v1::ElementType>(type.elem_type());
  }
  if (!type.has_shape()) return;
  if (!port->has_rank) {
    port->has_rank = true;
    port->dims.resize(static_cast<size_t>(type.shape().dim_size()));
  }
  if (port->dims.size() != static_cast<size_t>(type.shape().dim_size())) return;
  for (int i = 0; i < type.shape().dim_size(); ++i) {
    const onnx::TensorShapeProto::Dimension& dim = type.shape().dim(i);
    PortDim& out = port->dims[static_cast<size_t>(i)];
    // Runtimes read a negative number as an open size.
    if (dim.has_dim_value() && dim.dim_value() >= 0) out.declared = dim.dim_value();
    out.declared_name = dim.dim_param();
    out.denotation = dim.denotation();
    if (out.declared.has_value() && !out.size.has_value() && out.text.empty()) {
      out.size = out.declared;
    }
    if (out.text.empty()) {
      out.text = out.declared.has_value()  ? absl::StrCat(*out.declared)
                 : dim.dim_param().empty() ? "?"
                                           : Printable(dim.dim_param());
    }
  }
}

Port PortOf(const v1::ValueInfo& value) {
  Port port;
  port.name = value.name();
  port.is_tensor = value.type().has_tensor() || value.type().kind_case() == v1::Type::KIND_NOT_SET;
  const v1::TensorType& tensor = value.type().tensor();
  port.element = tensor.element_type();
  port.has_rank = tensor.has_shape();
  for (const v1::Dim& dim : tensor.shape().dims()) {
    PortDim& out = port.dims.emplace_back();
    if (dim.kind_case() == v1::Dim::kSize) out.size = dim.size();
    out.text = DimText(dim);
  }
  return port;
}

const Port* FindPort(const std::vector<Port>& ports, absl::string_view name) {
  const auto found =
      std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  return found == ports.end() ? nullptr : &*found;
}

}  // namespace

std::string Port::Text() const {
  if (!is_tensor) return "no tensor";
  const absl::string_view type =
      element == v1::ELEMENT_TYPE_UNSPECIFIED
          ? "?"
          : shape::ElementTypeName(static_cast<shape::ElementType>(element));
  if (!has_rank) return absl::StrCat(type, "[...]");
  return absl::StrCat(
      type, "[",
      absl::StrJoin(dims, ", ",
                    [](std::string* out, const PortDim& dim) { absl::StrAppend(out, dim.text); }),
      "]");
}

absl::StatusOr<std::unique_ptr<CheckedModel>> CheckedModel::Load(const std::string& path,
                                                                 ModelSource& source) {
  std::unique_ptr<CheckedModel> model(new CheckedModel(path, source));
  absl::StatusOr<std::string> bytes = source.Read(path);
  if (!bytes.ok()) return bytes.status();
  model->onnx_ = *std::move(bytes);
  absl::Status parsed = ParseModel(model->onnx_, &model->proto_);
  if (!parsed.ok()) return parsed;
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model->onnx_);
  request.set_scope(v1::SCOPE_MAIN_GRAPH);
  request.add_include(v1::PART_AUDIT);
  absl::StatusOr<v1::InferShapesResponse> answer = source.Infer(request);
  if (!answer.ok()) return answer.status();
  model->answer_ = *std::move(answer);
  model->AddPorts();
  return model;
}

void CheckedModel::AddPorts() {
  const onnx::GraphProto& graph = proto_.graph();
  for (const onnx::ValueInfoProto& declared : graph.input()) {
    const auto value =
        std::find_if(answer_.inputs().begin(), answer_.inputs().end(),
                     [&](const v1::ValueInfo& each) { return each.name() == declared.name(); });
    Port port;
    if (value != answer_.inputs().end()) port = PortOf(*value);
    port.name = declared.name();
    port.is_optional =
        std::any_of(graph.initializer().begin(), graph.initializer().end(),
                    [&](const auto& tensor) { return tensor.name() == declared.name(); });
    AddDeclared(declared, &port);
    inputs_.push_back(std::move(port));
  }
  for (const v1::ValueInfo& value : answer_.outputs()) {
    Port port = PortOf(value);
    const onnx::ValueInfoProto* declared = FindDeclared(graph.output(), value.name());
    if (declared != nullptr) AddDeclared(*declared, &port);
    outputs_.push_back(std::move(port));
  }
}

const Port* CheckedModel::FindInput(absl::string_view name) const {
  return FindPort(inputs_, name);
}

const Port* CheckedModel::FindOutput(absl::string_view name) const {
  return FindPort(outputs_, name);
}

const v1::ValueInfo* CheckedModel::FindValue(absl::string_view name) const {
  if (answer_.graphs().empty()) return nullptr;
  const auto& values = answer_.graphs(0).values();
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const v1::ValueInfo& value) { return value.name() == name; });
  return found == values.end() ? nullptr : &*found;
}

std::string CheckedModel::WhyFixed(const Port& port, size_t axis) const {
  for (const v1::AuditFinding& finding : answer_.audit()) {
    if (finding.finding() == v1::AuditFinding::FINDING_BAKED_IN &&
        finding.dim().value() == port.name && finding.dim().has_axis() &&
        finding.dim().axis() == axis) {
      return Printable(finding.message());
    }
  }
  for (const v1::Symbol& symbol : answer_.symbols()) {
    if (symbol.origin().value() == port.name && symbol.origin().has_axis() &&
        symbol.origin().axis() == axis && !symbol.reason().empty()) {
      return Printable(symbol.reason());
    }
  }
  return "";
}

absl::StatusOr<v1::Evaluation> CheckedModel::Evaluate(absl::Span<const SizesOfInput> sizes,
                                                      absl::Span<const std::string> values) const {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(onnx_);
  v1::Binding* binding = request.add_bindings();
  for (const SizesOfInput& input : sizes) {
    v1::InputSizes* out = binding->add_inputs();
    out->set_name(input.name);
    if (input.sizes.empty()) out->set_scalar(true);
    out->mutable_sizes()->Add(input.sizes.begin(), input.sizes.end());
  }
  for (const std::string& value : values) request.add_values(value);
  absl::StatusOr<v1::EvaluateShapesResponse> response = source_.Evaluate(request);
  if (!response.ok()) return response.status();
  if (response->evaluations_size() != 1) return absl::InternalError("the answer has no evaluation");
  if (response->evaluations(0).has_error()) {
    return absl::InvalidArgumentError(response->evaluations(0).error().message());
  }
  return response->evaluations(0);
}

absl::StatusOr<std::string> CheckedModel::ErrorWithSizes(
    absl::Span<const SizesOfInput> sizes) const {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(onnx_);
  request.set_scope(v1::SCOPE_OUTPUTS);
  for (const SizesOfInput& input : sizes) {
    const Port* port = FindInput(input.name);
    if (port == nullptr) continue;
    v1::NamedType* named = request.mutable_model()->add_input_types();
    named->set_name(input.name);
    v1::TensorType* tensor = named->mutable_type()->mutable_tensor();
    tensor->set_element_type(port->element);
    tensor->mutable_shape();
    for (const int64_t size : input.sizes) {
      v1::Dim* dim = tensor->mutable_shape()->add_dims();
      if (size >= 0) dim->set_size(size);
    }
  }
  const absl::StatusOr<v1::InferShapesResponse> answer = source_.Infer(request);
  if (!answer.ok()) return answer.status();
  for (const v1::Diagnostic& diagnostic : answer->diagnostics()) {
    if (diagnostic.severity() != v1::Diagnostic::SEVERITY_ERROR) continue;
    return absl::StrCat(SiteText(*answer).Place(diagnostic.site()), ": ",
                        Printable(diagnostic.message()));
  }
  return std::string();
}

std::optional<CheckedModel::BatchFault> CheckedModel::FaultOfBatch(int64_t batch) const {
  std::vector<SizesOfInput> request;
  for (const Port& port : inputs_) {
    if (port.is_optional || !port.has_rank) continue;
    if (port.dims.empty() || port.dims[0].size.has_value()) return BatchFault{&port, ""};
    std::vector<int64_t> sizes(port.dims.size(), -1);
    sizes[0] = batch;
    request.push_back({port.name, std::move(sizes)});
  }
  const absl::StatusOr<v1::Evaluation> evaluation = Evaluate(request);
  if (!evaluation.ok()) return std::nullopt;
  const std::optional<Failure> failure = FailureOf(*evaluation);
  if (!failure.has_value()) return std::nullopt;
  return BatchFault{nullptr, absl::StrCat("the model fails: ", failure->text)};
}

std::optional<CheckedModel::Failure> CheckedModel::FailureOf(
    const v1::Evaluation& evaluation) const {
  if (evaluation.verdict() != v1::Evaluation::VERDICT_INVALID) return std::nullopt;
  std::optional<Failure> uncertain;
  for (const v1::Violation& violation : evaluation.violations()) {
    // An error of the model itself has a finding of its own.
    if (violation.kind() == v1::Violation::KIND_MODEL) continue;
    Failure failure{absl::StrCat(Printable(violation.message()),
                                 violation.suggestion().empty() ? "" : "; ",
                                 Printable(violation.suggestion()))};
    const int fact = static_cast<int>(violation.fact());
    failure.is_certain = !violation.has_fact() || fact >= answer_.facts_size() ||
                         answer_.facts(fact).basis() == v1::Fact::BASIS_REQUIRED;
    if (failure.is_certain) return failure;
    if (!uncertain.has_value()) uncertain = std::move(failure);
  }
  return uncertain;
}

absl::StatusOr<const CheckedModel*> Models::Get(const std::string& path) {
  auto found = models_.find(path);
  if (found == models_.end()) {
    found = models_.emplace(path, CheckedModel::Load(path, source_)).first;
  }
  if (!found->second.ok()) return found->second.status();
  return found->second->get();
}

}  // namespace shapewright::cli
