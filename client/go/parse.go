package shapewright

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// The grammar is that of core/symbolic/text/parse.h.

const (
	maxNesting = 256
	maxSteps   = 1 << 18
	shownText  = 20
)

// Longer signs stand before those that they begin with.
var signs = []string{"==", "=", "!=", "<=", "<", ">=", ">"}

type parser struct {
	source      string
	at, nesting int
	steps       []step
	formats     []string // of the operands that the steps leave
	symbols     []string
	known       map[string]bool // symbols
	text        strings.Builder
}

// parseExpression: within, an error is a panic with a *SyntaxError.
func parseExpression(text string) (result *Expression, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			syntax, ok := caught.(*SyntaxError)
			if !ok {
				panic(caught)
			}
			result, err = nil, syntax
		}
	}()
	p := &parser{source: text, known: map[string]bool{}}
	p.whole()
	if !p.atEnd() {
		p.expected("an operator")
	}
	if p.formats[0] != "" {
		panic(&SyntaxError{Message: "the result is a floating-point number; int(...) makes it an integer"})
	}
	return &Expression{p.steps, p.symbols, p.text.String()}, nil
}

func (p *parser) fail(at int, message string) { panic(&SyntaxError{at + 1, message}) }

func (p *parser) expected(what string) {
	found := "the end"
	if !p.atEnd() {
		rest := p.source[p.at:]
		found = strconv.Quote(rest[:min(len(rest), shownText)])
	}
	p.fail(p.at, fmt.Sprintf("expected %s, found %s", what, found))
}

// peek passes white space, and gives what follows; 0 at the end.
func (p *parser) peek() byte {
	for p.at < len(p.source) && strings.IndexByte(" \t\n\v\f\r", p.source[p.at]) >= 0 {
		p.at++
	}
	return p.current()
}

func (p *parser) atEnd() bool {
	p.peek()
	return p.at == len(p.source)
}

// current is what follows; 0 stands at the end too.
func (p *parser) current() byte {
	if p.at == len(p.source) {
		return 0
	}
	return p.source[p.at]
}

