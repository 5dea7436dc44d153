#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_BUFFERS_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_BUFFERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/reader_options.h"

namespace shapewright::graph {

// An array that an instruction of a module makes, in memory of its own.
struct HloBuffer {
  std::string name;  // as values of the model: `while.5#0`
  std::string computation;
  std::string opcode;
  std::string type;  // with its layout, as XLA writes it: `f32[2,3]{1,0:T(8,128)}`
  // Of a copy: the type of what it copies; else empty.
  std::string copied;
};

// The buffers of a module of HLO text, in the order of the text: those of ENTRY, and of what
// `call`, `while` and `conditional` run. Bodies of fusions and reductions have none, nor has an
// instruction that names the memory of others (`tuple`, `bitcast`, a parameter of what ENTRY runs),
// or whose type the text leaves out. Errors are those of ReadHloText().
absl::StatusOr<std::vector<HloBuffer>> ReadHloBuffers(absl::string_view text,
                                                      const ReaderOptions& options = {});

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_BUFFERS_H_
