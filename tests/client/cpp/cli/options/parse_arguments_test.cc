#include "client/cpp/cli/options/parse_arguments.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace shapewright::cli {
namespace {

absl::StatusOr<Arguments> Parse(const std::vector<std::string>& words,
                                const char* target = nullptr) {
  return ParseArguments(words, [target](const char* name) {
    return std::string(name) == "SHAPEWRIGHT_TARGET" ? target : nullptr;
  });
}

TEST(Arguments, Infer) {
  const auto arguments = Parse({"infer", "m.onnx"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->command, Command::kInfer);
  EXPECT_EQ(arguments->operands.front(), "m.onnx");
  EXPECT_EQ(arguments->target, "");
  EXPECT_EQ(arguments->deadline, absl::Seconds(30));
  EXPECT_EQ(arguments->request.strictness(), v1::STRICTNESS_UNSPECIFIED);
  EXPECT_FALSE(arguments->embedded || arguments->json || arguments->wide);
}

TEST(Arguments, AllOptions) {
  const auto arguments = Parse({"infer", "--embedded", "--json", "--wide", "--constants",
                                "--target", "host:1", "m.onnx", "--onnx-out=o.onnx",
                                "--deadline=1500ms", "--strict", "complete", "--check-types"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_TRUE(arguments->embedded && arguments->json && arguments->wide && arguments->constants);
  EXPECT_TRUE(arguments->check_types);
  EXPECT_EQ(arguments->target, "host:1");
  EXPECT_EQ(arguments->onnx_out, "o.onnx");
  EXPECT_EQ(arguments->deadline, absl::Milliseconds(1500));
  EXPECT_EQ(arguments->request.strictness(), v1::STRICTNESS_COMPLETE);
  EXPECT_EQ(Parse({"infer", "m", "--strict=no_errors"})->request.strictness(),
            v1::STRICTNESS_NO_ERRORS);
}

TEST(Arguments, Pages) {
  const auto page = Parse({"report", "a", "b", "-o", "p.html", "--bind", "N=3,S=4"});
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(page->command, Command::kReport);
  EXPECT_EQ(page->page_out, "p.html");
  EXPECT_EQ(page->evaluate.bindings(0).symbols_size(), 2);
  EXPECT_EQ(Parse({"report", "a"}).status().message(), "report: give -o FILE");
  EXPECT_FALSE(Parse({"report", "a", "b", "c", "-o", "p"}).ok());
  EXPECT_FALSE(Parse({"report", "a", "-o", "p", "--bind", "N=1", "--bind", "N=2"}).ok());
  // The wiring is that of the whole model.
  EXPECT_FALSE(Parse({"report", "a", "-o", "p", "--from", "x"}).ok());
}

TEST(Arguments, Drawings) {
  EXPECT_EQ(Parse({"infer", "m"})->drawing, Drawing::kNone);
  EXPECT_EQ(Parse({"infer", "m", "--dot"})->drawing, Drawing::kDot);
  EXPECT_EQ(Parse({"infer", "m", "--mermaid"})->drawing, Drawing::kMermaid);
  EXPECT_FALSE(Parse({"infer", "m", "--dot", "--json"}).ok());
}

TEST(Arguments, SizesAreNoModel) {
  EXPECT_EQ(Parse({"eval", "m.onnx", "N=8"}).status().message(),
            "eval: N=8 is no model; write --bind N=8");
  EXPECT_EQ(Parse({"freeze", "m.onnx", "N=1..8", "-o", "o"}).status().message(),
            "freeze: unexpected argument N=1..8");
  EXPECT_TRUE(Parse({"eval", "./N=8", "N=8.onnx"}).ok());
  EXPECT_TRUE(Parse({"infer", "N=8"}).ok());
}

TEST(Arguments, TargetOfTheEnvironment) {
  EXPECT_EQ(Parse({"health"}, "h:1")->target, "h:1");
  EXPECT_EQ(Parse({"health", "--target=g:2"}, "h:1")->target, "g:2");
}

TEST(Arguments, WhatIsKnownOfAModel) {
  const auto arguments =
      Parse({"plan", "m", "--range=N=1..32", "--opt=N=8", "--multiple", "N=4", "--range=M=..7",
             "--range=K=3", "--range=my dim=9..", "--input=x=float32[2,N+1]", "--from=a,b",
             "--to=c", "--function=my.domain:2:f", "--memory"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->command, Command::kPlan);
  v1::InferShapesRequest expected;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        model {
          input_types {
            name: "x"
            type { text: "float32[2,N+1]" }
          }
          premises: "1 <= N <= 32"
          premises: "mod(N, 4) = 0"
          premises: "M <= 7"
          premises: "K = 3"
          premises: "9 <= `my dim`"
          options {
            submodel {
              inputs { name: "a" }
              inputs { name: "b" }
              outputs: "c"
              function { domain: "my.domain:2" op_type: "f" }
            }
          }
        }
      )pb",
      &expected));
  EXPECT_EQ(arguments->request.DebugString(), expected.DebugString());
  ASSERT_EQ(arguments->profile.common_size(), 1);
  EXPECT_EQ(arguments->profile.common(0).ShortDebugString(), "symbol: \"N\" size: 8");
  EXPECT_TRUE(arguments->memory);
}

TEST(Arguments, BindingsOfShapes) {
  const auto arguments = Parse({"eval", "m", "--bind", "N=8,x=[2,3],y=[],k[0]=-5"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const v1::Binding& binding = arguments->evaluate.bindings(0);
  EXPECT_EQ(binding.symbols(1).symbol(), "k[0]");
  EXPECT_EQ(binding.symbols(1).size(), -5);
  ASSERT_EQ(binding.inputs_size(), 2);
  EXPECT_EQ(binding.inputs(0).name(), "x");
  EXPECT_EQ(binding.inputs(0).sizes(1), 3);
  EXPECT_TRUE(binding.inputs(1).sizes().empty());
}

TEST(Arguments, Tls) {
  EXPECT_FALSE(Parse({"health"})->tls);
  EXPECT_TRUE(Parse({"health", "--tls"})->tls);
  const auto arguments = Parse({"infer", "m", "--tls-ca=a", "--tls-cert", "c", "--tls-key=k"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_TRUE(arguments->tls);
  EXPECT_EQ(arguments->tls_files.ca, "a");
  EXPECT_EQ(arguments->tls_files.cert, "c");
  EXPECT_EQ(arguments->tls_files.key, "k");
}

TEST(Arguments, BindingsAreReadInOrder) {
  const auto arguments = Parse({"eval", "a", "--bind", "N=8,a=b=3", "--bind=N=9", "--memory",
                                "--value=h", "--value", "g,i"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  ASSERT_EQ(arguments->evaluate.bindings_size(), 2);
  EXPECT_EQ(arguments->evaluate.bindings(0).label(), "N=8,a=b=3");
  ASSERT_EQ(arguments->evaluate.bindings(0).symbols_size(), 2);
  EXPECT_EQ(arguments->evaluate.bindings(0).symbols(1).symbol(), "a=b");
  EXPECT_EQ(arguments->evaluate.bindings(0).symbols(1).size(), 3);
  EXPECT_EQ(arguments->evaluate.bindings(1).symbols(0).size(), 9);
  EXPECT_EQ(arguments->evaluate.values(1), "g,i");
  EXPECT_EQ(arguments->command, Command::kEval);
  EXPECT_TRUE(arguments->memory);
}

TEST(Arguments, Explain) {
  const auto arguments = Parse({"explain", "m.onnx", "value", "--axis", "-1"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->command, Command::kExplain);
  EXPECT_EQ(arguments->operands.front(), "m.onnx");
  EXPECT_EQ(arguments->explain.value().name(), "value");
  EXPECT_EQ(arguments->explain.axis(), -1);
  EXPECT_EQ(Parse({"explain", "m", "v", "--element=3"})->explain.element(), 3u);
  EXPECT_EQ(Parse({"explain", "m", "--fact=3"})->explain.fact(), 3u);
}

TEST(Arguments, Buckets) {
  const auto arguments = Parse({"plan", "m.onnx", "--sizes", "N=1,8", "--sizes=a=b=4", "--memory",
                                "--observed=N,S=17x128:3,5x6", "--choose", "2"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->command, Command::kPlan);
  ASSERT_EQ(arguments->buckets.axes_size(), 2);
  EXPECT_EQ(arguments->buckets.axes(0).sizes(1), 8);
  EXPECT_EQ(arguments->buckets.axes(1).symbol(), "a=b");
  ASSERT_EQ(arguments->observed.size(), 1u);
  EXPECT_EQ(arguments->observed[0].symbols(1), "S");
  EXPECT_EQ(arguments->observed[0].observed(0).sizes(1), 128);
  EXPECT_EQ(arguments->observed[0].observed(0).count(), 3u);
  EXPECT_EQ(arguments->observed[0].observed(1).count(), 1u);
  const auto placed = Parse({"plan", "m", "--sizes=N=1,8", "--bind=N=3", "--bind=x=[2,3]"});
  ASSERT_TRUE(placed.ok()) << placed.status();
  ASSERT_EQ(placed->buckets.bindings_size(), 2);
  EXPECT_EQ(placed->buckets.bindings(1).inputs(0).sizes(1), 3);
  EXPECT_TRUE(placed->evaluate.bindings().empty());
  EXPECT_EQ(arguments->bucket_count, 2);
  EXPECT_TRUE(arguments->memory);
}

TEST(Arguments, MistakesAboutModels) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"audit"},
                                             {"explain", "m"},
                                             {"explain", "m", "v", "w"},
                                             {"explain", "m", "v", "--fact=1"},
                                             {"explain", "m", "--fact=-1"},
                                             {"plan", "m", "--observed=N=1", "--bind=N=1"},
                                             {"explain", "m", "v", "--axis=x"},
                                             {"audit", "m", "--sizes=N=1"},
                                             {"eval", "m", "--bind=x=[2"},
                                             {"eval", "m", "--bind=x=[a]"},
                                             {"infer", "m", "--opt=N=8"},
                                             {"infer", "m", "--range=N"},
                                             {"infer", "m", "--range=N=.."},
                                             {"infer", "m", "--range=N=a..b"},
                                             {"infer", "m", "--range=N=1..b"},
                                             {"infer", "m", "--multiple=N=x"},
                                             {"infer", "m", "--input=x"},
                                             {"plan"},
                                             {"plan", "m", "n"},
                                             {"plan", "m", "--bind=N=1"},
                                             {"plan", "m", "--opt=N=1", "--sizes=N=1"},
                                             {"plan", "m", "--sizes=N"},
                                             {"plan", "m", "--sizes=N=a"},
                                             {"plan", "m", "--observed=N=1x2"},
                                             {"plan", "m", "--observed=N=1:x"},
                                             {"plan", "m", "--sizes=N=1", "--choose=2"},
                                             {"plan", "m", "--observed=N=1", "--choose=0"}}) {
    EXPECT_FALSE(Parse(words).ok()) << words.back();
  }
}

TEST(Arguments, QuestionsAboutLayouts) {
  const auto arguments =
      Parse({"layout", "f32[2,3]", "--locate=1,2", "--elements-at", "5,0", "--memory-order",
             "--axis=C", "--compare=f32[6]{0}", "--compare={1,0:T(2,2)}",
             "--ignore=tiles,memory_space", "--premise=N <= 8", "--details"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->layout.tensor().text(), "f32[2,3]");
  EXPECT_EQ(arguments->layout.premises(0), "N <= 8");
  EXPECT_TRUE(arguments->layout_details);
  const auto& questions = arguments->layout.questions();
  ASSERT_EQ(questions.size(), 6);
  EXPECT_EQ(questions[0].locate().elements(0).indices(1), 2);
  EXPECT_EQ(questions[1].elements_at().values(0), 5);
  EXPECT_TRUE(questions[2].has_memory_order());
  EXPECT_EQ(questions[3].axis_named(), "C");
  EXPECT_EQ(questions[4].compare().other().text(), "f32[6]{0}");
  EXPECT_EQ(questions[5].compare().other().text(), "{1,0:T(2,2)}");
  ASSERT_EQ(questions[5].compare().ignored_size(), 2);
  EXPECT_EQ(questions[5].compare().ignored(1), v1::CompareLayouts::ASPECT_MEMORY_SPACE);
  EXPECT_FALSE(Parse({"layout", "f32[2]", "--locate=a"}).ok());
  EXPECT_FALSE(Parse({"layout", "f32[2]", "--memory-order", "--ignore=tiles"}).ok());
  EXPECT_FALSE(Parse({"layout", "f32[2]", "--compare={0}", "--ignore=colour"}).ok());
  EXPECT_FALSE(Parse({"layout"}).ok());
}

TEST(Arguments, ChangesOfLayouts) {
  const auto arguments = Parse({"layout", "f32[N,3]", "--transpose=1,0", "--reshape", "3,1,N",
                                "--convert=[N,C]", "--memory-order"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const auto& changes = arguments->layout.changes();
  ASSERT_EQ(changes.size(), 3);
  EXPECT_EQ(changes[0].transpose().values(0), 1);
  EXPECT_EQ(changes[1].reshape().dims(2).expr(), "N");
  EXPECT_EQ(changes[2].convert().text(), "[N,C]");
  EXPECT_EQ(arguments->layout.questions_size(), 1);
}

TEST(Arguments, OtherCommands) {
  EXPECT_EQ(Parse({"help", "plan"})->help_about, Command::kPlan);
  EXPECT_TRUE(Parse({"help", "--man"})->manual);
  EXPECT_EQ(Parse({"server-info", "--json"})->command, Command::kServerInfo);
  EXPECT_EQ(Parse({"models", "--evict", "a", "--evict=b"})->evicted,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(Parse({"server-info", "--evict", "a"}).ok());
  EXPECT_EQ(Parse({"version"})->command, Command::kVersion);
  EXPECT_EQ(Parse({"serve", "--threads", "4", "x"})->server_words,
            (std::vector<std::string>{"--threads", "4", "x"}));
  EXPECT_EQ(Parse({"--help"})->command, Command::kHelp);
  EXPECT_EQ(Parse({"infer", "--help"})->command, Command::kHelp);
  EXPECT_EQ(Parse({"infer", "--help"})->help_about, Command::kInfer);
  EXPECT_EQ(Parse({"--version"})->command, Command::kVersion);
  EXPECT_EQ(Parse({"health", "--deadline=1s"})->command, Command::kHealth);
}

TEST(Arguments, SeveralModels) {
  const auto arguments =
      Parse({"infer", "a", "--jobs=3", "-", "--quiet", "--color", "never", "--", "--b", "-c"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->operands, (std::vector<std::string>{"a", "-", "--b", "-c"}));
  EXPECT_EQ(arguments->jobs, 3);
  EXPECT_TRUE(arguments->quiet);
  EXPECT_EQ(arguments->color, ColorMode::kNever);
}

TEST(Arguments, TheNearestNameIsSuggested) {
  const auto message = [](const std::vector<std::string>& words) {
    return std::string(Parse(words).status().message());
  };
  EXPECT_THAT(message({"infr", "m"}), testing::HasSubstr("did you mean `infer`?"));
  EXPECT_THAT(message({"infer", "m", "--stric"}), testing::HasSubstr("did you mean `--strict`?"));
  EXPECT_THAT(message({"infer", "m", "--strict=all"}),
              testing::HasSubstr("there are no_errors, complete"));
}

TEST(Arguments, Check) {
  const auto checked =
      Parse({"check", "a", "b", "--fix", "--only=WRONG_TYPE", "--model", "m.onnx"});
  ASSERT_TRUE(checked.ok()) << checked.status();
  EXPECT_TRUE(checked->fix);
  EXPECT_TRUE(checked->selection.Holds("WRONG_TYPE"));
  EXPECT_FALSE(checked->selection.Holds("WRONG_DIM"));
  EXPECT_EQ(checked->check.model, "m.onnx");
  const auto written = Parse({"check", "--write", "triton", "m.onnx", "-o", "config.pbtxt"});
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(written->check.write, "triton");
  EXPECT_EQ(written->check.out, "config.pbtxt");
}

TEST(Arguments, Errors) {
  const std::vector<std::vector<std::string>> cases = {
      {},
      {"guess"},
      {"infer"},
      {"infer", "-", "a", "-"},
      {"infer", "a", "b", "--onnx-out=c"},
      {"explain", "a", "b", "c"},
      {"help", "guess"},
      {"completion"},
      {"completion", "csh"},
      {"--json", "infer", "a"},
      {"infer", "a", "--jobs=0"},
      {"infer", "a", "--color=blue"},
      {"evaluate", "a"},
      {"infer", "a", "--strict"},
      {"infer", "a", "--strict=very"},
      {"infer", "a", "--deadline=soon"},
      {"infer", "a", "--deadline=-1s"},
      {"infer", "a", "--json=yes"},
      {"infer", "a", "--no-such"},
      {"eval", "a", "--bind", "N"},
      {"eval", "a", "--bind", "N=x"},
      {"eval", "a", "--bind", "=3"},
      {"eval"},
      {"infer", "a", "--bind", "N=3"},
      {"infer", "a", "--memory"},
      {"health", "--json"},
      {"health", "a"},
      {"check"},
      {"check", "a", "--json", "--sarif"},
      {"check", "a", "-o", "b"},
      {"check", "a", "--write=keras"},
      {"check", "a", "b", "--write=ort"},
      {"check", "a", "--write=ort", "--fix"},
  };
  for (const auto& words : cases) {
    EXPECT_TRUE(absl::IsInvalidArgument(Parse(words).status())) << testing::PrintToString(words);
  }
}

}  // namespace
}  // namespace shapewright::cli
