// Chains of models of the corpus (S80, S81). Oracles: onnx.compose.merge_models, and onnxruntime
// for T = 1 to 32, by tests/conformance/check_chains.py, which has found these answers right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/questions/chain/chain_requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::questions {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::string ModelOf(const std::string& name) {
  return ReadFile(DataPath(absl::StrCat("corpus/models/", name, ".onnx")));
}

void AddModel(const std::string& stage, const std::string& name, v1::InferChainRequest& request) {
  v1::ChainStage& added = *request.mutable_chain()->add_stages();
  added.set_name(stage);
  added.mutable_model()->set_onnx(ModelOf(name));
}

TEST(CorpusChain, S80EncoderAndDecoder) {
  v1::InferChainRequest request = ChainRequest(
      {}, {"encoder.last_hidden_state -> decoder.encoder_hidden_states"}, "scope: SCOPE_OUTPUTS");
  AddModel("encoder", "t5_encoder_ts17", request);
  AddModel("decoder", "t5_decoder_ts17", request);
  const auto answer = ChainAnswer(request);
  EXPECT_TRUE(answer.fits());
  EXPECT_TRUE(answer.whole().consistent());
  EXPECT_THAT(InputsOf(answer),
              ElementsAre("input_ids: int64[encoder.batch, encoder.sequence]",
                          "attention_mask: int64[encoder.batch, encoder.sequence]",
                          "decoder_input_ids: int64[encoder.batch, decoder.sequence]",
                          "encoder_attention_mask: int64[encoder.batch, encoder.sequence]"));
  EXPECT_THAT(OutputsOf(answer),
              Contains("logits: float32[encoder.batch, decoder.sequence, 1000]"));
}

class CorpusState : public testing::TestWithParam<const char*> {};

TEST_P(CorpusState, S81GrowsByTheNewTokens) {
  v1::InferChainRequest request = ChainRequest({}, {}, R"(
    scope: SCOPE_OUTPUTS
    chain { states { output { stage: 'd' value: 'present.0.key' }
             input { stage: 'd' value: 'past_key_values.0.key' } }
    states { output { stage: 'd' value: 'present.1.value' }
             input { stage: 'd' value: 'past_key_values.1.value' } } })");
  AddModel("d", GetParam(), request);
  const auto answer = ChainAnswer(request);
  EXPECT_EQ(answer.steps_symbol(), "T");
  ASSERT_EQ(answer.states_size(), 2);
  for (const v1::StateReport& state : answer.states()) {
    EXPECT_EQ(state.reason(), "");
    ASSERT_EQ(state.axes_size(), 4);
    EXPECT_EQ(state.axes(0).after_steps().expr(), "batch");
    EXPECT_EQ(state.axes(1).after_steps().size(), state.axes(1).first().size());
    EXPECT_EQ(state.axes(2).after_steps().expr(), "sequence*T + past_sequence");
    EXPECT_EQ(state.axes(3).after_steps().size(), 16);
  }
}

INSTANTIATE_TEST_SUITE_P(Decoders, CorpusState,
                         testing::Values("gpt2_past_expr_ts13", "gpt2_past_ts17",
                                         "llama_past_dynamo18", "llama_past_ts17"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace shapewright::questions
