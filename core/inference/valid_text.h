#ifndef SHAPEWRIGHT_CORE_INFERENCE_VALID_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_VALID_TEXT_H_

#include <google/protobuf/message.h>

#include "core/graph/model.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::inference {

// Whether a name of the model, or of a symbol of its inference, is no UTF-8: an answer that holds
// it as it is cannot be read.
bool HasInvalidText(const graph::Model& model, const symbolic::ExprArena& arena);

// ToValidUtf8() of every string in a message and in those within.
void MakeTextValid(google::protobuf::Message* message);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_VALID_TEXT_H_
