#include "core/graph/stablehlo/mlir_operation.h"

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/graph/stablehlo/mlir_attribute.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

MlirNamedAttribute TextAttribute(absl::string_view name, absl::string_view text) {
  MlirNamedAttribute attribute;
  attribute.name = name;
  attribute.value.kind = Kind::kString;
  attribute.value.text = text;
  return attribute;
}

}  // namespace

bool OperationReader::ReadFile(std::vector<MlirOperation>* operations) {
  while (cursor_.token() != MlirToken::kEnd && !cursor_.failed()) {
    if (!ReadTopLevel(operations)) return false;
  }
  return !cursor_.failed();
}

bool OperationReader::ReadTopLevel(std::vector<MlirOperation>* operations) {
  if (cursor_.token() == MlirToken::kHash || cursor_.token() == MlirToken::kBang)
    return ReadAlias();
  // The file's resources, which are weights.
  absl::string_view body;
  if (cursor_.IsMark('{')) return cursor_.TakeBalanced(&body);
  MlirOperation operation;
  if (!ReadOperation(&operation)) return false;
  operations->push_back(operation);
  return true;
}

// #name = attribute, #loc1 = loc(..), !name = type.
bool OperationReader::ReadAlias() {
  const bool is_type = cursor_.token() == MlirToken::kBang;
  const absl::string_view name = cursor_.Name();
  if (!cursor_.Advance() || !cursor_.Expect('=')) return false;
  MlirAliases& aliases = cursor_.aliases();
  if (is_type) {
    const MlirType* type = nullptr;
    if (!ParseType(cursor_, &type)) return false;
    aliases.types[name] = type;
    return true;
  }
  if (cursor_.IsWord("loc")) {
    absl::string_view location;
    if (!ParseLocation(cursor_, &location)) return false;
    aliases.locations[name] = location;
    return true;
  }
  auto* attribute = New<MlirAttribute>(cursor_.arena());
  if (!ParseAttribute(cursor_, attribute)) return false;
  aliases.attributes[name] = attribute;
  return true;
}

// `%a, %b:2 =`, into results_.
bool OperationReader::ReadResults() {
  results_.clear();
  if (cursor_.token() != MlirToken::kValue) return !cursor_.failed();
  do {
    if (cursor_.token() != MlirToken::kValue) return cursor_.Fail("a result");
    const absl::string_view name = cursor_.Name();
    if (!cursor_.Advance()) return false;
    if (!cursor_.Take(':')) {
      groups_.erase(name);
      results_.push_back(name);
      continue;
    }
    int64_t count = 0;
    if (!cursor_.ExpectInteger(&count)) return false;
    if (count < 1 || static_cast<uint64_t>(count) > unnamed_results_) {
      return cursor_.Fail("a number of results");
    }
    unnamed_results_ -= static_cast<size_t>(count);
    if (!cursor_.Count(static_cast<uint64_t>(count))) return false;
    for (int64_t i = 0; i < count; ++i) {
      results_.push_back(CopyText(cursor_.arena(), absl::StrCat(name, "#", i)));
    }
    groups_[name] = results_[results_.size() - static_cast<size_t>(count)];
  } while (cursor_.Take(','));
  return cursor_.Expect('=');
}

void OperationReader::SetName(absl::string_view name, MlirOperation* operation) {
  const size_t dot = name.find('.');
  if (dot != absl::string_view::npos) {
    operation->dialect = name.substr(0, dot);
    operation->mnemonic = name.substr(dot + 1);
    return;
  }
  // Operations of the dialects that MLIR prints without their names.
  operation->dialect = name == "module" ? "builtin" : "func";
  operation->mnemonic = name;
}

bool OperationReader::ReadOperation(MlirOperation* operation) {
  const MlirCursor::Nested nested(cursor_);
  if (!nested.ok() || !ReadResults()) return false;
  operation->results = CopyToArena(cursor_.arena(), results_);
  const bool is_generic = cursor_.token() == MlirToken::kString;
  if (!is_generic && cursor_.token() != MlirToken::kWord) return cursor_.Fail("an operation");
  SetName(is_generic ? cursor_.Name() : cursor_.text(), operation);
  if (operation->dialect.empty() || operation->mnemonic.empty()) {
    return cursor_.Fail("an operation with its dialect");
  }
  bool is_read = false;
  if (is_generic) {
    is_read = cursor_.Advance() && ReadGeneric(operation);
  } else if (operation->Is("builtin", "module")) {
    is_read = cursor_.Advance() && ReadModule(operation);
  } else if (operation->Is("func", "func")) {
    is_read = cursor_.Advance() && ReadFunction(operation);
  } else {
    is_read = read_pretty_form_(*this, operation);
  }
  if (!is_read || !ParseLocation(cursor_, &operation->location)) return false;
  if (operation->results.size() == operation->result_types.size()) return true;
  // Results that nobody uses have no names.
  if (operation->results.empty()) {
    operation->results =
        NewArray<absl::string_view>(cursor_.arena(), operation->result_types.size());
    return true;
  }
  return cursor_.Fail(absl::StrCat("an operation of ", operation->result_types.size(),
                                   " results, of which ", operation->results.size(),
                                   " have names, before this"));
}

