// ComputeLayout's questions that change a tensor, also of symbolic shapes, or visit a
// part of it. Expected values: enumeration, or XLA's tests where that is said; more of
// those stand in tests/data/algebra_facts.json.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/query/layout/compute_layout.h"

namespace shapewright::query {
namespace {

using Numbers = std::vector<int64_t>;

// A tensor and one question, in the JSON form of the message.
absl::StatusOr<v1::LayoutAnswer> Ask(const std::string& text, const std::string& query) {
  v1::ComputeLayoutRequest request;
  v1::LayoutCase* message = request.add_cases();
  message->set_text(text);
  const auto read = google::protobuf::util::JsonStringToMessage(query, message->add_queries());
  EXPECT_TRUE(read.ok()) << read.ToString() << query;
  v1::ComputeLayoutResponse response;
  const absl::Status status = ComputeLayout(request, QueryOptions(), &response);
  if (!status.ok()) return status;
  return response.results(0).answers(0);
}

v1::LayoutAnswer Answer(const std::string& text, const std::string& query) {
  const auto answer = Ask(text, query);
  EXPECT_TRUE(answer.ok()) << answer.status() << text << query;
  return answer.value_or(v1::LayoutAnswer());
}

std::string FieldOfError(const std::string& text, const std::string& query) {
  return graph::FieldOf(Ask(text, query).status());
}

template <typename Dims>
std::string DimsText(const Dims& dims) {
  return absl::StrJoin(dims, ",", [](std::string* out, const v1::Dim& dim) {
    absl::StrAppend(out, dim.kind_case() == v1::Dim::kSize ? absl::StrCat(dim.size()) : dim.expr());
  });
}

// The shape and the layout that a change leads to.
std::string Changed(const std::string& text, const std::string& query) {
  const v1::LayoutFacts facts = Answer(text, query).converted();
  return absl::StrCat(DimsText(facts.padded_shape().dims()), facts.text());
}

std::string Minimal(const v1::LayoutAnswer& answer) {
  return absl::StrCat(DimsText(answer.minimal_transpose().sizes()), " ",
                      absl::StrJoin(answer.minimal_transpose().axes(), ""));
}

TEST(LayoutChanges, OfSymbolicShapes) {
  EXPECT_EQ(Changed("f32[N,3,H]{0,2,1}", R"({"transpose":{"axes":[2,0,1]}})"), "H,N,3{1,0,2}");
  EXPECT_EQ(Changed("f32[N,3,H]", R"({"move":{"source":0,"target":-1}})"), "3,H,N{1,0,2}");
  EXPECT_EQ(Changed("f32[N,3,H]", R"({"insert":{"dimension":1,"size":{"expr":"N"}}})"),
            "N,N,3,H{3,2,0,1}");
  EXPECT_EQ(Changed("f32[N,3,H]{0,2,1}", R"({"deleteDimension":-1})"), "N,3{0,1}");
  EXPECT_EQ(Changed("f32[N,3,H]", R"({"moveToMinor":0})"), "N,3,H{0,2,1}");
  EXPECT_EQ(Changed("f32[N,3,H]", R"({"convert":{"text":"{0,1,2}"}})"), "N,3,H{0,1,2}");
  EXPECT_EQ(FieldOfError("f32[N,3]", R"({"reshape":{"dims":[{"size":3}]}})"),
            "cases[0].queries[0].reshape.dims");
  EXPECT_EQ(FieldOfError("f32[N,3]", R"({"memoryOrder":true})"), "cases[0].queries[0]");
}

// True whatever the sizes are, or not said.
TEST(LayoutChanges, CompareSymbolicShapes) {
  const auto compare = [](const std::string& text, const std::string& other) {
    const v1::LayoutAnswer answer =
        Answer(text, absl::StrCat(R"({"compare":{"text":")", other, R"("}})"));
    return absl::StrCat(answer.comparison().equal(), answer.comparison().equivalent(),
                        answer.comparison().bitcast(), answer.reason().empty() ? "" : " open");
  };
  EXPECT_EQ(compare("f32[N,H]", "{1,0}"), "111");
  EXPECT_EQ(compare("f32[N,H]", "{0,1}"), "000 open");
  EXPECT_EQ(compare("f32[N,1,H]{2,1,0}", "{1,2,0}"), "011");
  EXPECT_EQ(compare("f32[N,H]", "{1,0:S(1)}"), "010");
  EXPECT_EQ(compare("f32[N,H]", "{1,0:T(2,2)}"), "000 open");
}

TEST(LayoutChanges, SeveralAtOnce) {
  // XLA: DeleteDimensionsUnsorted, InsertDimensionsAtIndex.
  EXPECT_EQ(Changed("f32[5,3,2,7,9]{2,0,1,4,3}", R"({"deleteDimensions":{"dimensions":[3,1,2]}})"),
            "5,9{0,1}");
  EXPECT_EQ(Changed("f32[10,20,30]{0,2,1}", R"({"inTurn":{"steps":[
                {"insert":{"dimension":1,"size":{"size":50},"minorToMajorPosition":3}},
                {"insert":{"dimension":1,"size":{"size":40},"minorToMajorPosition":4}}]}})"),
            "10,40,50,20,30{0,4,3,2,1}");
  EXPECT_EQ(Answer("f32[2,3]", R"({"inTurn":{"steps":[{"transpose":{"axes":[1,0]}},
                                  {"reshape":{"dims":[{"size":3},{"size":2},{"size":1}]}},
                                  {"toLinear":{"coordinates":[2,1,0]}}]}})")
                .linear(),
            5);
  EXPECT_EQ(FieldOfError("f32[2,3]", R"({"deleteDimensions":{"dimensions":[0,-2]}})"),
            "cases[0].queries[0].delete_dimensions.dimensions[1]");
  EXPECT_EQ(FieldOfError("f32[2,3]", R"({"inTurn":{"steps":[{"contiguousRun":true},
                                                            {"memoryOrder":true}]}})"),
            "cases[0].queries[0].in_turn.steps[0]");
  EXPECT_EQ(FieldOfError("f32[2,3]{0,1}", R"({"inTurn":{"steps":[
                             {"reshape":{"dims":[{"size":6}]}},{"memoryOrder":true}]}})"),
            "cases[0].queries[0].in_turn.steps[0]");
  EXPECT_EQ(FieldOfError("f32[2,3]", R"({"inTurn":{}})"), "cases[0].queries[0].in_turn.steps");
  EXPECT_EQ(FieldOfError("f32[2,3]", R"({"inTurn":{"steps":[{"inTurn":{}}]}})"),
            "cases[0].queries[0].in_turn.steps[0].in_turn");
}

