#ifndef SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_
#define SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_

#include <string>

namespace shapewright {

// Where a file of tests/data stands: DataPath("corpus/models").
std::string DataPath(const std::string& file);

// Where a file of the repository stands: SourcePath("README.md").
std::string SourcePath(const std::string& file);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_DATA_PATH_DATA_PATH_H_
