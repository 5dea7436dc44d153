#include "server/files/model_root.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "core/graph/read_error.h"
#include "core/wire/model_format.h"
#include "core/wire/strip.h"
#include "proto/onnx/onnx.pb.h"
#include "server/errors/status.h"
#include "tests/data_path/data_path.h"

namespace shapewright::server {
namespace {

constexpr size_t kNoLimit = size_t{1} << 40;

// A root with models in it.
class ModelRootTest : public testing::Test {
 protected:
  ModelRootTest() {
    std::string path = testing::TempDir() + "/model_root_XXXXXX";
    outside_ = mkdtemp(path.data());
    std::filesystem::create_directories(outside_ + "/root/sub/deeper");
    Write("root/model.onnx", "model");
    Write("root/sub/deeper/model.onnx", "deeper");
    Write("secret", "secret");
    std::filesystem::create_symlink("sub/deeper/model.onnx", outside_ + "/root/link_within");
    std::filesystem::create_symlink("../secret", outside_ + "/root/link_out");
    root_ = *ModelRoot::Open(outside_ + "/root");
  }
  ~ModelRootTest() override { std::filesystem::remove_all(outside_); }

  void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(outside_ + "/" + path, std::ios::binary) << bytes;
  }

  absl::StatusOr<ModelFile> Open(const std::string& path) const { return root_->OpenFile(path); }

  std::string outside_;
  std::unique_ptr<const ModelRoot> root_;
};

TEST_F(ModelRootTest, OpensFilesWithin) {
  for (const char* path : {"model.onnx", "sub/deeper/model.onnx", "link_within"}) {
    const absl::StatusOr<ModelFile> file = Open(path);
    EXPECT_TRUE(file.ok()) << path << file.status();
  }
}

// A path that a request names goes down only, whatever links in the root may do.
TEST_F(ModelRootTest, NothingElseCanBeReached) {
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
                                          "model.onnx/x",
                                          "link_out",
                                          std::string("model.onnx\0x", 12),
                                          std::string(5000, 'a'),
                                          "\xff\xfe"};
  for (const std::string& path : paths) {
    const absl::StatusOr<ModelFile> file = Open(path);
    EXPECT_TRUE(absl::IsNotFound(file.status())) << path << ": " << file.status();
    EXPECT_EQ(ReasonOf(file.status()), reason::kPathNotServed) << path;
    EXPECT_FALSE(RetryDelay(file.status()).has_value()) << path;
  }
}

TEST_F(ModelRootTest, TheIdentityIsThatOfTheFileBehindALink) {
  EXPECT_EQ(Open("link_within")->identity(), Open("sub/deeper/model.onnx")->identity());
  std::filesystem::create_symlink("model.onnx", outside_ + "/root/next");
  std::filesystem::rename(outside_ + "/root/next", outside_ + "/root/link_within");
  EXPECT_EQ(Open("link_within")->identity(), Open("model.onnx")->identity());
}

// Runs as another user during its lifetime if this is root, who may read everything.
class AnotherUser {
 public:
  AnotherUser() : before_(geteuid()) {
    const uid_t nobody = 65534;
    EXPECT_EQ(seteuid(before_ == 0 ? nobody : before_), 0);
  }
  ~AnotherUser() { EXPECT_EQ(seteuid(before_), 0); }

 private:
  const uid_t before_;
};

TEST_F(ModelRootTest, WhatMayNotBeReadIsNotNotFound) {
  std::filesystem::permissions(outside_, std::filesystem::perms(0755));
  std::filesystem::permissions(outside_ + "/root/model.onnx", std::filesystem::perms::none);
  const AnotherUser user;
  const absl::Status status = Open("model.onnx").status();
  EXPECT_TRUE(absl::IsPermissionDenied(status)) << status;
  EXPECT_EQ(ReasonOf(status), reason::kPathNotReadable);
  EXPECT_TRUE(Open("sub/deeper/model.onnx").ok());
}

// During its lifetime no further file can be opened.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none = {0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

TEST_F(ModelRootTest, NoDescriptorsIsNotNotFound) {
  absl::Status status;
  {
    const NoDescriptors none;
    status = Open("model.onnx").status();
  }
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_EQ(ReasonOf(status), reason::kTooManyOpenFiles);
  EXPECT_TRUE(RetryDelay(status).has_value());
  EXPECT_TRUE(Open("model.onnx").ok());
}

// The number of this process's descriptor for the file.
int DescriptorOf(const std::string& path) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    if (std::filesystem::read_symlink(entry.path(), gone) == path) {
      return std::stoi(entry.path().filename());
    }
  }
  return -1;
}

