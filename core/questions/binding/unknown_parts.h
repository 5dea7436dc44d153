#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNKNOWN_PARTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNKNOWN_PARTS_H_

#include <vector>

#include "core/inference/engine/engine.h"

namespace shapewright::questions {

// Whether something of a type is unknown that is not a size of an input.
bool HasUnknownPart(rules::Workspace& workspace, shape::TypeId id);

// Whether a node that reads one of the values made a fact: it may say something of any symbol.
bool HaveFacts(inference::Engine& engine, const std::vector<bool>& values);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNKNOWN_PARTS_H_
