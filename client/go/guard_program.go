package shapewright

import (
	"fmt"
	"math"

	v1 "dev.shapewright/shapewright/v1"
)

const maxInstructions = 65536

// guardOperation is what an instruction does with its operands.
type guardOperation struct {
	operands    int
	takesFloats bool
	givesFloat  bool
	integers    *operation
	// Operands beyond 64 bits are an overflow.
	isNarrow bool
	// Of floats: its name in expressions.
	floats string
}

var divides = &operation{small: func(a, b int64) (int64, bool) {
	if a == 0 {
		return 0, true
	}
	rest, _ := mod(b, a)
	return one(rest == 0), true
}}

var guardOperations = map[v1.GuardInstruction_Op]guardOperation{
	v1.GuardInstruction_OP_CONSTANT:           {},
	v1.GuardInstruction_OP_SLOT:               {},
	v1.GuardInstruction_OP_UNBOUND:            {},
	v1.GuardInstruction_OP_ADD:                {operands: 2, integers: operations["+"]},
	v1.GuardInstruction_OP_SUBTRACT:           {operands: 2, integers: operations["-"]},
	v1.GuardInstruction_OP_MULTIPLY:           {operands: 2, integers: operations["*"]},
	v1.GuardInstruction_OP_FLOOR_DIVIDE:       {operands: 2, integers: operations["floordiv"]},
	v1.GuardInstruction_OP_CEIL_DIVIDE:        {operands: 2, integers: operations["ceildiv"]},
	v1.GuardInstruction_OP_TRUNCATE_DIVIDE:    {operands: 2, integers: operations["truncdiv"]},
	v1.GuardInstruction_OP_MODULO:             {operands: 2, integers: operations["mod"]},
	v1.GuardInstruction_OP_MIN:                {operands: 2, integers: operations["min"]},
	v1.GuardInstruction_OP_MAX:                {operands: 2, integers: operations["max"]},
	v1.GuardInstruction_OP_BROADCAST:          {operands: 2, integers: operations["broadcast"]},
	v1.GuardInstruction_OP_POWER:              {operands: 2, integers: operations["^"]},
	v1.GuardInstruction_OP_EQUAL:              {operands: 2, integers: operations["="], isNarrow: true},
	v1.GuardInstruction_OP_LESS_OR_EQUAL:      {operands: 2, integers: operations["<="], isNarrow: true},
	v1.GuardInstruction_OP_DIVIDES:            {operands: 2, integers: divides, isNarrow: true},
	v1.GuardInstruction_OP_NOT:                {operands: 1, integers: operations["not"]},
	v1.GuardInstruction_OP_SELECT:             {operands: 3},
	v1.GuardInstruction_OP_FLOAT_CONSTANT:     {givesFloat: true},
	v1.GuardInstruction_OP_FLOAT_FROM_INTEGER: {operands: 1, givesFloat: true, isNarrow: true},
	v1.GuardInstruction_OP_FLOAT_CONVERT:      {operands: 1, takesFloats: true, givesFloat: true},
	v1.GuardInstruction_OP_FLOAT_ADD:          {operands: 2, takesFloats: true, givesFloat: true, floats: "+"},
	v1.GuardInstruction_OP_FLOAT_SUBTRACT:     {operands: 2, takesFloats: true, givesFloat: true, floats: "-"},
	v1.GuardInstruction_OP_FLOAT_MULTIPLY:     {operands: 2, takesFloats: true, givesFloat: true, floats: "*"},
	v1.GuardInstruction_OP_FLOAT_DIVIDE:       {operands: 2, takesFloats: true, givesFloat: true, floats: "/"},
	v1.GuardInstruction_OP_FLOAT_MIN:          {operands: 2, takesFloats: true, givesFloat: true, floats: "min"},
	v1.GuardInstruction_OP_FLOAT_MAX:          {operands: 2, takesFloats: true, givesFloat: true, floats: "max"},
	v1.GuardInstruction_OP_FLOAT_FLOOR:        {operands: 1, takesFloats: true, givesFloat: true, floats: "floor"},
	v1.GuardInstruction_OP_FLOAT_CEIL:         {operands: 1, takesFloats: true, givesFloat: true, floats: "ceil"},
	v1.GuardInstruction_OP_FLOAT_ROUND:        {operands: 1, takesFloats: true, givesFloat: true, floats: "round"},
	v1.GuardInstruction_OP_FLOAT_SQRT:         {operands: 1, takesFloats: true, givesFloat: true, floats: "sqrt"},
	v1.GuardInstruction_OP_INTEGER_FROM_FLOAT: {operands: 1, takesFloats: true},
}

var guardFormats = map[v1.GuardInstruction_Format]string{
	v1.GuardInstruction_FORMAT_FLOAT16:  "f16",
	v1.GuardInstruction_FORMAT_BFLOAT16: "bf16",
	v1.GuardInstruction_FORMAT_FLOAT:    "f32",
	v1.GuardInstruction_FORMAT_DOUBLE:   "f64",
}

