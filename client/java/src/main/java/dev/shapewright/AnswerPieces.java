package dev.shapewright;

import dev.shapewright.v1.GraphInfo;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.StreamInferShapesRequest;
import dev.shapewright.v1.StreamInferShapesResponse;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/** Puts the messages of StreamInferShapes together. */
final class AnswerPieces
    extends Collector<StreamInferShapesRequest, StreamInferShapesResponse, InferShapesResponse> {
  private final InferShapesResponse.Builder answer = InferShapesResponse.newBuilder();
  private final List<GraphInfo.Builder> graphs = new ArrayList<>();

  @Override
  Status take(StreamInferShapesResponse piece) {
    InferShapesResponse part = piece.getPart();
    int number = piece.getGraph();
    for (GraphInfo graph : part.getGraphsList()) {
      if (number < 0 || number > graphs.size()) {
        return Status.DATA_LOSS.withDescription("a piece of the answer is missing");
      }
      if (number == graphs.size()) {
        graphs.add(GraphInfo.newBuilder());
      }
      graphs.get(number).mergeFrom(graph);
      number++;
    }
    answer.mergeFrom(part.toBuilder().clearGraphs().build());
    return Status.OK;
  }

  @Override
  InferShapesResponse answer() {
    graphs.forEach(answer::addGraphs);
    return answer.build();
  }
}
