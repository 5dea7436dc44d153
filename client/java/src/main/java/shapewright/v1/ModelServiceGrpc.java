package shapewright.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Keeps models, describes them, and tells what the server can do.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ModelServiceGrpc {

  private ModelServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "shapewright.v1.ModelService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<shapewright.v1.DescribeModelRequest,
      shapewright.v1.DescribeModelResponse> getDescribeModelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DescribeModel",
      requestType = shapewright.v1.DescribeModelRequest.class,
      responseType = shapewright.v1.DescribeModelResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.DescribeModelRequest,
      shapewright.v1.DescribeModelResponse> getDescribeModelMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.DescribeModelRequest, shapewright.v1.DescribeModelResponse> getDescribeModelMethod;
    if ((getDescribeModelMethod = ModelServiceGrpc.getDescribeModelMethod) == null) {
      synchronized (ModelServiceGrpc.class) {
        if ((getDescribeModelMethod = ModelServiceGrpc.getDescribeModelMethod) == null) {
          ModelServiceGrpc.getDescribeModelMethod = getDescribeModelMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.DescribeModelRequest, shapewright.v1.DescribeModelResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DescribeModel"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.DescribeModelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.DescribeModelResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ModelServiceMethodDescriptorSupplier("DescribeModel"))
              .build();
        }
      }
    }
    return getDescribeModelMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.UploadModelRequest,
      shapewright.v1.UploadModelResponse> getUploadModelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "UploadModel",
      requestType = shapewright.v1.UploadModelRequest.class,
      responseType = shapewright.v1.UploadModelResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.CLIENT_STREAMING)
  public static io.grpc.MethodDescriptor<shapewright.v1.UploadModelRequest,
      shapewright.v1.UploadModelResponse> getUploadModelMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.UploadModelRequest, shapewright.v1.UploadModelResponse> getUploadModelMethod;
    if ((getUploadModelMethod = ModelServiceGrpc.getUploadModelMethod) == null) {
      synchronized (ModelServiceGrpc.class) {
        if ((getUploadModelMethod = ModelServiceGrpc.getUploadModelMethod) == null) {
          ModelServiceGrpc.getUploadModelMethod = getUploadModelMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.UploadModelRequest, shapewright.v1.UploadModelResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.CLIENT_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "UploadModel"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.UploadModelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.UploadModelResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ModelServiceMethodDescriptorSupplier("UploadModel"))
              .build();
        }
      }
    }
    return getUploadModelMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.GetCapabilitiesRequest,
      shapewright.v1.GetCapabilitiesResponse> getGetCapabilitiesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetCapabilities",
      requestType = shapewright.v1.GetCapabilitiesRequest.class,
      responseType = shapewright.v1.GetCapabilitiesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.GetCapabilitiesRequest,
      shapewright.v1.GetCapabilitiesResponse> getGetCapabilitiesMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.GetCapabilitiesRequest, shapewright.v1.GetCapabilitiesResponse> getGetCapabilitiesMethod;
    if ((getGetCapabilitiesMethod = ModelServiceGrpc.getGetCapabilitiesMethod) == null) {
      synchronized (ModelServiceGrpc.class) {
        if ((getGetCapabilitiesMethod = ModelServiceGrpc.getGetCapabilitiesMethod) == null) {
          ModelServiceGrpc.getGetCapabilitiesMethod = getGetCapabilitiesMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.GetCapabilitiesRequest, shapewright.v1.GetCapabilitiesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetCapabilities"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.GetCapabilitiesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.GetCapabilitiesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ModelServiceMethodDescriptorSupplier("GetCapabilities"))
              .build();
        }
      }
    }
    return getGetCapabilitiesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.ListModelsRequest,
      shapewright.v1.ListModelsResponse> getListModelsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListModels",
      requestType = shapewright.v1.ListModelsRequest.class,
      responseType = shapewright.v1.ListModelsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.ListModelsRequest,
      shapewright.v1.ListModelsResponse> getListModelsMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.ListModelsRequest, shapewright.v1.ListModelsResponse> getListModelsMethod;
    if ((getListModelsMethod = ModelServiceGrpc.getListModelsMethod) == null) {
      synchronized (ModelServiceGrpc.class) {
        if ((getListModelsMethod = ModelServiceGrpc.getListModelsMethod) == null) {
          ModelServiceGrpc.getListModelsMethod = getListModelsMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.ListModelsRequest, shapewright.v1.ListModelsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListModels"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ListModelsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.ListModelsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ModelServiceMethodDescriptorSupplier("ListModels"))
              .build();
        }
      }
    }
    return getListModelsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<shapewright.v1.EvictModelRequest,
      shapewright.v1.EvictModelResponse> getEvictModelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "EvictModel",
      requestType = shapewright.v1.EvictModelRequest.class,
      responseType = shapewright.v1.EvictModelResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<shapewright.v1.EvictModelRequest,
      shapewright.v1.EvictModelResponse> getEvictModelMethod() {
    io.grpc.MethodDescriptor<shapewright.v1.EvictModelRequest, shapewright.v1.EvictModelResponse> getEvictModelMethod;
    if ((getEvictModelMethod = ModelServiceGrpc.getEvictModelMethod) == null) {
      synchronized (ModelServiceGrpc.class) {
        if ((getEvictModelMethod = ModelServiceGrpc.getEvictModelMethod) == null) {
          ModelServiceGrpc.getEvictModelMethod = getEvictModelMethod =
              io.grpc.MethodDescriptor.<shapewright.v1.EvictModelRequest, shapewright.v1.EvictModelResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "EvictModel"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EvictModelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  shapewright.v1.EvictModelResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ModelServiceMethodDescriptorSupplier("EvictModel"))
              .build();
        }
      }
    }
    return getEvictModelMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ModelServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ModelServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ModelServiceStub>() {
        @java.lang.Override
        public ModelServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ModelServiceStub(channel, callOptions);
        }
      };
    return ModelServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ModelServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ModelServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ModelServiceBlockingV2Stub>() {
        @java.lang.Override
        public ModelServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ModelServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return ModelServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ModelServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ModelServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ModelServiceBlockingStub>() {
        @java.lang.Override
        public ModelServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ModelServiceBlockingStub(channel, callOptions);
        }
      };
    return ModelServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ModelServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ModelServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ModelServiceFutureStub>() {
        @java.lang.Override
        public ModelServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ModelServiceFutureStub(channel, callOptions);
        }
      };
    return ModelServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Describes a model as model servers do (KServe v2 metadata).
     * </pre>
     */
    default void describeModel(shapewright.v1.DescribeModelRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.DescribeModelResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDescribeModelMethod(), responseObserver);
    }

    /**
     * <pre>
     * Takes a model that is larger than one message, so that other calls can name
     * it by its id for as long as the server keeps it.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<shapewright.v1.UploadModelRequest> uploadModel(
        io.grpc.stub.StreamObserver<shapewright.v1.UploadModelResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getUploadModelMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells what this server can do and where its limits are.
     * </pre>
     */
    default void getCapabilities(shapewright.v1.GetCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.GetCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetCapabilitiesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the models that the server keeps, for those whom it was told of
     * (PERMISSION_DENIED for all others).
     * </pre>
     */
    default void listModels(shapewright.v1.ListModelsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ListModelsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListModelsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Has the server forget a model, for the same. Calls that use it go on.
     * </pre>
     */
    default void evictModel(shapewright.v1.EvictModelRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EvictModelResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getEvictModelMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ModelService.
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public static abstract class ModelServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ModelServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ModelService.
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public static final class ModelServiceStub
      extends io.grpc.stub.AbstractAsyncStub<ModelServiceStub> {
    private ModelServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ModelServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ModelServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Describes a model as model servers do (KServe v2 metadata).
     * </pre>
     */
    public void describeModel(shapewright.v1.DescribeModelRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.DescribeModelResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDescribeModelMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Takes a model that is larger than one message, so that other calls can name
     * it by its id for as long as the server keeps it.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<shapewright.v1.UploadModelRequest> uploadModel(
        io.grpc.stub.StreamObserver<shapewright.v1.UploadModelResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncClientStreamingCall(
          getChannel().newCall(getUploadModelMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Tells what this server can do and where its limits are.
     * </pre>
     */
    public void getCapabilities(shapewright.v1.GetCapabilitiesRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.GetCapabilitiesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetCapabilitiesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the models that the server keeps, for those whom it was told of
     * (PERMISSION_DENIED for all others).
     * </pre>
     */
    public void listModels(shapewright.v1.ListModelsRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.ListModelsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListModelsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Has the server forget a model, for the same. Calls that use it go on.
     * </pre>
     */
    public void evictModel(shapewright.v1.EvictModelRequest request,
        io.grpc.stub.StreamObserver<shapewright.v1.EvictModelResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getEvictModelMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ModelService.
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public static final class ModelServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ModelServiceBlockingV2Stub> {
    private ModelServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ModelServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ModelServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Describes a model as model servers do (KServe v2 metadata).
     * </pre>
     */
    public shapewright.v1.DescribeModelResponse describeModel(shapewright.v1.DescribeModelRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDescribeModelMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a model that is larger than one message, so that other calls can name
     * it by its id for as long as the server keeps it.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<shapewright.v1.UploadModelRequest, shapewright.v1.UploadModelResponse>
        uploadModel() {
      return io.grpc.stub.ClientCalls.blockingClientStreamingCall(
          getChannel(), getUploadModelMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Tells what this server can do and where its limits are.
     * </pre>
     */
    public shapewright.v1.GetCapabilitiesResponse getCapabilities(shapewright.v1.GetCapabilitiesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the models that the server keeps, for those whom it was told of
     * (PERMISSION_DENIED for all others).
     * </pre>
     */
    public shapewright.v1.ListModelsResponse listModels(shapewright.v1.ListModelsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListModelsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Has the server forget a model, for the same. Calls that use it go on.
     * </pre>
     */
    public shapewright.v1.EvictModelResponse evictModel(shapewright.v1.EvictModelRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getEvictModelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ModelService.
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public static final class ModelServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ModelServiceBlockingStub> {
    private ModelServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ModelServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ModelServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Describes a model as model servers do (KServe v2 metadata).
     * </pre>
     */
    public shapewright.v1.DescribeModelResponse describeModel(shapewright.v1.DescribeModelRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDescribeModelMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells what this server can do and where its limits are.
     * </pre>
     */
    public shapewright.v1.GetCapabilitiesResponse getCapabilities(shapewright.v1.GetCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetCapabilitiesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the models that the server keeps, for those whom it was told of
     * (PERMISSION_DENIED for all others).
     * </pre>
     */
    public shapewright.v1.ListModelsResponse listModels(shapewright.v1.ListModelsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListModelsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Has the server forget a model, for the same. Calls that use it go on.
     * </pre>
     */
    public shapewright.v1.EvictModelResponse evictModel(shapewright.v1.EvictModelRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getEvictModelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ModelService.
   * <pre>
   * Keeps models, describes them, and tells what the server can do.
   * </pre>
   */
  public static final class ModelServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<ModelServiceFutureStub> {
    private ModelServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ModelServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ModelServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Describes a model as model servers do (KServe v2 metadata).
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.DescribeModelResponse> describeModel(
        shapewright.v1.DescribeModelRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDescribeModelMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells what this server can do and where its limits are.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.GetCapabilitiesResponse> getCapabilities(
        shapewright.v1.GetCapabilitiesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetCapabilitiesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the models that the server keeps, for those whom it was told of
     * (PERMISSION_DENIED for all others).
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.ListModelsResponse> listModels(
        shapewright.v1.ListModelsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListModelsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Has the server forget a model, for the same. Calls that use it go on.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<shapewright.v1.EvictModelResponse> evictModel(
        shapewright.v1.EvictModelRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getEvictModelMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_DESCRIBE_MODEL = 0;
  private static final int METHODID_GET_CAPABILITIES = 1;
  private static final int METHODID_LIST_MODELS = 2;
  private static final int METHODID_EVICT_MODEL = 3;
  private static final int METHODID_UPLOAD_MODEL = 4;

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
        case METHODID_DESCRIBE_MODEL:
          serviceImpl.describeModel((shapewright.v1.DescribeModelRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.DescribeModelResponse>) responseObserver);
          break;
        case METHODID_GET_CAPABILITIES:
          serviceImpl.getCapabilities((shapewright.v1.GetCapabilitiesRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.GetCapabilitiesResponse>) responseObserver);
          break;
        case METHODID_LIST_MODELS:
          serviceImpl.listModels((shapewright.v1.ListModelsRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.ListModelsResponse>) responseObserver);
          break;
        case METHODID_EVICT_MODEL:
          serviceImpl.evictModel((shapewright.v1.EvictModelRequest) request,
              (io.grpc.stub.StreamObserver<shapewright.v1.EvictModelResponse>) responseObserver);
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
        case METHODID_UPLOAD_MODEL:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.uploadModel(
              (io.grpc.stub.StreamObserver<shapewright.v1.UploadModelResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getDescribeModelMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.DescribeModelRequest,
              shapewright.v1.DescribeModelResponse>(
                service, METHODID_DESCRIBE_MODEL)))
        .addMethod(
          getUploadModelMethod(),
          io.grpc.stub.ServerCalls.asyncClientStreamingCall(
            new MethodHandlers<
              shapewright.v1.UploadModelRequest,
              shapewright.v1.UploadModelResponse>(
                service, METHODID_UPLOAD_MODEL)))
        .addMethod(
          getGetCapabilitiesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.GetCapabilitiesRequest,
              shapewright.v1.GetCapabilitiesResponse>(
                service, METHODID_GET_CAPABILITIES)))
        .addMethod(
          getListModelsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.ListModelsRequest,
              shapewright.v1.ListModelsResponse>(
                service, METHODID_LIST_MODELS)))
        .addMethod(
          getEvictModelMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              shapewright.v1.EvictModelRequest,
              shapewright.v1.EvictModelResponse>(
                service, METHODID_EVICT_MODEL)))
        .build();
  }

  private static abstract class ModelServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ModelServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return shapewright.v1.ServiceProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ModelService");
    }
  }

  private static final class ModelServiceFileDescriptorSupplier
      extends ModelServiceBaseDescriptorSupplier {
    ModelServiceFileDescriptorSupplier() {}
  }

  private static final class ModelServiceMethodDescriptorSupplier
      extends ModelServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ModelServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ModelServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ModelServiceFileDescriptorSupplier())
              .addMethod(getDescribeModelMethod())
              .addMethod(getUploadModelMethod())
              .addMethod(getGetCapabilitiesMethod())
              .addMethod(getListModelsMethod())
              .addMethod(getEvictModelMethod())
              .build();
        }
      }
    }
    return result;
  }
}
