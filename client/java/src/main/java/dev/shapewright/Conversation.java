package dev.shapewright;

import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The calls that one question of a caller takes, and their repetitions: they have one deadline, and
 * end together when the caller cancels the question, or the context ends that it was asked in.
 */
final class Conversation {
  /** Makes one call of gRPC in the current context; what fails is a StatusRuntimeException. */
  interface Method<Q, A> {
    CompletableFuture<A> start(Q request, CallOptions options);
  }

  private final String target; // who is asked, as the caller says it
  private final RetryPolicy retry;
  private final Deadline deadline; // null: none
  private volatile String route = "";
  private final Context.CancellableContext context = Context.current().withCancellation();

  Conversation(String target, RetryPolicy retry, Duration timeout) {
    this.target = target;
    this.retry = retry;
    Deadline inherited = context.getDeadline();
    Deadline own = timeout == null ? null : Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
    boolean isInherited = own == null || (inherited != null && inherited.isBefore(own));
    this.deadline = isInherited ? inherited : own;
  }

  /** What the caller gets: it ends the conversation, and cancelling it ends it too. */
  <A> CompletableFuture<A> hold(Supplier<CompletableFuture<A>> question) {
    CompletableFuture<A> result = new CompletableFuture<>();
    CompletableFuture<A> answer;
    try {
      answer = question.get();
    } catch (RuntimeException refused) {
      answer = CompletableFuture.failedFuture(refused);
    }
    result.whenComplete((value, failure) -> context.cancel(null));
    answer.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            result.complete(value);
          } else {
            result.completeExceptionally(causeOf(failure));
          }
        });
    return result;
  }

  /** What balancers are told with all calls; nothing, if empty. */
  void setRoute(String route) {
    this.route = route;
  }

  /** Makes one call of the service, in as many attempts as it takes. */
  <Q, A> CompletableFuture<A> call(Method<Q, A> method, Q request) {
    return attempt(method, request, 1);
  }

  private <Q, A> CompletableFuture<A> attempt(Method<Q, A> method, Q request, int number) {
    return start(method, request)
        .exceptionallyCompose(
            thrown -> {
              ShapewrightException failure = ErrorReader.read(causeOf(thrown), isEnded(), target);
              Optional<Duration> delay = retry.delay(failure, number);
              if (delay.isEmpty() || !hasTimeFor(delay.get())) {
                return CompletableFuture.failedFuture(failure);
              }
              return after(delay.get()).thenCompose(waited -> attempt(method, request, number + 1));
            });
  }

  private <Q, A> CompletableFuture<A> start(Method<Q, A> method, Q request) {
    CallOptions options = Routes.with(CallOptions.DEFAULT.withDeadline(deadline), route);
    Context before = context.attach();
    try {
      return method.start(request, options);
    } catch (RuntimeException thrown) { // such as a channel's that is closed
      return CompletableFuture.failedFuture(thrown);
    } finally {
      context.detach(before);
    }
  }

  private boolean isEnded() {
    return context.isCancelled() || (deadline != null && deadline.isExpired());
  }

  private boolean hasTimeFor(Duration delay) {
    return deadline == null || deadline.timeRemaining(TimeUnit.NANOSECONDS) > delay.toNanos();
  }

  /** Ends after the delay, or with an error as soon as the conversation ends. */
  private CompletableFuture<Void> after(Duration delay) {
    CompletableFuture<Void> waited = new CompletableFuture<>();
    Executor later = CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
    later.execute(() -> waited.complete(null));
    Context.CancellationListener listener =
        ended ->
            waited.completeExceptionally(
                ErrorReader.ended(Status.CANCELLED.withDescription("the caller has ended it")));
    context.addListener(listener, Runnable::run);
    return waited.whenComplete((value, failure) -> context.removeListener(listener));
  }

  /** What was thrown, without what futures wrap it in. */
  static Throwable causeOf(Throwable thrown) {
    boolean isWrapped = thrown instanceof CompletionException && thrown.getCause() != null;
    return isWrapped ? causeOf(thrown.getCause()) : thrown;
  }
}
