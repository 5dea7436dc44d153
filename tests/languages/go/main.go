// Asks a server the commonest questions about a model, and prints the answers.
//
// usage: languages HOST:PORT MODEL.onnx
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	sw "shapewright/v1"
)

type asker struct {
	ctx    context.Context
	shapes sw.ShapeServiceClient
	models sw.ModelServiceClient
	model  *sw.ModelSpec
}

// The sizes of one input.
func sizesOf(name string, sizes ...int64) *sw.Binding {
	return &sw.Binding{Inputs: []*sw.InputSizes{{Name: name, Sizes: sizes}}}
}

func (a *asker) evaluate(binding *sw.Binding) *sw.Evaluation {
	answer, err := a.shapes.EvaluateShapes(a.ctx, &sw.EvaluateShapesRequest{
		Model: a.model, Bindings: []*sw.Binding{binding},
	})
	if err != nil {
		log.Fatal(err)
	}
	return answer.GetEvaluations()[0]
}

func (a *asker) whichSizes() {
	evaluation := a.evaluate(sizesOf("x", 7, 3))
	fmt.Println("sizes:", evaluation.GetVerdict())
	for _, output := range evaluation.GetOutputs() {
		fmt.Println(" ", output.GetName(), output.GetElementType(), output.GetSizes(), output.GetBytes(), "bytes")
	}
}

func (a *asker) whichShapes() {
	answer, err := a.shapes.InferShapes(a.ctx, &sw.InferShapesRequest{Model: a.model})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("shapes: consistent", answer.GetConsistent())
	for _, symbol := range answer.GetSymbols() {
		fmt.Println(" ", symbol.GetName())
	}
	for _, value := range answer.GetGraphs()[0].GetValues() {
		fmt.Println(" ", value.GetName(), value.GetType().GetText())
	}
}

func (a *asker) whyThisDim() {
	axis := int64(0)
	answer, err := a.shapes.ExplainShapes(a.ctx, &sw.ExplainShapesRequest{
		Model: a.model, Questions: []*sw.ExplainQuestion{{Value: &sw.ValueRef{Name: "y"}, Axis: &axis}},
	})
	if err != nil {
		log.Fatal(err)
	}
	why := answer.GetExplanations()[0]
	fmt.Println("why:", why.GetAmount().GetExpr())
	for _, step := range why.GetSteps() {
		fmt.Println(" ", step.GetMessage())
	}
}

func (a *asker) whichModel() {
	answer, err := a.models.DescribeModel(a.ctx, &sw.DescribeModelRequest{Model: a.model})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("model:", answer.GetName(), "batches", answer.GetBatching().GetBatchable())
	for _, tensors := range [][]*sw.TensorMetadata{answer.GetInputs(), answer.GetOutputs()} {
		for _, tensor := range tensors {
			first := tensor.GetType().GetTensor().GetShape().GetDims()[0]
			fmt.Println(" ", tensor.GetName(), tensor.GetDatatype(), tensor.GetShape(), first.GetExpr())
		}
	}
}

func (a *asker) isItValid() {
	evaluation := a.evaluate(sizesOf("x", 7, 4))
	fmt.Println("valid:", evaluation.GetVerdict())
	for _, violation := range evaluation.GetViolations() {
		fmt.Println(" ", violation.GetKind())
	}
}

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	onnx, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	models := sw.NewModelServiceClient(connection)
	capabilities, err := models.GetCapabilities(ctx, &sw.GetCapabilitiesRequest{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("server: grammar", capabilities.GetGrammarVersion())
	a := &asker{ctx, sw.NewShapeServiceClient(connection), models, &sw.ModelSpec{Source: &sw.ModelSpec_Onnx{Onnx: onnx}}}
	a.whichSizes()
	a.whichShapes()
	a.whyThisDim()
	a.isItValid()
	a.whichModel()
}
