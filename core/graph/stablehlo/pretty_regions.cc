#include "core/graph/stablehlo/pretty_regions.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/stablehlo/mlir_attribute.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

MlirNamedAttribute Named(absl::string_view name, const MlirAttribute& value) {
  MlirNamedAttribute attribute;
  attribute.name = name;
  attribute.value = value;
  return attribute;
}

// A scalar of the element type.
const MlirType* ScalarOf(MlirCursor& cursor, const MlirType& tensor) {
  auto* scalar = New<MlirType>(cursor.arena());
  scalar->element = tensor.element;
  scalar->declared.kind = shape::TypeKind::kTensor;
  scalar->declared.element = tensor.element;
  scalar->declared.has_shape = true;
  return scalar;
}

// The region that `applies stablehlo.add` stands for.
MlirRegion AppliedRegion(MlirCursor& cursor, absl::string_view applied, const MlirType* type) {
  Arena* arena = cursor.arena();
  const size_t dot = applied.find('.');
  MlirOperation operation;
  operation.dialect = applied.substr(0, dot);
  operation.mnemonic = applied.substr(dot + 1);
  operation.operands = CopyToArena(arena, std::vector<absl::string_view>{"lhs", "rhs"});
  operation.results = CopyToArena(arena, std::vector<absl::string_view>{"result"});
  operation.result_types = CopyToArena(arena, std::vector<const MlirType*>{type});
  MlirOperation end;
  end.dialect = "stablehlo";
  end.mnemonic = "return";
  end.operands = operation.results;
  MlirRegion region;
  region.arguments = CopyToArena(arena, std::vector<MlirArgument>{{"lhs", type}, {"rhs", type}});
  region.operations = CopyToArena(arena, std::vector<MlirOperation>{operation, end});
  return region;
}

// `(%a: type, %b: type)` for each operand: its two arguments, of which all left ones come first.
bool ReadReducer(OperationReader& reader, MlirRegion* region) {
  MlirCursor& cursor = reader.cursor();
  std::vector<MlirArgument> left;
  std::vector<MlirArgument> right;
  while (cursor.Take('(')) {
    if (!reader.ReadArgument(&left) || !cursor.Expect(',')) return false;
    if (!reader.ReadArgument(&right) || !cursor.Expect(')')) return false;
  }
  left.insert(left.end(), right.begin(), right.end());
  return !cursor.failed() && reader.ReadRegion(left, region);
}

// (%a init: %b), .. applies stablehlo.add across dimensions = [0] : type
// (%a init: %b), .. across dimensions = [0] : type reducer(%x: t, %y: t) {..}
bool ReadReduce(OperationReader& reader, MlirOperation* operation) {
  MlirCursor& cursor = reader.cursor();
  std::vector<absl::string_view> operands;
  std::vector<absl::string_view> inits;
  do {
    if (!cursor.Expect('(') || !reader.ReadOperand(&operands)) return false;
    if (!cursor.ExpectWord("init") || !cursor.Expect(':')) return false;
    if (!reader.ReadOperand(&inits) || !cursor.Expect(')')) return false;
  } while (cursor.Take(','));
  operands.insert(operands.end(), inits.begin(), inits.end());
  operation->operands = CopyToArena(cursor.arena(), operands);
  absl::string_view applied;
  if (cursor.TakeWord("applies")) {
    applied = cursor.text();
    const bool is_name = cursor.token() == MlirToken::kWord || cursor.token() == MlirToken::kString;
    if (!is_name || applied.find('.') == absl::string_view::npos) {
      return cursor.Fail("an operation");
    }
    if (!cursor.Advance()) return false;
  }
  MlirAttribute dimensions;
  if (!cursor.ExpectWord("across") || !cursor.ExpectWord("dimensions")) return false;
  if (!cursor.Expect('=') || !ParseAttribute(cursor, &dimensions)) return false;
  std::vector<MlirNamedAttribute> attributes = {Named("dimensions", dimensions)};
  if (cursor.IsMark('{') && !ParseDict(cursor, &attributes)) return false;
  operation->attributes = CopyToArena(cursor.arena(), attributes);
  if (!cursor.IsMark(':')) return cursor.Fail("`:`");
  if (!reader.ReadSignature(operation)) return false;
  if (operation->result_types.empty()) return cursor.Fail("a reduction with a result, before this");
  std::vector<MlirRegion> regions(1);
  if (applied.empty()) {
    if (!ParseLocation(cursor, &operation->location)) return false;
    if (!cursor.ExpectWord("reducer") || !ReadReducer(reader, &regions[0])) return false;
  } else {
    const MlirType* type = ScalarOf(cursor, *operation->result_types[0]);
    regions[0] = AppliedRegion(cursor, applied, type);
  }
  operation->regions = CopyToArena(cursor.arena(), regions);
  return true;
}

