package shapewright.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Answers questions about the shapes of tensors. It keeps no state but caches:
 * every call may be repeated.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ShapeServiceGrpc {

  private ShapeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "shapewright.v1.ShapeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<shapewright.v1.InferShapesRequest,
      shapewright.v1.InferShapesResponse> getInferShapesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "InferShapes",
      requestType = shapewright.v1.InferShapesRequest.class,
      responseType = shapewright.v1.InferShapesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.InferShapesRequest,
      shapewright.v1.InferShapesResponse> getInferShapesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.InferShapesRequest, shapewright.v1.InferShapesResponse> getInferShapesMethod;
    if ((getInferShapesMethod = ShapeServiceGrpc.getInferShapesMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getInferShapesMethod = ShapeServiceGrpc.getInferShapesMethod) == null) {
          ShapeServiceGrpc.getInferShapesMethod = getInferShapesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.InferShapesRequest, shapewright.v1.InferShapesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "InferShapes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.InferShapesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.InferShapesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("InferShapes"))
              .build();
        }
      }
    }
    return getInferShapesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.StreamInferShapesRequest,
      shapewright.v1.StreamInferShapesResponse> getStreamInferShapesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StreamInferShapes",
      requestType = shapewright.v1.StreamInferShapesRequest.class,
      responseType = shapewright.v1.StreamInferShapesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<shapewright.v1.StreamInferShapesRequest,
      shapewright.v1.StreamInferShapesResponse> getStreamInferShapesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.StreamInferShapesRequest, shapewright.v1.StreamInferShapesResponse> getStreamInferShapesMethod;
    if ((getStreamInferShapesMethod = ShapeServiceGrpc.getStreamInferShapesMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getStreamInferShapesMethod = ShapeServiceGrpc.getStreamInferShapesMethod) == null) {
          ShapeServiceGrpc.getStreamInferShapesMethod = getStreamInferShapesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.StreamInferShapesRequest, shapewright.v1.StreamInferShapesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StreamInferShapes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.StreamInferShapesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.StreamInferShapesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("StreamInferShapes"))
              .build();
        }
      }
    }
    return getStreamInferShapesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.EvaluateShapesRequest,
      shapewright.v1.EvaluateShapesResponse> getEvaluateShapesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "EvaluateShapes",
      requestType = shapewright.v1.EvaluateShapesRequest.class,
      responseType = shapewright.v1.EvaluateShapesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.EvaluateShapesRequest,
      shapewright.v1.EvaluateShapesResponse> getEvaluateShapesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.EvaluateShapesRequest, shapewright.v1.EvaluateShapesResponse> getEvaluateShapesMethod;
    if ((getEvaluateShapesMethod = ShapeServiceGrpc.getEvaluateShapesMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getEvaluateShapesMethod = ShapeServiceGrpc.getEvaluateShapesMethod) == null) {
          ShapeServiceGrpc.getEvaluateShapesMethod = getEvaluateShapesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.EvaluateShapesRequest, shapewright.v1.EvaluateShapesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "EvaluateShapes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EvaluateShapesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EvaluateShapesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("EvaluateShapes"))
              .build();
        }
      }
    }
    return getEvaluateShapesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.ExplainShapesRequest,
      shapewright.v1.ExplainShapesResponse> getExplainShapesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ExplainShapes",
      requestType = shapewright.v1.ExplainShapesRequest.class,
      responseType = shapewright.v1.ExplainShapesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.ExplainShapesRequest,
      shapewright.v1.ExplainShapesResponse> getExplainShapesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.ExplainShapesRequest, shapewright.v1.ExplainShapesResponse> getExplainShapesMethod;
    if ((getExplainShapesMethod = ShapeServiceGrpc.getExplainShapesMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getExplainShapesMethod = ShapeServiceGrpc.getExplainShapesMethod) == null) {
          ShapeServiceGrpc.getExplainShapesMethod = getExplainShapesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.ExplainShapesRequest, shapewright.v1.ExplainShapesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ExplainShapes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ExplainShapesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ExplainShapesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("ExplainShapes"))
              .build();
        }
      }
    }
    return getExplainShapesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.InferChainRequest,
      shapewright.v1.InferChainResponse> getInferChainMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "InferChain",
      requestType = shapewright.v1.InferChainRequest.class,
      responseType = shapewright.v1.InferChainResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.InferChainRequest,
      shapewright.v1.InferChainResponse> getInferChainMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.InferChainRequest, shapewright.v1.InferChainResponse> getInferChainMethod;
    if ((getInferChainMethod = ShapeServiceGrpc.getInferChainMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getInferChainMethod = ShapeServiceGrpc.getInferChainMethod) == null) {
          ShapeServiceGrpc.getInferChainMethod = getInferChainMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.InferChainRequest, shapewright.v1.InferChainResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "InferChain"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.InferChainRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.InferChainResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("InferChain"))
              .build();
        }
      }
    }
    return getInferChainMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.MergeShapesRequest,
      shapewright.v1.MergeShapesResponse> getMergeShapesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "MergeShapes",
      requestType = shapewright.v1.MergeShapesRequest.class,
      responseType = shapewright.v1.MergeShapesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.MergeShapesRequest,
      shapewright.v1.MergeShapesResponse> getMergeShapesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.MergeShapesRequest, shapewright.v1.MergeShapesResponse> getMergeShapesMethod;
    if ((getMergeShapesMethod = ShapeServiceGrpc.getMergeShapesMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getMergeShapesMethod = ShapeServiceGrpc.getMergeShapesMethod) == null) {
          ShapeServiceGrpc.getMergeShapesMethod = getMergeShapesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.MergeShapesRequest, shapewright.v1.MergeShapesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "MergeShapes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.MergeShapesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.MergeShapesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("MergeShapes"))
              .build();
        }
      }
    }
    return getMergeShapesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.ComputeLayoutRequest,
      shapewright.v1.ComputeLayoutResponse> getComputeLayoutMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ComputeLayout",
      requestType = shapewright.v1.ComputeLayoutRequest.class,
      responseType = shapewright.v1.ComputeLayoutResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.ComputeLayoutRequest,
      shapewright.v1.ComputeLayoutResponse> getComputeLayoutMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.ComputeLayoutRequest, shapewright.v1.ComputeLayoutResponse> getComputeLayoutMethod;
    if ((getComputeLayoutMethod = ShapeServiceGrpc.getComputeLayoutMethod) == null) {
      synchronized (ShapeServiceGrpc.class) {
        if ((getComputeLayoutMethod = ShapeServiceGrpc.getComputeLayoutMethod) == null) {
          ShapeServiceGrpc.getComputeLayoutMethod = getComputeLayoutMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.ComputeLayoutRequest, shapewright.v1.ComputeLayoutResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ComputeLayout"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ComputeLayoutRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ComputeLayoutResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ShapeServiceMethodDescriptorSupplier("ComputeLayout"))
              .build();
        }
      }
    }
    return getComputeLayoutMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ShapeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ShapeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ShapeServiceStub>() {
        @java.lang.Override
        public ShapeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ShapeServiceStub(channel, callOptions);
        }
      };
    return ShapeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ShapeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ShapeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ShapeServiceBlockingV2Stub>() {
        @java.lang.Override
        public ShapeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ShapeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ShapeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ShapeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ShapeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ShapeServiceBlockingStub>() {
        @java.lang.Override
        public ShapeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ShapeServiceBlockingStub(channel, callOptions);
        }
      };
    return ShapeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ShapeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ShapeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ShapeServiceFutureStub>() {
        @java.lang.Override
        public ShapeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ShapeServiceFutureStub(channel, callOptions);
        }
      };
    return ShapeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Infers the type and shape of every value of a model. A model that is wrong
     * is answered with diagnostics, not with an error, unless the request is
     * strict.
     * </pre>
     */
    default void inferShapes(shapewright.v1.InferShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.InferShapesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getInferShapesMethod(), responseObserver);
    }

    /**
     * <pre>
     * The same for answers of any size, in messages that put together are the answer.
     * </pre>
     */
    default void streamInferShapes(shapewright.v1.StreamInferShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.StreamInferShapesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getStreamInferShapesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells the sizes of outputs and other values for given sizes of inputs, whether
     * such inputs may be run, and how much memory that takes.
     * </pre>
     */
    default void evaluateShapes(shapewright.v1.EvaluateShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EvaluateShapesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getEvaluateShapesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells why a type, dim, element or fact is what it is.
     * </pre>
     */
    default void explainShapes(shapewright.v1.ExplainShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ExplainShapesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExplainShapesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Infers models that run one after the other as one: whether they fit together,
     * the types of the whole, and what becomes of states.
     * </pre>
     */
    default void inferChain(shapewright.v1.InferChainRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.InferChainResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getInferChainMethod(), responseObserver);
    }

    /**
     * <pre>
     * Combines and compares partly known shapes. Shapes that do not fit together
     * are a result, not an error.
     * </pre>
     */
    default void mergeShapes(shapewright.v1.MergeShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.MergeShapesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getMergeShapesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Computes how tensors lie in memory.
     * </pre>
     */
    default void computeLayout(shapewright.v1.ComputeLayoutRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ComputeLayoutResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getComputeLayoutMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ShapeService.
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public static abstract class ShapeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ShapeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ShapeService.
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public static final class ShapeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ShapeServiceStub> {
    private ShapeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ShapeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ShapeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Infers the type and shape of every value of a model. A model that is wrong
     * is answered with diagnostics, not with an error, unless the request is
     * strict.
     * </pre>
     */
    public void inferShapes(shapewright.v1.InferShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.InferShapesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getInferShapesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * The same for answers of any size, in messages that put together are the answer.
     * </pre>
     */
    public void streamInferShapes(shapewright.v1.StreamInferShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.StreamInferShapesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getStreamInferShapesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells the sizes of outputs and other values for given sizes of inputs, whether
     * such inputs may be run, and how much memory that takes.
     * </pre>
     */
    public void evaluateShapes(shapewright.v1.EvaluateShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EvaluateShapesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getEvaluateShapesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells why a type, dim, element or fact is what it is.
     * </pre>
     */
    public void explainShapes(shapewright.v1.ExplainShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ExplainShapesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExplainShapesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Infers models that run one after the other as one: whether they fit together,
     * the types of the whole, and what becomes of states.
     * </pre>
     */
    public void inferChain(shapewright.v1.InferChainRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.InferChainResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getInferChainMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Combines and compares partly known shapes. Shapes that do not fit together
     * are a result, not an error.
     * </pre>
     */
    public void mergeShapes(shapewright.v1.MergeShapesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.MergeShapesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getMergeShapesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Computes how tensors lie in memory.
     * </pre>
     */
    public void computeLayout(shapewright.v1.ComputeLayoutRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ComputeLayoutResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getComputeLayoutMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ShapeService.
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public static final class ShapeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ShapeServiceBlockingV2Stub> {
    private ShapeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ShapeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ShapeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Infers the type and shape of every value of a model. A model that is wrong
     * is answered with diagnostics, not with an error, unless the request is
     * strict.
     * </pre>
     */
    public shapewright.v1.InferShapesResponse inferShapes(shapewright.v1.InferShapesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getInferShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The same for answers of any size, in messages that put together are the answer.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, shapewright.v1.StreamInferShapesResponse>
        streamInferShapes(shapewright.v1.StreamInferShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getStreamInferShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells the sizes of outputs and other values for given sizes of inputs, whether
     * such inputs may be run, and how much memory that takes.
     * </pre>
     */
    public shapewright.v1.EvaluateShapesResponse evaluateShapes(shapewright.v1.EvaluateShapesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getEvaluateShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells why a type, dim, element or fact is what it is.
     * </pre>
     */
    public shapewright.v1.ExplainShapesResponse explainShapes(shapewright.v1.ExplainShapesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExplainShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Infers models that run one after the other as one: whether they fit together,
     * the types of the whole, and what becomes of states.
     * </pre>
     */
    public shapewright.v1.InferChainResponse inferChain(shapewright.v1.InferChainRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getInferChainMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Combines and compares partly known shapes. Shapes that do not fit together
     * are a result, not an error.
     * </pre>
     */
    public shapewright.v1.MergeShapesResponse mergeShapes(shapewright.v1.MergeShapesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getMergeShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Computes how tensors lie in memory.
     * </pre>
     */
    public shapewright.v1.ComputeLayoutResponse computeLayout(shapewright.v1.ComputeLayoutRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getComputeLayoutMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ShapeService.
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public static final class ShapeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ShapeServiceBlockingStub> {
    private ShapeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ShapeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ShapeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Infers the type and shape of every value of a model. A model that is wrong
     * is answered with diagnostics, not with an error, unless the request is
     * strict.
     * </pre>
     */
    public shapewright.v1.InferShapesResponse inferShapes(shapewright.v1.InferShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getInferShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The same for answers of any size, in messages that put together are the answer.
     * </pre>
     */
    public java.util.Iterator<shapewright.v1.StreamInferShapesResponse> streamInferShapes(
        shapewright.v1.StreamInferShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getStreamInferShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells the sizes of outputs and other values for given sizes of inputs, whether
     * such inputs may be run, and how much memory that takes.
     * </pre>
     */
    public shapewright.v1.EvaluateShapesResponse evaluateShapes(shapewright.v1.EvaluateShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getEvaluateShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells why a type, dim, element or fact is what it is.
     * </pre>
     */
    public shapewright.v1.ExplainShapesResponse explainShapes(shapewright.v1.ExplainShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExplainShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Infers models that run one after the other as one: whether they fit together,
     * the types of the whole, and what becomes of states.
     * </pre>
     */
    public shapewright.v1.InferChainResponse inferChain(shapewright.v1.InferChainRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getInferChainMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Combines and compares partly known shapes. Shapes that do not fit together
     * are a result, not an error.
     * </pre>
     */
    public shapewright.v1.MergeShapesResponse mergeShapes(shapewright.v1.MergeShapesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getMergeShapesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Computes how tensors lie in memory.
     * </pre>
     */
    public shapewright.v1.ComputeLayoutResponse computeLayout(shapewright.v1.ComputeLayoutRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getComputeLayoutMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ShapeService.
   * <pre>
   * Answers questions about the shapes of tensors. It keeps no state but caches:
   * every call may be repeated.
   * </pre>
   */
  public static final class ShapeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ShapeServiceFutureStub> {
    private ShapeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ShapeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ShapeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Infers the type and shape of every value of a model. A model that is wrong
     * is answered with diagnostics, not with an error, unless the request is
     * strict.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.InferShapesResponse> inferShapes(
        shapewright.v1.InferShapesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getInferShapesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells the sizes of outputs and other values for given sizes of inputs, whether
     * such inputs may be run, and how much memory that takes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.EvaluateShapesResponse> evaluateShapes(
        shapewright.v1.EvaluateShapesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getEvaluateShapesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells why a type, dim, element or fact is what it is.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.ExplainShapesResponse> explainShapes(
        shapewright.v1.ExplainShapesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExplainShapesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Infers models that run one after the other as one: whether they fit together,
     * the types of the whole, and what becomes of states.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.InferChainResponse> inferChain(
        shapewright.v1.InferChainRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getInferChainMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Combines and compares partly known shapes. Shapes that do not fit together
     * are a result, not an error.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.MergeShapesResponse> mergeShapes(
        shapewright.v1.MergeShapesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getMergeShapesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Computes how tensors lie in memory.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.ComputeLayoutResponse> computeLayout(
        shapewright.v1.ComputeLayoutRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getComputeLayoutMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_INFER_SHAPES = 0;
  private static final int METHODID_STREAM_INFER_SHAPES = 1;
  private static final int METHODID_EVALUATE_SHAPES = 2;
  private static final int METHODID_EXPLAIN_SHAPES = 3;
  private static final int METHODID_INFER_CHAIN = 4;
  private static final int METHODID_MERGE_SHAPES = 5;
  private static final int METHODID_COMPUTE_LAYOUT = 6;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_INFER_SHAPES:
          serviceImpl.inferShapes((shapewright.v1.InferShapesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.InferShapesResponse>) responseObserver);
          break;
        case METHODID_STREAM_INFER_SHAPES:
          serviceImpl.streamInferShapes((shapewright.v1.StreamInferShapesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.StreamInferShapesResponse>) responseObserver);
          break;
        case METHODID_EVALUATE_SHAPES:
          serviceImpl.evaluateShapes((shapewright.v1.EvaluateShapesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.EvaluateShapesResponse>) responseObserver);
          break;
        case METHODID_EXPLAIN_SHAPES:
          serviceImpl.explainShapes((shapewright.v1.ExplainShapesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.ExplainShapesResponse>) responseObserver);
          break;
        case METHODID_INFER_CHAIN:
          serviceImpl.inferChain((shapewright.v1.InferChainRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.InferChainResponse>) responseObserver);
          break;
        case METHODID_MERGE_SHAPES:
          serviceImpl.mergeShapes((shapewright.v1.MergeShapesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.MergeShapesResponse>) responseObserver);
          break;
        case METHODID_COMPUTE_LAYOUT:
          serviceImpl.computeLayout((shapewright.v1.ComputeLayoutRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.ComputeLayoutResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getInferShapesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.InferShapesRequest,
              shapewright.v1.InferShapesResponse>(
                service, METHODID_INFER_SHAPES)))
        .addMethod(
          getStreamInferShapesMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              shapewright.v1.StreamInferShapesRequest,
              shapewright.v1.StreamInferShapesResponse>(
                service, METHODID_STREAM_INFER_SHAPES)))
        .addMethod(
          getEvaluateShapesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.EvaluateShapesRequest,
              shapewright.v1.EvaluateShapesResponse>(
                service, METHODID_EVALUATE_SHAPES)))
        .addMethod(
          getExplainShapesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.ExplainShapesRequest,
              shapewright.v1.ExplainShapesResponse>(
                service, METHODID_EXPLAIN_SHAPES)))
        .addMethod(
          getInferChainMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.InferChainRequest,
              shapewright.v1.InferChainResponse>(
                service, METHODID_INFER_CHAIN)))
        .addMethod(
          getMergeShapesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.MergeShapesRequest,
              shapewright.v1.MergeShapesResponse>(
                service, METHODID_MERGE_SHAPES)))
        .addMethod(
          getComputeLayoutMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.ComputeLayoutRequest,
              shapewright.v1.ComputeLayoutResponse>(
                service, METHODID_COMPUTE_LAYOUT)))
        .build();
  }

  private static abstract class ShapeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ShapeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return shapewright.v1.ServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ShapeService");
    }
  }

  private static final class ShapeServiceFileDescriptorSupplier
      extends ShapeServiceBaseDescriptorSupplier {
    ShapeServiceFileDescriptorSupplier() {}
  }

  private static final class ShapeServiceMethodDescriptorSupplier
      extends ShapeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ShapeServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (ShapeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ShapeServiceFileDescriptorSupplier())
              .addMethod(getInferShapesMethod())
              .addMethod(getStreamInferShapesMethod())
              .addMethod(getEvaluateShapesMethod())
              .addMethod(getExplainShapesMethod())
              .addMethod(getInferChainMethod())
              .addMethod(getMergeShapesMethod())
              .addMethod(getComputeLayoutMethod())
              .build();
        }
      }
    }
    return result;
  }
}
