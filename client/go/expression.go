package shapewright

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Why an expression has no value.
var (
	ErrUnbound        = errors.New("a symbol has no size")
	ErrDivisionByZero = errors.New("a division by 0")
	// ErrOverflow: the value is beyond 64 bits, or a part of it beyond 127.
	ErrOverflow = errors.New("a number is too large")
)

// SyntaxError says why a text is no expression.
type SyntaxError struct {
	// Column counts from 1; 0: of the whole.
	Column  int
	Message string
}

// Error tells the column too, where there is one.
func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return "shapewright: " + e.Message
	}
	return fmt.Sprintf("shapewright: column %d: %s", e.Column, e.Message)
}

// Expression is an expression over the sizes of symbols, as dims of answers have them. It needs no server.
// docs/notation.md has the notation.
type Expression struct {
	steps   []step
	symbols []string
	text    string
}

// ParseExpression reads a text in the notation of dims. The error is a *SyntaxError.
func ParseExpression(text string) (*Expression, error) { return parseExpression(text) }

// Symbols are the names in it, without backticks, each once, in their order: N, x[0], ?1.
func (e *Expression) Symbols() []string { return append([]string(nil), e.symbols...) }

// String is its text; it parses to an equal expression.
func (e *Expression) String() string { return e.text }

// Evaluate is the value at sizes of symbols. Only the side of an `if` that is taken needs a value. The error is ErrUnbound,
// ErrDivisionByZero or ErrOverflow, with the place.
func (e *Expression) Evaluate(sizes map[string]int64) (int64, error) {
	var stack []value
	for _, s := range e.steps {
		first := len(stack) - s.operands
		stack = append(stack[:first], s.take(stack[first:], sizes))
	}
	result := stack[len(stack)-1].whole()
	if result.failure == nil && result.wide != nil {
		result.failure = fmt.Errorf("%w: %v", ErrOverflow, result.wide)
	}
	if result.failure != nil {
		return 0, fmt.Errorf("shapewright: %w", result.failure)
	}
	return result.small, nil
}

// value is an integer, a fraction, a number in floating point, or why there is none.
type value struct {
	small    int64
	wide     *big.Int // of integers beyond 64 bits; nil: small is the integer
	fraction *big.Rat // of what is no integer
	real     float64
	failure  error
}

func (v value) big() *big.Int {
	if v.wide != nil {
		return v.wide
	}
	return big.NewInt(v.small)
}

// integer is a number of up to 127 bits.
func integer(wide *big.Int) value {
	switch {
	case wide.IsInt64():
		return value{small: wide.Int64()}
	case wide.BitLen() > 127:
		return value{failure: ErrOverflow}
	}
	return value{wide: wide}
}

// step replaces the last operands on a stack by a value.
type step struct {
	name     string
	operands int
	constant value
	symbol   string
	format   string // of the operands, or what is converted to; empty: integers
	integers *operation
	// What kind of step it is, unless one of the above says it.
	choose, convert, ofInteger, truncate bool
}

// isInteger: it is a number in the text, and a whole one.
func (s *step) isInteger() bool {
	return s.operands == 0 && s.symbol == "" && s.constant.fraction == nil && s.constant.real == 0
}

func (s *step) take(operands []value, sizes map[string]int64) value {
	if s.choose {
		condition, then := operands[0], operands[1]
		if s.name == "Piecewise" {
			condition, then = then, condition
		}
		if condition = condition.whole(); condition.failure == nil {
			if condition.wide != nil || condition.small != 0 {
				return then
			}
			return operands[2]
		}
	}
	for _, operand := range operands {
		if operand.failure != nil {
			return operand
		}
	}
	switch {
	case s.symbol != "":
		if size, found := sizes[s.symbol]; found {
			return value{small: size}
		}
		return value{failure: fmt.Errorf("%w: %s", ErrUnbound, s.symbol)}
	case s.operands == 0:
		return s.constant
	}
	result := s.apply(operands)
	if result.failure != nil {
		result.failure = fmt.Errorf("%w, of %s", result.failure, s.name)
	}
	return result
}

func (s *step) apply(operands []value) value {
	if s.convert || s.truncate || s.format != "" {
		operands[0] = operands[0].whole()
		return s.applyFloats(operands)
	}
	isFraction := func(operand value) bool { return operand.fraction != nil }
	if s.integers == nil || slices.ContainsFunc(operands, isFraction) {
		if apply, found := exactOperations[s.name]; found {
			return s.applyExactly(apply, operands)
		}
		for i := range operands {
			operands[i] = operands[i].whole()
		}
	}
	if s.operands == 1 {
		return s.integers.apply(value{}, operands[0])
	}
	result := operands[0]
	for _, operand := range operands[1:] {
		result = s.integers.apply(result, operand)
	}
	return result
}
