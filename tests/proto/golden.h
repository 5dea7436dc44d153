#ifndef SHAPEWRIGHT_TESTS_PROTO_GOLDEN_H_
#define SHAPEWRIGHT_TESTS_PROTO_GOLDEN_H_

#include <string>
#include <vector>

namespace shapewright {

// The lines of tests/data/proto/<name>; empty if there is no such file.
std::vector<std::string> ReadGolden(const std::string& name);

// Lines that only `expected` has, after "- ", and lines that only `actual` has, after "+ ".
std::string LineDifference(const std::vector<std::string>& expected,
                           const std::vector<std::string>& actual);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_PROTO_GOLDEN_H_
