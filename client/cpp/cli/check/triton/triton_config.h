#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TRITON_CONFIG_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TRITON_CONFIG_H_

#include <google/protobuf/text_format.h>

#include <memory>
#include <vector>

#include "client/cpp/cli/check/base/check_finding.h"
#include "proto/triton/model_config.pb.h"

namespace shapewright::cli {

// Where a message of a configuration stands, and its fields.
class TritonSpot {
 public:
  using Tree = google::protobuf::TextFormat::ParseInfoTree;

  TritonSpot(const ConfigFile& file, const LineIndex& lines, const Tree* tree,
             const google::protobuf::Descriptor* type)
      : file_(&file), lines_(&lines), tree_(tree), type_(type) {}

  // A message in this one; the index of one that is not repeated is -1, as below.
  TritonSpot Sub(const char* field, int index = -1) const;
  // Where a field begins; line 0 if it is not written.
  ConfigPlace At(const char* field, int index = -1) const;
  // The first field that is written.
  ConfigPlace First() const;
  // As At(), with the bytes of its value; of a list in brackets, of all of it.
  ConfigPlace ValueOf(const char* field, int index = -1) const;
  // The values of a repeated field of numbers. Empty: their bytes are not known.
  std::vector<ConfigPlace> ValuesOf(const char* field, int count) const;

 private:
  size_t OffsetOf(google::protobuf::TextFormat::ParseLocation at) const;

  const ConfigFile* file_;
  const LineIndex* lines_;
  const Tree* tree_;  // null: it is not written
  const google::protobuf::Descriptor* type_;
};

// A config.pbtxt.
struct TritonConfig {
  explicit TritonConfig(const ConfigFile& read) : file(read), lines(read.text) {}

  const ConfigFile& file;
  const LineIndex lines;
  triton::ModelConfig config;
  TritonSpot::Tree tree;

  TritonSpot spot() const { return {file, lines, &tree, triton::ModelConfig::descriptor()}; }
};

// Reads it, and tells fields that are not known. Null, with a finding, if it cannot be read.
std::unique_ptr<TritonConfig> ReadTritonConfig(const ConfigFile& file, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_TRITON_CONFIG_H_
