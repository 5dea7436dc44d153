#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_FACTS_H_

#include "core/inference/answer_text.h"
#include "core/inference/declared_types.h"
#include "core/inference/explain.h"
#include "core/inference/given.h"
#include "core/inference/precision.h"
#include "core/inference/wire_writer.h"
#include "core/ops/workspace.h"

namespace shapewright::inference {

// Writes what an answer says beside types: constraints, symbols, diagnostics.
class AnswerFacts {
 public:
  // `given` may be null.
  AnswerFacts(ops::Workspace& workspace, const DeclaredTypes& declared, const Given* given,
              PrecisionTable& precision, AnswerText& text, WireWriter& out)
      : workspace_(workspace),
        declared_(declared),
        given_(given),
        precision_(precision),
        text_(text),
        out_(out) {}

  // With the provenance of their sides, if `explainer` is not null.
  void WriteConstraints(Explainer* explainer);
  // The symbols that were printed so far, and those of the inputs anyway.
  void WriteSymbols();
  // Errors first, each group in the order of its finding; at most `limit`.
  void WriteDiagnostics(size_t limit);

 private:
  void WriteProvenance(const symbolic::Fact& fact, Explainer& explainer);
  bool DependsOnData(const symbolic::Fact& fact) const;
  void WriteGuards(uint32_t field, symbolic::ScopeId scope);
  void WriteSymbol(symbolic::SymbolId id);
  void WriteGiven(const Given::Symbol& given);
  void WriteSolved(absl::string_view text);
  void WriteDiagnostic(const ops::Diagnostic& diagnostic);

  ops::Workspace& workspace_;
  const DeclaredTypes& declared_;
  const Given* given_;
  PrecisionTable& precision_;
  AnswerText& text_;
  WireWriter& out_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_FACTS_H_
