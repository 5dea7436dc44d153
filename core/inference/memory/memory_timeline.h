#ifndef SHAPEWRIGHT_CORE_INFERENCE_MEMORY_MEMORY_TIMELINE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_MEMORY_MEMORY_TIMELINE_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {

enum class MemoryRole : uint8_t { kWeight, kInput, kOutput, kIntermediate };

// The memory of one value in one run.
struct TimedBuffer {
  uint32_t number = 0;  // of the value
  shape::TypeId type = shape::kUnknownType;
  MemoryRole role = MemoryRole::kIntermediate;
  // The steps that write it first and read it last.
  uint32_t first = 0;
  uint32_t last = 0;
  // How many bodies and calls it is in.
  uint32_t depth = 0;
  // Buffers that an elementwise operator reads for the last time as it writes
  // this one.
  std::vector<uint32_t> overwrites = {};
};

// What is in memory when, while a model runs: steps count its nodes in their
// order, those of bodies and called functions at the place of the node that they
// belong to.
//
// Both branches of an If are gone through, one after the other; a body of Loop
// or Scan once, with what it carries in twice, as it comes in and as it goes out.
// What a branch or a function returns is written into the result of its node. A
// value from outside lives until the end of the node that holds the body.
struct MemoryTimeline {
  std::vector<TimedBuffer> buffers;
  // By step: the node of the main graph.
  std::vector<uint32_t> main_steps;
  // A branch or a number of iterations decides what is really needed.
  bool has_choices = false;
  // False where a body was not inferred.
  bool is_complete = true;
};

// The engine has run.
MemoryTimeline BuildTimeline(Engine& engine, const AnswerNumbering& numbering);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_MEMORY_MEMORY_TIMELINE_H_
