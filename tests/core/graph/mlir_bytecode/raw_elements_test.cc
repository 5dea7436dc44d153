#include "core/graph/mlir_bytecode/raw_elements.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::graph {
namespace {

// The payload of a constant of three bools that has these bytes.
std::string BoolsOf(absl::string_view bytes) {
  const ReaderLimits limits;
  Work work(WorkLimit(kDefaultMaxWork, 0, bytes.size()));
  Arena arena;
  BytecodeState state(bytes, limits, &work, &arena);
  DeclaredDim dim;
  dim.has_size = true;
  dim.size = 3;
  MlirType type;
  type.declared.kind = shape::TypeKind::kTensor;
  type.declared.element = shape::ElementType::kBool;
  type.declared.has_shape = true;
  type.declared.dims = absl::MakeConstSpan(&dim, 1);
  const Tensor* tensor = nullptr;
  if (!MakeTensor(state, type, bytes, &tensor)) return std::string(state.error().message());
  return std::string(tensor->payload);
}

// The bytes of MLIR's DenseElementsAttr: one for each bool, one for all, or bits.
TEST(RawElements, OfBools) {
  EXPECT_EQ(BoolsOf(absl::string_view("\0\1\1", 3)), absl::string_view("\0\1\1", 3));
  EXPECT_EQ(BoolsOf("\xFF"), "\1\1\1");
  EXPECT_EQ(BoolsOf("\x05"), absl::string_view("\1\0\1", 3));
  EXPECT_EQ(BoolsOf(absl::string_view("\0", 1)), absl::string_view("\0\0\0", 3));
}

// The first of several is not one for all.
TEST(RawElements, SeveralBoolsMayBeginWithAllBits) {
  EXPECT_EQ(BoolsOf(absl::string_view("\xFF\0\1", 3)), absl::string_view("\xFF\0\1", 3));
}

}  // namespace
}  // namespace shapewright::graph
