// Certificates: what is written holds, and every change is found.
#include "client/cpp/rewrite/certificate.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cpp/cli/run/embedded.h"
#include "client/cpp/rewrite/apply_edits.h"
#include "core/wire/model_id.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using ::testing::HasSubstr;

constexpr char kTestVersion[] = "1";
constexpr char kScaffoldModel[] = R"(
  input x: float32[batch, seq, 768]
  const i0: int64[1] = 0
  const i1: int64[1] = 1
  const rest: int64[2] = 12 64
  s = Shape(x)
  b = Gather(s, i0)
  t = Gather(s, i1)
  target = Concat(b, t, rest) axis=0
  y = Reshape(x, target)
  output y: float32[batch, seq, 12, 64]
)";

// Answers by the library.
class LibraryAsker : public RewriteAsker {
 public:
  absl::StatusOr<v1::RewriteModelResponse> Rewrite(
      absl::string_view model, const v1::RewriteModelRequest& request) override {
    v1::RewriteModelRequest asked = request;
    asked.mutable_model()->set_onnx(std::string(model));
    return cli::AnswerEmbedded<v1::RewriteModelResponse>("RewriteModel", asked,
                                                         absl::InfiniteDuration());
  }
  absl::StatusOr<v1::InferShapesResponse> Infer(absl::string_view model,
                                                const v1::InferShapesRequest& request) override {
    v1::InferShapesRequest asked = request;
    asked.mutable_model()->set_onnx(std::string(model));
    return cli::AnswerEmbedded<v1::InferShapesResponse>("InferShapes", asked,
                                                        absl::InfiniteDuration());
  }
};

struct Files {
  std::string before;
  std::string after;
  std::string certificate;
};

Files MakeFiles(v1::RewriteModelRequest::Goal goal) {
  LibraryAsker asker;
  v1::RewriteModelRequest request;
  request.set_goal(goal);
  if (goal == v1::RewriteModelRequest::GOAL_FREEZE) {
    request.mutable_model()->add_premises("batch = 2");
  }
  const std::string before = ParseModelText(kScaffoldModel).SerializeAsString();
  const auto rewritten = RewriteModel(before, request, kTestVersion, asker);
  EXPECT_TRUE(rewritten.ok()) << rewritten.status();
  if (!rewritten.ok()) return {};
  return {before, rewritten->model, CertificateText(rewritten->certificate)};
}

absl::Status Verified(const Files& files) {
  LibraryAsker asker;
  return VerifyRewrite(files.before, files.after, files.certificate, kTestVersion, asker);
}

v1::RewriteCertificate Parsed(const std::string& text) {
  v1::RewriteCertificate certificate;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(text, &certificate).ok());
  return certificate;
}

// The certificate as who forges it would write it: with the digest that belongs to it.
std::string Forged(v1::RewriteCertificate certificate) {
  certificate.clear_digest();
  certificate.set_digest(HexSha256(CertificateText(certificate)));
  return CertificateText(certificate);
}

TEST(Certificate, HoldsForWhatIsWritten) {
  EXPECT_EQ(Verified(MakeFiles(v1::RewriteModelRequest::GOAL_FREEZE)), absl::OkStatus());
  EXPECT_EQ(Verified(MakeFiles(v1::RewriteModelRequest::GOAL_SIMPLIFY)), absl::OkStatus());
}

// 500 mutants: a byte of the text is changed, left out or doubled.
TEST(Certificate, EveryMutantIsRefused) {
  const Files files = MakeFiles(v1::RewriteModelRequest::GOAL_SIMPLIFY);
  std::mt19937 random(11);
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    Files mutant = files;
    const size_t place = random() % mutant.certificate.size();
    switch (random() % 3) {
      case 0:
        mutant.certificate[place] =
            static_cast<char>(mutant.certificate[place] ^ (1 << random() % 7));
        break;
      case 1:
        mutant.certificate.erase(place, 1);
        break;
      default:
        mutant.certificate.insert(place, 1, mutant.certificate[place]);
    }
    if (!Verified(mutant).ok()) ++refused;
  }
  EXPECT_EQ(refused, 500);
}

