#ifndef SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_
#define SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/files/model_file.h"
#include "server/files/open_beneath.h"

namespace shapewright::server {

// The folder whose files requests may name; files outside of it cannot be reached. A path is
// relative, without `..`, `.` and empty parts; links are followed within the folder
// (BeneathFolder). Thread-safe.
class ModelRoot {
 public:
  static absl::StatusOr<std::unique_ptr<const ModelRoot>> Open(const std::string& folder);

  // The errors are those of ModelFileError().
  absl::StatusOr<ModelFile> OpenFile(const std::string& path) const;
  // Adds the files that the model of this path names by these locations, relative to its folder.
  // One that is missing, leads out of the root or may not be read is added as absent; other
  // failures are those of ModelFileError().
  absl::Status AddDataFiles(const std::string& path, const std::vector<std::string>& locations,
                            ModelFile& file) const;

 private:
  explicit ModelRoot(BeneathFolder folder) : folder_(std::move(folder)) {}

  const BeneathFolder folder_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_
