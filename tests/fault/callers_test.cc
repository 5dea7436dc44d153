#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// Who may call, and what they can do who may not.
namespace shapewright::end_to_end {
namespace {

constexpr char kHealthCheck[] = "/grpc.health.v1.Health/Check";
constexpr char kReflection[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
constexpr char kGetServers[] = "/grpc.channelz.v1.Channelz/GetServers";
constexpr char kReason[] = "CALLER_NOT_ALLOWED";

using ChannelPointer = std::shared_ptr<grpc::Channel>;

// All that the server serves but for the health: its own methods, and those of gRPC.
const std::vector<std::string>& Methods() {
  static const auto* const kMethods =
      new std::vector<std::string>{kInferShapes,
                                   end_to_end::kExplainShapes,
                                   end_to_end::kPlanBuckets,
                                   end_to_end::kChooseBuckets,
                                   end_to_end::kPlanProfiles,
                                   end_to_end::kFindLargestSizes,
                                   end_to_end::kFindSymbolsToBind,
                                   end_to_end::kCompileGuard,
                                   end_to_end::kEstimateCost,
                                   kMergeShapes,
                                   kComputeLayout,
                                   "/shapewright.v1.ModelService/DescribeModel",
                                   "/shapewright.v1.ModelService/GetCapabilities",
                                   "/shapewright.v1.ModelService/UploadModel",
                                   kReflection,
                                   kGetServers,
                                   "/no.such.Service/Method"};
  return *kMethods;
}

bool IsOwn(const std::string& method) { return absl::StartsWith(method, "/shapewright.v1."); }

void ExpectHealthOnly(const ChannelPointer& channel) {
  for (const std::string& method : Methods()) {
    const grpc::Status status = PendingCall(channel, method, "").Wait();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED) << method;
    if (IsOwn(method)) {
      EXPECT_EQ(ErrorInfoOf(status).reason(), kReason) << method;
      EXPECT_FALSE(HasRetryInfo(status)) << method;
    } else {
      EXPECT_TRUE(absl::StartsWith(status.error_message(), kReason)) << status.error_message();
    }
  }
  const grpc::Status health = PendingCall(channel, kHealthCheck, "").Wait();
  EXPECT_TRUE(health.ok()) << health.error_message();
}

void ExpectAllowed(const ChannelPointer& channel) {
  for (const std::string& method : Methods()) {
    EXPECT_NE(PendingCall(channel, method, "").Wait().error_code(),
              grpc::StatusCode::PERMISSION_DENIED)
        << method;
  }
  const grpc::Status status =
      PendingCall(channel, kInferShapes, Request(ReluModel()).SerializeAsString()).Wait();
  EXPECT_TRUE(status.ok()) << status.error_message();
}

double Refused(const ServerProcess& server) {
  return ParseMetrics(Fetch(server.http_address(), "/metrics").body)
      .at("shapewright_rejections_total{reason=\"caller_not_allowed\"}");
}

// A server with mTLS, and those whose certificates its authority signed.
class NamedCallers : public testing::Test {
 protected:
  NamedCallers() {
    const Identity server = authority_.Issue("server");
    WriteFile(folder_.File("cert"), server.certificate);
    WriteFile(folder_.File("key"), server.key);
    WriteFile(folder_.File("ca"), authority_.certificate());
  }

  std::vector<std::string> OptionsWith(std::vector<std::string> options) const {
    for (const std::string& more :
         {std::string("--listen=127.0.0.1:0"), "--tls-cert=" + folder_.File("cert"),
          "--tls-key=" + folder_.File("key"), "--tls-client-ca=" + folder_.File("ca"),
          std::string("--channelz=1"), std::string(kListenHttp)}) {
      options.push_back(more);
    }
    return options;
  }

  ChannelPointer ConnectAs(const ServerProcess& server, const std::string& names) const {
    const Identity caller = authority_.Issue("caller", names);
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = authority_.certificate();
    tls.pem_cert_chain = caller.certificate;
    tls.pem_private_key = caller.key;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(server.tcp_address(), grpc::SslCredentials(tls), arguments);
  }

