package shapewright

import (
	"crypto/sha256"
	"encoding/hex"
	"os"

	v1 "dev.shapewright/shapewright/v1"
)

// Model is a serialized ONNX model, or the bytes of a file of another format, as what a request is about.
func Model(onnx []byte) *v1.ModelSpec {
	return &v1.ModelSpec{Source: &v1.ModelSpec_Onnx{Onnx: onnx}}
}

// ModelFile reads a model from a file, without its weights and with the small tensors that lie in other files of its
// folder: an ONNX model, a StableHLO module, or the .xml of an OpenVINO IR. The error is an *Error; where the file cannot be read, errors.Is finds fs.ErrNotExist and the like in it.
func ModelFile(path string) (*v1.ModelSpec, error) {
	onnx, err := os.ReadFile(path)
	if err != nil {
		return nil, cannotReadFile(path, err)
	}
	onnx, err = StripModelFile(onnx, path)
	if err != nil {
		return nil, err
	}
	return Model(onnx), nil
}

// Inference is what an answer of InferShapes stands for: the model with all that was said of it.
func Inference(answer *v1.InferShapesResponse) *v1.ModelSpec {
	return &v1.ModelSpec{Source: &v1.ModelSpec_InferenceId{InferenceId: answer.GetInferenceId()}}
}

// modelID is the id that servers name a model by: of its bytes as they are sent.
func modelID(onnx []byte) string {
	sum := sha256.Sum256(onnx)
	return "sha256:" + hex.EncodeToString(sum[:])
}
