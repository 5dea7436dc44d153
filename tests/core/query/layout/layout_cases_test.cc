// ComputeLayout by its messages. Expected values: the seed (XLA's "Shapes and Layout"),
// numpy's strides, or arithmetic that stands beside them.
#include <gtest/gtest.h>

#include <functional>
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

absl::StatusOr<v1::LayoutResult> Ask(const v1::LayoutCase& message) {
  v1::ComputeLayoutRequest request;
  *request.add_cases() = message;
  v1::ComputeLayoutResponse response;
  const absl::Status status = ComputeLayout(request, QueryOptions(), &response);
  if (!status.ok()) return status;
  return response.results(0);
}

v1::LayoutResult Answer(const v1::LayoutCase& message) {
  const auto result = Ask(message);
  EXPECT_TRUE(result.ok()) << result.status() << message.ShortDebugString();
  return result.ok() ? *result : v1::LayoutResult();
}

std::string FieldOfError(const v1::LayoutCase& message) {
  return graph::FieldOf(Ask(message).status());
}

v1::LayoutCase Text(const std::string& text) {
  v1::LayoutCase message;
  message.set_text(text);
  return message;
}

std::string DimText(const v1::Dim& dim) {
  return dim.kind_case() == v1::Dim::kSize ? absl::StrCat(dim.size()) : dim.expr();
}

std::string DimsText(const google::protobuf::RepeatedPtrField<v1::Dim>& dims) {
  return absl::StrJoin(dims, " ",
                       [](std::string* out, const v1::Dim& dim) { out->append(DimText(dim)); });
}

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
           {"f32[N,3]", "3 1", "12 4", "3*N", "12*N", "min(max(0, N - 1), 1) + 1"},
           {"f32[2,N]", "max(1, N) 1", "4*max(1, N) 4", "2*N", "8*N", "min(max(0, N - 1), 1) + 1"},
           {"bf16[10,130]{1,0:T(8,128)}", "", "", "1300", "8192", "2"},
           {"f32[3,5]{1,0:T(2,2)}", "", "", "15", "96", "2"},
           {"f32[3]{0:L(8)}", "1", "4", "3", "32", "1"},
       }) {
    const v1::LayoutFacts facts = Answer(Text(row.text)).facts();
    EXPECT_EQ(DimsText(facts.strides()), row.strides) << row.text;
    EXPECT_EQ(DimsText(facts.byte_strides()), row.byte_strides) << row.text;
    EXPECT_EQ(DimText(facts.elements()), row.elements) << row.text;
    EXPECT_EQ(DimText(facts.bytes()), row.bytes) << row.text;
    EXPECT_EQ(DimText(facts.true_rank()), row.true_rank) << row.text;
  }
}

TEST(LayoutCases, RowAndBufferAlignment) {
  v1::LayoutCase message = Text("u8[4,5]");
  v1::Layout* layout = message.mutable_layout()->mutable_layout();
  layout->set_row_alignment_bytes(8);
  layout->set_buffer_alignment_bytes(64);
  const v1::LayoutFacts facts = Answer(message).facts();
  EXPECT_EQ(DimsText(facts.strides()), "8 1");
  EXPECT_EQ(DimText(facts.padded_elements()), "32");
  EXPECT_EQ(DimText(facts.bytes()), "64");
  EXPECT_EQ(DimText(facts.unpadded_bytes()), "20");
  EXPECT_DOUBLE_EQ(facts.padding_overhead(), 44.0 / 64);
  EXPECT_EQ(DimText(facts.contiguous_elements()), "5");
}

TEST(LayoutCases, Bindings) {
  v1::LayoutCase message = Text("f32[N,3,M]");
  v1::Binding* binding = message.add_bindings();
  for (const auto& [name, size] :
       std::vector<std::pair<const char*, int64_t>>{{"N", 4}, {"M", 0}}) {
    v1::SymbolSize* entry = binding->add_symbols();
    entry->set_symbol(name);
    entry->set_size(size);
  }
  const v1::LayoutFacts facts = Answer(message).evaluations(0);
  EXPECT_EQ(DimsText(facts.strides()), "3 1 1");
  EXPECT_EQ(DimText(facts.bytes()), "0");
  message.mutable_bindings(0)->mutable_symbols(1)->set_symbol("K");
  EXPECT_EQ(FieldOfError(message), "cases[0].bindings[0].symbols[1]");
  message.mutable_bindings(0)->mutable_symbols()->RemoveLast();
  EXPECT_EQ(FieldOfError(message), "cases[0].bindings[0].symbols");
  message.mutable_bindings(0)->mutable_symbols(0)->set_size(-1);
  EXPECT_EQ(FieldOfError(message), "cases[0].bindings[0].symbols[0]");
}

