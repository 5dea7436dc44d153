package shapewright

import "math"

// Numbers of all formats are doubles: an operation is computed in double and rounded once.

func isFormat(name string) bool {
	return name == "f16" || name == "bf16" || name == "f32" || name == "f64"
}

func isFloatFunction(name string) bool {
	return name == "floor" || name == "ceil" || name == "round" || name == "sqrt"
}

func isOnFloats(name string) bool {
	switch name {
	case "+", "-", "*", "/", "min", "max":
		return true
	}
	return false
}

// roundSignificand rounds half to even, to so many bits of significand.
func roundSignificand(x float64, bits, leastExponent int) float64 {
	_, exponent := math.Frexp(x)
	unit := max(exponent-bits, leastExponent)
	return math.Ldexp(math.RoundToEven(math.Ldexp(x, -unit)), unit)
}

// toFormat rounds half to even; the result is infinite beyond the format's range.
func toFormat(x float64, format string) float64 {
	if x == 0 || math.IsInf(x, 0) {
		return x
	}
	switch format {
	case "f16":
		if x = roundSignificand(x, 11, -24); math.Abs(x) > 65504 {
			x = math.Copysign(math.Inf(1), x)
		}
	case "bf16":
		x = float64(float32(roundSignificand(x, 8, -133)))
	case "f32":
		x = float64(float32(x))
	}
	return x
}

// fromInt: the narrow formats are rounded from f32, as runtimes do.
func fromInt(n int64, format string) float64 {
	if format == "f64" {
		return float64(n)
	}
	return toFormat(float64(float32(n)), format)
}

// applyFloats is the value of a step that takes or gives numbers in floating point.
func (s *step) applyFloats(operands []value) value {
	first := operands[0]
	switch {
	case s.truncate:
		whole := math.Trunc(first.real)
		if !(whole >= -1<<63 && whole < 1<<63) {
			return value{failure: ErrOverflow}
		}
		return value{small: int64(whole)}
	case s.convert && !s.ofInteger:
		return value{real: toFormat(first.real, s.format)}
	case s.convert && first.wide != nil:
		return value{failure: ErrOverflow}
	case s.convert:
		return value{real: fromInt(first.small, s.format)}
	}
	if len(operands) == 1 {
		return s.operate(first, value{})
	}
	for _, operand := range operands[1:] {
		if first = s.operate(first, operand); first.failure != nil {
			break
		}
	}
	return first
}

func (s *step) operate(a, b value) value {
	if s.name == "/" && b.real == 0 {
		return value{failure: ErrDivisionByZero} // its sign would depend on that of the 0
	}
	result := floatOperations[s.name](a.real, b.real)
	if math.IsNaN(result) {
		return value{failure: ErrOverflow}
	}
	return value{real: toFormat(result, s.format)}
}

var floatOperations = map[string]func(a, b float64) float64{
	"+":     func(a, b float64) float64 { return a + b },
	"-":     func(a, b float64) float64 { return a - b },
	"*":     func(a, b float64) float64 { return a * b },
	"/":     func(a, b float64) float64 { return a / b },
	"min":   math.Min,
	"max":   math.Max,
	"floor": func(a, _ float64) float64 { return math.Floor(a) },
	"ceil":  func(a, _ float64) float64 { return math.Ceil(a) },
	"round": func(a, _ float64) float64 { return math.RoundToEven(a) },
	"sqrt":  func(a, _ float64) float64 { return math.Sqrt(a) },
}
