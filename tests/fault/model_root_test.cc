#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "proto/onnx/onnx.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/sanitized.h"

// What stands in a model root, and what happens to it.
namespace shapewright::end_to_end {
namespace {

class ModelRootFault : public testing::Test {
 protected:
  ModelRootFault() { std::filesystem::create_directories(InRoot("")); }

  std::string InRoot(const std::string& path) const { return folder_.File("root/" + path); }
  void Link(const std::string& target, const std::string& path) const {
    std::filesystem::create_symlink(target, InRoot(path));
  }
  std::vector<std::string> options() const { return {"--model-root", folder_.File("root")}; }

  TempFolder folder_;
};

grpc::Status Infer(const ServerProcess& server, const std::string& path, int* nodes = nullptr) {
  PendingCall call(OpenChannel(server), kInferShapes, RequestByPath(path).SerializeAsString());
  grpc::Status status = call.Wait();
  v1::InferShapesResponse response;
  EXPECT_TRUE(response.ParseFromString(call.response()));
  if (nodes != nullptr) *nodes = static_cast<int>(response.statistics().nodes());
  return status;
}

TEST_F(ModelRootFault, SnapshotsAndConfigMapsAreServed) {
  std::filesystem::create_directories(InRoot("hub/blobs"));
  std::filesystem::create_directories(InRoot("hub/snapshots/0a1b"));
  WriteFile(InRoot("hub/blobs/c0ffee"), ChainModel(3));
  Link("../../blobs/c0ffee", "hub/snapshots/0a1b/model.onnx");
  std::filesystem::create_directories(InRoot("map/..2024_01_01"));
  WriteFile(InRoot("map/..2024_01_01/model.onnx"), ChainModel(4));
  Link("..2024_01_01", "map/..data");
  Link("..data/model.onnx", "map/model.onnx");
  const ServerProcess server(options());
  int nodes = 0;
  EXPECT_TRUE(Infer(server, "hub/snapshots/0a1b/model.onnx", &nodes).ok());
  EXPECT_EQ(nodes, 3);
  EXPECT_TRUE(Infer(server, "map/model.onnx", &nodes).ok());
  EXPECT_EQ(nodes, 4);
  // The ConfigMap is updated: answers that were kept are those of the file before.
  std::filesystem::create_directories(InRoot("map/..2024_01_02"));
  WriteFile(InRoot("map/..2024_01_02/model.onnx"), ChainModel(5));
  Link("..2024_01_02", "map/..data_tmp");
  std::filesystem::rename(InRoot("map/..data_tmp"), InRoot("map/..data"));
  EXPECT_TRUE(Infer(server, "map/model.onnx", &nodes).ok());
  EXPECT_EQ(nodes, 5);
}

// Reshape(x, s) with s = [4, -1] in the file `location` beside the model.
std::string ExternalReshape(const std::string& location) {
  onnx::ModelProto model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        ir_version: 8
        opset_import { version: 18 }
        graph {
          name: "g"
          node { op_type: "Reshape" input: "x" input: "s" output: "y" }
          input {
            name: "x"
            type {
              tensor_type {
                elem_type: 1
                shape {}
              }
            }
          }
          output {
            name: "y"
            type { tensor_type { elem_type: 1 } }
          }
          initializer {
            name: "s"
            data_type: 7
            dims: 2
            data_location: EXTERNAL
            external_data { key: "location" }
          }
        })pb",
      &model));
  model.mutable_graph()->mutable_initializer(0)->mutable_external_data(0)->set_value(location);
  auto& shape = *model.mutable_graph()
                     ->mutable_input(0)
                     ->mutable_type()
                     ->mutable_tensor_type()
                     ->mutable_shape();
  shape.add_dim()->set_dim_value(24);
  return model.SerializeAsString();
}

std::string Elements(const std::vector<int64_t>& elements) {
  return std::string(reinterpret_cast<const char*>(elements.data()),
                     elements.size() * sizeof(int64_t));
}

// The sizes of y, -1 for one that is not known.
std::vector<int64_t> OutputSizes(ServerProcess& server, const std::string& path) {
  const auto answer = server.client().InferShapes(RequestByPath(path));
  EXPECT_TRUE(answer.ok()) << answer.status();
  std::vector<int64_t> sizes;
  if (!answer.ok()) return sizes;
  for (const v1::ValueInfo& value : answer->graphs(0).values()) {
    if (value.name() != "y") continue;
    for (const v1::Dim& dim : value.type().tensor().shape().dims()) {
      sizes.push_back(dim.has_size() ? dim.size() : -1);
    }
  }
  return sizes;
}

