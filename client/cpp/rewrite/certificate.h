#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_CERTIFICATE_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_CERTIFICATE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright {

// Answers questions about models that are given by their bytes. The requests have no source of the
// model.
class RewriteAsker {
 public:
  virtual ~RewriteAsker() = default;
  virtual absl::StatusOr<v1::RewriteModelResponse> Rewrite(
      absl::string_view model, const v1::RewriteModelRequest& request) = 0;
  virtual absl::StatusOr<v1::InferShapesResponse> Infer(absl::string_view model,
                                                        const v1::InferShapesRequest& request) = 0;
};

// A rewritten model.
struct Rewritten {
  std::string model;
  v1::RewriteCertificate certificate;
};

// Asks for the edits, makes them, infers both models and proves their types equal. Of the model the
// request may say premises, types of inputs and rules of operators; INVALID_ARGUMENT for more.
// FAILED_PRECONDITION, with the places, if the rewrite is refused; the errors of the questions; and
// INTERNAL if the types cannot be proved equal.
absl::StatusOr<Rewritten> RewriteModel(absl::string_view model,
                                       const v1::RewriteModelRequest& request,
                                       absl::string_view version, RewriteAsker& asker);

// The certificate as JSON, always the same text.
std::string CertificateText(const v1::RewriteCertificate& certificate);

// Checks a certificate without trust in it: what it says is found again from the earlier model, by
// RewriteModel(). FAILED_PRECONDITION says what differs.
absl::Status VerifyRewrite(absl::string_view before, absl::string_view after,
                           absl::string_view certificate, absl::string_view version,
                           RewriteAsker& asker);

// Gaps as lines of text, at most so many.
std::string GapLines(const v1::RewriteModelResponse& response, int most);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_CERTIFICATE_H_
