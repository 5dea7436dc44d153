// Fuzzes the way of a path through links below the model root: lines `NAME TARGET` make links in
// it, the last line is opened. Both ways of opening agree, and what they open is a file of the
// root.
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "server/files/open_beneath.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using shapewright::fuzz::Defect;
using shapewright::server::BeneathFolder;
using shapewright::server::OpenedFile;

// A root with some files and folders, and secrets beside it.
class Scene {
 public:
  Scene() {
    std::string pattern = std::filesystem::temp_directory_path() / "shapewright_XXXXXX";
    outside_ = std::filesystem::canonical(mkdtemp(pattern.data()));
    root_ = outside_ + "/r";
    std::filesystem::create_directories(root_ + "/d/e");
    for (const char* file : {"/m", "/d/m", "/d/e/m"}) {
      std::ofstream(root_ + file) << "m";
      struct stat info = {};
      stat((root_ + file).c_str(), &info);
      inside_.insert(info.st_ino);
    }
    std::ofstream(outside_ + "/m") << "secret";
  }
  ~Scene() { std::filesystem::remove_all(outside_); }

  const std::string& outside() const { return outside_; }
  const std::string& root() const { return root_; }
  bool IsInside(ino_t inode) const { return inside_.contains(inode); }

 private:
  std::string outside_;
  std::string root_;
  std::set<ino_t> inside_;
};

const Scene& TheScene() {
  static const Scene scene;
  return scene;
}

// `%` stands for the absolute path of the root, `#` for that of what is around it.
std::string Written(absl::string_view text) {
  return absl::StrReplaceAll(
      text,
      {{"%", TheScene().root()}, {"#", TheScene().outside()}, {absl::string_view("\0", 1), ""}});
}

// Links that are gone when it is.
class Links {
 public:
  explicit Links(const std::vector<std::string>& lines) {
    constexpr size_t kMostLinks = 6;
    for (size_t i = 0; i + 1 < lines.size() && i < kMostLinks; ++i) {
      const std::vector<std::string> words = absl::StrSplit(lines[i], absl::MaxSplits(' ', 1));
      // Only names of links: `a`, or within a folder `d/a`.
      const absl::string_view name = words[0];
      const bool is_name = name.size() == 1 || (name.size() == 3 && absl::StartsWith(name, "d/"));
      if (words.size() != 2 || !is_name || name.back() < 'a' || name.back() > 'c') continue;
      const std::string path = absl::StrCat(TheScene().root(), "/", name);
      if (symlink(Written(words[1]).c_str(), path.c_str()) == 0) paths_.push_back(path);
    }
  }
  ~Links() {
    for (const std::string& path : paths_) unlink(path.c_str());
  }

 private:
  std::vector<std::string> paths_;
};

void CheckInside(const OpenedFile& opened) {
  struct stat info = {};
  if (!opened.file.is_open()) {
    if (opened.error == 0) Defect("neither a file nor an error");
  } else if (fstat(opened.file.get(), &info) != 0 || !TheScene().IsInside(info.st_ino)) {
    Defect("a file from outside");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMaxBytes = 400;
  if (size > kMaxBytes) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> lines = absl::StrSplit(text, '\n');
  const std::string path = Written(lines.back());
  // Absolute paths and `..` are refused before.
  if (path.empty() || path[0] == '/') return 0;
  const Links links(lines);
  const BeneathFolder folder(TheScene().root());
  const OpenedFile opened = folder.Open(path);
  const OpenedFile stepwise = folder.OpenStepwise(path);
  CheckInside(opened);
  CheckInside(stepwise);
  if (opened.file.is_open() != stepwise.file.is_open()) {
    Defect(absl::StrCat("one way opens it: ", std::strerror(opened.error), ", ",
                        std::strerror(stepwise.error)));
  }
  return 0;
}
