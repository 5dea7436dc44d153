#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CORPUS_TRUTH_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CORPUS_TRUTH_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace shapewright {

// What a value was in one real run.
struct ObservedValue {
  std::string dtype;  // numpy's name; "seq" for a sequence
  // Absent for what is no tensor.
  std::optional<std::vector<int64_t>> shape;
};

// One real run of a model: the sizes of its input symbols, and what came of it.
struct ObservedRun {
  std::map<std::string, int64_t> bind;  // in an order that is the same in every run
  absl::flat_hash_map<std::string, ObservedValue> values;
};

struct Truth {
  std::vector<ObservedRun> runs;
  // Values whose shape the data may decide.
  absl::flat_hash_set<std::string> data_dependent;
};

// How well another tool does on a model.
struct Peer {
  std::string tool;
  int exact = 0;
};

// The folder of models, truth and peers: tests/data/corpus, or what the
// environment variable SHAPEWRIGHT_CORPUS names.
std::string CorpusFolder();
// The names of all models of the folder, sorted.
std::vector<std::string> ModelNames();

std::string ReadCorpusModel(const std::string& name);
// Throws what nlohmann::json throws where the file is missing or damaged.
Truth ReadTruth(const std::string& name);
// Of the tools without a wrong value on this model, the one with the most exact values; nothing if
// there is none, or if the folder has no peers.json.
std::optional<Peer> BestPeer(const std::string& name);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CORPUS_TRUTH_H_