bool OperationReader::ReadOperand(std::vector<absl::string_view>* operands) {
  if (cursor_.token() != MlirToken::kValue) return cursor_.Fail("an operand");
  const absl::string_view name = cursor_.Name();
  if (!cursor_.Advance()) return false;
  int64_t part = 0;
  if (cursor_.token() == MlirToken::kHash && absl::SimpleAtoi(cursor_.Name(), &part)) {
    operands->push_back(CopyText(cursor_.arena(), absl::StrCat(name, "#", part)));
    return cursor_.Advance();
  }
  const auto group = groups_.find(name);
  operands->push_back(group == groups_.end() ? name : group->second);
  return true;
}

bool OperationReader::ReadOperandsInParens(std::vector<absl::string_view>* operands) {
  if (!cursor_.Expect('(')) return false;
  if (cursor_.Take(')')) return true;
  do {
    if (!ReadOperand(operands)) return false;
  } while (cursor_.Take(','));
  return cursor_.Expect(')');
}

// "dialect.name"(%operands) <{properties}> ({regions}) {attributes} : (types) -> types
bool OperationReader::ReadGeneric(MlirOperation* operation) {
  std::vector<absl::string_view> operands;
  if (!ReadOperandsInParens(&operands)) return false;
  operation->operands = CopyToArena(cursor_.arena(), operands);
  if (cursor_.IsMark('[')) return cursor_.Fail("an operation without successors");
  std::vector<MlirNamedAttribute> attributes;
  if (cursor_.Take('<') && (!ParseDict(cursor_, &attributes) || !cursor_.Expect('>'))) return false;
  if (cursor_.Take('(') && !ReadRegionList(operation)) return false;
  if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes)) return false;
  operation->attributes = CopyToArena(cursor_.arena(), attributes);
  if (!cursor_.IsMark(':')) return cursor_.Fail("`:`");
  return ReadSignature(operation);
}

bool OperationReader::ReadRegionList(MlirOperation* operation) {
  std::vector<MlirRegion> regions;
  do {
    MlirRegion region;
    if (!ReadRegion({}, &region)) return false;
    regions.push_back(region);
  } while (cursor_.Take(','));
  operation->regions = CopyToArena(cursor_.arena(), regions);
  return cursor_.Expect(')');
}

bool OperationReader::ReadSignature(MlirOperation* operation) {
  std::vector<const MlirType*> types;
  if (!cursor_.Expect(':')) return false;
  const size_t named = operation->results.size();
  if (cursor_.IsMark('(')) {
    if (!ParseTypesInParens(cursor_, &types)) return false;
    if (cursor_.token() != MlirToken::kArrow) return cursor_.Fail("`->`");
  } else if (!ParseTypes(cursor_, &types)) {
    return false;
  }
  if (cursor_.token() == MlirToken::kArrow) {
    types.clear();
    if (!cursor_.Advance() || !ParseResultTypes(cursor_, &types)) return false;
  } else if (named == 0 && IsBlockEnd(*operation)) {
    types.clear();
  } else if (types.size() != named) {
    // All operands and results have one type, or the result has the last one.
    types.assign(named == 0 ? 1 : named, types.back());
  }
  operation->result_types = CopyToArena(cursor_.arena(), types);
  return true;
}

bool OperationReader::ReadArgument(std::vector<MlirArgument>* arguments) {
  if (cursor_.token() != MlirToken::kValue) return cursor_.Fail("an argument");
  MlirArgument argument;
  argument.name = cursor_.Name();
  groups_.erase(argument.name);
  if (!cursor_.Advance() || !cursor_.Expect(':') || !ParseType(cursor_, &argument.type))
    return false;
  std::vector<MlirNamedAttribute> attributes;
  if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes)) return false;
  absl::string_view location;
  arguments->push_back(argument);
  return ParseLocation(cursor_, &location);
}

