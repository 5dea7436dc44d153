// S59: what instructions come to. The values are Python's integers and fractions
// (tests/data/vectors/generate_guards.py).
#include "core/guard/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "tests/core/guard/guard_vectors.h"

namespace shapewright::guard {
namespace {

using nlohmann::json;

std::string TextOf(symbolic::Int128 value) {
  const bool is_negative = value < 0;
  std::string digits;
  do {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (is_negative ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (is_negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string Outcome(const Number& number) {
  using Status = symbolic::Evaluation::Status;
  switch (number.status) {
    case Status::kOk:
      return TextOf(number.value);
    case Status::kDivisionByZero:
      return "division_by_zero";
    case Status::kOverflow:
      return "overflow";
    default:
      return "unbound";
  }
}

std::vector<std::optional<int64_t>> SlotsOf(const json& at) {
  std::vector<std::optional<int64_t>> slots;
  for (const json& slot : at.at("slots")) {
    slots.emplace_back();
    if (slot.is_null()) continue;
    EXPECT_TRUE(absl::SimpleAtoi(slot.get<std::string>(), &slots.back().emplace()));
  }
  return slots;
}

TEST(Program, ComesToWhatTheVectorsSayS59) {
  int compared = 0;
  for (const json& given : GuardVectors().at("cases")) {
    const auto program = Program::Load(ProgramOf(given));
    ASSERT_TRUE(program.ok()) << program.status() << given.at("reads");
    Numbers numbers = program->MakeNumbers();
    for (const json& at : given.at("at")) {
      program->Run(SlotsOf(at), &numbers);
      for (uint32_t i = 0; i < program->size(); ++i) {
        if (at.at("numbers")[i].is_null()) continue;
        EXPECT_EQ(Outcome(numbers.at(i)), at.at("numbers")[i].get<std::string>())
            << "#" << i << " of " << given.at("reads") << " at " << at.at("slots");
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 2000);
}

TEST(Program, HasALimit) {
  v1::GuardProgram message;
  for (size_t i = 0; i < kMaxInstructions; ++i) {
    message.add_instructions()->set_op(v1::GuardInstruction::OP_UNBOUND);
  }
  EXPECT_TRUE(Program::Load(message).ok());
  message.add_instructions()->set_op(v1::GuardInstruction::OP_UNBOUND);
  EXPECT_EQ(Program::Load(message).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace shapewright::guard
