package dev.shapewright;

import com.google.protobuf.ByteString;
import dev.shapewright.v1.UploadModelRequest;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.stub.ClientCallStreamObserver;

/** Sends a model in pieces, as fast as they are taken. A server that has it answers at once. */
final class UploadSender extends Collector.OfOne<UploadModelRequest, UploadModelResponse> {
  private static final int CHUNK_BYTES = 1 << 20;

  private final ByteString onnx;
  private final UploadModelRequest first;
  private boolean hasBegun;
  private boolean isSent;
  private int sent;

  UploadSender(UploadModelRequest first, ByteString onnx) {
    this.first = first;
    this.onnx = onnx;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<UploadModelRequest> call) {
    super.beforeStart(call);
    call.setOnReadyHandler(() -> send(call));
  }

  private void send(ClientCallStreamObserver<UploadModelRequest> call) {
    while (!isSent && call.isReady()) {
      if (!hasBegun) {
        hasBegun = true;
        call.onNext(first);
      } else if (sent < onnx.size()) {
        int end = (int) Math.min((long) sent + CHUNK_BYTES, onnx.size());
        call.onNext(UploadModelRequest.newBuilder().setChunk(onnx.substring(sent, end)).build());
        sent = end;
      } else {
        isSent = true;
        call.onCompleted();
      }
    }
  }
}