TEST_F(ModelRootFault, S25SmallTensorsBesideTheModelAreRead) {
  std::filesystem::create_directories(InRoot("m/data"));
  WriteFile(InRoot("m/model.onnx"), ExternalReshape("data/s.bin"));
  ServerProcess server(options());
  EXPECT_EQ(OutputSizes(server, "m/model.onnx"), std::vector<int64_t>({-1, -1})) << "missing";
  WriteFile(InRoot("m/data/s.bin"), Elements({4, -1}));
  EXPECT_EQ(OutputSizes(server, "m/model.onnx"), std::vector<int64_t>({4, 6}));
  // The data change, and the model's own file does not.
  WriteFile(InRoot("m/data/new"), Elements({8, -1}));
  std::filesystem::rename(InRoot("m/data/new"), InRoot("m/data/s.bin"));
  EXPECT_EQ(OutputSizes(server, "m/model.onnx"), std::vector<int64_t>({8, 3}));
  EXPECT_EQ(OutputSizes(server, "m/model.onnx"), std::vector<int64_t>({8, 3}));
}

TEST_F(ModelRootFault, S25DataOutsideAreNotRead) {
  WriteFile(folder_.File("s.bin"), Elements({4, -1}));
  std::filesystem::create_directories(InRoot("m"));
  Link(folder_.File("s.bin"), "m/link");
  WriteFile(InRoot("m/linked.onnx"), ExternalReshape("link"));
  WriteFile(InRoot("m/up.onnx"), ExternalReshape("../../s.bin"));
  ASSERT_EQ(mkfifo(InRoot("m/fifo").c_str(), 0600), 0);
  WriteFile(InRoot("m/fifo.onnx"), ExternalReshape("fifo"));
  ServerProcess server(options());
  EXPECT_EQ(OutputSizes(server, "m/linked.onnx"), std::vector<int64_t>({-1, -1}));
  EXPECT_EQ(OutputSizes(server, "m/fifo.onnx"), std::vector<int64_t>({-1, -1}));
  const grpc::Status status = Infer(server, "m/up.onnx");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "MALFORMED_MODEL");
}

TEST_F(ModelRootFault, LinksOutAreNotServed) {
  WriteFile(folder_.File("secret.onnx"), ReluModel());
  WriteFile(InRoot("model.onnx"), ReluModel());
  Link("../secret.onnx", "out");
  Link("..", "up");
  Link(folder_.File("secret.onnx"), "absolute");
  Link("../root/model.onnx", "out_and_in");
  Link("loop", "loop");
  Link("/proc/self", "proc");
  ASSERT_EQ(mkfifo(InRoot("fifo").c_str(), 0600), 0);
  Link("fifo", "to_fifo");
  Link("/dev/zero", "device");
  ServerProcess server(options());
  for (const char* path : {"out", "up/secret.onnx", "absolute", "out_and_in", "loop",
                           "proc/environ", "proc/root/etc/passwd", "fifo", "to_fifo", "device"}) {
    const grpc::Status status = Infer(server, path);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND) << path;
    EXPECT_EQ(ErrorInfoOf(status).reason(), "PATH_NOT_SERVED") << path;
  }
  EXPECT_TRUE(Infer(server, "model.onnx").ok());
}

TEST_F(ModelRootFault, NoDescriptorsIsNotNotFound) {
  if (kIsAddressSanitized) GTEST_SKIP() << kNeedsDescriptors;
  WriteFile(InRoot("model.onnx"), ReluModel());
  ServerProcess server(options());
  const auto channel = OpenChannel(server);
  const std::string by_path = RequestByPath("model.onnx").SerializeAsString();
  ASSERT_TRUE(PendingCall(channel, kInferShapes, by_path).Wait().ok());  // it is connected
  rlimit before = {};
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, nullptr, &before), 0);
  const rlimit none = {1, before.rlim_max};
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, &none, nullptr), 0);
  const grpc::Status status = PendingCall(channel, kInferShapes, by_path).Wait();
  ASSERT_EQ(prlimit(server.process().pid(), RLIMIT_NOFILE, &before, nullptr), 0);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "TOO_MANY_OPEN_FILES");
  EXPECT_EQ(FieldOf(status), "model.path");
  EXPECT_TRUE(HasRetryInfo(status));
  EXPECT_TRUE(PendingCall(channel, kInferShapes, by_path).Wait().ok());
}

}  // namespace
}  // namespace shapewright::end_to_end
