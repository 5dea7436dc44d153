package shapewright

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	v1 "dev.shapewright/shapewright/v1"
)

// serviceConfig is a copy of client/service_config.json, which the clients of all languages share.
//
//go:embed service_config.json
var serviceConfig string

// What gRPC keeps of a request to send it again; its own limit is 256 KiB, beyond which a call is tried once.
const retryBufferBytes = 256 << 20

// Client is a connection to a server, or to several behind one target.
type Client struct {
	connection *grpc.ClientConn
	shapes     v1.ShapeServiceClient
	plans      v1.PlanServiceClient
	models     v1.ModelServiceClient
	retry      Retry
	known      *knownModels
	target     string
}

type settings struct {
	credentials credentials.TransportCredentials
	retry       Retry
	dial        []grpc.DialOption
}

// Option changes how Dial connects.
type Option func(*settings)

// WithCredentials talks TLS: credentials.NewTLS(&tls.Config{...}) has roots, and certificates for mutual TLS.
func WithCredentials(tls credentials.TransportCredentials) Option {
	return func(s *settings) { s.credentials = tls }
}

// WithRetry says what is repeated besides what gRPC repeats by itself. The default is DefaultRetry.
func WithRetry(retry Retry) Option {
	return func(s *settings) { s.retry = retry }
}

// WithDialOptions adds options of gRPC, such as interceptors; they go before the client's own.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// Dial makes a client for a target: HOST:PORT, several of these with commas, unix:PATH, or whatever else gRPC takes. Calls
// take turns on all addresses of it. Nothing is sent yet: a server that is not there shows in the first call.
func Dial(target string, options ...Option) (*Client, error) {
	asked := target
	s := settings{credentials: insecure.NewCredentials(), retry: DefaultRetry}
	for _, option := range options {
		option(&s)
	}
	dial := []grpc.DialOption{
		grpc.WithTransportCredentials(s.credentials),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithDisableServiceConfig(), // that of a name server
		grpc.WithDefaultCallOptions(grpc.MaxRetryRPCBufferSize(retryBufferBytes)),
		// After a server has gone, gRPC waits this long before it connects anew, and longer each time.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 5 * time.Second},
			MinConnectTimeout: 5 * time.Second,
		}),
	}
	if addresses := strings.Split(target, ","); len(addresses) > 1 {
		list := manual.NewBuilderWithScheme("shapewright")
		list.InitialState(resolver.State{Endpoints: endpoints(addresses)})
		dial = append(dial, grpc.WithResolvers(list))
		target = "shapewright:///" + addresses[0]
	}
	connection, err := grpc.NewClient(target, append(dial, s.dial...)...)
	if err != nil {
		return nil, fmt.Errorf("shapewright: %w", err)
	}
	return &Client{
		connection: connection,
		shapes:     v1.NewShapeServiceClient(connection),
		plans:      v1.NewPlanServiceClient(connection),
		models:     v1.NewModelServiceClient(connection),
		retry:      s.retry,
		known:      newKnownModels(),
		target:     asked,
	}, nil
}

func endpoints(addresses []string) []resolver.Endpoint {
	var list []resolver.Endpoint
	for _, address := range addresses {
		address = strings.TrimSpace(address)
		list = append(list, resolver.Endpoint{Addresses: []resolver.Address{{Addr: address, ServerName: address}}})
	}
	return list
}

// Close ends the connections; calls that are under way fail.
func (c *Client) Close() error { return c.connection.Close() }

// Connection is for services of gRPC itself, such as health.
func (c *Client) Connection() *grpc.ClientConn { return c.connection }

// InferShapes infers the types and shapes of a model's values. The answer's InferenceId stands for the model, with all
// that was said of it, in further calls; no server is sent either again unless it has forgotten them.
func (c *Client) InferShapes(ctx context.Context, request *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
	return ask(ctx, c, request, c.shapes.InferShapes)
}

// StreamInferShapes does the same for an answer that is too large for one message.
func (c *Client) StreamInferShapes(ctx context.Context, request *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
	return ask(ctx, c, request, c.inPieces)
}

// EvaluateShapes tells the sizes of a model's outputs at given sizes, and whether they may be run. A binding that does
// not fit the model has an Error in its place.
func (c *Client) EvaluateShapes(ctx context.Context, request *v1.EvaluateShapesRequest) (*v1.EvaluateShapesResponse, error) {
	return ask(ctx, c, request, c.shapes.EvaluateShapes)
}

// ExplainShapes tells why values, dims, elements or facts of a model are what they are.
func (c *Client) ExplainShapes(ctx context.Context, request *v1.ExplainShapesRequest) (*v1.ExplainShapesResponse, error) {
	return ask(ctx, c, request, c.shapes.ExplainShapes)
}

