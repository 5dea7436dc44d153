#include "server/json/transcode.h"

#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/suspended_limit.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/cache/byte_view.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

namespace io = google::protobuf::io;
namespace util = google::protobuf::util;
using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::Message;
using google::protobuf::MessageFactory;
using nlohmann::json;

constexpr char kTypes[] = "type.googleapis.com";
// The next steps take twice the time for a twentieth of the size.
constexpr int kGzipLevel = 4;

struct CodeRow {
  const char* name;
  int http;
};
// By grpc::StatusCode; https://connectrpc.com/docs/protocol#error-codes.
constexpr std::array<CodeRow, 17> kCodes = {{{"unknown", 500},
                                             {"canceled", 499},
                                             {"unknown", 500},
                                             {"invalid_argument", 400},
                                             {"deadline_exceeded", 504},
                                             {"not_found", 404},
                                             {"already_exists", 409},
                                             {"permission_denied", 403},
                                             {"resource_exhausted", 429},
                                             {"failed_precondition", 400},
                                             {"aborted", 409},
                                             {"out_of_range", 400},
                                             {"unimplemented", 501},
                                             {"internal", 500},
                                             {"unavailable", 503},
                                             {"data_loss", 500},
                                             {"unauthenticated", 401}}};

const CodeRow& RowOf(grpc::StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return kCodes[index < kCodes.size() ? index : 0];
}

// OK while a translation is wanted and there is memory for it.
absl::Status Poll(SuspendedLimit& limit, const StillWanted& wanted) {
  return limit.Charge() ? wanted() : MemoryError("message");
}

// Gives a text in pieces, as long as it is wanted and there is memory for it.
class PolledInput final : public io::ZeroCopyInputStream {
 public:
  // `ends`: of all pieces but the last one, in ascending order.
  PolledInput(absl::string_view text, const std::vector<size_t>& ends, const StillWanted& wanted,
              SuspendedLimit& limit)
      : text_(text), ends_(ends), wanted_(wanted), limit_(limit) {}

  const absl::Status& status() const { return status_; }

  bool Next(const void** data, int* size) override {
    if (begin_ >= text_.size() || !(status_ = Poll(limit_, wanted_)).ok()) return false;
    const size_t end = next_ < ends_.size() ? ends_[next_++] : text_.size();
    *data = text_.data() + begin_;
    *size = static_cast<int>(end - begin_);
    begin_ = end;
    return true;
  }
  void BackUp(int count) override { begin_ -= static_cast<size_t>(count); }
  bool Skip(int /*count*/) override { return false; }
  int64_t ByteCount() const override { return static_cast<int64_t>(begin_); }

 private:
  const absl::string_view text_;
  const std::vector<size_t>& ends_;
  const StillWanted& wanted_;
  SuspendedLimit& limit_;
  size_t next_ = 0;
  size_t begin_ = 0;
  absl::Status status_;
};

// Appends to a text, which grows by half: StringOutputStream doubles it.
class TextOutput final : public io::ZeroCopyOutputStream {
 public:
  explicit TextOutput(std::string& text) : text_(text) {}

  bool Next(void** data, int* size) override {
    constexpr size_t kStep = 64 << 10;
    const size_t old = text_.size();
    if (text_.capacity() == old) text_.reserve(old + std::max(kStep, old / 2));
    text_.resize(std::min(text_.capacity(), old + kStep));
    *data = text_.data() + old;
    *size = static_cast<int>(text_.size() - old);
    return true;
  }
  void BackUp(int count) override { text_.resize(text_.size() - static_cast<size_t>(count)); }
  int64_t ByteCount() const override { return static_cast<int64_t>(text_.size()); }

 private:
  std::string& text_;
};

// Passes on what is written, until that is too much or not wanted any more.
class BoundedOutput final : public io::ZeroCopyOutputStream {
 public:
  BoundedOutput(io::ZeroCopyOutputStream& to, size_t max_bytes, const StillWanted& wanted,
                SuspendedLimit& limit)
      : to_(to), max_bytes_(static_cast<int64_t>(max_bytes)), wanted_(wanted), limit_(limit) {}

  const absl::Status& status() const { return status_; }
  bool is_full() const { return bytes_ > max_bytes_; }

  bool Next(void** data, int* size) override {
    if (status_.ok()) status_ = Poll(limit_, wanted_);
    if (!status_.ok() || is_full() || !to_.Next(data, size)) return false;
    bytes_ += *size;
    return true;
  }
  void BackUp(int count) override {
    to_.BackUp(count);
    bytes_ -= count;
  }
  int64_t ByteCount() const override { return bytes_; }

 private:
  io::ZeroCopyOutputStream& to_;
  const int64_t max_bytes_;
  const StillWanted& wanted_;
  SuspendedLimit& limit_;
  int64_t bytes_ = 0;
  absl::Status status_;
};

