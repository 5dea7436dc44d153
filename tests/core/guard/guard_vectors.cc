#include "tests/core/guard/guard_vectors.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/escaping.h"
#include "tests/data_path/data_path.h"

namespace shapewright::guard {

const nlohmann::json& GuardVectors() {
  static const auto* const vectors =
      new nlohmann::json(nlohmann::json::parse(ReadFile(DataPath("vectors/guards.json"))));
  return *vectors;
}

v1::GuardProgram ProgramOf(const nlohmann::json& given) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(given.at("program").get<std::string>(), &bytes));
  v1::GuardProgram program;
  EXPECT_TRUE(program.ParseFromString(bytes));
  return program;
}

}  // namespace shapewright::guard
