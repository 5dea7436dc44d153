#include "tests/end_to_end/support/http.h"

#include <arpa/inet.h>
#include <civetweb.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <regex>
#include <set>
#include <sstream>

namespace shapewright::end_to_end {
namespace {

struct Address {
  std::string host;
  int port;
};

Address Split(const std::string& address) {
  const size_t colon = address.rfind(':');
  return {address.substr(0, colon), std::stoi(address.substr(colon + 1))};
}

std::string ReadBody(mg_connection* connection) {
  std::string body;
  std::array<char, 4096> buffer;
  while (true) {
    const int size = mg_read(connection, buffer.data(), buffer.size());
    if (size <= 0) return body;
    body.append(buffer.data(), static_cast<size_t>(size));
  }
}

// The family of a sample: a histogram has three kinds of them.
std::string FamilyOf(const std::string& name, const std::map<std::string, std::string>& types) {
  for (const std::string suffix : {"_bucket", "_sum", "_count"}) {
    if (name.size() <= suffix.size() || !name.ends_with(suffix)) continue;
    std::string family = name.substr(0, name.size() - suffix.size());
    const auto type = types.find(family);
    if (type != types.end() && type->second == "histogram") return family;
  }
  return name;
}

}  // namespace

namespace {

// `rest` is what stands behind the fields that all requests have.
HttpResponse Ask(const std::string& address, const std::string& path, const std::string& method,
                 const std::string& rest) {
  const Address parts = Split(address);
  std::array<char, 256> error;
  mg_connection* connection =
      mg_download(parts.host.c_str(), parts.port, 0, error.data(), error.size(),
                  "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s", method.c_str(),
                  path.c_str(), address.c_str(), rest.c_str());
  if (connection == nullptr) return {};
  const mg_response_info* info = mg_get_response_info(connection);
  HttpResponse response;
  response.status = info->status_code;
  for (int i = 0; i < info->num_headers; ++i) {
    response.headers[info->http_headers[i].name] = info->http_headers[i].value;
  }
  if (method != "HEAD") response.body = ReadBody(connection);
  mg_close_connection(connection);
  return response;
}

}  // namespace

HttpResponse Fetch(const std::string& address, const std::string& path, const std::string& method) {
  return Ask(address, path, method, "\r\n");
}

HttpResponse Post(const std::string& address, const std::string& path, const std::string& body,
                  const std::string& length) {
  const std::string content_length = length.empty() ? std::to_string(body.size()) : length;
  return Ask(
      address, path, "POST",
      "Content-Type: application/json\r\nContent-Length: " + content_length + "\r\n\r\n" + body);
}

RawConnection::RawConnection(const std::string& address, int receive_bytes)
    : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_bytes > 0) {
    EXPECT_EQ(setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes)), 0);
  }
  sockaddr_in name = {};
  name.sin_family = AF_INET;
  name.sin_port = htons(static_cast<uint16_t>(Split(address).port));
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&name), sizeof(name)), 0);
}

RawConnection::~RawConnection() { close(fd_); }

void RawConnection::Send(const std::string& bytes) const {
  send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

bool RawConnection::HasAnswer() const {
  pollfd polled = {fd_, POLLIN, 0};
  return poll(&polled, 1, 0) > 0;
}

std::string RawConnection::Read(size_t most) const {
  std::string bytes(most, 0);
  const ssize_t count = recv(fd_, bytes.data(), bytes.size(), 0);
  bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return bytes;
}

std::string RawConnection::ReadAll() const {
  constexpr size_t kPiece = 4096;
  std::string all;
  for (std::string piece = Read(kPiece); !piece.empty(); piece = Read(kPiece)) all += piece;
  return all;
}

SilentConnections::SilentConnections(const std::string& address, int count) {
  const Address parts = Split(address);
  for (int i = 0; i < count; ++i) {
    connections_.push_back(mg_connect_client(parts.host.c_str(), parts.port, 0, nullptr, 0));
    EXPECT_NE(connections_.back(), nullptr);
  }
}

SilentConnections::~SilentConnections() {
  for (mg_connection* connection : connections_) mg_close_connection(connection);
}

// https://prometheus.io/docs/instrumenting/exposition_formats
std::map<std::string, double> ParseMetrics(const std::string& text) {
  static const auto* const kSample = new std::regex(
      R"re(([a-zA-Z_:][a-zA-Z0-9_:]*)((?:\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\S+))re");
  std::map<std::string, double> samples;
  std::map<std::string, std::string> types;
  std::set<std::string> helps;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string hash;
    std::string kind;
    std::string name;
    std::string rest;
    words >> hash >> kind >> name >> rest;
    if (hash == "#") {
      const bool is_new =
          kind == "TYPE" ? types.emplace(name, rest).second : helps.insert(name).second;
      EXPECT_TRUE(is_new) << line;
      continue;
    }
    std::smatch match;
    EXPECT_TRUE(std::regex_match(line, match, *kSample)) << line;
    if (match.empty()) continue;
    const std::string family = FamilyOf(match[1], types);
    EXPECT_EQ(types.count(family) + helps.count(family), 2U) << line;
    const bool is_new =
        samples.emplace(match[1].str() + match[2].str(), std::stod(match[3])).second;
    EXPECT_TRUE(is_new) << line;
  }
  EXPECT_TRUE(text.ends_with('\n'));
  return samples;
}

}  // namespace shapewright::end_to_end
