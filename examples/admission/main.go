// Command admission stands in front of a model server that talks the Open Inference Protocol (KServe v2) over HTTP.
// Requests that the model cannot run are answered with 400 and the reason, all others are passed on. It finds mistakes,
// not attacks: the model server reads each request by itself.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"time"

	"dev.shapewright/shapewright"
)

func main() {
	address, proxy, err := configure(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "admission:", err)
		os.Exit(2)
	}
	server := &http.Server{Addr: address, Handler: proxy, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

// configure makes the proxy that the command line asks for, and says where it is to listen.
func configure(arguments []string) (string, *admission, error) {
	flags := flag.NewFlagSet("admission [FLAG...] NAME=MODEL.onnx...", flag.ContinueOnError)
	listen := flags.String("listen", "localhost:9000", "the address to listen at")
	server := flags.String("server", "http://localhost:8000", "the model server")
	target := flags.String("shapewright", "localhost:8080", "the Shapewright server: HOST:PORT or unix:PATH")
	away := flags.String("when-away", "", "while Shapewright does not answer: open (requests are passed on) or closed (503)")
	wait := flags.Duration("wait", time.Second, "how long Shapewright may take to answer")
	most := flags.Int64("max-bytes", 64<<20, "the largest request")
	if err := flags.Parse(arguments); err != nil {
		return "", nil, err
	}
	if *away != "open" && *away != "closed" {
		return "", nil, errors.New("-when-away is open or closed, and has no default")
	}
	upstream, err := url.Parse(*server)
	if err != nil {
		return "", nil, err
	}
	client, err := shapewright.Dial(*target)
	if err != nil {
		return "", nil, err
	}
	models := map[string]*model{}
	for _, argument := range flags.Args() {
		name, path, _ := strings.Cut(argument, "=")
		spec, err := shapewright.ModelFile(path)
		if err != nil {
			return "", nil, fmt.Errorf("%s is not NAME=MODEL.onnx: %w", argument, err)
		}
		models[name] = &model{client: client, spec: spec}
	}
	next := httputil.NewSingleHostReverseProxy(upstream)
	return *listen, &admission{models, next, *away == "open", *wait, *most}, nil
}
