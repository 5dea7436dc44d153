#include "client/cpp/answer_pieces.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

v1::StreamInferShapesResponse Piece(uint32_t graph, const std::string& value) {
  v1::StreamInferShapesResponse piece;
  piece.set_graph(graph);
  piece.mutable_part()->add_graphs()->add_values()->set_name(value);
  return piece;
}

TEST(AddPiece, GraphsGoOn) {
  v1::InferShapesResponse answer;
  v1::StreamInferShapesResponse head;
  head.mutable_part()->set_model_id("sha256:m");
  ASSERT_TRUE(AddPiece(head, &answer));
  v1::StreamInferShapesResponse first = Piece(0, "a");
  first.mutable_part()->mutable_graphs(0)->set_name("g");
  ASSERT_TRUE(AddPiece(first, &answer));
  v1::StreamInferShapesResponse next = Piece(0, "b");
  next.mutable_part()->add_graphs()->add_values()->set_name("c");
  ASSERT_TRUE(AddPiece(next, &answer));
  v1::StreamInferShapesResponse last = Piece(1, "d");
  last.mutable_part()->set_consistent(true);
  ASSERT_TRUE(AddPiece(last, &answer));

  v1::InferShapesResponse expected;
  expected.set_model_id("sha256:m");
  expected.set_consistent(true);
  v1::GraphInfo& main = *expected.add_graphs();
  main.set_name("g");
  main.add_values()->set_name("a");
  main.add_values()->set_name("b");
  v1::GraphInfo& body = *expected.add_graphs();
  body.add_values()->set_name("c");
  body.add_values()->set_name("d");
  EXPECT_EQ(answer.SerializeAsString(), expected.SerializeAsString());
}

TEST(AddPiece, NoGraphIsLeftOut) {
  v1::InferShapesResponse answer;
  for (const uint32_t graph : {1U, 4'000'000'000U}) {
    v1::StreamInferShapesResponse piece = Piece(graph, "a");
    EXPECT_FALSE(AddPiece(piece, &answer));
  }
  v1::StreamInferShapesResponse piece = Piece(0, "a");
  EXPECT_TRUE(AddPiece(piece, &answer));
  piece = Piece(1, "b");
  EXPECT_TRUE(AddPiece(piece, &answer));
}

}  // namespace
}  // namespace shapewright
