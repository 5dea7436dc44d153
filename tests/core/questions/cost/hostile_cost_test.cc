// S52: whatever attributes and operands a node has, its cost is asked without a fault, and no
// number of it is below 0. Oracle: the definition, a number of operations or bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/rules/registry/registry.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::questions {
namespace {

using rules::OperatorRow;

// The words that the formulas have in quotes: names of attributes, and values of some.
std::vector<std::string> WordsOfFormulas() {
  std::set<std::string> words;
  for (const auto& file :
       std::filesystem::directory_iterator(SourcePath("core/rules/operators/cost"))) {
    std::ifstream stream(file.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    for (size_t begin = text.find('"'); begin != std::string::npos; begin = text.find('"', begin)) {
      const size_t end = text.find('"', begin + 1);
      if (end == std::string::npos) break;
      const std::string word = text.substr(begin + 1, end - begin - 1);
      const bool is_word = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
      });
      if (is_word) words.insert(word);
      begin = end + 1;
    }
  }
  return {words.begin(), words.end()};
}

constexpr const char* kInputs[] = {
    "float32[N, 3, 8, 8]",
    "float32[N, S, 12]",
    "float32[2, S, 3, 4, 5]",
    "float32[M]",
    "float32[4, 3, 3, 3]",
    "float32[M, 12]",
    "float32[0, 3]",
    "float32[]",
    "float16[N, 4, S, 2]",
    "uint8[N, 4]",
    "uint8[2, 6, 4]",
    "int8[12, 12]",
    "int32[N]",
    "int64[2]",
    "int32[N, S]",
    "bool[N, S]",
    "float32[1, 0, 4]",
};
constexpr const char* kConstants[] = {
    "int64[] = -5",    "int64[] = 0",        "int64[] = 3",
    "int64[2] = -1 4", "int32[1] = -7",      "int64[] = 9223372036854775807",
    "float32[] = 0.5", "float32[2] = -1 2",  "int64[] = -9223372036854775808",
    "int32[1] = 8",    "int64[3] = 1 0 100",
};

class HostileNodes {
 public:
  explicit HostileNodes(std::vector<std::string> words) : words_(std::move(words)) {}

  std::string Next(const OperatorRow& row, int version) {
    std::string model = row.domain.empty()
                            ? absl::StrCat("opset ", version, "\n")
                            : absl::StrCat("opset 17\nopset ", row.domain, " ", version, "\n");
    std::vector<std::string> operands(Pick(9));
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i > 0 && Pick(6) == 0) {
        operands[i] = "_";
      } else if (i > 0 && Pick(4) == 0) {
        operands[i] = absl::StrCat("c", i);
        absl::StrAppend(&model, "const c", i, ": ", kConstants[Pick(std::size(kConstants))], "\n");
      } else {
        operands[i] = absl::StrCat("x", i);
        absl::StrAppend(&model, "input x", i, ": ", kInputs[Pick(std::size(kInputs))], "\n");
      }
    }
    while (!operands.empty() && operands.back() == "_") operands.pop_back();
    absl::StrAppend(&model, Pick(2) == 0 ? "y" : "y, z, w", " = ",
                    row.domain.empty() ? "" : absl::StrCat(row.domain, "."), row.name, "(",
                    absl::StrJoin(operands, ", "), ")");
    std::set<std::string> given;
    for (size_t i = Pick(7); i > 0; --i) {
      const std::string& name = words_[Pick(words_.size())];
      if (given.insert(name).second) absl::StrAppend(&model, " ", name, "=", Value());
    }
    return absl::StrCat(model, "\noutput y\n");
  }

 private:
  size_t Pick(size_t count) { return random_() % count; }

  std::string Int() {
    constexpr const char* kInts[] = {"0",
                                     "1",
                                     "2",
                                     "3",
                                     "4",
                                     "8",
                                     "-1",
                                     "-2",
                                     "-5",
                                     "12",
                                     "16",
                                     "7",
                                     "100",
                                     "9223372036854775807",
                                     "-9223372036854775807"};
    return kInts[Pick(std::size(kInts))];
  }
  std::string Value() {
    switch (Pick(6)) {
      case 0: {
        std::vector<std::string> list(1 + Pick(4));
        for (std::string& each : list) each = Int();
        return absl::StrCat("[", absl::StrJoin(list, ", "), "]");
      }
      case 1:
        return Pick(2) == 0 ? "0.5" : "-2.0";
      case 2:
        return absl::StrCat("'", words_[Pick(words_.size())], "'");
      default:
        return Int();
    }
  }

  const std::vector<std::string> words_;
  std::mt19937 random_{52};
};

void ExpectNoNegative(const google::protobuf::Message& message, const std::string& about) {
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_INT64) continue;
    if (field->is_repeated()) continue;
    EXPECT_GE(message.GetReflection()->GetInt64(message, field), 0) << field->name() << about;
  }
}

TEST(HostileCostS52, HasNoNegativeNumbersWhateverTheAttributes) {
  HostileNodes nodes(WordsOfFormulas());
  int counted = 0;
  int evaluated = 0;
  for (const OperatorRow* row : rules::AllOperators()) {
    if (row->cost.kind != rules::OperatorCost::Kind::kFormula) continue;
    for (int i = 0; i < 150; ++i) {
      const size_t versions =
          std::count_if(row->versions.begin(), row->versions.end(), [](int v) { return v != 0; });
      const std::string model = nodes.Next(*row, row->versions[static_cast<size_t>(i) % versions]);
      std::string rest;
      for (const int size : {0, 1, 5, 64}) {
        absl::StrAppend(&rest, "bindings { label: '", size, "'");
        for (const char* symbol : {"N", "S", "M"}) {
          if (model.find(symbol, model.find("input")) == std::string::npos) continue;
          absl::StrAppend(&rest, " symbols { symbol: '", symbol, "' size: ", size, " }");
        }
        absl::StrAppend(&rest, " }\n");
      }
      const auto bytes = AnswerBytes(RequestOf<v1::EstimateCostRequest>(model, rest));
      if (!bytes.ok()) {
        EXPECT_FALSE(absl::IsInternal(bytes.status())) << bytes.status() << "\n" << model;
        continue;
      }
      v1::EstimateCostResponse response;
      ASSERT_TRUE(response.ParseFromString(*bytes));
      const v1::Cost& cost = response.total().cost();
      counted += cost.uncounted_nodes() == 0 ? 1 : 0;
      for (const v1::Amount* amount : {&cost.macs(), &cost.alu(), &cost.div(), &cost.sqrt(),
                                       &cost.special(), &cost.flops(), &cost.bytes_read()}) {
        ExpectNoNegative(*amount, model);
      }
      for (const v1::CostEvaluation& evaluation : response.evaluations()) {
        const auto& violations = evaluation.violations();
        const bool is_of_model =  // what fails at any sizes leaves the numbers
            std::all_of(violations.begin(), violations.end(), [](const v1::Violation& each) {
              return each.kind() == v1::Violation::KIND_MODEL;
            });
        const bool is_good = !evaluation.has_error() && is_of_model && evaluation.unbound().empty();
        if (!is_good) continue;
        ++evaluated;
        // Without numbers, one was below 0.
        EXPECT_TRUE(evaluation.has_total()) << model << evaluation.label();
        ExpectNoNegative(evaluation.total(), model);
      }
    }
  }
  EXPECT_GT(counted, 1000);
  EXPECT_GT(evaluated, 4000);
}

}  // namespace
}  // namespace shapewright::questions
