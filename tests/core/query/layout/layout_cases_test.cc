// What ComputeLayout says of tensors as they are given. Expected values: the seed (XLA's "Shapes
// and Layout"), numpy's strides, or arithmetic that stands beside them.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/query/layout/compute_layout.h"
#include "tests/core/query/layout/layout_tester.h"

namespace shapewright::query {
namespace {

using Numbers = std::vector<int64_t>;

struct FactRow {
  std::string text;
  std::string strides;
  std::string byte_strides;
  std::string elements;
  std::string bytes;
  std::string true_rank;
};

TEST(LayoutCases, Facts) {
  for (const FactRow& row : std::vector<FactRow>{
           {"f32[2,3]", "3 1", "12 4", "6", "24", "2"},
           {"f32[2,3]{0,1}", "1 2", "4 8", "6", "24", "2"},
           {"f32[]", "", "", "1", "4", "0"},
           {"pred[5]", "1", "1", "5", "5", "1"},
           {"c128[2,1]", "1 1", "16 16", "2", "32", "1"},
           {"f64[1,3,0,0]", "3 1 1 1", "24 8 8 8", "0", "0", "1"},
           {"s4[3,5]", "5 1", "", "15", "8", "2"},
           {"s4[3,5]{1,0:E(8)}", "5 1", "5 1", "15", "15", "2"},
           {"u2[5]", "1", "", "5", "2", "1"},
           {"float32[2, 3]", "3 1", "12 4", "6", "24", "2"},
           {"{2,3}", "3 1", "", "6", "", "2"},
           {"f32[N,3]", "3 1", "12 4", "3*N", "12*N", "min(max(0, N - 1), 1) + 1"},
           {"f32[2,N]", "max(1, N) 1", "4*max(1, N) 4", "2*N", "8*N", "min(max(0, N - 1), 1) + 1"},
           {"bf16[10,130]{1,0:T(8,128)}", "", "", "1300", "8192", "2"},
           {"f32[3,5]{1,0:T(2,2)}", "", "", "15", "96", "2"},
           {"f32[3]{0:L(8)}", "1", "4", "3", "32", "1"},
       }) {
    const v1::LayoutFacts facts = AnswerLayout(LayoutOf(row.text)).facts();
    EXPECT_EQ(AmountsText(facts.strides()), row.strides) << row.text;
    EXPECT_EQ(AmountsText(facts.byte_strides()), row.byte_strides) << row.text;
    EXPECT_EQ(AmountText(facts.elements()), row.elements) << row.text;
    EXPECT_EQ(AmountText(facts.bytes()), row.bytes) << row.text;
    EXPECT_EQ(AmountText(facts.details().true_rank()), row.true_rank) << row.text;
  }
}

// One of the commonest questions, to the letter.
TEST(LayoutCases, StridesOfNhwc) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = LayoutOf("float32[2, 3, 224, 224]");
  request.mutable_cases(0)->mutable_layout()->set_text("NHWC");
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  v1::ComputeLayoutResponse expected;
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(R"({"results": [{"facts": {
    "text": "{1,3,2,0}",
    "strides": [{"value": 150528}, {"value": 1}, {"value": 672}, {"value": 3}],
    "byteStrides": [{"value": 602112}, {"value": 4}, {"value": 2688}, {"value": 12}],
    "elements": {"value": 301056}, "bytes": {"value": 1204224},
    "paddedShape": {"dims": [{"size": 2}, {"size": 3}, {"size": 224}, {"size": 224}]},
    "layout": {"minorToMajor": [1, 3, 2, 0]}}}]})",
                                                          &expected)
                  .ok());
  EXPECT_EQ(response.DebugString(), expected.DebugString());
}

// The range of 3*H*W is that of its sizes.
TEST(LayoutCases, StridesOfSymbolicNhwc) {
  v1::LayoutCase message = LayoutOf("float32[N, 3, H, W]");
  message.mutable_layout()->set_text("NHWC");
  message.add_premises("1 <= H <= 640");
  message.add_premises("1 <= W <= 480");
  const v1::LayoutResult result = AnswerLayout(message);
  const v1::LayoutFacts& facts = result.facts();
  EXPECT_EQ(AmountsText(facts.strides()), "3*H*W 1 3*W 3");
  EXPECT_EQ(facts.strides(0).range().max(), int64_t{3} * 640 * 480);
  EXPECT_FALSE(facts.strides(1).has_range());
  ASSERT_EQ(result.symbols_size(), 3);
  EXPECT_EQ(result.symbols(0).name(), "H");
  EXPECT_EQ(result.symbols(0).range().max(), 640);
}

