#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SCREEN_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SCREEN_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {

// Where the program writes: all of it goes through here, and none of it is a command to the
// terminal but colors.
class Screen {
 public:
  // Asks the environment and the terminal. Wide: lines are as long as they are.
  Screen(ColorMode mode, bool wide);

  // Columns of stdout.
  size_t width() const { return width_; }

  // To stdout and to stderr; an error begins with the program's name.
  void Print(absl::string_view text);
  void PrintError(absl::string_view text);
  // A line on stderr that the next text overwrites; nothing if that is no terminal.
  void ShowProgress(absl::string_view text);

  // Writes what is left. False if stdout did not take all: a full disk, a closed pipe.
  bool Finish();

 private:
  void ClearProgress();

  size_t width_;
  bool has_colors_;
  bool has_error_colors_;
  bool is_error_terminal_;
  bool has_progress_ = false;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_SCREEN_SCREEN_H_
