#include "server/model_root.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "client/cpp/strip.h"
#include "core/graph/read_error.h"
#include "proto/onnx/onnx.pb.h"
#include "server/status.h"
#include "tests/data_path/data_path.h"

namespace shapewright::server {
namespace {

constexpr size_t kNoLimit = size_t{1} << 40;

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Both ways to open a file, and a folder with traps around the model.
class ModelRootTest : public testing::TestWithParam<bool> {
 protected:
  ModelRootTest() {
    std::string path = testing::TempDir() + "/model_root_XXXXXX";
    outside_ = mkdtemp(path.data());
    const std::string root = outside_ + "/root";
    std::filesystem::create_directories(root + "/sub/deeper");
    Write("root/model.onnx", "model");
    Write("root/sub/deeper/model.onnx", "deeper");
    Write("secret", "secret");
    std::filesystem::create_symlink("../secret", root + "/link_out");
    std::filesystem::create_symlink(outside_ + "/secret", root + "/absolute_link");
    std::filesystem::create_symlink("model.onnx", root + "/link_within");
    std::filesystem::create_directory_symlink("..", root + "/folder_out");
    std::filesystem::create_directory_symlink("/proc/self", root + "/proc");
    mkfifo((root + "/fifo").c_str(), 0600);
    root_ = *ModelRoot::Open(root);
  }
  ~ModelRootTest() override { std::filesystem::remove_all(outside_); }

  void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(outside_ + "/" + path, std::ios::binary) << bytes;
  }

  absl::StatusOr<ModelFile> Open(const std::string& path) const {
    return GetParam() ? root_->OpenFileStepwise(path) : root_->OpenFile(path);
  }

