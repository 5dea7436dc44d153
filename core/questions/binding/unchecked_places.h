#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNCHECKED_PLACES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNCHECKED_PLACES_H_

#include <cstdint>
#include <vector>

#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"

namespace shapewright::questions {

// The runs of graphs (CallFrame::kMain, or the index of a call frame) in which something may fail
// that no fact tells: a node reads or makes a value of which not even the rank is known, or makes
// one of which only a declaration tells it, so that its rule demands less than it would; or a
// warning says that the node may fail. Each once. Places that a rule leaves unchecked are not among
// them (rules::Workspace::unchecked). The engine has run.
std::vector<uint32_t> FindUncheckedRuns(inference::Engine& engine,
                                        const inference::FactReport& report);

// Whether the kind and the rank of a value are known, of a sequence those of its elements.
bool IsRankKnown(inference::Engine& engine, shape::TypeId id);
// Whether a warning says that a run may fail, by something else than a fact.
bool TellsOfFailure(const inference::FactReport& report, const rules::Diagnostic& diagnostic,
                    size_t number);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNCHECKED_PLACES_H_
