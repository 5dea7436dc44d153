#ifndef SHAPEWRIGHT_TESTS_FAULT_JSON_CLIENT_H_
#define SHAPEWRIGHT_TESTS_FAULT_JSON_CLIENT_H_

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {

inline constexpr char kListenJson[] = "--json-listen=127.0.0.1:0";

inline std::string JsonAddress(const ServerProcess& server) {
  return server.LogOf("started").at(0).at("json");
}

// A request of the JSON port, as bytes: its head alone, and whole.
inline std::string HeadOf(const std::string& method, const std::string& type,
                          const std::string& framing) {
  return absl::StrCat("POST ", method, " HTTP/1.1\r\nHost: a\r\nContent-Type: application/", type,
                      "\r\n", framing, "\r\n\r\n");
}

inline std::string PostOf(const std::string& method, const std::string& type,
                          const std::string& body, const std::string& fields = "") {
  return HeadOf(method, type, absl::StrCat(fields, "Content-Length: ", body.size())) + body;
}

inline constexpr char kClosing[] = "Connection: close\r\n";

// Of the settings that docs/operations.md gives for 512 MiB.
inline std::vector<std::string> SmallServer() {
  return {kListenJson,
          kListenHttp,
          "--work-memory-bytes=192MiB",
          "--max-bytes-in-flight=64MiB",
          "--transport-memory-bytes=64MiB",
          "--model-cache-bytes=64MiB",
          "--result-cache-bytes=32MiB",
          "--compiled-cache-bytes=32MiB",
          "--max-message-bytes=32MiB",
          "--max-answer-bytes=32MiB",
          "--max-upload-bytes=64MiB"};
}

// The limit of open files that leaves the JSON port five places.
inline std::vector<std::string> FewFiles() {
  return {"/bin/sh", "-c", "ulimit -n 160; exec \"$@\"", "sh"};
}

// A list of so many bytes, of what stands in it.
inline std::string ListOf(const std::string& element, size_t bytes) {
  std::string text = "{\"cases\": [" + element;
  text.reserve(bytes + 100);
  while (text.size() < bytes) absl::StrAppend(&text, ",", element);
  return text + "]}";
}

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_FAULT_JSON_CLIENT_H_
