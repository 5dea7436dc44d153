#ifndef SHAPEWRIGHT_TESTS_PROTO_API_LINT_H_
#define SHAPEWRIGHT_TESTS_PROTO_API_LINT_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace shapewright {

// What a file does against buf's STANDARD rules, as far as descriptors show it, and against three
// of ours: every declaration has a comment, there are no maps (their order is not fixed, so equal
// answers would differ in bytes), and no request has more than six fields beside `limits`
// (EvaluateShapes seven). One line per finding, empty for a clean file. The file must come with
// source info, else it has no comments.
std::vector<std::string> LintFile(const google::protobuf::FileDescriptor& file);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_PROTO_API_LINT_H_