// guardStep is an instruction that makes sense.
type guardStep struct {
	op       v1.GuardInstruction_Op
	of       guardOperation
	operands []uint32
	constant value
	slot     int64
	format   string
}

// guardSteps checks the instructions of a program.
func guardSteps(program *v1.GuardProgram) ([]guardStep, error) {
	if len(program.GetInstructions()) > maxInstructions || len(program.GetSlots()) > maxInstructions {
		return nil, fmt.Errorf("shapewright: a guard has at most %d instructions and slots", maxInstructions)
	}
	var steps []guardStep
	for place, instruction := range program.GetInstructions() {
		made, problem := newGuardStep(instruction, steps, len(program.GetSlots()))
		if problem != "" {
			return nil, fmt.Errorf("shapewright: instructions[%d]: %s", place, problem)
		}
		steps = append(steps, made)
	}
	return steps, nil
}

// newGuardStep says what is wrong, if anything is.
func newGuardStep(instruction *v1.GuardInstruction, before []guardStep, slots int) (guardStep, string) {
	of, known := guardOperations[instruction.GetOp()]
	if !known {
		return guardStep{}, "there is no such operation"
	}
	s := guardStep{
		op: instruction.GetOp(), of: of, operands: instruction.GetOperands(),
		format: guardFormats[instruction.GetFormat()], slot: instruction.GetConstant(),
		constant: value{small: instruction.GetConstant()},
	}
	if len(s.operands) != of.operands {
		return s, fmt.Sprintf("it takes %d operands", of.operands)
	}
	for i, operand := range s.operands {
		if int64(operand) >= int64(len(before)) {
			return s, "its operand is not an earlier one"
		}
		takesFloats := of.takesFloats
		if s.op == v1.GuardInstruction_OP_SELECT && i > 0 {
			takesFloats = before[s.operands[1]].of.givesFloat
			s.of.givesFloat = takesFloats
		}
		if before[operand].of.givesFloat != takesFloats {
			return s, "an integer and a floating-point number are not told apart"
		}
	}
	switch {
	case of.givesFloat && s.format == "":
		return s, "it has no format"
	case s.op == v1.GuardInstruction_OP_SLOT && (s.slot < 0 || s.slot >= int64(slots)):
		return s, "there is no such slot"
	case s.op == v1.GuardInstruction_OP_UNBOUND:
		s.constant = value{failure: ErrUnbound}
	case s.op == v1.GuardInstruction_OP_FLOAT_CONSTANT:
		number := instruction.GetNumber()
		if math.IsNaN(number) || toFormat(number, s.format) != number {
			return s, "it is not a number of its format"
		}
		s.constant = value{real: number}
	}
	return s, ""
}

// runGuard gives the numbers of all instructions; nil is a slot that the request does not have.
func runGuard(steps []guardStep, slots []*int64) []value {
	numbers := make([]value, 0, len(steps))
	for i := range steps {
		numbers = append(numbers, steps[i].compute(numbers, slots))
	}
	return numbers
}

func (s *guardStep) compute(numbers []value, slots []*int64) value {
	if s.op == v1.GuardInstruction_OP_SLOT {
		if slots[s.slot] == nil {
			return value{failure: ErrUnbound}
		}
		return value{small: *slots[s.slot]}
	}
	if s.of.operands == 0 {
		return s.constant
	}
	first := numbers[s.operands[0]]
	if first.failure != nil {
		return first
	}
	if s.op == v1.GuardInstruction_OP_SELECT {
		if first.wide != nil || first.small != 0 {
			return numbers[s.operands[1]]
		}
		return numbers[s.operands[2]]
	}
	var second value
	if s.of.operands == 2 {
		if second = numbers[s.operands[1]]; second.failure != nil {
			return second
		}
	}
	if s.of.isNarrow && (first.wide != nil || second.wide != nil) {
		return value{failure: ErrOverflow}
	}
	return s.apply(first, second)
}

func (s *guardStep) apply(first, second value) value {
	switch {
	case s.op == v1.GuardInstruction_OP_NOT:
		return s.of.integers.apply(value{}, first)
	case s.op == v1.GuardInstruction_OP_POWER && powerOverflows(first, second):
		return value{failure: ErrOverflow}
	case s.of.integers != nil:
		return s.of.integers.apply(first, second)
	case s.op == v1.GuardInstruction_OP_FLOAT_FROM_INTEGER:
		return value{real: fromInt(first.small, s.format)}
	case s.op == v1.GuardInstruction_OP_FLOAT_CONVERT:
		return value{real: toFormat(first.real, s.format)}
	case s.op == v1.GuardInstruction_OP_INTEGER_FROM_FLOAT:
		return (&step{truncate: true}).applyFloats([]value{first})
	}
	return (&step{name: s.of.floats, format: s.format}).operate(first, second)
}

// powerOverflows: powers are told of bases of at least 2 alone, and of the exponents of which they have 127 bits.
func powerOverflows(base, exponent value) bool {
	if exponent.big().Sign() < 0 {
		return false
	}
	return base.big().Sign() <= 0 || (base.wide == nil && base.small < 2)
}
