#ifndef SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_
#define SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/files/model_file.h"
#include "server/files/open_beneath.h"

namespace shapewright::server {

// The folder whose files requests may name: nothing outside it can be reached. A path has no `..`,
// no `.` and no empty part, and is relative; links that it meets are followed within the folder
// (BeneathFolder). Thread-safe.
class ModelRoot {
 public:
  static absl::StatusOr<std::unique_ptr<const ModelRoot>> Open(const std::string& folder);

  // The errors are those of ModelFileError().
  absl::StatusOr<ModelFile> OpenFile(const std::string& path) const;

 private:
  explicit ModelRoot(BeneathFolder folder) : folder_(std::move(folder)) {}

  const BeneathFolder folder_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_FILES_MODEL_ROOT_H_
