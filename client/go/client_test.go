package shapewright

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	v1 "dev.shapewright/shapewright/v1"
)

// The clients of all languages share one service config; a module cannot embed what lies outside of it.
func TestServiceConfigIsTheSharedOne(t *testing.T) {
	if !bytes.Equal([]byte(serviceConfig), readSource(t, "client/service_config.json")) {
		t.Error("copy client/service_config.json here")
	}
}

// bigModel is large enough to be named by its id.
func bigModel() []byte {
	doc := protowire.AppendBytes(protowire.AppendTag(nil, 6, protowire.BytesType), bytes.Repeat([]byte("x"), 70_000))
	return append(doc, 7<<3|2, 0)
}

// script is a server that knows models as long as the test wants.
type script struct {
	mutex    sync.Mutex
	requests []string // what each one has: onnx, model_id or inference_id
	uploaded [][]byte
	knows    bool
	tooLarge bool
}

func refusal(code codes.Code, reason string) error {
	refused, _ := status.New(code, "refused").WithDetails(&errdetails.ErrorInfo{Reason: reason})
	return refused.Err()
}

func (s *script) infer(_ context.Context, request *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	answer := &v1.InferShapesResponse{InferenceId: "inference:1"}
	switch source := request.GetModel().GetSource().(type) {
	case *v1.ModelSpec_Onnx:
		s.requests = append(s.requests, "onnx")
		if s.tooLarge {
			return nil, refusal(codes.InvalidArgument, "MESSAGE_TOO_LARGE")
		}
		s.knows = true
	case *v1.ModelSpec_ModelId:
		s.requests = append(s.requests, "model_id")
		if !s.knows {
			return nil, refusal(codes.NotFound, "MODEL_NOT_CACHED")
		}
	case *v1.ModelSpec_InferenceId:
		s.requests = append(s.requests, "inference_id")
		if !s.knows {
			return nil, refusal(codes.NotFound, "INFERENCE_NOT_CACHED")
		}
	default:
		return nil, status.Errorf(codes.InvalidArgument, "%T", source)
	}
	return answer, nil
}

func (s *script) upload(stream grpc.ClientStreamingServer[v1.UploadModelRequest, v1.UploadModelResponse]) error {
	var whole []byte
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		whole = append(whole, part.GetChunk()...)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.uploaded, s.knows = append(s.uploaded, whole), true
	return stream.SendAndClose(&v1.UploadModelResponse{ModelId: modelID(whole), SizeBytes: int64(len(whole))})
}

func (s *script) client(t *testing.T) *Client {
	return dial(t, (&fake{infer: s.infer, upload: s.upload}).serve(t))
}

func (s *script) expect(t *testing.T, requests ...string) {
	t.Helper()
	if !slices.Equal(s.requests, requests) {
		t.Errorf("asked by %q, not %q", s.requests, requests)
	}
	s.requests = nil
}

