package shapewright_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"dev.shapewright/shapewright"
	v1 "dev.shapewright/shapewright/v1"
)

const tail = "../../tests/languages/tail.onnx" // y = Concat(x, k) of x: float32[N, 3] and five rows

func Example() {
	client, err := shapewright.Dial(os.Getenv("SHAPEWRIGHT_TARGET")) // HOST:PORT, HOST:PORT,HOST:PORT or unix:PATH
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	model, err := shapewright.ModelFile(tail) // or shapewright.Model(bytes)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := client.InferShapes(ctx, &v1.InferShapesRequest{Model: model})
	if err != nil {
		log.Fatal(err)
	}
	for _, output := range answer.GetOutputs() {
		fmt.Println(output.GetName(), output.GetType().GetText())
	}

	// The inference stands for the model, with all that was said of it.
	sizes, err := client.Evaluate(ctx, shapewright.Inference(answer), shapewright.Bind("N", 7))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sizes.GetOutputs()[0].GetSizes())
	// Output:
	// y float32[N + 5, 3]
	// [12 3]
}

func ExampleError() {
	client, err := shapewright.Dial(os.Getenv("SHAPEWRIGHT_TARGET"))
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	model, err := shapewright.ModelFile(tail)
	if err != nil {
		log.Fatal(err)
	}
	model.Premises = []string{"K <= 8"}
	_, err = client.InferShapes(context.Background(), &v1.InferShapesRequest{Model: model})
	var failure *shapewright.Error
	if errors.As(err, &failure) {
		fmt.Println(failure.Code, failure.Reason, failure.Field())
	}
	// Output: InvalidArgument MALFORMED_PREMISE model.premises[0]
}

func ExampleExpression() {
	dim, err := shapewright.ParseExpression("if((N = 0), 7, M//N)")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(dim, dim.Symbols())
	fmt.Println(dim.Evaluate(map[string]int64{"N": 3, "M": 10}))
	fmt.Println(dim.Evaluate(map[string]int64{"N": 0}))
	_, err = dim.Evaluate(map[string]int64{"N": 3})
	fmt.Println(errors.Is(err, shapewright.ErrUnbound))
	// Output:
	// if((N = 0), 7, M//N) [N M]
	// 3 <nil>
	// 7 <nil>
	// true
}
