package shapewright

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// Of the elements of each TensorProto.DataType; 0: of no fixed size.
var elementBits = [...]int64{0, 32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64, 128, 16, 8, 8, 8, 8, 4, 4, 4, 8, 2, 2, 6, 6}

const (
	rawDataField     = 9
	locationExternal = 1
)

// externalTensor is what a TensorProto says of where its elements are.
type externalTensor struct {
	name               []byte
	dataType, location uint32
	entries            map[string]string
}

func readExternalTensor(tensor []byte) (externalTensor, error) {
	t := externalTensor{entries: map[string]string{}}
	err := forEachField(tensor, func(f field) {
		switch {
		case f.number == 2 && f.wire == protowire.VarintType:
			t.dataType = uint32(f.number64)
		case f.number == 8 && f.wire == protowire.BytesType:
			t.name = f.content
		case f.number == 13 && f.wire == protowire.BytesType:
			var key, value string
			err := forEachField(f.content, func(inner field) {
				switch {
				case inner.number == 1 && inner.wire == protowire.BytesType:
					key = string(inner.content)
				case inner.number == 2 && inner.wire == protowire.BytesType:
					value = string(inner.content)
				}
			})
			if err == nil {
				t.entries[key] = value
			}
		case f.number == 14 && f.wire == protowire.VarintType:
			t.location = uint32(f.number64)
		}
	})
	return t, err
}

// number is an entry that is one, or what it is without the entry; false: it is no number.
func (t externalTensor) number(key string, absent int64) (int64, bool) {
	if t.entries[key] == "" {
		return absent, true
	}
	number, err := strconv.ParseUint(t.entries[key], 10, 63)
	return int64(number), err == nil
}

// part is where the elements are: false if the tensor keeps them, or is none that is put in line.
func (t externalTensor) part(elements int64) (offset, size int64, found bool) {
	if t.location != locationExternal || t.entries["location"] == "" || int(t.dataType) >= len(elementBits) ||
		elementBits[t.dataType] == 0 || elements <= 0 || elements > keepElements {
		return 0, 0, false
	}
	size = (elements*elementBits[t.dataType] + 7) / 8
	offset, isOffset := t.number("offset", 0)
	length, isLength := t.number("length", size)
	return offset, size, isOffset && isLength && length == size
}

// StripModelFile is a model that was read from a file, without its weights and with the small tensors that lie in other
// files of its folder, of an OpenVINO IR in the .bin beside it: core/wire/external_data.h tells the rule. What cannot be
// read stays external. It is an error if the bytes are no model, or name a file outside of the folder.
func StripModelFile(model []byte, path string) ([]byte, error) {
	if len(model) == 0 {
		return nil, notAModelFile(path, "it is empty", nil)
	}
	model, err := StripWeights(model)
	var wrong *Error
	if errors.As(err, &wrong) {
		return nil, notAModelFile(path, strings.TrimPrefix(wrong.Message, notAModel), wrong)
	}
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, cannotReadFile(filepath.Dir(path), err)
	}
	defer folder.Close()
	if isOpenvinoIR(model) {
		weights := irWeights(path)
		return inlineIRConstants(model, func(offset, size int64) []byte { return readPart(folder, weights, offset, size) }), nil
	}
	if !isONNX(model) {
		return model, nil
	}
	model, err = rewriteTensors(model, func(tensor []byte) ([]byte, error) { return inLine(tensor, folder) })
	if errors.As(err, &wrong) {
		return nil, malformedModel(path+": "+wrong.Message, wrong)
	}
	return model, nil
}

// inLine is the data of a small tensor that lies in a file; nil: it is none, or cannot be had.
func inLine(tensor []byte, folder *os.Root) ([]byte, error) {
	elements, err := countElements(tensor)
	if err != nil {
		return nil, err
	}
	t, err := readExternalTensor(tensor)
	if err != nil {
		return nil, err
	}
	offset, size, found := t.part(elements)
	if !found {
		return nil, nil
	}
	location := t.entries["location"]
	if strings.HasPrefix(location, "/") || strings.ContainsRune(location, 0) || slices.Contains(strings.Split(location, "/"), "..") {
		return nil, malformedModel(fmt.Sprintf("tensor %q: the location of its external data, %q, is outside of the model's "+
			"folder; it is relative, without ..", t.name, location), nil)
	}
	data := readPart(folder, location, offset, size)
	if data == nil {
		return nil, nil
	}
	return protowire.AppendBytes(protowire.AppendTag(nil, rawDataField, protowire.BytesType), data), nil
}

// readPart reads a part of a file of the folder; links are followed within it only. nil: it cannot be read.
func readPart(folder *os.Root, location string, offset, size int64) []byte {
	if about, err := folder.Stat(location); err != nil || !about.Mode().IsRegular() {
		return nil
	}
	file, err := folder.Open(location)
	if err != nil {
		return nil
	}
	defer file.Close()
	data := make([]byte, size)
	if _, err = io.ReadFull(io.NewSectionReader(file, offset, size), data); err != nil {
		return nil
	}
	return data
}
