package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.MergeCase;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeTypes;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.Type;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers behind one target, of which one is killed under load. */
class ReplicasTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final List<TestServer> replicas = new ArrayList<>();
  private final AnsweredCalls answered = new AnsweredCalls();
  private ShapewrightClient client;

  @BeforeEach
  void start() throws IOException {
    replicas.add(TestServer.start());
    replicas.add(TestServer.start());
    client =
        ShapewrightClient.builder(replicas.get(0).target() + "," + replicas.get(1).target())
            .configure(channel -> channel.intercept(answered))
            .build()
            .withTimeout(MINUTE);
  }

  @AfterEach
  void stop() {
    client.close();
    replicas.forEach(TestServer::close);
  }

  /** Remembers which servers have answered calls. */
  private static final class AnsweredCalls implements ClientInterceptor {
    private final Set<String> servers = ConcurrentHashMap.newKeySet();

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onClose(Status status, Metadata trailers) {
                  SocketAddress server = getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
                  if (status.isOk() && server != null) {
                    servers.add(server.toString().replaceFirst("^[^/]*/", ""));
                  }
                  super.onClose(status, trailers);
                }
              },
              headers);
        }
      };
    }
  }

  /** Threads that call in a loop, and what they met. */
  private static final class Load {
    private final AtomicBoolean isStopped = new AtomicBoolean();
    private final AtomicLong calls = new AtomicLong();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();

    Load(Runnable call) {
      for (int i = 0; i < 4; i++) {
        threads.add(new Thread(() -> repeat(call)));
      }
      threads.forEach(thread -> thread.setDaemon(true)); // it ends with a test that fails
      threads.forEach(Thread::start);
    }

    private void repeat(Runnable call) {
      while (!isStopped.get()) {
        try {
          call.run();
        } catch (RuntimeException failure) {
          failures.add(failure.toString());
        }
        calls.incrementAndGet();
      }
    }

    /** Returns after so many calls more. */
    void await(long more) throws InterruptedException {
      long until = calls.get() + more;
      awaitThat(() -> calls.get() >= until, "calls hang");
    }

    void end() throws InterruptedException {
      isStopped.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(Set.of(), failures);
    }
  }

  /** Something that comes true. */
  private interface Condition {
    boolean holds();
  }

  private static void awaitThat(Condition condition, String otherwise) throws InterruptedException {
    Instant limit = Instant.now().plus(MINUTE);
    while (!condition.holds()) {
      assertTrue(Instant.now().isBefore(limit), otherwise);
      Thread.sleep(1);
    }
  }

  /** Kills a replica under load, starts it again, and waits until it gets calls. */
  private void replace(int number, Load load) throws Exception {
    TestServer killed = replicas.get(number);
    killed.close();
    load.await(400);
    // Until the client is back, the other one is all that there is.
    answered.servers.clear();
    replicas.set(number, killed.again());
    awaitThat(() -> answered.servers.contains(killed.target()), "the replica gets no calls");
  }

  @Test
  void replicaThatIsKilledLosesNoCall() throws Exception {
    MergeTypes merge =
        MergeTypes.newBuilder()
            .addOperands(Type.newBuilder().setText("[2, ?]"))
            .addOperands(Type.newBuilder().setText("[?, 5]"))
            .build();
    MergeShapesRequest request =
        MergeShapesRequest.newBuilder().addCases(MergeCase.newBuilder().setMerge(merge)).build();
    Load load = new Load(() -> client.mergeShapes(request));
    for (int number : new int[] {0, 1, 0}) {
      load.await(400);
      replace(number, load);
    }
    load.end();
  }

  @Test
  void replicaThatIsRestartedIsSentTheModelAgain() throws Exception {
    ByteArrayOutputStream onnx = new ByteArrayOutputStream();
    onnx.writeBytes(Sources.read("tests/languages/tail.onnx"));
    onnx.write(ClientTest.largeModel(), 0, 70_004); // a doc string, so that its id is worth it
    ModelSpec model = Models.onnx(onnx.toByteArray());
    InferShapesRequest infer = InferShapesRequest.newBuilder().setModel(model).build();
    InferShapesResponse first = client.inferShapes(infer);
    EvaluateShapesRequest evaluate =
        EvaluateShapesRequest.newBuilder().setModel(Models.inference(first)).build();
    Load load =
        new Load(
            () -> {
              client.inferShapes(infer);
              client.evaluateShapes(evaluate);
            });
    for (int number : new int[] {0, 1}) {
      load.await(200);
      replace(number, load);
    }
    load.await(100);
    load.end();
  }
}
