#ifndef SHAPEWRIGHT_CORE_LIBRARY_SNAPSHOT_H_
#define SHAPEWRIGHT_CORE_LIBRARY_SNAPSHOT_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/infer_run.h"
#include "shapewright/infer.h"

namespace shapewright {

// The typed answer: what the wire answer says, read off the finished inference, in memory of its
// own.
struct Snapshot {
  // Null: not asked for.
  std::vector<std::shared_ptr<const Type>> types;
  std::vector<GraphInfo> graphs;
  std::vector<const Value*> inputs;
  std::vector<const Value*> outputs;
  HashMap<absl::string_view, const Value*> values_by_name;
  std::vector<Symbol> symbols;
  std::vector<Fact> facts;
  std::vector<Diagnostic> diagnostics;
  Statistics statistics;
};

// Errors as the work and the budget of the run say.
absl::Status TakeSnapshot(inference::InferRun& run, const inference::AnswerNumbering& numbering,
                          const InferenceOptions& options, Snapshot* snapshot);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_SNAPSHOT_H_
