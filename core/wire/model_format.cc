#include "core/wire/model_format.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace shapewright {
namespace {

// Comments before the first word may be this long; no ONNX model begins with one.
constexpr size_t kMostSkipped = 64 << 10;

// The text behind spaces and comments that begin with `mark`.
absl::string_view SkipBlank(absl::string_view text, absl::string_view mark) {
  text = text.substr(0, kMostSkipped);
  for (;;) {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!absl::StartsWith(text, mark)) return text;
    const size_t end = text.find('\n');
    if (end == absl::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

// A module, or what may stand before it: aliases of attributes and types, an operation in its
// generic form.
bool BeginsMlirText(absl::string_view content) {
  const absl::string_view text = SkipBlank(content, "//");
  for (const absl::string_view word :
       {"module", "builtin.module", "func.func", "\"builtin.module\"", "\"func.func\"", "{-#"}) {
    if (absl::StartsWith(text, word)) return true;
  }
  if (text.size() < 2 || (text[0] != '#' && text[0] != '!')) return false;
  const size_t name = text.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.-", 1);
  return name > 1 && name != absl::string_view::npos && (text[name] == ' ' || text[name] == '=');
}

bool BeginsMlirBytecode(absl::string_view content) {
  return absl::StartsWith(content, absl::string_view("ML\xEFR", 4));
}

bool BeginsHloText(absl::string_view content) {
  return absl::StartsWith(SkipBlank(content, "//"), "HloModule");
}

bool BeginsOpenvinoIr(absl::string_view content) {
  if (absl::StartsWith(content, "\xEF\xBB\xBF")) content.remove_prefix(3);
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(content.substr(0, kMostSkipped));
  return absl::StartsWith(text, "<?xml") || absl::StartsWith(text, "<net ");
}

constexpr absl::string_view kOnnxSuffixes[] = {".onnx"};
constexpr absl::string_view kTextSuffixes[] = {".mlir", ".stablehlo"};
constexpr absl::string_view kBytecodeSuffixes[] = {".mlirbc"};
constexpr absl::string_view kHloSuffixes[] = {".hlo"};
constexpr absl::string_view kOpenvinoSuffixes[] = {".xml"};

constexpr ModelFormatRow kFormats[] = {
    {ModelFormat::kOnnx, "ONNX", kOnnxSuffixes, nullptr},
    {ModelFormat::kStablehloText, "StableHLO text", kTextSuffixes, BeginsMlirText},
    {ModelFormat::kStablehloBytecode, "StableHLO bytecode", kBytecodeSuffixes, BeginsMlirBytecode},
    {ModelFormat::kHloText, "HLO text", kHloSuffixes, BeginsHloText},
    {ModelFormat::kOpenvinoIr, "OpenVINO IR", kOpenvinoSuffixes, BeginsOpenvinoIr},
};

}  // namespace

absl::Span<const ModelFormatRow> ModelFormats() { return kFormats; }

ModelFormat FormatOf(absl::string_view content) {
  // The ir_version, which all writers of ONNX put first.
  constexpr char kIrVersionTag = 8;
  if (content.empty() || content[0] == kIrVersionTag) return ModelFormat::kOnnx;
  for (const ModelFormatRow& row : kFormats) {
    if (row.begins != nullptr && row.begins(content)) return row.format;
  }
  return ModelFormat::kOnnx;
}

absl::string_view FormatName(ModelFormat format) {
  const auto* const row =
      std::find_if(std::begin(kFormats), std::end(kFormats),
                   [format](const ModelFormatRow& known) { return known.format == format; });
  return row != std::end(kFormats) ? row->name : "a graph message";
}

}  // namespace shapewright
