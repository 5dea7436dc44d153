#include "server/json/http_request.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::server {
namespace {

using Clock = ByteStream::Clock;

constexpr size_t kMaxLineBytes = 256;
// A request by GET has its message in the head.
constexpr size_t kMaxHeadBytes = 64 << 10;
constexpr size_t kMaxFields = 128;
constexpr size_t kPieceBytes = 64 << 10;

constexpr int kBadRequest = 400;
constexpr int kTimedOut = 408;
constexpr int kLengthRequired = 411;
constexpr int kTooLarge = 413;
constexpr int kHeadTooLarge = 431;
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

bool IsDecimal(absl::string_view text) {
  return !text.empty() && text.size() <= 18 &&
         std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

// One of each field that decides where a request ends.
size_t CountOf(const HttpRequest& request, absl::string_view name) {
  return static_cast<size_t>(
      std::count_if(request.fields.begin(), request.fields.end(),
                    [name](const auto& field) { return field.first == name; }));
}

}  // namespace

absl::string_view HttpRequest::Find(absl::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const auto& field) { return field.first == name; });
  return found == fields.end() ? absl::string_view() : found->second;
}

bool HttpReader::Await(Clock::time_point due) { return !Rest().empty() || Fill(due); }

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
    if (size > kMaxHeadBytes) return kHeadTooLarge;
    searched = size < 3 ? 0 : size - 3;
    if (!Fill(due)) return Clock::now() >= due ? kTimedOut : kClosed;
  }
}

int HttpReader::ReadBody(size_t max_bytes, const std::function<int(size_t)>& takes,
                         HttpRequest* request) {
  body_due_ = Clock::now() + times_.piece * static_cast<int64_t>(1 + (max_bytes >> 20));
  if (framing_ == Framing::kChunked) return ReadChunks(max_bytes, takes, &request->body);
  if (length_ > max_bytes) return kTooLarge;
  if (length_ > 0 && absl::EqualsIgnoreCase(request->Find("expect"), "100-continue") &&
      Rest().empty()) {
    if (!stream_.Write("HTTP/1.1 100 Continue\r\n\r\n", Clock::now() + times_.head).ok()) {
      return kClosed;
    }
  }
  return Take(length_, takes, &request->body);
}

int HttpReader::ParseHead(absl::string_view head, HttpRequest* request) {
  const std::vector<absl::string_view> lines = absl::StrSplit(head, "\r\n");
  const std::vector<absl::string_view> words = absl::StrSplit(lines[0], ' ');
  if (words.size() != 3 || !IsToken(words[0]) || !absl::StartsWith(words[1], "/")) {
    return kBadRequest;
  }
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0") {
    return absl::StartsWith(words[2], "HTTP/") ? kOtherVersion : kBadRequest;
  }
  request->method = std::string(words[0]);
  const std::pair<std::string, std::string> target =
      absl::StrSplit(words[1], absl::MaxSplits('?', 1));
  request->path = target.first;
  request->query = target.second;
  if (lines.size() > kMaxFields) return kHeadTooLarge;
  for (size_t i = 1; i < lines.size(); ++i) {
    const size_t colon = lines[i].find(':');
    if (colon == absl::string_view::npos || !IsToken(lines[i].substr(0, colon))) return kBadRequest;
    const absl::string_view value = absl::StripAsciiWhitespace(lines[i].substr(colon + 1));
    if (!std::all_of(value.begin(), value.end(), IsFieldByte)) return kBadRequest;
    request->fields.emplace_back(absl::AsciiStrToLower(lines[i].substr(0, colon)), value);
  }
  const std::string connection = absl::AsciiStrToLower(request->Find("connection"));
  request->keeps_alive = words[2] == "HTTP/1.1" ? !absl::StrContains(connection, "close")
                                                : absl::StrContains(connection, "keep-alive");
  return kGood;
}

int HttpReader::ParseFraming(const HttpRequest& request) {
  framing_ = Framing::kNone;
  length_ = 0;
  const absl::string_view coding = request.Find("transfer-encoding");
  const size_t lengths = CountOf(request, "content-length");
  if (lengths > 1 || CountOf(request, "transfer-encoding") > 1) return kBadRequest;
  if (!coding.empty()) {
    // Both at once is how one request is hidden in another.
    if (lengths > 0) return kBadRequest;
    if (!absl::EqualsIgnoreCase(coding, "chunked")) return kNoSuchCoding;
    framing_ = Framing::kChunked;
    return kGood;
  }
  if (lengths == 0) return request.method == "POST" ? kLengthRequired : kGood;
  const absl::string_view length = request.Find("content-length");
  if (!IsDecimal(length) || !absl::SimpleAtoi(length, &length_)) return kBadRequest;
  framing_ = Framing::kLength;
  return kGood;
}

int HttpReader::ReadChunks(size_t max_bytes, const std::function<int(size_t)>& takes,
                           std::string* body) {
  std::string line;
  while (true) {
    int status = ReadLine(&line);
    if (status != kGood) return status;
    const std::string digits = line.substr(0, line.find(';'));
    const std::string number(absl::StripAsciiWhitespace(digits));
    uint64_t size = 0;
    const bool is_number = !number.empty() && number.size() <= 8 &&
                           std::all_of(number.begin(), number.end(), absl::ascii_isxdigit) &&
                           absl::SimpleHexAtoi(number, &size);
    if (!is_number) return kBadRequest;
    if (size == 0) break;
    if (body->size() + size > max_bytes) return kTooLarge;
    status = Take(size, takes, body);
    if (status == kGood) status = ReadLine(&line);
    if (status != kGood) return status;
    if (!line.empty()) return kBadRequest;
  }
  for (size_t fields = 0; fields <= kMaxFields; ++fields) {
    const int status = ReadLine(&line);
    if (status != kGood || line.empty()) return status;
  }
  return kHeadTooLarge;
}

int HttpReader::Take(size_t size, const std::function<int(size_t)>& takes, std::string* body) {
  while (size > 0) {
    if (Rest().empty() && !Fill(std::min(Clock::now() + times_.piece, body_due_))) {
      return kTimedOut;
    }
    const size_t count = std::min(size, Rest().size());
    if (const int refused = takes(count); refused != kGood) return refused;
    body->append(Rest().data(), count);
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
    if (Rest().size() >= kMaxLineBytes + 2) return kBadRequest;
    if (!Fill(std::min(Clock::now() + times_.piece, body_due_))) return kTimedOut;
  }
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
