package shapewright

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	v1 "dev.shapewright/shapewright/v1"
)

// The example of the W3C recommendation "Trace Context".
const (
	traceID     = "4bf92f3577b34da6a3ce929d0e0e4736"
	parentID    = "00f067aa0ba902b7"
	traceparent = "00-" + traceID + "-" + parentID + "-01"
)

type traceKey struct{}

// tracing sends the trace of a context with each call, as OpenTelemetry's instrumentation does.
func tracing() Option {
	traced := func(ctx context.Context) context.Context {
		if trace, ok := ctx.Value(traceKey{}).(string); ok {
			return metadata.AppendToOutgoingContext(ctx, "traceparent", trace, "tracestate", "a=1")
		}
		return ctx
	}
	return WithDialOptions(
		grpc.WithUnaryInterceptor(func(ctx context.Context, method string, request, answer any,
			connection *grpc.ClientConn, next grpc.UnaryInvoker, options ...grpc.CallOption) error {
			return next(traced(ctx), method, request, answer, connection, options...)
		}),
		grpc.WithStreamInterceptor(func(ctx context.Context, description *grpc.StreamDesc,
			connection *grpc.ClientConn, method string, next grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
			return next(traced(ctx), description, connection, method, options...)
		}),
	)
}

func TestInterceptorsSeeEveryAttemptInTheContextOfItsQuestion(t *testing.T) {
	var seen []string
	note := func(ctx context.Context, method string) {
		headers, _ := metadata.FromIncomingContext(ctx)
		words := append([]string{method}, headers.Get("traceparent")...)
		seen = append(seen, strings.Join(append(words, headers.Get("tracestate")...), " "))
	}
	isRefused := false
	f := &fake{
		infer: func(ctx context.Context, _ *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
			note(ctx, "infer")
			if !isRefused { // one that is to be repeated by the client itself
				isRefused = true
				return nil, status.Error(codes.Canceled, "once")
			}
			return &v1.InferShapesResponse{}, nil
		},
		upload: func(stream grpc.ClientStreamingServer[v1.UploadModelRequest, v1.UploadModelResponse]) error {
			note(stream.Context(), "upload")
			return stream.SendAndClose(&v1.UploadModelResponse{})
		},
	}
	client := dial(t, f.serve(t), tracing())
	ctx := context.WithValue(deadline(t), traceKey{}, traceparent)
	request := &v1.InferShapesRequest{Model: Model(bigModel())}
	if _, err := client.InferShapes(ctx, request); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadModel(ctx, bigModel()); err != nil {
		t.Fatal(err)
	}
	// What a caller puts into the metadata goes along too.
	own := metadata.AppendToOutgoingContext(deadline(t), "traceparent", "own")
	if _, err := client.InferShapes(own, request); err != nil {
		t.Fatal(err)
	}
	traced := " " + traceparent + " a=1"
	if expected := []string{"infer" + traced, "infer" + traced, "upload" + traced, "infer own"}; !slices.Equal(seen, expected) {
		t.Errorf("%q", seen)
	}
}

func TestTheSpanOfTheServerHasTheCallersAsItsParent(t *testing.T) {
	messages := make(chan []byte, 10)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		message, _ := io.ReadAll(request.Body)
		messages <- message
	}))
	t.Cleanup(collector.Close)
	server := startServer(t, "0", "--otlp-endpoint="+collector.URL, "--trace-sample=0")
	client := dial(t, server.target, tracing())
	if _, err := client.GetCapabilities(context.WithValue(deadline(t), traceKey{}, traceparent)); err != nil {
		t.Fatal(err)
	}
	select {
	case spans := <-messages:
		// Fields 1, 3 and 4 of opentelemetry.proto.trace.v1.Span: trace_id, trace_state, parent_span_id.
		for _, field := range []string{"0a10" + traceID, "1a03" + hex.EncodeToString([]byte("a=1")), "2208" + parentID} {
			expected, _ := hex.DecodeString(field)
			if !bytes.Contains(spans, expected) {
				t.Errorf("no %s in %x", field, spans)
			}
		}
	case <-time.After(time.Minute):
		t.Fatal("no span came")
	}
}
