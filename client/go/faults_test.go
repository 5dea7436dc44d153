package shapewright

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	v1 "dev.shapewright/shapewright/v1"
)

// fault is one of faults.json, which the command line, the library and all clients meet.
type fault struct {
	Name, Target, Deadline, Method, Code, Reason, Field string
	File                                                *string
	Entry                                               bool
	Request                                             json.RawMessage
	Says                                                []string
}

// meet gives the error of a fault, as the client tells it.
func (f fault) meet(t *testing.T, target string, onnx []byte) *Error {
	var failure *Error
	if f.File != nil {
		path := t.TempDir() + "/model.onnx"
		switch *f.File {
		case "NONE":
		case "FOLDER":
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		default:
			content, err := base64.StdEncoding.DecodeString(*f.File)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := ModelFile(path)
		if errors.Is(err, fs.ErrNotExist) != (f.Reason == "FILE_NOT_FOUND") {
			t.Error(err)
		}
		errors.As(err, &failure)
		return failure
	}
	client := dial(t, target, WithRetry(Retry{Attempts: 1}))
	ctx := deadline(t)
	if f.Deadline != "" {
		late, cancel := context.WithDeadline(ctx, time.Now().Add(-time.Second))
		defer cancel()
		ctx = late
	}
	if f.Method == "EvaluateShapes" {
		request := &v1.EvaluateShapesRequest{}
		if err := protojson.Unmarshal(f.Request, request); err != nil {
			t.Fatal(err)
		}
		request.Model = Model(onnx)
		answer, err := client.EvaluateShapes(ctx, request)
		if err != nil {
			t.Fatal(err)
		}
		told := answer.Evaluations[0].Error
		return &Error{Reason: told.Reason, Message: told.Message, Fields: []Field{{Path: told.Field}}}
	}
	request := &v1.InferShapesRequest{}
	if err := protojson.Unmarshal(f.Request, request); err != nil {
		t.Fatal(err)
	}
	if request.Model == nil {
		request.Model = &v1.ModelSpec{}
	}
	if request.Model.Source == nil {
		request.Model.Source = Model(onnx).Source
	}
	_, err := client.InferShapes(ctx, request)
	errors.As(err, &failure)
	return failure
}

func TestFaults(t *testing.T) {
	var vectors struct {
		Model  []byte
		Faults []fault
	}
	readVectors(t, "faults.json", &vectors)
	served := startServer(t, "0").target
	for _, f := range vectors.Faults {
		t.Run(f.Name, func(t *testing.T) {
			target := served
			if f.Target != "" {
				target = "unix:" + t.TempDir() + "/nobody"
			}
			failure := f.meet(t, target, vectors.Model)
			if failure == nil {
				t.Fatal("no error")
			}
			if failure.Reason != f.Reason || failure.Field() != f.Field || (!f.Entry && failure.Code != codeNamed(f.Code)) {
				t.Error(failure)
			}
			for _, part := range f.Says {
				if part = strings.ReplaceAll(part, "TARGET", target); !strings.Contains(failure.Error(), part) {
					t.Errorf("%q is not in: %v", part, failure)
				}
			}
		})
	}
}
