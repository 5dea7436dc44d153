#include "core/graph/mlir_bytecode/operation_decoder.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/operator_attributes.h"

namespace shapewright::graph {
namespace {

constexpr uint8_t kOperationSection = 4;

// What an operation has, as bits.
constexpr uint8_t kHasAttributes = 0x01;
constexpr uint8_t kHasResults = 0x02;
constexpr uint8_t kHasOperands = 0x04;
constexpr uint8_t kHasSuccessors = 0x08;
constexpr uint8_t kHasRegions = 0x10;
constexpr uint8_t kHasUseListOrders = 0x20;
constexpr uint8_t kHasProperties = 0x40;

// Adds the results of an operator, with the names that it asks for.
void AddResultNames(const MlirOperation& operation, size_t region,
                    absl::Span<absl::string_view> results, ValueNames* names) {
  absl::string_view suggestion;
  if (operation.Is("stablehlo", "constant") && !results.empty()) {
    const bool is_integer = shape::IsIntegerOrBool(operation.result_types[0]->element);
    suggestion = is_integer ? "c" : "cst";
  }
  if (operation.Is("chlo", "top_k") && results.size() == 2) {
    names->AddResults(region, "values", results.first(1));
    names->AddResults(region, "indices", results.last(1));
    return;
  }
  names->AddResults(region, suggestion, results);
}

absl::string_view ArgumentSuggestion(const MlirOperation& operation) {
  return operation.Is("stablehlo", "while") ? "iterArg" : "";
}

}  // namespace

bool OperationDecoder::ReadFile(std::vector<MlirOperation>* operations) {
  ValueNames names(&state_);
  Scope scope{&names, {}};
  Place place{scope, names.AddRegion(ValueNames::kNoParent)};
  ByteCursor cursor = file_.ir;
  MlirRegion top;
  if (!ReadBlock(cursor, place, "", &top)) return false;
  operations->assign(top.operations.begin(), top.operations.end());
  return names.Resolve() && (cursor.AtEnd() || cursor.Fail("the end of the operations"));
}

bool OperationDecoder::HasRoom(ByteCursor& cursor, const Place& place, uint64_t count) {
  return count <= place.scope.values.size() - place.next_value ||
         cursor.Fail("fewer values in a region, before this");
}

bool OperationDecoder::ReadBlock(ByteCursor& cursor, Place& place, absl::string_view arguments,
                                 MlirRegion* region) {
  uint64_t count = 0;
  bool has_arguments = false;
  if (!cursor.ReadFlaggedCount(&count, &has_arguments)) return false;
  if (has_arguments && !ReadArguments(cursor, place, arguments, region)) return false;
  return ReadOperations(cursor, place, count, region);
}

bool OperationDecoder::ReadArguments(ByteCursor& cursor, Place& place, absl::string_view suggestion,
                                     MlirRegion* region) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count) || !HasRoom(cursor, place, count)) return false;
  const absl::Span<MlirArgument> arguments = NewArray<MlirArgument>(state_.arena(), count);
  for (MlirArgument& argument : arguments) {
    bool has_location = true;
    uint64_t type = 0;
    const bool is_read = file_.version < kUnknownArgumentLocations
                             ? cursor.ReadVarint(&type)
                             : cursor.ReadFlagged(&type, &has_location);
    if (!is_read || !table_.FindType(cursor, type, &argument.type)) return false;
    uint64_t location = 0;
    if (has_location && !cursor.ReadVarint(&location)) return false;
    place.scope.names->AddArgument(place.region, suggestion, &argument.name);
    place.scope.values[place.next_value++] = &argument.name;
  }
  region->arguments = arguments;
  uint8_t has_orders = 0;
  if (file_.version < kUseListOrders) return true;
  if (!cursor.ReadByte(&has_orders)) return false;
  return has_orders == 0 || SkipUseListOrders(cursor, arguments.size());
}

