package shapewright

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

type fileCase struct {
	Name, In, Out string
	Refused       bool
}

// S25: tests/data/vectors/strip.json, whose files were put together by hand.
func TestStripping(t *testing.T) {
	var vectors struct {
		Models, Files []fileCase
		Malformed     []string
	}
	readVectors(t, "strip.json", &vectors)
	for _, c := range vectors.Models {
		expected := readSource(t, c.Out)
		for _, path := range []string{c.In, c.Out} {
			sent, err := StripWeights(readSource(t, path))
			if err != nil || !bytes.Equal(sent, expected) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for _, c := range vectors.Files {
		sent, err := StripModelFile(readSource(t, c.In), sourcePath(c.In))
		switch {
		case c.Refused && (err == nil || !strings.Contains(err.Error(), "outside of the model's folder")):
			t.Errorf("%s: %v", c.Name, err)
		case !c.Refused && (err != nil || !bytes.Equal(sent, readSource(t, c.Out))):
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	for _, text := range vectors.Malformed {
		malformed, _ := hex.DecodeString(text)
		if _, err := StripWeights(malformed); err == nil {
			t.Errorf("%s is taken for a model", text)
		}
	}
}

func TestEveryTruncationIsRefusedOrHarmless(t *testing.T) {
	whole := readSource(t, "tests/data/strip/nested.out.onnx")
	for size := range whole {
		if sent, err := StripWeights(whole[:size]); err == nil && !bytes.Equal(sent, whole[:size]) {
			t.Errorf("%d bytes", size)
		}
	}
}

// So many graphs within each other around a tensor of 2,000 elements, written from inside out.
func nestedModel(depth int) []byte {
	within := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	graph := within(5, append([]byte{1<<3 | 0, 0xd0, 0x0f, 2 << 3, 2}, within(9, make([]byte, 2000))...))
	for range depth {
		graph = within(1, within(5, within(6, graph)))
	}
	return within(7, graph)
}

func TestDeepModels(t *testing.T) {
	model := nestedModel(200)
	if sent, err := StripWeights(model); err != nil || len(sent) > len(model)-1900 {
		t.Error(len(sent), err)
	}
	if _, err := StripWeights(nestedModel(2000)); err == nil || !strings.Contains(err.Error(), "too deep") {
		t.Error(err)
	}
}

func TestLinksAreFollowedWithinTheFolderOnly(t *testing.T) {
	folder := t.TempDir()
	model := folder + "/model"
	for _, err := range []error{
		os.Mkdir(model, 0o700),
		os.WriteFile(folder+"/outside.data", make([]byte, 24), 0o600),
		os.WriteFile(model+"/inside.data", make([]byte, 24), 0o600),
		os.Symlink("../outside.data", model+"/out"),
		os.Symlink("inside.data", model+"/in"),
		os.Symlink("circle", model+"/circle"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for location, found := range map[string]bool{"in": true, "out": false, "circle": false, ".": false} {
		entry := append([]byte("\x0a\x08location\x12"), append([]byte{byte(len(location))}, location...)...)
		tensor := append([]byte{1 << 3, 3, 2 << 3, 7, 13<<3 | 2, byte(len(entry))}, entry...)
		tensor = append(tensor, 14<<3, 1)
		graph := append([]byte{5<<3 | 2, byte(len(tensor))}, tensor...)
		onnx := append([]byte{7<<3 | 2, byte(len(graph))}, graph...)
		sent, err := StripModelFile(onnx, model+"/model.onnx")
		if err != nil || bytes.Equal(sent, onnx) == found {
			t.Errorf("%s: %v", location, err)
		}
	}
}

// Whatever the bytes are, they are refused or stripped, and stripping twice is stripping once.
func FuzzStripWeights(f *testing.F) {
	f.Add(readSource(f, "tests/data/strip/nested.out.onnx"))
	f.Add(readSource(f, "tests/data/strip/files/model.in.onnx"))
	f.Fuzz(func(t *testing.T, model []byte) {
		once, err := StripModelFile(model, sourcePath("tests/data/strip/files/model.onnx"))
		if err != nil {
			return
		}
		if twice, err := StripWeights(once); err != nil || !bytes.Equal(once, twice) {
			t.Error(err)
		}
	})
}
