#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FINDING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FINDING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/cpp/cli/lint/lint_codes.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// A change of a declared type that makes it true, or as known as the inferred one.
struct Mend {
  enum class Place : uint8_t { kOutput, kValueInfo, kNewValueInfo };
  enum class Part : uint8_t { kAll, kElement, kShape, kAxis, kRemoval };

  int graph = 0;
  Place place = Place::kValueInfo;
  int index = 0;  // in the list of the place
  Part part = Part::kAll;
  int axis = 0;
  // What is inferred of the value; null for a removal. Of the answer.
  const v1::ValueInfo* inferred = nullptr;
};

// Something that `lint` tells of a model. Its texts are printable.
struct Finding {
  std::string code;
  LintLevel level = LintLevel::kInfo;
  // The graph: its place in InferShapesResponse.graphs.
  int graph = 0;
  std::string node;   // empty: about no node
  std::string value;  // empty: about no value
  std::optional<int64_t> axis;
  std::string message;
  // What to do. Empty: nothing comes to mind.
  std::string suggestion;
  // What `lint --fix` does about it. Empty: it cannot.
  std::vector<Mend> mends;
};

// Of a code of lint's own, with its level.
inline Finding NewFinding(absl::string_view code, std::string message) {
  Finding finding;
  finding.code = std::string(code);
  if (const LintCode* row = FindLintCode(code); row != nullptr) finding.level = row->level;
  finding.message = std::move(message);
  return finding;
}

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FINDING_H_
