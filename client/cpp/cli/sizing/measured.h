#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_MEASURED_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_MEASURED_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::cli {

// What a server took for one model.
struct MeasuredModel {
  absl::string_view name;
  double nodes;
  double bytes;  // without its weights
  // What its caches kept: the model, an inference of it, an answer.
  double model_bytes;
  double inference_bytes;
  double answer_bytes;
  // CPU of the process in microseconds, of a call about a model that it did not know, of one that
  // is answered from the cache, and of one that binds symbols of a kept inference.
  double new_us;
  double cached_us;
  double bind_us;
};

// Measured by tests/benchmark/sizing/measure.py, which writes measured.cc.
struct Measured {
  absl::string_view machine;
  absl::string_view date;
  // What a server without models takes, and what it takes for each byte that its caches count.
  double base_bytes;
  double bytes_per_kept_byte;
  absl::Span<const MeasuredModel> models;
};

const Measured& MeasuredFigures();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SIZING_MEASURED_H_
