#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/auth_context.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "client/cpp/credentials.h"
#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

// A folder of PEM files that changes as a whole, as Kubernetes changes a mounted
// secret: names lead through one symbolic link, which is replaced.
class CertificateFolder {
 public:
  void Put(const Identity& identity) {
    const std::string version = "version" + std::to_string(++versions_);
    std::filesystem::create_directory(folder_.File(version));
    WriteFile(folder_.File(version + "/cert.pem"), identity.certificate);
    WriteFile(folder_.File(version + "/key.pem"), identity.key);
    std::filesystem::create_symlink(version, folder_.File("next"));
    std::filesystem::rename(folder_.File("next"), folder_.File("data"));
  }
  std::string cert() const { return folder_.File("data/cert.pem"); }
  std::string key() const { return folder_.File("data/key.pem"); }
  // A further file.
  std::string Add(const std::string& name, const std::string& text) const {
    WriteFile(folder_.File(name), text);
    return folder_.File(name);
  }

 private:
  TempFolder folder_;
  int versions_ = 0;
};

std::vector<std::string> ServerOptions(const CertificateFolder& folder) {
  return {"--listen=127.0.0.1:0", "--tls-cert=" + folder.cert(), "--tls-key=" + folder.key(),
          "--tls-refresh-seconds=1"};
}

absl::Status Infer(const std::string& target, const ClientTls& files) {
  const auto credentials = TlsCredentials(files);
  if (!credentials.ok()) return credentials.status();
  ClientOptions options;
  options.credentials = *credentials;
  return Client::Connect(target, options)
      ->InferShapes(Request(ReluModel()), absl::Seconds(30))
      .status();
}

// One call; the name that the server's certificate bears, empty if it failed.
std::string CallAndAskName(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
  v1::InferShapesResponse response;
  const grpc::Status status =
      v1::ShapeService::NewStub(channel)->InferShapes(&context, Request(ReluModel()), &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  if (!status.ok()) return "";
  const auto names = context.auth_context()->FindPropertyValues("x509_common_name");
  return names.empty() ? "" : std::string(names[0].data(), names[0].size());
}

std::shared_ptr<grpc::Channel> NewConnection(const std::string& target, const std::string& ca) {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = ca;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target, grpc::SslCredentials(options), arguments);
}

TEST(Tls, OnTcpOnly) {
  const CertificateAuthority authority;
  CertificateFolder folder;
  folder.Put(authority.Issue("server"));
  const std::string ca = folder.Add("ca.pem", authority.certificate());
  const std::string stranger = folder.Add("stranger.pem", CertificateAuthority().certificate());
  ServerProcess server(ServerOptions(folder));
  const std::string target = server.tcp_address();
  EXPECT_TRUE(Infer(target, {ca, "", ""}).ok());
  EXPECT_TRUE(absl::IsUnavailable(Infer(target, {stranger, "", ""})));
  EXPECT_TRUE(absl::IsUnavailable(Client::Connect(target)->CheckHealth()));
  ExpectServing(server);  // on its Unix socket
  EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "health", "--target", target, "--tls-ca", ca}).out,
            "serving\n");
  EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "health", "--target", target}).code, 3);
}

TEST(Tls, ClientsWithoutTheRightCertificateAreTurnedAway) {
  const CertificateAuthority authority;
  const CertificateAuthority other;
  CertificateFolder folder;
  folder.Put(authority.Issue("server"));
  const std::string ca = folder.Add("ca.pem", authority.certificate());
  const Identity good = authority.Issue("client");
  const Identity bad = other.Issue("client");
  const std::string cert = folder.Add("client.pem", good.certificate);
  const std::string key = folder.Add("client.key", good.key);
  std::vector<std::string> options = ServerOptions(folder);
  options.push_back("--tls-client-ca=" + ca);
  ServerProcess server(options);
  const std::string target = server.tcp_address();
  EXPECT_TRUE(Infer(target, {.ca = ca, .cert = cert, .key = key}).ok());
  EXPECT_TRUE(absl::IsUnavailable(Infer(target, {ca, "", ""})));
  EXPECT_TRUE(absl::IsUnavailable(Infer(target, {.ca = ca,
                                                 .cert = folder.Add("bad.pem", bad.certificate),
                                                 .key = folder.Add("bad.key", bad.key)})));
  EXPECT_EQ(RunProcess({SHAPEWRIGHT_CLI, "health", "--target", target, "--tls-ca", ca, "--tls-cert",
                        cert, "--tls-key", key})
                .code,
            0);
}

