package dev.shapewright;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.Status;
import io.grpc.StatusOr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;

/** Resolves targets of several addresses, shapewright:///HOST:PORT,HOST:PORT, for gRPC. */
final class AddressList extends NameResolverProvider {
  static final String SCHEME = "shapewright";

  /** One of the addresses as it was told. */
  record Address(String host, int port) {
    static Address parse(String text) {
      int colon = text.lastIndexOf(':');
      try {
        String host = text.substring(0, colon).replaceAll("^\\[|\\]$", "");
        return new Address(host, Integer.parseInt(text.substring(colon + 1)));
      } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
        throw new IllegalArgumentException("not HOST:PORT: " + text, malformed);
      }
    }

    String authority() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  static List<Address> parse(String addresses) {
    return Arrays.stream(addresses.split(",", -1)).map(String::strip).map(Address::parse).toList();
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 5;
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args arguments) {
    if (!SCHEME.equals(target.getScheme())) {
      return null;
    }
    return new Resolver(parse(target.getPath().substring(1)), arguments.getOffloadExecutor());
  }

  private static final class Resolver extends NameResolver {
    private final List<Address> addresses;
    private final Executor executor;
    private Listener2 listener;

    Resolver(List<Address> addresses, Executor executor) {
      this.addresses = addresses;
      this.executor = executor == null ? Runnable::run : executor;
    }

    @Override
    public String getServiceAuthority() {
      return addresses.get(0).authority();
    }

    @Override
    public void start(Listener2 started) {
      listener = started;
      refresh();
    }

    @Override
    public void refresh() {
      executor.execute(() -> listener.onResult(resolve()));
    }

    @Override
    public void shutdown() {}

    private ResolutionResult resolve() {
      List<EquivalentAddressGroup> groups = new ArrayList<>();
      Status failure = Status.UNAVAILABLE;
      for (Address address : addresses) {
        try {
          InetAddress host = InetAddress.getByName(address.host);
          groups.add(
              new EquivalentAddressGroup(
                  new InetSocketAddress(host, address.port),
                  Attributes.newBuilder()
                      .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, address.authority())
                      .build()));
        } catch (UnknownHostException unknown) {
          failure = failure.withDescription("unknown host " + address.host).withCause(unknown);
        }
      }
      return ResolutionResult.newBuilder()
          .setAddressesOrError(
              groups.isEmpty() ? StatusOr.fromStatus(failure) : StatusOr.fromValue(groups))
          .build();
    }
  }
}
