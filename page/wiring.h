#ifndef SHAPEWRIGHT_PAGE_WIRING_H_
#define SHAPEWRIGHT_PAGE_WIRING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// What a node of a model reads, and where it comes from.
struct WiredNode {
  // What it reads: the places of values among all values of the answer, graph after graph; -1: left
  // out, or not found.
  std::vector<int32_t> inputs;
  // What the exporter wrote beside it, as places in ModelWiring::texts; -1: nothing.
  int32_t modules = -1;  // the modules that it comes from
  int32_t source = -1;   // the lines of the program that it comes from
  bool is_constant = false;
};

struct WiredGraph {
  std::vector<WiredNode> nodes;  // as the answer has them
  // What it gives, as the inputs of a node are told.
  std::vector<int32_t> outputs;
  // Whether it is a branch of the node that owns it.
  bool is_branch = false;
};

// An operator set that a model is written against. An empty domain is the default one.
struct WiredOpset {
  std::string domain;
  int64_t version = 0;
};

// What pictures of a model need: who reads what.
struct ModelWiring {
  std::vector<WiredGraph> graphs;  // as the answer has them
  std::vector<std::string> texts;
  std::vector<WiredOpset> opsets = {};
};

// What an answer with PART_WIRING and all graphs says of it. Sources are not told.
ModelWiring WiringOf(const v1::InferShapesResponse& response);

// Collects the texts of a wiring, each of them once.
class WiringTexts {
 public:
  // `texts` outlives it.
  explicit WiringTexts(std::vector<std::string>& texts) : texts_(texts) {}

  // The place of a text. -1: there is no room for more.
  int32_t Keep(absl::string_view text);
  // Of the modules of a node, as the exporter wrote them; cut if they are long.
  int32_t KeepModules(absl::string_view text);

 private:
  std::vector<std::string>& texts_;
  absl::flat_hash_map<std::string, int32_t> kept_;
  size_t bytes_ = 0;
};

// One JSON object: client/report/src/model/data.ts says what is in it.
std::string WiringJson(const ModelWiring& wiring, const v1::InferShapesResponse& response);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_WIRING_H_
