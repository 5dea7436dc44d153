#include "core/inference/text/engine_version.h"

namespace shapewright::inference {

absl::string_view EngineVersion() { return "shapewright 0.1.0"; }

}  // namespace shapewright::inference
