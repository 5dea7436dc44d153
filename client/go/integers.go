package shapewright

import (
	"math"
	"math/big"
)

// operation is one on two integers; those of one operand have it as the second one.
type operation struct {
	// On 64 bits; false where the result has more.
	small func(a, b int64) (int64, bool)
	// On any; it may write into a and b.
	wide     func(a, b *big.Int) *big.Int
	isDivide bool
}

func (o *operation) apply(a, b value) value {
	if o.isDivide && b.wide == nil && b.small == 0 {
		return value{failure: ErrDivisionByZero}
	}
	if a.wide == nil && b.wide == nil {
		if result, fits := o.small(a.small, b.small); fits {
			return value{small: result}
		}
	}
	return integer(o.wide(new(big.Int).Set(a.big()), new(big.Int).Set(b.big())))
}

func add(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

func subtract(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

func multiply(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	product := a * b
	return product, product/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// The least integer by -1 is the one quotient that has more than 64 bits.
func fits(a, b int64) bool { return a != math.MinInt64 || b != -1 }

func truncDiv(a, b int64) (int64, bool) {
	if !fits(a, b) {
		return 0, false
	}
	return a / b, true
}

func floorDiv(a, b int64) (int64, bool) {
	if !fits(a, b) {
		return 0, false
	}
	quotient := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		quotient--
	}
	return quotient, true
}

func ceilDiv(a, b int64) (int64, bool) {
	if !fits(a, b) {
		return 0, false
	}
	quotient := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		quotient++
	}
	return quotient, true
}

func mod(a, b int64) (int64, bool) {
	if !fits(a, b) {
		return 0, true
	}
	rest := a % b
	if rest != 0 && (rest < 0) != (b < 0) {
		rest += b
	}
	return rest, true
}

// power is of a base of 2 or more, rounded down: 0 for a negative exponent.
func power(base, exponent int64) (int64, bool) {
	if exponent < 0 {
		return 0, true
	}
	result := int64(1)
	for ; exponent > 0; exponent-- {
		product, fits := multiply(result, base)
		if !fits {
			return 0, false
		}
		result = product
	}
	return result, true
}

func widePower(base, exponent *big.Int) *big.Int {
	const beyond = 127 // bits, of any base
	if exponent.Sign() < 0 {
		return new(big.Int)
	}
	if !exponent.IsInt64() || exponent.Int64() > beyond {
		exponent = big.NewInt(beyond)
	}
	return new(big.Int).Exp(base, exponent, nil)
}

func wideFloorDiv(a, b *big.Int) *big.Int {
	quotient, rest := new(big.Int).QuoRem(a, b, new(big.Int))
	if rest.Sign() != 0 && (rest.Sign() < 0) != (b.Sign() < 0) {
		quotient.Sub(quotient, big.NewInt(1))
	}
	return quotient
}

func wideCeilDiv(a, b *big.Int) *big.Int {
	return new(big.Int).Neg(wideFloorDiv(new(big.Int).Neg(a), b))
}

func wideMod(a, b *big.Int) *big.Int {
	return new(big.Int).Sub(a, new(big.Int).Mul(wideFloorDiv(a, b), b))
}

func in64(f func(a, b int64) int64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) { return f(a, b), true }
}

func one(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// comparison is 1 where the sign of a - b is one of these.
func comparison(less, equal, more bool) *operation {
	holds := func(sign int) int64 { return one(sign < 0 && less || sign == 0 && equal || sign > 0 && more) }
	return &operation{
		small: func(a, b int64) (int64, bool) { return holds(int(one(a > b) - one(a < b))), true },
		wide:  func(a, b *big.Int) *big.Int { return big.NewInt(holds(a.Cmp(b))) },
	}
}

func wideMin(a, b *big.Int) *big.Int {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

func wideMax(a, b *big.Int) *big.Int {
	if b.Cmp(a) > 0 {
		return b
	}
	return a
}

func wideOf(f func(z, a, b *big.Int) *big.Int) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int { return f(new(big.Int), a, b) }
}

var (
	maxOperation      = &operation{small: in64(func(a, b int64) int64 { return max(a, b) }), wide: wideMax}
	multiplyOperation = &operation{small: multiply, wide: wideOf((*big.Int).Mul)}
	floorOperation    = &operation{small: floorDiv, wide: wideFloorDiv, isDivide: true}
)

// Of integers, by their names in texts.
var operations = map[string]*operation{
	"+":        {small: add, wide: wideOf((*big.Int).Add)},
	"-":        {small: subtract, wide: wideOf((*big.Int).Sub)},
	"*":        multiplyOperation,
	"^":        {small: power, wide: widePower},
	"//":       floorOperation,
	"floordiv": floorOperation,
	"ceildiv":  {small: ceilDiv, wide: wideCeilDiv, isDivide: true},
	"truncdiv": {small: truncDiv, wide: wideOf((*big.Int).Quo), isDivide: true},
	"mod":      {small: mod, wide: wideMod, isDivide: true},
	"min":      {small: in64(func(a, b int64) int64 { return min(a, b) }), wide: wideMin},
	"max":      maxOperation,
	"broadcast": {
		small: in64(func(a, b int64) int64 {
			if a == 1 {
				return b
			}
			return a
		}),
		wide: func(a, b *big.Int) *big.Int {
			if a.IsInt64() && a.Int64() == 1 {
				return b
			}
			return a
		},
	},
	"=":   comparison(false, true, false),
	"!=":  comparison(true, false, true),
	"<=":  comparison(true, true, false),
	"<":   comparison(true, false, false),
	">=":  comparison(false, true, true),
	">":   comparison(false, false, true),
	"and": multiplyOperation,
	"or":  maxOperation,
	"not": {
		small: func(_, b int64) (int64, bool) { return subtract(1, b) },
		wide:  func(_, b *big.Int) *big.Int { return new(big.Int).Sub(big.NewInt(1), b) },
	},
	"negate": {
		small: func(_, b int64) (int64, bool) { return subtract(0, b) },
		wide:  func(_, b *big.Int) *big.Int { return new(big.Int).Neg(b) },
	},
}
