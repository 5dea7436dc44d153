package dev.shapewright;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.shapewright.onnx.WeightStripper;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.ModelSpec;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes what requests are about. */
public final class Models {
  private Models() {}

  /**
   * A serialized ONNX model, or the bytes of a file of another format.
   *
   * @param onnx its bytes, with or without weights, which are not sent
   * @return what requests name the model by
   */
  public static ModelSpec onnx(byte[] onnx) {
    return ModelSpec.newBuilder().setOnnx(ByteString.copyFrom(onnx)).build();
  }

  /**
   * A model in a file, read without its weights and with the small tensors that lie in other files
   * of its folder: an ONNX model, a StableHLO module, or the {@code .xml} of an OpenVINO IR.
   *
   * @param path the file
   * @return what requests name the model by
   * @throws ShapewrightException if it cannot be read, with why as its cause
   * @throws dev.shapewright.onnx.NotAModelException if it is no model, or names files outside of
   *     its folder
   */
  public static ModelSpec file(Path path) {
    try {
      ByteString onnx = UnsafeByteOperations.unsafeWrap(Files.readAllBytes(path));
      return ModelSpec.newBuilder().setOnnx(WeightStripper.strip(onnx, path)).build();
    } catch (IOException unreadable) {
      throw cannotRead(path, unreadable);
    }
  }

  /** {@code core/wire/file_error.h} says the same. */
  private static ShapewrightException cannotRead(Path path, IOException why) {
    String start = "cannot read " + path + ": ";
    if (why instanceof NoSuchFileException) {
      return new ShapewrightException(
          Status.NOT_FOUND.withDescription(start + "there is no such file; correct the path"),
          "FILE_NOT_FOUND",
          why);
    }
    Status status = Status.PERMISSION_DENIED;
    String text = "permission denied; let this user read it";
    if (Files.isDirectory(path)) {
      text = "it is a folder; name a file in it";
    } else if (!(why instanceof AccessDeniedException)) {
      status = Status.UNAVAILABLE;
      text = why.getMessage() + "; look at its disk, or try again";
    }
    return new ShapewrightException(status.withDescription(start + text), "FILE_NOT_READABLE", why);
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
