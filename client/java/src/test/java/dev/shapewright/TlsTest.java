package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ChannelCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server and clients with certificates of their own, which vouch for themselves. */
class TlsTest {
  @TempDir Path folder;

  @BeforeEach
  void makeCertificate() throws IOException, InterruptedException {
    Process openssl =
        new ProcessBuilder(
                "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2"
                    .concat(" -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1")
                    .split(" "))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, openssl.waitFor());
  }

  private File file(String name) {
    return folder.resolve(name).toFile();
  }

  private TestServer start() throws IOException {
    String certificate = file("cert.pem").toString();
    return TestServer.start(
        "127.0.0.1:0",
        "--tls-cert=" + certificate,
        "--tls-key=" + file("key.pem"),
        "--tls-client-ca=" + certificate);
  }

  private static int ask(String target, ChannelCredentials credentials) {
    try (ShapewrightClient client =
        ShapewrightClient.builder(target).credentials(credentials).build()) {
      return client.withTimeout(Duration.ofMinutes(1)).getCapabilities().getGrammarVersion();
    }
  }

  @Test
  void clientWithCertificateIsAnswered() throws IOException {
    ChannelCredentials mutual =
        TlsChannelCredentials.newBuilder()
            .trustManager(file("cert.pem"))
            .keyManager(file("cert.pem"), file("key.pem"))
            .build();
    ChannelCredentials anonymous =
        TlsChannelCredentials.newBuilder().trustManager(file("cert.pem")).build();
    try (TestServer server = start();
        TestServer other = start()) {
      assertTrue(ask(server.target(), mutual) > 0);
      assertTrue(ask(server.target() + "," + other.target(), mutual) > 0);
      for (ChannelCredentials wrong :
          new ChannelCredentials[] {anonymous, TlsChannelCredentials.create()}) {
        ShapewrightException failure =
            assertThrows(ShapewrightException.class, () -> ask(server.target(), wrong));
        assertEquals(Status.Code.UNAVAILABLE, failure.code());
      }
    }
  }
}
