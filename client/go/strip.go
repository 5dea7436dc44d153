package shapewright

// keepElements: tensors of at most so many elements keep their data.
const keepElements = 1024

var stripped = []byte("\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01")

// StripWeights takes the data of large tensors out of a serialized ONNX model, as every client does before it sends one:
// core/wire/strip.h tells the rule. Models of other formats stay as they are. It is an error if the bytes are no model.
func StripWeights(model []byte) ([]byte, error) {
	if !isONNX(model) {
		return model, nil
	}
	return rewriteTensors(model, func(tensor []byte) ([]byte, error) {
		elements, err := countElements(tensor)
		if err != nil || elements <= keepElements {
			return nil, err
		}
		return stripped, nil
	})
}
