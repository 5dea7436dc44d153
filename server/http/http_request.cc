#include "server/http/http_request.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

using Clock = ByteStream::Clock;

constexpr size_t kMaxLineBytes = 256;
// A request by GET has its message in the head.
constexpr size_t kMaxHeadBytes = 64 << 10;
constexpr size_t kMaxFields = 128;
constexpr size_t kPieceBytes = 64 << 10;

constexpr int kNoSuchCoding = 501;
constexpr int kOtherVersion = 505;

bool IsTokenByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         absl::StrContains("!#$%&'*+-.^_`|~", c);
}

bool IsToken(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsTokenByte);
}

bool IsFieldByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == '\t' || (byte >= ' ' && byte != 0x7f);
}

bool HasFieldBytesOnly(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), IsFieldByte);
}

// Of the path and the query.
bool IsTarget(absl::string_view text) {
  return absl::StartsWith(text, "/") &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

// Spaces and tabs alone: to strip a CR or LF would hide where others see the end of a line.
absl::string_view StripBlanks(absl::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool IsDecimal(absl::string_view text) {
  return !text.empty() && text.size() <= 18 &&
         std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

// Fields that one request has once: of two, others might see the other one.
constexpr std::array<const char*, 8> kSingle = {
    "host",   "content-length",           "transfer-encoding", "content-type", "content-encoding",
    "expect", "connect-protocol-version", "connect-timeout-ms"};

// Whether a `Connection` asks to close.
bool AsksToClose(const HttpRequest& request) {
  for (const auto& [name, value] : request.fields) {
    if (name != "connection") continue;
    for (const absl::string_view option : absl::StrSplit(value, ',')) {
      if (absl::EqualsIgnoreCase(StripBlanks(option), "close")) return true;
    }
  }
  return false;
}

int ParseField(absl::string_view line, HttpRequest* request) {
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos || !IsToken(line.substr(0, colon))) return kHttpBadRequest;
  const absl::string_view value = StripBlanks(line.substr(colon + 1));
  if (!HasFieldBytesOnly(value)) return kHttpBadRequest;
  request->fields.emplace_back(absl::AsciiStrToLower(line.substr(0, colon)), value);
  return HttpReader::kGood;
}

int ParseHead(absl::string_view head, HttpRequest* request) {
  const std::vector<absl::string_view> lines = absl::StrSplit(head, "\r\n");
  const std::vector<absl::string_view> words = absl::StrSplit(lines[0], ' ');
  if (words.size() != 3 || !IsToken(words[0]) || !IsTarget(words[1])) return kHttpBadRequest;
  const bool is_new = words[2] == "HTTP/1.1";
  if (!is_new && words[2] != "HTTP/1.0") {
    return absl::StartsWith(words[2], "HTTP/") ? kOtherVersion : kHttpBadRequest;
  }
  request->method = std::string(words[0]);
  const std::pair<std::string, std::string> target =
      absl::StrSplit(words[1], absl::MaxSplits('?', 1));
  request->path = target.first;
  request->query = target.second;
  if (lines.size() > kMaxFields) return kHttpHeadTooLarge;
  for (size_t i = 1; i < lines.size(); ++i) {
    if (const int status = ParseField(lines[i], request); status != HttpReader::kGood) {
      return status;
    }
  }
  for (const char* const name : kSingle) {
    if (request->Count(name) > 1) return kHttpBadRequest;
  }
  if (is_new && request->Count("host") == 0) return kHttpBadRequest;
  // RFC 9110, 10.1.1: such a client knows of no 100 (Continue).
  const auto expects = [](const auto& field) { return field.first == "expect"; };
  if (!is_new) std::erase_if(request->fields, expects);
  // Chunks came with 1.1: who passes on what has them as 1.0 does not know where it ends.
  if (!is_new && request->Count("transfer-encoding") > 0) return kHttpBadRequest;
  request->keeps_alive = is_new && !AsksToClose(*request);
  return HttpReader::kGood;
}

// The size of a chunk, from its line.
int ParseChunkSize(absl::string_view line, size_t* size) {
  if (!HasFieldBytesOnly(line)) return kHttpBadRequest;
  const size_t end = line.find(';');
  absl::string_view digits = line.substr(0, end);
  if (end != absl::string_view::npos) digits = absl::StripTrailingAsciiWhitespace(digits);
  constexpr size_t kMaxDigits = 8;
  uint64_t number = 0;
  const bool is_number = !digits.empty() && digits.size() <= kMaxDigits &&
                         std::all_of(digits.begin(), digits.end(), absl::ascii_isxdigit) &&
                         absl::SimpleHexAtoi(digits, &number);
  *size = number;
  return is_number ? HttpReader::kGood : kHttpBadRequest;
}

}  // namespace

absl::string_view HttpRequest::Find(absl::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const auto& field) { return field.first == name; });
  return found == fields.end() ? absl::string_view() : found->second;
}

size_t HttpRequest::Count(absl::string_view name) const {
  return static_cast<size_t>(std::count_if(
      fields.begin(), fields.end(), [name](const auto& field) { return field.first == name; }));
}

bool HttpReader::Await(Clock::time_point due) {
  if (!Rest().empty()) return true;
  // Many connections wait for long.
  std::string().swap(buffer_);
  used_ = 0;
  return Fill(due);
}

