#include "shapewright/model.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"
#include "core/graph/front_end/front_end.h"
#include "core/graph/read_error.h"
#include "core/library/library_access.h"
#include "core/library/model_state.h"
#include "core/wire/external_data.h"
#include "core/wire/file_error.h"
#include "core/wire/printable.h"
#include "core/wire/strip.h"

namespace shapewright {
namespace {

// Closes it at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }

 private:
  const int fd_;
};

absl::StatusOr<std::string> ReadFile(const std::string& path, uint64_t max_bytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info = {};
  if (file.get() < 0 || fstat(file.get(), &info) != 0) {
    return CannotReadFile(path, errno);
  }
  if (!S_ISREG(info.st_mode)) return CannotReadFile(path, S_ISDIR(info.st_mode) ? EISDIR : EINVAL);
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > max_bytes) return FileTooLarge(path, size, max_bytes);
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = read(file.get(), &bytes[done], bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotReadFile(path, errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

absl::StatusOr<Model> Read(absl::StatusOr<std::string> stripped, const ReadOptions& options) {
  if (!stripped.ok()) return stripped.status();
  graph::ReaderOptions reader;
  reader.limits.max_nodes = options.max_nodes;
  reader.check_interrupt = options.check_interrupt;
  auto state = std::make_shared<LibraryAccess::ModelState>();
  state->bytes = *std::move(stripped);
  auto graph = graph::ReadModelFile({state->bytes}, ModelFormat::kUnspecified, reader);
  if (!graph.ok()) return graph.status();
  state->graph = *std::move(graph);
  return LibraryAccess::Make<Model>(std::move(state));
}

}  // namespace

Model::Model(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::StatusOr<Model> Model::FromOnnx(absl::string_view bytes, const ReadOptions& options) {
  return Read(StripWeights(bytes), options);
}

absl::StatusOr<Model> Model::FromFile(const std::string& path, const ReadOptions& options) {
  const absl::StatusOr<std::string> bytes = ReadFile(path, options.max_file_bytes);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<Model> model = Read(StripModelFile(*bytes, path), options);
  const std::string name = Printable(path);
  if (model.ok() || absl::StrContains(model.status().message(), name)) return model;
  return WithMessage(model.status(), absl::StrCat(name, ": ", model.status().message()));
}

size_t Model::node_count() const { return state_->graph->node_count; }

std::string ErrorField(const absl::Status& error) { return graph::FieldOf(error); }

}  // namespace shapewright