TEST(Certificate, EveryMutantOfTheModelIsRefused) {
  const Files files = MakeFiles(v1::RewriteModelRequest::GOAL_FREEZE);
  for (size_t i = 0; i < files.after.size(); ++i) {
    Files mutant = files;
    mutant.after[i] = static_cast<char>(mutant.after[i] ^ 1);
    EXPECT_THAT(std::string(Verified(mutant).message()), HasSubstr("the later model")) << i;
  }
}

// Who forges knows how digests are made, and writes hashes of what was changed.
TEST(Certificate, ForgeriesAreRefused) {
  const Files files = MakeFiles(v1::RewriteModelRequest::GOAL_SIMPLIFY);
  const v1::RewriteCertificate honest = Parsed(files.certificate);
  std::vector<v1::RewriteCertificate> forgeries;
  for (int i = 0; i < honest.answer().edits_size(); ++i) {
    v1::RewriteCertificate forged = honest;
    forged.mutable_answer()->mutable_edits()->DeleteSubrange(i, 1);
    forgeries.push_back(forged);
    forged = honest;
    forged.mutable_answer()->mutable_edits(i)->set_reason("it is so");
    forgeries.push_back(forged);
    forged = honest;
    v1::ModelEdit& edit = *forged.mutable_answer()->mutable_edits(i);
    if (!edit.has_added_initializer()) continue;
    edit.mutable_added_initializer()->mutable_tensor()->set_ints(0, 1);
    forgeries.push_back(forged);
  }
  v1::RewriteCertificate forged = honest;
  forged.add_checks("all was checked");
  forgeries.push_back(forged);
  forged = honest;
  forged.mutable_answer()->add_facts("given: N = 1");
  forgeries.push_back(forged);
  forged = honest;
  forged.mutable_request()->mutable_model()->add_premises("seq = 7");
  forgeries.push_back(forged);
  forged = honest;
  forged.mutable_symbols(0)->set_name("other");
  forgeries.push_back(forged);
  forged = honest;
  forged.set_version("2");
  forgeries.push_back(forged);
  ASSERT_GT(forgeries.size(), 10u);
  for (v1::RewriteCertificate& each : forgeries) {
    Files mutant = files;
    const auto after = ApplyEdits(files.before, each.answer().edits());
    if (after.ok()) {
      mutant.after = *after;
      each.mutable_after()->set_sha256(HexSha256(*after));
      each.mutable_after()->set_bytes(after->size());
    }
    mutant.certificate = Forged(each);
    EXPECT_FALSE(Verified(mutant).ok()) << mutant.certificate;
  }
}

// A constant of the request would stand in the place of one that the model has: the edits would
// follow from another model.
TEST(Certificate, RequestsThatReplacePartsOfTheModelAreRefused) {
  const Files files = MakeFiles(v1::RewriteModelRequest::GOAL_SIMPLIFY);
  const auto refusal = [&](const auto& change) {
    v1::RewriteCertificate forged = Parsed(files.certificate);
    change(*forged.mutable_request());
    Files mutant = files;
    mutant.certificate = Forged(forged);
    return std::string(Verified(mutant).message());
  };
  const auto is_refused = HasSubstr("only premises, input_types, operator_rules, goal and axes");
  EXPECT_THAT(refusal([](auto& request) {
                v1::NamedTensor& constant = *request.mutable_model()->add_constants();
                constant.set_name("rest");
                constant.mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_INT64);
                constant.mutable_tensor()->add_sizes(2);
                constant.mutable_tensor()->add_ints(64);
                constant.mutable_tensor()->add_ints(12);
              }),
              is_refused);
  EXPECT_THAT(refusal([](auto& request) { request.mutable_model()->mutable_options(); }),
              is_refused);
  EXPECT_THAT(refusal([](auto& request) { request.mutable_model()->set_path("x"); }), is_refused);
  EXPECT_THAT(refusal([](auto& request) { request.mutable_limits()->set_work(1); }), is_refused);
}

TEST(Certificate, AnotherEarlierModelIsRefused) {
  Files files = MakeFiles(v1::RewriteModelRequest::GOAL_FREEZE);
  files.before =
      ParseModelText(absl::StrReplaceAll(kScaffoldModel, {{"12 64", "64 12"}})).SerializeAsString();
  EXPECT_THAT(std::string(Verified(files).message()), HasSubstr("the earlier model"));
}

}  // namespace
}  // namespace shapewright
