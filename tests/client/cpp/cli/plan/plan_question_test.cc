#include "client/cpp/cli/plan/plan_question.h"

#include <gtest/gtest.h>

#include "client/cpp/cli/options/parse_arguments.h"

namespace shapewright::cli {
namespace {

absl::StatusOr<Arguments> Parsed(std::vector<std::string> words) {
  words.insert(words.begin(), {"plan", "m.onnx"});
  return ParseArguments(words, [](const char*) -> const char* { return nullptr; });
}

TEST(PlanQuestion, ReadsAmountsWithUnits) {
  const auto amount = [](absl::string_view text) -> int64_t {
    PlanQuestion question;
    return ParseAmount(text, &question).ok() ? question.largest.budget().amount() : -1;
  };
  EXPECT_EQ(amount("8GiB"), 8589934592);
  EXPECT_EQ(amount("1.5 GB"), 1'500'000'000);
  EXPECT_EQ(amount("256MiB"), 268435456);
  EXPECT_EQ(amount("1e9"), 1'000'000'000);
  EXPECT_EQ(amount("4096"), 4096);
  EXPECT_EQ(amount("12 B"), 12);
  EXPECT_EQ(amount("9223372036854775806"), 9223372036854775806);
  for (const char* bad : {"", "GiB", "-1", "-1e3", "8 GiB of", "0.3B", "1e30", "nan", "inf",
                          "9223372036854775807kB"}) {
    EXPECT_EQ(amount(bad), -1) << bad;
  }
}

TEST(PlanQuestion, HasABudget) {
  const auto arguments =
      Parsed({"--budget", "1kB", "--symbol", "N,S", "--quantity", "lower_bound", "--bind", "T=3"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const v1::FindLargestSizesRequest& largest = arguments->plan.largest;
  EXPECT_EQ(largest.budget().amount(), 1000);
  EXPECT_EQ(largest.budget().quantity().memory(), v1::Quantity::MEMORY_QUANTITY_LOWER_BOUND);
  ASSERT_EQ(largest.symbols_size(), 2);
  EXPECT_EQ(largest.symbols(1).symbol(), "S");
  const auto quantity = [](const char* text) {
    PlanQuestion question;
    EXPECT_TRUE(ParseQuantity(text, &question).ok());
    return question.largest.budget().quantity();
  };
  EXPECT_EQ(quantity("bytes:y:0").bytes_of(), "y:0");
  EXPECT_EQ(quantity("elements:y").elements_of(), "y");
  EXPECT_EQ(quantity("N*(S + 1)").expression(), "N*(S + 1)");
}

TEST(PlanQuestion, HasAGoalOrProfiles) {
  EXPECT_EQ(Parsed({"--make", "small"})->plan.bind.goal(),
            v1::FindSymbolsToBindRequest::GOAL_SMALL);
  EXPECT_EQ(Parsed({"--profiles", "3", "--observed", "N=17:3,40", "--opt", "M=2"})->plan.profiles,
            3);
}

TEST(PlanQuestion, TakesTheOnlyOpenSymbol) {
  v1::InferShapesResponse model;
  for (const char* name : {"N", "S", "k[]", "H"}) {
    v1::Symbol& symbol = *model.add_symbols();
    symbol.set_name(name);
    symbol.set_kind(v1::Symbol::KIND_INPUT_DIM);
  }
  model.mutable_symbols(2)->set_kind(v1::Symbol::KIND_INPUT_VALUE);
  model.mutable_symbols(3)->mutable_equals();
  v1::FindLargestSizesRequest request;
  EXPECT_EQ(ChooseSymbol(model, &request).message(),
            "give the --symbol to look for, and --bind the others: N, S");
  request.mutable_binding()->add_symbols()->set_symbol("S");
  EXPECT_TRUE(ChooseSymbol(model, &request).ok());
  EXPECT_EQ(request.symbols(0).symbol(), "N");
  request.mutable_binding()->add_symbols()->set_symbol("N");
  EXPECT_FALSE(ChooseSymbol(model, &request).ok());
}

TEST(PlanQuestion, RefusesWhatDoesNotGoTogether) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--symbol=N"},
           {"--quantity=peak"},
           {"--budget=8", "--symbol=N,"},
           {"--budget=8", "--symbol=N", "--make=static"},
           {"--budget=8", "--symbol=N", "--sizes=N=1"},
           {"--budget=8", "--symbol=N", "--bind=M=1", "--bind=M=2"},
           {"--make=unspecified"},
           {"--make=tiny"},
           {"--profiles=0", "--observed=N=1"},
           {"--profiles=2"},
           {"--profiles=2", "--observed=N=1", "--choose=2"}}) {
    EXPECT_FALSE(Parsed(words).ok()) << words[0];
  }
}

}  // namespace
}  // namespace shapewright::cli
