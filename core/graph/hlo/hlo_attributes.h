#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_ATTRIBUTES_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/attribute.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// Reads the value of an attribute of an instruction, from behind its `=`, as the attributes that
// the rules of StableHLO read. One that no rule reads is passed over. False: the cursor has failed.
bool ReadHloAttribute(MlirCursor& cursor, absl::string_view opcode, absl::string_view name,
                      std::vector<Attribute>* attributes);

// Adds what the text leaves out, where StableHLO's default is another one.
void AddHloDefaults(absl::string_view opcode, std::vector<Attribute>* attributes);

// Passes a value of any form: `{..}`, a number, a word, a string, `[2,4]<=[8]`.
bool SkipHloValue(MlirCursor& cursor);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_ATTRIBUTES_H_
