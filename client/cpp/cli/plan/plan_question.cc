#include "client/cpp/cli/plan/plan_question.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"

namespace shapewright::cli {
namespace {

using v1::FindSymbolsToBindRequest;
using v1::Quantity;

absl::Status Malformed(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not ", what));
}

struct Unit {
  absl::string_view name;
  int64_t size;
};
// A unit stands before those that its name ends with.
constexpr Unit kUnits[] = {
    {"KiB", int64_t{1} << 10},
    {"MiB", int64_t{1} << 20},
    {"GiB", int64_t{1} << 30},
    {"TiB", int64_t{1} << 40},
    {"kB", 1'000},
    {"KB", 1'000},
    {"MB", 1'000'000},
    {"GB", 1'000'000'000},
    {"TB", 1'000'000'000'000},
    {"B", 1},
};

// Symbols that an error names.
constexpr size_t kMaxListed = 16;

// Above it, not all whole numbers are doubles.
constexpr double kMaxExact = 9007199254740992.0;

}  // namespace

absl::Status ParseAmount(absl::string_view text, PlanQuestion* out) {
  constexpr absl::string_view kWhat = "an amount such as 8GiB, 256MB or 1e9";
  absl::string_view number = absl::StripAsciiWhitespace(text);
  int64_t unit = 1;
  for (const Unit& known : kUnits) {
    if (!absl::ConsumeSuffix(&number, known.name)) continue;
    unit = known.size;
    break;
  }
  number = absl::StripTrailingAsciiWhitespace(number);
  int64_t amount = 0;
  double exact = 0;
  if (absl::SimpleAtoi(number, &amount)) {
    if (amount < 0 || __builtin_mul_overflow(amount, unit, &amount)) return Malformed(text, kWhat);
  } else if (absl::SimpleAtod(number, &exact)) {
    exact *= static_cast<double>(unit);
    if (!(exact >= 0 && exact <= kMaxExact) || exact != std::floor(exact)) {
      return Malformed(text, kWhat);
    }
    amount = static_cast<int64_t>(exact);
  } else {
    return Malformed(text, kWhat);
  }
  out->largest.mutable_budget()->set_amount(amount);
  out->has_amount = true;
  return absl::OkStatus();
}

absl::Status ParseSymbols(absl::string_view text, PlanQuestion* out) {
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    if (name.empty()) return Malformed(text, "a list of symbols such as N or N,S");
    out->largest.add_symbols()->set_symbol(std::string(name));
  }
  return absl::OkStatus();
}

absl::Status ParseQuantity(absl::string_view text, PlanQuestion* out) {
  Quantity& quantity = *out->largest.mutable_budget()->mutable_quantity();
  Quantity::MemoryQuantity memory = Quantity::MEMORY_QUANTITY_UNSPECIFIED;
  absl::string_view name = text;
  if (absl::ConsumePrefix(&name, "bytes:")) {
    quantity.set_bytes_of(std::string(name));
  } else if (absl::ConsumePrefix(&name, "elements:")) {
    quantity.set_elements_of(std::string(name));
  } else if (Quantity::MemoryQuantity_Parse(
                 absl::StrCat("MEMORY_QUANTITY_", absl::AsciiStrToUpper(text)), &memory)) {
    quantity.set_memory(memory);
  } else {
    quantity.set_expression(std::string(text));
  }
  return absl::OkStatus();
}

absl::Status ParseGoal(absl::string_view text, PlanQuestion* out) {
  FindSymbolsToBindRequest::Goal goal = FindSymbolsToBindRequest::GOAL_UNSPECIFIED;
  const std::string name = absl::StrCat("GOAL_", absl::AsciiStrToUpper(text));
  if (!FindSymbolsToBindRequest::Goal_Parse(name, &goal) ||
      goal == FindSymbolsToBindRequest::GOAL_UNSPECIFIED) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is none of the goals ", kGoalNames));
  }
  out->bind.set_goal(goal);
  return absl::OkStatus();
}

absl::Status ParseProfileCount(absl::string_view text, PlanQuestion* out) {
  if (absl::SimpleAtoi(text, &out->profiles) && out->profiles > 0) return absl::OkStatus();
  return Malformed(text, "a number of profiles");
}

absl::Status ChooseSymbol(const v1::InferShapesResponse& model,
                          v1::FindLargestSizesRequest* request) {
  std::vector<std::string> open;
  for (const v1::Symbol& symbol : model.symbols()) {
    const auto& bound = request->binding().symbols();
    const bool is_bound = std::any_of(bound.begin(), bound.end(), [&](const v1::SymbolSize& size) {
      return size.symbol() == symbol.name();
    });
    if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || symbol.has_equals() || is_bound) continue;
    open.push_back(symbol.name());
  }
  if (open.empty()) {
    return absl::InvalidArgumentError("no dim of an input is open: there is no size to look for");
  }
  if (open.size() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "give the --symbol to look for, and --bind the others: ",
        absl::StrJoin(absl::MakeSpan(open).first(std::min(open.size(), kMaxListed)), ", "),
        open.size() > kMaxListed ? ", ..." : ""));
  }
  request->add_symbols()->set_symbol(open[0]);
  return absl::OkStatus();
}

absl::Status CheckPlanQuestion(const PlanQuestion& question) {
  const auto& largest = question.largest;
  const bool has_budget = question.has_amount;
  if (!largest.symbols().empty() && !has_budget) {
    return absl::InvalidArgumentError("plan: --symbol needs --budget");
  }
  if (largest.budget().has_quantity() && !question.has_amount) {
    return absl::InvalidArgumentError("plan: --quantity needs --budget");
  }
  if (has_budget && question.bind.goal() != 0) {
    return absl::InvalidArgumentError("plan: give --budget or --make");
  }
  return absl::OkStatus();
}

}  // namespace shapewright::cli
