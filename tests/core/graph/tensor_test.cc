#include "core/graph/tensor.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/graph/onnx/tensor_reader.h"
#include "core/graph/small_float.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;
using testing::IsEmpty;
using testing::Optional;

// What onnx decodes from a serialized tensor; see tensor_golden.py.
struct GoldenTensor {
  std::string line;
  std::string bytes;
  std::vector<std::string> elements;
};

std::vector<GoldenTensor> GoldenTensors() {
  std::ifstream file(DataPath("graph/tensors.golden"));
  std::vector<GoldenTensor> tensors;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    GoldenTensor& tensor = tensors.emplace_back();
    tensor.line = line.substr(0, 100);
    tensor.bytes = absl::HexStringToBytes(words[2]);
    if (words[3] != "-") tensor.elements = absl::StrSplit(words[3], ',');
  }
  return tensors;
}

template <typename Elements>
std::string ShowAll(const std::optional<Elements>& elements) {
  return elements ? testing::PrintToString(*elements) : "nothing";
}

std::vector<double> AsFloats(const std::vector<std::string>& texts) {
  std::vector<double> floats;
  floats.reserve(texts.size());
  for (const std::string& text : texts) {
    floats.push_back(std::strtod(text.c_str(), nullptr));
  }
  return floats;
}

void Check(const GoldenTensor& golden, const Tensor& tensor) {
  const auto count = static_cast<int64_t>(golden.elements.size());
  if (tensor.element == ElementType::kString) {
    std::vector<std::string> expected;
    for (const std::string& text : golden.elements) {
      expected.push_back(absl::HexStringToBytes(text));
    }
    EXPECT_THAT(DecodeStrings(tensor, count), Optional(expected));
  } else if (shape::IsFloat(tensor.element)) {
    // As text, in which a NaN is like another.
    EXPECT_EQ(ShowAll(DecodeFloats(tensor, count)),
              ShowAll(std::optional(AsFloats(golden.elements))));
  } else {
    Integers expected;
    for (const std::string& text : golden.elements) {
      ASSERT_TRUE(absl::SimpleAtoi(text, &expected.emplace_back()));
    }
    EXPECT_THAT(DecodeIntegers(tensor, count), Optional(expected));
  }
}

TEST(TensorElements, AreWhatOnnxDecodes) {
  std::pmr::monotonic_buffer_resource arena;
  const ReaderLimits limits;
  const std::vector<GoldenTensor> tensors = GoldenTensors();
  ASSERT_GT(tensors.size(), 60u);
  for (const GoldenTensor& golden : tensors) {
    SCOPED_TRACE(golden.line);
    OnnxWire wire(golden.bytes, limits, &arena);
    Tensor tensor;
    ASSERT_TRUE(ReadOnnxTensor(wire, golden.bytes, &tensor).ok());
    Check(golden, tensor);
  }
}

Tensor Raw(ElementType element, const std::vector<int64_t>& dims, absl::string_view payload) {
  Tensor tensor;
  tensor.element = element;
  tensor.encoding = TensorEncoding::kRaw;
  tensor.dims = dims;
  tensor.payload = payload;
  return tensor;
}

TEST(TensorElements, AreNotThereIfSizesDoNotFit) {
  const std::vector<int64_t> dims = {2, 2};
  const std::string bytes(16, '\1');
  const auto decode = [&](ElementType element, size_t size) {
    return DecodeIntegers(Raw(element, dims, absl::string_view(bytes).substr(0, size)), 4);
  };
  EXPECT_TRUE(decode(ElementType::kInt32, 16));
  EXPECT_FALSE(decode(ElementType::kInt32, 15));
  EXPECT_FALSE(decode(ElementType::kInt32, 12));
  EXPECT_FALSE(decode(ElementType::kInt32, 0));
  EXPECT_TRUE(decode(ElementType::kInt8, 4));
  EXPECT_FALSE(decode(ElementType::kInt8, 5));
  EXPECT_TRUE(decode(ElementType::kInt4, 2));
  EXPECT_FALSE(decode(ElementType::kInt4, 3));
  EXPECT_TRUE(decode(ElementType::kUint2, 1));
}

