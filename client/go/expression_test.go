package shapewright

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A number of the vectors: a string where JSON's have too few digits for some languages.
type number int64

func (n *number) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*n = number(value)
	return err
}

type expressionCase struct {
	Text, Prints, Error string
	Symbols             []string
	At                  []sizesCase
}

type sizesCase struct {
	Sizes map[string]number
	Value number
	Error string
}

func (at sizesCase) expected() string {
	if at.Error != "" {
		return at.Error
	}
	return fmt.Sprint(int64(at.Value))
}

// outcome is the value, or the kind of the error.
func (at sizesCase) outcome(e *Expression) string {
	sizes := map[string]int64{}
	for name, size := range at.Sizes {
		sizes[name] = int64(size)
	}
	result, err := e.Evaluate(sizes)
	switch {
	case err == nil:
		return fmt.Sprint(result)
	case errors.Is(err, ErrUnbound):
		return "unbound"
	case errors.Is(err, ErrDivisionByZero):
		return "division_by_zero"
	case errors.Is(err, ErrOverflow):
		return "overflow"
	}
	return err.Error()
}

func parsed(t *testing.T, text string) *Expression {
	t.Helper()
	e, err := ParseExpression(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

func checkExpression(t *testing.T, c expressionCase) {
	if c.Error == "parse" {
		_, err := ParseExpression(c.Text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("it is read: %v", err)
		}
		return
	}
	e := parsed(t, c.Text)
	if !slices.Equal(e.Symbols(), c.Symbols) {
		t.Errorf("symbols %q, not %q", e.Symbols(), c.Symbols)
	}
	again := parsed(t, e.String())
	if again.String() != e.String() {
		t.Errorf("%q is printed as %q", e, again)
	}
	for _, at := range c.At {
		if e, again := at.outcome(e), at.outcome(again); e != at.expected() || again != e {
			t.Errorf("at %v: %s, and %s as printed, not %s", at.Sizes, e, again, at.expected())
		}
	}
	if c.Prints == "" {
		return
	}
	printed := parsed(t, c.Prints)
	if printed.String() != c.Prints {
		t.Errorf("%q is printed as %q", c.Prints, printed)
	}
	for _, at := range c.At {
		if at.Error == "" && at.outcome(printed) != at.expected() {
			t.Errorf("%s at %v: %s, not %s", c.Prints, at.Sizes, at.outcome(printed), at.expected())
		}
	}
}

// All of tests/data/vectors, whose values are brute force, and sympy's.
func TestExpressions(t *testing.T) {
	for _, file := range []string{"expressions.json", "dialects.json"} {
		var vectors struct{ Cases []expressionCase }
		readVectors(t, file, &vectors)
		if len(vectors.Cases) < 150 {
			t.Fatal(len(vectors.Cases))
		}
		for _, c := range vectors.Cases {
			t.Run(c.Text[:min(len(c.Text), 40)], func(t *testing.T) { checkExpression(t, c) })
		}
	}
}

func TestErrorsOfTextsSayTheColumn(t *testing.T) {
	_, err := ParseExpression("N + ")
	if want := `shapewright: column 5: expected a number, a name or "(", found the end`; err == nil || err.Error() != want {
		t.Error(err)
	}
}

func TestALongTextIsRead(t *testing.T) {
	names := make([]string, 50_000)
	for i := range names {
		names[i] = "N" + strconv.Itoa(i)
	}
	e := parsed(t, strings.Join(names, " + "))
	if len(e.Symbols()) != len(names) {
		t.Error(len(e.Symbols()))
	}
	if _, err := ParseExpression(strings.Repeat("N + ", maxSteps) + "N"); err == nil || !strings.Contains(err.Error(), "parts") {
		t.Error(err)
	}
	// Numbers within do not grow without end.
	huge := parsed(t, strings.Repeat("N*", 100_000)+"N")
	if _, err := huge.Evaluate(map[string]int64{"N": 3}); !errors.Is(err, ErrOverflow) {
		t.Error(err)
	}
}

// Whatever the text is, it is read or refused; what is read is printed and read again, with the same value.
func FuzzParseExpression(f *testing.F) {
	f.Add("if((N <= 3) and not x[0] = 1, `a b`*2, int(floor(f32(N)*f16(0.7))))//-4 + ?")
	f.Add("min(N, M, 3) - broadcast(mod(N, 2), 1) + ((((")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseExpression(text)
		var syntax *SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) {
				t.Error(err)
			}
			return
		}
		sizes := map[string]int64{}
		for i, name := range e.Symbols() {
			sizes[name] = int64(3*i - 4)
		}
		again := parsed(t, e.String())
		value, err := e.Evaluate(sizes)
		other, otherErr := again.Evaluate(sizes)
		if value != other || (err == nil) != (otherErr == nil) || again.String() != e.String() {
			t.Errorf("%q: %d %v; %q: %d %v", e, value, err, again, other, otherErr)
		}
	})
}