func (p *parser) take(token string) bool {
	p.peek()
	if !strings.HasPrefix(p.source[p.at:], token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *parser) takeOne(tokens ...string) string {
	for _, token := range tokens {
		if p.take(token) {
			return token
		}
	}
	return ""
}

func (p *parser) takeWord(word string) bool {
	p.peek()
	end := p.at + len(word)
	if end < len(p.source) && isNamePart(p.source[end]) {
		return false
	}
	return p.take(word)
}

func isDigit(c byte) bool     { return c >= '0' && c <= '9' }
func isNameStart(c byte) bool { return c == '_' || (c|0x20 >= 'a' && c|0x20 <= 'z') }
func isNamePart(c byte) bool  { return isNameStart(c) || isDigit(c) || c == '.' }

func (p *parser) takeWhile(is func(byte) bool) string {
	start := p.at
	for p.at < len(p.source) && is(p.source[p.at]) {
		p.at++
	}
	return p.source[start:p.at]
}

func (p *parser) write(text string) { p.text.WriteString(text) }

func (p *parser) open(name string) {
	if p.nesting++; p.nesting > maxNesting {
		p.fail(p.at, "nested too deeply")
	}
	p.take("(")
	p.write(name + "(")
}

func (p *parser) close(what string) {
	if !p.take(")") {
		p.expected(what)
	}
	p.nesting--
	p.write(")")
}

func (p *parser) pushOperand(s step) {
	p.steps = append(p.steps, s)
	p.formats = append(p.formats, "")
}

func (p *parser) mixed(name string) {
	panic(&SyntaxError{Message: fmt.Sprintf("`%s` cannot take integers and floating-point numbers like this; "+
		"f32(N) makes an integer a float, int(x) a float an integer", name)})
}

func (p *parser) pushOperation(name string, operands int) {
	first := len(p.formats) - operands
	format := p.formats[first]
	isKnown := format == "" || isOnFloats(name) && operands > 1
	isOther := func(other string) bool { return other != format }
	if !isKnown || slices.ContainsFunc(p.formats[first:], isOther) {
		p.mixed(name)
	}
	p.formats = p.formats[:first+1]
	p.steps = append(p.steps, step{
		name: name, operands: operands, format: format, integers: operations[name],
		choose: name == "if" || name == "Piecewise",
	})
}

// whole: a `^` that is no power is a max, as `&` is a min.
func (p *parser) whole() { p.infix("^", "max", func() { p.infix("&", "min", p.sum) }) }

func (p *parser) infix(sign, name string, inner func()) {
	inner()
	for p.take(sign) {
		p.write(" " + sign + " ")
		inner()
		p.pushOperation(name, 2)
	}
}

func (p *parser) sum() {
	p.product()
	for sign := p.takeOne("+", "-"); sign != ""; sign = p.takeOne("+", "-") {
		p.write(" " + sign + " ")
		p.product()
		p.pushOperation(sign, 2)
	}
}

func (p *parser) product() {
	signs := []string{"*", "//", "/:", "/", "%"}
	p.factor()
	for sign := p.takeOne(signs...); sign != ""; sign = p.takeOne(signs...) {
		p.write(sign)
		p.factor()
		switch sign {
		case "/:":
			sign = "/"
		case "%":
			sign = "mod"
		}
		p.pushOperation(sign, 2)
	}
}

func (p *parser) factor() {
	if len(p.steps) >= maxSteps {
		p.fail(p.at, fmt.Sprintf("the expression has more than %d parts", maxSteps))
	}
	isNegative := false
	for p.take("-") {
		isNegative = !isNegative
	}
	if isNegative {
		p.write("-")
	}
	if isDigit(p.peek()) {
		p.number(isNegative)
		return
	}
	base := len(p.steps)
	p.primary()
	if p.isPowerNext("") {
		p.power(base)
	}
	if isNegative {
		p.pushOperation("negate", 1)
	}
}

func (p *parser) primary() {
	switch next := p.peek(); {
	case next == '(':
		p.open("")
		p.condition()
		p.close(`an operator or ")"`)
	case next == '`':
		p.quoted()
	case next == '?':
		p.at++
		name := "?" + p.takeWhile(isDigit)
		p.pushSymbol(name, name)
	case isNameStart(next):
		p.identifier()
	default:
		p.expected(`a number, a name or "("`)
	}
}

func (p *parser) condition() {
	p.joined("or", func() { p.joined("and", p.relation) })
}

func (p *parser) joined(word string, inner func()) {
	inner()
	for p.takeWord(word) || word == "or" && p.take("|") {
		p.write(" " + word + " ")
		inner()
		p.pushOperation(word, 2)
	}
}

func (p *parser) relation() {
	isNegated := false
	for p.takeWord("not") {
		isNegated = !isNegated
	}
	if isNegated {
		p.write("not ")
	}
	p.whole()
	if sign := p.takeOne(signs...); sign != "" {
		if sign == "==" {
			sign = "="
		}
		p.write(" " + sign + " ")
		p.whole()
		p.pushOperation(sign, 2)
	}
	if isNegated {
		p.pushOperation("not", 1)
	}
}

func (p *parser) integer(digits string, start int, isNegative bool) int64 {
	digits = strings.TrimLeft(digits, "0")
	number, _ := new(big.Int).SetString("0"+digits[:min(len(digits), 20)], 10)
	p.write(number.String())
	if isNegative {
		number.Neg(number)
	}
	if !number.IsInt64() {
		p.fail(start, "the number does not fit into 64 bits")
	}
	p.pushOperand(step{constant: value{small: number.Int64()}})
	return number.Int64()
}

func (p *parser) quoted() {
	start := p.at
	p.at++
	var name strings.Builder
	for p.at < len(p.source) {
		c := p.source[p.at]
		p.at++
		if c == '`' && p.current() != '`' {
			if name.Len() == 0 {
				p.fail(start, "the name is empty")
			}
			p.symbol(name.String())
			return
		}
		if c == '`' {
			p.at++
		}
		name.WriteByte(c)
	}
	p.fail(start, "the name's closing backtick is missing")
}

// symbol pushes a name, together with the index of an element, if one follows.
func (p *parser) symbol(name string) {
	text, index := name, ""
	if !isIdentifier(name) {
		text = "`" + strings.ReplaceAll(name, "`", "``") + "`"
	}
	if p.current() == '[' {
		p.at++
		index = "[" + p.takeWhile(isDigit) + "]"
		if !p.take("]") {
			p.expected(`an index or "]"`)
		}
	}
	p.pushSymbol(name+index, text+index)
}

func (p *parser) pushSymbol(name, text string) {
	p.write(text)
	if name != "?" && !p.known[name] { // that one is new each time
		p.known[name] = true
		p.symbols = append(p.symbols, name)
	}
	p.pushOperand(step{symbol: name})
}

func isIdentifier(name string) bool {
	if name == "and" || name == "or" || name == "not" || !isNameStart(name[0]) {
		return false
	}
	return strings.IndexFunc(name, func(r rune) bool { return r > 127 || !isNamePart(byte(r)) }) < 0
}
