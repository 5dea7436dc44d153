package dev.shapewright;

import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Says what is tried again. gRPC itself repeats what nobody answered (UNAVAILABLE) by the service
 * config, up to five times; this is for what a server asks to repeat later, for calls that it
 * cancelled, and for those that gRPC gave up as an answer had begun. Every call of the service may
 * be repeated.
 *
 * @param attempts their number altogether; 1: no repetition
 * @param backoff the wait after the first attempt, at most; it doubles with each
 * @param limit the longest wait; a server that asks for more is left alone
 */
public record RetryPolicy(int attempts, Duration backoff, Duration limit) {
  /** What clients take unless they are told otherwise. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(6, Duration.ofMillis(100), Duration.ofSeconds(5));

  private static final int MAX_DOUBLINGS = 20;

  /** The wait after attempt number `attempt`, from 1; absent: no other one makes sense. */
  Optional<Duration> delay(ShapewrightException failure, int attempt) {
    if (attempt >= attempts || failure.isFinal()) {
      return Optional.empty();
    }
    boolean isUnavailable = failure.code() == Status.Code.UNAVAILABLE;
    if (isUnavailable && attempt > 1 && !failure.isLost()) { // gRPC has tried too
      return Optional.empty();
    }
    Duration told = failure.retryDelay().orElse(null);
    if (told != null && told.compareTo(Duration.ZERO) > 0) {
      // Never before, and not all at the same time.
      return told.compareTo(limit) > 0 ? Optional.empty() : Optional.of(jitter(told, 1, 1.5));
    }
    if (told == null && !isUnavailable && failure.code() != Status.Code.CANCELLED) {
      return Optional.empty();
    }
    Duration wait = backoff.multipliedBy(1L << Math.min(attempt - 1, MAX_DOUBLINGS));
    return Optional.of(jitter(wait.compareTo(limit) < 0 ? wait : limit, 0.5, 1));
  }

  static Duration jitter(Duration delay, double least, double most) {
    double factor = ThreadLocalRandom.current().nextDouble(least, most);
    return Duration.ofNanos((long) (delay.toNanos() * factor));
  }
}
