package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"dev.shapewright/shapewright"
	v1 "dev.shapewright/shapewright/v1"
)

// model asks what a model can run.
type model struct {
	client *shapewright.Client
	spec   *v1.ModelSpec
	taken  atomic.Pointer[taken]
}

// taken is what a model takes, and its inference_id.
type taken struct {
	inference *v1.ModelSpec
	datatypes map[string]string
}

// learn asks once. Where there is no answer, the next request asks again, and none waits for another one.
func (m *model) learn(ctx context.Context) (*taken, error) {
	if known := m.taken.Load(); known != nil {
		return known, nil
	}
	answer, err := m.client.InferShapes(ctx, &v1.InferShapesRequest{Model: m.spec, Scope: v1.Scope_SCOPE_OUTPUTS})
	if err != nil {
		return nil, err
	}
	known := &taken{shapewright.Inference(answer), map[string]string{}}
	described, err := m.client.DescribeModel(ctx, &v1.DescribeModelRequest{Model: known.inference})
	if err != nil {
		return nil, err
	}
	for _, input := range described.GetInputs() {
		known.datatypes[input.GetName()] = input.GetDatatype()
	}
	m.taken.Store(known)
	return known, nil
}

// misfit says why a request cannot be run; empty: nothing is against it. An error: nobody knows.
func (m *model) misfit(ctx context.Context, inputs []tensor) (string, error) {
	known, err := m.learn(ctx)
	if err != nil {
		return "", err
	}
	binding := &v1.Binding{}
	given := map[string]bool{}
	for _, input := range inputs {
		datatype, ok := known.datatypes[input.Name]
		if !ok || given[input.Name] {
			return fmt.Sprintf("input %q is none of the model, or stands there twice", input.Name), nil
		}
		if datatype != input.Datatype {
			return fmt.Sprintf("input %q is %s, but the model takes %s", input.Name, input.Datatype, datatype), nil
		}
		given[input.Name] = true
		sizes := &v1.InputSizes{Name: input.Name, Sizes: input.Shape, Scalar: len(input.Shape) == 0}
		binding.Inputs = append(binding.Inputs, sizes)
	}
	for name := range known.datatypes {
		if !given[name] {
			return fmt.Sprintf("input %q is missing", name), nil
		}
	}
	request := &v1.EvaluateShapesRequest{Model: known.inference, Bindings: []*v1.Binding{binding}}
	answer, err := m.client.EvaluateShapes(ctx, request)
	if err != nil {
		return "", err
	}
	evaluation := answer.GetEvaluations()[0]
	if violations := evaluation.GetViolations(); len(violations) > 0 {
		return violations[0].GetMessage(), nil
	}
	return evaluation.GetError().GetMessage(), nil
}