// (%iterArg = %a, ..) : types attributes {..} cond {..} do {..}
bool ReadWhile(OperationReader& reader, MlirOperation* operation) {
  MlirCursor& cursor = reader.cursor();
  std::vector<absl::string_view> operands;
  std::vector<MlirArgument> arguments;
  if (!cursor.Expect('(')) return false;
  if (!cursor.IsMark(')')) {
    do {
      if (cursor.token() != MlirToken::kValue) return cursor.Fail("an argument");
      arguments.push_back({cursor.Name(), nullptr});
      if (!cursor.Advance() || !cursor.Expect('=')) return false;
      if (!reader.ReadOperand(&operands)) return false;
    } while (cursor.Take(','));
  }
  std::vector<const MlirType*> types;
  if (!cursor.Expect(')')) return false;
  if (cursor.Take(':') && !ParseTypes(cursor, &types)) return false;
  if (types.size() != arguments.size()) return cursor.Fail("a type of each argument, before this");
  for (size_t i = 0; i < types.size(); ++i) arguments[i].type = types[i];
  std::vector<MlirNamedAttribute> attributes;
  if (cursor.TakeWord("attributes") && !ParseDict(cursor, &attributes)) return false;
  std::vector<MlirRegion> regions(2);
  if (!cursor.ExpectWord("cond") || !reader.ReadRegion(arguments, &regions[0])) return false;
  if (!cursor.ExpectWord("do") || !reader.ReadRegion(arguments, &regions[1])) return false;
  operation->operands = CopyToArena(cursor.arena(), operands);
  operation->attributes = CopyToArena(cursor.arena(), attributes);
  operation->regions = CopyToArena(cursor.arena(), regions);
  operation->result_types = CopyToArena(cursor.arena(), types);
  return true;
}

// `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`, as a struct attribute has it.
bool ReadConvolutionDims(MlirCursor& cursor, MlirAttribute* dims) {
  dims->kind = Kind::kDialect;
  dims->text = "stablehlo.conv";
  const absl::string_view rest = cursor.Rest();
  absl::string_view body;
  if (!cursor.IsMark('[') || !cursor.TakeBalanced(&body) || !cursor.ExpectWord("x")) {
    return cursor.Fail("dims as `[b, f, 0]x[o, i, 0]->[b, f, 0]`");
  }
  if (!cursor.IsMark('[') || !cursor.TakeBalanced(&body)) return cursor.Fail("`[`");
  if (cursor.token() != MlirToken::kArrow) return cursor.Fail("`->`");
  if (!cursor.Advance()) return false;
  if (!cursor.IsMark('[') || !cursor.TakeBalanced(&body)) return cursor.Fail("`[`");
  const auto size = static_cast<size_t>(body.data() + body.size() + 1 - rest.data());
  dims->body = rest.substr(0, size);
  return true;
}

absl::string_view WindowAttribute(absl::string_view pretty) {
  if (pretty == "stride") return "window_strides";
  if (pretty == "pad") return "padding";
  if (pretty == "lhs_dilate") return "lhs_dilation";
  if (pretty == "rhs_dilate") return "rhs_dilation";
  return pretty == "reverse" ? "window_reversal" : pretty;
}

// (%a, %b) dim_numbers = .., window = {stride = [..], ..} {..} : type
bool ReadConvolution(OperationReader& reader, MlirOperation* operation) {
  MlirCursor& cursor = reader.cursor();
  std::vector<absl::string_view> operands;
  MlirAttribute dims;
  if (!reader.ReadOperandsInParens(&operands)) return false;
  operation->operands = CopyToArena(cursor.arena(), operands);
  if (!cursor.ExpectWord("dim_numbers") || !cursor.Expect('=')) return false;
  if (!ReadConvolutionDims(cursor, &dims)) return false;
  std::vector<MlirNamedAttribute> window;
  if (!cursor.Expect(',') || !cursor.ExpectWord("window") || !cursor.Expect('=')) return false;
  if (!cursor.IsMark('{')) return cursor.Fail("`{`");
  if (!ParseDict(cursor, &window)) return false;
  for (MlirNamedAttribute& part : window) part.name = WindowAttribute(part.name);
  window.push_back(Named("dimension_numbers", dims));
  if (cursor.IsMark('{') && !ParseDict(cursor, &window)) return false;
  operation->attributes = CopyToArena(cursor.arena(), window);
  if (!cursor.IsMark(':')) return cursor.Fail("`:`");
  return reader.ReadSignature(operation);
}

// sdy.mesh @mesh = <["x"=2]>, which says nothing of shapes.
bool ReadMesh(OperationReader& reader, MlirOperation* /*operation*/) {
  MlirCursor& cursor = reader.cursor();
  absl::string_view body;
  if (cursor.token() != MlirToken::kSymbol) return cursor.Fail("the name of a mesh");
  if (!cursor.Advance() || !cursor.Expect('=')) return false;
  return cursor.IsMark('<') ? cursor.TakeBalanced(&body) : cursor.Fail("`<`");
}

struct FormRow {
  absl::string_view dialect;
  absl::string_view mnemonic;
  RegionForm form;
};

constexpr FormRow kForms[] = {
    {"sdy", "mesh", ReadMesh},
    {"stablehlo", "convolution", ReadConvolution},
    {"stablehlo", "dynamic_conv", ReadConvolution},
    {"stablehlo", "reduce", ReadReduce},
    {"stablehlo", "while", ReadWhile},
};

}  // namespace

RegionForm FindRegionForm(const MlirOperation& operation) {
  for (const FormRow& row : kForms) {
    if (operation.Is(row.dialect, row.mnemonic)) return row.form;
  }
  return nullptr;
}

}  // namespace shapewright::graph
