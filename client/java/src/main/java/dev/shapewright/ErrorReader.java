package dev.shapewright;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads what a failed call of gRPC tells. */
final class ErrorReader {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final Metadata.Key<String> PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

  private String reason = "";
  private Map<String, String> metadata = Map.of();
  private List<ShapewrightException.Field> fields = List.of();
  private Duration retryDelay;

  private ErrorReader() {}

  /**
   * The error of a call; isEnded: its caller has cancelled it, or its time is over. The target is
   * who was asked.
   */
  static ShapewrightException read(Throwable thrown, boolean isEnded, String target) {
    Status told = Status.fromThrowable(thrown);
    boolean isLost = isLost(told);
    Status status = isLost ? Status.UNAVAILABLE.withDescription(told.getDescription()) : told;
    Metadata trailers = Status.trailersFromThrowable(thrown);
    ErrorReader reader = new ErrorReader();
    boolean isFinal = isEnded;
    if (trailers != null) {
      reader.readDetails(trailers.get(DETAILS));
      String pushback = trailers.get(PUSHBACK);
      isFinal |= pushback != null && !pushback.matches("[0-9]{1,9}");
    }
    if (reader.reason.isEmpty()) {
      reader.reason = reasonWithoutServer(status.getCode());
    }
    ShapewrightException.Details details =
        new ShapewrightException.Details(
            reader.reason, reader.metadata, reader.fields, reader.retryDelay, isFinal, isLost);
    return new ShapewrightException(status, details, target, thrown);
  }

  /** Of what gRPC itself tells. */
  private static String reasonWithoutServer(Status.Code code) {
    return switch (code) {
      case UNAVAILABLE -> ShapewrightException.SERVER_UNREACHABLE;
      case DEADLINE_EXCEEDED -> ShapewrightException.DEADLINE_EXCEEDED;
      default -> "";
    };
  }

  /** Whether the connection broke, for which gRPC for Java has no code: it says UNKNOWN. */
  private static boolean isLost(Status status) {
    return status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof IOException;
  }

  /** A call that the caller has ended before gRPC told anything. */
  static ShapewrightException ended(Status status) {
    return read(new StatusRuntimeException(status), true, "");
  }

  private void readDetails(byte[] told) {
    if (told == null) {
      return;
    }
    try {
      for (Any detail : com.google.rpc.Status.parseFrom(told).getDetailsList()) {
        readDetail(detail);
      }
    } catch (InvalidProtocolBufferException malformed) {
      // What is malformed is passed over.
    }
  }

  private void readDetail(Any detail) {
    try {
      if (detail.is(ErrorInfo.class)) {
        ErrorInfo info = detail.unpack(ErrorInfo.class);
        reason = info.getReason();
        metadata = Map.copyOf(info.getMetadataMap());
      } else if (detail.is(BadRequest.class)) {
        fields =
            detail.unpack(BadRequest.class).getFieldViolationsList().stream()
                .map(told -> new ShapewrightException.Field(told.getField(), told.getDescription()))
                .toList();
      } else if (detail.is(RetryInfo.class)) {
        com.google.protobuf.Duration told = detail.unpack(RetryInfo.class).getRetryDelay();
        retryDelay = Duration.ofSeconds(told.getSeconds(), told.getNanos());
      }
    } catch (InvalidProtocolBufferException | ArithmeticException malformed) {
      // What is malformed is passed over.
    }
  }
}
