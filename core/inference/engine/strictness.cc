#include "core/inference/engine/strictness.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/inference/text/node_text.h"

namespace shapewright::inference {
namespace {

using graph::Model;

// The diagnostics that a failed strict call names.
constexpr size_t kMaxNamedDiagnostics = 3;

absl::Status Refusal(absl::string_view reason, const std::string& message) {
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(graph::kReasonPayload, absl::Cord(reason));
  return status;
}

absl::Status CheckNoErrors(Engine& engine, const Model& model) {
  const uint64_t errors = CountDiagnostics(engine.workspace())[rules::Severity::kError];
  if (errors == 0) return absl::OkStatus();
  std::string text;
  size_t named = 0;
  for (const rules::Diagnostic& d : engine.workspace().diagnostics()) {
    if (d.severity != rules::Severity::kError) continue;
    if (named++ == kMaxNamedDiagnostics) break;
    absl::StrAppend(&text, "; ", d.code, ": ");
    if (d.site.node != symbolic::Site::kNone) absl::StrAppend(&text, NodeText(model, d.site), ": ");
    text += d.message;
  }
  return Refusal("MODEL_HAS_ERRORS", absl::StrCat("the model has ", errors, " errors", text));
}

bool IsComplete(rules::Workspace& workspace, shape::TypeId id) {
  const shape::Type& type = workspace.types().at(id);
  if (!type.alternatives.empty()) {
    return std::all_of(
        type.alternatives.begin(), type.alternatives.end(),
        [&](const shape::TypeAlternative& each) { return IsComplete(workspace, each.type); });
  }
  if (type.kind == shape::TypeKind::kUnknown) return false;
  if (type.is_tensor()) {
    if (!type.shape.has_rank || type.element == shape::ElementType::kUndefined) {
      return false;
    }
    for (const shape::Dim dim : type.shape.dims) {
      if (workspace.exprs().IsAnonymous(dim)) return false;
    }
  }
  return type.inner == shape::kUnknownType || IsComplete(workspace, type.inner);
}

absl::Status CheckComplete(Engine& engine, const Model& model) {
  std::string text;
  size_t unknown = 0;
  for (graph::ValueId id = 0; id < model.values.size(); ++id) {
    const graph::Value& value = model.values[id];
    // Values in bodies and functions may have no single type, as calls differ.
    if (value.origin != graph::ValueOrigin::kNode || value.graph != 0) continue;
    if (IsComplete(engine.workspace(), engine.TypeOf(id))) continue;
    if (unknown++ < kMaxNamedDiagnostics) {
      absl::StrAppend(&text, unknown == 1 ? ": " : ", ", value.name);
    }
  }
  if (unknown == 0) return absl::OkStatus();
  return Refusal("MODEL_INCOMPLETE",
                 absl::StrCat(unknown, " values have no fully known shape", text));
}

}  // namespace

absl::Status CheckStrictness(Strictness strictness, Engine& engine, const Model& model) {
  if (strictness == Strictness::kBestEffort) return absl::OkStatus();
  absl::Status status = CheckNoErrors(engine, model);
  if (status.ok() && strictness == Strictness::kComplete) status = CheckComplete(engine, model);
  return status;
}

}  // namespace shapewright::inference
