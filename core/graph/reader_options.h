#ifndef SHAPEWRIGHT_CORE_GRAPH_READER_OPTIONS_H_
#define SHAPEWRIGHT_CORE_GRAPH_READER_OPTIONS_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "core/base/work.h"

namespace shapewright::graph {

// Limits of a model. Beyond one of them: INVALID_ARGUMENT that names it.
struct ReaderLimits {
  int64_t max_nodes = 4'000'000;
  // Graphs within graphs, the main graph not counted.
  int max_subgraph_depth = 32;
  int max_rank = 64;
  // Types within types: sequence(optional(...)).
  int max_type_depth = 16;
  // Rules for operators that a request may bring.
  int max_operator_rules = 1000;
};

struct ReaderOptions {
  ReaderLimits limits;
  // The limit of the operations of reading, besides the one that follows from the model's size
  // (S66).
  uint64_t max_work = kDefaultMaxWork;
  // Called every few thousand nodes; an error stops the reading and is returned.
  std::function<absl::Status()> check_interrupt;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_READER_OPTIONS_H_