// Replaces the descriptor by one of a folder, so that reads fail with EISDIR, as a bad disk makes
// them fail with EIO.
TEST_F(ModelRootTest, AFileThatCannotBeReadIsNotMalformed) {
  const absl::StatusOr<ModelFile> file = Open("model.onnx");
  ASSERT_TRUE(file.ok());
  const int fd = DescriptorOf(std::filesystem::canonical(outside_ + "/root/model.onnx"));
  ASSERT_GE(fd, 0);
  const int folder = open(outside_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(dup2(folder, fd), fd);
  close(folder);
  const absl::Status status = file->ReadWithoutWeights(kNoLimit).status();
  EXPECT_EQ(ReasonOf(status), ReasonOf(ModelFileError(EISDIR))) << status;
}

struct ErrorRow {
  int error;
  absl::StatusCode code;
  const char* reason;
  bool may_try_again;
};

TEST(ModelFileError, TellsWhatIsMissingFromWhatFails) {
  for (const ErrorRow& row : std::vector<ErrorRow>{
           {ENOENT, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {ENOTDIR, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {EISDIR, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {ELOOP, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {EXDEV, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {ENXIO, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {ENAMETOOLONG, absl::StatusCode::kNotFound, "PATH_NOT_SERVED", false},
           {EACCES, absl::StatusCode::kPermissionDenied, "PATH_NOT_READABLE", false},
           {EPERM, absl::StatusCode::kPermissionDenied, "PATH_NOT_READABLE", false},
           {EMFILE, absl::StatusCode::kResourceExhausted, "TOO_MANY_OPEN_FILES", true},
           {ENFILE, absl::StatusCode::kResourceExhausted, "TOO_MANY_OPEN_FILES", true},
           {ENOMEM, absl::StatusCode::kResourceExhausted, "OUT_OF_MEMORY", true},
           {EIO, absl::StatusCode::kUnavailable, "MODEL_ROOT_FAILED", true},
           {ESTALE, absl::StatusCode::kUnavailable, "MODEL_ROOT_FAILED", true},
           {ETIMEDOUT, absl::StatusCode::kUnavailable, "MODEL_ROOT_FAILED", true}}) {
    const absl::Status status = ModelFileError(row.error);
    EXPECT_EQ(status.code(), row.code) << row.error;
    EXPECT_EQ(ReasonOf(status), row.reason) << row.error;
    EXPECT_EQ(RetryDelay(status).has_value(), row.may_try_again) << row.error;
  }
}

TEST_F(ModelRootTest, IdentityFollowsTheFile) {
  const std::string first = Open("model.onnx")->identity();
  EXPECT_EQ(Open("model.onnx")->identity(), first);
  EXPECT_NE(Open("sub/deeper/model.onnx")->identity(), first);
  Write("root/model.onnx", "other");
  EXPECT_NE(Open("model.onnx")->identity(), first) << "the same size, another time";
}

TEST_F(ModelRootTest, AFileThatChangedIsNotAnswered) {
  Write("root/model.onnx", ReadFile(DataPath("corpus/models/skl_svc.onnx")));
  const absl::StatusOr<ModelFile> file = Open("model.onnx");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(truncate((outside_ + "/root/model.onnx").c_str(), 100), 0);
  const absl::Status status = file->ReadWithoutWeights(kNoLimit).status();
  EXPECT_TRUE(absl::IsAborted(status)) << status;
  EXPECT_EQ(ReasonOf(status), reason::kModelFileChanged);
  EXPECT_TRUE(RetryDelay(status).has_value());
}

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

// The oracle is StripWeights(), whose own oracle are the pairs of tests/data/strip; other formats
// are read as they are.
void ExpectStripped(const std::string& bytes, const std::string& name) {
  const bool is_onnx = FormatOf(bytes) == ModelFormat::kOnnx;
  const absl::StatusOr<std::string> expected =
      is_onnx ? StripWeights(bytes) : absl::StatusOr<std::string>(bytes);
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
      ExpectStripped(ReadFile(entry.path()), entry.path());
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
  const std::string bytes = ReadFile(DataPath("corpus/models/skl_svc.onnx"));
  ASSERT_FALSE(bytes.empty());
  for (size_t size = 0; size < bytes.size(); size += 97) {
    ExpectStripped(bytes.substr(0, size), std::to_string(size));
  }
}

TEST(ModelFile, Malformed) {
  const absl::Status status = ReadModel("this is not a model").status();
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
