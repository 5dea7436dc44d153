package shapewright

import (
	"fmt"
	"strconv"
	"strings"
)

type function struct {
	name     string // of the operation
	operands int    // 0: one or more
}

// Of integers.
var functions = map[string]function{
	"floordiv": {"floordiv", 2}, "ceildiv": {"ceildiv", 2}, "truncdiv": {"truncdiv", 2}, "mod": {"mod", 2},
	"truncmod": {"truncmod", 2}, "broadcast": {"broadcast", 2}, "min": {"min", 0}, "max": {"max", 0},
	"IntTrueDiv": {"/", 2}, "Add": {"+", 2}, "Sub": {"-", 2}, "Mul": {"*", 2}, "Eq": {"=", 2}, "Ne": {"!=", 2},
}

// What other tools call functions.
var aliases = map[string]string{
	"FloorDiv": "floordiv", "CleanDiv": "floordiv", "indexdiv": "floordiv", "CeilDiv": "ceildiv",
	"TruncDiv": "truncdiv", "FloatTrueDiv": "IntTrueDiv", "Mod": "mod", "PythonMod": "mod", "floormod": "mod",
	"indexmod": "mod", "Broadcast": "broadcast", "Min": "min", "sym_min": "min", "Max": "max", "sym_max": "max",
	"ceiling": "ceil", "trunc": "int", "FloorToInt": "floor", "TruncToInt": "int", "TruncToFloat": "int",
	"RoundToInt": "round", "PowByNatural": "pow", "Pow": "pow", "Where": "if", "Select": "if", "if_then_else": "if",
	"ToFloat": "Identity",
}

var modules = []string{"tvm.tir.", "tir.", "T.", "te.", "sympy.", "math.", "torch."}

func withoutModule(name string) string {
	for _, module := range modules {
		if strings.HasPrefix(name, module) {
			return name[len(module):]
		}
	}
	return name
}

func (p *parser) identifier() {
	start := p.at
	word := p.takeWhile(isNamePart)
	if p.peek() != '(' {
		p.symbol(word)
		return
	}
	name := withoutModule(word)
	if alias, found := aliases[name]; found {
		name = alias
	}
	called, found := functions[name]
	switch {
	case isFormat(name) || name == "int" || isFloatFunction(name):
		p.unary(name)
	case name == "if":
		p.choice()
	case name == "Piecewise":
		p.piecewise()
	case name == "pow" || name == "Identity" || name == "CeilToInt":
		p.special(name, start)
	case found:
		p.call(name, called, start)
	default:
		p.fail(start, fmt.Sprintf("expected a function, found %q", word[:min(len(word), shownText)]))
	}
}

func (p *parser) comma(what string) {
	if !p.take(",") {
		p.expected(what)
	}
	p.write(", ")
}

// special is pow(base, exponent); Identity(a), which is a; CeilToInt(a), and CeilToInt(a, b), which is ceildiv(a, b).
func (p *parser) special(name string, start int) {
	p.open(name)
	base := len(p.steps)
	p.whole()
	exponent := len(p.steps)
	isSecond := name == "CeilToInt" && p.take(",")
	switch {
	case name == "pow":
		p.comma(`an operator or ","`)
		p.whole()
	case isSecond:
		p.write(", ")
		p.whole()
	}
	p.close(`an operator or ")"`)
	switch {
	case name == "pow":
		p.pushPower(start, base, exponent, "**")
	case isSecond:
		p.pushOperation("ceildiv", 2)
	case name == "CeilToInt":
		p.pushRounding("ceil")
	}
}

func (p *parser) choice() {
	p.open("if")
	p.condition()
	for range 2 {
		p.comma(`an operator or ","`)
		p.whole()
	}
	p.close(`an operator or ")"`)
	p.pushOperation("if", 3)
}

// piecewise is Piecewise((a, condition), (b, True)): the first whose condition holds.
func (p *parser) piecewise() {
	p.open("Piecewise")
	conditions := 0
	for {
		if p.peek() != '(' {
			p.expected(`"("`)
		}
		p.open("")
		p.whole()
		p.comma(`an operator or ","`)
		isLast := p.takeWord("True")
		if isLast {
			p.write("True")
		} else {
			p.condition()
		}
		p.close(`an operator or ")"`)
		if isLast {
			break
		}
		conditions++
		p.comma(`"," and a last piece with True`)
	}
	p.close(`")"`)
	for ; conditions > 0; conditions-- {
		p.pushOperation("Piecewise", 3)
	}
}

func (p *parser) call(name string, called function, start int) {
	p.open(name)
	p.whole()
	count := 1
	for ; p.take(","); count++ {
		p.write(", ")
		p.whole()
	}
	p.close(`an operator, "," or ")"`)
	if called.operands != 0 && count != called.operands {
		p.fail(start, fmt.Sprintf("%s takes %d arguments, found %d", name, called.operands, count))
	}
	if count > 1 {
		p.pushOperation(called.name, count)
	}
}

// unary is a conversion, or a function that rounds.
func (p *parser) unary(name string) {
	p.open(name)
	isReal := isFormat(name) && p.real()
	if !isReal {
		p.whole()
	}
	p.close(`an operator or ")"`)
	if !isFormat(name) {
		p.pushRounding(name)
		return
	}
	format := &p.formats[len(p.formats)-1]
	p.steps = append(p.steps, step{name: name, operands: 1, format: name, convert: true, ofInteger: *format == "" && !isReal})
	*format = name
}

// pushRounding: of a fraction, or of a number in floating point.
func (p *parser) pushRounding(name string) {
	format := &p.formats[len(p.formats)-1]
	if *format == "" && name == "sqrt" {
		p.mixed(name)
	}
	s := step{name: name, operands: 1, format: *format, truncate: name == "int" && *format != ""}
	if name == "int" {
		*format = ""
	}
	p.steps = append(p.steps, s)
}

// real takes a number with a point or an exponent, alone in a conversion: f32(0.7).
func (p *parser) real() bool {
	p.peek()
	text, _, _ := strings.Cut(p.source[p.at:], ")")
	if !strings.ContainsAny(text, ".eE") || strings.Trim(text, "+-.0123456789eE") != "" {
		return false
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil && !isRangeError(err) {
		return false
	}
	p.at += len(text)
	p.write(text)
	p.pushOperand(step{constant: value{real: number}})
	return true
}

func isRangeError(err error) bool {
	number, ok := err.(*strconv.NumError)
	return ok && number.Err == strconv.ErrRange
}
