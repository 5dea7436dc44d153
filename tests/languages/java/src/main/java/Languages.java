import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import dev.shapewright.v1.Binding;
import dev.shapewright.v1.DescribeModelRequest;
import dev.shapewright.v1.DescribeModelResponse;
import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.Evaluation;
import dev.shapewright.v1.ExplainQuestion;
import dev.shapewright.v1.ExplainShapesRequest;
import dev.shapewright.v1.Explanation;
import dev.shapewright.v1.GetCapabilitiesRequest;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.InputSizes;
import dev.shapewright.v1.ModelServiceGrpc;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.ShapeServiceGrpc;
import dev.shapewright.v1.TensorMetadata;
import dev.shapewright.v1.ValueInfo;
import dev.shapewright.v1.ValueRef;
import dev.shapewright.v1.ValueSize;
import dev.shapewright.v1.Violation;

/**
 * Asks a server the commonest questions about a model, and prints the answers.
 *
 * <p>usage: Languages HOST:PORT MODEL.onnx
 */
public final class Languages {
  private final ShapeServiceGrpc.ShapeServiceBlockingStub shapes;
  private final ModelServiceGrpc.ModelServiceBlockingStub models;
  private final ModelSpec model;

  private Languages(ManagedChannel channel, ModelSpec model) {
    this.shapes = ShapeServiceGrpc.newBlockingStub(channel);
    this.models = ModelServiceGrpc.newBlockingStub(channel);
    this.model = model;
  }

  private void whichServer() {
    int version = models.getCapabilities(GetCapabilitiesRequest.getDefaultInstance()).getGrammarVersion();
    System.out.println("server: grammar " + version);
  }

  private Evaluation evaluate(String input, Long... sizes) {
    InputSizes given = InputSizes.newBuilder().setName(input).addAllSizes(List.of(sizes)).build();
    EvaluateShapesRequest request =
        EvaluateShapesRequest.newBuilder()
            .setModel(model)
            .addBindings(Binding.newBuilder().addInputs(given))
            .build();
    return shapes.evaluateShapes(request).getEvaluations(0);
  }

  private void whichSizes() {
    Evaluation evaluation = evaluate("x", 7L, 3L);
    System.out.println("sizes: " + evaluation.getVerdict());
    for (ValueSize output : evaluation.getOutputsList()) {
      String sizes = output.getSizesList().toString().replace(",", "");
      System.out.println(
          "  " + output.getName() + " " + output.getElementType() + " " + sizes + " "
              + output.getBytes() + " bytes");
    }
  }

  private void whichShapes() {
    InferShapesResponse answer =
        shapes.inferShapes(InferShapesRequest.newBuilder().setModel(model).build());
    System.out.println("shapes: consistent " + answer.getConsistent());
    answer.getSymbolsList().forEach(symbol -> System.out.println("  " + symbol.getName()));
    for (ValueInfo value : answer.getGraphs(0).getValuesList()) {
      System.out.println("  " + value.getName() + " " + value.getType().getText());
    }
  }

  private void whyThisDim() {
    ValueRef y = ValueRef.newBuilder().setName("y").build();
    ExplainShapesRequest request =
        ExplainShapesRequest.newBuilder()
            .setModel(model)
            .addQuestions(ExplainQuestion.newBuilder().setValue(y).setAxis(0))
            .build();
    Explanation why = shapes.explainShapes(request).getExplanations(0);
    System.out.println("why: " + why.getAmount().getExpr());
    why.getStepsList().forEach(step -> System.out.println("  " + step.getMessage()));
  }

  private void whichModel() {
    DescribeModelResponse answer =
        models.describeModel(DescribeModelRequest.newBuilder().setModel(model).build());
    System.out.println(
        "model: " + answer.getName() + " batches " + answer.getBatching().getBatchable());
    Stream.of(answer.getInputsList(), answer.getOutputsList())
        .flatMap(List<TensorMetadata>::stream)
        .forEach(
            tensor -> {
              String shape = tensor.getShapeList().toString().replace(",", "");
              String first = tensor.getType().getTensor().getShape().getDims(0).getExpr();
              System.out.println(
                  "  " + tensor.getName() + " " + tensor.getDatatype() + " " + shape + " " + first);
            });
  }

  private void isItValid() {
    Evaluation evaluation = evaluate("x", 7L, 4L);
    System.out.println("valid: " + evaluation.getVerdict());
    for (Violation violation : evaluation.getViolationsList()) {
      System.out.println("  " + violation.getKind());
    }
  }

  public static void main(String[] arguments) throws Exception {
    ManagedChannel channel =
        Grpc.newChannelBuilder(arguments[0], InsecureChannelCredentials.create()).build();
    ByteString onnx = ByteString.copyFrom(Files.readAllBytes(Path.of(arguments[1])));
    Languages languages = new Languages(channel, ModelSpec.newBuilder().setOnnx(onnx).build());
    languages.whichServer();
    languages.whichSizes();
    languages.whichShapes();
    languages.whyThisDim();
    languages.isItValid();
    languages.whichModel();
    channel.shutdownNow();
  }
}
