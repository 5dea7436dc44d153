#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SERVER_PROCESS_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SERVER_PROCESS_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "client/cpp/client.h"
#include "tests/end_to_end/support/process.h"

namespace shapewright::end_to_end {

// The option for HTTP on a free port of this host.
inline constexpr char kListenHttp[] = "--http-listen=127.0.0.1:0";

// A real server on a socket in a folder of its own.
class ServerProcess {
 public:
  // Returns when it serves. `before`: a program and its arguments that start the server, such as
  // `/usr/bin/env NAME=VALUE`.
  explicit ServerProcess(const std::vector<std::string>& options = {},
                         const std::vector<std::string>& before = {});

  // A further process on the same socket; the one before may be dead or alive.
  // Returns at once.
  std::unique_ptr<Process> StartAnother() const;

  Process& process() { return *process_; }
  const std::string& socket() const { return socket_; }
  const std::string& log_path() const { return log_; }
  std::string target() const { return "unix:" + socket_; }
  Client& client() { return *client_; }
  // The value of a sample of /metrics, written as there: `name{label="value"}`. Needs
  // --http-listen.
  double Metric(const std::string& sample) const;
  // HOST:PORT of its first TCP address, and of its HTTP port; empty: none.
  std::string tcp_address() const;
  std::string http_address() const;

  // What it has logged, a JSON object per line: all that it logged before it answered.
  std::string Log() const;
  // The lines of one event, in order. Fails the test for lines that are no JSON.
  std::vector<nlohmann::json> LogOf(const std::string& event) const;
  // Waits until the log has so many lines with the text.
  void WaitForLog(const std::string& text, int count = 1);

 private:
  TempFolder folder_;
  std::string socket_;
  std::string log_;
  std::vector<std::string> words_;
  std::unique_ptr<Process> process_;
  std::unique_ptr<Client> client_;
};

// Fails the test unless the server answers a good model.
void ExpectServing(ServerProcess& server);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SERVER_PROCESS_H_
