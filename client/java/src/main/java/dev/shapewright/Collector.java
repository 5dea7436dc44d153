package dev.shapewright;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.CompletableFuture;

/** Makes one answer of the messages of a call. */
abstract class Collector<Q, M, A> implements ClientResponseObserver<Q, M> {
  private final CompletableFuture<A> future = new CompletableFuture<>();
  private ClientCallStreamObserver<Q> call;

  final CompletableFuture<A> future() {
    return future;
  }

  /** Takes a message; an error ends the call. */
  abstract Status take(M message);

  /** The answer when all messages are there; null: some are not. */
  abstract A answer();

  @Override
  public void beforeStart(ClientCallStreamObserver<Q> started) {
    call = started;
  }

  @Override
  public final void onNext(M message) {
    Status status = take(message);
    if (!status.isOk()) {
      future.completeExceptionally(status.asRuntimeException());
      call.cancel(status.getDescription(), null);
    }
  }

  @Override
  public final void onError(Throwable thrown) {
    future.completeExceptionally(thrown);
  }

  @Override
  public final void onCompleted() {
    A answer = answer();
    if (answer == null) {
      onError(Status.INTERNAL.withDescription("there is no answer").asRuntimeException());
    } else {
      future.complete(answer);
    }
  }

  /** Of a call that is answered by one message. */
  static class OfOne<Q, A> extends Collector<Q, A, A> {
    private A answer;

    @Override
    final Status take(A message) {
      answer = message;
      return Status.OK;
    }

    @Override
    final A answer() {
      return answer;
    }
  }
}