  const CertificateAuthority authority_;
  const TempFolder folder_;
};

TEST_F(NamedCallers, AreAllowedByAName) {
  const ServerProcess server(
      OptionsWith({"--allow-san=gateway.ml.svc", "--allow-san=spiffe://prod/ns/ml/*"}));
  ExpectAllowed(ConnectAs(server, "DNS:gateway.ml.svc"));
  ExpectAllowed(ConnectAs(server, "DNS:other,URI:spiffe://prod/ns/ml/sa/gateway"));
  EXPECT_EQ(Refused(server), 0);
}

TEST_F(NamedCallers, OthersGetTheHealthOnly) {
  const ServerProcess server(
      OptionsWith({"--allow-san=gateway.ml.svc", "--allow-san=spiffe://prod/ns/ml/*"}));
  int callers = 0;
  for (const char* names : {"DNS:web.ml.svc", "URI:spiffe://prod/ns/web/sa/gateway",
                            "DNS:gateway.ml.svc.evil,IP:127.0.0.1", ""}) {
    ExpectHealthOnly(ConnectAs(server, names));
    ++callers;
  }
  EXPECT_EQ(Refused(server), callers * static_cast<double>(Methods().size()));
  EXPECT_FALSE(server.LogOf("caller_refused").empty());
  bool is_logged = false;
  for (const auto& line : server.LogOf("call")) is_logged |= line.value("reason", "") == kReason;
  EXPECT_TRUE(is_logged);
}

// The list is about certificates: Unix sockets have lists of their own.
TEST_F(NamedCallers, TheListIsNotThatOfUnixSockets) {
  ServerProcess server(OptionsWith({"--allow-san=gateway.ml.svc"}));
  ExpectServing(server);
}

TEST(UserCallers, AreAllowedByUserOrGroup) {
  for (const std::string& option :
       {"--allow-uid=" + std::to_string(geteuid()), "--allow-gid=" + std::to_string(getegid())}) {
    const ServerProcess server({option, "--allow-uid=4294967000", "--channelz=1", kListenHttp});
    ExpectAllowed(OpenChannel(server));
    EXPECT_EQ(Refused(server), 0) << option;
  }
}

TEST(UserCallers, OthersGetTheHealthOnly) {
  const ServerProcess server(
      {"--allow-uid=4294967000", "--allow-gid=4294967000", "--channelz=1", kListenHttp});
  ExpectHealthOnly(OpenChannel(server));
  EXPECT_EQ(Refused(server), static_cast<double>(Methods().size()));
  // The server's own calls are no callers.
  EXPECT_EQ(Fetch(server.http_address(), "/healthz").status, 200);
}

// Their connections are strangers' for good: many calls at once do not get in by the way.
TEST(UserCallers, ManyCallsOfAStranger) {
  const ServerProcess server({"--allow-uid=4294967000"});
  const auto channel = OpenChannel(server);
  const std::string request = Request(ReluModel()).SerializeAsString();
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (int i = 0; i < 200; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
  }
  for (const auto& call : calls) {
    EXPECT_EQ(call->Wait().error_code(), grpc::StatusCode::PERMISSION_DENIED);
  }
}

// As another user, for all threads; only root can.
class AnotherUser {
 public:
  AnotherUser() { EXPECT_EQ(seteuid(65534), 0); }
  ~AnotherUser() { EXPECT_EQ(seteuid(0), 0); }
};

ChannelPointer ConnectAsAnotherUser(const ServerProcess& server) {
  const std::filesystem::path socket = server.socket();
  std::filesystem::permissions(socket.parent_path(), std::filesystem::perms(0755));
  const AnotherUser user;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  ChannelPointer channel =
      grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments);
  EXPECT_TRUE(
      channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(60)));
  return channel;
}

TEST(UserCallers, UsersAreToldApart) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be two users";
  const ServerProcess server({"--allow-uid=0", "--socket-mode=0666", "--channelz=1", kListenHttp});
  ExpectAllowed(OpenChannel(server));
  ExpectHealthOnly(ConnectAsAnotherUser(server));
}

// Each user of a Unix socket is a peer: the flood of one leaves room for the other.
TEST(UserCallers, UsersHaveShares) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be two users";
  ServerProcess server({"--threads=1", "--max-calls-in-flight=2", "--socket-mode=0666", kLongWork,
                        "--log-level=debug"});
  const auto flood = OpenChannel(server);
  PendingCall busy(flood, kEvaluateShapes, LongRequests(1).front());
  server.WaitForLog("\"call_accepted\"");
  PendingCall waiting(flood, kInferShapes, Request(ChainModel(kLargeNodes)).SerializeAsString());
  server.WaitForLog("\"call_accepted\"", 2);
  const auto other = ConnectAsAnotherUser(server);
  const std::string tiny = Request(ReluModel()).SerializeAsString();
  EXPECT_EQ(ErrorInfoOf(PendingCall(flood, kInferShapes, tiny).Wait()).reason(), "OVERLOADED");
  const grpc::Status status = PendingCall(other, kInferShapes, tiny).Wait();
  EXPECT_TRUE(status.ok()) << status.error_message();
  busy.ExpectCancels();
  EXPECT_TRUE(waiting.Wait().ok());
}

constexpr char kListModels[] = "/shapewright.v1.ModelService/ListModels";
constexpr char kEvictModel[] = "/shapewright.v1.ModelService/EvictModel";

// Everything else is open to them.
void ExpectNoAdmin(const ChannelPointer& channel) {
  for (const char* const method : {kListModels, kEvictModel}) {
    const grpc::Status status = PendingCall(channel, method, "").Wait();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED) << method;
    EXPECT_EQ(ErrorInfoOf(status).reason(), kReason) << method;
    EXPECT_TRUE(absl::StrContains(status.error_message(), "--admin-uid")) << status.error_message();
  }
  ExpectAllowed(channel);
}

