#ifndef SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_CHECK_CHECK_CASES_H_
#define SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_CHECK_CHECK_CASES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/check_paths.h"

namespace shapewright::cli {

// A finding that a case of tests/data/check/*.txt expects.
struct ExpectedFinding {
  std::string file;
  int line = 0;
  std::string code;

  bool operator<(const ExpectedFinding& other) const {
    return std::tie(file, line, code) < std::tie(other.file, other.line, other.code);
  }
  bool operator==(const ExpectedFinding& other) const {
    return file == other.file && line == other.line && code == other.code;
  }
};

// A folder with configurations, and what is to be found in it.
struct CheckCase {
  std::string name;
  std::map<std::string, std::string> files;  // by path; a folder's ends in /
  std::vector<ExpectedFinding> expected;     // empty: all is well
  std::string link;                          // of the report of a user; may be empty
  bool is_fixed = false;                     // whether --fix leaves nothing to be found
};

// Reads a file of cases. Its lines:
//   base NAME, and until the next base, the folder that its cases change:
//     model PATH NAME       a model of tests/data/check/models
//     file PATH, TEXT..., end
//     mkdir PATH
//   good NAME, error NAME, and what a case changes and expects:
//     edit PATH, then `- OLD`, `+ NEW` in pairs: the first OLD becomes NEW; both may go on in lines
//     below. An OLD of * is the whole file.
//     drop PATH; mkdir PATH; write PATH TEXT
//     expect PATH | TEXT | CODE    a finding at the first line that has the text, after the edits.
//                                  Without a text it is about the file; @N is line N
//     also PATH | TEXT | CODE      another one
//     link URL; fixed
// Errors are thrown away with a failure of the test.
std::vector<CheckCase> ReadCheckCases(const std::string& path);

// Writes the files of a case into a folder.
void WriteCase(const CheckCase& check, const std::string& folder);

// What is found in a folder, by this process.
absl::StatusOr<Checked> CheckFolder(const std::string& folder);
// Paths as the cases have them.
std::vector<ExpectedFinding> FoundIn(const Checked& checked, absl::string_view folder);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_TESTS_CLIENT_CPP_CLI_CHECK_CHECK_CASES_H_
