package shapewright

import (
	"fmt"
	"math/big"
	"strings"
)

// No exponent is beyond this, unless the base is a number.
const maxExponent = 64

// number is an integer, a decimal number or a power; the sign is that of the whole.
func (p *parser) number(isNegative bool) {
	start := p.at
	digits := p.takeWhile(isDigit)
	if p.current() == '.' && p.at+1 < len(p.source) && isDigit(p.source[p.at+1]) {
		p.decimal(digits, start, isNegative)
		return
	}
	if isNamePart(p.current()) {
		p.expected("an operator")
	}
	if !p.isPowerNext(digits) {
		p.integer(digits, start, isNegative)
		return
	}
	base := len(p.steps)
	p.integer(digits, start, false)
	p.power(base)
	if isNegative {
		p.pushOperation("negate", 1)
	}
}

// decimal is a number such as 0.5, which a float has exactly.
func (p *parser) decimal(whole string, start int, isNegative bool) {
	p.at++
	decimals := p.takeWhile(isDigit)
	if isNamePart(p.current()) {
		p.expected("an operator")
	}
	decimals = strings.TrimRight(decimals, "0")
	digits := strings.TrimLeft(whole+decimals, "0")
	over, _ := new(big.Int).SetString("0"+digits[:min(len(digits), 20)], 10)
	if len(decimals) > 17 || !over.IsInt64() {
		p.fail(start, "the number has too many digits")
	}
	if isNegative {
		over.Neg(over)
	}
	exact := new(big.Rat).SetFrac(over, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil))
	if under := exact.Denom(); under.TrailingZeroBits() != uint(under.BitLen()-1) {
		p.fail(start, "no float is exactly this number; write a fraction, such as 7/10")
	}
	whole = strings.TrimLeft(whole, "0")
	p.write(strings.Repeat("0", 1-min(len(whole), 1)) + whole + "." + decimals + strings.Repeat("0", 1-min(len(decimals), 1)))
	p.pushOperand(step{constant: rational(exact)})
}

// isPowerNext: `**` always is one, `^` where tools write powers so. The base is a number, or none is given.
func (p *parser) isPowerNext(base string) bool {
	p.peek()
	rest := p.source[p.at:]
	if strings.HasPrefix(rest, "**") {
		return true
	}
	isAtLeastTwo := func(digits string) bool {
		digits = strings.TrimLeft(digits, "0")
		return digits != "" && digits != "1"
	}
	switch {
	case !strings.HasPrefix(rest, "^"):
		return false
	case base != "":
		return isAtLeastTwo(base)
	}
	rest = strings.TrimLeft(rest[1:], " \t\n\v\f\r")
	end := 0
	for end < len(rest) && isDigit(rest[end]) {
		end++
	}
	return isAtLeastTwo(rest[:end])
}

// power is what follows the base, whose steps begin there.
func (p *parser) power(base int) {
	start := p.at
	sign := p.takeOne("^", "**")
	p.write(sign)
	exponent := len(p.steps)
	isNegative := p.take("-")
	if isNegative {
		p.write("-")
	}
	if isDigit(p.peek()) {
		at := p.at
		p.integer(p.takeWhile(isDigit), at, isNegative)
	} else {
		p.primary()
		if isNegative {
			p.pushOperation("negate", 1)
		}
	}
	p.peek()
	if rest := p.source[p.at:]; strings.HasPrefix(rest, "^") || strings.HasPrefix(rest, "**") {
		p.expected("parentheses around one of the powers")
	}
	p.pushPower(start, base, exponent, sign)
}

func (p *parser) pushPower(start, base, exponent int, sign string) {
	isInteger := func(first, end int) bool {
		return end-first == 1 && p.steps[first].isInteger()
	}
	isOfNumber := isInteger(base, exponent) && p.steps[base].constant.small >= 2
	hasNumber := isInteger(exponent, len(p.steps))
	if !isOfNumber && !hasNumber {
		p.fail(start, "expected a power of a number of at least 2, or with a number as its exponent")
	}
	if count := p.steps[exponent].constant.small; !isOfNumber && (count > maxExponent || count < -maxExponent) {
		p.fail(start, fmt.Sprintf("the exponent is more than %d", maxExponent))
	}
	if sign == "^" && isOfNumber {
		p.pushOperation("^", 2)
	} else {
		p.pushOperation("**", 2)
	}
}