// Connections that live go on with the old certificate, new ones get the new
// one, and none fails in between.
TEST(Tls, CertificatesRotateUnderLoad) {
  const CertificateAuthority authority;
  CertificateFolder folder;
  folder.Put(authority.Issue("before"));
  ServerProcess server(ServerOptions(folder));
  const std::string target = server.tcp_address();
  const auto old_connection = NewConnection(target, authority.certificate());
  EXPECT_EQ(CallAndAskName(old_connection), "before");
  std::atomic<bool> is_over = false;
  std::atomic<int> calls = 0;
  std::vector<std::thread> load;
  load.reserve(2);
  for (int i = 0; i < 2; ++i) {
    load.emplace_back([&] {
      while (!is_over) {
        EXPECT_NE(CallAndAskName(NewConnection(target, authority.certificate())), "");
        EXPECT_EQ(CallAndAskName(old_connection), "before");
        calls += 2;
      }
    });
  }
  folder.Put(authority.Issue("after"));
  std::string name = "before";
  while (name == "before") name = CallAndAskName(NewConnection(target, authority.certificate()));
  EXPECT_EQ(name, "after");
  const int seen = calls;
  while (calls < seen + 20) std::this_thread::yield();
  is_over = true;
  for (std::thread& thread : load) thread.join();
  EXPECT_EQ(CallAndAskName(NewConnection(target, authority.certificate())), "after");
}

struct BadFiles {
  const char* name;
  const char* cert;
  const char* key;
  const char* client_ca;
  const char* error;
};

class BadFilesTest : public testing::TestWithParam<BadFiles> {};

TEST_P(BadFilesTest, AreAnErrorAtStart) {
  const CertificateAuthority authority;
  const TempFolder folder;
  const Identity identity = authority.Issue("server");
  WriteFile(folder.File("cert"), identity.certificate);
  WriteFile(folder.File("key"), identity.key);
  WriteFile(folder.File("other_key"), authority.Issue("other").key);
  WriteFile(folder.File("text"), "no PEM");
  std::vector<std::string> words = {SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0"};
  const auto add = [&](const std::string& flag, const char* file) {
    if (*file != '\0') words.push_back("--" + flag + "=" + folder.File(file));
  };
  add("tls-cert", GetParam().cert);
  add("tls-key", GetParam().key);
  add("tls-client-ca", GetParam().client_ca);
  const ProcessResult result = RunProcess(words);
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StrContains(result.err, "start_failed")) << result.err;
  EXPECT_TRUE(absl::StrContains(result.err, GetParam().error)) << result.err;
}

INSTANTIATE_TEST_SUITE_P(Tls, BadFilesTest,
                         testing::ValuesIn<BadFiles>({
                             {"NoCert", "no_such", "key", "", "--tls-cert: "},
                             {"NoKey", "cert", "no_such", "", "--tls-key: "},
                             {"NoClientCa", "cert", "key", "no_such", "--tls-client-ca: "},
                             {"CertIsText", "text", "key", "", "holds no certificate"},
                             {"KeyIsText", "cert", "text", "", "holds no private key"},
                             {"ClientCaIsText", "cert", "key", "text", "holds no certificate"},
                             {"KeyOfAnother", "cert", "other_key", "",
                              "is not the key of the certificate"},
                             {"CertAlone", "cert", "", "", "go together"},
                             {"ClientCaAlone", "", "", "cert", "--tls-client-ca needs"},
                         }),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace shapewright::end_to_end
