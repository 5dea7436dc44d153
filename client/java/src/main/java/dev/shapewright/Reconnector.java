package dev.shapewright;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import io.grpc.ManagedChannel;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has a channel connect anew soon after a server has gone. gRPC for Java itself waits a second
 * first, and two minutes later on, and lets nobody change that.
 */
final class Reconnector extends ClientTransportFilter {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LAST = Duration.ofSeconds(5);

  // Weak: one that nobody uses any more, though it was not closed, is not kept.
  private WeakReference<ManagedChannel> channel = new WeakReference<>(null);
  private Duration delay = LAST;
  private long round;

  synchronized void start(ManagedChannel started) {
    channel = new WeakReference<>(started);
    restart();
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    return attributes;
  }

  @Override
  public void transportTerminated(Attributes attributes) {
    restart();
  }

  private synchronized void restart() {
    delay = FIRST;
    schedule(++round);
  }

  private void schedule(long scheduled) {
    long nanos = RetryPolicy.jitter(delay, 0.8, 1.2).toNanos();
    CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(() -> run(scheduled));
  }

  private synchronized void run(long scheduled) {
    ManagedChannel current = channel.get();
    if (scheduled != round || current == null || current.isShutdown()) {
      return;
    }
    current.resetConnectBackoff(); // nothing happens where all are connected
    Duration doubled = delay.multipliedBy(2);
    delay = doubled.compareTo(LAST) < 0 ? doubled : LAST;
    schedule(scheduled);
  }
}
