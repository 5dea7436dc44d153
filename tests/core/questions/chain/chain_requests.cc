#include "tests/core/questions/chain/chain_requests.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/questions/chain/infer_chain.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright::questions {
namespace {

void ReadValue(absl::string_view text, v1::StageValue* value) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits('.', 1));
  value->set_stage(parts.first);
  value->set_value(parts.second);
}

std::vector<std::string> TextsOf(const google::protobuf::RepeatedPtrField<v1::ValueInfo>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) {
    texts.push_back(absl::StrCat(value.name(), ": ", value.type().text()));
  }
  return texts;
}

}  // namespace

v1::InferChainRequest ChainRequest(
    const std::vector<std::pair<std::string, absl::string_view>>& stages,
    const std::vector<std::string>& links, const std::string& rest) {
  v1::InferChainRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(rest, &request)) << rest;
  for (const auto& [name, text] : stages) {
    v1::ChainStage& stage = *request.mutable_chain()->add_stages();
    stage.set_name(name);
    stage.mutable_model()->set_onnx(ParseModelText(text).SerializeAsString());
  }
  for (const std::string& link : links) {
    const std::pair<std::string, std::string> ends = absl::StrSplit(link, " -> ");
    v1::ChainLink& message = *request.mutable_chain()->add_links();
    ReadValue(ends.first, message.mutable_output());
    ReadValue(ends.second, message.mutable_input());
  }
  return request;
}

v1::InferChainResponse ChainAnswer(const v1::InferChainRequest& request) {
  const auto bytes = InferChain(request);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  v1::InferChainResponse answer;
  EXPECT_TRUE(answer.ParseFromString(bytes.value_or("")));
  return answer;
}

std::vector<std::string> InputsOf(const v1::InferChainResponse& answer) {
  return TextsOf(answer.whole().inputs());
}

std::vector<std::string> OutputsOf(const v1::InferChainResponse& answer) {
  return TextsOf(answer.whole().outputs());
}

std::vector<std::string> FactsOf(const v1::InferChainResponse& answer) {
  std::vector<std::string> texts;
  for (const v1::Fact& fact : answer.whole().facts()) {
    texts.push_back(absl::StrCat(fact.text(), " (",
                                 v1::Fact::Basis_Name(fact.basis()).substr(sizeof("BASIS")), ")"));
  }
  return texts;
}

}  // namespace shapewright::questions
