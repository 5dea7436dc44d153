#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_READER_VERDICT_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_READER_VERDICT_H_

#include <string>

#include "tests/core/graph/support/lax_parser.h"

namespace shapewright::graph {

// What is wrong with what the wire reader makes of some bytes, by protobuf's
// view of them; empty if nothing is.
std::string FindReaderError(const std::string& bytes, const LaxParser& lax);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_READER_VERDICT_H_