func infer(t *testing.T, client *Client, spec *v1.ModelSpec) *v1.InferShapesResponse {
	t.Helper()
	answer, err := client.InferShapes(deadline(t), &v1.InferShapesRequest{Model: spec})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestALargeModelIsSentOnceAndAgainWhereItIsForgotten(t *testing.T) {
	s := &script{}
	client := s.client(t)
	spec := Model(bigModel())
	for range 3 {
		infer(t, client, spec)
	}
	s.expect(t, "onnx", "model_id", "model_id")
	s.knows = false
	infer(t, client, spec)
	s.expect(t, "model_id", "onnx")
	// It might have been another server: the next one is sent the model too.
	infer(t, client, spec)
	infer(t, client, spec)
	s.expect(t, "onnx", "model_id")
	if len(spec.GetOnnx()) != len(bigModel()) {
		t.Error("the caller's request was changed")
	}
}

func TestAnInferenceIsSaidAgainWhereItIsForgotten(t *testing.T) {
	s := &script{}
	client := s.client(t)
	answer := infer(t, client, Model([]byte{7<<3 | 2, 0}))
	s.expect(t, "onnx")
	infer(t, client, Inference(answer))
	s.expect(t, "inference_id")
	s.knows = false
	infer(t, client, Inference(answer))
	s.expect(t, "inference_id", "onnx")
	s.knows = false
	unknown := &v1.ModelSpec{Source: &v1.ModelSpec_InferenceId{InferenceId: "inference:2"}}
	_, err := client.InferShapes(deadline(t), &v1.InferShapesRequest{Model: unknown})
	if reasonOf(err) != "INFERENCE_NOT_CACHED" {
		t.Error(err)
	}
	s.expect(t, "inference_id")
}

func TestAModelThatIsTooLargeIsUploaded(t *testing.T) {
	s := &script{tooLarge: true}
	client := s.client(t)
	infer(t, client, Model(bigModel()))
	s.expect(t, "onnx", "model_id")
	if len(s.uploaded) != 1 || !bytes.Equal(s.uploaded[0], bigModel()) {
		t.Error(len(s.uploaded))
	}
}

func TestWeightsAreNotSent(t *testing.T) {
	weights := protowire.AppendBytes(protowire.AppendTag([]byte{1 << 3, 0x81, 0x08}, 9, protowire.BytesType), make([]byte, 4100))
	graph := protowire.AppendBytes(protowire.AppendTag(nil, 5, protowire.BytesType), weights)
	model := protowire.AppendBytes(protowire.AppendTag(nil, 7, protowire.BytesType), graph)
	sizes := []int{}
	f := &fake{infer: func(_ context.Context, request *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
		sizes = append(sizes, len(request.GetModel().GetOnnx()))
		return &v1.InferShapesResponse{}, nil
	}}
	infer(t, dial(t, f.serve(t)), Model(model))
	if len(sizes) != 1 || sizes[0] > 100 {
		t.Error(sizes)
	}
	path := t.TempDir() + "/model.onnx"
	if err := os.WriteFile(path, model, 0o600); err != nil {
		t.Fatal(err)
	}
	if spec, err := ModelFile(path); err != nil || len(spec.GetOnnx()) != sizes[0] {
		t.Error(err)
	}
	if _, err := dial(t, "unix:/nonexistent").InferShapes(deadline(t), &v1.InferShapesRequest{Model: Model([]byte("no model"))}); err == nil ||
		!strings.Contains(err.Error(), "not an ONNX model") {
		t.Error(err)
	}
}

// However many servers take turns, all of them come to be sent the model, and then none is again.
func TestServersThatTakeTurnsAreAllSentTheModel(t *testing.T) {
	for servers := 1; servers < 9; servers++ {
		known, knows, turn, late := newKnownModels(), make([]bool, servers), 0, 0
		for call := range 200 {
			if known.isNamed("m") {
				knew := knows[turn%servers]
				turn++
				if knew {
					continue
				}
				known.missed("m")
			}
			knows[turn%servers] = true
			turn++
			known.sent("m")
			if call >= 100 {
				late++
			}
		}
		if slices.Contains(knows, false) || late > 0 {
			t.Error(servers, knows, late)
		}
	}
}

func TestWhatIsKnownIsBounded(t *testing.T) {
	known := newKnownModels()
	for i := range 3 * maxKnown {
		known.sent(string(rune('a' + i)))
	}
	if known.models.len() != maxKnown || len(known.models.byKey) != maxKnown {
		t.Error(known.models.len())
	}
	big := Model(make([]byte, maxSpecBytes/3))
	for _, id := range []string{"a", "b", "c", "d"} {
		known.told(id, big, "")
	}
	if known.spec("a") != nil || known.spec("d") == nil || known.specBytes > maxSpecBytes {
		t.Error(known.specBytes)
	}
}

func TestTheContextEndsACall(t *testing.T) {
	var calls atomic.Int32
	began := make(chan struct{}, 10)
	f := &fake{merge: func(ctx context.Context) (*v1.MergeShapesResponse, error) {
		calls.Add(1)
		began <- struct{}{}
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	}}
	client := dial(t, f.serve(t))
	ctx, cancel := context.WithCancel(deadline(t))
	go func() { <-began; cancel() }()
	_, err := client.MergeShapes(ctx, &v1.MergeShapesRequest{})
	if !errors.Is(err, context.Canceled) || codeOf(err) != codes.Canceled || status.Code(err) != codes.Canceled {
		t.Error(err)
	}
	ctx, cancel = context.WithTimeout(deadline(t), time.Millisecond)
	defer cancel()
	if _, err = client.MergeShapes(ctx, &v1.MergeShapesRequest{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if calls.Load() > 2 {
		t.Error("tried again:", calls.Load())
	}
}

func TestRetryDelays(t *testing.T) {
	retry := Retry{Attempts: 100, Backoff: 100 * time.Millisecond, Limit: 5 * time.Second}
	told := 2 * time.Second
	for attempt, most := range map[int]time.Duration{1: 100 * time.Millisecond, 2: 200 * time.Millisecond, 7: retry.Limit, 99: retry.Limit} {
		for range 50 {
			if delay, again := retry.delay(&Error{Code: codes.Canceled}, attempt); !again || delay > most || delay < most/2 {
				t.Error(attempt, delay)
			}
			if delay, again := retry.delay(&Error{RetryDelay: &told}, attempt); !again || delay < told || delay > 3*told/2 {
				t.Error(attempt, delay)
			}
		}
	}
	told = 6 * time.Second
	if _, again := retry.delay(&Error{RetryDelay: &told}, 1); again {
		t.Error("it waits longer than it is to")
	}
}

func TestErrorsArePrintable(t *testing.T) {
	failure := &Error{Code: codes.NotFound, Message: "a\x1b[2J\u202eb\nreason: OK", Reason: "R"}
	if text := failure.Error(); text != "shapewright: a\\x1b[2J\\u202eb\\nreason: OK\n  reason: R" {
		t.Errorf("%q", text)
	}
}