TEST(TensorElements, AreNotThereIfTheyAreManyOrOfAnotherKind) {
  const std::vector<int64_t> dims = {4};
  const Tensor ints = Raw(ElementType::kInt8, dims, "abcd");
  EXPECT_TRUE(DecodeIntegers(ints, 4));
  EXPECT_FALSE(DecodeIntegers(ints, 3));
  EXPECT_FALSE(DecodeFloats(ints, 4));
  EXPECT_FALSE(DecodeStrings(ints, 4));
  for (const int element : {0, 14, shape::kElementTypeCount, 200}) {
    const auto type = static_cast<ElementType>(element);
    EXPECT_FALSE(DecodeIntegers(Raw(type, dims, "abcd"), 4));
    EXPECT_FALSE(DecodeFloats(Raw(type, dims, "abcd"), 4));
  }
}

TEST(TensorElements, OfUint64BeyondInt64AreNotThere) {
  const std::vector<int64_t> dims = {1};
  EXPECT_FALSE(
      DecodeIntegers(Raw(ElementType::kUint64, dims, "\xff\xff\xff\xff\xff\xff\xff\xff"), 1));
}

TEST(TensorElements, OfMalformedVarintsAreNotThere) {
  const std::vector<int64_t> dims = {2};
  for (const absl::string_view payload : {"\x01\x80", "\x01", "\x01\x02\x03", "\x80\x80"}) {
    Tensor tensor = Raw(ElementType::kInt64, dims, payload);
    tensor.encoding = TensorEncoding::kVarints;
    EXPECT_FALSE(DecodeIntegers(tensor, 2));
  }
}

TEST(TensorElements, HugeDimsCostNothing) {
  const std::vector<int64_t> dims = {int64_t{1} << 40};
  Tensor tensor = Raw(ElementType::kInt64, dims, "x");
  constexpr int64_t kAny = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(DecodeIntegers(tensor, kAny));
  tensor.encoding = TensorEncoding::kVarints;
  EXPECT_FALSE(DecodeIntegers(tensor, kAny));
  tensor.element = ElementType::kInt4;
  EXPECT_FALSE(DecodeIntegers(tensor, kAny));
}

// S13: a tensor of size 0 has no elements, a scalar has one.
TEST(TensorElements, S13CountsZeroSizesAndScalars) {
  constexpr int64_t kLarge = int64_t{1} << 32;
  const auto count = [](const std::vector<int64_t>& dims) {
    return Raw(ElementType::kInt8, dims, "").ElementCount();
  };
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({2, 3}), 6);
  EXPECT_EQ(count({kLarge, kLarge, 0}), 0);
  EXPECT_EQ(count({kLarge, kLarge}), std::nullopt);
  const std::vector<int64_t> empty = {2, 0};
  Tensor tensor = Raw(ElementType::kInt64, empty, "");
  tensor.encoding = TensorEncoding::kNone;
  EXPECT_THAT(DecodeIntegers(tensor, 0), Optional(IsEmpty()));
  tensor.is_external = true;
  EXPECT_FALSE(DecodeIntegers(tensor, 0));
}

TEST(SmallFloat, RoundingFindsEveryNumberOfAType) {
  for (const ElementType type :
       {ElementType::kFloat16, ElementType::kBfloat16, ElementType::kFloat8e4m3fn,
        ElementType::kFloat8e4m3fnuz, ElementType::kFloat8e5m2, ElementType::kFloat8e5m2fnuz,
        ElementType::kFloat4e2m1, ElementType::kFloat8e8m0, ElementType::kFloat6e2m3,
        ElementType::kFloat6e3m2}) {
    const uint64_t end = uint64_t{1} << shape::ElementBits(type);
    for (uint64_t bits = 0; bits < end; ++bits) {
      const double value = FloatOfBits(type, bits);
      if (!std::isfinite(value)) continue;
      EXPECT_EQ(RoundedTo(type, value), value);
      EXPECT_EQ(RoundedTo(type, value * (1 + 1e-9)), value);
    }
  }
}

TEST(SmallFloat, RoundsAsTheHardwareDoes) {
  double value = 1e-46;
  while (value < 1e39) {
    EXPECT_EQ(RoundedTo(ElementType::kFloat, value),
              static_cast<double>(static_cast<float>(value)));
    value *= 1.37;
  }
  EXPECT_EQ(RoundedTo(ElementType::kFloat16, 65519.0), 65504.0);
  EXPECT_TRUE(std::isinf(RoundedTo(ElementType::kFloat16, 65520.0)));
  EXPECT_EQ(RoundedTo(ElementType::kBfloat16, 1.00390625), 1.0);
  EXPECT_EQ(RoundedTo(ElementType::kDouble, 0.1), 0.1);
}

}  // namespace
}  // namespace shapewright::graph
