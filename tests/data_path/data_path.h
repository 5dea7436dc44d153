#ifndef SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_
#define SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_

#include <string>

namespace shapewright {

// Where a file of tests/data stands: DataPath("corpus/models").
std::string DataPath(const std::string& file);

// Where a file of the repository stands: SourcePath("README.md").
std::string SourcePath(const std::string& file);

// The bytes of a file. Throws where it cannot be opened.
std::string ReadFile(const std::string& path);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_
