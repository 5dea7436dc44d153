package shapewright

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strconv"
	"testing"

	"google.golang.org/protobuf/proto"

	v1 "dev.shapewright/shapewright/v1"
)

type guardVectors struct {
	Cases []struct {
		Reads, Program string
		At             []struct{ Slots, Numbers []*string }
	}
	Requests []struct {
		Program  string
		Requests []guardRequest
	}
	Malformed []struct{ Name, Program string }
}

type guardRequest struct {
	Inputs map[string]struct {
		Sizes, Elements []int64
		Type            string
	}
	Verdict string
	Checks  []int
	Others  int
	Outputs map[string]struct {
		Sizes []*int64
		Bytes *int64
	}
	Memory *int64
}

func (r guardRequest) tensors() map[string]GuardTensor {
	types := map[string]v1.ElementType{"float32": v1.ElementType_ELEMENT_TYPE_FLOAT, "int64": v1.ElementType_ELEMENT_TYPE_INT64}
	inputs := map[string]GuardTensor{}
	for name, given := range r.Inputs {
		inputs[name] = GuardTensor{Sizes: given.Sizes, ElementType: types[given.Type], Elements: given.Elements}
	}
	return inputs
}

func readGuards(t *testing.T) guardVectors {
	t.Helper()
	data, err := os.ReadFile("../../tests/data/vectors/guards.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors guardVectors
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

func loadGuard(t *testing.T, program string) (*Guard, error) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(program)
	if err != nil {
		t.Fatal(err)
	}
	return LoadGuard(data)
}

func guardOutcome(number value) string {
	switch {
	case errors.Is(number.failure, ErrUnbound):
		return "unbound"
	case errors.Is(number.failure, ErrDivisionByZero):
		return "division_by_zero"
	case number.failure != nil:
		return "overflow"
	}
	return number.big().String()
}

// The values are Python's integers and fractions: tests/data/vectors/generate_guards.py.
func TestGuardPrograms(t *testing.T) {
	for _, each := range readGuards(t).Cases {
		guard, err := loadGuard(t, each.Program)
		if err != nil {
			t.Fatalf("%s: %v", each.Reads, err)
		}
		for _, at := range each.At {
			slots := make([]*int64, len(at.Slots))
			for i, text := range at.Slots {
				if text == nil {
					continue
				}
				slot, err := strconv.ParseInt(*text, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				slots[i] = &slot
			}
			for i, number := range runGuard(guard.steps, slots) {
				if wanted := at.Numbers[i]; wanted != nil && guardOutcome(number) != *wanted {
					t.Errorf("#%d of %s is %s, not %s", i, each.Reads, guardOutcome(number), *wanted)
				}
			}
		}
	}
}

func known(number *int64) int64 {
	if number == nil {
		return -1
	}
	return *number
}

func TestGuardRequests(t *testing.T) {
	for _, each := range readGuards(t).Requests {
		guard, err := loadGuard(t, each.Program)
		if err != nil {
			t.Fatal(err)
		}
		for n, request := range each.Requests {
			result := guard.Check(request.tensors())
			checks := []int{}
			for _, problem := range result.Problems {
				if problem.Check >= 0 {
					checks = append(checks, problem.Check)
				}
			}
			if result.Verdict.String() != request.Verdict || !reflect.DeepEqual(checks, request.Checks) ||
				len(result.Problems)-len(checks) != request.Others || result.MemoryBytes != known(request.Memory) {
				t.Errorf("request %d: %+v, not %+v", n, result, request)
			}
			for _, output := range result.Outputs {
				wanted := request.Outputs[output.Name]
				var sizes []int64
				for _, size := range wanted.Sizes {
					sizes = append(sizes, known(size))
				}
				if !reflect.DeepEqual(output.Sizes, sizes) || output.Bytes != known(wanted.Bytes) || output.IsSized != (wanted.Sizes != nil) {
					t.Errorf("request %d: %+v, not %+v", n, output, wanted)
				}
			}
		}
	}
}

func TestGuardTellsWhatIsWrong(t *testing.T) {
	guard, err := loadGuard(t, readGuards(t).Requests[0].Program)
	if err != nil {
		t.Fatal(err)
	}
	result := guard.Check(map[string]GuardTensor{
		"x":    {Sizes: []int64{8, 600}, ElementType: v1.ElementType_ELEMENT_TYPE_DOUBLE},
		"mask": {Sizes: []int64{7, 600}},
	})
	var texts []string
	for _, problem := range result.Problems {
		texts = append(texts, problem.Text)
	}
	wanted := []string{
		"input x is float64; give float32[N, S]",
		"axis 0 of input mask is N: 7 = 8 does not hold; give 8",
		"S <= 512: 600 <= 512 does not hold",
	}
	if !reflect.DeepEqual(texts, wanted) {
		t.Errorf("%q", texts)
	}
}

func TestMalformedGuards(t *testing.T) {
	for _, each := range readGuards(t).Malformed {
		if _, err := loadGuard(t, each.Program); err == nil {
			t.Errorf("%s is loaded", each.Name)
		}
	}
	if _, err := LoadGuard([]byte{0xff}); err == nil {
		t.Error("bytes that are not a guard are loaded")
	}
	if _, err := NewGuard(proto.Clone(&v1.GuardProgram{}).(*v1.GuardProgram)); err != nil {
		t.Error(err)
	}
}
