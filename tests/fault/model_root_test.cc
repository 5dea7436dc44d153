#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

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
