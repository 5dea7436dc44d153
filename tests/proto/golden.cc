#include "tests/proto/golden.h"

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/data_path/data_path.h"

namespace shapewright {

std::vector<std::string> ReadGolden(const std::string& name) {
  std::ifstream file(DataPath("proto/" + name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string LineDifference(const std::vector<std::string>& expected,
                           const std::vector<std::string>& actual) {
  const std::multiset<std::string> in_expected(expected.begin(), expected.end());
  const std::multiset<std::string> in_actual(actual.begin(), actual.end());
  std::string difference;
  for (const std::string& line : expected) {
    if (in_actual.count(line) < in_expected.count(line)) difference += "- " + line + "\n";
  }
  for (const std::string& line : actual) {
    if (in_expected.count(line) < in_actual.count(line)) difference += "+ " + line + "\n";
  }
  return difference;
}

}  // namespace shapewright