  std::string outside_;
  std::unique_ptr<const ModelRoot> root_;
};

TEST_P(ModelRootTest, OpensFilesWithin) {
  for (const char* path : {"model.onnx", "sub/deeper/model.onnx"}) {
    const absl::StatusOr<ModelFile> file = Open(path);
    EXPECT_TRUE(file.ok()) << path << file.status();
  }
}

TEST_P(ModelRootTest, NothingElseCanBeReached) {
  const std::vector<std::string> paths = {"",
                                          ".",
                                          "..",
                                          "/",
                                          "/etc/passwd",
                                          outside_ + "/root/model.onnx",
                                          "../secret",
                                          "sub/../model.onnx",
                                          "sub/../../secret",
                                          "./model.onnx",
                                          "sub//deeper/model.onnx",
                                          "model.onnx/",
                                          "nothing",
                                          "sub",
                                          "sub/deeper",
                                          "model.onnx/x",
                                          "link_out",
                                          "absolute_link",
                                          "link_within",
                                          "folder_out/secret",
                                          "folder_out/root/model.onnx",
                                          "proc/environ",
                                          "proc/root/etc/passwd",
                                          "proc/cwd",
                                          "fifo",
                                          std::string("model.onnx\0x", 12),
                                          std::string(5000, 'a'),
                                          "\xff\xfe"};
  for (const std::string& path : paths) {
    const absl::StatusOr<ModelFile> file = Open(path);
    EXPECT_TRUE(absl::IsNotFound(file.status())) << path << ": " << file.status();
    EXPECT_EQ(ReasonOf(file.status()), reason::kPathNotServed) << path;
  }
}

// What cannot be read is not told apart from what is not there.
TEST_P(ModelRootTest, UnreadableFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  chmod((outside_ + "/root/model.onnx").c_str(), 0);
  EXPECT_TRUE(absl::IsNotFound(Open("model.onnx").status()));
}

TEST_P(ModelRootTest, IdentityFollowsTheFile) {
  const std::string first = Open("model.onnx")->identity();
  EXPECT_EQ(Open("model.onnx")->identity(), first);
  EXPECT_NE(Open("sub/deeper/model.onnx")->identity(), first);
  Write("root/model.onnx", "other");
  EXPECT_NE(Open("model.onnx")->identity(), first) << "the same size, another time";
}

TEST_P(ModelRootTest, AFileThatChangedIsNotAnswered) {
  Write("root/model.onnx", ReadText(DataPath("corpus/models/skl_svc.onnx")));
  const absl::StatusOr<ModelFile> file = Open("model.onnx");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(truncate((outside_ + "/root/model.onnx").c_str(), 100), 0);
  const absl::Status status = file->ReadWithoutWeights(kNoLimit).status();
  EXPECT_TRUE(absl::IsAborted(status)) << status;
  EXPECT_EQ(ReasonOf(status), reason::kModelFileChanged);
  EXPECT_TRUE(RetryDelay(status).has_value());
}

INSTANTIATE_TEST_SUITE_P(Both, ModelRootTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Stepwise" : "AtOnce"; });

TEST(ModelRoot, MustBeAFolder) {
  EXPECT_FALSE(ModelRoot::Open("/no/such/folder").ok());
  EXPECT_FALSE(ModelRoot::Open("/etc/passwd").ok());
}

// A model file in a root of its own.
absl::StatusOr<std::string> ReadModel(const std::string& bytes, size_t max_bytes = kNoLimit) {
  std::string path = testing::TempDir() + "/model_file_XXXXXX";
  const std::string folder = mkdtemp(path.data());
  std::ofstream(folder + "/m", std::ios::binary) << bytes;
  absl::StatusOr<std::string> model =
      (*ModelRoot::Open(folder))->OpenFile("m")->ReadWithoutWeights(max_bytes);
  std::filesystem::remove_all(folder);
  return model;
}

// The oracle is StripWeights(), whose own oracle are the pairs of tests/data/strip.
void ExpectStripped(const std::string& bytes, const std::string& name) {
  const absl::StatusOr<std::string> expected = StripWeights(bytes);
  const absl::StatusOr<std::string> read = ReadModel(bytes);
  ASSERT_EQ(read.ok(), expected.ok()) << name << read.status() << expected.status();
  if (!read.ok()) return;
  EXPECT_TRUE(*read == *expected) << name;
}

TEST(ModelFile, ReadsWhatStrippingLeaves) {
  int models = 0;
  for (const char* folder : {"strip", "corpus/models"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(DataPath(folder))) {
      if (!entry.is_regular_file()) continue;
      ExpectStripped(ReadText(entry.path()), entry.path());
      ++models;
    }
  }
  EXPECT_GT(models, 50);
}

// Weights at any place in the window through which the file is read, and beyond it.
TEST(ModelFile, LargeWeights) {
  for (const size_t padding :
       {size_t{0}, size_t{1}, size_t{131'060}, size_t{131'072}, size_t{300'000}}) {
    onnx::ModelProto model;
    model.set_producer_name(std::string(padding, 'p'));
    for (const int64_t elements : {1024, 1025, 200'000}) {
      onnx::TensorProto& tensor = *model.mutable_graph()->add_initializer();
      tensor.set_name("w" + std::to_string(elements));
      tensor.add_dims(elements);
      tensor.set_data_type(onnx::TensorProto::FLOAT);
      tensor.set_raw_data(std::string(static_cast<size_t>(elements) * 4, 'w'));
    }
    ExpectStripped(model.SerializeAsString(), std::to_string(padding));
    EXPECT_LT(ReadModel(model.SerializeAsString())->size(), padding + 4500);
  }
}

TEST(ModelFile, Truncated) {
  const std::string bytes = ReadText(DataPath("corpus/models/skl_svc.onnx"));
  ASSERT_FALSE(bytes.empty());
  for (size_t size = 0; size < bytes.size(); size += 97) {
    ExpectStripped(bytes.substr(0, size), std::to_string(size));
  }
}

TEST(ModelFile, Malformed) {
  const absl::Status status = ReadModel("this is no model").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), graph::reason::kMalformedModel);
}

TEST(ModelFile, HasALimit) {
  onnx::ModelProto model;
  model.set_producer_name(std::string(1000, 'p'));
  const std::string bytes = model.SerializeAsString();
  EXPECT_TRUE(ReadModel(bytes, bytes.size()).ok());
  EXPECT_EQ(ReasonOf(ReadModel(bytes, bytes.size() - 1).status()), reason::kUploadTooLarge);
}

}  // namespace
}  // namespace shapewright::server