util::TypeResolver& Types() {
  static util::TypeResolver* const kTypesOfPool =
      util::NewTypeResolverForDescriptorPool(kTypes, DescriptorPool::generated_pool());
  return *kTypesOfPool;
}

std::string UrlOf(const Descriptor& message) {
  return absl::StrCat(kTypes, "/", message.full_name());
}

bool Copy(io::ZeroCopyInputStream& from, io::ZeroCopyOutputStream& to) {
  const void* bytes = nullptr;
  int size = 0;
  while (from.Next(&bytes, &size)) {
    const auto* rest = static_cast<const char*>(bytes);
    while (size > 0) {
      void* place = nullptr;
      int room = 0;
      if (!to.Next(&place, &room)) return false;
      const int count = std::min(size, room);
      std::memcpy(place, rest, static_cast<size_t>(count));
      if (count < room) to.BackUp(room - count);
      rest += count;
      size -= count;
    }
  }
  return true;
}

// The message that an Any of an error holds, as JSON; null for one that is not known.
json DebugOf(const google::protobuf::Any& detail, const std::string& name) {
  const Descriptor* const type = DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  if (type == nullptr) return nullptr;
  const std::unique_ptr<Message> message(
      MessageFactory::generated_factory()->GetPrototype(type)->New());
  std::string text;
  if (!detail.UnpackTo(message.get()) || !util::MessageToJsonString(*message, &text).ok()) {
    return nullptr;
  }
  return json::parse(text, nullptr, false);
}

}  // namespace

absl::StatusOr<std::string> BinaryOf(absl::string_view text, const Descriptor& message,
                                     const StillWanted& wanted) {
  const absl::StatusOr<std::vector<size_t>> pieces = CheckJson(text, message, wanted);
  absl::Status good = pieces.status();
  std::string bytes;
  if (good.ok()) {
    SuspendedLimit limit;
    PolledInput input(text, *pieces, wanted, limit);
    TextOutput output(bytes);
    const util::Status read = util::JsonToBinaryStream(&Types(), UrlOf(message), &input, &output);
    if (!input.status().ok()) return input.status();
    if (read.ok()) return bytes;
    good =
        absl::InvalidArgumentError(absl::string_view(read.message().data(), read.message().size()));
  }
  if (!absl::IsInvalidArgument(good)) return good;
  return CallError(good.code(), reason::kMalformedRequest,
                   absl::StrCat("the JSON is not a valid ", message.name(), ": ", good.message()));
}

absl::StatusOr<std::string> AnswerOf(const grpc::ByteBuffer& bytes, const Descriptor& message,
                                     const AnswerForm& form, const StillWanted& wanted) {
  SuspendedLimit limit;
  std::string text;
  TextOutput plain(text);
  std::unique_ptr<io::GzipOutputStream> gzip;
  if (form.is_gzip) {
    io::GzipOutputStream::Options options;
    options.compression_level = kGzipLevel;
    gzip = std::make_unique<io::GzipOutputStream>(&plain, options);
  }
  BoundedOutput output(gzip != nullptr ? static_cast<io::ZeroCopyOutputStream&>(*gzip) : plain,
                       form.max_bytes, wanted, limit);
  grpc::ByteBuffer copy = bytes;
  grpc::ProtoBufferReader input(&copy);
  bool is_written = form.is_json
                        ? util::BinaryToJsonStream(&Types(), UrlOf(message), &input, &output).ok()
                        : Copy(input, output);
  if (gzip != nullptr) is_written = gzip->Close() && is_written;
  if (!output.status().ok()) return output.status();
  if (output.is_full()) {
    return CallError(absl::StatusCode::kResourceExhausted, reason::kAnswerTooLarge,
                     absl::StrCat("the answer has more than ", form.max_bytes, " bytes"));
  }
  if (is_written) return text;
  return CallError(absl::StatusCode::kUnimplemented, "NO_JSON_ANSWER",
                   "the answer nests too deep for JSON: ask for application/proto");
}

absl::string_view ConnectCode(grpc::StatusCode code) { return RowOf(code).name; }

int HttpStatusOf(grpc::StatusCode code) { return RowOf(code).http; }

std::string ErrorJson(const grpc::Status& error) {
  json body = {{"code", ConnectCode(error.error_code())}};
  if (!error.error_message().empty()) body["message"] = error.error_message();
  google::rpc::Status status;
  if (status.ParseFromString(error.error_details())) {
    for (const google::protobuf::Any& detail : status.details()) {
      const std::string name = detail.type_url().substr(detail.type_url().rfind('/') + 1);
      std::string value = absl::Base64Escape(detail.value());
      value.erase(value.find_last_not_of('=') + 1);
      json said = {{"type", name}, {"value", value}};
      if (json debug = DebugOf(detail, name); debug.is_object()) said["debug"] = std::move(debug);
      body["details"].push_back(std::move(said));
    }
  }
  return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace shapewright::server
