#include "client/cpp/cli/run/model_file.h"

#include <glob.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/error_payload.h"
#include "core/wire/external_data.h"
#include "core/wire/file_error.h"
#include "core/wire/model_format.h"
#include "core/wire/printable.h"
#include "core/wire/rewrite_tensors.h"
#include "core/wire/strip.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

absl::Status NoModels(absl::string_view message) {
  absl::Status status = absl::NotFoundError(message);
  status.SetPayload(kReasonPayload, absl::Cord("FILE_NOT_FOUND"));
  return status;
}

absl::StatusOr<std::string> ReadAll(std::FILE* file, const std::string& path) {
  constexpr size_t kPiece = 1 << 20;
  std::string bytes;
  size_t size = 0;
  do {
    size = bytes.size();
    bytes.resize(size + std::max(kPiece, size / 2));
    bytes.resize(size + std::fread(bytes.data() + size, 1, bytes.size() - size, file));
  } while (bytes.size() > size);
  if (std::ferror(file) != 0) return CannotReadFile(path, errno);
  return bytes;
}

// Many files end in .xml: one is a model only if it begins as such.
bool IsModelName(const fs::path& path) {
  const fs::path extension = path.extension();
  if (extension != ".xml") {
    constexpr absl::string_view kExtensions[] = {".onnx", ".mlir", ".mlirbc", ".hlo"};
    return std::find(std::begin(kExtensions), std::end(kExtensions), extension.string()) !=
           std::end(kExtensions);
  }
  constexpr size_t kHead = 1024;
  std::string head(kHead, '\0');
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) return false;
  head.resize(std::fread(head.data(), 1, kHead, file.get()));
  return FormatOf(head) == ModelFormat::kOpenvinoIr && absl::StrContains(head, "<net ");
}

void ExpandFolder(const std::string& folder, NamedModels& out) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && IsModelName(at->path())) {
      found.push_back(at->path().string());
    }
  }
  std::sort(found.begin(), found.end());
  for (std::string& path : found) out.models.push_back({std::move(path), absl::OkStatus()});
  if (error) {
    out.models.push_back({folder, CannotReadFile(folder, error.value())});
  } else if (found.empty()) {
    out.models.push_back(
        {folder,
         NoModels("no *.onnx, *.mlir, *.mlirbc, *.hlo or OpenVINO *.xml is below it; name another "
                  "folder")});
  }
}

void ExpandPattern(const std::string& pattern, NamedModels& out) {
  glob_t found = {};
  if (glob(pattern.c_str(), GLOB_TILDE, nullptr, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; ++i) {
      out.models.push_back({found.gl_pathv[i], absl::OkStatus()});
    }
  } else {
    out.models.push_back({pattern, NoModels("no file fits it; correct the pattern")});
  }
  globfree(&found);
}

absl::StatusOr<std::string> Strip(absl::string_view model, const std::string& path) {
  if (path != kStdin) return StripModelFile(model, path);
  if (model.empty()) return NotAModelFile(kStdinName, "it is empty");
  if (FormatOf(model) != ModelFormat::kOnnx) return std::string(model);
  absl::StatusOr<std::string> stripped = StripWeights(model);
  if (stripped.ok()) return stripped;
  return NotAModelFile(kStdinName, absl::StripPrefix(stripped.status().message(), kNotAnOnnxModel));
}

}  // namespace

std::string NameOf(const std::string& path) {
  return path == kStdin ? std::string(kStdinName) : Printable(path);
}

absl::Status AboutModel(const std::string& path, const absl::Status& status) {
  const std::string name = NameOf(path);
  if (status.ok() || absl::StrContains(status.message(), name)) return status;
  return WithMessage(status, absl::StrCat(name, ": ", status.message()));
}

absl::StatusOr<std::string> ReadModel(const std::string& path) {
  if (path == kStdin) return ReadAll(stdin, std::string(kStdinName));
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file == nullptr) return CannotReadFile(path, errno);
  return ReadAll(file.get(), path);
}

absl::StatusOr<v1::ModelSpec> SpecOf(absl::string_view model, const std::string& path,
                                     const Arguments& arguments) {
  v1::ModelSpec spec = arguments.request.model();
  if (arguments.check_types) spec.mutable_options()->set_check_types(true);
  absl::StatusOr<std::string> stripped = Strip(model, path);
  if (!stripped.ok()) return stripped.status();
  if (FormatOf(model) == ModelFormat::kOnnx) {
    spec.set_onnx(*std::move(stripped));
  } else {
    spec.mutable_file()->set_content(*std::move(stripped));
  }
  return spec;
}

absl::Status CheckOnnx(absl::string_view model, const std::string& path, absl::string_view what) {
  const ModelFormat format = FormatOf(model);
  if (format == ModelFormat::kOnnx) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(what, " is for ONNX models only; ", NameOf(path), " is ", FormatName(format)));
}

absl::StatusOr<v1::ModelSpec> ReadSpec(const std::string& path, const Arguments& arguments) {
  const absl::StatusOr<std::string> model = ReadModel(path);
  if (!model.ok()) return model.status();
  return SpecOf(*model, path, arguments);
}

NamedModels ExpandModels(absl::Span<const std::string> operands) {
  NamedModels out;
  out.is_list = operands.size() > 1;
  for (const std::string& operand : operands) {
    std::error_code ignored;
    const fs::file_status status = fs::status(operand, ignored);
    if (operand != kStdin && fs::is_directory(status)) {
      out.is_list = true;
      ExpandFolder(operand, out);
    } else if (!fs::exists(status) && operand.find_first_of("*?[") != std::string::npos) {
      out.is_list = true;
      ExpandPattern(operand, out);
    } else {
      out.models.push_back({operand, absl::OkStatus()});
    }
  }
  return out;
}

}  // namespace shapewright::cli
