package shapewright

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"
)

// The examples ask a server that runs as long as the tests do.
func TestMain(m *testing.M) {
	server, err := runServer("0")
	if err != nil {
		fmt.Println("FAIL: the client is not tested without a server:", err)
		os.Exit(1)
	}
	os.Setenv("SHAPEWRIGHT_TARGET", server.target)
	code := m.Run()
	server.kill()
	os.Exit(code)
}

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

func TestTheExamplesOfTheReadmeAreThoseThatRun(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllSubmatch(readme, -1)
	if len(blocks) < 4 {
		t.Error(len(blocks))
	}
	for _, block := range blocks[1:] { // behind the imports
		for _, line := range bytes.Split(block[1], []byte("\n")) {
			if !bytes.Contains(source, line) {
				t.Errorf("example_test.go has no line %s", line)
			}
		}
	}
}
