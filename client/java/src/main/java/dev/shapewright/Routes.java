package dev.shapewright;

import dev.shapewright.v1.ModelSpec;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.regex.Pattern;

/** What calls tell balancers, so that those about one model reach one server, which has it. */
final class Routes implements ClientInterceptor {
  private static final CallOptions.Key<String> ROUTE = CallOptions.Key.create("route");
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("x-shapewright-model", Metadata.ASCII_STRING_MARSHALLER);

  /** What a header may hold. */
  private static final Pattern FITS = Pattern.compile("[ -~]{1,256}");

  /** A model's id, or what names it in place of that; empty for one in the service's own form. */
  static String of(ModelSpec spec) {
    return switch (spec.getSourceCase()) {
      case ONNX -> Models.id(spec.getOnnx());
      case MODEL_ID -> spec.getModelId();
      case INFERENCE_ID -> spec.getInferenceId();
      case PATH -> spec.getPath();
      default -> "";
    };
  }

  static CallOptions with(CallOptions options, String route) {
    return FITS.matcher(route).matches() ? options.withOption(ROUTE, route) : options;
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    String route = options.getOption(ROUTE);
    ClientCall<Q, A> call = next.newCall(method, options);
    if (route == null) {
      return call;
    }
    return new SimpleForwardingClientCall<>(call) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        headers.put(HEADER, route);
        super.start(listener, headers);
      }
    };
  }
}
