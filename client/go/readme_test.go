package shapewright

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	goBlock  = regexp.MustCompile("(?s)```go\n(.*?)```\n")
	goPrints = regexp.MustCompile("(?s)```go\n(.*?)```\n\nprints\n\n((?:    [^\n]*\n)+)")
	indented = regexp.MustCompile("(?m)^    ")
)

// The examples of the README are programs, in this folder and of this module, and print what it says.
func TestTheExamplesOfTheReadmeRun(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := goPrints.FindAllSubmatch(readme, -1)
	if len(examples) != 3 || len(goBlock.FindAll(readme, -1)) != len(examples) {
		t.Fatal(len(examples))
	}
	for _, example := range examples {
		program := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(program, example[1], 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gofmt", "-l", program).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("not formatted: %s, %v\n%s", out, err, example[1])
		}
		printed, err := exec.Command("go", "run", program).CombinedOutput()
		if want := indented.ReplaceAllString(string(example[2]), ""); err != nil || string(printed) != want {
			t.Errorf("%v, prints\n%s", err, printed)
		}
	}
}
