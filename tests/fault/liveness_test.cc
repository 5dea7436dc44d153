// /healthz and the health service's `liveness` tell whether the server can be reached.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kOk[] = "shapewright_liveness_calls_total{result=\"ok\"}";
constexpr char kFailed[] = "shapewright_liveness_calls_total{result=\"failed\"}";

TEST(Liveness, EndsWithTheListener) {
  ServerProcess server({kListenHttp, "--listen=127.0.0.1:0", "--liveness-seconds=1"});
  const std::string http = server.http_address();
  const auto client = Client::Connect(server.tcp_address());
  while (server.Metric(kOk) < 3) std::this_thread::yield();
  EXPECT_EQ(server.Metric(kFailed), 0);
  EXPECT_TRUE(client->CheckHealth("liveness").ok());
  // Nobody can reach the socket any more, though it is open.
  ASSERT_EQ(unlink(server.socket().c_str()), 0);
  server.WaitForLog("\"listeners_silent\"");
  EXPECT_EQ(Fetch(http, "/healthz").status, 503);
  EXPECT_FALSE(client->CheckHealth("liveness").ok());
  EXPECT_EQ(Fetch(http, "/readyz").status, 200) << "those who are connected are served";
}

TEST(Liveness, NeedsNoCertificate) {
  const TempFolder folder;
  const CertificateAuthority authority;
  const Identity identity = authority.Issue("server");
  WriteFile(folder.File("cert"), identity.certificate);
  WriteFile(folder.File("key"), identity.key);
  WriteFile(folder.File("ca"), authority.certificate());
  ServerProcess server({kListenHttp, "--listen=127.0.0.1:0", "--listen=0.0.0.0:0",
                        "--listen=[::]:0", "--listen=localhost:0",
                        "--listen=unix-abstract:shapewright-liveness-test",
                        "--tls-cert=" + folder.File("cert"), "--tls-key=" + folder.File("key"),
                        "--tls-client-ca=" + folder.File("ca"), "--liveness-seconds=1"});
  while (server.Metric(kOk) < 3) std::this_thread::yield();
  EXPECT_EQ(server.Metric(kFailed), 0) << server.Log();
  // Only the server's own calls come in so.
  EXPECT_FALSE(Client::Connect(server.tcp_address())->CheckHealth().ok());
}

// All places are taken by others; the server still knows that it lives.
TEST(Liveness, NeedsNoPlace) {
  ServerProcess server(
      {kListenHttp, "--max-connections=1", "--liveness-seconds=1", "--listen=127.0.0.1:0"});
  ExpectServing(server);
  EXPECT_FALSE(Client::Connect(server.tcp_address())->CheckHealth().ok());
  const double before = server.Metric(kOk);
  while (server.Metric(kOk) < before + 3) std::this_thread::yield();
  EXPECT_EQ(server.Metric(kFailed), 0);
}

// Connections to HOST:PORT that send something and then nothing.
class SlowClients {
 public:
  SlowClients(const std::string& address, int count, const std::string& said) {
    sockaddr_in name = {};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    name.sin_port =
        htons(static_cast<in_port_t>(std::stoi(address.substr(address.rfind(':') + 1))));
    for (int i = 0; i < count; ++i) {
      sockets_.push_back({socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), POLLIN, 0});
      EXPECT_EQ(connect(sockets_.back().fd, reinterpret_cast<const sockaddr*>(&name), sizeof(name)),
                0);
      EXPECT_EQ(send(sockets_.back().fd, said.data(), said.size(), MSG_NOSIGNAL),
                static_cast<ssize_t>(said.size()));
    }
  }
  SlowClients(const SlowClients&) = delete;
  SlowClients& operator=(const SlowClients&) = delete;
  ~SlowClients() {
    for (const pollfd& each : sockets_) close(each.fd);
  }
  int CountAnsweredOrClosed() { return poll(sockets_.data(), sockets_.size(), 0); }

 private:
  std::vector<pollfd> sockets_;
};

class SlowHttpTest : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Liveness, SlowHttpTest,
                         testing::Values("", "GET", "GET /healthz HTTP/1.1\r\nHost: a\r\n"),
                         [](const auto& info) { return "Part" + std::to_string(info.index); });

// A probe is answered before any of those that came before it has had its time.
TEST_P(SlowHttpTest, DoesNotHinderProbes) {
  ServerProcess server({kListenHttp});
  const std::string http = server.http_address();
  SlowClients slow(http, 40, GetParam());
  EXPECT_EQ(Fetch(http, "/healthz").status, 200);
  EXPECT_EQ(slow.CountAnsweredOrClosed(), 0);
}

// However many there are: the oldest give way.
TEST(SlowHttp, AnyNumberDoesNot) {
  ServerProcess server({kListenHttp});
  const std::string http = server.http_address();
  SlowClients slow(http, 300, "GET");
  EXPECT_EQ(Fetch(http, "/healthz").status, 200);
  EXPECT_GT(slow.CountAnsweredOrClosed(), 200);
}

// Answers that nobody reads, larger than what the sockets hold, asked for over and over.
TEST(SlowHttp, AnswersThatNobodyReadDoNot) {
  ServerProcess server({kListenHttp});
  const std::string http = server.http_address();
  const SlowClients slow(http, 40, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(Fetch(http, "/healthz").status, 200);
}

}  // namespace
}  // namespace shapewright::end_to_end
