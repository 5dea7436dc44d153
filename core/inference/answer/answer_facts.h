#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/inference/answer/listed_symbols.h"
#include "core/inference/answer/write_check.h"
#include "core/inference/engine/declared_types.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/given/given.h"
#include "core/inference/text/answer_text.h"
#include "core/rules/state/workspace.h"
#include "core/wire/wire_writer.h"

namespace shapewright::inference {

// The places in Workspace::diagnostics() of those that an answer lists, in its order: errors first,
// each severity in the order of finding; at most `limit`.
std::vector<uint32_t> ListedDiagnostics(rules::Workspace& workspace, size_t limit);

// Writes the facts, symbols and diagnostics of an answer. Not thread-safe.
class AnswerFacts {
 public:
  // `given` may be null.
  AnswerFacts(rules::Workspace& workspace, const DeclaredTypes& declared, const FactReport& report,
              const Given* given, AnswerText& text, WireWriter& out, WriteCheck& check)
      : workspace_(workspace),
        declared_(declared),
        report_(report),
        given_(given),
        text_(text),
        out_(out),
        check_(check) {}

  void WriteFacts();
  // The symbols that the answer has printed so far, and all dims of inputs. Call after the types
  // and facts are written.
  void WriteSymbols(uint32_t field, AssumedRanges& ranges);
  // ListedDiagnostics().
  void WriteDiagnostics(size_t limit);

 private:
  void WriteFact(const ReportedFact& fact, bool is_precondition);
  std::string SideText(symbolic::Expr side);
  void WriteSites(const ReportedFact& fact);
  void WritePlaces(uint32_t field, absl::Span<const uint32_t> places);
  void WriteCircumstances(uint32_t field, symbolic::ScopeId scope);
  void WriteSymbol(uint32_t field, const ListedSymbol& symbol);
  // `number` is the index of the diagnostic among all of the inference.
  void WriteDiagnostic(const rules::Diagnostic& diagnostic, size_t number);

  rules::Workspace& workspace_;
  const DeclaredTypes& declared_;
  const FactReport& report_;
  const Given* given_;
  AnswerText& text_;
  WireWriter& out_;
  WriteCheck& check_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_ANSWER_FACTS_H_