void ExpectAdmin(const ChannelPointer& channel) {
  const grpc::Status listed = PendingCall(channel, kListModels, "").Wait();
  EXPECT_TRUE(listed.ok()) << listed.error_message();
  EXPECT_EQ(PendingCall(channel, kEvictModel, "").Wait().error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  ExpectAllowed(channel);
}

TEST_F(NamedCallers, AdminsAreNamed) {
  const ServerProcess server(OptionsWith({"--admin-san=ops.ml.svc", "--admin-uid=4294967000"}));
  ExpectAdmin(ConnectAs(server, "DNS:ops.ml.svc"));
  ExpectNoAdmin(ConnectAs(server, "DNS:gateway.ml.svc"));
  ExpectNoAdmin(OpenChannel(server));
}

// As curl shows a certificate at the JSON port; what is answered.
TEST_F(NamedCallers, AdminsOfTheJsonPort) {
  const ServerProcess server(OptionsWith({"--admin-san=ops.ml.svc", "--json-listen=127.0.0.1:0"}));
  const std::string address = server.LogOf("started").at(0).at("json");
  const auto list_as = [&](const std::string& names) {
    const Identity caller = authority_.Issue("caller", names);
    WriteFile(folder_.File("own_cert"), caller.certificate);
    WriteFile(folder_.File("own_key"), caller.key);
    return RunProcess({"/usr/bin/curl", "--silent", "--show-error", "--cacert", folder_.File("ca"),
                       "--cert", folder_.File("own_cert"), "--key", folder_.File("own_key"),
                       "--header", "Content-Type: application/json", "--data", "{}",
                       "https://" + address + kListModels})
        .out;
  };
  EXPECT_EQ(list_as("DNS:ops.ml.svc"), "{}");
  EXPECT_TRUE(absl::StrContains(list_as("DNS:gateway.ml.svc"), "permission_denied"));
  EXPECT_TRUE(absl::StrContains(list_as(""), "permission_denied"));
}

// Who may not call at all is no admin either.
TEST_F(NamedCallers, AdminsNeedToBeAllowed) {
  const ServerProcess server(OptionsWith({"--allow-san=gateway.ml.svc", "--admin-san=ops.ml.svc"}));
  const grpc::Status status =
      PendingCall(ConnectAs(server, "DNS:ops.ml.svc"), kListModels, "").Wait();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  ExpectAdmin(ConnectAs(server, "DNS:ops.ml.svc,DNS:gateway.ml.svc"));
}

TEST(UserCallers, AdminsAreUsers) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be two users";
  const ServerProcess server({"--admin-uid=0", "--socket-mode=0666", "--channelz=1", kListenHttp});
  ExpectAdmin(OpenChannel(server));
  ExpectNoAdmin(ConnectAsAnotherUser(server));
}

TEST(UserCallers, NobodyIsAnAdminByDefault) {
  const ServerProcess server({"--listen=127.0.0.1:0", "--channelz=1"});
  ExpectNoAdmin(OpenChannel(server));
  ExpectNoAdmin(grpc::CreateChannel(server.tcp_address(), grpc::InsecureChannelCredentials()));
}

TEST(Callers, ListsThatMakeNoSenseEndTheStart) {
  for (const char* option : {"--admin-san=a", "--admin-uid=root", "--allow-san=a",
                             "--allow-uid=root", "--allow-gid=-1"}) {
    const ProcessResult result = RunProcess({SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0", option});
    EXPECT_EQ(result.code, 1) << option;
    EXPECT_TRUE(absl::StrContains(result.err, "start_failed")) << result.err;
  }
  for (const char* option : {"--allow-san=", "--allow-uid=", "--allow-gid=1,"}) {
    EXPECT_EQ(RunProcess({SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0", option}).code, 2) << option;
  }
}

TEST(Callers, ReflectionAndTheOptionsPageCanBeSwitchedOff) {
  const ServerProcess on({kListenHttp});
  const ServerProcess off({kListenHttp, "--reflection=0", "--options-page=0"});
  std::string list_services(1, '\x3a');  // field 7, a text
  list_services += std::string("\x01*", 2);
  EXPECT_EQ(CallStream(on, kReflection, list_services).size(), 1U);
  EXPECT_TRUE(CallStream(off, kReflection, list_services).empty());
  EXPECT_EQ(Call(off, kReflection, "").error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(Fetch(on.http_address(), "/").status, 200);
  EXPECT_EQ(Fetch(off.http_address(), "/").status, 404);
  EXPECT_EQ(Fetch(off.http_address(), "/healthz").status, 200);
  EXPECT_EQ(Fetch(off.http_address(), "/metrics").status, 200);
  EXPECT_EQ(Call(off, kGetServers, "").error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

}  // namespace
}  // namespace shapewright::end_to_end