TEST(LayoutCases, Tuples) {
  const v1::LayoutResult result = Answer(Text("(f32[2], (s32[3,4], pred[]))"));
  ASSERT_EQ(result.tuple_elements_size(), 2);
  EXPECT_EQ(DimText(result.facts().bytes()), "57");
  EXPECT_EQ(DimText(result.tuple_elements(1).facts().elements()), "13");
  EXPECT_EQ(DimText(Answer(Text("()")).facts().bytes()), "0");
  EXPECT_EQ(DimText(Answer(Text("token[]")).facts().bytes()), "0");
  EXPECT_EQ(DimText(Answer(Text("(opaque[], u8[3])")).facts().bytes()), "3");
  EXPECT_EQ(DimText(Answer(Text("(f32[N], s8[N])")).facts().bytes()), "5*N");
}

struct DimensionRow {
  std::string name;
  int64_t rank;
  int64_t expected;  // -1: none
};

// The seed: x is the last dim number, then y, z, p backwards, whatever the layout.
TEST(LayoutCases, DimensionNames) {
  for (const DimensionRow& row : std::vector<DimensionRow>{{"x", 2, 1},
                                                           {"y", 2, 0},
                                                           {"z", 3, 0},
                                                           {"y", 3, 1},
                                                           {"x", 3, 2},
                                                           {"p", 4, 0},
                                                           {"z", 4, 1},
                                                           {"y", 4, 2},
                                                           {"x", 4, 3},
                                                           {"-1", 3, 2},
                                                           {"-2", 3, 1},
                                                           {"0", 3, 0},
                                                           {"z", 2, -1},
                                                           {"3", 3, -1},
                                                           {"-4", 3, -1},
                                                           {"w", 4, -1},
                                                           {"x", 0, -1}}) {
    v1::LayoutCase message;
    message.mutable_shape();
    for (int64_t i = 0; i < row.rank; ++i) message.mutable_shape()->add_dims()->set_size(2);
    message.add_queries()->set_dimension(row.name);
    const auto result = Ask(message);
    EXPECT_EQ(result.ok() ? result->answers(0).dimension() : -1, row.expected) << row.name;
  }
}

TEST(LayoutCases, DimensionsByTheNamesOfALayout) {
  const auto number_of = [](const std::string& layout, const std::string& name) -> int64_t {
    v1::LayoutCase message = Text("f32[2,3,4,5]");
    message.mutable_layout()->set_named(layout);
    message.add_queries()->set_dimension(name);
    const auto result = Ask(message);
    return result.ok() ? result->answers(0).dimension() : -1;
  };
  EXPECT_EQ(number_of("n??c", "C"), 3);
  EXPECT_EQ(number_of("N...C", "channels"), 3);
  EXPECT_EQ(number_of("[N,H,W,C]", "width"), 2);
  EXPECT_EQ(number_of("[?, custom, ...]", "CUSTOM"), 1);
  EXPECT_EQ(number_of("[?, custom, ...]", "x"), 3);
  EXPECT_EQ(number_of("NHWC", "C"), 1);  // the order in memory of N C H W
  EXPECT_EQ(number_of("n??c", "H"), -1);
}

Numbers Order(const v1::LayoutCase& message) {
  v1::LayoutCase asked = message;
  asked.add_queries()->set_memory_order(true);
  const v1::LayoutResult result = Answer(asked);
  const auto& order = result.answers(0).order().coordinates();
  return {order.begin(), order.end()};
}

