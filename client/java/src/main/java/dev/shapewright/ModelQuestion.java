package dev.shapewright;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.shapewright.onnx.WeightStripper;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;

/** A request about a model on its way to an answer: the model is sent, or named by an id. */
final class ModelQuestion<Q extends Message, A extends Message> {
  /** Smaller models are sent each time: remembering them gains nothing. */
  private static final int ID_PAYS_FROM_BYTES = 1 << 16;

  /** A model that is uploaded goes to one server, and the call that names it perhaps to another. */
  private static final int UPLOADS = 4;

  private final Conversation conversation;
  private final KnownModels known;
  private final Conversation.Method<Q, A> method;
  private final Conversation.Method<ByteString, UploadModelResponse> upload;
  private final Q request;

  ModelQuestion(
      Conversation conversation,
      KnownModels known,
      Conversation.Method<Q, A> method,
      Conversation.Method<ByteString, UploadModelResponse> upload,
      Q request) {
    this.conversation = conversation;
    this.known = known;
    this.method = method;
    this.upload = upload;
    this.request = request;
  }

  /** Asks; what the answer tells of the model is remembered. */
  CompletableFuture<A> ask() {
    if (!request.hasField(modelField())) {
      return conversation.call(method, request);
    }
    ModelSpec spec = (ModelSpec) request.getField(modelField());
    if (!spec.getInferenceId().isEmpty()) {
      conversation.setRoute(known.route(spec.getInferenceId()));
      return askAboutInference(spec, spec.getInferenceId());
    }
    ModelSpec stripped =
        spec.getOnnx().isEmpty()
            ? spec
            : spec.toBuilder().setOnnx(WeightStripper.strip(spec.getOnnx())).build();
    String route = Routes.of(stripped);
    conversation.setRoute(route);
    return askAboutSource(stripped)
        .thenApply(
            answer -> {
              remember(answer, stripped, route);
              return answer;
            });
  }

  private void remember(A answer, ModelSpec spec, String route) {
    FieldDescriptor field = answer.getDescriptorForType().findFieldByName("inference_id");
    String id = field == null ? "" : (String) answer.getField(field);
    if (!id.isEmpty()) {
      known.told(id, spec, route);
      known.sent(id);
    }
  }

  private FieldDescriptor modelField() {
    return request.getDescriptorForType().findFieldByName("model");
  }

  private CompletableFuture<A> askAbout(ModelSpec spec) {
    Message.Builder changed = request.toBuilder().setField(modelField(), spec);
    @SuppressWarnings("unchecked") // the builder is that of the request
    Q about = (Q) changed.build();
    return conversation.call(method, about);
  }

  /** Says again what the id stands for to a server that does not know it. */
  private CompletableFuture<A> askAboutInference(ModelSpec spec, String id) {
    ModelSpec told = known.spec(id);
    boolean saysMore = !spec.equals(ModelSpec.newBuilder().setInferenceId(id).build());
    if (told == null || saysMore) { // the server tells what is wrong with saying more
      return askAbout(spec);
    }
    if (!known.isNamed(id)) {
      return sayAgain(told, id);
    }
    return askAbout(spec)
        .exceptionallyCompose(
            thrown -> {
              if (!failureOf(thrown).isUnknownId()) {
                return CompletableFuture.failedFuture(thrown);
              }
              known.missed(id);
              return sayAgain(told, id);
            });
  }

  private CompletableFuture<A> sayAgain(ModelSpec told, String id) {
    return askAboutSource(told)
        .thenApply(
            answer -> {
              known.sent(id);
              return answer;
            });
  }

  /** Asks by the id alone where a server has answered for the model before, else sends it. */
  private CompletableFuture<A> askAboutSource(ModelSpec spec) {
    if (spec.getOnnx().size() < ID_PAYS_FROM_BYTES) {
      return askAbout(spec);
    }
    String id = Models.id(spec.getOnnx());
    ModelSpec byId = spec.toBuilder().setModelId(id).build();
    if (!known.isNamed(id)) {
      return send(spec, byId, id);
    }
    return askAbout(byId)
        .exceptionallyCompose(
            thrown -> {
              if (!failureOf(thrown).isUnknownId()) {
                return CompletableFuture.failedFuture(thrown);
              }
              known.missed(id);
              return send(spec, byId, id);
            });
  }

  private CompletableFuture<A> send(ModelSpec spec, ModelSpec byId, String id) {
    return askAbout(spec)
        .exceptionallyCompose(
            thrown ->
                failureOf(thrown).isTooLarge()
                    ? uploadAndAsk(byId, spec.getOnnx(), thrown, 1)
                    : CompletableFuture.failedFuture(thrown))
        .thenApply(
            answer -> {
              known.sent(id);
              return answer;
            });
  }

  /** Sends the model ahead of the question. */
  private CompletableFuture<A> uploadAndAsk(
      ModelSpec byId, ByteString onnx, Throwable tooLarge, int number) {
    if (number > UPLOADS) {
      return CompletableFuture.failedFuture(tooLarge);
    }
    return conversation
        .call(upload, onnx)
        .handle(
            (uploaded, thrown) -> {
              if (thrown != null) {
                boolean isKnownThere = failureOf(thrown).code() != Status.Code.UNIMPLEMENTED;
                return CompletableFuture.<A>failedFuture(isKnownThere ? thrown : tooLarge);
              }
              // Once more each time: of servers that take turns, uploads alone would reach some.
              return askById(byId, 1 + number)
                  .exceptionallyCompose(
                      unknown ->
                          failureOf(unknown).isUnknownId()
                              ? uploadAndAsk(byId, onnx, tooLarge, number + 1)
                              : CompletableFuture.failedFuture(unknown));
            })
        .thenCompose(answer -> answer);
  }

  /** Asks so often as long as servers do not know the id. */
  private CompletableFuture<A> askById(ModelSpec byId, int tries) {
    return askAbout(byId)
        .exceptionallyCompose(
            thrown ->
                tries > 1 && failureOf(thrown).isUnknownId()
                    ? askById(byId, tries - 1)
                    : CompletableFuture.failedFuture(thrown));
  }

  private static ShapewrightException failureOf(Throwable thrown) {
    Throwable cause = Conversation.causeOf(thrown);
    return cause instanceof ShapewrightException failure
        ? failure
        : ErrorReader.ended(Status.fromThrowable(cause));
  }
}
