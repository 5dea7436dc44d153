#include "server/models/upload_pieces.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "absl/status/status.h"

namespace shapewright::server {
namespace {

v1::UploadModelRequest First(std::optional<int64_t> size, const std::string& id = "") {
  v1::UploadModelRequest request;
  if (size.has_value()) request.set_size_bytes(*size);
  request.set_model_id(id);
  return request;
}

v1::UploadModelRequest Chunk(std::string bytes) {
  v1::UploadModelRequest request;
  request.set_chunk(std::move(bytes));
  return request;
}

TEST(UploadPieces, JoinsChunksOfAnyLength) {
  std::mt19937 random(7);
  UploadPieces pieces(4'000'000);
  std::string sent;
  ASSERT_TRUE(pieces.Take(First(std::nullopt)).ok());
  for (const size_t length : {0UL, 1UL, 262'143UL, 262'144UL, 1UL, 700'000UL, 3UL}) {
    std::string bytes(length, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    sent += bytes;
    ASSERT_TRUE(pieces.Take(Chunk(std::move(bytes))).ok());
  }
  EXPECT_TRUE(pieces.CheckSize().ok());
  EXPECT_EQ(pieces.size(), sent.size());
  EXPECT_EQ(pieces.TakeModel(), sent);
}

TEST(UploadPieces, TheLimitHoldsForThePromiseAndForWhatComes) {
  UploadPieces promised(10);
  EXPECT_EQ(promised.Take(First(11)).code(), absl::StatusCode::kInvalidArgument);
  UploadPieces sent(10);
  ASSERT_TRUE(sent.Take(First(10)).ok());
  ASSERT_TRUE(sent.Take(Chunk("0123456789")).ok());
  EXPECT_EQ(sent.Take(Chunk("!")).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(sent.size(), 10);
}

TEST(UploadPieces, TheFirstMessageAlonePromises) {
  UploadPieces pieces(10);
  EXPECT_EQ(pieces.CheckSize().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(pieces.Take(Chunk("x")).ok());
  EXPECT_TRUE(pieces.CheckSize().ok());
  ASSERT_TRUE(pieces.Take({}).ok());
  EXPECT_EQ(pieces.Take(First(2)).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(pieces.Take(First(std::nullopt, "sha256:a")).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(UploadPieces(10).Take(First(-1)).code(), absl::StatusCode::kInvalidArgument);
}

TEST(UploadPieces, SizeAndIdAreAsPromised) {
  UploadPieces pieces(10);
  ASSERT_TRUE(pieces.Take(First(2, "sha256:a")).ok());
  ASSERT_TRUE(pieces.Take(Chunk("x")).ok());
  EXPECT_EQ(pieces.CheckSize().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(pieces.Take(Chunk("y")).ok());
  EXPECT_TRUE(pieces.CheckSize().ok());
  EXPECT_TRUE(pieces.CheckId("sha256:a").ok());
  EXPECT_EQ(pieces.CheckId("sha256:b").code(), absl::StatusCode::kInvalidArgument);
}

TEST(UploadPieces, NoBytesMayBePromised) {
  UploadPieces pieces(10);
  ASSERT_TRUE(pieces.Take(First(0)).ok());
  EXPECT_TRUE(pieces.CheckSize().ok());
  ASSERT_TRUE(pieces.Take(Chunk("x")).ok());
  EXPECT_EQ(pieces.CheckSize().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace shapewright::server
