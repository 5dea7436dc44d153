package shapewright

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	rpc "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "dev.shapewright/shapewright/v1"
)

// requestCase is a case of requests.json, or of the calls of errors.json.
type requestCase struct {
	Name, Method, File, Onnx string
	Request, Answer          json.RawMessage
	Code, Reason, Field      string
}

// answered asks by a method of the client.
func answered[Request modelRequest, Answer proto.Message](
	method func(context.Context, Request) (Answer, error), request Request,
) func(context.Context, requestCase, string) (proto.Message, error) {
	return func(ctx context.Context, c requestCase, inferenceID string) (proto.Message, error) {
		request := proto.Clone(request).(Request)
		if err := readMessage(c.Request, inferenceID, request); err != nil {
			return nil, err
		}
		if c.File != "" {
			spec, err := ModelFile(sourcePath(c.File))
			if err != nil {
				return nil, err
			}
			request = withModel(request, spec)
		}
		return method(ctx, request)
	}
}

func readMessage(content json.RawMessage, inferenceID string, into proto.Message) error {
	return protojson.Unmarshal([]byte(strings.ReplaceAll(string(content), "INFERENCE_ID", inferenceID)), into)
}

// askers are the methods of the client by the names of the calls.
func askers(client *Client) map[string]func(context.Context, requestCase, string) (proto.Message, error) {
	return map[string]func(context.Context, requestCase, string) (proto.Message, error){
		"InferShapes":       answered(client.InferShapes, &v1.InferShapesRequest{}),
		"StreamInferShapes": answered(client.StreamInferShapes, &v1.InferShapesRequest{}),
		"EvaluateShapes":    answered(client.EvaluateShapes, &v1.EvaluateShapesRequest{}),
		"ExplainShapes":     answered(client.ExplainShapes, &v1.ExplainShapesRequest{}),
		"PlanBuckets":       answered(client.PlanBuckets, &v1.PlanBucketsRequest{}),
		"ChooseBuckets":     answered(client.ChooseBuckets, &v1.ChooseBucketsRequest{}),
		"PlanProfiles":      answered(client.PlanProfiles, &v1.PlanProfilesRequest{}),
		"FindLargestSizes":  answered(client.FindLargestSizes, &v1.FindLargestSizesRequest{}),
		"FindSymbolsToBind": answered(client.FindSymbolsToBind, &v1.FindSymbolsToBindRequest{}),
		"CompileGuard":      answered(client.CompileGuard, &v1.CompileGuardRequest{}),
		"EstimateCost":      answered(client.EstimateCost, &v1.EstimateCostRequest{}),
		"RewriteModel":      answered(client.RewriteModel, &v1.RewriteModelRequest{}),
		"DescribeModel":     answered(client.DescribeModel, &v1.DescribeModelRequest{}),
		"InferChain": func(ctx context.Context, c requestCase, _ string) (proto.Message, error) {
			request := &v1.InferChainRequest{}
			if err := readMessage(c.Request, "", request); err != nil {
				return nil, err
			}
			return client.InferChain(ctx, request)
		},
		"MergeShapes": func(ctx context.Context, c requestCase, _ string) (proto.Message, error) {
			request := &v1.MergeShapesRequest{}
			if err := readMessage(c.Request, "", request); err != nil {
				return nil, err
			}
			return client.MergeShapes(ctx, request)
		},
		"ComputeLayout": func(ctx context.Context, c requestCase, _ string) (proto.Message, error) {
			request := &v1.ComputeLayoutRequest{}
			if err := readMessage(c.Request, "", request); err != nil {
				return nil, err
			}
			return client.ComputeLayout(ctx, request)
		},
		"GetCapabilities": func(ctx context.Context, _ requestCase, _ string) (proto.Message, error) {
			return client.GetCapabilities(ctx)
		},
		"ListModels": func(ctx context.Context, _ requestCase, _ string) (proto.Message, error) {
			return client.ListModels(ctx, &v1.ListModelsRequest{})
		},
		"EvictModel": func(ctx context.Context, c requestCase, _ string) (proto.Message, error) {
			request := &v1.EvictModelRequest{}
			if err := readMessage(c.Request, "", request); err != nil {
				return nil, err
			}
			return client.EvictModel(ctx, request.ModelId)
		},
		"UploadModel": func(ctx context.Context, c requestCase, _ string) (proto.Message, error) {
			onnx, err := base64.StdEncoding.DecodeString(c.Onnx)
			if err != nil {
				return nil, err
			}
			return client.UploadModel(ctx, onnx)
		},
	}
}

func methodName(c requestCase) string { return c.Method[strings.LastIndex(c.Method, "/")+1:] }