int HttpReader::ReadHead(HttpRequest* request) {
  const Clock::time_point due = Clock::now() + times_.head;
  size_t searched = 0;
  while (true) {
    const size_t end = Rest().find("\r\n\r\n", searched);
    if (end != std::string::npos && end <= kMaxHeadBytes) {
      const int status = ParseHead(Rest().substr(0, end), request);
      used_ += end + 4;
      return status == kGood ? ParseFraming(*request) : status;
    }
    const size_t size = Rest().size();
    if (size > kMaxHeadBytes) return kHttpHeadTooLarge;
    searched = size < 3 ? 0 : size - 3;
    if (!Fill(due)) return Clock::now() >= due ? kHttpTimedOut : kClosed;
  }
}

int HttpReader::ReadBody(size_t max_bytes, const std::function<int(size_t)>& takes,
                         HttpRequest* request) {
  body_begin_ = Clock::now();
  body_bytes_ = 0;
  if (framing_ == Framing::kNone && request->method == "POST") return kHttpLengthRequired;
  if (length_ > max_bytes) return kHttpBodyTooLarge;
  const bool has_body = framing_ == Framing::kChunked || length_ > 0;
  if (has_body && Rest().empty() &&
      absl::EqualsIgnoreCase(request->Find("expect"), "100-continue") &&
      !stream_.Write("HTTP/1.1 100 Continue\r\n\r\n", Clock::now() + times_.head).ok()) {
    return kClosed;
  }
  return framing_ == Framing::kChunked ? ReadChunks(max_bytes, takes, &request->body)
                                       : Take(length_, takes, &request->body);
}

int HttpReader::ParseFraming(const HttpRequest& request) {
  framing_ = Framing::kNone;
  length_ = 0;
  const bool has_length = request.Count("content-length") > 0;
  if (request.Count("transfer-encoding") > 0) {
    // Both at once is how one request is hidden in another.
    if (has_length) return kHttpBadRequest;
    if (!absl::EqualsIgnoreCase(request.Find("transfer-encoding"), "chunked")) {
      return kNoSuchCoding;
    }
    framing_ = Framing::kChunked;
  } else if (has_length) {
    const absl::string_view length = request.Find("content-length");
    if (!IsDecimal(length) || !absl::SimpleAtoi(length, &length_)) return kHttpBadRequest;
    framing_ = Framing::kLength;
  }
  // No other method has a body here: what nobody reads would be taken for the next request.
  const bool has_body = framing_ == Framing::kChunked || length_ > 0;
  return has_body && request.method != "POST" ? kHttpBadRequest : kGood;
}

int HttpReader::ReadChunks(size_t max_bytes, const std::function<int(size_t)>& takes,
                           std::string* body) {
  std::string line;
  while (true) {
    size_t size = 0;
    int status = ReadLine(&line);
    if (status == kGood) status = ParseChunkSize(line, &size);
    if (status != kGood) return status;
    if (size == 0) return ReadTrailers();
    if (body->size() + size > max_bytes) return kHttpBodyTooLarge;
    status = Take(size, takes, body);
    if (status == kGood) status = ReadLine(&line);
    if (status != kGood) return status;
    if (!line.empty()) return kHttpBadRequest;
  }
}

int HttpReader::ReadTrailers() {
  HttpRequest unused;
  std::string line;
  for (size_t fields = 0; fields <= kMaxFields; ++fields) {
    int status = ReadLine(&line);
    if (status != kGood || line.empty()) return status;
    status = ParseField(line, &unused);
    if (status != kGood) return status;
  }
  return kHttpHeadTooLarge;
}

int HttpReader::Take(size_t size, const std::function<int(size_t)>& takes, std::string* body) {
  while (size > 0) {
    if (Rest().empty()) {
      if (const int status = FillBody(); status != kGood) return status;
    }
    const size_t count = std::min(size, Rest().size());
    if (const int refused = takes(count); refused != kGood) return refused;
    body->append(Rest().data(), count);
    body_bytes_ += count;
    used_ += count;
    size -= count;
  }
  return kGood;
}

int HttpReader::ReadLine(std::string* line) {
  while (true) {
    const size_t end = Rest().substr(0, kMaxLineBytes + 2).find("\r\n");
    if (end != std::string::npos) {
      *line = std::string(Rest().substr(0, end));
      used_ += end + 2;
      return kGood;
    }
    if (Rest().size() >= kMaxLineBytes + 2) return kHttpBadRequest;
    if (const int status = FillBody(); status != kGood) return status;
  }
}

Clock::time_point HttpReader::BodyDue(size_t bytes) const {
  constexpr int64_t kMiB = 1 << 20;
  return body_begin_ + times_.piece + times_.piece / kMiB * static_cast<int64_t>(bytes);
}

int HttpReader::FillBody() {
  const Clock::time_point due = BodyDue(body_bytes_);
  if (Fill(due)) return kGood;
  return Clock::now() >= due ? kHttpTimedOut : kClosed;
}

bool HttpReader::Fill(Clock::time_point due) {
  std::array<char, kPieceBytes> bytes;
  const absl::StatusOr<size_t> count = stream_.Read(bytes.data(), bytes.size(), due);
  if (!count.ok() || *count == 0) return false;
  buffer_.erase(0, used_);
  used_ = 0;
  buffer_.append(bytes.data(), *count);
  return true;
}

}  // namespace shapewright::server