TEST(LayoutChanges, MoveToTheEnds) {
  // XLA: MoveDimToMajor, MoveDimToMinor, IsEffectivelyMostMajorDimension.
  const auto is_there = [](const std::string& text, const std::string& query) {
    return Answer(text, query).conversion().equivalent();
  };
  EXPECT_EQ(Changed("f32[2,3,4,5]{2,0,3,1}", R"({"moveToMinor":3})"), "2,3,4,5{3,2,0,1}");
  EXPECT_TRUE(is_there("f32[1,1,16,1,279]{4,0,1,2,3}", R"({"moveToMajor":2})"));
  EXPECT_TRUE(is_there("f32[1,1,16,1,279]{4,1,2,3,0}", R"({"moveToMajor":2})"));
  EXPECT_FALSE(is_there("f32[1,1,16,1,279]{0,1,2,3,4}", R"({"moveToMajor":2})"));
  EXPECT_TRUE(is_there("f32[2,3,4,5]{2,0,3,1}", R"({"moveToMinor":2})"));
  // A split goes with its dim.
  EXPECT_EQ(Answer("f32[4,6]{1,0:SC(1:2)}", R"({"moveToMajor":1})").converted().text(),
            "{0,1:SC(0:2)}");
  EXPECT_EQ(Answer("f32[4,6]{1,0:SC(0:2)}", R"({"moveToMinor":0})").converted().text(),
            "{0,1:SC(1:2)}");
}

// XLA's GetNormalizedLogicalTransposeShape and FindTranspose021.
TEST(LayoutChanges, MinimalTranspose) {
  const auto transpose = [](const std::string& text, const std::string& axes) {
    return Minimal(Answer(text, absl::StrCat(R"({"transpose":{"axes":[)", axes, "]}}")));
  };
  EXPECT_EQ(transpose("f32[10,1,11,32]", "3,1,0,2"), "32,110 10");
  EXPECT_EQ(transpose("f32[64,128,1]", "0,2,1"), "8192 ");
  EXPECT_EQ(transpose("f32[32768,4,16,8]", "2,0,3,1"), "16,32768,8,4 2031");
  EXPECT_EQ(transpose("f32[100,1,10,32,2]", "2,1,3,0,4"), "320,100,2 102");
  EXPECT_EQ(transpose("f32[1,32,1,3,1,64,1]", "6,1,4,5,2,3,0"), "32,64,3 021");
  EXPECT_EQ(transpose("f32[N,H,4]", "2,0,1"), "4,N*H 10");
  EXPECT_EQ(transpose("f32[]", ""), " ");
  const auto convert = [](const std::string& text, const std::string& layout) {
    return Minimal(Answer(text, absl::StrCat(R"({"convert":{"text":")", layout, R"("}})")));
  };
  EXPECT_EQ(convert("f32[128,64]{1,0}", "{0,1}"), "64,128 10");
  EXPECT_EQ(convert("f32[8,32,32,32,16]", "{3,2,1,4,0}"), "8,16,32768 021");
  EXPECT_EQ(convert("f32[32,3,64]", "{1,0,2}"), "64,96 10");
  EXPECT_EQ(convert("f32[4096,4096,128]", "{2,1,0}"), "2147483648 ");
  EXPECT_EQ(convert("f32[8,128]", "{0,1:T(2,2)}"), " ");
}

