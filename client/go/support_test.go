package shapewright

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	v1 "dev.shapewright/shapewright/v1"
)

// sourcePath is where a file of the repository stands.
func sourcePath(path string) string { return filepath.Join("..", "..", path) }

func readSource(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(sourcePath(path))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// readVectors reads a file that the clients of all languages run.
func readVectors(t testing.TB, name string, into any) {
	t.Helper()
	if err := json.Unmarshal(readSource(t, "tests/data/vectors/"+name), into); err != nil {
		t.Fatal(err)
	}
}

// serverProgram is SHAPEWRIGHT_SERVER, or what the checkout has built.
func serverProgram() (string, error) {
	if program := os.Getenv("SHAPEWRIGHT_SERVER"); program != "" {
		return program, nil
	}
	built := sourcePath("build/release/bin/shapewright-server")
	if _, err := os.Stat(built); err != nil {
		return "", fmt.Errorf("build one (./dev build), or set SHAPEWRIGHT_SERVER to the program: %w", err)
	}
	return built, nil
}

// server is a server as a process.
type server struct {
	target  string
	process *os.Process
}

var started = regexp.MustCompile(`"event":"started".*"(127\.0\.0\.1:\d+)"`)

// runServer starts one on a port of this machine; "0": any.
func runServer(port string, flags ...string) (server, error) {
	program, err := serverProgram()
	if err != nil {
		return server{}, err
	}
	command := exec.Command(program, append(flags, "--listen", "127.0.0.1:"+port, "--http-listen=")...)
	log, err := command.StderrPipe()
	if err != nil {
		return server{}, err
	}
	if err := command.Start(); err != nil {
		return server{}, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if found := started.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() { // or the server would wait for a reader
				}
				_ = command.Wait()
			}()
			return server{found[1], command.Process}, nil
		}
	}
	return server{}, fmt.Errorf("%s did not start: %w", program, command.Wait())
}

// startServer starts one that ends with the test.
func startServer(t testing.TB, port string, flags ...string) server {
	t.Helper()
	s, err := runServer(port, flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	return s
}

// kill ends it at once, with all its connections.
func (s server) kill() { _ = s.process.Signal(syscall.SIGKILL) }

func dial(t testing.TB, target string, options ...Option) *Client {
	t.Helper()
	client, err := Dial(target, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func deadline(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// fake is a server in this process that answers all calls by one function.
type fake struct {
	v1.UnimplementedShapeServiceServer
	v1.UnimplementedModelServiceServer
	infer  func(context.Context, *v1.InferShapesRequest) (*v1.InferShapesResponse, error)
	merge  func(context.Context) (*v1.MergeShapesResponse, error)
	upload func(grpc.ClientStreamingServer[v1.UploadModelRequest, v1.UploadModelResponse]) error
}

func (f *fake) InferShapes(ctx context.Context, request *v1.InferShapesRequest) (*v1.InferShapesResponse, error) {
	return f.infer(ctx, request)
}

func (f *fake) MergeShapes(ctx context.Context, _ *v1.MergeShapesRequest) (*v1.MergeShapesResponse, error) {
	return f.merge(ctx)
}

func (f *fake) UploadModel(stream grpc.ClientStreamingServer[v1.UploadModelRequest, v1.UploadModelResponse]) error {
	return f.upload(stream)
}

// serve starts it; the result is its target.
func (f *fake) serve(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	services := grpc.NewServer(grpc.MaxRecvMsgSize(1 << 30))
	v1.RegisterShapeServiceServer(services, f)
	v1.RegisterModelServiceServer(services, f)
	go func() { _ = services.Serve(listener) }()
	t.Cleanup(services.Stop)
	return "unix:" + path
}

// peerOf is the server that a call reaches.
func peerOf(t testing.TB, client *Client) string {
	t.Helper()
	var reached peer.Peer
	if _, err := client.models.GetCapabilities(deadline(t), &v1.GetCapabilitiesRequest{}, grpc.Peer(&reached)); err != nil {
		t.Fatal(err)
	}
	return reached.Addr.String()
}
