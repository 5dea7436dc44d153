// The Go client under load, as load.py tells: a goroutine for each call in flight.
//
// usage: load TARGET MODEL.onnx
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dev.shapewright/shapewright"
	v1 "dev.shapewright/shapewright/v1"
)

var next atomic.Int64

// ask makes one call about sizes that no call before had.
func ask(client *shapewright.Client, inference *v1.ModelSpec) {
	number := next.Add(1)
	size := 1 + number%500
	answer, err := client.EvaluateShapes(context.Background(), &v1.EvaluateShapesRequest{
		Model: inference,
		Bindings: []*v1.Binding{{
			Label:   fmt.Sprintf("%016d", number),
			Symbols: []*v1.SymbolSize{{Symbol: "batch", Size: &size}, {Symbol: "sequence", Size: &size}},
		}},
	})
	if err != nil {
		log.Fatal(err)
	}
	if answer.GetEvaluations()[0].GetOutputs()[0].GetSizes()[0] != size {
		log.Fatal("a wrong answer")
	}
}

func rate(client *shapewright.Client, inference *v1.ModelSpec, inFlight int, seconds float64) float64 {
	var ended atomic.Int64
	var group sync.WaitGroup
	start := time.Now()
	end := start.Add(time.Duration(seconds * float64(time.Second)))
	for range inFlight {
		group.Go(func() {
			for time.Now().Before(end) {
				ask(client, inference)
				ended.Add(1)
			}
		})
	}
	group.Wait()
	return float64(ended.Load()) / time.Since(start).Seconds()
}

func main() {
	client, err := shapewright.Dial(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	model, err := shapewright.ModelFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	answer, err := client.InferShapes(context.Background(), &v1.InferShapesRequest{Model: model})
	if err != nil {
		log.Fatal(err)
	}
	inference := shapewright.Inference(answer)
	for {
		var inFlight int
		var seconds float64
		if _, err := fmt.Scan(&inFlight, &seconds); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rate(client, inference, inFlight, seconds))
	}
}
