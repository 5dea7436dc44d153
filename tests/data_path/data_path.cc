#include "tests/data_path/data_path.h"

#include <fstream>
#include <iterator>

namespace shapewright {

std::string DataPath(const std::string& file) { return SourcePath("tests/data/" + file); }

std::string SourcePath(const std::string& file) { return SHAPEWRIGHT_SOURCE_DIR "/" + file; }

std::string ReadFile(const std::string& path) {
  std::ifstream file;
  file.exceptions(std::ios::failbit);
  file.open(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace shapewright
