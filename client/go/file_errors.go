package shapewright

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// What is wrong with a file of the caller; core/wire/file_error.h says the same.

const notAModel = "not an ONNX model: "

// localError is an error that no server told. The cause is what errors.Is and errors.As find.
func localError(code codes.Code, reason, message string, cause error) *Error {
	return &Error{Code: code, Reason: reason, Message: message, status: status.New(code, message), cause: cause}
}

func cannotReadFile(path string, err error) *Error {
	start := fmt.Sprintf("cannot read %s: ", path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return localError(codes.NotFound, "FILE_NOT_FOUND", start+"there is no such file; correct the path", err)
	case errors.Is(err, syscall.EISDIR):
		return localError(codes.PermissionDenied, "FILE_NOT_READABLE", start+"it is a folder; name a file in it", err)
	case errors.Is(err, fs.ErrPermission):
		return localError(codes.PermissionDenied, "FILE_NOT_READABLE", start+"permission denied; let this user read it", err)
	}
	var told *fs.PathError
	text := err.Error()
	if errors.As(err, &told) {
		text = told.Err.Error()
	}
	return localError(codes.Unavailable, "FILE_NOT_READABLE", start+text+"; look at its disk, or try again", err)
}

// malformedModel is an error about a model; the cause may be nil.
func malformedModel(message string, cause error) *Error {
	return localError(codes.InvalidArgument, "MALFORMED_MODEL", message, cause)
}

func notAModelFile(path, what string, cause error) *Error {
	return malformedModel(fmt.Sprintf("%s is not an ONNX model: %s; give the whole file, as its exporter wrote it", path, what), cause)
}
