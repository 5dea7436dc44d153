package shapewright

import (
	"fmt"
	"go/ast"
	"go/doc"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
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

// uncommented lists what go doc shows without a comment.
func uncommented(pkg *doc.Package) []string {
	var names []string
	note := func(name, comment string) {
		if strings.TrimSpace(comment) == "" {
			names = append(names, name)
		}
	}
	functions := func(prefix string, list []*doc.Func) {
		for _, function := range list {
			note(prefix+function.Name, function.Doc)
		}
	}
	values := func(list []*doc.Value) {
		for _, value := range list {
			note(strings.Join(value.Names, ", "), value.Doc)
		}
	}
	note("package", pkg.Doc)
	functions("", pkg.Funcs)
	values(append(pkg.Consts, pkg.Vars...))
	for _, kind := range pkg.Types {
		note(kind.Name, kind.Doc)
		functions("", kind.Funcs)
		functions(kind.Name+".", kind.Methods)
		values(append(kind.Consts, kind.Vars...))
	}
	return names
}

func TestAllThatIsExportedIsCommented(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var sources []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(files, path, nil, goparser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, file)
	}
	pkg, err := doc.NewFromFiles(files, sources, "shapewright")
	if err != nil {
		t.Fatal(err)
	}
	if names := uncommented(pkg); len(names) > 0 {
		t.Error(names)
	}
}
