#include "core/wire/external_data.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/base/error_payload.h"
#include "core/wire/file_error.h"
#include "core/wire/ir_constants.h"
#include "core/wire/model_format.h"
#include "core/wire/printable.h"
#include "core/wire/rewrite_tensors.h"
#include "core/wire/strip.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"
#include "core/wire/wire_writer.h"

namespace shapewright {
namespace {

// By TensorProto.DataType; 0 for types without elements of a fixed size, and strings.
constexpr uint8_t kElementBits[] = {0,   32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64,
                                    128, 16, 8, 8, 8,  8,  4,  4,  4, 8, 2,  2,  6,  6};

// Bytes of a name in a message.
constexpr size_t kMaxQuoted = 200;

struct Tensor {
  absl::string_view name;
  ElementCount elements;
  int32_t type = 0;
  bool is_external = false;
  absl::string_view location, offset, length;
};

void TakeEntry(absl::string_view entry, Tensor& tensor) {
  absl::string_view key, value;
  for (WireCursor cursor(entry); cursor.Next();) {
    if (cursor.tag() == BytesTag(1)) key = cursor.bytes();
    if (cursor.tag() == BytesTag(2)) value = cursor.bytes();
  }
  if (key == "location") tensor.location = value;
  if (key == "offset") tensor.offset = value;
  if (key == "length") tensor.length = value;
}

Tensor TakeFields(absl::string_view bytes) {
  Tensor tensor;
  for (WireCursor cursor(bytes); cursor.Next();) {
    tensor.elements.MultiplyField(cursor);
    if (cursor.tag() == VarintTag(2)) tensor.type = cursor.int32_number();
    if (cursor.tag() == BytesTag(8)) tensor.name = cursor.bytes();
    if (cursor.tag() == BytesTag(13)) TakeEntry(cursor.bytes(), tensor);
    if (cursor.tag() == VarintTag(14)) tensor.is_external = cursor.int32_number() == 1;
  }
  return tensor;
}

absl::Status CheckStaysInside(const Tensor& tensor) {
  const std::vector<absl::string_view> parts = absl::StrSplit(tensor.location, '/');
  const bool leaves = tensor.location[0] == '/' ||
                      std::find(parts.begin(), parts.end(), "..") != parts.end() ||
                      tensor.location.find('\0') != absl::string_view::npos;
  if (!leaves) return absl::OkStatus();
  absl::Status error = absl::InvalidArgumentError(
      absl::StrCat("tensor ", QuotedText(tensor.name, kMaxQuoted),
                   ": the location of its external data, ", QuotedText(tensor.location, kMaxQuoted),
                   ", is outside of the model's folder; it is relative, without .."));
  error.SetPayload(kReasonPayload, absl::Cord("MALFORMED_MODEL"));
  return error;
}

// Absent if the tensor stays as it is.
absl::StatusOr<std::optional<ExternalPart>> PartOf(absl::string_view bytes) {
  const Tensor tensor = TakeFields(bytes);
  const bool has_bits = tensor.type > 0 && tensor.type < static_cast<int>(std::size(kElementBits));
  const std::optional<uint32_t> count = tensor.elements.SmallCount();
  if (!tensor.is_external || !has_bits || count.value_or(0) == 0 || tensor.location.empty()) {
    return std::nullopt;
  }
  const size_t size = (static_cast<size_t>(*count) * kElementBits[tensor.type] + 7) / 8;
  uint64_t offset = 0, length = size;
  const bool is_plain = (tensor.offset.empty() || absl::SimpleAtoi(tensor.offset, &offset)) &&
                        (tensor.length.empty() || absl::SimpleAtoi(tensor.length, &length));
  if (!is_plain || size == 0 || length != size) return std::nullopt;
  if (absl::Status status = CheckStaysInside(tensor); !status.ok()) return status;
  return ExternalPart{std::string(tensor.location), offset, size};
}

std::string RawData(absl::string_view bytes) {
  WireWriter out;
  out.Bytes(9, bytes);
  return out.Take();
}

// Reads from the files of one folder.
class FolderReader {
 public:
  explicit FolderReader(const std::filesystem::path& folder) {
    std::error_code error;
    folder_ = std::filesystem::canonical(folder.empty() ? "." : folder, error);
  }

  std::optional<std::string> Read(const ExternalPart& part) const {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(folder_ / part.location, error);
    if (error || !IsInside(path) || !std::filesystem::is_regular_file(path, error)) {
      return std::nullopt;
    }
    if (part.offset > static_cast<uint64_t>(std::numeric_limits<std::streamoff>::max())) {
      return std::nullopt;
    }
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(part.offset));
    std::string bytes(part.size, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file || file.gcount() != static_cast<std::streamsize>(bytes.size())) return std::nullopt;
    return bytes;
  }

 private:
  bool IsInside(const std::filesystem::path& path) const {
    const auto [end, other] =
        std::mismatch(folder_.begin(), folder_.end(), path.begin(), path.end());
    return !folder_.empty() && end == folder_.end();
  }

  std::filesystem::path folder_;
};

}  // namespace

absl::StatusOr<std::string> InlineExternalData(absl::string_view model, ReadExternalPart read) {
  return RewriteTensors(
      model, [&](absl::string_view tensor) -> absl::StatusOr<std::optional<std::string>> {
        const absl::StatusOr<std::optional<ExternalPart>> part = PartOf(tensor);
        if (!part.ok()) return part.status();
        if (!part->has_value()) return std::nullopt;
        absl::StatusOr<std::optional<std::string>> bytes = read(**part);
        if (!bytes.ok()) return bytes.status();
        if (!bytes->has_value()) return std::nullopt;
        return RawData(**bytes);
      });
}

absl::StatusOr<std::vector<std::string>> ExternalLocations(absl::string_view model) {
  std::vector<std::string> locations;
  const auto collect = [&](const ExternalPart& part) -> absl::StatusOr<std::optional<std::string>> {
    const bool is_known =
        std::find(locations.begin(), locations.end(), part.location) != locations.end();
    if (!is_known && locations.size() < kMaxExternalFiles) locations.push_back(part.location);
    return std::nullopt;
  };
  absl::StatusOr<std::string> same = InlineExternalData(model, collect);
  if (!same.ok()) return same.status();
  return locations;
}

absl::StatusOr<std::string> StripModelFile(absl::string_view model, const std::string& path) {
  if (model.empty()) return NotAModelFile(path, "it is empty");
  const FolderReader reader(std::filesystem::path(path).parent_path());
  const auto read = [&](const ExternalPart& part) -> absl::StatusOr<std::optional<std::string>> {
    return reader.Read(part);
  };
  const ModelFormat format = FormatOf(model);
  if (format == ModelFormat::kOpenvinoIr) {
    const std::string weights = IrWeightsLocation(path);
    return InlineIrConstants(model, [&](uint64_t offset, size_t size) {
      return read({weights, offset, size});
    });
  }
  if (format != ModelFormat::kOnnx) return std::string(model);
  absl::StatusOr<std::string> stripped = StripWeights(model);
  if (!stripped.ok()) {
    return NotAModelFile(path, absl::StripPrefix(stripped.status().message(), kNotAnOnnxModel));
  }
  absl::StatusOr<std::string> whole = InlineExternalData(*stripped, read);
  if (whole.ok()) return whole;
  return WithMessage(whole.status(), absl::StrCat(Printable(path), ": ", whole.status().message()));
}

}  // namespace shapewright
