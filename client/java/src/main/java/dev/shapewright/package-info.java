/**
 * The client of Shapewright, the service that infers the shapes of tensor programs.
 *
 * <p>Requests and answers are the messages of {@code dev.shapewright.v1}. A model that a request
 * holds is sent without its weights, a large one only as its id once a server has answered for it.
 * What fails is a {@link dev.shapewright.ShapewrightException}.
 */
package dev.shapewright;