TEST(LayoutCases, MemoryOrderOfTheSeed) {
  EXPECT_EQ(Order(Text("f32[2,3]{0,1}")), (Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(Order(Text("f32[2,3]{1,0}")), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(Order(Text("f32[2,3]")), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(Order(Text("f32[]")), (Numbers{0}));
  EXPECT_EQ(Order(Text("f32[1,3,0,0]")), (Numbers{}));
}

TEST(LayoutCases, Strided) {
  const auto ask = [](const Numbers& sizes, const Numbers& strides) {
    v1::LayoutCase message;
    for (const int64_t size : sizes) message.mutable_shape()->add_dims()->set_size(size);
    message.set_element_type(v1::ELEMENT_TYPE_FLOAT);
    v1::StridedLayout* strided = message.mutable_layout()->mutable_strided();
    strided->set_in_bytes(true);
    for (const int64_t stride : strides) strided->add_strides(stride);
    v1::Index* index = message.add_queries()->mutable_to_linear();
    for (const int64_t size : sizes) index->add_coordinates(size - 1);
    return Answer(message);
  };
  v1::LayoutResult result = ask({2, 3}, {16, 4});
  EXPECT_EQ(result.facts().layout().padded_dimensions(1), 4);
  EXPECT_EQ(result.answers(0).linear(), 6);
  result = ask({2, 3}, {-12, 4});
  EXPECT_FALSE(result.has_facts());
  EXPECT_EQ(result.reason(), "dimension 0 runs backwards");
  EXPECT_EQ(result.answers(0).linear(), -1);
  result = ask({2, 3}, {12, 3});
  EXPECT_EQ(result.reason(), "the stride of 3 bytes is no whole element");
}

v1::LayoutAnswer AnswerTo(const std::string& text,
                          const std::function<void(v1::LayoutQuery*)>& set) {
  v1::LayoutCase message = Text(text);
  set(message.add_queries());
  return Answer(message).answers(0);
}

TEST(LayoutCases, ChangesOfDims) {
  const auto layout_of = [](const v1::LayoutAnswer& answer) { return answer.converted().text(); };
  EXPECT_EQ(layout_of(AnswerTo("f32[2,3,4]{2,1,0}",
                               [](v1::LayoutQuery* q) {
                                 for (const int64_t axis : {1, 2, 0})
                                   q->mutable_transpose()->add_axes(axis);
                               })),
            "{1,0,2}");
  EXPECT_EQ(layout_of(AnswerTo("f32[2,3]{0,1}",
                               [](v1::LayoutQuery* q) {
                                 q->mutable_insert()->set_dimension(1);
                                 q->mutable_insert()->mutable_size()->set_size(5);
                               })),
            "{0,2,1}");
  EXPECT_EQ(layout_of(AnswerTo("f32[2,3,4]{0,2,1}",
                               [](v1::LayoutQuery* q) { q->set_delete_dimension(-3); })),
            "{1,0}");
  EXPECT_EQ(layout_of(AnswerTo("f32[2,3,4,5]{3,2,1,0}",
                               [](v1::LayoutQuery* q) { q->set_move_to_major(1); })),
            "{3,2,0,1}");
  EXPECT_EQ(layout_of(AnswerTo("f32[2,3,4]{2,1,0}",
                               [](v1::LayoutQuery* q) {
                                 q->mutable_move()->set_source(0);
                                 q->mutable_move()->set_target(2);
                               })),
            "{1,0,2}");
}

TEST(LayoutCases, CompareAndConvert) {
  const auto compare = [](const std::string& shape, const std::string& layout) {
    const v1::Comparison comparison = AnswerTo(shape, [&](v1::LayoutQuery* q) {
                                        q->mutable_compare()->set_text(layout);
                                      }).comparison();
    return absl::StrCat(comparison.equal(), comparison.equivalent(), comparison.bitcast());
  };
  EXPECT_EQ(compare("f32[2,3]{1,0}", "{1,0}"), "111");
  EXPECT_EQ(compare("f32[2,3]{1,0}", "{0,1}"), "000");
  EXPECT_EQ(compare("f32[1,3]{1,0}", "{0,1}"), "011");
  EXPECT_EQ(compare("f32[8,128]{1,0:T(8,128)}", "{1,0}"), "011");
  EXPECT_EQ(compare("f32[7,128]{1,0:T(8,128)}", "{1,0}"), "010");
  EXPECT_EQ(compare("f32[2,3]{1,0}", "{1,0:S(1)}"), "010");
  EXPECT_EQ(compare("f32[0,3]{1,0}", "{0,1}"), "011");
  const v1::LayoutAnswer converted =
      AnswerTo("f32[2,3,4]", [](v1::LayoutQuery* q) { q->mutable_convert()->set_text("{0,2,1}"); });
  EXPECT_EQ(absl::StrJoin(converted.conversion().transpose(), " "), "1 2 0");
  EXPECT_TRUE(converted.conversion().needs_copy());
}

// XLA's bitcasts, in one step: as a reshape (the elements of [3,4] row by row are
// those of [6,2] row by row), or as a transpose.
TEST(LayoutCases, CompareShapes) {
  const auto compare = [](const std::string& shape, const std::string& other) {
    const v1::Comparison comparison = AnswerTo(shape, [&](v1::LayoutQuery* q) {
                                        q->mutable_compare()->set_text(other);
                                      }).comparison();
    return absl::StrCat(comparison.equal(), comparison.equivalent(), comparison.bitcast(),
                        comparison.needs_copy(), absl::StrJoin(comparison.transpose(), ""));
  };
  EXPECT_EQ(compare("f32[3,4]{1,0}", "f32[6,2]{1,0}"), "0110");
  EXPECT_EQ(compare("f32[3,4]{1,0}", "f32[6,2]"), "0110");
  EXPECT_EQ(compare("f32[3,4]{1,0}", "f32[6,2]{0,1}"), "0001");
  EXPECT_EQ(compare("f32[3,4]{0,1}", "f32[6,2]{0,1}"), "0001");
  EXPECT_EQ(compare("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"), "0110");
  EXPECT_EQ(compare("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"), "0001");
  EXPECT_EQ(compare("f32[3,2,2]{1,0,2}", "f16[6,2]{0,1}"), "0001");
  EXPECT_EQ(compare("f32[10,5]{1,0}", "f32[5,10]{0,1}"), "001010");
  EXPECT_EQ(compare("f32[10,5]{1,0}", "f32[5,10]{1,0}"), "0110");
  EXPECT_EQ(compare("f32[2,3]{1,0}", "f32[2,3]{1,0}"), "1110");
  EXPECT_EQ(compare("f32[2,3,1]", "[1,2,3]"), "0110");
  EXPECT_EQ(compare("f32[8,128]{1,0:T(8,128)}", "f32[1024]"), "0001");
  EXPECT_EQ(compare("f32[2,3]", "f32[7]"), "0001");
  EXPECT_EQ(compare("f32[2,3]", "{2,1,0}"), "0001");
  v1::LayoutCase message = Text("f32[2,3]");
  message.add_queries()->mutable_compare()->set_text("{2,1,1}");
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].compare.text.minor_to_major");
  message.mutable_queries(0)->mutable_convert()->set_text("{2,1,0}");
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].convert.text.minor_to_major");
  message.mutable_queries(0)->mutable_convert()->set_text("f32[7]");
  EXPECT_EQ(Answer(message).answers(0).reason(), "has 7 elements, not 6");
}

// XLA's Layout::Equal with what it can ignore.
TEST(LayoutCases, CompareIgnoring) {
  using Query = v1::LayoutQuery;
  const auto are_equal = [](const std::string& own, const std::string& other,
                            const std::vector<Query::Aspect>& ignored) {
    return AnswerTo("f32[2,3,4]" + own,
                    [&](Query* q) {
                      q->mutable_compare()->set_text(other);
                      for (const Query::Aspect aspect : ignored) q->add_ignored(aspect);
                    })
        .comparison()
        .equal();
  };
  struct Row {
    std::string own;
    std::string other;
    Query::Aspect aspect;
  };
  for (const Row& row : std::vector<Row>{
           {"{0,1,2:T(42,44)}", "{0,1,2}", Query::ASPECT_TILES},
           {"{0,1,2:S(1)}", "{0,1,2:S(3)}", Query::ASPECT_MEMORY_SPACE},
           {"{0,1,2:E(32)}", "{0,1,2:E(1)}", Query::ASPECT_ELEMENT_SIZE},
           {"{0,1,2:SC(0:2)}", "{0,1,2}", Query::ASPECT_SPLITS},
           {"{0,1,2:L(4)}", "{0,1,2}", Query::ASPECT_TAIL_PADDING},
           {"{0,1,2:#(u32)}", "{0,1,2}", Query::ASPECT_INDEX_TYPE},
           {"{0,1,2:*(u32)}", "{0,1,2}", Query::ASPECT_POINTER_TYPE},
           {"{0,1,2:D(D,D,C)P(f32[8]{0})}", "{0,1,2:D(D,D,C)}", Query::ASPECT_PHYSICAL_SHAPE},
           {"{0,1,2:M(64)}", "{0,1,2}", Query::ASPECT_METADATA_PREFIX},
           {"{0,1,2:T(42,44)S(1)M(64)E(16)}", "{0,1,2}", Query::ASPECT_ALL_BUT_ORDER}}) {
    EXPECT_FALSE(are_equal(row.own, row.other, {})) << row.own;
    EXPECT_TRUE(are_equal(row.own, row.other, {row.aspect})) << row.own;
    EXPECT_FALSE(are_equal(row.own, "{2,1,0}", {row.aspect})) << row.own;
  }
  v1::LayoutCase message = Text("f32[2,3]");
  message.add_queries()->set_contiguous_run(true);
  message.mutable_queries(0)->add_ignored(Query::ASPECT_TILES);
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].ignored");
}

// OpenVINO: dims by name, in another order, or others.
TEST(LayoutCases, CompareNames) {
  const auto convert = [](const std::string& own, const std::string& other) {
    v1::LayoutCase message = Text("f32[2,3,4,5]");
    message.mutable_layout()->set_named(own);
    message.add_queries()->mutable_convert()->set_named(other);
    message.add_queries()->mutable_compare()->set_named(other);
    const v1::LayoutResult result = Answer(message);
    const v1::LayoutAnswer& answer = result.answers(0);
    EXPECT_EQ(result.answers(1).comparison().equal(), answer.conversion().equal());
    return absl::StrCat(answer.conversion().equal(), " ",
                        absl::StrJoin(answer.conversion().transpose(), ""), " ",
                        DimsText(answer.converted().padded_shape().dims()));
  };
  EXPECT_EQ(convert("[N,C,H,W]", "[N,H,W,C]"), "0 0231 2 4 5 3");
  EXPECT_EQ(convert("[batch,channels,H,W]", "nchw"), "1  2 3 4 5");
  EXPECT_EQ(convert("nc??", "nchw"), "0  ");
  EXPECT_EQ(convert("nc??", "nc..."), "0  2 3 4 5");  // of another rank they differ
  EXPECT_EQ(convert("N...C", "[batch, ..., channels]"), "1  2 3 4 5");
  EXPECT_EQ(convert("NCHW", "NHWC"),
            "0 0231 2 3 4 5");  // the same shape, in another order in memory
}

// Element by element; a token is like a token.
TEST(LayoutCases, CompareTuples) {
  const auto compare = [](const std::string& own, const std::string& other) {
    const v1::Comparison comparison = AnswerTo(own, [&](v1::LayoutQuery* q) {
                                        q->mutable_compare()->set_text(other);
                                      }).comparison();
    return absl::StrCat(comparison.equal(), comparison.equivalent(), comparison.bitcast());
  };
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "(f32[2,3]{0,1}, token[])"), "111");
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "({0,1}, token[])"), "111");
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "({0,1}, opaque[])"), "000");
  EXPECT_EQ(compare("(f32[2,3]{0,1})", "({1,0})"), "000");
  EXPECT_EQ(compare("(f32[2,1]{0,1}, (s32[4]))", "({1,0}, (s32[4]))"), "011");
  EXPECT_EQ(compare("(f32[2,1]{0,1}, (s32[4]))", "({1,0}, s32[4])"), "000");
  EXPECT_EQ(compare("()", "()"), "111");
  EXPECT_EQ(compare("()", "(f32[2])"), "000");
  EXPECT_EQ(compare("()", "token[]"), "000");
  EXPECT_EQ(compare("token[]", "token[]"), "111");
  EXPECT_EQ(compare("(f32[2,3])", "(f32[7])"), "000");
  EXPECT_EQ(compare("(f32[2,3], f32[4,5]{1,0})", "{1,0}"), "111");
  EXPECT_EQ(compare("(f32[2,3], f32[4])", "{1,0}"), "000");
  v1::LayoutCase message = Text("(f32[2,3], (f32[4]))");
  message.add_queries()->mutable_compare()->set_text("({0,0}, ({0}))");
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].compare.text.minor_to_major[1]");
}

