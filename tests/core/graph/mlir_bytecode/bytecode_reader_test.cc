#include "core/graph/mlir_bytecode/bytecode_reader.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/graph/arena.h"
#include "core/graph/read_error.h"
#include "core/graph/stablehlo/stablehlo_reader.h"
#include "tests/core/graph/support/dump.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

using ::testing::HasSubstr;

// Modules that jaxlib wrote, by the name of their file; tests/data/stablehlo/make.py wrote them.
std::map<std::string, std::string> BytecodeModules() {
  std::map<std::string, std::string> modules;
  for (const auto& file : std::filesystem::directory_iterator(DataPath("stablehlo"))) {
    const std::string name = file.path().filename().string();
    if (absl::EndsWith(name, ".mlirbc")) modules[name] = ReadFile(file.path().string());
  }
  return modules;
}

// The file of the text of a module: `scan.mlir` of `scan.v3.mlirbc`.
std::string TextFile(absl::string_view bytecode) {
  absl::string_view name = absl::StripSuffix(bytecode, ".mlirbc");
  for (const absl::string_view end :
       {".vhlo", ".vhlo0", ".v0", ".v1", ".v2", ".v3", ".v4", ".v5"}) {
    name = absl::StripSuffix(name, end);
  }
  return absl::StrCat("stablehlo/", name, ".mlir");
}

// The model as text, with values by number: `applies stablehlo.add` has other names of them.
std::string NumberedDump(Model& model) {
  for (size_t i = 0; i < model.values.size(); ++i) {
    if (!model.values[i].name.empty()) {
      model.values[i].name = CopyText(&model.memory, absl::StrCat("v", i));
    }
  }
  return DumpModel(model);
}

// Oracle: the text that jaxlib prints of the module, and its own versions of the format.
TEST(BytecodeReader, IsTheModelOfTheText) {
  size_t compared = 0;
  for (const auto& [name, bytes] : BytecodeModules()) {
    SCOPED_TRACE(name);
    const std::string text = ReadFile(DataPath(TextFile(name)));
    const auto expected = ReadStablehloText(text);
    ASSERT_TRUE(expected.ok()) << expected.status();
    const auto model = ReadStablehloBytecode(bytes);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_TRUE((*model)->findings.empty());
    EXPECT_EQ(FindInconsistency(**model), "");
    EXPECT_EQ(FirstDifference(NumberedDump(**model), NumberedDump(**expected)), "");
    ++compared;
  }
  EXPECT_GE(compared, 60U);
}

// Names of values are those that MLIR prints, within regions too; names of nodes are those of
// locations.
TEST(BytecodeReader, NamesAreThoseOfTheText) {
  const std::map<std::string, std::string> modules = BytecodeModules();
  for (const std::string name :
       {"loop.loc.mlirbc", "loop.loc.vhlo.mlirbc", "forms.mlirbc", "sort.mlirbc", "conv.mlirbc",
        "max_pool.vhlo.mlirbc", "scatter.vhlo0.mlirbc", "gather.mlirbc"}) {
    SCOPED_TRACE(name);
    const std::string text = ReadFile(DataPath(TextFile(name)));
    const auto expected = ReadStablehloText(text);
    const auto model = ReadStablehloBytecode(modules.at(name));
    ASSERT_TRUE(expected.ok() && model.ok());
    EXPECT_EQ(FirstDifference(DumpModel(**model), DumpModel(**expected)), "");
  }
}

std::string BytecodeError(absl::string_view bytes) {
  const auto model = ReadStablehloBytecode(bytes);
  if (model.ok()) return "";
  EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(model.status().message());
}

constexpr absl::string_view kMark("ML\xEFR", 4);

// Sections of a file of version 6 whose producer is "p".
std::string File(absl::string_view sections) {
  return absl::StrCat(kMark, "\x0D", "p", absl::string_view("\0", 1), sections);
}

// A section of a few bytes.
std::string Section(char id, absl::string_view content) {
  const char size = static_cast<char>(2 * content.size() + 1);
  return absl::StrCat(std::string(1, id), std::string(1, size), content);
}

TEST(BytecodeReader, VersionsThatAreNotKnownAreRefusedByTheirNumber) {
  EXPECT_EQ(BytecodeError(absl::StrCat(kMark, "\x0F")),
            "byte 4: expected a version of MLIR's bytecode that is known: at most 6, not 7");
  EXPECT_THAT(BytecodeError(absl::StrCat(kMark, "\xC9")), HasSubstr("not 100"));
}

TEST(BytecodeReader, OperatorsOfVhloThatAreNotKnownAreRefused) {
  std::string bytes = BytecodeModules().at("add.vhlo.mlirbc");
  const size_t place = bytes.find("add_v1");
  ASSERT_NE(place, std::string::npos);
  bytes.replace(place, 6, "add_v9");
  EXPECT_THAT(BytecodeError(bytes), HasSubstr("not vhlo.add_v9"));
}