// The order in which MLIR lists the uses of values says nothing here.
bool OperationDecoder::SkipUseListOrders(ByteCursor& cursor, size_t values) {
  uint64_t count = 1;
  uint64_t number = 0;
  if (values > 1 && !cursor.ReadCount(&count)) return false;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t entries = 0;
    bool is_pairs = false;
    if (values > 1 && !cursor.ReadVarint(&number)) return false;
    if (!cursor.ReadFlaggedCount(&entries, &is_pairs)) return false;
    for (uint64_t entry = 0; entry < entries; ++entry) {
      if (!cursor.ReadVarint(&number)) return false;
    }
  }
  return true;
}

bool OperationDecoder::ReadOperations(ByteCursor& cursor, Place& place, uint64_t count,
                                      MlirRegion* region) {
  // Regions within each other could all say that they have as many as there are bytes.
  std::vector<MlirOperation> operations;
  for (uint64_t i = 0; i < count; ++i) {
    MlirOperation operation;
    if (!ReadOperation(cursor, place, &operation)) return false;
    operations.push_back(operation);
  }
  region->operations = CopyToArena(state_.arena(), operations);
  return true;
}

bool OperationDecoder::ReadOperation(ByteCursor& cursor, Place& place, MlirOperation* operation) {
  const char* const at = cursor.here();
  const BytecodeState::Nested nested(state_);
  uint64_t number = 0;
  uint8_t mask = 0;
  if (!nested.ok(at) || !cursor.ReadVarint(&number) || !cursor.ReadByte(&mask)) return false;
  if (number >= file_.operation_names.size()) {
    return state_.Fail(at, absl::StrCat("the number of an operator below ",
                                        file_.operation_names.size(), ", not ", number));
  }
  const BytecodeFile::OperationName& name = file_.operation_names[number];
  if (!SetOperator(table_, name, at, operation)) return false;
  if (!table_.ReadLocationName(cursor, &operation->name)) return false;
  if (!ReadAttributes(cursor, name, mask, operation)) return false;
  if ((mask & kHasResults) != 0 && !ReadResults(cursor, place, operation)) return false;
  if ((mask & kHasOperands) != 0 && !ReadOperands(cursor, place, operation)) return false;
  if ((mask & kHasSuccessors) != 0) return state_.Fail(at, "an operation without successors");
  if ((mask & kHasUseListOrders) != 0 && !SkipUseListOrders(cursor, operation->results.size())) {
    return false;
  }
  return (mask & kHasRegions) == 0 || ReadRegions(cursor, place, operation);
}

bool OperationDecoder::ReadAttributes(ByteCursor& cursor, const BytecodeFile::OperationName& name,
                                      uint8_t mask, MlirOperation* operation) {
  std::vector<MlirNamedAttribute> attributes;
  if ((mask & kHasAttributes) != 0) {
    const MlirAttribute* all = nullptr;
    if (!table_.ReadAttribute(cursor, &all) || !state_.Count(all->entries.size())) return false;
    attributes.assign(all->entries.begin(), all->entries.end());
  }
  if ((mask & kHasProperties) != 0 && !ReadOperationProperties(cursor, name, &attributes)) {
    return false;
  }
  if (name.dialect == "vhlo" && !ConvertVhloAttributes(state_, *operation, &attributes)) {
    return false;
  }
  operation->attributes = CopyToArena(state_.arena(), attributes);
  return true;
}

bool OperationDecoder::ReadOperationProperties(ByteCursor& cursor,
                                               const BytecodeFile::OperationName& name,
                                               std::vector<MlirNamedAttribute>* attributes) {
  uint64_t number = 0;
  if (!cursor.ReadNumber(file_.properties.size(), "properties", &number)) return false;
  return ReadProperties(table_, name, file_.properties[number], attributes);
}

bool OperationDecoder::ReadResults(ByteCursor& cursor, Place& place, MlirOperation* operation) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count) || !HasRoom(cursor, place, count)) return false;
  const absl::Span<const MlirType*> types = NewArray<const MlirType*>(state_.arena(), count);
  for (const MlirType*& type : types) {
    if (!table_.ReadType(cursor, &type)) return false;
  }
  operation->result_types = types;
  const absl::Span<absl::string_view> names = NewArray<absl::string_view>(state_.arena(), count);
  for (const absl::string_view& name : names) place.scope.values[place.next_value++] = &name;
  operation->results = names;
  AddResultNames(*operation, place.region, names, place.scope.names);
  return true;
}

