#include "core/graph/hlo/hlo_buffers.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/hlo/hlo_parser.h"
#include "core/shape/element_names.h"

namespace shapewright::graph {
namespace {

// Their results lie where their operands do, or where what they run has its results.
constexpr absl::string_view kWithoutMemory[] = {
    "add-dependency", "after-all",         "bitcast",     "call",  "conditional",
    "domain",         "get-tuple-element", "opt-barrier", "tuple", "while"};

// They run computations whose instructions have buffers.
constexpr absl::string_view kRunners[] = {"call", "conditional", "while"};

template <typename List>
bool IsIn(const List& list, absl::string_view opcode) {
  return std::find(std::begin(list), std::end(list), opcode) != std::end(list);
}

void AddTypes(const HloType& type, std::vector<std::string>* texts) {
  if (type.is_tuple) {
    for (const HloType& part : type.parts) AddTypes(part, texts);
    return;
  }
  std::string& text = texts->emplace_back();
  if (type.declared.kind != shape::TypeKind::kTensor) return;
  absl::StrAppend(&text, shape::XlaElementName(type.declared.element), "[");
  for (size_t i = 0; i < type.declared.dims.size(); ++i) {
    const DeclaredDim& dim = type.declared.dims[i];
    absl::StrAppend(&text, i == 0 ? "" : ",");
    if (dim.has_size) {
      absl::StrAppend(&text, dim.size);
    } else {
      const bool is_bounded = dim.bounds.max < symbolic::Interval::kInfinity;
      absl::StrAppend(&text, is_bounded ? absl::StrCat("<=", dim.bounds.max) : "?");
    }
  }
  absl::StrAppend(&text, "]");
  if (!type.layout.empty()) absl::StrAppend(&text, "{", type.layout, "}");
}

// Computations come before those that run them.
HashSet<const HloComputation*> WithBuffers(const HloModule& module) {
  HashSet<const HloComputation*> found = {module.entry};
  for (size_t i = module.computations.size(); i-- > 0;) {
    const HloComputation* const computation = module.computations[i];
    if (!found.contains(computation)) continue;
    for (const HloInstruction* instruction : computation->instructions) {
      if (!IsIn(kRunners, instruction->opcode)) continue;
      for (const HloCall& call : instruction->calls) found.insert(call.computation);
    }
  }
  return found;
}

void AddBuffers(const HloComputation& computation, bool is_entry, std::vector<HloBuffer>* buffers) {
  for (const HloInstruction* instruction : computation.instructions) {
    // Others are operands of what runs the computation.
    if (instruction->opcode == "parameter" && !is_entry) continue;
    if (!instruction->has_type || IsIn(kWithoutMemory, instruction->opcode)) continue;
    std::vector<std::string> types;
    std::vector<std::string> copied;
    AddTypes(*instruction->type, &types);
    const bool is_copy = instruction->opcode == "copy" && instruction->operands.size() == 1 &&
                         instruction->operands[0]->leaves.size() == instruction->leaves.size();
    if (is_copy) AddTypes(*instruction->operands[0]->type, &copied);
    for (size_t i = 0; i < types.size(); ++i) {
      if (types[i].empty()) continue;
      HloBuffer& buffer = buffers->emplace_back();
      buffer.name = std::string(instruction->leaves[i]);
      buffer.computation = std::string(computation.name);
      buffer.opcode = std::string(instruction->opcode);
      buffer.type = types[i];
      if (is_copy) buffer.copied = copied[i];
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<HloBuffer>> ReadHloBuffers(absl::string_view text,
                                                      const ReaderOptions& options) {
  Arena arena;
  Work work(WorkLimit(options.max_work, 0, text.size()), options.check_interrupt);
  MlirCursor cursor(text, options.limits, &work, &arena, TextSyntax::kHlo);
  HloModule module;
  if (!HloParser(cursor).ReadModule(&module)) return cursor.error();
  const HashSet<const HloComputation*> with_buffers = WithBuffers(module);
  std::vector<HloBuffer> buffers;
  for (const HloComputation* computation : module.computations) {
    if (with_buffers.contains(computation))
      AddBuffers(*computation, computation == module.entry, &buffers);
  }
  return buffers;
}

}  // namespace shapewright::graph