// ^bb0(%a: type, %b: type):
bool OperationReader::ReadBlockHead(std::vector<MlirArgument>* arguments) {
  if (!cursor_.Advance()) return false;
  if (cursor_.Take('(') && !cursor_.Take(')')) {
    do {
      if (!ReadArgument(arguments)) return false;
    } while (cursor_.Take(','));
    if (!cursor_.Expect(')')) return false;
  }
  return cursor_.Expect(':');
}

bool OperationReader::ReadRegion(absl::Span<const MlirArgument> arguments, MlirRegion* region) {
  std::vector<MlirArgument> own(arguments.begin(), arguments.end());
  std::vector<MlirOperation> operations;
  if (!cursor_.Expect('{')) return false;
  if (cursor_.token() == MlirToken::kCaret && !ReadBlockHead(&own)) return false;
  while (!cursor_.IsMark('}')) {
    if (cursor_.token() == MlirToken::kCaret) return cursor_.Fail("a region of one block");
    if (cursor_.token() == MlirToken::kEnd) return cursor_.Fail("`}`");
    MlirOperation operation;
    if (!ReadOperation(&operation)) return false;
    operations.push_back(operation);
  }
  region->arguments = CopyToArena(cursor_.arena(), own);
  region->operations = CopyToArena(cursor_.arena(), operations);
  return cursor_.Expect('}');
}

// module @name attributes {..} { operations }
bool OperationReader::ReadModule(MlirOperation* operation) {
  std::vector<MlirNamedAttribute> attributes;
  if (cursor_.token() == MlirToken::kSymbol) {
    attributes.push_back(TextAttribute("sym_name", cursor_.Name()));
    if (!cursor_.Advance()) return false;
  }
  if (cursor_.TakeWord("attributes") && !ParseDict(cursor_, &attributes)) return false;
  operation->attributes = CopyToArena(cursor_.arena(), attributes);
  std::vector<MlirOperation> operations;
  if (!cursor_.Expect('{')) return false;
  while (!cursor_.Take('}')) {
    if (cursor_.token() == MlirToken::kEnd) return cursor_.Fail("`}`");
    if (!ReadTopLevel(&operations)) return false;
  }
  MlirRegion region;
  region.operations = CopyToArena(cursor_.arena(), operations);
  operation->regions = CopyToArena(cursor_.arena(), std::vector<MlirRegion>{region});
  return !cursor_.failed();
}

// `(%a: type {..}, ..) -> (type {..}, ..)`; of a declaration the arguments are types alone.
bool OperationReader::ReadFunctionTypes(std::vector<MlirArgument>* arguments) {
  std::vector<MlirNamedAttribute> attributes;
  const MlirType* type = nullptr;
  if (!cursor_.Expect('(')) return false;
  if (!cursor_.IsMark(')')) {
    do {
      if (cursor_.token() == MlirToken::kValue) {
        if (!ReadArgument(arguments)) return false;
        continue;
      }
      if (!ParseType(cursor_, &type)) return false;
      if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes)) return false;
    } while (cursor_.Take(','));
  }
  if (!cursor_.Expect(')')) return false;
  if (cursor_.token() != MlirToken::kArrow) return !cursor_.failed();
  if (!cursor_.Advance()) return false;
  if (!cursor_.IsMark('(')) return ParseType(cursor_, &type);
  if (!cursor_.Advance() || cursor_.Take(')')) return !cursor_.failed();
  do {
    if (!ParseType(cursor_, &type)) return false;
    if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes)) return false;
  } while (cursor_.Take(','));
  return cursor_.Expect(')');
}

// func.func private @name(..) -> .. attributes {..} { operations }
bool OperationReader::ReadFunction(MlirOperation* operation) {
  std::vector<MlirNamedAttribute> attributes;
  if (cursor_.token() == MlirToken::kWord) {
    attributes.push_back(TextAttribute("sym_visibility", cursor_.text()));
    if (!cursor_.Advance()) return false;
  }
  if (cursor_.token() != MlirToken::kSymbol) return cursor_.Fail("a function's name");
  attributes.push_back(TextAttribute("sym_name", cursor_.Name()));
  std::vector<MlirArgument> arguments;
  if (!cursor_.Advance() || !ReadFunctionTypes(&arguments)) return false;
  if (cursor_.TakeWord("attributes") && !ParseDict(cursor_, &attributes)) return false;
  operation->attributes = CopyToArena(cursor_.arena(), attributes);
  std::vector<MlirRegion> regions(1);
  if (cursor_.IsMark('{') && !ReadRegion(arguments, &regions[0])) return false;
  operation->regions = CopyToArena(cursor_.arena(), regions);
  return !cursor_.failed();
}

}  // namespace shapewright::graph
