package shapewright

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	v1 "dev.shapewright/shapewright/v1"
)

const chunkBytes = 1 << 20

// inPieces is StreamInferShapes as a method that takes the request, and gives the answer, of InferShapes.
func (c *Client) inPieces(
	ctx context.Context, request *v1.InferShapesRequest, options ...grpc.CallOption,
) (*v1.InferShapesResponse, error) {
	ctx, cancel := context.WithCancel(ctx) // ends the stream where a piece is wrong
	defer cancel()
	stream, err := c.shapes.StreamInferShapes(ctx, &v1.StreamInferShapesRequest{Request: request}, options...)
	if err != nil {
		return nil, err
	}
	answer := &v1.InferShapesResponse{}
	for {
		piece, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return answer, nil
		}
		if err == nil {
			err = addPiece(answer, piece)
		}
		if err != nil {
			return nil, err
		}
	}
}

// addPiece puts a piece behind those before it.
func addPiece(answer *v1.InferShapesResponse, piece *v1.StreamInferShapesResponse) error {
	part := piece.GetPart()
	graphs := part.GetGraphs()
	if part != nil {
		part.Graphs = nil
		proto.Merge(answer, part)
	}
	for i, graph := range graphs {
		number := int(piece.GetGraph()) + i
		if number > len(answer.Graphs) {
			return status.Error(codes.DataLoss, "a piece of the answer is missing")
		}
		if number == len(answer.Graphs) {
			answer.Graphs = append(answer.Graphs, &v1.GraphInfo{})
		}
		proto.Merge(answer.Graphs[number], graph)
	}
	return nil
}

// upload sends a model in pieces; a server that has it answers without reading on.
func (c *Client) upload(ctx context.Context, onnx []byte) (*v1.UploadModelResponse, error) {
	send := func(ctx context.Context, first *v1.UploadModelRequest, options ...grpc.CallOption) (*v1.UploadModelResponse, error) {
		stream, err := c.models.UploadModel(ctx, options...)
		if err != nil {
			return nil, err
		}
		if err = stream.Send(first); err != nil {
			return stream.CloseAndRecv() // the error of the call
		}
		for begin := 0; begin < len(onnx); begin += chunkBytes {
			chunk := onnx[begin:min(begin+chunkBytes, len(onnx))]
			if stream.Send(&v1.UploadModelRequest{Chunk: chunk}) != nil {
				break // the server has answered
			}
		}
		return stream.CloseAndRecv()
	}
	size := int64(len(onnx))
	id := modelID(onnx)
	return call(withRoute(ctx, id), c, &v1.UploadModelRequest{ModelId: id, SizeBytes: &size}, send)
}
