package shapewright.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Plans how a model is served, from its shapes. It keeps no state but caches,
 * too.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class PlanServiceGrpc {

  private PlanServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "shapewright.v1.PlanService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<shapewright.v1.PlanBucketsRequest,
      shapewright.v1.PlanBucketsResponse> getPlanBucketsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "PlanBuckets",
      requestType = shapewright.v1.PlanBucketsRequest.class,
      responseType = shapewright.v1.PlanBucketsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.PlanBucketsRequest,
      shapewright.v1.PlanBucketsResponse> getPlanBucketsMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.PlanBucketsRequest, shapewright.v1.PlanBucketsResponse> getPlanBucketsMethod;
    if ((getPlanBucketsMethod = PlanServiceGrpc.getPlanBucketsMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getPlanBucketsMethod = PlanServiceGrpc.getPlanBucketsMethod) == null) {
          PlanServiceGrpc.getPlanBucketsMethod = getPlanBucketsMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.PlanBucketsRequest, shapewright.v1.PlanBucketsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "PlanBuckets"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.PlanBucketsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.PlanBucketsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("PlanBuckets"))
              .build();
        }
      }
    }
    return getPlanBucketsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.ChooseBucketsRequest,
      shapewright.v1.ChooseBucketsResponse> getChooseBucketsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ChooseBuckets",
      requestType = shapewright.v1.ChooseBucketsRequest.class,
      responseType = shapewright.v1.ChooseBucketsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.ChooseBucketsRequest,
      shapewright.v1.ChooseBucketsResponse> getChooseBucketsMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.ChooseBucketsRequest, shapewright.v1.ChooseBucketsResponse> getChooseBucketsMethod;
    if ((getChooseBucketsMethod = PlanServiceGrpc.getChooseBucketsMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getChooseBucketsMethod = PlanServiceGrpc.getChooseBucketsMethod) == null) {
          PlanServiceGrpc.getChooseBucketsMethod = getChooseBucketsMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.ChooseBucketsRequest, shapewright.v1.ChooseBucketsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ChooseBuckets"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ChooseBucketsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ChooseBucketsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("ChooseBuckets"))
              .build();
        }
      }
    }
    return getChooseBucketsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.PlanProfilesRequest,
      shapewright.v1.PlanProfilesResponse> getPlanProfilesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "PlanProfiles",
      requestType = shapewright.v1.PlanProfilesRequest.class,
      responseType = shapewright.v1.PlanProfilesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.PlanProfilesRequest,
      shapewright.v1.PlanProfilesResponse> getPlanProfilesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.PlanProfilesRequest, shapewright.v1.PlanProfilesResponse> getPlanProfilesMethod;
    if ((getPlanProfilesMethod = PlanServiceGrpc.getPlanProfilesMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getPlanProfilesMethod = PlanServiceGrpc.getPlanProfilesMethod) == null) {
          PlanServiceGrpc.getPlanProfilesMethod = getPlanProfilesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.PlanProfilesRequest, shapewright.v1.PlanProfilesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "PlanProfiles"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.PlanProfilesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.PlanProfilesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("PlanProfiles"))
              .build();
        }
      }
    }
    return getPlanProfilesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.FindLargestSizesRequest,
      shapewright.v1.FindLargestSizesResponse> getFindLargestSizesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FindLargestSizes",
      requestType = shapewright.v1.FindLargestSizesRequest.class,
      responseType = shapewright.v1.FindLargestSizesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.FindLargestSizesRequest,
      shapewright.v1.FindLargestSizesResponse> getFindLargestSizesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.FindLargestSizesRequest, shapewright.v1.FindLargestSizesResponse> getFindLargestSizesMethod;
    if ((getFindLargestSizesMethod = PlanServiceGrpc.getFindLargestSizesMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getFindLargestSizesMethod = PlanServiceGrpc.getFindLargestSizesMethod) == null) {
          PlanServiceGrpc.getFindLargestSizesMethod = getFindLargestSizesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.FindLargestSizesRequest, shapewright.v1.FindLargestSizesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FindLargestSizes"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.FindLargestSizesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.FindLargestSizesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("FindLargestSizes"))
              .build();
        }
      }
    }
    return getFindLargestSizesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.FindSymbolsToBindRequest,
      shapewright.v1.FindSymbolsToBindResponse> getFindSymbolsToBindMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FindSymbolsToBind",
      requestType = shapewright.v1.FindSymbolsToBindRequest.class,
      responseType = shapewright.v1.FindSymbolsToBindResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.FindSymbolsToBindRequest,
      shapewright.v1.FindSymbolsToBindResponse> getFindSymbolsToBindMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.FindSymbolsToBindRequest, shapewright.v1.FindSymbolsToBindResponse> getFindSymbolsToBindMethod;
    if ((getFindSymbolsToBindMethod = PlanServiceGrpc.getFindSymbolsToBindMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getFindSymbolsToBindMethod = PlanServiceGrpc.getFindSymbolsToBindMethod) == null) {
          PlanServiceGrpc.getFindSymbolsToBindMethod = getFindSymbolsToBindMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.FindSymbolsToBindRequest, shapewright.v1.FindSymbolsToBindResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FindSymbolsToBind"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.FindSymbolsToBindRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.FindSymbolsToBindResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("FindSymbolsToBind"))
              .build();
        }
      }
    }
    return getFindSymbolsToBindMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.CompileGuardRequest,
      shapewright.v1.CompileGuardResponse> getCompileGuardMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CompileGuard",
      requestType = shapewright.v1.CompileGuardRequest.class,
      responseType = shapewright.v1.CompileGuardResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.CompileGuardRequest,
      shapewright.v1.CompileGuardResponse> getCompileGuardMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.CompileGuardRequest, shapewright.v1.CompileGuardResponse> getCompileGuardMethod;
    if ((getCompileGuardMethod = PlanServiceGrpc.getCompileGuardMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getCompileGuardMethod = PlanServiceGrpc.getCompileGuardMethod) == null) {
          PlanServiceGrpc.getCompileGuardMethod = getCompileGuardMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.CompileGuardRequest, shapewright.v1.CompileGuardResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CompileGuard"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.CompileGuardRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.CompileGuardResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("CompileGuard"))
              .build();
        }
      }
    }
    return getCompileGuardMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.EstimateCostRequest,
      shapewright.v1.EstimateCostResponse> getEstimateCostMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "EstimateCost",
      requestType = shapewright.v1.EstimateCostRequest.class,
      responseType = shapewright.v1.EstimateCostResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.EstimateCostRequest,
      shapewright.v1.EstimateCostResponse> getEstimateCostMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.EstimateCostRequest, shapewright.v1.EstimateCostResponse> getEstimateCostMethod;
    if ((getEstimateCostMethod = PlanServiceGrpc.getEstimateCostMethod) == null) {
      synchronized (PlanServiceGrpc.class) {
        if ((getEstimateCostMethod = PlanServiceGrpc.getEstimateCostMethod) == null) {
          PlanServiceGrpc.getEstimateCostMethod = getEstimateCostMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.EstimateCostRequest, shapewright.v1.EstimateCostResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "EstimateCost"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EstimateCostRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EstimateCostResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PlanServiceMethodDescriptorSupplier("EstimateCost"))
              .build();
        }
      }
    }
    return getEstimateCostMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static PlanServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlanServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlanServiceStub>() {
        @java.lang.Override
        public PlanServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlanServiceStub(channel, callOptions);
        }
      };
    return PlanServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static PlanServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlanServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlanServiceBlockingV2Stub>() {
        @java.lang.Override
        public PlanServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlanServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return PlanServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static PlanServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlanServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlanServiceBlockingStub>() {
        @java.lang.Override
        public PlanServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlanServiceBlockingStub(channel, callOptions);
        }
      };
    return PlanServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static PlanServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PlanServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PlanServiceFutureStub>() {
        @java.lang.Override
        public PlanServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PlanServiceFutureStub(channel, callOptions);
        }
      };
    return PlanServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Evaluates buckets of sizes, and places requests in them.
     * </pre>
     */
    default void planBuckets(shapewright.v1.PlanBucketsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.PlanBucketsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getPlanBucketsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Chooses the buckets that pad the least for sizes that were observed.
     * </pre>
     */
    default void chooseBuckets(shapewright.v1.ChooseBucketsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ChooseBucketsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getChooseBucketsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Gives the least, most common and greatest sizes to build engines for.
     * </pre>
     */
    default void planProfiles(shapewright.v1.PlanProfilesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.PlanProfilesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getPlanProfilesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Finds the greatest sizes at which memory, or another quantity, is within a budget.
     * </pre>
     */
    default void findLargestSizes(shapewright.v1.FindLargestSizesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.FindLargestSizesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFindLargestSizesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Finds the fewest symbols that have to be bound so that sizes are numbers.
     * </pre>
     */
    default void findSymbolsToBind(shapewright.v1.FindSymbolsToBindRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.FindSymbolsToBindResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFindSymbolsToBindMethod(), responseObserver);
    }

    /**
     * <pre>
     * Compiles what must hold of requests, and the sizes of outputs, into a small
     * program that callers run by themselves.
     * </pre>
     */
    default void compileGuard(shapewright.v1.CompileGuardRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.CompileGuardResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCompileGuardMethod(), responseObserver);
    }

    /**
     * <pre>
     * Counts the operations and bytes of a run as expressions over the sizes, for the
     * model and its parts.
     * </pre>
     */
    default void estimateCost(shapewright.v1.EstimateCostRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EstimateCostResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getEstimateCostMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service PlanService.
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public static abstract class PlanServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return PlanServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service PlanService.
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public static final class PlanServiceStub
      extends io.grpc.stub.AbstractAsyncStub<PlanServiceStub> {
    private PlanServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlanServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlanServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Evaluates buckets of sizes, and places requests in them.
     * </pre>
     */
    public void planBuckets(shapewright.v1.PlanBucketsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.PlanBucketsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getPlanBucketsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Chooses the buckets that pad the least for sizes that were observed.
     * </pre>
     */
    public void chooseBuckets(shapewright.v1.ChooseBucketsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ChooseBucketsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getChooseBucketsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Gives the least, most common and greatest sizes to build engines for.
     * </pre>
     */
    public void planProfiles(shapewright.v1.PlanProfilesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.PlanProfilesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getPlanProfilesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Finds the greatest sizes at which memory, or another quantity, is within a budget.
     * </pre>
     */
    public void findLargestSizes(shapewright.v1.FindLargestSizesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.FindLargestSizesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFindLargestSizesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Finds the fewest symbols that have to be bound so that sizes are numbers.
     * </pre>
     */
    public void findSymbolsToBind(shapewright.v1.FindSymbolsToBindRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.FindSymbolsToBindResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFindSymbolsToBindMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Compiles what must hold of requests, and the sizes of outputs, into a small
     * program that callers run by themselves.
     * </pre>
     */
    public void compileGuard(shapewright.v1.CompileGuardRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.CompileGuardResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCompileGuardMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Counts the operations and bytes of a run as expressions over the sizes, for the
     * model and its parts.
     * </pre>
     */
    public void estimateCost(shapewright.v1.EstimateCostRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EstimateCostResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getEstimateCostMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service PlanService.
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public static final class PlanServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<PlanServiceBlockingV2Stub> {
    private PlanServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlanServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlanServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Evaluates buckets of sizes, and places requests in them.
     * </pre>
     */
    public shapewright.v1.PlanBucketsResponse planBuckets(shapewright.v1.PlanBucketsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getPlanBucketsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Chooses the buckets that pad the least for sizes that were observed.
     * </pre>
     */
    public shapewright.v1.ChooseBucketsResponse chooseBuckets(shapewright.v1.ChooseBucketsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getChooseBucketsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Gives the least, most common and greatest sizes to build engines for.
     * </pre>
     */
    public shapewright.v1.PlanProfilesResponse planProfiles(shapewright.v1.PlanProfilesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getPlanProfilesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the greatest sizes at which memory, or another quantity, is within a budget.
     * </pre>
     */
    public shapewright.v1.FindLargestSizesResponse findLargestSizes(shapewright.v1.FindLargestSizesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFindLargestSizesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the fewest symbols that have to be bound so that sizes are numbers.
     * </pre>
     */
    public shapewright.v1.FindSymbolsToBindResponse findSymbolsToBind(shapewright.v1.FindSymbolsToBindRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFindSymbolsToBindMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Compiles what must hold of requests, and the sizes of outputs, into a small
     * program that callers run by themselves.
     * </pre>
     */
    public shapewright.v1.CompileGuardResponse compileGuard(shapewright.v1.CompileGuardRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCompileGuardMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Counts the operations and bytes of a run as expressions over the sizes, for the
     * model and its parts.
     * </pre>
     */
    public shapewright.v1.EstimateCostResponse estimateCost(shapewright.v1.EstimateCostRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getEstimateCostMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service PlanService.
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public static final class PlanServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<PlanServiceBlockingStub> {
    private PlanServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlanServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlanServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Evaluates buckets of sizes, and places requests in them.
     * </pre>
     */
    public shapewright.v1.PlanBucketsResponse planBuckets(shapewright.v1.PlanBucketsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getPlanBucketsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Chooses the buckets that pad the least for sizes that were observed.
     * </pre>
     */
    public shapewright.v1.ChooseBucketsResponse chooseBuckets(shapewright.v1.ChooseBucketsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getChooseBucketsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Gives the least, most common and greatest sizes to build engines for.
     * </pre>
     */
    public shapewright.v1.PlanProfilesResponse planProfiles(shapewright.v1.PlanProfilesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getPlanProfilesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the greatest sizes at which memory, or another quantity, is within a budget.
     * </pre>
     */
    public shapewright.v1.FindLargestSizesResponse findLargestSizes(shapewright.v1.FindLargestSizesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFindLargestSizesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the fewest symbols that have to be bound so that sizes are numbers.
     * </pre>
     */
    public shapewright.v1.FindSymbolsToBindResponse findSymbolsToBind(shapewright.v1.FindSymbolsToBindRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFindSymbolsToBindMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Compiles what must hold of requests, and the sizes of outputs, into a small
     * program that callers run by themselves.
     * </pre>
     */
    public shapewright.v1.CompileGuardResponse compileGuard(shapewright.v1.CompileGuardRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCompileGuardMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Counts the operations and bytes of a run as expressions over the sizes, for the
     * model and its parts.
     * </pre>
     */
    public shapewright.v1.EstimateCostResponse estimateCost(shapewright.v1.EstimateCostRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getEstimateCostMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service PlanService.
   * <pre>
   * Plans how a model is served, from its shapes. It keeps no state but caches,
   * too.
   * </pre>
   */
  public static final class PlanServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<PlanServiceFutureStub> {
    private PlanServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PlanServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PlanServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Evaluates buckets of sizes, and places requests in them.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.PlanBucketsResponse> planBuckets(
        shapewright.v1.PlanBucketsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getPlanBucketsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Chooses the buckets that pad the least for sizes that were observed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.ChooseBucketsResponse> chooseBuckets(
        shapewright.v1.ChooseBucketsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getChooseBucketsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Gives the least, most common and greatest sizes to build engines for.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.PlanProfilesResponse> planProfiles(
        shapewright.v1.PlanProfilesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getPlanProfilesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Finds the greatest sizes at which memory, or another quantity, is within a budget.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.FindLargestSizesResponse> findLargestSizes(
        shapewright.v1.FindLargestSizesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFindLargestSizesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Finds the fewest symbols that have to be bound so that sizes are numbers.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.FindSymbolsToBindResponse> findSymbolsToBind(
        shapewright.v1.FindSymbolsToBindRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFindSymbolsToBindMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Compiles what must hold of requests, and the sizes of outputs, into a small
     * program that callers run by themselves.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.CompileGuardResponse> compileGuard(
        shapewright.v1.CompileGuardRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCompileGuardMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Counts the operations and bytes of a run as expressions over the sizes, for the
     * model and its parts.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.EstimateCostResponse> estimateCost(
        shapewright.v1.EstimateCostRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getEstimateCostMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_PLAN_BUCKETS = 0;
  private static final int METHODID_CHOOSE_BUCKETS = 1;
  private static final int METHODID_PLAN_PROFILES = 2;
  private static final int METHODID_FIND_LARGEST_SIZES = 3;
  private static final int METHODID_FIND_SYMBOLS_TO_BIND = 4;
  private static final int METHODID_COMPILE_GUARD = 5;
  private static final int METHODID_ESTIMATE_COST = 6;

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
        case METHODID_PLAN_BUCKETS:
          serviceImpl.planBuckets((shapewright.v1.PlanBucketsRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.PlanBucketsResponse>) responseObserver);
          break;
        case METHODID_CHOOSE_BUCKETS:
          serviceImpl.chooseBuckets((shapewright.v1.ChooseBucketsRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.ChooseBucketsResponse>) responseObserver);
          break;
        case METHODID_PLAN_PROFILES:
          serviceImpl.planProfiles((shapewright.v1.PlanProfilesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.PlanProfilesResponse>) responseObserver);
          break;
        case METHODID_FIND_LARGEST_SIZES:
          serviceImpl.findLargestSizes((shapewright.v1.FindLargestSizesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.FindLargestSizesResponse>) responseObserver);
          break;
        case METHODID_FIND_SYMBOLS_TO_BIND:
          serviceImpl.findSymbolsToBind((shapewright.v1.FindSymbolsToBindRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.FindSymbolsToBindResponse>) responseObserver);
          break;
        case METHODID_COMPILE_GUARD:
          serviceImpl.compileGuard((shapewright.v1.CompileGuardRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.CompileGuardResponse>) responseObserver);
          break;
        case METHODID_ESTIMATE_COST:
          serviceImpl.estimateCost((shapewright.v1.EstimateCostRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.EstimateCostResponse>) responseObserver);
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
          getPlanBucketsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.PlanBucketsRequest,
              shapewright.v1.PlanBucketsResponse>(
                service, METHODID_PLAN_BUCKETS)))
        .addMethod(
          getChooseBucketsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.ChooseBucketsRequest,
              shapewright.v1.ChooseBucketsResponse>(
                service, METHODID_CHOOSE_BUCKETS)))
        .addMethod(
          getPlanProfilesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.PlanProfilesRequest,
              shapewright.v1.PlanProfilesResponse>(
                service, METHODID_PLAN_PROFILES)))
        .addMethod(
          getFindLargestSizesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.FindLargestSizesRequest,
              shapewright.v1.FindLargestSizesResponse>(
                service, METHODID_FIND_LARGEST_SIZES)))
        .addMethod(
          getFindSymbolsToBindMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.FindSymbolsToBindRequest,
              shapewright.v1.FindSymbolsToBindResponse>(
                service, METHODID_FIND_SYMBOLS_TO_BIND)))
        .addMethod(
          getCompileGuardMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.CompileGuardRequest,
              shapewright.v1.CompileGuardResponse>(
                service, METHODID_COMPILE_GUARD)))
        .addMethod(
          getEstimateCostMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.EstimateCostRequest,
              shapewright.v1.EstimateCostResponse>(
                service, METHODID_ESTIMATE_COST)))
        .build();
  }

  private static abstract class PlanServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    PlanServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return shapewright.v1.ServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("PlanService");
    }
  }

  private static final class PlanServiceFileDescriptorSupplier
      extends PlanServiceBaseDescriptorSupplier {
    PlanServiceFileDescriptorSupplier() {}
  }

  private static final class PlanServiceMethodDescriptorSupplier
      extends PlanServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    PlanServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (PlanServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new PlanServiceFileDescriptorSupplier())
              .addMethod(getPlanBucketsMethod())
              .addMethod(getChooseBucketsMethod())
              .addMethod(getPlanProfilesMethod())
              .addMethod(getFindLargestSizesMethod())
              .addMethod(getFindSymbolsToBindMethod())
              .addMethod(getCompileGuardMethod())
              .addMethod(getEstimateCostMethod())
              .build();
        }
      }
    }
    return result;
  }
}
