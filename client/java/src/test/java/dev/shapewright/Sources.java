package dev.shapewright;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the repository; tests run in client/java. */
public final class Sources {
  private Sources() {}

  public static Path path(String file) {
    return Path.of("..", "..").resolve(file);
  }

  public static byte[] read(String file) {
    try {
      return Files.readAllBytes(path(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** A file of cases that the clients of all languages run. */
  public static <T> T vectors(String name, Class<T> type) {
    return new Gson().fromJson(new String(read("tests/data/vectors/" + name)), type);
  }
}
