#include "client/cpp/cli/arguments.h"

namespace shapewright::cli {

char LetterOf(Command command) {
  switch (command) {
    case Command::kInfer:
      return 'i';
    case Command::kEvaluate:
      return 'v';
    case Command::kExplain:
      return 'e';
    case Command::kAudit:
      return 'a';
    case Command::kBuckets:
      return 'b';
    case Command::kProfile:
      return 'p';
    case Command::kDescribe:
      return 'd';
    case Command::kMerge:
      return 'm';
    case Command::kLayout:
      return 'l';
    default:
      return 'h';
  }
}

}  // namespace shapewright::cli
