package shapewright

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	v1 "dev.shapewright/shapewright/v1"
)

// Verdict is what a guard says of a request.
type Verdict int

// The verdicts of a guard.
const (
	// Pass: the request may be run.
	Pass Verdict = iota + 1
	// Fail: it fails for a shape.
	Fail
	// Undecided: something that it depends on is not known.
	Undecided
)

// String is "pass", "fail" or "undecided".
func (v Verdict) String() string {
	return map[Verdict]string{Pass: "pass", Fail: "fail", Undecided: "undecided"}[v]
}

// GuardTensor is an input of a request.
type GuardTensor struct {
	Sizes []int64
	// ElementType may be unspecified: any.
	ElementType v1.ElementType
	// Elements of a small integer input, row-major, where shapes depend on them; none: not known.
	Elements []int64
}

// GuardProblem is why a request does not pass.
type GuardProblem struct {
	// Text is one line for people: what is wrong, and what would be right.
	Text string
	// IsFailure: otherwise the request is undecided.
	IsFailure bool
	// Check is the number of the check; -1: an input is missing, unknown, or of another type.
	Check int
}

// GuardOutput is an output or inner value at the sizes of a request.
type GuardOutput struct {
	Name string
	// IsSized is false where it is no tensor or its rank is not known.
	IsSized bool
	// Sizes of the axes, -1 where one is not known.
	Sizes []int64
	// Bytes that it needs at most; -1: not known.
	Bytes int64
}

// GuardResult is what a guard says of a request.
type GuardResult struct {
	Verdict  Verdict
	Problems []GuardProblem
	Outputs  []GuardOutput
	// Values are the inner values that were asked for.
	Values []GuardOutput
	// MemoryBytes live at one time; -1: not asked for, or not known.
	MemoryBytes int64
}

// Guard says without a server whether requests to a model may be run; docs/guards.md. It may be used by any number of goroutines.
type Guard struct {
	program *v1.GuardProgram
	steps   []guardStep
}

// LoadGuard reads a serialized GuardProgram.
func LoadGuard(data []byte) (*Guard, error) {
	program := &v1.GuardProgram{}
	if err := proto.Unmarshal(data, program); err != nil {
		return nil, fmt.Errorf("shapewright: this is not a guard: %w", err)
	}
	return NewGuard(program)
}

// NewGuard takes the program of a CompileGuardResponse, which must not change from then on.
func NewGuard(program *v1.GuardProgram) (*Guard, error) {
	steps, err := guardSteps(program)
	if err != nil {
		return nil, err
	}
	g := &Guard{program: program, steps: steps}
	if !g.refersToWhatIsThere() {
		return nil, errors.New("shapewright: the guard refers to what is not there")
	}
	return g, nil
}

// Program is what the guard was made of.
func (g *Guard) Program() *v1.GuardProgram { return g.program }

func (g *Guard) refersToWhatIsThere() bool {
	good := true
	is := func(place uint32) { good = good && int64(place) < int64(len(g.steps)) }
	input := func(place uint32) { good = good && int64(place) < int64(len(g.program.GetInputs())) }
	for _, slot := range g.program.GetSlots() {
		input(slot.GetInput())
	}
	for _, check := range g.program.GetChecks() {
		is(check.GetResult())
		if check.Input != nil {
			input(check.GetInput())
		}
		for _, side := range []*uint32{check.Left, check.Right} {
			if side != nil {
				is(*side)
			}
		}
	}
	if g.program.MemoryBytes != nil {
		is(g.program.GetMemoryBytes())
	}
	for _, outputs := range [][]*v1.GuardOutput{g.program.GetOutputs(), g.program.GetValues()} {
		for _, output := range outputs {
			for _, each := range output.GetTypes() {
				for _, place := range append(append([]uint32{}, each.GetSizes()...), each.GetUpperSizes()...) {
					is(place)
				}
				for _, place := range []*uint32{each.Condition, each.Bytes} {
					if place != nil {
						is(*place)
					}
				}
			}
		}
	}
	return good
}

// Check checks a request: its inputs by name.
func (g *Guard) Check(inputs map[string]GuardTensor) *GuardResult {
	c := guardCheck{program: g.program, slots: make([]*int64, len(g.program.GetSlots()))}
	c.take(inputs)
	c.numbers = runGuard(g.steps, c.slots)
	return c.result()
}

// guardCheck is one request.
type guardCheck struct {
	program  *v1.GuardProgram
	slots    []*int64
	numbers  []value
	problems []GuardProblem
}

func (c *guardCheck) fail(format string, args ...any) {
	c.problems = append(c.problems, GuardProblem{Text: fmt.Sprintf(format, args...), IsFailure: true, Check: -1})
}

func (c *guardCheck) take(inputs map[string]GuardTensor) {
	declared := map[string]bool{}
	tensors := make([]*GuardTensor, len(c.program.GetInputs()))
	for i, each := range c.program.GetInputs() {
		declared[each.GetName()] = true
		tensors[i] = c.takeInput(each, inputs)
	}
	for name := range inputs {
		if !declared[name] {
			c.fail("the model has no input %s", name)
		}
	}
	for i, slot := range c.program.GetSlots() {
		tensor := tensors[slot.GetInput()]
		if tensor == nil {
			continue
		}
		rank := int64(len(tensor.Sizes))
		switch {
		case slot.Axis != nil && int64(slot.GetAxis()) < rank:
			c.slots[i] = &tensor.Sizes[slot.GetAxis()]
		case slot.Element != nil && int64(slot.GetElement()) < int64(len(tensor.Elements)):
			c.slots[i] = &tensor.Elements[slot.GetElement()]
		case slot.Axis == nil && slot.Element == nil:
			c.slots[i] = &rank
		}
	}
}

