package shapewright

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	v1 "dev.shapewright/shapewright/v1"
)

func TestBindingsHoldSizesOfSymbolsAndInputs(t *testing.T) {
	batch := uint16(8)
	got := Binding(Bind("batch", batch), Bind("sequence", 128), BindInput("x", 7, 3), BindInput[int]("scalar"))
	want := &v1.Binding{
		Symbols: []*v1.SymbolSize{{Symbol: "batch", Size: proto.Int64(8)}, {Symbol: "sequence", Size: proto.Int64(128)}},
		Inputs:  []*v1.InputSizes{{Name: "x", Sizes: []int64{7, 3}}, {Name: "scalar", Scalar: true}},
	}
	if !proto.Equal(got, want) {
		t.Error(got)
	}
	if !proto.Equal(Binding(), &v1.Binding{}) {
		t.Error("a binding of nothing is not empty")
	}
}

// The model is Concat(x, k), where k has five rows, so that the output has five rows more than x.
func TestEvaluateTellsTheSizesAtOneBinding(t *testing.T) {
	client, err := Dial(os.Getenv("SHAPEWRIGHT_TARGET"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	model, err := ModelFile(sourcePath("tests/languages/tail.onnx"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []Size{Bind("N", 7), BindInput("x", 7, 3)} {
		evaluation, err := client.Evaluate(context.Background(), model, size)
		if err != nil {
			t.Fatal(err)
		}
		if sizes := evaluation.GetOutputs()[0].GetSizes(); !slices.Equal(sizes, []int64{12, 3}) {
			t.Error(sizes)
		}
	}
	_, err = client.Evaluate(context.Background(), model, Bind("K", 7))
	var failure *Error
	if !errors.As(err, &failure) || failure.Reason == "" || failure.Field() == "" {
		t.Error(err)
	}
}