TEST(LayoutCases, Premises) {
  const auto ask = [](const std::string& text, const std::vector<std::string>& premises) {
    v1::LayoutCase message = LayoutOf(text);
    for (const std::string& premise : premises) message.add_premises(premise);
    const v1::LayoutResult result = AnswerLayout(message);
    if (result.has_error()) return ErrorText(result.error());
    return absl::StrCat(AmountsText(result.facts().strides()), " ",
                        AmountText(result.facts().bytes()));
  };
  EXPECT_EQ(ask("f32[N,3,M]", {"N = 4", "M = 0"}), "3 1 1 0");
  EXPECT_EQ(ask("f32[N,3,M]", {"N = 4", "M = 2*N"}), "24 8 1 384");
  EXPECT_EQ(ask("f32[2*N + 1]", {"N = 4"}), "1 36");
  EXPECT_EQ(ask("f32[N]", {"N = M"}), "1 4*N");
  EXPECT_EQ(ask("f32[2,N]", {"1 <= N"}), "N 1 8*N");
  EXPECT_FALSE(AnswerLayout(LayoutOf("f32[2,N]")).symbols(0).has_origin());
  EXPECT_EQ(ask("f32[N]", {"K = 3"}), "MALFORMED_PREMISE premises[0]");
  EXPECT_EQ(ask("f32[N]", {"K = 3", "N = 2*K"}), "1 24");
  EXPECT_EQ(ask("f32[N]", {"N = -1"}), "MALFORMED_PREMISE premises[0]");
  EXPECT_EQ(ask("f32[N]", {"N <= 8", "N = 9"}), "MALFORMED_PREMISE premises[1]");
  EXPECT_EQ(ask("f32[N]", {"N <"}), "MALFORMED_PREMISE premises[0]");
  EXPECT_EQ(ask("f32[N - 5]", {"N = 3"}), "MALFORMED_CASE tensor.text");
  v1::LayoutCase message;
  v1::Dim* dim = message.mutable_tensor()->mutable_tensor()->mutable_shape()->add_dims();
  dim->set_expr("N");
  dim->mutable_range()->set_min(3);
  dim->mutable_range()->set_max(4);
  message.add_premises("N in {2, 5, 8}");
  EXPECT_EQ(ErrorOf(message), "MALFORMED_PREMISE premises");
}

// The symbols of one case are none of another one's.
TEST(LayoutCases, PremisesAreOfTheirCase) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = LayoutOf("f32[N]");
  request.mutable_cases(0)->add_premises("N = 2");
  *request.add_cases() = LayoutOf("f32[N]");
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  EXPECT_EQ(AmountText(response.results(0).facts().bytes()), "8");
  EXPECT_EQ(AmountText(response.results(1).facts().bytes()), "4*N");
}

TEST(LayoutCases, Details) {
  v1::LayoutCase message = LayoutOf("u8[4,5]");
  v1::Layout* layout = message.mutable_layout()->mutable_layout();
  layout->set_row_alignment_bytes(8);
  layout->set_buffer_alignment_bytes(64);
  const v1::LayoutFacts facts = AnswerLayout(message).facts();
  EXPECT_EQ(AmountsText(facts.strides()), "8 1");
  EXPECT_EQ(AmountText(facts.details().padded_elements()), "32");
  EXPECT_EQ(AmountText(facts.bytes()), "64");
  EXPECT_EQ(AmountText(facts.details().unpadded_bytes()), "20");
  EXPECT_DOUBLE_EQ(facts.details().padding_overhead(), 44.0 / 64);
  EXPECT_EQ(AmountText(facts.details().leading_run()), "5");
  EXPECT_EQ(facts.details().longest_run(), 5);
  EXPECT_EQ(facts.details().element_bits(), 8);
  v1::ComputeLayoutRequest request;
  *request.add_cases() = message;
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  EXPECT_FALSE(response.results(0).facts().has_details());
}