// Other questions go to each element, of tuples within as well.
TEST(LayoutCases, AskEachElement) {
  v1::LayoutCase message = Text("(f32[10,10,10], (f32[4,3,2]{0,2,1}, token[]))");
  message.add_queries()->set_move_to_major(0);
  message.add_queries()->mutable_compare()->set_text("({2,1,0}, ({0,2,1}, token[]))");
  const v1::LayoutResult result = Answer(message);
  ASSERT_EQ(result.answers_size(), 2);
  EXPECT_EQ(result.answers(0).reason(), "answered for each element");
  EXPECT_TRUE(result.answers(1).comparison().equal());
  const v1::LayoutResult& first = result.tuple_elements(0);
  const v1::LayoutResult& second = result.tuple_elements(1).tuple_elements(0);
  ASSERT_EQ(first.answers_size(), 2);
  ASSERT_EQ(second.answers_size(), 2);
  EXPECT_EQ(first.answers(0).converted().text(), "{2,1,0}");
  EXPECT_EQ(second.answers(0).converted().text(), "{2,1,0}");
  EXPECT_TRUE(second.answers(1).comparison().equal());
}

TEST(LayoutCases, Reshape) {
  const auto reshape = [](const std::string& text, const Numbers& sizes) {
    const v1::LayoutAnswer answer = AnswerTo(text, [&](v1::LayoutQuery* q) {
      for (const int64_t size : sizes) q->mutable_reshape()->add_dims()->set_size(size);
    });
    return answer.has_converted() ? answer.converted().text() : answer.reason();
  };
  EXPECT_EQ(reshape("f32[2,3,4]{2,1,0}", {6, 4}), "{1,0}");
  EXPECT_EQ(reshape("f32[6,4]{0,1}", {2, 3, 4}), "{1,0,2}");
  EXPECT_EQ(reshape("f32[2,3]{0,1}", {6}),
            "dimensions that it regroups do not lie together in row-major order");
  EXPECT_EQ(reshape("f32[7,128]{1,0:T(8,128)}", {896}),
            "padding, tiles or parts would be regrouped");
}

