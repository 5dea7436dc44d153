#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_

#include <string>

#include "core/answer/message_writer.h"
#include "core/graph/model.h"
#include "core/symbolic/site.h"

namespace shapewright::inference {

// A node in messages: "node 5 Reshape (/encoder/Reshape)". The site must name a node.
std::string NodeText(const graph::Model& model, const symbolic::Site& site);

// The names of a site's node, operator and value, as far as the site has them. Valid as long as the
// model.
answer::SiteNames SiteNamesOf(const graph::Model& model, const symbolic::Site& site);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_NODE_TEXT_H_
