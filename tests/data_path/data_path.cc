#include "tests/data_path/data_path.h"

namespace shapewright {

std::string DataPath(const std::string& file) { return SourcePath("tests/data/" + file); }

std::string SourcePath(const std::string& file) { return SHAPEWRIGHT_SOURCE_DIR "/" + file; }

}  // namespace shapewright
