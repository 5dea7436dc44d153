#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/client.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// What clients make of servers that go and come, and of names that want to reach the terminal.
namespace shapewright::end_to_end {
namespace {

// Tries for longer than any restart takes here.
ClientOptions Patient() {
  ClientOptions options;
  options.retry.attempts = 60;
  options.retry.limit = absl::Seconds(1);
  return options;
}

// Clients that call in a loop, each with a connection of its own, until they are asked to stop.
class Callers {
 public:
  Callers(const std::string& target, const ClientOptions& options,
          const v1::InferShapesRequest& request, int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this, target, options, &request] {
        const auto client = Client::Connect(target, options);
        while (!stops_) {
          const absl::Status status = client->InferShapes(request).status();
          EXPECT_TRUE(status.ok()) << status;
          ++answered_;
        }
      });
    }
  }
  ~Callers() {
    stops_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  // Returns when so many more calls have been answered.
  void WaitFor(int more) const {
    for (const int until = answered_ + more; answered_ < until;) std::this_thread::yield();
  }

 private:
  std::atomic<bool> stops_ = false;
  std::atomic<int> answered_ = 0;
  std::vector<std::thread> threads_;
};

TEST(ClientFault, ARestartOfTheServerLosesNoCall) {
  ServerProcess server;
  const v1::InferShapesRequest request = Request(ReluModel());
  std::unique_ptr<Process> next;
  const Callers callers(server.target(), Patient(), request, 3);
  for (int restart = 1; restart <= 5; ++restart) {
    callers.WaitFor(50);
    Process& old = next == nullptr ? server.process() : *next;
    old.Signal(SIGTERM);
    EXPECT_EQ(old.Wait(), 0);
    next = server.StartAnother();
    server.WaitForLog("\"started\"", restart + 1);
  }
  callers.WaitFor(50);
}

