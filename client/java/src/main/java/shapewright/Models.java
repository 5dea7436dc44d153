package shapewright;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import shapewright.onnx.WeightStripper;
import shapewright.v1.InferShapesResponse;
import shapewright.v1.ModelSpec;

/** Makes what requests are about. */
public final class Models {
  private Models() {}

  /**
   * A serialized ONNX model.
   *
   * @param onnx its bytes, with or without weights, which are not sent
   * @return what requests name the model by
   */
  public static ModelSpec onnx(byte[] onnx) {
    return ModelSpec.newBuilder().setOnnx(ByteString.copyFrom(onnx)).build();
  }

  /**
   * An ONNX model in a file, read without its weights and with the small tensors that lie in other
   * files of its folder.
   *
   * @param path the file
   * @return what requests name the model by
   * @throws IOException if it cannot be read
   * @throws shapewright.onnx.NotAModelException if it is no model, or names files outside of its
   *     folder
   */
  public static ModelSpec file(Path path) throws IOException {
    ByteString onnx = UnsafeByteOperations.unsafeWrap(Files.readAllBytes(path));
    return ModelSpec.newBuilder().setOnnx(WeightStripper.strip(onnx, path)).build();
  }

  /**
   * What an answer stands for: the model with all that was said of it.
   *
   * @param answer an answer about the model
   * @return what requests name the model by
   */
  public static ModelSpec inference(InferShapesResponse answer) {
    return ModelSpec.newBuilder().setInferenceId(answer.getInferenceId()).build();
  }

  /** The id that servers name a model by: of its bytes as they are sent. */
  static String id(ByteString onnx) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(onnx.asReadOnlyByteBuffer());
      return "sha256:" + HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every Java has it
    }
  }
}
