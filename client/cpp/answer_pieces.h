#ifndef SHAPEWRIGHT_CLIENT_CPP_ANSWER_PIECES_H_
#define SHAPEWRIGHT_CLIENT_CPP_ANSWER_PIECES_H_

#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Puts a piece of an answer behind those before it, and leaves it unspecified. False if it goes on
// with a graph that none of them has begun.
bool AddPiece(v1::StreamInferShapesResponse& piece, v1::InferShapesResponse* answer);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ANSWER_PIECES_H_