struct RunRow {
  std::string text;
  std::string leading;
  int64_t longest;  // -1: absent
};

// [3,3] in tiles of 2 by 2: 0 1 3 4 | 2 - 5 - | 6 7 - - | 8.
TEST(LayoutCases, Runs) {
  for (const RunRow& row : std::vector<RunRow>{{"f32[2,3]", "6", 6},
                                               {"f32[]", "1", 1},
                                               {"f32[2,0]", "0", 0},
                                               {"f32[3,3]{1,0:T(2,2)}", "5", 5},
                                               {"f32[4,4]{1,0:T(2,2)}", "16", 16},
                                               {"f32[N,3]", "3*N", -1},
                                               {"f32[2,3]{1,0:D(D,C)}", "", -1},
                                               {"f32[3000,3001]{1,0:T(2,2)}", "", -1}}) {
    const v1::LayoutDetails details = AnswerLayout(LayoutOf(row.text)).facts().details();
    EXPECT_EQ(AmountText(details.leading_run()), row.leading) << row.text;
    EXPECT_EQ(details.has_longest_run() ? details.longest_run() : -1, row.longest) << row.text;
  }
}

// XLA: HasDegenerateDimensions.
TEST(LayoutCases, DegenerateAxes) {
  const auto axes = [](const std::string& text) {
    return absl::StrJoin(AnswerLayout(LayoutOf(text)).facts().details().degenerate_axes(), ",");
  };
  EXPECT_EQ(axes("f32[3,1,1]"), "1,2");
  EXPECT_EQ(axes("f32[3,0,N]"), "");
}

TEST(LayoutCases, Tuples) {
  const v1::LayoutResult result = AnswerLayout(LayoutOf("(f32[2], (s32[3,4], pred[]))"));
  ASSERT_EQ(result.tuple_elements_size(), 2);
  EXPECT_EQ(AmountText(result.facts().bytes()), "57");
  EXPECT_EQ(AmountText(result.facts().details().padded_elements()), "15");
  EXPECT_EQ(AmountText(result.tuple_elements(1).facts().elements()), "13");
  const auto bytes = [](const std::string& text) {
    return AmountText(AnswerLayout(LayoutOf(text)).facts().bytes());
  };
  EXPECT_EQ(bytes("()"), "0");
  EXPECT_EQ(bytes("token[]"), "0");
  EXPECT_EQ(bytes("(opaque[], u8[3])"), "3");
  EXPECT_EQ(bytes("(f32[N], s8[N])"), "5*N");
  EXPECT_EQ(bytes("(f32[2], [3])"), "");
  EXPECT_EQ(AnswerLayout(LayoutOf("(f32[N], s8[M])")).symbols_size(), 2);
}

// The same as messages, and mixed; a layout is for all of them, or for each.
TEST(LayoutCases, TuplesAsMessages) {
  v1::LayoutCase message;
  v1::SequenceType* tuple = message.mutable_tensor()->mutable_sequence();
  tuple->add_positions()->set_text("f32[2,3]");
  v1::TensorType* tensor = tuple->add_positions()->mutable_tensor();
  tensor->set_element_type(v1::ELEMENT_TYPE_INT8);
  for (const int64_t size : {4, 5}) tensor->mutable_shape()->add_dims()->set_size(size);
  v1::OpaqueType* token = tuple->add_positions()->mutable_opaque();
  token->set_domain("xla");
  token->set_name("token");
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor.sequence.length");
  tuple->mutable_length()->set_size(3);
  EXPECT_EQ(AmountText(AnswerLayout(message).facts().bytes()), "44");
  const auto strides = [&message](const std::string& layout) {
    message.mutable_layout()->set_text(layout);
    const v1::LayoutResult result = AnswerLayout(message);
    if (result.has_error()) return ErrorText(result.error());
    return absl::StrCat(AmountsText(result.tuple_elements(0).facts().strides()), ", ",
                        AmountsText(result.tuple_elements(1).facts().strides()));
  };
  EXPECT_EQ(strides("column_major"), "1 2, 1 4");
  EXPECT_EQ(strides("({0,1}, {1,0}, token[])"), "1 2, 5 1");
  EXPECT_EQ(strides("({0,1}, {1,0})"), "MALFORMED_CASE layout.text");
  message.clear_layout();
  tensor->mutable_shape()->mutable_dims(1)->set_size(INT64_MAX - 1);
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor.sequence.positions[1]");
  token->set_name("handle");
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor.sequence.positions[2].opaque");
}

