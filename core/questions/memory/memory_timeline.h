#ifndef SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_TIMELINE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_TIMELINE_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"

namespace shapewright::questions {

enum class MemoryRole : uint8_t { kWeight, kInput, kOutput, kIntermediate };

// The memory of one value in one run.
struct TimedBuffer {
  uint32_t number = 0;  // of the value
  shape::TypeId type = shape::kUnknownType;
  MemoryRole role = MemoryRole::kIntermediate;
  // The first and last step at which it is live: the step that writes it and the last that reads
  // it.
  uint32_t first = 0;
  uint32_t last = 0;
  // How many bodies and calls it is in.
  uint32_t depth = 0;
  // Buffers whose last read is by the elementwise operator that writes this one, so that it may
  // overwrite them.
  std::vector<uint32_t> overwrites = {};
};

// Which buffers are live at which step of one run of the model. Steps
// number the nodes in execution order; nodes of a body or function
// come at the place of the node they belong to. Both branches of an
// If are visited, one after the other; the body of a Loop or Scan
// once, with its carried values twice, as inputs and as outputs.
// Results of branches and functions share the buffer of the node's
// result. Values captured from outside live until the end of the node
// with the body.
struct MemoryTimeline {
  std::vector<TimedBuffer> buffers;
  // By step: the main graph's node that is executing.
  std::vector<uint32_t> main_steps;
  // Whether a branch or trip count determines the memory that is really needed.
  bool has_choices = false;
  // False where a body was not inferred.
  bool is_complete = true;
};

// The engine has run.
MemoryTimeline BuildTimeline(inference::Engine& engine,
                             const inference::AnswerNumbering& numbering);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_MEMORY_MEMORY_TIMELINE_H_
