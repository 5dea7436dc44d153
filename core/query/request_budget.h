#ifndef SHAPEWRIGHT_CORE_QUERY_REQUEST_BUDGET_H_
#define SHAPEWRIGHT_CORE_QUERY_REQUEST_BUDGET_H_

#include <google/protobuf/message.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "core/base/answer_budget.h"
#include "core/base/work.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/case_error.h"
#include "core/query/query_options.h"

namespace shapewright::query {

// The remaining limits of all cases of a request together. Not thread-safe.
class RequestBudget {
 public:
  // `requested` is the request's own limit of its answer.
  RequestBudget(const QueryOptions& options, uint64_t requested)
      : options_(options),
        answer_(AnswerLimit(options.max_answer_bytes, requested)),
        max_queries_(options.max_queries),
        max_places_(options.max_places) {}

  // Each counts so many more; the error says which limit is breached, and has no field.
  absl::Status TakeQueries(int64_t count) {
    return Take("TOO_MANY_QUERIES", count, max_queries_, queries_);
  }
  // Before they are listed.
  absl::Status TakePlaces(int64_t count) {
    options_.CountWork(static_cast<uint64_t>(count));
    return Take("TOO_MANY_PLACES", count, max_places_, places_);
  }

  // Whether one of these limits is breached.
  bool is_spent() const { return queries_ > max_queries_ || places_ > max_places_; }

  // The bytes of the answer; those of the case that is worked on are counted as its parts are done,
  // and once more, to the byte, when it is written.
  absl::Status TakePart(size_t bytes) {
    part_bytes_ += bytes;
    return CheckPart(0);
  }
  // Whether a part that grows still fits.
  absl::Status CheckPart(size_t bytes) const {
    return answer_.CheckSize(case_bytes_ + part_bytes_ + bytes);
  }
  absl::Status TakeCase(size_t bytes) {
    part_bytes_ = 0;
    case_bytes_ += bytes;
    options_.CountWork(bytes / kBytesPerCount);
    return answer_.CheckSize(case_bytes_);
  }

 private:
  static absl::Status Take(absl::string_view reason, int64_t count, int64_t limit, int64_t& taken) {
    taken += count;
    return taken <= limit ? absl::OkStatus() : LimitError(reason, "", taken, limit);
  }

  const QueryOptions& options_;
  const AnswerBudget answer_;
  const int64_t max_queries_;
  const int64_t max_places_;
  int64_t queries_ = 0;
  int64_t places_ = 0;
  size_t case_bytes_ = 0;
  size_t part_bytes_ = 0;
};

// What a result takes as an item of the answer's list, field 1.
inline size_t BytesInList(size_t bytes_of_result) {
  return 1 + google::protobuf::internal::WireFormatLite::LengthDelimitedSize(bytes_of_result);
}
inline size_t BytesInList(const google::protobuf::Message& result) {
  return BytesInList(result.ByteSizeLong());
}

// An error of a case; one about a limit says which case met it too.
inline absl::Status WithinCase(int number, absl::Status error) {
  const std::string item = graph::Item("cases", number);
  if (absl::IsResourceExhausted(error)) {
    error.SetPayload(graph::kFieldPayload, absl::Cord(item));
    return error;
  }
  return graph::Within(item, std::move(error));
}

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_REQUEST_BUDGET_H_
