package shapewright

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Error is a call that failed; docs/errors.md of Shapewright lists the reasons.
type Error struct {
	// Code is the status code of gRPC.
	Code codes.Code
	// Message says what happened, for people.
	Message string
	// Reason is a stable name, such as MODEL_NOT_CACHED; empty where neither the server nor this client gives one.
	Reason string
	// Metadata has facts such as limit and actual.
	Metadata map[string]string
	// Fields are to blame.
	Fields []Field
	// RetryDelay is how long the server asks to wait before another try; nil: it asks for none.
	RetryDelay *time.Duration

	status   *status.Status
	cause    error
	pushback pushback
	target   string // who was asked
}

const (
	serverUnreachable = "SERVER_UNREACHABLE"
	deadlineExceeded  = "DEADLINE_EXCEEDED"
)

// sentence is what is wrong, and what to do.
func (e *Error) sentence() string {
	switch e.Reason {
	case serverUnreachable:
		return fmt.Sprintf("no server answers at %s: %s; start one there, or correct the address", e.target, e.Message)
	case deadlineExceeded:
		return "the deadline passed before the answer came; allow more time"
	}
	return e.Message
}

// Field is a field of the request.
type Field struct {
	// Path leads to it from the request on: model.onnx, bindings[3].
	Path        string
	Description string
}

// Error tells the details too, one line each, without characters that a terminal would obey.
func (e *Error) Error() string {
	lines := []string{"shapewright: " + e.sentence()}
	if e.Reason != "" {
		lines = append(lines, "reason: "+e.Reason)
	}
	for key, value := range e.Metadata {
		lines = append(lines, key+": "+value)
	}
	for _, field := range e.Fields {
		lines = append(lines, "field: "+field.Path)
	}
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n  ")
}

// Field is the path of the first field that is to blame; empty: there is none.
func (e *Error) Field() string {
	if len(e.Fields) == 0 {
		return ""
	}
	return e.Fields[0].Path
}

// Unwrap is the error of the call's context, if that ended it: context.Canceled or context.DeadlineExceeded; or why a file
// cannot be read.
func (e *Error) Unwrap() error { return e.cause }

// GRPCStatus lets status.FromError see what gRPC told.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// pushback is what the trailer for gRPC's own retries says.
type pushback int

const (
	noPushback pushback = iota
	tryAgain
	tryNeverAgain
)

// newError is the error that a call of gRPC tells, with what its trailers have. The target is who was asked.
func newError(ctx context.Context, err error, trailers metadata.MD, target string) *Error {
	told := status.Convert(err)
	e := &Error{Code: told.Code(), Message: told.Message(), status: told, cause: ctx.Err(), target: target}
	for _, detail := range told.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			e.Reason, e.Metadata = detail.GetReason(), detail.GetMetadata()
		case *errdetails.BadRequest:
			for _, field := range detail.GetFieldViolations() {
				e.Fields = append(e.Fields, Field{field.GetField(), field.GetDescription()})
			}
		case *errdetails.RetryInfo:
			delay := detail.GetRetryDelay().AsDuration()
			e.RetryDelay = &delay
		}
	}
	if e.Reason == "" {
		e.Reason = map[codes.Code]string{
			codes.Unavailable: serverUnreachable, codes.DeadlineExceeded: deadlineExceeded,
		}[e.Code]
	}
	if e.cause == nil && e.Code == codes.DeadlineExceeded && e.RetryDelay == nil {
		e.cause = context.DeadlineExceeded // the server has noticed it first
	}
	if told := trailers.Get("grpc-retry-pushback-ms"); len(told) > 0 {
		e.pushback = tryAgain
		if _, err := strconv.ParseUint(told[0], 10, 31); err != nil {
			e.pushback = tryNeverAgain
		}
	}
	return e
}

// printable escapes what is not to be printed: names in a model are written by strangers.
func printable(text string) string {
	var out strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			out.WriteRune(r)
		} else {
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}
