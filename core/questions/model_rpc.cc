#include "core/questions/model_rpc.h"

#include <algorithm>

#include "core/inference/read_model.h"
#include "core/questions/rows/questions.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::questions {
namespace {

using google::protobuf::Message;

const google::protobuf::FieldDescriptor* SpecField(const Message& request) {
  return request.GetDescriptor()->FindFieldByNumber(v1::InferShapesRequest::kModelFieldNumber);
}

}  // namespace

absl::Span<const ModelRpc> ModelRpcs() {
  static const ModelRpc kRpcs[] = {
      ChooseBucketsRow(),  CompileGuardRow(),  DescribeModelRow(),    EstimateCostRow(),
      EvaluateShapesRow(), ExplainShapesRow(), FindLargestSizesRow(), FindSymbolsToBindRow(),
      InferShapesRow(),    PlanBucketsRow(),   PlanProfilesRow(),     RewriteModelRow(),
  };
  return kRpcs;
}

const ModelRpc* FindModelRpc(absl::string_view name) {
  const absl::Span<const ModelRpc> rpcs = ModelRpcs();
  const auto found = std::find_if(rpcs.begin(), rpcs.end(),
                                  [name](const ModelRpc& rpc) { return rpc.name == name; });
  return found == rpcs.end() ? nullptr : &*found;
}

const v1::ModelSpec& SpecOf(const Message& request) {
  return static_cast<const v1::ModelSpec&>(
      request.GetReflection()->GetMessage(request, SpecField(request)));
}

v1::ModelSpec& MutableSpecOf(Message& request) {
  return static_cast<v1::ModelSpec&>(
      *request.GetReflection()->MutableMessage(&request, SpecField(request)));
}

const v1::RequestLimits& LimitsOf(const Message& request) {
  return static_cast<const v1::RequestLimits&>(request.GetReflection()->GetMessage(
      request, request.GetDescriptor()->FindFieldByName("limits")));
}

absl::StatusOr<std::string> AnswerModelRpc(const ModelRpc& rpc, const Message& request,
                                           const inference::InferOptions& options) {
  const auto model = inference::ReadModel(SpecOf(request), options);
  if (!model.ok()) return model.status();
  return rpc.answer(request, **model, options);
}

}  // namespace shapewright::questions