TEST(BytecodeReader, ErrorsSayWhere) {
  EXPECT_EQ(BytecodeError("ML"), "byte 0: expected 4 bytes, of which 2 are left");
  EXPECT_EQ(BytecodeError("module"), "byte 0: expected the mark of MLIR's bytecode");
  EXPECT_EQ(BytecodeError(absl::StrCat(kMark, "\x0D", "p")),
            "byte 5: expected a text that ends with a byte of zero");
  EXPECT_EQ(BytecodeError(File("")), "byte 7: expected section 0");
  EXPECT_EQ(BytecodeError(File("\x13\x01")), "byte 7: expected a section that is known, not 19");
  EXPECT_EQ(BytecodeError(File(Section('\0', "\x01") + Section('\0', "\x01"))),
            "byte 10: expected section 0 only once");
  // An alignment that is none.
  EXPECT_EQ(BytecodeError(File(absl::string_view("\x80\x03\x07", 3))),
            "byte 10: expected an alignment that is a power of 2, not 3");
}

// Numbers of items that no file of this size can have.
TEST(BytecodeReader, NumbersOfItemsAreHeldAgainstTheBytesThatAreLeft) {
  const absl::string_view most("\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", 9);
  const std::string strings = Section('\0', absl::string_view("\x03\x05s\0", 4));
  const std::string empty = Section('\x02', "") + Section('\x04', "");
  // Strings, the length of one, dialects, operators, attributes, types.
  for (const std::string& bytes :
       {File(absl::StrCat(Section('\0', most), Section('\1', "\x01"), Section('\3', "\x01\x01"),
                          empty)),
        File(absl::StrCat(Section('\0', absl::StrCat("\x03", most)), Section('\1', "\x01"),
                          Section('\3', "\x01\x01"), empty)),
        File(absl::StrCat(strings, Section('\1', most), Section('\3', "\x01\x01"), empty)),
        File(absl::StrCat(strings, Section('\1', absl::StrCat("\x03\x01", most)),
                          Section('\3', "\x01\x01"), empty)),
        File(absl::StrCat(strings, Section('\1', "\x03\x01\x01"), Section('\3', most), empty)),
        File(absl::StrCat(strings, Section('\1', "\x03\x01\x01"),
                          Section('\3', absl::StrCat("\x01", most)), empty))}) {
    EXPECT_THAT(BytecodeError(bytes), HasSubstr("expected"));
  }
}

