// Package shapewright is the client of Shapewright, the service that infers the shapes of tensor programs.
//
// Requests and answers are the messages of shapewright/v1. A model that a request holds is sent without its weights, a
// large one only as its id once a server has answered for it. Every call takes a context, whose deadline covers all
// attempts; what fails is an *Error. A Client is safe for use by many goroutines.
package shapewright