// PlanBuckets evaluates a bucket for each combination of sizes, and places bindings in them.
func (c *Client) PlanBuckets(ctx context.Context, request *v1.PlanBucketsRequest) (*v1.PlanBucketsResponse, error) {
	return ask(ctx, c, request, c.plans.PlanBuckets)
}

// ChooseBuckets chooses the buckets that pad the least for sizes that were observed.
func (c *Client) ChooseBuckets(ctx context.Context, request *v1.ChooseBucketsRequest) (*v1.ChooseBucketsResponse, error) {
	return ask(ctx, c, request, c.plans.ChooseBuckets)
}

// PlanProfiles gives the least, most common and greatest sizes to build engines for.
func (c *Client) PlanProfiles(ctx context.Context, request *v1.PlanProfilesRequest) (*v1.PlanProfilesResponse, error) {
	return ask(ctx, c, request, c.plans.PlanProfiles)
}

// FindLargestSizes finds the greatest sizes at which memory, or another quantity, is within a budget.
func (c *Client) FindLargestSizes(ctx context.Context, request *v1.FindLargestSizesRequest) (*v1.FindLargestSizesResponse, error) {
	return ask(ctx, c, request, c.plans.FindLargestSizes)
}

// FindSymbolsToBind finds the fewest symbols that have to be bound so that sizes are numbers.
func (c *Client) FindSymbolsToBind(ctx context.Context, request *v1.FindSymbolsToBindRequest) (*v1.FindSymbolsToBindResponse, error) {
	return ask(ctx, c, request, c.plans.FindSymbolsToBind)
}

// CompileGuard compiles what must hold of requests into a program that NewGuard runs.
func (c *Client) CompileGuard(ctx context.Context, request *v1.CompileGuardRequest) (*v1.CompileGuardResponse, error) {
	return ask(ctx, c, request, c.plans.CompileGuard)
}

// EstimateCost counts the operations and bytes of a run, as expressions and at given sizes.
func (c *Client) EstimateCost(ctx context.Context, request *v1.EstimateCostRequest) (*v1.EstimateCostResponse, error) {
	return ask(ctx, c, request, c.plans.EstimateCost)
}

// RewriteModel tells how a model is rewritten: frozen to sizes, simplified, or for any batch. The answer
// has edits and no weights.
func (c *Client) RewriteModel(ctx context.Context, request *v1.RewriteModelRequest) (*v1.RewriteModelResponse, error) {
	return ask(ctx, c, request, c.plans.RewriteModel)
}

// DescribeModel tells what model servers say of a model (KServe v2 metadata).
func (c *Client) DescribeModel(ctx context.Context, request *v1.DescribeModelRequest) (*v1.DescribeModelResponse, error) {
	return ask(ctx, c, request, c.models.DescribeModel)
}

// InferChain infers models that run one after the other as one.
func (c *Client) InferChain(ctx context.Context, request *v1.InferChainRequest) (*v1.InferChainResponse, error) {
	return call(ctx, c, request, c.shapes.InferChain)
}

// MergeShapes combines and compares partly known shapes.
func (c *Client) MergeShapes(ctx context.Context, request *v1.MergeShapesRequest) (*v1.MergeShapesResponse, error) {
	return call(ctx, c, request, c.shapes.MergeShapes)
}

// ComputeLayout computes how tensors lie in memory.
func (c *Client) ComputeLayout(ctx context.Context, request *v1.ComputeLayoutRequest) (*v1.ComputeLayoutResponse, error) {
	return call(ctx, c, request, c.shapes.ComputeLayout)
}

// GetCapabilities tells what the server can do.
func (c *Client) GetCapabilities(ctx context.Context) (*v1.GetCapabilitiesResponse, error) {
	return call(ctx, c, &v1.GetCapabilitiesRequest{}, c.models.GetCapabilities)
}

// ListModels tells which models the server keeps, by their ids, to those whom it allows it.
func (c *Client) ListModels(ctx context.Context, request *v1.ListModelsRequest) (*v1.ListModelsResponse, error) {
	return call(ctx, c, request, c.models.ListModels)
}

// EvictModel has the server forget a model, for those whom it allows it, and tells whether it had it.
func (c *Client) EvictModel(ctx context.Context, modelID string) (*v1.EvictModelResponse, error) {
	return call(ctx, c, &v1.EvictModelRequest{ModelId: modelID}, c.models.EvictModel)
}

// UploadModel sends a model, without its weights, so that other calls can name it by its id.
func (c *Client) UploadModel(ctx context.Context, onnx []byte) (*v1.UploadModelResponse, error) {
	onnx, err := StripWeights(onnx)
	if err != nil {
		return nil, err
	}
	return c.upload(ctx, onnx)
}
