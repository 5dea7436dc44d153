#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_STUDY_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_STUDY_H_

#include <google/protobuf/struct.pb.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shapewright::cli {

// What a log of requests says of a model. Plain data.
struct RequestStudy {
  // Why requests do not pass the guard.
  struct Problem {
    std::string text;
    bool is_failure = true;
    uint64_t requests = 0;
    // Of the log: the first one.
    size_t line = 0;
  };
  // Requests whose inputs have the same sizes.
  struct Shape {
    std::string text;
    uint64_t requests = 0;
    // Without weights; nothing: not known, or not asked.
    std::optional<int64_t> bytes;
  };
  // Buckets or profiles that were chosen.
  struct Choice {
    int32_t count = 0;
    // The expected share of padding.
    double padding = 0;
    // Of profiles, whether all sizes of each are proved to be valid.
    bool is_proved = false;
  };

  uint64_t requests = 0;
  uint64_t passed = 0;
  uint64_t failed = 0;
  uint64_t undecided = 0;
  bool is_complete = false;
  // The most common ones first.
  std::vector<Problem> problems;
  // Of requests that do not fail, the most common ones first.
  std::vector<Shape> shapes;
  // The symbols whose sizes differ in the log and that buckets are chosen for.
  std::vector<std::string> symbols;
  std::vector<Choice> buckets;
  std::vector<Choice> profiles;
  // What was left out, and why; sentences.
  std::vector<std::string> notes;
};

// A part of a report about it.
struct StudyTable {
  std::string title = {};
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::string>> rows = {};
  // Further rows that were left out.
  size_t left_out = 0;
};

// How many requests there are, and what the guard says of them.
std::string StudySummary(const RequestStudy& study);
// What does not pass, the most common shapes, and the choices of buckets and profiles; none of them
// without rows.
std::vector<StudyTable> StudyTables(const RequestStudy& study, size_t most_shapes);
// What a cache of all shapes takes; empty if nothing is known of it.
std::string StudyMemory(const RequestStudy& study);

// For people. Texts have marks of styles in them (style.h).
std::string ReportRequestStudy(const RequestStudy& study, size_t width);
google::protobuf::Struct RequestStudyJson(const RequestStudy& study);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_STUDY_H_
