package shapewright

import (
	"context"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	v1 "dev.shapewright/shapewright/v1"
)

func TestAllCallsAboutAModelTellBalancersSo(t *testing.T) {
	var routes []string
	note := func(ctx context.Context) {
		headers, _ := metadata.FromIncomingContext(ctx)
		routes = append(routes, strings.Join(headers.Get("x-shapewright-model"), ","))
	}
	f := &fake{
		infer: func(ctx context.Context, _ *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
			note(ctx)
			return &v1.InferShapesResponse{InferenceId: "inference:1"}, nil
		},
		merge: func(ctx context.Context) (*v1.MergeShapesResponse, error) {
			note(ctx)
			return &v1.MergeShapesResponse{}, nil
		},
		upload: func(stream grpc.ClientStreamingServer[v1.UploadModelRequest, v1.UploadModelResponse]) error {
			note(stream.Context())
			return stream.SendAndClose(&v1.UploadModelResponse{})
		},
	}
	client := dial(t, f.serve(t))
	answer := infer(t, client, Model(bigModel()))
	infer(t, client, Inference(answer))
	infer(t, client, &v1.ModelSpec{Source: &v1.ModelSpec_InferenceId{InferenceId: "inference:of-another-client"}})
	infer(t, client, &v1.ModelSpec{Source: &v1.ModelSpec_Path{Path: "a/b.onnx"}})
	infer(t, client, &v1.ModelSpec{Source: &v1.ModelSpec_ModelId{ModelId: "no\nheader"}})
	infer(t, client, &v1.ModelSpec{Source: &v1.ModelSpec_Graph{Graph: &v1.Model{}}})
	if _, err := client.MergeShapes(deadline(t), &v1.MergeShapesRequest{}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadModel(deadline(t), bigModel()); err != nil {
		t.Fatal(err)
	}
	own := metadata.AppendToOutgoingContext(deadline(t), "x-shapewright-model", "own")
	if _, err := client.InferShapes(own, &v1.InferShapesRequest{Model: Model(bigModel())}); err != nil {
		t.Fatal(err)
	}
	id := modelID(bigModel())
	expected := []string{id, id, "inference:of-another-client", "a/b.onnx", "", "", "", id, "own"}
	if !slices.Equal(routes, expected) {
		t.Errorf("%q", routes)
	}
}