func (c *guardCheck) takeInput(declared *v1.GuardInput, inputs map[string]GuardTensor) *GuardTensor {
	tensor, found := inputs[declared.GetName()]
	wanted := fmt.Sprintf("give %s%s", elementTypeName(declared.GetElementType()), declared.GetShape())
	if !found {
		missing := declared.GetIfMissing()
		if missing == nil {
			c.fail("input %s is missing; %s", declared.GetName(), wanted)
			return nil
		}
		tensor = GuardTensor{Sizes: missing.GetSizes(), Elements: missing.GetElements()}
	}
	const anyType = v1.ElementType_ELEMENT_TYPE_UNSPECIFIED
	if tensor.ElementType != anyType && declared.GetElementType() != anyType && tensor.ElementType != declared.GetElementType() {
		c.fail("input %s is %s; %s", declared.GetName(), elementTypeName(tensor.ElementType), wanted)
	}
	for _, size := range tensor.Sizes {
		if size < 0 {
			c.fail("input %s has a negative size; %s", declared.GetName(), wanted)
			break
		}
	}
	return &tensor
}

func elementTypeName(elementType v1.ElementType) string {
	name := strings.ToLower(strings.TrimPrefix(elementType.String(), "ELEMENT_TYPE_"))
	switch name {
	case "float":
		return "float32"
	case "double":
		return "float64"
	}
	return name
}

func (c *guardCheck) result() *GuardResult {
	for i, check := range c.program.GetChecks() {
		number := c.numbers[check.GetResult()]
		isZero := number.failure == nil && number.wide == nil && number.small == 0
		if isZero || number.failure != nil {
			isFailure := isZero && !check.GetUndecidedIfZero()
			c.problems = append(c.problems, GuardProblem{Text: c.text(check, isFailure), IsFailure: isFailure, Check: i})
		}
	}
	result := &GuardResult{Verdict: Pass, Problems: c.problems, MemoryBytes: -1}
	for _, problem := range c.problems {
		if problem.IsFailure {
			result.Verdict = Fail
		} else if result.Verdict == Pass {
			result.Verdict = Undecided
		}
	}
	result.Outputs = c.outputs(c.program.GetOutputs())
	result.Values = c.outputs(c.program.GetValues())
	if c.program.MemoryBytes != nil {
		result.MemoryBytes = c.size(c.program.GetMemoryBytes())
	}
	return result
}

var relationSigns = map[v1.Fact_Relation]string{
	v1.Fact_RELATION_EQUAL:         "=",
	v1.Fact_RELATION_LESS_OR_EQUAL: "<=",
	v1.Fact_RELATION_DIVISIBLE:     "is a multiple of",
	v1.Fact_RELATION_BROADCASTABLE: "broadcasts to",
	v1.Fact_RELATION_NOT_EQUAL:     "!=",
}

func (c *guardCheck) text(check *v1.GuardCheck, isFailure bool) string {
	text := check.GetMessage()
	if !isFailure {
		text = "not decided: " + text
	}
	if check.Left != nil && check.Right != nil {
		left, right := c.numbers[check.GetLeft()], c.numbers[check.GetRight()]
		if left.failure == nil && right.failure == nil && left.wide == nil && right.wide == nil {
			text += fmt.Sprintf(": %d %s %d does not hold", left.small, relationSigns[check.GetRelation()], right.small)
			if check.Input != nil && check.GetRelation() == v1.Fact_RELATION_EQUAL {
				text += fmt.Sprintf("; give %d", right.small)
			}
		}
	}
	if check.GetSuggestion() != "" {
		text += "; " + check.GetSuggestion()
	}
	return text
}

// size is -1 where it is not known.
func (c *guardCheck) size(instruction uint32) int64 {
	number := c.numbers[instruction]
	if number.failure != nil || number.wide != nil || number.small < 0 {
		return -1
	}
	return number.small
}

func (c *guardCheck) typeOf(output *v1.GuardOutput) *v1.GuardType {
	for _, each := range output.GetTypes() {
		if each.Condition == nil {
			return each
		}
		condition := c.numbers[each.GetCondition()]
		if condition.failure != nil {
			return nil
		}
		if condition.wide != nil || condition.small != 0 {
			return each
		}
	}
	return nil
}

func (c *guardCheck) outputs(outputs []*v1.GuardOutput) []GuardOutput {
	var results []GuardOutput
	for _, output := range outputs {
		result := GuardOutput{Name: output.GetName(), Bytes: -1}
		if chosen := c.typeOf(output); chosen != nil && !chosen.GetUnsized() {
			result.IsSized = true
			for _, size := range chosen.GetSizes() {
				result.Sizes = append(result.Sizes, c.size(size))
			}
			if chosen.Bytes != nil {
				result.Bytes = c.size(chosen.GetBytes())
			}
		}
		results = append(results, result)
	}
	return results
}
