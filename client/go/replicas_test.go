package shapewright

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	v1 "dev.shapewright/shapewright/v1"
)

// load is goroutines that call in a loop, and what they met.
type load struct {
	answered atomic.Int64
	failed   sync.Map
	stop     context.CancelFunc
	done     sync.WaitGroup
}

func startLoad(callers int, call func(context.Context) error) *load {
	ctx, cancel := context.WithCancel(context.Background())
	l := &load{stop: cancel}
	for range callers {
		l.done.Go(func() {
			for ctx.Err() == nil {
				limited, cancel := context.WithTimeout(context.Background(), time.Minute)
				if err := call(limited); err != nil {
					l.failed.Store(err.Error(), true)
				}
				cancel()
				l.answered.Add(1)
			}
		})
	}
	return l
}

// wait returns after so many calls more.
func (l *load) wait(t *testing.T, more int64) {
	t.Helper()
	limit := time.Now().Add(time.Minute)
	for until := l.answered.Load() + more; l.answered.Load() < until; time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("calls hang")
		}
	}
}

func (l *load) end(t *testing.T) {
	t.Helper()
	l.stop()
	l.done.Wait()
	l.failed.Range(func(text, _ any) bool {
		t.Error(text)
		return true
	})
}

func port(t *testing.T, s server) string {
	t.Helper()
	_, port, err := net.SplitHostPort(s.target)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func TestAReplicaThatIsKilledLosesNoCall(t *testing.T) {
	replicas := []server{startServer(t, "0"), startServer(t, "0")}
	client := dial(t, replicas[0].target+","+replicas[1].target)
	operands := []*v1.Type{{Text: "[2, ?]"}, {Text: "[?, 5]"}}
	cases := []*v1.MergeCase{{Question: &v1.MergeCase_Merge{Merge: &v1.MergeTypes{Operands: operands}}}}
	calls := startLoad(4, func(ctx context.Context) error {
		_, err := client.MergeShapes(ctx, &v1.MergeShapesRequest{Cases: cases})
		return err
	})
	for _, i := range []int{0, 1, 0} {
		calls.wait(t, 400)
		replicas[i].kill()
		calls.wait(t, 400)
		replicas[i] = startServer(t, port(t, replicas[i]))
		// Until the client is back, the other one is all that there is.
		waitForCalls(t, client, replicas[i])
	}
	calls.end(t)
	t.Log(calls.answered.Load(), "calls")
}

// waitForCalls returns when both replicas get calls again: two in a row have other peers.
func waitForCalls(t *testing.T, client *Client, s server) {
	t.Helper()
	limit := time.Now().Add(time.Minute)
	for peerOf(t, client) != s.target {
		if time.Now().After(limit) {
			t.Fatal("the replica gets no calls")
		}
		time.Sleep(time.Millisecond)
	}
}

func TestAReplicaThatIsRestartedIsSentTheModelAgain(t *testing.T) {
	replicas := []server{startServer(t, "0"), startServer(t, "0")}
	client := dial(t, replicas[0].target+","+replicas[1].target)
	spec := Model(append(readSource(t, "tests/languages/tail.onnx"), bigModel()[:70_004]...)) // with a doc string
	first := infer(t, client, spec)
	calls := startLoad(4, func(ctx context.Context) error {
		if _, err := client.InferShapes(ctx, &v1.InferShapesRequest{Model: spec}); err != nil {
			return err
		}
		_, err := client.EvaluateShapes(ctx, &v1.EvaluateShapesRequest{Model: Inference(first)})
		return err
	})
	for _, i := range []int{0, 1} {
		calls.wait(t, 200)
		replicas[i].kill()
		calls.wait(t, 100)
		replicas[i] = startServer(t, port(t, replicas[i]))
		waitForCalls(t, client, replicas[i])
	}
	calls.wait(t, 100)
	calls.end(t)
}
