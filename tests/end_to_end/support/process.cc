#include "tests/end_to_end/support/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace shapewright::end_to_end {

TempFolder::TempFolder() {
  std::string path = testing::TempDir() + "shapewright_XXXXXX";
  path_ = mkdtemp(path.data());
}

TempFolder::~TempFolder() { std::filesystem::remove_all(path_); }

std::string ReadFile(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  // A file of /proc may vanish while it is read: then this is what there was.
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

Process::Process(const std::vector<std::string>& words, const std::string& out,
                 const std::string& err) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND;
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), kFlags, 0644);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), kFlags, 0644);
  const int failed = posix_spawn(&pid_, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  EXPECT_EQ(failed, 0) << words[0];
  is_done_ = failed != 0;
}

Process::~Process() {
  if (is_done_) return;
  Signal(SIGKILL);
  Wait();
}

void Process::Signal(int signal) const {
  if (!is_done_) kill(pid_, signal);
}

bool Process::Reap(int options) {
  int status = 0;
  if (is_done_ || waitpid(pid_, &status, options) != pid_) return is_done_;
  is_done_ = true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return true;
}

bool Process::IsRunning() { return !Reap(WNOHANG); }

int Process::Wait() {
  Reap(0);
  return code_;
}

ProcessResult RunProcess(const std::vector<std::string>& words) {
  const TempFolder folder;
  Process process(words, folder.File("out"), folder.File("err"));
  const int code = process.Wait();
  return {code, ReadFile(folder.File("out")), ReadFile(folder.File("err"))};
}

}  // namespace shapewright::end_to_end