// The drain is too short for the calls: the server cancels them, and they go to its successor.
TEST(ClientFault, ACallThatTheDrainCutsIsAnsweredByTheNextServer) {
  ServerProcess server({"--threads=1", "--drain-seconds=0", "--log-level=debug"});
  const v1::InferShapesRequest request = Request(ChainModel(300'000));
  absl::Status status = absl::UnknownError("not called");
  std::thread caller(
      [&] { status = Client::Connect(server.target(), Patient())->InferShapes(request).status(); });
  server.WaitForLog("\"call_accepted\"");
  server.process().Signal(SIGTERM);
  server.process().Wait();
  const std::unique_ptr<Process> next = server.StartAnother();
  caller.join();
  EXPECT_TRUE(status.ok()) << status;
}

// Several servers behind one target, by their TCP addresses.
std::string TargetOf(const std::vector<std::unique_ptr<ServerProcess>>& servers) {
  std::string target = "ipv4:";
  for (const auto& server : servers) {
    absl::StrAppend(&target, target.back() == ':' ? "" : ",", server->tcp_address());
  }
  return target;
}

size_t CallsOf(ServerProcess& server) { return server.LogOf("call").size(); }

ClientOptions InTurns() {
  ClientOptions options = Patient();
  options.load_balancing = "round_robin";
  return options;
}

TEST(ClientFault, OneOfTwoReplicasIsRestarted) {
  const std::vector<std::string> words = {"--listen=127.0.0.1:0", "--log-every=1"};
  std::vector<std::unique_ptr<ServerProcess>> servers;
  for (int i = 0; i < 2; ++i) servers.push_back(std::make_unique<ServerProcess>(words));
  // Large enough to be sent by its id.
  const v1::InferShapesRequest request = Request(PaddedModel(200'000));
  const std::string first = servers[0]->tcp_address();
  const Callers callers(TargetOf(servers), InTurns(), request, 3);
  for (int restart = 0; restart < 3; ++restart) {
    callers.WaitFor(60);
    servers[0]->process().Signal(SIGTERM);
    EXPECT_EQ(servers[0]->process().Wait(), 0);
    callers.WaitFor(20);
    // On the same port, and knowing no model.
    servers[0] = std::make_unique<ServerProcess>(
        std::vector<std::string>{"--listen=" + first, "--log-every=1"});
    while (CallsOf(*servers[0]) < 10) callers.WaitFor(1);
  }
}

// Each of the two comes to know the model, and then none is sent it again.
TEST(ClientFault, ReplicasThatTakeTurnsComeToKnowAModel) {
  for (const bool is_uploaded : {false, true}) {
    std::vector<std::unique_ptr<ServerProcess>> servers;
    for (int i = 0; i < 3; ++i) {
      servers.push_back(std::make_unique<ServerProcess>(std::vector<std::string>{
          "--listen=127.0.0.1:0", "--log-every=1", "--max-message-bytes=1MiB"}));
    }
    const auto client = Client::Connect(TargetOf(servers), InTurns());
    // Every connection stands before the first call.
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(client->InferShapes(Request(ReluModel())).ok());
    const v1::InferShapesRequest request = Request(PaddedModel(is_uploaded ? 2 << 20 : 200'000));
    for (int i = 0; i < 40; ++i) {
      const absl::Status status = client->InferShapes(request).status();
      EXPECT_TRUE(status.ok()) << status;
    }
    for (const auto& server : servers) {
      std::vector<nlohmann::json> calls = server->LogOf("call");
      ASSERT_GE(calls.size(), 10);
      for (size_t i = calls.size() - 5; i < calls.size(); ++i) {
        EXPECT_EQ(calls[i]["code"], "OK");
        EXPECT_LT(calls[i]["request_bytes"], 1000) << "by its id";
      }
    }
  }
}

// Codes that terminals obey, marks that turn text around, and bytes that are no UTF-8.
constexpr char kEvil[] =
    "\x1b[2J\x1b]0;x\a\r\n\x7f\u0085\u009b\u202a\u202e\u2066\u2069\u200e\u200f\u061c\xff\xe2\x80";

std::string EvilModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name(absl::StrCat("g", kEvil));
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name(absl::StrCat("x", kEvil));
  auto& tensor = *input.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(onnx::TensorProto::FLOAT);
  tensor.mutable_shape()->add_dim()->set_dim_param(absl::StrCat("N", kEvil));
  tensor.mutable_shape()->add_dim()->set_dim_value(3);
  const std::string names[] = {input.name(), absl::StrCat("y", kEvil), absl::StrCat("z", kEvil)};
  for (int i = 0; i < 2; ++i) {
    onnx::NodeProto& node = *graph.add_node();
    node.set_name(absl::StrCat("n", kEvil));
    node.set_op_type(i == 0 ? "Relu" : absl::StrCat("Custom", kEvil));
    node.add_input(names[i]);
    node.add_output(names[i + 1]);
  }
  graph.add_output()->set_name(names[1]);
  graph.add_output()->set_name(names[2]);
  return model.SerializePartialAsString();
}

// The line breaks of `out` are the program's own, and all else is text that stands still.
void ExpectHarmless(const std::string& out) {
  for (const char byte : out) {
    EXPECT_TRUE(byte == '\n' || (static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7f)) << out;
  }
  EXPECT_TRUE(nlohmann::json::parse(
                  nlohmann::json(out).dump(-1, ' ', true, nlohmann::json::error_handler_t::ignore))
                  .get<std::string>() == out)
      << "not UTF-8: " << out;
  for (const char* mark :
       {"\u0085", "\u009b", "\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"}) {
    EXPECT_FALSE(absl::StrContains(out, mark)) << out;
  }
}

TEST(ClientFault, NamesDoNotReachTheTerminal) {
  const TempFolder folder;
  ServerProcess server;
  const std::string model = folder.File("evil.onnx");
  WriteFile(model, EvilModel());
  const std::string output = absl::StrCat("y", kEvil);
  const std::string symbol = absl::StrCat("N", kEvil);
  const std::string merged = absl::StrCat("[", kEvil, "]");
  const std::vector<std::string> commands[] = {
      {"infer", model},
      {"infer", "--strict=complete", model},
      {"infer", "--wide", "--constants", "--bind", symbol + "=2", model},
      {"explain", model, output, "--axis", "0"},
      {"explain", model, "nothing" + output},
      {"audit", model},
      {"plan", model},
      {"plan", "--sizes", symbol + "=1,2", model},
      {"infer", "--find", output, model},
      {"infer", "--find", "[*]", model, folder.File(kEvil)},
      {"audit", "--json", model, folder.File(kEvil)},
      {"eval", model, folder.File(absl::StrCat(kEvil, "*"))},
      {"infer", folder.File(kEvil)},
      {"infer", absl::StrCat("--", kEvil), model},
      {"merge", merged, merged},
      {"layout", merged},
      {kEvil},
      {"help", kEvil}};
  for (const std::vector<std::string>& command : commands) {
    for (const bool is_embedded : {false, true}) {
      std::vector<std::string> words = {SHAPEWRIGHT_CLI};
      words.insert(words.end(), command.begin(), command.end());
      if (is_embedded) {
        words.emplace_back("--embedded");
      } else {
        words.insert(words.end(), {"--target", server.target()});
      }
      const ProcessResult result = RunProcess(words);
      EXPECT_FALSE((result.out + result.err).empty());
      ExpectHarmless(result.out);
      ExpectHarmless(result.err);
    }
  }
}

TEST(ClientFault, JsonHasTheNamesAsEscapes) {
  const TempFolder folder;
  const std::string model = folder.File("evil.onnx");
  // Without what is no UTF-8: JSON cannot have it.
  std::string bytes = ReluModel();
  const std::string evil = "\x1b[2J\u202e\u2066\u061c\u009b\x7f";
  onnx::ModelProto proto;
  ASSERT_TRUE(proto.ParseFromString(bytes));
  proto.mutable_graph()->mutable_node(0)->set_output(0, evil);
  proto.mutable_graph()->mutable_output(0)->set_name(evil);
  WriteFile(model, proto.SerializeAsString());
  const ProcessResult result =
      RunProcess({SHAPEWRIGHT_CLI, "infer", "--embedded", "--json", model});
  ASSERT_EQ(result.code, 0) << result.err;
  ExpectHarmless(result.out);
  const nlohmann::json answer = nlohmann::json::parse(result.out);
  bool is_found = false;
  for (const auto& value : answer["graphs"][0]["values"]) is_found |= value["name"] == evil;
  EXPECT_TRUE(is_found) << result.out;
}

}  // namespace
}  // namespace shapewright::end_to_end
