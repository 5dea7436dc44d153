#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_MODEL_FILE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_MODEL_FILE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cpp/cli/options/arguments.h"

namespace shapewright::cli {

// The path that stands for stdin.
inline constexpr absl::string_view kStdin = "-";

// What people are told of it.
inline constexpr absl::string_view kStdinName = "stdin";
std::string NameOf(const std::string& path);

// What is wrong, with the name of the model in front, unless it is in there.
absl::Status AboutModel(const std::string& path, const absl::Status& status);

// FILE_NOT_FOUND or FILE_NOT_READABLE names the file that cannot be read.
absl::StatusOr<std::string> ReadModel(const std::string& path);

// The model without its weights and with what small tensors have in files beside it
// (StripModelFile), and what the command line says of it.
absl::StatusOr<v1::ModelSpec> SpecOf(absl::string_view model, const std::string& path,
                                     const Arguments& arguments);
// FAILED_PRECONDITION unless the model is ONNX: `what` works on, or writes, ONNX models only.
absl::Status CheckOnnx(absl::string_view model, const std::string& path, absl::string_view what);
// The same of a file.
absl::StatusOr<v1::ModelSpec> ReadSpec(const std::string& path, const Arguments& arguments);

// A model that the command line names.
struct NamedModel {
  std::string path;
  // Why there is none: then the path is the word of the command line.
  absl::Status status;
};
struct NamedModels {
  std::vector<NamedModel> models;  // in the order of the operands
  // Whether they may be several: there is more than one operand, a folder or a pattern.
  bool is_list = false;
};
// A folder stands for all *.onnx, *.mlir, *.mlirbc, *.hlo and OpenVINO's *.xml below it, sorted; a
// pattern for the files that fit it, unless a file has that name. Folders that are links are not
// entered.
NamedModels ExpandModels(absl::Span<const std::string> operands);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_MODEL_FILE_H_