// What an answer tells can be asked again: the kind counts.
TEST(LayoutCases, TypesOfAnswers) {
  const v1::LayoutChangeResult change =
      ChangeOf("f32[N,3]{0,1}", R"({"transpose":{"values":[1,0]}})");
  EXPECT_EQ(change.tensor().text(), "float32[3, N]");
  v1::LayoutCase again;
  *again.mutable_tensor() = change.tensor();
  *again.mutable_layout()->mutable_layout() = change.facts().layout();
  EXPECT_EQ(AmountsText(AnswerLayout(again).facts().strides()),
            AmountsText(change.facts().strides()));
}

TEST(LayoutCases, Strided) {
  const auto ask = [](const Numbers& sizes, const Numbers& strides, int64_t offset) {
    v1::LayoutCase message;
    v1::TensorType* tensor = message.mutable_tensor()->mutable_tensor();
    tensor->set_element_type(v1::ELEMENT_TYPE_FLOAT);
    for (const int64_t size : sizes) tensor->mutable_shape()->add_dims()->set_size(size);
    v1::StridedLayout* strided = message.mutable_layout()->mutable_strided();
    strided->set_in_bytes(true);
    strided->set_offset(offset);
    for (const int64_t stride : strides) strided->add_strides(stride);
    v1::Coordinates* last = message.add_questions()->mutable_locate()->add_elements();
    for (const int64_t size : sizes) last->add_indices(size - 1);
    message.add_questions()->mutable_memory_order();
    return AnswerLayout(message);
  };
  v1::LayoutResult result = ask({2, 3}, {16, 4}, 0);
  EXPECT_EQ(result.facts().layout().padded_dimensions(1), 4);
  EXPECT_EQ(result.answers(0).numbers().values(0), 6);
  result = ask({2, 3}, {-12, 4}, 0);
  EXPECT_FALSE(result.has_facts());
  EXPECT_EQ(result.reason(), "dimension 0 runs backwards");
  EXPECT_EQ(result.answers(0).numbers().values(0), -1);
  EXPECT_EQ(ErrorText(result.answers(1).error()), "NO_LAYOUT");
  EXPECT_EQ(result.answers(1).error().message(), "dimension 0 runs backwards");
  EXPECT_EQ(ask({2, 3}, {12, 3}, 0).reason(), "the stride of 3 bytes is not a whole element");
  EXPECT_EQ(ask({2, 3}, {12, 4}, 2).reason(), "the offset of 2 bytes is not a whole element");
  EXPECT_EQ(ask({2, 3}, {12, 4}, 8).answers(0).numbers().values(0), 7);
}

// Every mistake has the path of its field.
TEST(LayoutCases, MistakesInLayouts) {
  const auto with_layout = [](const std::function<void(v1::Layout*)>& set) {
    v1::LayoutCase message = LayoutOf("f32[2,3]");
    set(message.mutable_layout()->mutable_layout());
    return ErrorOf(message);
  };
  const std::string layout = "MALFORMED_CASE layout.layout.";
  EXPECT_EQ(with_layout([](v1::Layout* l) { l->add_minor_to_major(0); }),
            layout + "minor_to_major");
  EXPECT_EQ(with_layout([](v1::Layout* l) {
              l->add_minor_to_major(0);
              l->add_minor_to_major(0);
            }),
            layout + "minor_to_major[1]");
  EXPECT_EQ(with_layout([](v1::Layout* l) {
              l->add_padded_dimensions(2);
              l->add_padded_dimensions(2);
            }),
            layout + "padded_dimensions[1]");
  EXPECT_EQ(with_layout([](v1::Layout* l) { l->add_tiles()->add_sizes(0); }),
            layout + "tiles[0].sizes[0]");
  const auto with_text = [](const std::string& text) {
    v1::LayoutCase message = LayoutOf("f32[2,3]");
    message.mutable_layout()->set_text(text);
    return ErrorOf(message);
  };
  EXPECT_EQ(with_text("{1}"), "MALFORMED_CASE layout.text");
  EXPECT_EQ(with_text("NHWC"), "MALFORMED_CASE layout.text");
  EXPECT_EQ(with_text("f32[2,3]{0,1}"), "MALFORMED_CASE layout.text");
  EXPECT_EQ(with_text("[6]"), "MALFORMED_CASE layout.text");
  EXPECT_EQ(with_text("{1,0:D(D,C)P(f32[x})}"), "MALFORMED_CASE layout.text");
  v1::LayoutCase twice = LayoutOf("f32[2,3]{1,0}");
  twice.mutable_layout()->set_text("{1,0}");
  EXPECT_EQ(ErrorOf(twice), "MALFORMED_CASE layout");
}

