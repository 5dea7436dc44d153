#include "client/cpp/answer_pieces.h"

#include <google/protobuf/repeated_ptr_field.h>

namespace shapewright {

bool AddPiece(v1::StreamInferShapesResponse& piece, v1::InferShapesResponse* answer) {
  google::protobuf::RepeatedPtrField<v1::GraphInfo> graphs;
  graphs.Swap(piece.mutable_part()->mutable_graphs());
  answer->MergeFrom(piece.part());
  if (graphs.empty()) return true;
  const auto begun = static_cast<uint32_t>(answer->graphs_size());
  if (piece.graph() > begun) return false;
  int number = static_cast<int>(piece.graph());
  for (v1::GraphInfo& graph : graphs) {
    if (number < answer->graphs_size()) {
      answer->mutable_graphs(number)->MergeFrom(graph);
    } else {
      answer->add_graphs()->Swap(&graph);
    }
    ++number;
  }
  return true;
}

}  // namespace shapewright