// Every mistake has the path of its field.
TEST(LayoutCases, Mistakes) {
  const auto with_layout = [](const std::function<void(v1::Layout*)>& set) {
    v1::LayoutCase message = Text("f32[2,3]");
    set(message.mutable_layout()->mutable_layout());
    return FieldOfError(message);
  };
  const std::string layout = "cases[0].layout.layout.";
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
  const auto with_size = [](int64_t size) {
    v1::LayoutCase message;
    message.mutable_shape()->add_dims()->set_size(2);
    message.mutable_shape()->add_dims()->set_size(size);
    return FieldOfError(message);
  };
  EXPECT_EQ(with_size(-2), "cases[0].shape.dims[1].size");
  EXPECT_EQ(with_size(INT64_MAX), "cases[0].shape.dims[1].size");
  EXPECT_EQ(with_size(INT64_MAX - 1), "cases[0].shape");
  EXPECT_EQ(with_size(-1), "");
  // The value is told, too.
  const auto message_of = [](const std::string& text, const std::string& dimension) {
    v1::LayoutCase with_query = Text(text);
    if (!dimension.empty()) with_query.add_queries()->set_dimension(dimension);
    return std::string(Ask(with_query).status().message());
  };
  EXPECT_EQ(message_of("f32[4611686018427387904,8]", ""),
            "its size leaves 64 bits: [4611686018427387904, 8]");
  EXPECT_NE(message_of("f32[2,3]", "w").find("\"w\""), std::string::npos);
  EXPECT_EQ(FieldOfError(Text("f32[2,3]{1}")), "cases[0].text.minor_to_major");
  EXPECT_EQ(FieldOfError(Text("f32[2")), "cases[0].text");
  EXPECT_EQ(FieldOfError(Text("f32?")), "cases[0].text");
  v1::LayoutCase message = Text("f32[2,3]");
  message.add_queries()->set_to_multi(6);
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].to_multi");
  message.mutable_queries(0)->set_to_multi(-1);
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].to_multi");
  message = Text("f32[N]");
  message.add_queries()->set_to_multi(0);
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0]");
  // An empty tensor has no valid index.
  message = Text("f32[0,3]");
  message.add_queries()->mutable_to_linear()->add_coordinates(0);
  message.mutable_queries(0)->mutable_to_linear()->add_coordinates(0);
  EXPECT_EQ(FieldOfError(message), "cases[0].queries[0].to_linear.coordinates[0]");
}

}  // namespace
}  // namespace shapewright::query
