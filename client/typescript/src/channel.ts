import {
  Client as GrpcClient,
  type ChannelCredentials,
  type ChannelOptions,
  type Interceptor,
  credentials,
  experimental,
} from "@grpc/grpc-js";
import { serviceConfig } from "./service-config.js";

/** Certificates in PEM, as of node:tls. */
export interface TlsOptions {
  /** The roots to trust. Absent: those of Node.js. */
  ca?: Uint8Array;
  /** The client's own certificates, where the server asks for them. */
  cert?: Uint8Array;
  /** The key of the first of them. */
  key?: Uint8Array;
  /** The name that the server's certificate has, if it is another one than the target's. */
  serverName?: string;
}

/** How to connect. */
export interface ConnectOptions {
  /** Talks TLS. Absent: in plain text. */
  tls?: TlsOptions;
  /** Credentials of grpc-js, in place of `tls`. */
  credentials?: ChannelCredentials;
  /** Options of grpc-js, which go before the client's own. */
  channelOptions?: ChannelOptions;
  /** Interceptors of grpc-js, such as those that trace: they see each attempt, in the context of its question. */
  interceptors?: Interceptor[];
}

/** What gRPC keeps of a request to send it again; beyond it a call is tried once. */
const RETRY_BUFFER_BYTES = 256 * 2 ** 20;
const LIST_SCHEME = "shapewright";
const schemeOfTarget = /^(dns|ipv4|ipv6|unix|xds):/;

function isNotEmpty(text: string): boolean {
  return text !== "";
}

/** Several addresses with commas between them; the resolvers of gRPC know only lists of numeric ones. */
class ListResolver implements experimental.Resolver {
  private readonly resolvers: experimental.Resolver[];
  /** By address; `undefined`: its resolver has not told yet. */
  private readonly found: (experimental.Endpoint[] | undefined)[];

  constructor(
    target: experimental.GrpcUri,
    private readonly listener: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    const addresses = target.path.split(",").filter(isNotEmpty);
    this.found = addresses.map(() => undefined);
    this.resolvers = addresses.map((address, i) => {
      const [, scheme = "dns", path = ""] = /^(?:(dns|unix):)?(.*)$/.exec(address) ?? [];
      const take: experimental.ResolverListener = (endpoints, attributes, config, note) => {
        this.found[i] = endpoints.ok ? endpoints.value : [];
        const all = this.found.flatMap((list) => list ?? []);
        // As long as one address can be had, or may be, another one that cannot is no error.
        if (all.length === 0 && this.found.includes(undefined)) {
          return true;
        }
        const result = all.length > 0 ? experimental.statusOrFromValue(all) : endpoints;
        return this.listener(result, attributes, config, note);
      };
      return experimental.createResolver({ scheme, path }, take, options);
    });
  }

  updateResolution(): void {
    for (const resolver of this.resolvers) {
      resolver.updateResolution();
    }
  }

  destroy(): void {
    for (const resolver of this.resolvers) {
      resolver.destroy();
    }
  }

  static getDefaultAuthority(target: experimental.GrpcUri): string {
    const [first = ""] = target.path.split(",");
    return first.startsWith("unix:") ? "localhost" : first.replace(/^dns:/, "");
  }
}

experimental.registerResolver(LIST_SCHEME, ListResolver);

function channelCredentials({ tls, credentials: given }: ConnectOptions): ChannelCredentials {
  const pem = (bytes: Uint8Array | undefined): Buffer | null => (bytes === undefined ? null : Buffer.from(bytes));
  if (given !== undefined) {
    return given;
  }
  return tls === undefined
    ? credentials.createInsecure()
    : credentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.cert));
}

/** A connection of gRPC to a target. Nothing is sent yet. */
export function connect(target: string, options: ConnectOptions): GrpcClient {
  const addresses = target
    .split(",")
    .map((address) => address.trim())
    .filter(isNotEmpty);
  const isList = addresses.length > 1 && !/^(ipv4|ipv6):/.test(target);
  const single = addresses[0] ?? target;
  const uri = isList ? `${LIST_SCHEME}:${addresses.join(",")}` : schemeOfTarget.test(target) ? target : `dns:${single}`;
  const serverName = options.tls?.serverName;
  return new GrpcClient(uri, channelCredentials(options), {
    "grpc.service_config": JSON.stringify(serviceConfig),
    "grpc.service_config_disable_resolution": 1, // that of a name server
    // grpc-js does not read the sizes of messages in service configs.
    "grpc.max_send_message_length": -1,
    "grpc.max_receive_message_length": -1,
    "grpc.per_rpc_retry_buffer_size": RETRY_BUFFER_BYTES,
    "grpc.retry_buffer_size": 4 * RETRY_BUFFER_BYTES,
    // After a server has gone, gRPC waits this long before it connects anew, and longer each time.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 5000,
    // A connection of one client is not that of another, which may have other roots or options.
    "grpc.use_local_subchannel_pool": 1,
    ...(serverName === undefined
      ? {}
      : { "grpc.ssl_target_name_override": serverName, "grpc.default_authority": serverName }),
    ...options.channelOptions,
    ...(options.interceptors === undefined ? {} : { interceptors: options.interceptors }),
  });
}
