package shapewright

import (
	"context"

	"google.golang.org/grpc/metadata"

	v1 "dev.shapewright/shapewright/v1"
)

const (
	// Balancers go by it, to send the calls about one model to one server, which has it in its caches.
	routeHeader  = "x-shapewright-model"
	longestRoute = 256
)

// withRoute tells balancers of a model, unless the caller has told something else.
func withRoute(ctx context.Context, route string) context.Context {
	told, _ := metadata.FromOutgoingContext(ctx)
	if len(told.Get(routeHeader)) > 0 || route == "" || len(route) > longestRoute {
		return ctx
	}
	for _, character := range []byte(route) {
		if character < ' ' || character > '~' { // what no header may hold
			return ctx
		}
	}
	return metadata.AppendToOutgoingContext(ctx, routeHeader, route)
}

// routeOf is a model's id, or what names it in place of that; nothing for a model in the service's own form.
func routeOf(spec *v1.ModelSpec) string {
	switch source := spec.GetSource().(type) {
	case *v1.ModelSpec_Onnx:
		return modelID(source.Onnx)
	case *v1.ModelSpec_ModelId:
		return source.ModelId
	case *v1.ModelSpec_Path:
		return source.Path
	default:
		return ""
	}
}