bool OperationDecoder::ReadOperands(ByteCursor& cursor, Place& place, MlirOperation* operation) {
  uint64_t count = 0;
  if (!cursor.ReadCount(&count)) return false;
  const absl::Span<absl::string_view> names = NewArray<absl::string_view>(state_.arena(), count);
  for (absl::string_view& name : names) {
    uint64_t number = 0;
    if (!cursor.ReadVarint(&number)) return false;
    const bool is_there =
        number < place.scope.values.size() && place.scope.values[number] != nullptr;
    if (!is_there) {
      return cursor.Fail(absl::StrCat("an operand that stands before its use, not ", number));
    }
    place.scope.names->AddUse(place.scope.values[number], &name);
  }
  operation->operands = names;
  return true;
}

bool OperationDecoder::ReadRegions(ByteCursor& cursor, Place& place, MlirOperation* operation) {
  uint64_t count = 0;
  bool is_isolated = false;
  if (!cursor.ReadFlaggedCount(&count, &is_isolated)) return false;
  if (!is_isolated) return ReadRegionList(cursor, place.scope, place.region, count, operation);
  const bool is_function = operation->Is("func", "func") || operation->Is("builtin", "module");
  if (!is_function) {
    return ReadIsolatedRegions(cursor, place.scope.names, place.region, count, operation);
  }
  ValueNames names(&state_);
  return ReadIsolatedRegions(cursor, &names, ValueNames::kNoParent, count, operation) &&
         names.Resolve();
}

bool OperationDecoder::ReadIsolatedRegions(ByteCursor& cursor, ValueNames* names, size_t parent,
                                           uint64_t count, MlirOperation* operation) {
  Scope scope{names, {}};
  if (file_.version < kRegionSections) {
    return ReadRegionList(cursor, scope, parent, count, operation);
  }
  uint8_t id = 0;
  ByteCursor content;
  if (!cursor.ReadSection(&id, &content)) return false;
  if (id != kOperationSection) return cursor.Fail("a section of operations, before this");
  return ReadRegionList(content, scope, parent, count, operation) &&
         (content.AtEnd() || content.Fail("the end of a region"));
}

bool OperationDecoder::ReadRegionList(ByteCursor& cursor, Scope& scope, size_t parent,
                                      uint64_t count, MlirOperation* operation) {
  if (count > cursor.left()) return cursor.Fail("fewer regions");
  std::vector<MlirRegion> regions;
  for (uint64_t i = 0; i < count; ++i) {
    MlirRegion region;
    if (!ReadRegion(cursor, scope, parent, ArgumentSuggestion(*operation), &region)) return false;
    regions.push_back(region);
  }
  operation->regions = CopyToArena(state_.arena(), regions);
  return true;
}

bool OperationDecoder::ReadRegion(ByteCursor& cursor, Scope& scope, size_t parent,
                                  absl::string_view arguments, MlirRegion* region) {
  uint64_t blocks = 0;
  uint64_t values = 0;
  if (!cursor.ReadVarint(&blocks)) return false;
  if (blocks == 0) return true;
  if (blocks != 1) return cursor.Fail("a region of one block");
  if (!cursor.ReadCount(&values)) return false;
  // Each value of the open regions stands somewhere in the file.
  if (values > state_.file().size() - open_values_) return cursor.Fail("fewer values in regions");
  open_values_ += values;
  const size_t outside = scope.values.size();
  Place place{scope, scope.names->AddRegion(parent), outside};
  scope.values.resize(outside + values);
  if (!ReadBlock(cursor, place, arguments, region)) return false;
  scope.values.resize(outside);
  open_values_ -= values;
  return true;
}

}  // namespace shapewright::graph
