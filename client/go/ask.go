package shapewright

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "dev.shapewright/shapewright/v1"
)

const (
	// Smaller models are sent each time: remembering them gains nothing.
	idPaysFromBytes = 1 << 16
	// A model that is uploaded goes to one server, and the call that names it perhaps to another.
	uploads = 4
)

type modelRequest interface {
	proto.Message
	GetModel() *v1.ModelSpec
}

// A method of the generated clients.
type method[Request, Answer proto.Message] func(context.Context, Request, ...grpc.CallOption) (Answer, error)

// question is a request about a model on its way to an answer.
type question[Request modelRequest, Answer proto.Message] struct {
	client  *Client
	request Request
	method  method[Request, Answer]
}

// ask asks about a model, which is sent or named by an id; what the answer tells of it is remembered.
func ask[Request modelRequest, Answer proto.Message](
	ctx context.Context, c *Client, request Request, method method[Request, Answer],
) (answer Answer, err error) {
	q := question[Request, Answer]{c, request, method}
	spec := request.GetModel()
	if id := spec.GetInferenceId(); id != "" {
		return q.aboutInference(withRoute(ctx, c.known.route(id)), spec, id)
	}
	if len(spec.GetOnnx()) > 0 {
		onnx, err := StripWeights(spec.GetOnnx())
		if err != nil {
			return answer, err
		}
		spec = withSource(spec, &v1.ModelSpec{Source: &v1.ModelSpec_Onnx{Onnx: onnx}})
	}
	route := routeOf(spec)
	answer, err = q.aboutSource(withRoute(ctx, route), spec)
	if err != nil {
		return answer, err
	}
	if told, ok := any(answer).(interface{ GetInferenceId() string }); ok && told.GetInferenceId() != "" {
		if c.known.spec(told.GetInferenceId()) == nil {
			c.known.told(told.GetInferenceId(), proto.CloneOf(spec), route) // the caller may change the request
		}
		c.known.sent(told.GetInferenceId())
	}
	return answer, nil
}

// about puts the question with this model.
func (q question[Request, Answer]) about(ctx context.Context, spec *v1.ModelSpec) (Answer, error) {
	request := q.request
	if spec != nil {
		request = withModel(request, spec)
	}
	return call(ctx, q.client, request, q.method)
}

// aboutInference says again what the id stands for to a server that does not know it.
func (q question[Request, Answer]) aboutInference(ctx context.Context, spec *v1.ModelSpec, id string) (answer Answer, err error) {
	known := q.client.known
	told := known.spec(id)
	if told == nil || !proto.Equal(spec, withSource(nil, spec)) { // the server tells what is wrong with saying more
		return q.about(ctx, spec)
	}
	if known.isNamed(id) {
		answer, err = q.about(ctx, spec)
		if !isUnknown(err) {
			return answer, err
		}
		known.missed(id)
	}
	answer, err = q.aboutSource(ctx, told)
	if err == nil {
		known.sent(id)
	}
	return answer, err
}

// aboutSource asks by the id alone where a server has answered for the model before, else sends it.
func (q question[Request, Answer]) aboutSource(ctx context.Context, spec *v1.ModelSpec) (answer Answer, err error) {
	onnx := spec.GetOnnx()
	if len(onnx) < idPaysFromBytes {
		return q.about(ctx, spec)
	}
	known, id := q.client.known, modelID(onnx)
	byID := withSource(spec, &v1.ModelSpec{Source: &v1.ModelSpec_ModelId{ModelId: id}})
	if known.isNamed(id) {
		answer, err = q.about(ctx, byID)
		if !isUnknown(err) {
			return answer, err
		}
		known.missed(id)
	}
	answer, err = q.about(ctx, spec)
	if isTooLarge(err) {
		answer, err = q.upload(ctx, byID, onnx, err)
	}
	if err == nil {
		known.sent(id)
	}
	return answer, err
}

// upload sends the model ahead of the question.
func (q question[Request, Answer]) upload(
	ctx context.Context, byID *v1.ModelSpec, onnx []byte, tooLarge error,
) (answer Answer, err error) {
	for upload := 1; upload <= uploads; upload++ {
		if _, err = q.client.upload(ctx, onnx); err != nil {
			if codeOf(err) == codes.Unimplemented {
				return answer, tooLarge
			}
			return answer, err
		}
		// Once more each time: of servers that take turns, uploads alone would reach some only.
		for range 1 + upload {
			answer, err = q.about(ctx, byID)
			if !isUnknown(err) {
				return answer, err
			}
		}
	}
	return answer, tooLarge
}

func codeOf(err error) codes.Code {
	var failure *Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return codes.OK
}

func reasonOf(err error) string {
	var failure *Error
	if errors.As(err, &failure) {
		return failure.Reason
	}
	return ""
}

// isUnknown tells whether a server does not know the model's id, or the inference's.
func isUnknown(err error) bool {
	reason := reasonOf(err)
	return reason == "MODEL_NOT_CACHED" || reason == "INFERENCE_NOT_CACHED"
}

func isTooLarge(err error) bool {
	return reasonOf(err) == "MESSAGE_TOO_LARGE" ||
		(codeOf(err) == codes.ResourceExhausted && strings.Contains(err.Error(), "larger than max"))
}

// withModel is the request with another model; it shares all else.
func withModel[Request modelRequest](request Request, spec *v1.ModelSpec) Request {
	model := protoreflect.Name("model")
	result := shared(request, func(field protoreflect.FieldDescriptor) bool { return field.Name() != model })
	message := result.ProtoReflect()
	message.Set(message.Descriptor().Fields().ByName(model), protoreflect.ValueOfMessage(spec.ProtoReflect()))
	return result
}

// withSource is what a spec says of its model, with the source of another one; it shares all else.
func withSource(spec, source *v1.ModelSpec) *v1.ModelSpec {
	result := shared(spec, func(field protoreflect.FieldDescriptor) bool { return field.ContainingOneof() == nil })
	result.Source = source.GetSource()
	return result
}

// shared is a message with some of the fields of another one, whose values it shares.
func shared[Message proto.Message](message Message, has func(protoreflect.FieldDescriptor) bool) Message {
	from := message.ProtoReflect()
	result := from.Type().New()
	from.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if has(field) {
			result.Set(field, value)
		}
		return true
	})
	result.SetUnknown(from.GetUnknown())
	return result.Interface().(Message)
}
