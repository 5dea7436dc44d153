#include "server/files/model_root.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

// Whether a path is relative and has no empty, `.` or `..` part.
bool IsPlain(const std::string& path) {
  if (path.find('\0') != std::string::npos) return false;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<std::unique_ptr<const ModelRoot>> ModelRoot::Open(const std::string& folder) {
  BeneathFolder opened(folder);
  if (opened.error() != 0) {
    return absl::ErrnoToStatus(opened.error(), absl::StrCat("--model-root: cannot open ", folder));
  }
  return std::unique_ptr<const ModelRoot>(new ModelRoot(std::move(opened)));
}

absl::StatusOr<ModelFile> ModelRoot::OpenFile(const std::string& path) const {
  if (!IsPlain(path)) return ModelFileError(ENOENT);
  OpenedFile opened = folder_.Open(path);
  if (!opened.file.is_open()) return ModelFileError(opened.error);
  struct stat info = {};
  if (fstat(opened.file.get(), &info) != 0) return ModelFileError(errno);
  return ModelFile(std::move(opened.file), info);
}

absl::Status ModelRoot::AddDataFiles(const std::string& path,
                                     const std::vector<std::string>& locations,
                                     ModelFile& file) const {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  for (const std::string& location : locations) {
    OpenedFile opened = folder_.Open(folder + location);
    if (!opened.file.is_open()) {
      absl::Status error = ModelFileError(opened.error);
      if (!absl::IsNotFound(error) && !absl::IsPermissionDenied(error)) return error;
    }
    if (absl::Status status = file.AddData(location, std::move(opened.file)); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace shapewright::server
