// Certificates whose files are wrong for a while: those that were good go on being served, on gRPC
// and on the JSON port, and the server stops as it should.
#include "tests/end_to_end/support/certificates.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "client/cpp/credentials.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/json_client.h"

namespace shapewright::end_to_end {
namespace {

// A folder with what a server with TLS and a JSON port reads.
class ServedCertificate {
 public:
  ServedCertificate() {
    const Identity identity = authority_.Issue("first");
    Put(identity);
    // Those of the client.
    WriteFile(File("client_ca.pem"), authority_.certificate());
    WriteFile(File("client_cert.pem"), identity.certificate);
    WriteFile(File("client_key.pem"), identity.key);
  }

  std::vector<std::string> Options() const {
    return {"--listen=127.0.0.1:0",
            kListenJson,
            "--tls-cert=" + File("cert.pem"),
            "--tls-key=" + File("key.pem"),
            "--tls-client-ca=" + File("ca.pem"),
            "--tls-refresh-seconds=1"};
  }

  void PutNext() const { Put(authority_.Issue("next")); }
  void ReplaceByFifo(const std::string& name) const {
    ASSERT_EQ(mkfifo(File("next").c_str(), 0600), 0);
    std::filesystem::rename(File("next"), File(name));
  }

  absl::Status CallByGrpc(const ServerProcess& server) const {
    const auto credentials =
        TlsCredentials({File("client_ca.pem"), File("client_cert.pem"), File("client_key.pem")});
    if (!credentials.ok()) return credentials.status();
    ClientOptions options;
    options.credentials = *credentials;
    return Client::Connect(server.tcp_address(), options)
        ->InferShapes(Request(ReluModel()), absl::Seconds(30))
        .status();
  }
  // What a call of the JSON port says of the certificate too.
  ProcessResult CallByJson(const ServerProcess& server) const {
    return RunProcess({"/usr/bin/curl", "-sv", "--max-time", "30", "--cacert",
                       File("client_ca.pem"), "--cert", File("client_cert.pem"), "--key",
                       File("client_key.pem"), "-d", "{}", "-H", "content-type: application/json",
                       "https://" + JsonAddress(server) + kMergeShapes});
  }

 private:
  std::string File(const std::string& name) const { return folder_.File(name); }
  void Put(const Identity& identity) const {
    Replace("ca.pem", authority_.certificate());
    Replace("cert.pem", identity.certificate);
    Replace("key.pem", identity.key);
  }
  // In one step, as those do who renew certificates.
  void Replace(const std::string& name, const std::string& text) const {
    WriteFile(File("next"), text);
    std::filesystem::rename(File("next"), File(name));
  }

  CertificateAuthority authority_;
  TempFolder folder_;
};

class WrongFileTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Certificates, WrongFileTest,
                         testing::Values("cert.pem", "key.pem", "ca.pem"), [](const auto& info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

TEST_P(WrongFileTest, AFifoForAMomentHarmsNothing) {
  const ServedCertificate files;
  ServerProcess server(files.Options());
  EXPECT_TRUE(files.CallByGrpc(server).ok()) << files.CallByGrpc(server);
  EXPECT_EQ(files.CallByJson(server).out, "{}");
  files.ReplaceByFifo(GetParam());
  server.WaitForLog("\"certificates_wrong\"");
  EXPECT_TRUE(absl::StrContains(server.LogOf("certificates_wrong")[0].at("message").dump(),
                                std::string(GetParam())));
  EXPECT_TRUE(files.CallByGrpc(server).ok()) << files.CallByGrpc(server);
  EXPECT_EQ(files.CallByJson(server).out, "{}") << files.CallByJson(server).err;
  files.PutNext();
  server.WaitForLog("\"certificates_good\"");
  while (!absl::StrContains(files.CallByJson(server).err, "CN=next")) {
  }
  EXPECT_TRUE(files.CallByGrpc(server).ok()) << files.CallByGrpc(server);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
}

// While the FIFO is there.
TEST(Certificates, TheServerStopsThoughAFileIsAFifo) {
  const ServedCertificate files;
  ServerProcess server(files.Options());
  for (const char* name : {"cert.pem", "key.pem"}) files.ReplaceByFifo(name);
  server.WaitForLog("\"certificates_wrong\"");
  EXPECT_EQ(files.CallByJson(server).out, "{}");
  EXPECT_TRUE(files.CallByGrpc(server).ok());
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
}

}  // namespace
}  // namespace shapewright::end_to_end
