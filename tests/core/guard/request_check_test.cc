// S58, S61: what a guard says of requests; the vectors are those of all clients.
#include "core/guard/request_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/guard/guard_vectors.h"

namespace shapewright::guard {
namespace {

using nlohmann::json;

v1::ElementType TypeNamed(const std::string& name) {
  if (name == "float32") return v1::ELEMENT_TYPE_FLOAT;
  return name == "int64" ? v1::ELEMENT_TYPE_INT64 : v1::ELEMENT_TYPE_UNSPECIFIED;
}

// The tensors of a request in the vectors, with what they refer to.
class Request {
 public:
  explicit Request(const json& inputs) {
    for (const auto& [name, given] : inputs.items()) {
      names_.push_back(name);
      numbers_.push_back(given.at("sizes").get<std::vector<int64_t>>());
      numbers_.push_back(given.at("elements").get<std::vector<int64_t>>());
      types_.push_back(TypeNamed(given.at("type").get<std::string>()));
    }
    for (size_t i = 0; i < names_.size(); ++i) {
      tensors_.push_back({names_[i], types_[i], numbers_[2 * i], numbers_[2 * i + 1]});
    }
  }
  absl::Span<const RequestTensor> tensors() const { return tensors_; }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<int64_t>> numbers_;
  std::vector<v1::ElementType> types_;
  std::vector<RequestTensor> tensors_;
};

json Known(std::optional<int64_t> number) { return number ? json(*number) : json(); }

json OutputsOf(const RequestCheck& check, const v1::GuardProgram& program) {
  json outputs = json::object();
  for (const v1::GuardOutput& output : program.outputs()) {
    json& said = outputs[output.name()] = {{"sizes", nullptr}, {"bytes", nullptr}};
    const v1::GuardType* const type = check.TypeOf(output);
    if (type == nullptr || type->unsized()) continue;
    said["sizes"] = json::array();
    for (const uint32_t size : type->sizes()) said["sizes"].push_back(Known(check.SizeAt(size)));
    if (type->has_bytes()) said["bytes"] = Known(check.SizeAt(type->bytes()));
  }
  return outputs;
}

constexpr const char* kVerdicts[] = {"", "pass", "fail", "undecided"};

TEST(RequestCheck, SaysWhatTheVectorsSay) {
  for (const json& given : GuardVectors().at("requests")) {
    const auto guard = LoadedGuard::Load(ProgramOf(given));
    ASSERT_TRUE(guard.ok()) << guard.status();
    // One for all: nothing of an earlier request is left.
    RequestCheck check(*guard);
    for (const json& each : given.at("requests")) {
      const Request request(each.at("inputs"));
      const Verdict verdict = check.Check(request.tensors());
      EXPECT_EQ(kVerdicts[static_cast<size_t>(verdict)], each.at("verdict")) << each;
      json checks = json::array();
      for (const Problem& problem : check.problems()) {
        if (problem.kind == Problem::Kind::kCheck) checks.push_back(problem.place);
      }
      EXPECT_EQ(checks, each.at("checks")) << each;
      EXPECT_EQ(check.problems().size() - checks.size(), each.at("others")) << each;
      EXPECT_EQ(OutputsOf(check, (*guard)->message()), each.at("outputs")) << each;
      EXPECT_EQ(Known(check.MemoryBytes()), each.at("memory")) << each;
    }
  }
}

TEST(RequestCheck, TellsWhatIsWrongAndWhatWouldBeRight) {
  const auto guard = *LoadedGuard::Load(ProgramOf(GuardVectors().at("requests")[0]));
  RequestCheck check(guard);
  const int64_t x[] = {8, 600};
  const int64_t mask[] = {7, 600};
  const RequestTensor request[] = {{"x", v1::ELEMENT_TYPE_DOUBLE, x, {}},
                                   {"mask", v1::ELEMENT_TYPE_INT64, mask, {}},
                                   {"q", v1::ELEMENT_TYPE_UNSPECIFIED, {}, {}}};
  EXPECT_EQ(check.Check(request), Verdict::kFail);
  std::vector<std::string> texts;
  for (const Problem& problem : check.problems()) texts.push_back(check.Describe(problem));
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "input x is float64; give float32[N, S]",
                       "the model has no input q; it has x, mask, k",
                       "axis 0 of input mask is N: 7 = 8 does not hold; give 8",
                       "S <= 512: 600 <= 512 does not hold",
                   }));
}

TEST(LoadedGuard, RefusesWhatMakesNoSense) {
  for (const json& given : GuardVectors().at("malformed")) {
    EXPECT_EQ(LoadedGuard::Load(ProgramOf(given)).status().code(),
              absl::StatusCode::kInvalidArgument)
        << given.at("name");
  }
  EXPECT_FALSE(LoadedGuard::Load(absl::string_view("\xff")).ok());
}

}  // namespace
}  // namespace shapewright::guard
