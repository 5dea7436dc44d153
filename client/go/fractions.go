package shapewright

import "math/big"

// rational is an exact number within an expression: an integer, or a fraction.
func rational(exact *big.Rat) value {
	if exact.IsInt() {
		return integer(exact.Num())
	}
	if max(exact.Num().BitLen(), exact.Denom().BitLen()) > 127 {
		return value{failure: ErrOverflow}
	}
	return value{fraction: exact}
}

func (v value) rat() *big.Rat {
	if v.fraction != nil {
		return v.fraction
	}
	return new(big.Rat).SetInt(v.big())
}

// whole rounds down; integers and floats stay.
func (v value) whole() value {
	if v.fraction == nil {
		return v
	}
	return integer(floorOf(v.fraction))
}

func floorOf(a *big.Rat) *big.Int { return wideFloorDiv(a.Num(), a.Denom()) }
func ceilOf(a *big.Rat) *big.Int  { return wideCeilDiv(a.Num(), a.Denom()) }
func truncOf(a *big.Rat) *big.Int { return new(big.Int).Quo(a.Num(), a.Denom()) }

// nearestOf: a half goes to the even number.
func nearestOf(a *big.Rat) *big.Int {
	shifted := new(big.Rat).Add(a, big.NewRat(1, 2))
	result := floorOf(shifted)
	if shifted.IsInt() && result.Bit(0) == 1 {
		result.Sub(result, big.NewInt(1))
	}
	return result
}

func ratOf(a *big.Int) *big.Rat { return new(big.Rat).SetInt(a) }

// Divisions by 0 have failed before.
func quotient(round func(*big.Rat) *big.Int) func(a, b *big.Rat) *big.Rat {
	return func(a, b *big.Rat) *big.Rat { return ratOf(round(new(big.Rat).Quo(a, b))) }
}

func remainder(round func(*big.Rat) *big.Int) func(a, b *big.Rat) *big.Rat {
	return func(a, b *big.Rat) *big.Rat {
		whole := ratOf(round(new(big.Rat).Quo(a, b)))
		return whole.Sub(a, whole.Mul(whole, b))
	}
}

func rounded(round func(*big.Rat) *big.Int) func(a, b *big.Rat) *big.Rat {
	return func(_, b *big.Rat) *big.Rat { return ratOf(round(b)) }
}

func ratComparison(holds func(sign int) bool) func(a, b *big.Rat) *big.Rat {
	return func(a, b *big.Rat) *big.Rat { return big.NewRat(one(holds(a.Cmp(b))), 1) }
}

func chosen(isFirst func(sign int) bool) func(a, b *big.Rat) *big.Rat {
	return func(a, b *big.Rat) *big.Rat {
		if isFirst(a.Cmp(b)) {
			return a
		}
		return b
	}
}

// exactPower is nil where it is too large, or a division by 0.
func exactPower(a, b *big.Rat) *big.Rat {
	count := floorOf(b)
	isNegative := count.Sign() < 0
	if isNegative && a.Sign() == 0 {
		return nil
	}
	over, under := widePower(a.Num(), new(big.Int).Abs(count)), widePower(a.Denom(), new(big.Int).Abs(count))
	if isNegative {
		over, under = under, over
	}
	return new(big.Rat).SetFrac(over, under)
}

// Of exact numbers, by their names in texts; those of one operand have it as the second one. Operations that are not
// among them are of integers.
var exactOperations = map[string]func(a, b *big.Rat) *big.Rat{
	"+":        func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) },
	"-":        func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) },
	"*":        func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) },
	"/":        func(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) },
	"**":       exactPower,
	"//":       quotient(floorOf),
	"floordiv": quotient(floorOf),
	"ceildiv":  quotient(ceilOf),
	"truncdiv": quotient(truncOf),
	"mod":      remainder(floorOf),
	"truncmod": remainder(truncOf),
	"min":      chosen(func(sign int) bool { return sign <= 0 }),
	"max":      chosen(func(sign int) bool { return sign >= 0 }),
	"floor":    rounded(floorOf),
	"ceil":     rounded(ceilOf),
	"int":      rounded(truncOf),
	"round":    rounded(nearestOf),
	"=":        ratComparison(func(sign int) bool { return sign == 0 }),
	"!=":       ratComparison(func(sign int) bool { return sign != 0 }),
	"<=":       ratComparison(func(sign int) bool { return sign <= 0 }),
	"<":        ratComparison(func(sign int) bool { return sign < 0 }),
	">=":       ratComparison(func(sign int) bool { return sign >= 0 }),
	">":        ratComparison(func(sign int) bool { return sign > 0 }),
	"not":      func(_, b *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), b) },
	"negate":   func(_, b *big.Rat) *big.Rat { return new(big.Rat).Neg(b) },
}

// applyExactly is the value of an operation on exact numbers.
func (s *step) applyExactly(apply func(a, b *big.Rat) *big.Rat, operands []value) value {
	first, rest := operands[0].rat(), operands[1:]
	if len(rest) == 0 {
		rest = operands
	}
	for _, operand := range rest {
		next := operand.rat()
		isDivision := s.name == "/" || s.integers != nil && s.integers.isDivide || s.name == "truncmod"
		if isDivision && next.Sign() == 0 || s.name == "**" && first.Sign() == 0 && next.Sign() < 0 {
			return value{failure: ErrDivisionByZero}
		}
		result := rational(apply(first, next))
		if result.failure != nil {
			return result
		}
		first = result.rat()
	}
	return rational(first)
}