TEST(LayoutCases, MistakesInTensors) {
  const auto with_size = [](int64_t size) {
    v1::LayoutCase message;
    v1::Shape* shape = message.mutable_tensor()->mutable_tensor()->mutable_shape();
    shape->add_dims()->set_size(2);
    shape->add_dims()->set_size(size);
    return ErrorOf(message);
  };
  EXPECT_EQ(with_size(-2), "MALFORMED_CASE tensor.tensor.shape.dims[1].size");
  EXPECT_EQ(with_size(INT64_MAX), "MALFORMED_CASE tensor.tensor.shape.dims[1].size");
  EXPECT_EQ(with_size(INT64_MAX - 1), "MALFORMED_CASE tensor");
  EXPECT_EQ(with_size(-1), "MALFORMED_CASE tensor.tensor.shape.dims[1].size");
  // The value is told, too.
  EXPECT_EQ(AnswerLayout(LayoutOf("f32[4611686018427387904,8]")).error().message(),
            "its size leaves 64 bits: [4611686018427387904, 8]");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]{1}")), "MALFORMED_CASE tensor.text");
  for (const char* text : {"f32[2", "f32?", "[...]", "seq(f32[2])", "?", "8", "(f32[2], f32[3",
                           "(x: f32[1]) -> f32[2]", "(f32[1]) -> (f32[2])"}) {
    EXPECT_EQ(ErrorOf(LayoutOf(text)), "MALFORMED_CASE tensor.text") << text;
  }
  EXPECT_EQ(ErrorOf(v1::LayoutCase()), "MALFORMED_CASE tensor");
  v1::LayoutCase message;
  message.mutable_tensor()->mutable_sparse_tensor();
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor.sparse_tensor");
  message.mutable_tensor()->mutable_tensor();
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor.tensor") << "the rank is not known";
  message.mutable_tensor()->mutable_optional()->mutable_element()->set_text("f32[2]");
  EXPECT_EQ(ErrorOf(message), "MALFORMED_CASE tensor");
  std::string deep = "f32[2]";
  for (int i = 0; i < 20; ++i) deep = absl::StrCat("(", deep, ")");
  EXPECT_EQ(ErrorOf(LayoutOf(deep)), "TYPE_TOO_DEEP tensor.text");
  std::string wide = "f32[1";
  for (int i = 0; i < 70; ++i) wide += ",1";
  EXPECT_EQ(ErrorOf(LayoutOf(wide + "]")), "RANK_TOO_LARGE tensor.text");
}

// The others are answered all the same, and a limit of all of them fails the call.
TEST(LayoutCases, AMalformedCaseFailsAlone) {
  v1::ComputeLayoutRequest request;
  for (const char* text : {"f32[2]", "f32[", "f32[3]"}) *request.add_cases() = LayoutOf(text);
  request.mutable_cases(1)->set_label("bad");
  v1::ComputeLayoutResponse response;
  ASSERT_TRUE(ComputeLayout(request, QueryOptions(), &response).ok());
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(AmountText(response.results(0).facts().bytes()), "8");
  EXPECT_EQ(response.results(1).label(), "bad");
  EXPECT_EQ(ErrorText(response.results(1).error()), "MALFORMED_CASE tensor.text");
  EXPECT_EQ(AmountText(response.results(2).facts().bytes()), "12");
}

}  // namespace
}  // namespace shapewright::query
