#ifndef SHAPEWRIGHT_FACT_H_
#define SHAPEWRIGHT_FACT_H_

// What an inference tells beside types: symbols, facts, diagnostics. Plain data without references
// to anything: copy them, keep them, read them from any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shapewright/type.h"

namespace shapewright {

// A place in a model. Indices count from 0; what is absent is not narrowed down further. Without a
// node it is the graph itself, and `input` and `output` are those of the graph.
struct Site {
  // 0: the main graph; else its place in Inference::graphs() of all graphs.
  uint32_t graph = 0;
  std::optional<uint32_t> node;
  // The name and the operator of that node: `MatMul`, `com.microsoft:Gelu`.
  std::string node_name;
  std::string op_type;
  std::optional<uint32_t> input;
  std::optional<uint32_t> output;
  // The name of that input or output.
  std::string value;
  std::optional<uint32_t> axis;
  // Row-major.
  std::optional<uint32_t> element;

  friend bool operator==(const Site&, const Site&) = default;
};

// A name that expressions are written in.
struct Symbol {
  enum class Kind : uint8_t {
    kInputDim = 1,       // a named axis of an input
    kInputValue = 2,     // an element of an integer input: `starts[0]`, `k[]`
    kAnonymous = 3,      // an unknown with an identity: `?1`
    kDataDependent = 4,  // an unknown that the data decide, as what NonZero finds
    kDefined = 5,        // short for an expression that is too long: `t7`
    kAlias = 6,          // a name that only the outputs of the model declare
  };

  std::string name;
  Kind kind = Kind::kAnonymous;
  // What it lies in, with what the options say.
  Interval range;
  // It is a multiple of that; 1 if nothing is said.
  int64_t divisor = 1;
  // The only values that it may have, ascending; empty: all within `range`.
  std::vector<int64_t> allowed;
  // What it was found to be, or stands for; absent: it is free.
  std::optional<Dim> equals;
  Site origin;
  // Why it is not known.
  std::string reason;
};

// The circumstance under which something matters: a branch or body that runs.
struct Circumstance {
  // The If, Loop or Scan; with a condition the node that has operands with alternatives.
  Site control;
  // `then_branch`, `else_branch`, or `body`: at least one iteration. Empty where there is a
  // condition.
  std::string branch;
  // Over symbols of the inputs: `S = 1`.
  std::string condition = {};
};

// A relation that the types rest on.
struct Fact {
  enum class Relation : uint8_t {
    kEqual = 1,
    kLessOrEqual = 2,
    kDivisible = 3,      // left is a multiple of right
    kBroadcastable = 4,  // left = right, or one of them is 1
    kNotEqual = 5,
  };
  enum class Basis : uint8_t {
    kRequired = 1,  // the operator's specification: a run fails otherwise
    kAssumed = 2,   // inference chose so where the model leaves it open
    kDeclared = 3,  // the model says so
    kPremise = 4,   // the caller promises it
  };
  enum class State : uint8_t {
    kProved = 1,         // holds for every input
    kOpen = 2,           // depends on sizes or integer elements of the inputs
    kDataDependent = 3,  // depends on data
    kRefuted = 4,        // holds for no input
  };

  // `16 <= H`.
  std::string text;
  Relation relation = Relation::kEqual;
  Dim left;
  Dim right;
  Basis basis = Basis::kRequired;
  State state = State::kOpen;
  // Whether it is one of those over the inputs alone that a caller has to check of each run.
  bool is_precondition = false;
  // Who asks for it, the first one first.
  std::vector<Site> sites;
  // All of them have to occur for it to matter.
  std::vector<Circumstance> circumstances;
  // What asks for it, and how to satisfy it (which may be empty), in one line each.
  std::string reason;
  std::string suggestion;
  // kRefuted: places of the facts that contradict it.
  std::vector<uint32_t> conflicts_with;
  // What asks for it, by a stable name such as `conv.channels` (docs/errors.md). Empty: the model
  // declares it, or the caller does.
  std::string check;
};

// Something to know about a model.
struct Diagnostic {
  enum class Severity : uint8_t { kInfo = 1, kWarning = 2, kError = 3 };

  Severity severity = Severity::kError;
  // Stable, such as `RANK_MISMATCH`.
  std::string code;
  std::string message;
  Site site;
  std::vector<Site> related;
  // How to mend it; may be empty.
  std::string suggestion;
  // Places of facts that cannot hold together; empty: it is no contradiction.
  std::vector<uint32_t> facts;
  // The check that fails, as in Fact. Empty: the code says it all.
  std::string check;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_FACT_H_
