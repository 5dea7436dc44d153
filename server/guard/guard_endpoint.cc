#include "server/guard/guard_endpoint.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "server/guard/guard_request.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

using guard::Verdict;
using nlohmann::json;

HttpAnswer Json(int status, const json& body) {
  return {.status = status,
          .body = body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n",
          .type = "application/json"};
}

HttpAnswer Error(int status, absl::string_view message) {
  return Json(status, {{"error", std::string(message)}});
}

HttpAnswer UncheckedError(const GuardAdmission& admission) {
  const absl::Status& error = admission.error;
  switch (*admission.unchecked) {
    case Unchecked::kUnknownModel:
      return Error(kHttpNotFound, error.message());
    case Unchecked::kCompiling:
      return Error(kHttpUnavailable, "the guard of the model is being compiled: ask again");
    default:
      break;
  }
  const bool is_final = absl::IsInvalidArgument(error) || absl::IsFailedPrecondition(error);
  return Error(is_final ? kHttpUnprocessable : kHttpUnavailable, error.message());
}

json OutputsOf(const guard::RequestCheck& check, const v1::GuardProgram& program) {
  json outputs = json::array();
  for (const v1::GuardOutput& output : program.outputs()) {
    json said = {{"name", output.name()}};
    const v1::GuardType* const type = check.TypeOf(output);
    if (type != nullptr && !type->unsized()) {
      json shape = json::array();
      for (const uint32_t size : type->sizes()) shape.push_back(check.SizeAt(size).value_or(-1));
      said["shape"] = std::move(shape);
    }
    outputs.push_back(std::move(said));
  }
  return outputs;
}

}  // namespace

HttpAnswer AnswerGuardCheck(GuardDoor& door, absl::string_view body) {
  const absl::StatusOr<GuardRequest> request = ReadGuardRequest(body);
  if (!request.ok()) return Error(kHttpBadRequest, request.status().message());
  const GuardAdmission admission = door.Admit(request->model, *request);
  if (admission.unchecked) return UncheckedError(admission);
  const bool fails = admission.verdict == Verdict::kFail;
  if (!admission.is_admitted) {
    return Json(kHttpBadRequest,
                {{"error", admission.problems.front()}, {"problems", admission.problems}});
  }
  json said = {{"verdict", VerdictName(fails ? Verdict::kPass : admission.verdict).data()},
               {"outputs", admission.check == nullptr
                               ? json::array()
                               : OutputsOf(*admission.check, admission.guard->message())}};
  if (fails) {
    said["shadow"] = {{"verdict", "fail"}, {"problems", admission.problems}};
  } else if (!admission.problems.empty()) {
    said["problems"] = admission.problems;
  }
  return Json(200, said);
}

}  // namespace shapewright::server
