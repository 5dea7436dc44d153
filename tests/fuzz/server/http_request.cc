// Fuzzes the reader of HTTP requests of the JSON port, and what it makes of them as calls. What it
// takes, written anew in the plainest form, has to be read as the same request: nobody on the way
// could have read another one.
#include "server/http/http_request.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/json/connect_request.h"
#include "tests/fuzz/support/query_target.h"

namespace {

using shapewright::fuzz::Defect;
using shapewright::server::ByteStream;
using shapewright::server::ConnectRequest;
using shapewright::server::FileDescriptor;
using shapewright::server::HttpReader;
using shapewright::server::HttpRequest;

constexpr size_t kMostBytes = 60'000;
constexpr size_t kMostBody = 4096;

// The requests that a connection brings until one is refused, or it ends.
std::vector<HttpRequest> ReadAll(const std::string& bytes) {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) Defect("no sockets");
  const FileDescriptor client(ends[0]);
  ByteStream stream(FileDescriptor(ends[1]), nullptr);
  if (send(client.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    Defect("the socket takes too little");
  }
  shutdown(client.get(), SHUT_WR);
  const std::chrono::seconds long_enough(60);
  HttpReader reader(stream, {long_enough, long_enough});
  std::vector<HttpRequest> requests;
  while (reader.Await(ByteStream::Clock::now() + long_enough)) {
    HttpRequest request;
    if (reader.ReadHead(&request) != HttpReader::kGood) break;
    const auto takes = [](size_t /*size*/) { return HttpReader::kGood; };
    if (reader.ReadBody(kMostBody, takes, &request) != HttpReader::kGood) break;
    if (request.body.size() > kMostBody) Defect("a body beyond the limit");
    requests.push_back(std::move(request));
    if (!requests.back().keeps_alive) break;
  }
  return requests;
}

std::string Plain(const HttpRequest& request) {
  std::string text = absl::StrCat(request.method, " ", request.path);
  if (!request.query.empty()) absl::StrAppend(&text, "?", request.query);
  absl::StrAppend(&text, " HTTP/1.1\r\n");
  for (const auto& [name, value] : request.fields) {
    if (name == "content-length" || name == "transfer-encoding" || name == "expect") continue;
    absl::StrAppend(&text, name, ": ", value, "\r\n");
  }
  if (request.Count("host") == 0) absl::StrAppend(&text, "host: a\r\n");
  if (request.method == "POST") {
    absl::StrAppend(&text, "content-length: ", request.body.size(), "\r\n");
  }
  return absl::StrCat(text, "\r\n", request.body);
}

void CheckSame(const HttpRequest& request) {
  const std::vector<HttpRequest> again = ReadAll(Plain(request));
  if (again.size() != 1) Defect("written anew it is not one request");
  if (again[0].method != request.method || again[0].path != request.path ||
      again[0].query != request.query || again[0].body != request.body) {
    Defect("written anew it is another request");
  }
  for (const auto& [name, value] : request.fields) {
    const bool is_framing =
        name == "content-length" || name == "transfer-encoding" || name == "expect";
    if (!is_framing && again[0].Find(name) != request.Find(name)) Defect("another field: " + name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > kMostBytes) return 0;
  static const auto* const kMethods =
      new shapewright::server::ConnectMethods(shapewright::server::AllConnectMethods());
  for (const HttpRequest& request : ReadAll({reinterpret_cast<const char*>(data), size})) {
    CheckSame(request);
    ConnectRequest call;
    ReadConnectHead(request, *kMethods, &call);
    ReadConnectQuery(request.query, &call).IgnoreError();
    ReadConnectFields(request, &call).IgnoreError();
  }
  return 0;
}
