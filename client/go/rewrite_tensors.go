package shapewright

import (
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

const maxDepth = 1000

var errTooDeep = errors.New("messages too deep")

// messageKind says which fields of a message hold messages of interest.
type messageKind map[protowire.Number]*messageKind

var (
	tensorKind    = messageKind{}
	sparseKind    = messageKind{1: &tensorKind, 2: &tensorKind}
	attributeKind = messageKind{5: &tensorKind, 10: &tensorKind, 22: &sparseKind, 23: &sparseKind}
	nodeKind      = messageKind{5: &attributeKind}
	graphKind     = messageKind{1: &nodeKind, 5: &tensorKind, 15: &sparseKind}
	trainingKind  = messageKind{1: &graphKind, 2: &graphKind}
	functionKind  = messageKind{7: &nodeKind, 11: &attributeKind}
	modelKind     = messageKind{7: &graphKind, 20: &trainingKind, 25: &functionKind}
)

func init() { // graphs within graphs
	attributeKind[6], attributeKind[11] = &graphKind, &graphKind
}

// isTensorData tells the fields of a TensorProto that hold its data, or say where they are.
func isTensorData(number protowire.Number) bool {
	return (number >= 4 && number <= 7) || (number >= 9 && number <= 11) || number == 13 || number == 14
}

// tensorEdit gets the bytes of a TensorProto. nil leaves it as it is; otherwise its data fields are left out, and the
// result stands at its end.
type tensorEdit func(tensor []byte) ([]byte, error)

// rewriteTensors gives the tensors of a serialized ONNX model other data; core/wire/rewrite_tensors.h tells the rule.
func rewriteTensors(model []byte, edit tensorEdit) ([]byte, error) {
	result, err := rewrite(model, &modelKind, edit, 0)
	if err != nil {
		var outside *Error
		if errors.As(err, &outside) { // what the edit says
			return nil, outside
		}
		return nil, malformedModel(notAModel+err.Error(), err)
	}
	if result == nil {
		return model, nil
	}
	return result, nil
}

// rewrite gives the new bytes of a message, nil if nothing changes.
func rewrite(message []byte, kind *messageKind, edit tensorEdit, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errTooDeep
	}
	var tail, result []byte
	if kind == &tensorKind {
		var err error
		if tail, err = edit(message); err != nil {
			return nil, err
		}
	}
	changed, copied := tail != nil, 0 // all before `copied` is in the result
	for at := 0; at < len(message); {
		field, err := consumeField(message[at:])
		if err != nil {
			return nil, err
		}
		end := at + field.size
		inner := (*kind)[field.number]
		switch {
		case tail != nil && isTensorData(field.number):
			result, copied = append(result, message[copied:at]...), end
		case inner != nil && field.wire == protowire.BytesType:
			content, err := rewrite(field.content, inner, edit, depth+1)
			if err != nil {
				return nil, err
			}
			if content != nil {
				result = append(result, message[copied:at+field.tagSize]...)
				result, copied, changed = protowire.AppendBytes(result, content), end, true
			}
		}
		at = end
	}
	if !changed {
		return nil, nil
	}
	result = append(result, message[copied:]...)
	return append(result, tail...), nil
}

type field struct {
	number        protowire.Number
	wire          protowire.Type
	tagSize, size int
	content       []byte // of BytesType
	number64      uint64 // of VarintType
}

// consumeField reads the field that bytes begin with.
func consumeField(data []byte) (f field, err error) {
	f.number, f.wire, f.tagSize = protowire.ConsumeTag(data)
	if f.tagSize < 0 {
		return f, protowire.ParseError(f.tagSize)
	}
	size := protowire.ConsumeFieldValue(f.number, f.wire, data[f.tagSize:])
	if size < 0 {
		return f, protowire.ParseError(size)
	}
	switch f.wire {
	case protowire.BytesType:
		f.content, _ = protowire.ConsumeBytes(data[f.tagSize:])
	case protowire.VarintType:
		f.number64, _ = protowire.ConsumeVarint(data[f.tagSize:])
	}
	f.size = f.tagSize + size
	return f, nil
}

// forEachField visits the fields of a message.
func forEachField(message []byte, visit func(field)) error {
	for len(message) > 0 {
		f, err := consumeField(message)
		if err != nil {
			return err
		}
		visit(f)
		message = message[f.size:]
	}
	return nil
}

// countElements is the product of a TensorProto's dims, at most what int64 holds; -1 if one of them is negative.
func countElements(tensor []byte) (int64, error) {
	elements := int64(1)
	negative, zero := false, false
	dim := func(size int64) {
		switch {
		case size < 0:
			negative = true
		case size == 0:
			zero = true
		case elements > math.MaxInt64/size:
			elements = math.MaxInt64
		default:
			elements *= size
		}
	}
	err := forEachField(tensor, func(f field) {
		switch {
		case f.number != 1:
		case f.wire == protowire.VarintType:
			dim(int64(f.number64))
		case f.wire == protowire.BytesType:
			for packed := f.content; len(packed) > 0; {
				size, n := protowire.ConsumeVarint(packed)
				if n < 0 {
					break // a malformed packed list ends where it is malformed
				}
				dim(int64(size))
				packed = packed[n:]
			}
		}
	})
	switch {
	case err != nil:
		return 0, err
	case negative:
		return -1, nil
	case zero:
		return 0, nil
	}
	return elements, nil
}
