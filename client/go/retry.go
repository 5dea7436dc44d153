package shapewright

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
)

// Retry says what is tried again. gRPC itself repeats what nobody answered (UNAVAILABLE) by the service config, up to five
// times; this is for what a server asks to repeat later, for calls that it cancelled, and for those that gRPC gave up as
// an answer had begun. Every call of the service may be repeated.
type Retry struct {
	// Attempts is their number altogether; 1: no repetition.
	Attempts int
	// Backoff is the wait after the first attempt, at most; it doubles with each.
	Backoff time.Duration
	// Limit is the longest wait; a server that asks for more is left alone.
	Limit time.Duration
}

// DefaultRetry is what Dial takes.
var DefaultRetry = Retry{Attempts: 6, Backoff: 100 * time.Millisecond, Limit: 5 * time.Second}

// delay is the wait after attempt number `attempt`, from 1; false: no other one makes sense.
func (r Retry) delay(failure *Error, attempt int) (time.Duration, bool) {
	switch {
	case attempt >= r.Attempts || failure.cause != nil || failure.pushback == tryNeverAgain:
		return 0, false
	case failure.Code == codes.Unavailable && attempt > 1: // gRPC has tried too
		return 0, false
	case failure.RetryDelay != nil && *failure.RetryDelay > 0:
		// Never before, and not all at the same time.
		return jitter(*failure.RetryDelay, 1, 1.5), *failure.RetryDelay <= r.Limit
	case failure.RetryDelay == nil && failure.Code != codes.Unavailable && failure.Code != codes.Canceled:
		return 0, false
	}
	return jitter(min(r.Backoff<<min(attempt-1, 20), r.Limit), 0.5, 1), true
}

func jitter(delay time.Duration, least, most float64) time.Duration {
	return time.Duration(float64(delay) * (least + rand.Float64()*(most-least)))
}

// call makes one call of the service, in as many attempts as it takes.
func call[Request, Answer proto.Message](
	ctx context.Context, c *Client, request Request, method method[Request, Answer],
) (Answer, error) {
	var answer Answer
	for attempt := 1; ; attempt++ {
		var trailers metadata.MD
		var err error
		if answer, err = method(ctx, request, grpc.Trailer(&trailers)); err == nil {
			return answer, nil
		}
		failure := newError(ctx, err, trailers, c.target)
		delay, again := c.retry.delay(failure, attempt)
		if !again || !wait(ctx, delay) {
			return answer, failure
		}
	}
}

// wait returns false where the context would end before.
func wait(ctx context.Context, delay time.Duration) bool {
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) <= delay {
		return false
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