std::string Varint(uint64_t number) {
  constexpr uint64_t kOneByte = 128;
  if (number < kOneByte) return std::string(1, static_cast<char>(2 * number + 1));
  std::string bytes(1, '\0');
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

std::string LongSection(char id, absl::string_view content) {
  return absl::StrCat(std::string(1, id), Varint(content.size()), content);
}

// A file of operators `builtin.x`, whose only attribute, a location too, has this encoding.
std::string FileOfOperations(absl::string_view attribute, absl::string_view operations) {
  const std::string strings =
      absl::StrCat(Varint(2), Varint(2), Varint(8), absl::string_view("builtin\0x\0", 10));
  const std::string dialects =
      absl::StrCat(Varint(1), Varint(0), Varint(1), Varint(0), Varint(1), Varint(2 * 1 + 1));
  const std::string offsets =
      absl::StrCat(Varint(1), Varint(0), Varint(0), Varint(1), Varint(2 * attribute.size() + 1));
  return File(absl::StrCat(LongSection('\0', strings), LongSection('\1', dialects),
                           LongSection('\2', attribute), LongSection('\3', offsets),
                           LongSection('\4', operations)));
}

// An operation with a region of one block, which says that it has so many values and operations.
std::string RegionHead(uint64_t values, uint64_t operations) {
  return absl::StrCat(Varint(0), "\x10", Varint(0), Varint(2), Varint(1), Varint(values),
                      Varint(2 * operations));
}

TEST(BytecodeReader, RegionsWithinEachOtherTakeNoMoreThanTheirBytes) {
  constexpr int kRegions = 20'000;
  const std::string unknown = Varint(15);
  for (const uint64_t operations : {uint64_t{1}, uint64_t{50'000}}) {
    std::string nested = Varint(2);
    for (int i = 0; i < kRegions; ++i) nested += RegionHead(0, operations);
    EXPECT_THAT(BytecodeError(FileOfOperations(unknown, nested)), HasSubstr("fewer levels"));
  }
  std::string greedy = Varint(2);
  for (int i = 0; i < kRegions; ++i) greedy += RegionHead(100'000, 1);
  EXPECT_THAT(BytecodeError(FileOfOperations(unknown, greedy)), HasSubstr("fewer values"));
}

// VHLO says defaults, which every operation compares with its attribute.
TEST(BytecodeReader, AnArrayThatManyOperationsNameIsCountedForEach) {
  constexpr int kItems = 10'000;
  constexpr int kOperations = 1'000;
  const std::string strings =
      absl::StrCat(Varint(2), Varint(7), Varint(5), absl::string_view("vhlo\0dot_v1\0", 12));
  const std::string dialects =
      absl::StrCat(Varint(1), Varint(0), Varint(1), Varint(0), Varint(1), Varint(2 * 1 + 1));
  // A word, and an array that has it in each place: precisions, of which the first is the default.
  const std::string word = absl::StrCat(Varint(11), Varint(0));
  std::string array = absl::StrCat(Varint(1), Varint(kItems));
  for (int i = 0; i < kItems; ++i) array += Varint(0);
  const std::string offsets =
      absl::StrCat(Varint(2), Varint(0), Varint(0), Varint(2), Varint(2 * word.size() + 1),
                   Varint(2 * array.size() + 1));
  std::string operations = Varint(2 * kOperations);
  for (int i = 0; i < kOperations; ++i) {
    operations += absl::StrCat(Varint(0), "\x40", Varint(0), Varint(0));
  }
  const std::string properties = absl::StrCat(Varint(1), Varint(Varint(1).size()), Varint(1));
  const std::string bytes = File(absl::StrCat(
      LongSection('\0', strings), LongSection('\1', dialects), LongSection('\2', word + array),
      LongSection('\3', offsets), LongSection('\4', operations), LongSection('\x08', properties)));
  ReaderOptions options;
  options.max_work = 1'000'000;
  const auto model = ReadStablehloBytecode(bytes, options);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.status().GetPayload(kReasonPayload), absl::Cord("WORK_LIMIT")) << model.status();
}

TEST(BytecodeReader, AttributesWithinThemselvesAreErrors) {
  // An array of itself, as the attributes of an operation.
  const std::string array = absl::StrCat(Varint(0), Varint(1), Varint(0));
  const std::string operation = absl::StrCat(Varint(2), Varint(0), "\x01", Varint(0), Varint(0));
  EXPECT_THAT(BytecodeError(FileOfOperations(array, operation)),
              HasSubstr("an attribute that is not within itself"));
  // A name at itself, and fused locations of itself.
  for (const uint64_t code : {10, 12}) {
    const std::string location = absl::StrCat(Varint(code), Varint(code == 12 ? 1 : 0), Varint(0));
    EXPECT_THAT(BytecodeError(FileOfOperations(location, operation)),
                HasSubstr("a location that is not within itself"));
  }
}

TEST(BytecodeReader, KeepsToLimitsOfModels) {
  const std::map<std::string, std::string> modules = BytecodeModules();
  ReaderOptions options;
  options.limits.max_rank = 1;
  const auto rank = ReadStablehloBytecode(modules.at("add.mlirbc"), options);
  ASSERT_FALSE(rank.ok());
  EXPECT_EQ(std::string(*rank.status().GetPayload(kReasonPayload)), reason::kRankTooLarge);
  options = {};
  options.limits.max_nodes = 1;
  const auto nodes = ReadStablehloBytecode(modules.at("scan.mlirbc"), options);
  ASSERT_FALSE(nodes.ok());
  EXPECT_EQ(std::string(*nodes.status().GetPayload(kReasonPayload)), reason::kTooManyNodes);
  options = {};
  options.limits.max_subgraph_depth = 0;
  const auto depth = ReadStablehloBytecode(modules.at("scan.vhlo.mlirbc"), options);
  ASSERT_FALSE(depth.ok());
  EXPECT_EQ(std::string(*depth.status().GetPayload(kReasonPayload)), reason::kSubgraphTooDeep);
}

// Whatever stands in a file, it is a consistent model, or an error with a message.
void CheckHostile(absl::string_view bytes) {
  const std::string copy(bytes);
  const auto model = ReadStablehloBytecode(copy);
  if (model.ok()) {
    ASSERT_EQ(FindInconsistency(**model), "");
  } else {
    ASSERT_FALSE(model.status().message().empty());
  }
}

TEST(BytecodeReader, CutFilesAreErrors) {
  const std::string bytes = BytecodeModules().at("scan.vhlo.mlirbc");
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ReadStablehloBytecode(absl::string_view(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(BytecodeReader, ChangedFilesAreModelsOrErrors) {
  const std::map<std::string, std::string> modules = BytecodeModules();
  std::vector<const std::string*> all;
  for (const auto& [name, bytes] : modules) all.push_back(&bytes);
  std::mt19937 random(1);
  constexpr int kChangedFiles = 20'000;
  for (int i = 0; i < kChangedFiles; ++i) {
    std::string bytes = *all[random() % all.size()];
    for (uint32_t changes = 1 + random() % 4; changes > 0; --changes) {
      char& byte = bytes[random() % bytes.size()];
      byte = static_cast<char>(random() % 2 == 0 ? byte ^ (1 << random() % 8) : random());
    }
    CheckHostile(bytes);
  }
}

}  // namespace
}  // namespace shapewright::graph
