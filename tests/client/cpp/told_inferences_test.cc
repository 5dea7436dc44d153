#include "client/cpp/told_inferences.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

v1::InferShapesResponse AnswerWith(const std::string& id) {
  v1::InferShapesResponse answer;
  answer.set_inference_id(id);
  return answer;
}

v1::ModelSpec SpecOf(const std::string& model) {
  v1::ModelSpec spec;
  spec.set_onnx(model);
  spec.add_premises("N <= 7");
  return spec;
}

TEST(ToldInferences, AreSaidAgain) {
  ToldInferences told;
  EXPECT_EQ(told.SpecOf("a"), nullptr);
  told.Told(AnswerWith("a"), SpecOf("model"));
  ASSERT_NE(told.SpecOf("a"), nullptr);
  EXPECT_EQ(told.SpecOf("a")->SerializeAsString(), SpecOf("model").SerializeAsString());
}

// An answer to a question by id, or about a model without one, tells nothing.
TEST(ToldInferences, NeedsWhatItStandsFor) {
  ToldInferences told;
  v1::ModelSpec by_id;
  by_id.set_inference_id("a");
  told.Told(AnswerWith("a"), by_id);
  EXPECT_EQ(told.SpecOf("a"), nullptr);
  told.Told(AnswerWith(""), SpecOf("model"));
  EXPECT_EQ(told.SpecOf(""), nullptr);
}

TEST(ToldInferences, TheLatestOnesAreKept) {
  ToldInferences told(1000);
  told.Told(AnswerWith("a"), SpecOf(std::string(400, 'm')));
  told.Told(AnswerWith("b"), SpecOf(std::string(400, 'm')));
  EXPECT_NE(told.SpecOf("a"), nullptr);
  told.Told(AnswerWith("c"), SpecOf(std::string(400, 'm')));
  EXPECT_NE(told.SpecOf("a"), nullptr);
  EXPECT_EQ(told.SpecOf("b"), nullptr);
  EXPECT_NE(told.SpecOf("c"), nullptr);
  told.Told(AnswerWith("d"), SpecOf(std::string(1000, 'm')));
  EXPECT_EQ(told.SpecOf("d"), nullptr);
  EXPECT_NE(told.SpecOf("c"), nullptr);
}

}  // namespace
}  // namespace shapewright
