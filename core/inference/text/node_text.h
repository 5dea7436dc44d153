#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_

#include <string>

#include "core/answer/message_writer.h"
#include "core/graph/model.h"
#include "core/symbolic/site.h"

namespace shapewright::inference {

// A node for people: "node 5 Reshape (/encoder/Reshape)". The site names one.
std::string NodeText(const graph::Model& model, const symbolic::Site& site);

// What the node, the operator and the value of a site are called, as far as it names them. They
// live as long as the model.
answer::SiteNames SiteNamesOf(const graph::Model& model, const symbolic::Site& site);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_