// difference is where a message has something else than what is shown of it; empty: nowhere.
func difference(shown, actual protoreflect.Message, path string) (found string) {
	shown.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		place, other := fmt.Sprintf("%s.%s", path, field.Name()), actual.Get(field)
		isMessage := field.Message() != nil && !field.IsMap()
		switch {
		case isMessage && field.IsList():
			if value.List().Len() != other.List().Len() {
				found = fmt.Sprintf("%s: %d entries", place, other.List().Len())
				return false
			}
			for i := range value.List().Len() {
				inner := fmt.Sprintf("%s[%d]", place, i)
				if found = difference(value.List().Get(i).Message(), other.List().Get(i).Message(), inner); found != "" {
					return false
				}
			}
		case isMessage && !actual.Has(field):
			found = place + ": is not there"
		case isMessage:
			found = difference(value.Message(), other.Message(), place)
		case !value.Equal(other):
			found = fmt.Sprintf("%s: %v", place, other)
		}
		return found == ""
	})
	return found
}

func TestRequests(t *testing.T) {
	var vectors struct{ Cases []requestCase }
	readVectors(t, "requests.json", &vectors)
	client := dial(t, startServer(t, "0").target)
	ask, asked, inferenceID := askers(client), map[string]bool{}, ""
	for _, c := range vectors.Cases {
		answer, err := ask[methodName(c)](deadline(t), c, inferenceID)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		shown := answer.ProtoReflect().New()
		if err := readMessage(c.Answer, "", shown.Interface()); err != nil {
			t.Fatal(c.Name, err)
		}
		if found := difference(shown, answer.ProtoReflect(), "answer"); found != "" {
			t.Errorf("%s: %s", c.Name, found)
		}
		if told, ok := answer.(*v1.InferShapesResponse); ok {
			inferenceID = told.GetInferenceId()
		}
		asked[methodName(c)] = true
	}
	var refused struct{ Calls []requestCase }
	readVectors(t, "errors.json", &refused)
	for _, c := range refused.Calls {
		asked[methodName(c)] = true
	}
	for name := range ask {
		if !asked[name] {
			t.Errorf("nothing asks %s", name)
		}
	}
}

func TestErrorsOfAServer(t *testing.T) {
	var vectors struct{ Calls []requestCase }
	readVectors(t, "errors.json", &vectors)
	client := dial(t, startServer(t, "0").target)
	for _, c := range vectors.Calls {
		_, err := askers(client)[methodName(c)](deadline(t), c, "")
		var failure *Error
		if !errors.As(err, &failure) {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if failure.Code != codeNamed(c.Code) || failure.Reason != c.Reason || failure.Field() != c.Field {
			t.Errorf("%s: %v", c.Name, err)
		}
		if _, again := DefaultRetry.delay(failure, 1); again {
			t.Errorf("%s would be repeated", c.Name)
		}
	}
}

func codeNamed(name string) codes.Code { return codes.Code(code.Code_value[name]) }

type statusCase struct {
	Name, Code, Message, Details, Reason, Field string
	Pushback                                    *string
	RetryDelayMs                                *int
	Retry                                       bool
}

// end ends a call as the case says.
func (c statusCase) end(ctx context.Context, t *testing.T) error {
	details := &rpc.Status{}
	bytes, err := base64.StdEncoding.DecodeString(c.Details)
	if err != nil {
		t.Error(err)
	}
	_ = proto.Unmarshal(bytes, details) // one is malformed on purpose
	details.Code, details.Message = int32(codeNamed(c.Code)), c.Message
	if c.Pushback != nil {
		_ = grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", *c.Pushback))
	}
	return status.FromProto(details).Err()
}

func TestErrorsAndWhetherTheyAreFinal(t *testing.T) {
	var vectors struct{ Statuses []statusCase }
	readVectors(t, "errors.json", &vectors)
	for _, c := range vectors.Statuses {
		t.Run(c.Name, func(t *testing.T) {
			calls, fails := 0, true
			f := &fake{merge: func(ctx context.Context) (*v1.MergeShapesResponse, error) {
				if calls++; !fails && calls > 1 {
					return &v1.MergeShapesResponse{}, nil
				}
				return nil, c.end(ctx, t)
			}}
			client := dial(t, f.serve(t), WithRetry(Retry{Attempts: 2, Backoff: time.Millisecond, Limit: time.Second}))
			_, err := client.MergeShapes(deadline(t), &v1.MergeShapesRequest{})
			var failure *Error
			if !errors.As(err, &failure) {
				t.Fatal(err)
			}
			if failure.Code != codeNamed(c.Code) || !strings.Contains(failure.Message, c.Message) || failure.Reason != c.Reason || failure.Field() != c.Field {
				t.Error(err)
			}
			if (failure.RetryDelay == nil) != (c.RetryDelayMs == nil) ||
				(c.RetryDelayMs != nil && *failure.RetryDelay != time.Duration(*c.RetryDelayMs)*time.Millisecond) {
				t.Error("the delay is", failure.RetryDelay)
			}
			if (calls > 1) != c.Retry {
				t.Error("it was tried so often:", calls)
			}
			calls, fails = 0, false
			if _, err = client.MergeShapes(deadline(t), &v1.MergeShapesRequest{}); (err == nil) != c.Retry {
				t.Error(err)
			}
		})
	}
}
