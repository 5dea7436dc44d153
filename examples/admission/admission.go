package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

var inferPath = regexp.MustCompile(`^/v2/models/([^/]+)(?:/versions/[^/]+)?/infer$`)

// admission checks requests for inferences of the models that it knows; all others it passes on.
type admission struct {
	models   map[string]*model
	next     http.Handler
	failOpen bool
	wait     time.Duration
	maxBytes int64
}

// refusal is why a request is not passed on.
type refusal struct {
	status int
	reason string
}

func (a *admission) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if found := inferPath.FindStringSubmatch(r.URL.Path); found != nil && a.models[found[1]] != nil {
		if refused := a.check(w, r, a.models[found[1]]); refused != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(refused.status)
			_ = json.NewEncoder(w).Encode(map[string]string{"error": refused.reason}) // as model servers answer
			return
		}
	}
	a.next.ServeHTTP(w, r)
}

// check says why a request is refused; nil: it is to be passed on.
func (a *admission) check(w http.ResponseWriter, r *http.Request, known *model) *refusal {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, a.maxBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &refusal{http.StatusRequestEntityTooLarge, err.Error()}
	} else if err != nil {
		return &refusal{http.StatusBadRequest, err.Error()}
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	if r.Header.Get("Content-Encoding") != "" {
		return &refusal{http.StatusUnsupportedMediaType, "requests are not to be compressed"}
	}
	inputs, err := readInputs(body, r.Header.Get("Inference-Header-Content-Length"))
	if err != nil {
		return &refusal{http.StatusBadRequest, err.Error()}
	}
	ctx, cancel := context.WithTimeout(r.Context(), a.wait)
	defer cancel()
	reason, err := known.misfit(ctx, inputs)
	switch {
	case err != nil && a.failOpen:
		log.Printf("passed on unchecked: %v", err)
	case err != nil:
		log.Printf("cannot check: %v", err)
		w.Header().Set("Retry-After", "1")
		return &refusal{http.StatusServiceUnavailable, "requests cannot be checked now"}
	case reason != "":
		return &refusal{http.StatusBadRequest, reason}
	}
	return nil
}

// tensor is what a request says of an input.
type tensor struct {
	Name     string  `json:"name"`
	Datatype string  `json:"datatype"`
	Shape    []int64 `json:"shape"`
}

// readInputs reads the JSON that a body begins with; `length` is set where tensors in binary stand behind it.
func readInputs(body []byte, length string) ([]tensor, error) {
	if length != "" {
		bytes, err := strconv.Atoi(length)
		if err != nil || bytes < 0 || bytes > len(body) {
			return nil, fmt.Errorf("header Inference-Header-Content-Length is %q", length)
		}
		body = body[:bytes]
	}
	var request struct {
		Inputs []tensor `json:"inputs"`
	}
	err := json.Unmarshal(body, &request)
	for _, input := range request.Inputs {
		for _, size := range input.Shape {
			if size < 0 {
				err = fmt.Errorf("input %q has the shape %v", input.Name, input.Shape)
			}
		}
	}
	return request.Inputs, err
}
