#include "server/admin_http.h"

#include <CivetServer.h>

#include <chrono>
#include <future>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/listen.h"

namespace shapewright::server {
namespace {

// Each connection keeps a thread while it is open: a probe must not wait for a
// client that says nothing.
constexpr char kThreads[] = "8";
constexpr char kTimeoutMs[] = "1000";
constexpr std::chrono::milliseconds kWakePause{10};

enum class Body : bool { kLeftOut, kSent };

void Send(mg_connection* connection, const HttpAnswer& answer, Body body) {
  mg_response_header_start(connection, answer.status);
  const std::string length = absl::StrCat(answer.body.size());
  mg_response_header_add(connection, "Content-Type", answer.content_type.c_str(), -1);
  mg_response_header_add(connection, "Content-Length", length.c_str(), -1);
  mg_response_header_add(connection, "Cache-Control", "no-store", -1);
  mg_response_header_add(connection, "X-Content-Type-Options", "nosniff", -1);
  mg_response_header_send(connection);
  if (body == Body::kSent) mg_write(connection, answer.body.data(), answer.body.size());
}

class Handler final : public CivetHandler {
 public:
  explicit Handler(HttpPages pages) : pages_(std::move(pages)) {}

  bool handleGet(CivetServer* /*server*/, mg_connection* connection) override {
    Send(connection, Answer(connection), Body::kSent);
    return true;
  }
  bool handleHead(CivetServer* /*server*/, mg_connection* connection) override {
    Send(connection, Answer(connection), Body::kLeftOut);
    return true;
  }
  bool handlePost(CivetServer* /*server*/, mg_connection* connection) override {
    return Refuse(connection);
  }
  bool handlePut(CivetServer* /*server*/, mg_connection* connection) override {
    return Refuse(connection);
  }
  bool handleDelete(CivetServer* /*server*/, mg_connection* connection) override {
    return Refuse(connection);
  }
  bool handleOptions(CivetServer* /*server*/, mg_connection* connection) override {
    return Refuse(connection);
  }
  bool handlePatch(CivetServer* /*server*/, mg_connection* connection) override {
    return Refuse(connection);
  }

 private:
  HttpAnswer Answer(const mg_connection* connection) const {
    const auto page = pages_.find(mg_get_request_info(connection)->local_uri);
    if (page == pages_.end()) return {404, HttpAnswer().content_type, "no such page\n"};
    return page->second();
  }

  static bool Refuse(mg_connection* connection) {
    Send(connection, {405, HttpAnswer().content_type, "only GET and HEAD\n"}, Body::kSent);
    return true;
  }

  const HttpPages pages_;
};

class CivetAdminHttp final : public AdminHttp {
 public:
  // Throws CivetException.
  CivetAdminHttp(const std::string& address, HttpPages pages, const CivetCallbacks& callbacks)
      : host_(address.substr(0, address.rfind(':'))),
        handler_(std::move(pages)),
        server_(
            {"listening_ports", address, "num_threads", kThreads, "request_timeout_ms", kTimeoutMs},
            &callbacks) {
    server_.addHandler("/", handler_);
  }

  // Civetweb looks whether it is to stop only every two seconds, or when somebody
  // comes.
  ~CivetAdminHttp() override {
    const std::future<void> closed = std::async(std::launch::async, [this] { server_.close(); });
    while (closed.wait_for(kWakePause) == std::future_status::timeout) {
      mg_connection* visitor = mg_connect_client(host_.c_str(), port_, 0, nullptr, 0);
      if (visitor != nullptr) mg_close_connection(visitor);
    }
  }

  std::string address() const override { return absl::StrCat(host_, ":", port_); }

 private:
  const std::string host_;
  Handler handler_;
  CivetServer server_;
  const int port_ = server_.getListeningPorts().at(0);
};

}  // namespace

absl::StatusOr<std::unique_ptr<AdminHttp>> AdminHttp::Start(const std::string& address,
                                                            HttpPages pages) {
  const absl::StatusOr<ListenAddress> parsed = ParseListenAddress(address);
  // A comma would begin a second address, a letter after the port is a mode.
  if (!parsed.ok() || !parsed->socket_path.empty() || address.find(',') != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("--http-listen: \"", address, "\" is no HOST:PORT"));
  }
  CivetCallbacks callbacks;
  // Its own lines on stderr would not be JSON.
  callbacks.log_message = [](const mg_connection*, const char*) { return 1; };
  try {
    return std::make_unique<CivetAdminHttp>(address, std::move(pages), callbacks);
  } catch (const CivetException& error) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", address, " for HTTP: ", error.what()));
  }
}

}  // namespace shapewright::server
