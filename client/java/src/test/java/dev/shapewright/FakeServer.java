package dev.shapewright;

import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.ModelServiceGrpc;
import dev.shapewright.v1.ShapeServiceGrpc;
import dev.shapewright.v1.StreamInferShapesRequest;
import dev.shapewright.v1.StreamInferShapesResponse;
import dev.shapewright.v1.UploadModelRequest;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A server in this process, which answers as a test says. */
class FakeServer implements AutoCloseable {
  private final Server server;

  FakeServer() throws IOException {
    this(builder -> {});
  }

  FakeServer(Consumer<ServerBuilder<?>> configure) throws IOException {
    ServerBuilder<?> builder =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(shapes)
            .addService(models)
            .maxInboundMessageSize(1 << 30);
    configure.accept(builder);
    server = builder.build().start();
  }

  /** Ends calls with trailers that the handlers cannot write, as long as it is to. */
  static ServerInterceptor failing(
      Consumer<Metadata> trailers, Status status, BooleanSupplier fails) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (!fails.getAsBoolean()) {
          return next.startCall(call, headers);
        }
        Metadata told = new Metadata();
        trailers.accept(told);
        call.close(status, told);
        return new ServerCall.Listener<>() {};
      }
    };
  }

  String target() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  InferShapesResponse infer(InferShapesRequest request) throws StatusException {
    throw Status.UNIMPLEMENTED.asException();
  }

  /** Ends when the context of the call does, unless it answers. */
  MergeShapesResponse merge(Context context) throws StatusException {
    throw Status.UNIMPLEMENTED.asException();
  }

  void stream(StreamObserver<StreamInferShapesResponse> pieces) throws StatusException {
    throw Status.UNIMPLEMENTED.asException();
  }

  UploadModelResponse uploaded(byte[] model) throws StatusException {
    throw Status.UNIMPLEMENTED.asException();
  }

  /** Makes an answer, or says why there is none. */
  private interface Answer<A> {
    A get() throws StatusException;
  }

  private static <A> void reply(StreamObserver<A> answers, Answer<A> answer) {
    try {
      answers.onNext(answer.get());
      answers.onCompleted();
    } catch (StatusException failure) {
      answers.onError(failure);
    }
  }

  private final ShapeServiceGrpc.ShapeServiceImplBase shapes =
      new ShapeServiceGrpc.ShapeServiceImplBase() {
        @Override
        public void inferShapes(
            InferShapesRequest request, StreamObserver<InferShapesResponse> answers) {
          reply(answers, () -> infer(request));
        }

        @Override
        public void mergeShapes(
            MergeShapesRequest request, StreamObserver<MergeShapesResponse> answers) {
          reply(answers, () -> merge(Context.current()));
        }

        @Override
        public void streamInferShapes(
            StreamInferShapesRequest request, StreamObserver<StreamInferShapesResponse> answers) {
          try {
            stream(answers);
            answers.onCompleted();
          } catch (StatusException failure) {
            answers.onError(failure);
          }
        }
      };

  private final ModelServiceGrpc.ModelServiceImplBase models =
      new ModelServiceGrpc.ModelServiceImplBase() {
        @Override
        public StreamObserver<UploadModelRequest> uploadModel(
            StreamObserver<UploadModelResponse> answers) {
          ByteArrayOutputStream whole = new ByteArrayOutputStream();
          return new StreamObserver<>() {
            @Override
            public void onNext(UploadModelRequest piece) {
              whole.writeBytes(piece.getChunk().toByteArray());
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onCompleted() {
              reply(answers, () -> uploaded(whole.toByteArray()));
            }
          };
        }
      };
}
