#include "tests/proto/golden.h"

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

std::string GoldenPath(const std::string& name) { return DataPath("proto/" + name); }

}  // namespace

std::vector<std::string> ReadGolden(const std::string& name) {
  std::ifstream file(GoldenPath(name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void WriteGolden(const std::string& name, const std::vector<std::string>& lines) {
  std::ofstream file(GoldenPath(name));
  for (const std::string& line : lines) file << line << '\n';
}

bool UpdatesGolden() {
  const char* update = std::getenv("SHAPEWRIGHT_UPDATE_GOLDEN");
  return update != nullptr && std::string_view(update) == "1";
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
