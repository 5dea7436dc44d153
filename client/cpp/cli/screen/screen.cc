#include "client/cpp/cli/screen/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/screen/table.h"

namespace shapewright::cli {
namespace {

constexpr size_t kDefaultWidth = 80;
constexpr size_t kLeastScreenWidth = 60;

// COLUMNS comes before what the terminal says, as with git and man.
size_t ScreenWidth(int file) {
  if (const size_t columns = ColumnsOf(std::getenv("COLUMNS")); columns > 0) return columns;
  winsize size = {};
  if (isatty(file) == 0 || ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return kDefaultWidth;
  }
  return std::max<size_t>(size.ws_col, kLeastScreenWidth);
}

bool HasColors(ColorMode mode, int file) {
  return UsesColors(mode, isatty(file) != 0, std::getenv("NO_COLOR"), std::getenv("TERM"));
}

void Write(absl::string_view text, std::FILE* file) {
  std::fwrite(text.data(), 1, text.size(), file);
}

}  // namespace

Screen::Screen(ColorMode mode, bool wide)
    : width_(wide ? kNoWidthLimit : ScreenWidth(STDOUT_FILENO)),
      has_colors_(HasColors(mode, STDOUT_FILENO)),
      has_error_colors_(HasColors(mode, STDERR_FILENO)),
      is_error_terminal_(isatty(STDERR_FILENO) != 0) {}

void Screen::Print(absl::string_view text) {
  ClearProgress();
  Write(RenderLines(text, has_colors_), stdout);
}

void Screen::PrintError(absl::string_view text) {
  ClearProgress();
  // What belongs to it comes first, whether or not both go to one place.
  std::fflush(stdout);
  std::string whole = absl::StrCat(Styled(Style::kError, "shapewright:"), " ", text);
  if (is_error_terminal_) {
    const std::vector<std::string> lines = absl::StrSplit(whole, '\n');
    whole = absl::StrJoin(lines, "\n", [](std::string* out, const std::string& line) {
      absl::StrAppend(out, Wrap(line, ScreenWidth(STDERR_FILENO), 0));
    });
  }
  Write(RenderLines(absl::StrCat(whole, "\n"), has_error_colors_), stderr);
}

void Screen::ShowProgress(absl::string_view text) {
  if (!is_error_terminal_) return;
  std::fflush(stdout);
  ClearProgress();
  Write(RenderLines(ShortenMiddle(text, ScreenWidth(STDERR_FILENO) - 1), false), stderr);
  has_progress_ = true;
}

bool Screen::Finish() {
  ClearProgress();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

void Screen::ClearProgress() {
  if (has_progress_) Write("\r\x1b[K", stderr);
  has_progress_ = false;
}

}  // namespace shapewright::cli
