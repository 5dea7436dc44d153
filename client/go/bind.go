package shapewright

import (
	"context"

	"google.golang.org/grpc/codes"

	v1 "dev.shapewright/shapewright/v1"
)

// Size is the size of a symbol, or are those of an input: what Bind and BindInput give.
type Size struct {
	add func(*v1.Binding)
}

// anyInteger is any of Go's.
type anyInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32
}

// Bind gives a symbol its size: Bind("batch", 8).
func Bind[Int anyInteger](symbol string, size Int) Size {
	number := int64(size)
	return Size{func(binding *v1.Binding) {
		binding.Symbols = append(binding.Symbols, &v1.SymbolSize{Symbol: symbol, Size: &number})
	}}
}

// BindInput gives the axes of an input their sizes: BindInput("x", 7, 3). Without sizes the input is a scalar: BindInput[int]("x").
func BindInput[Int anyInteger](input string, sizes ...Int) Size {
	given := &v1.InputSizes{Name: input, Scalar: len(sizes) == 0}
	for _, size := range sizes {
		given.Sizes = append(given.Sizes, int64(size))
	}
	return Size{func(binding *v1.Binding) { binding.Inputs = append(binding.Inputs, given) }}
}

// Binding puts sizes together, for the requests that have a binding or several.
func Binding(sizes ...Size) *v1.Binding {
	binding := &v1.Binding{}
	for _, size := range sizes {
		size.add(binding)
	}
	return binding
}

// Evaluate tells the sizes of a model's outputs at one binding: Evaluate(ctx, model, Bind("batch", 8)). A binding that does
// not fit the model is an *Error.
func (c *Client) Evaluate(ctx context.Context, model *v1.ModelSpec, sizes ...Size) (*v1.Evaluation, error) {
	request := &v1.EvaluateShapesRequest{Model: model, Bindings: []*v1.Binding{Binding(sizes...)}}
	answer, err := c.EvaluateShapes(ctx, request)
	if err != nil {
		return nil, err
	}
	evaluations := answer.GetEvaluations()
	if len(evaluations) != 1 {
		return nil, &Error{Code: codes.Internal, Message: "the server gave no answer for the binding", target: c.target}
	}
	if wrong := evaluations[0].GetError(); wrong != nil {
		text := wrong.GetMessage()
		if suggestion := wrong.GetSuggestion(); suggestion != "" {
			text += "; " + suggestion
		}
		field := Field{Path: "bindings[0]." + wrong.GetField(), Description: wrong.GetMessage()}
		return nil, &Error{
			Code: codes.InvalidArgument, Message: text, Reason: wrong.GetReason(), Fields: []Field{field}, target: c.target,
		}
	}
	return evaluations[0], nil
}
