package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dev.shapewright/shapewright"
)

// y = Concat(x, k) of x: float32[N, 3] and five rows.
const tail = "../../tests/languages/tail.onnx"

// startServer starts a Shapewright server that ends with the test; the result is its target.
func startServer(t *testing.T) string {
	t.Helper()
	program := os.Getenv("SHAPEWRIGHT_SERVER")
	if program == "" {
		program = "../../build/release/bin/shapewright-server"
	}
	target := "unix:" + filepath.Join(t.TempDir(), "socket")
	command := exec.Command(program, "--listen", target, "--http-listen=")
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"event":"started"`) {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return target
		}
	}
	t.Fatal("the server did not start")
	return ""
}

// modelServer answers every request with its body.
func modelServer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "ran %s", body)
}

// serve starts the proxy in front of a model server; the result is its address.
func serve(t *testing.T, target string, failOpen bool) string {
	t.Helper()
	client, err := shapewright.Dial(target, shapewright.WithRetry(shapewright.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	spec, err := shapewright.ModelFile(tail)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&admission{
		map[string]*model{"tail": {client: client, spec: spec}}, http.HandlerFunc(modelServer), failOpen, 10 * time.Second, 4096,
	})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

func post(t *testing.T, address, body string, headers ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(text))
}

// request is one for the model, with an input of this name, data type and shape.
func request(name, datatype, shape string) string {
	return fmt.Sprintf(`{"inputs": [{"name": %q, "datatype": %q, "shape": %s, "data": [1.5, 2]}]}`, name, datatype, shape)
}

func TestRequestsThatTheModelCannotRunAreRefused(t *testing.T) {
	address := serve(t, startServer(t), false) + "/v2/models/tail/infer"
	for body, want := range map[string]string{
		request("x", "FP32", "[2, 4]"): `{"error":"axis 1 of input x is given as 4 but is 3"}`,
		request("x", "FP32", "[2]"):    `{"error":"input \"x\" has rank 2, not 1"}`,
		request("X", "FP32", "[2, 3]"): `{"error":"input \"X\" is none of the model, or stands there twice"}`,
		`{"inputs": []}`:               `{"error":"input \"x\" is missing"}`,
		request("x", "FP64", "[2, 3]"): `{"error":"input \"x\" is FP64, but the model takes FP32"}`,
		request("x", "FP32", "[2,-3]"): `{"error":"input \"x\" has the shape [2 -3]"}`,
		`{`:                            `{"error":"unexpected end of JSON input"}`,
	} {
		if status, text := post(t, address, body); status != http.StatusBadRequest || text != want {
			t.Errorf("%s: %d %s, not %s", body, status, text, want)
		}
	}
}

func TestAllOtherRequestsArePassedOn(t *testing.T) {
	address := serve(t, startServer(t), false) + "/v2/models/"
	fits, wrong := request("x", "FP32", "[2, 3]"), request("x", "FP32", "[2, 4]")
	for path, body := range map[string]string{
		"tail/infer":            fits,
		"tail/versions/1/infer": fits,
		"other/infer":           wrong,
		"tail/ready":            wrong,
	} {
		if status, text := post(t, address+path, body); status != http.StatusOK || text != "ran "+body {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	if status, _ := post(t, address+"tail/versions/1/infer", wrong); status != http.StatusBadRequest {
		t.Error(status)
	}
}

func TestTheJSONInFrontOfTensorsInBinaryIsRead(t *testing.T) {
	address := serve(t, startServer(t), false) + "/v2/models/tail/infer"
	for shape, want := range map[string]int{"[2, 3]": http.StatusOK, "[2, 4]": http.StatusBadRequest} {
		header := request("x", "FP32", shape)
		body := header + "\x00\x01binary"
		length := fmt.Sprint(len(header))
		if status, text := post(t, address, body, "Inference-Header-Content-Length", length); status != want {
			t.Errorf("%d %s", status, text)
		}
	}
	if status, _ := post(t, address, "{}", "Inference-Header-Content-Length", "3"); status != http.StatusBadRequest {
		t.Error(status)
	}
	if status, _ := post(t, address, "{}", "Content-Encoding", "br"); status != http.StatusUnsupportedMediaType {
		t.Error(status)
	}
	if status, _ := post(t, address, strings.Repeat(" ", 4097)); status != http.StatusRequestEntityTooLarge {
		t.Error(status)
	}
}

// Nobody listens at the address of Shapewright.
func TestWhileShapewrightIsAwayTheFlagDecides(t *testing.T) {
	away := "unix:" + filepath.Join(t.TempDir(), "nobody")
	for failOpen, want := range map[bool]int{true: http.StatusOK, false: http.StatusServiceUnavailable} {
		address := serve(t, away, failOpen) + "/v2/models/tail/infer"
		if status, text := post(t, address, request("x", "FP32", "[2, 4]")); status != want {
			t.Errorf("%d %s", status, text)
		}
		if status, _ := post(t, address, "{"); status != http.StatusBadRequest {
			t.Error(status) // no server is needed to see that
		}
	}
}

func TestTheFlagIsToBeGiven(t *testing.T) {
	for _, arguments := range [][]string{{}, {"-when-away=maybe"}, {"-when-away=open", "no-model"}} {
		if _, _, err := configure(arguments); err == nil {
			t.Error(arguments)
		}
	}
}