// The numbers of the elements of a row-major tensor in the order in which a transpose
// puts them.
Numbers Reads(const Numbers& dims, const Numbers& axes) {
  Numbers places(static_cast<size_t>(
      std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>())));
  for (size_t place = 0; place < places.size(); ++place) {
    Numbers index(dims.size());
    auto rest = static_cast<int64_t>(place);
    for (size_t i = axes.size(); i-- > 0;) {
      const auto dim = static_cast<size_t>(axes[i]);
      index[dim] = rest % dims[dim];
      rest /= dims[dim];
    }
    for (size_t dim = 0; dim < dims.size(); ++dim) {
      places[place] = places[place] * dims[dim] + index[dim];
    }
  }
  return places;
}

// It moves the elements as the transpose does that it stands for.
TEST(LayoutChanges, MinimalTransposeMovesAlike) {
  std::mt19937 random(6);
  for (int round = 0; round < 2000; ++round) {
    Numbers sizes(random() % 6);
    for (int64_t& size : sizes) size = static_cast<int64_t>(random() % 3) + 1;
    Numbers axes(sizes.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    const std::string text = absl::StrJoin(sizes, ",");
    const std::string by = absl::StrJoin(axes, ",");
    const v1::LayoutAnswer answer = Answer(absl::StrCat("f32[", text, "]"),
                                           absl::StrCat(R"({"transpose":{"axes":[)", by, "]}}"));
    Numbers minimal_axes(answer.minimal_transpose().axes().begin(),
                         answer.minimal_transpose().axes().end());
    const int ranks = answer.minimal_transpose().sizes_size();
    if (minimal_axes.empty() && ranks > 0) minimal_axes = {0};
    Numbers minimal_sizes(static_cast<size_t>(ranks));
    for (int i = 0; i < ranks; ++i) {
      minimal_sizes[static_cast<size_t>(minimal_axes[static_cast<size_t>(i)])] =
          answer.minimal_transpose().sizes(i).size();
    }
    EXPECT_EQ(Reads(sizes, axes), Reads(minimal_sizes, minimal_axes)) << text << " by " << by;
  }
}

TEST(LayoutChanges, Visit) {
  const auto visit = [](const std::string& text, const std::string& range) {
    const v1::LayoutAnswer answer = Answer(text, absl::StrCat(R"({"visit":)", range, "}"));
    return absl::StrJoin(answer.multis().indices(), " ", [](std::string* out, const v1::Index& i) {
      absl::StrAppend(out, absl::StrJoin(i.coordinates(), ","));
    });
  };
  // XLA: BumpIndices2x2, ForEachIndexParallel with a dim that is pinned, with skips, with
  // an odd step; of a scalar and of an empty tensor.
  EXPECT_EQ(visit("s32[2,2]", "{}"), "0,0 0,1 1,0 1,1");
  EXPECT_EQ(visit("s32[2,2]{0,1}", "{}"), "0,0 1,0 0,1 1,1");
  EXPECT_EQ(visit("f32[2,2]", R"({"base":[1,0],"count":[0,2],"step":[0,1]})"), "1,0 1,1");
  EXPECT_EQ(visit("f32[10,10]", R"({"base":[2,3],"count":[3,1],"step":[2,1]})"), "2,3 4,3");
  EXPECT_EQ(visit("f32[4,4]", R"({"step":[3,3]})"), "0,0 0,3 3,0 3,3");
  EXPECT_EQ(Answer("f32[]", R"({"visit":{}})").multis().indices_size(), 1);
  EXPECT_EQ(Answer("f32[2,0]", R"({"visit":{}})").multis().indices_size(), 0);
  EXPECT_EQ(Answer("f32[6,11,5,17]", R"({"visit":{}})").multis().indices_size(), 5610);
  const std::string path = "cases[0].queries[0].visit";
  EXPECT_EQ(FieldOfError("f32[2,2]", R"({"visit":{"base":[0]}})"), path + ".base");
  EXPECT_EQ(FieldOfError("f32[2,2]", R"({"visit":{"base":[0,2]}})"), path + ".base[1]");
  EXPECT_EQ(FieldOfError("f32[2,2]", R"({"visit":{"base":[0,1],"count":[1,2]}})"),
            path + ".count[1]");
  EXPECT_EQ(FieldOfError("f32[2,2]", R"({"visit":{"step":[1,0]}})"), path + ".step[1]");
  EXPECT_EQ(FieldOfError("f32[1000,1000]", R"({"visit":{}})"), path);
  EXPECT_EQ(FieldOfError("f32[N]", R"({"visit":{}})"), "cases[0].queries[0]");
}

// XLA: MaxElementsInPerSplit, HasDegenerateDimensions.
TEST(LayoutChanges, Facts) {
  v1::ComputeLayoutRequest request;
  for (const char* text :
       {"f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}", "f32[3,1,1]", "f32[3,0,N]"}) {
    request.add_cases()->set_text(text);
  }
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  const auto facts = [&](int i) { return response.results(i).facts(); };
  EXPECT_EQ(facts(0).largest_part_elements().size(), 150 * 90 * 70);
  EXPECT_FALSE(facts(1).has_largest_part_elements());
  EXPECT_EQ(absl::StrJoin(facts(1).degenerate_dimensions(), ","), "1,2");
  EXPECT_EQ(facts(2).degenerate_dimensions_size(), 0);
}

}  // namespace
}  // namespace shapewright::query
