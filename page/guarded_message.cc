#include "page/guarded_message.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "core/base/suspended_limit.h"

namespace shapewright {
namespace {

namespace io = google::protobuf::io;
namespace util = google::protobuf::util;

constexpr char kTypes[] = "type.googleapis.com";
constexpr size_t kStep = size_t{64} << 10;

class GuardedInput final : public io::ZeroCopyInputStream {
 public:
  explicit GuardedInput(io::ZeroCopyInputStream& from) : from_(from) {}

  bool Next(const void** data, int* size) override {
    return limit_.Charge() && from_.Next(data, size);
  }
  void BackUp(int count) override { from_.BackUp(count); }
  bool Skip(int count) override { return from_.Skip(count); }
  int64_t ByteCount() const override { return from_.ByteCount(); }

 private:
  SuspendedLimit limit_;
  io::ZeroCopyInputStream& from_;
};

class GuardedOutput final : public io::ZeroCopyOutputStream {
 public:
  GuardedOutput(std::string& text, size_t max_bytes) : text_(text), max_bytes_(max_bytes) {}

  bool Next(void** data, int* size) override {
    const size_t old = text_.size();
    if (!limit_.Charge() || old > max_bytes_) return false;
    if (text_.capacity() == old) text_.reserve(old + std::max(kStep, old / 2));
    text_.resize(std::min(text_.capacity(), old + kStep));
    *data = text_.data() + old;
    *size = static_cast<int>(text_.size() - old);
    return true;
  }
  void BackUp(int count) override { text_.resize(text_.size() - static_cast<size_t>(count)); }
  int64_t ByteCount() const override { return static_cast<int64_t>(text_.size()); }

 private:
  SuspendedLimit limit_;
  std::string& text_;
  const size_t max_bytes_;
};

util::TypeResolver& Types() {
  static util::TypeResolver* const kTypesOfPool = util::NewTypeResolverForDescriptorPool(
      kTypes, google::protobuf::DescriptorPool::generated_pool());
  return *kTypesOfPool;
}

}  // namespace

bool ParseMessage(io::ZeroCopyInputStream& bytes, google::protobuf::Message* message) {
  GuardedInput input(bytes);
  return message->ParseFromZeroCopyStream(&input);
}

absl::StatusOr<std::string> JsonOfMessage(const google::protobuf::Message& message,
                                          size_t max_bytes) {
  std::string text;
  bool is_written = false;
  {
    GuardedOutput output(text, max_bytes);
    const std::string bytes = message.SerializeAsString();
    io::ArrayInputStream input(bytes.data(), static_cast<int>(bytes.size()));
    const std::string url = absl::StrCat(kTypes, "/", message.GetDescriptor()->full_name());
    is_written = util::BinaryToJsonStream(&Types(), url, &input, &output).ok();
  }
  if (HeapGuard::is_exceeded()) return absl::ResourceExhaustedError("there is too little memory");
  if (text.size() > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the page would have more than ", max_bytes, " bytes of data"));
  }
  if (!is_written) return absl::InternalError("the answer nests too deep for JSON");
  return text;
}

}  // namespace shapewright
