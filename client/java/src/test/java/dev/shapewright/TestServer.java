package dev.shapewright;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server as a process: SHAPEWRIGHT_SERVER, or what the checkout has built. */
final class TestServer implements AutoCloseable {
  private static final Pattern STARTED =
      Pattern.compile("\"event\":\"started\".*?\"(127\\.0\\.0\\.1:\\d+|unix:[^\"]+)\"");

  private final Process process;
  private final String target;

  private TestServer(Process process, String target) {
    this.process = process;
    this.target = target;
  }

  /** Starts one on any port of this machine. */
  static TestServer start() throws IOException {
    return start("127.0.0.1:0");
  }

  static TestServer start(String listen, String... flags) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(program().toString(), "--listen", listen, "--http-listen="));
    command.addAll(List.of(flags));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader log = process.inputReader();
    StringBuilder told = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        Thread reader = new Thread(() -> log.lines().forEach(ignored -> {}));
        reader.setDaemon(true); // the server would wait for a reader
        reader.start();
        return new TestServer(process, started.group(1));
      }
      told.append(line).append('\n');
    }
    throw new IllegalStateException(program() + " did not start:\n" + told);
  }

  private static Path program() {
    String told = System.getenv("SHAPEWRIGHT_SERVER");
    Path program =
        told == null || told.isEmpty()
            ? Sources.path("build/release/bin/shapewright-server")
            : Path.of(told);
    if (!Files.isExecutable(program)) {
      throw new IllegalStateException(
          "The client is not tested without a server: build one (./dev build), or set"
              + " SHAPEWRIGHT_SERVER to the program. There is none at "
              + program);
    }
    return program;
  }

  String target() {
    return target;
  }

  /** Starts one in place of this one, which has been killed. */
  TestServer again() throws IOException {
    return start(target);
  }

  /** Kills it at once, with all its connections. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
