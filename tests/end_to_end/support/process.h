#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_PROCESS_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace shapewright::end_to_end {

// A folder that is removed with all that is in it.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string ReadFile(const std::string& path);
void WriteFile(const std::string& path, const std::string& bytes);

// A program that runs; stdout and stderr go into files.
class Process {
 public:
  Process(const std::vector<std::string>& words, const std::string& out, const std::string& err);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  // Kills it.
  ~Process();

  pid_t pid() const { return pid_; }
  void Signal(int signal) const;
  bool IsRunning();
  // Its exit code, or minus the signal that ended it.
  int Wait();

 private:
  bool Reap(int options);

  pid_t pid_ = 0;
  bool is_done_ = false;
  int code_ = 0;
};

struct ProcessResult {
  int code;
  std::string out;
  std::string err;
};

// Runs a program to its end.
ProcessResult RunProcess(const std::vector<std::string>& words);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_PROCESS_H_
