#include "tests/crowd/crowd.h"

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/end_to_end/support/calls.h"

namespace shapewright::crowd {
namespace {

using end_to_end::ServerProcess;

constexpr size_t kMostShown = 20;

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Valid() || !buffer.Dump(&slices).ok()) return "";
  std::string bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

// Asks, and returns all that came of it.
std::string Ask(const std::shared_ptr<grpc::Channel>& channel, const Question& question) {
  const grpc::Slice slice(question.request);
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(&context, question.method, &queue);
  const auto wait = [&queue] {
    void* tag = nullptr;
    bool is_good = false;
    return queue.Next(&tag, &is_good) && is_good;
  };
  call->StartCall(nullptr);
  wait();
  call->WriteLast(grpc::ByteBuffer(&slice, 1), grpc::WriteOptions(), nullptr);
  wait();
  std::string all;
  while (true) {
    grpc::ByteBuffer message;
    call->Read(&message, nullptr);
    if (!wait()) break;
    const std::string bytes = BytesOf(message);
    absl::StrAppend(&all, bytes.size(), ":", bytes);
  }
  grpc::Status status;
  call->Finish(&status, nullptr);
  wait();
  return absl::StrCat(status.error_code(), " ", status.error_message(), " ", status.error_details(),
                      "\n", all);
}

void Upload(ServerProcess& server) {
  for (const std::string& model : KnownModels()) {
    const auto uploaded = server.client().UploadModel(model);
    EXPECT_TRUE(uploaded.ok()) << uploaded.status();
  }
}

std::string HeadOf(const std::string& answer) { return answer.substr(0, answer.find('\n')); }

}  // namespace

std::vector<std::string> CrowdedOptions() {
  return {"--result-cache-bytes=4MiB", "--compiled-cache-bytes=8MiB", "--threads=4",
          "--log-failures-per-second=0"};
}

std::vector<std::string> AnswersOfQuietServer(const std::vector<Question>& questions) {
  ServerProcess server;
  Upload(server);
  const auto channel = end_to_end::OpenChannel(server);
  std::vector<std::string> answers;
  answers.reserve(questions.size());
  for (const Question& question : questions) answers.push_back(Ask(channel, question));
  return answers;
}

CrowdResult AskInACrowd(ServerProcess& server, const std::vector<Question>& questions,
                        const std::vector<std::string>& expected, int callers,
                        std::chrono::steady_clock::duration time) {
  constexpr int kCallersOfConnection = 4;
  Upload(server);
  CrowdResult result;
  std::mutex mutex;
  const auto end = std::chrono::steady_clock::now() + time;
  std::vector<std::thread> threads;
  std::shared_ptr<grpc::Channel> channel;
  for (int i = 0; i < callers; ++i) {
    if (i % kCallersOfConnection == 0) channel = end_to_end::OpenChannel(server);
    threads.emplace_back([&, i, channel] {
      std::mt19937 random(static_cast<uint32_t>(i));
      while (std::chrono::steady_clock::now() < end) {
        const size_t which = random() % questions.size();
        const std::string answer = Ask(channel, questions[which]);
        const std::lock_guard<std::mutex> lock(mutex);
        ++result.answers;
        if (answer == expected[which]) continue;
        ++result.different;
        if (result.shown.size() >= kMostShown) continue;
        result.shown.push_back(
            absl::StrCat("question ", which, " ", questions[which].method, ": \"", HeadOf(answer),
                         "\", ", answer.size(), " bytes, where a quiet server says \"",
                         HeadOf(expected[which]), "\", ", expected[which].size(), " bytes"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return result;
}

}  // namespace shapewright::crowd
