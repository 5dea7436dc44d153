#include "tests/core/inference/support/corpus_truth.h"

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/data_path/data_path.h"

namespace shapewright {
namespace {

using Json = nlohmann::json;

std::string ReadGzip(const std::string& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  char buffer[1 << 16];
  for (int count; (count = gzread(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(count));
  }
  gzclose(file);
  return text;
}

ObservedRun RunFromJson(const Json& json) {
  ObservedRun run;
  for (const auto& [name, size] : json.at("bind").items()) {
    run.bind[name] = size.get<int64_t>();
  }
  for (const auto& [name, value] : json.at("values").items()) {
    ObservedValue& observed = run.values[name];
    observed.dtype = value.value("dtype", "");
    const auto shape = value.find("shape");
    if (shape == value.end() || shape->is_null()) continue;
    observed.shape = shape->get<std::vector<int64_t>>();
  }
  return run;
}

const Json& Peers() {
  static const Json* const peers = [] {
    std::ifstream file(CorpusFolder() + "/peers.json");
    return new Json(file ? Json::parse(file) : Json::object());
  }();
  return *peers;
}

}  // namespace

std::string CorpusFolder() {
  const char* chosen = std::getenv("SHAPEWRIGHT_CORPUS");
  return chosen != nullptr ? chosen : DataPath("corpus");
}

std::vector<std::string> ModelNames() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(CorpusFolder() + "/models", error)) {
    if (entry.path().extension() == ".onnx") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string ReadCorpusModel(const std::string& name) {
  std::ifstream file(CorpusFolder() + "/models/" + name + ".onnx", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Truth ReadTruth(const std::string& name) {
  const Json json = Json::parse(ReadGzip(CorpusFolder() + "/truth/" + name + ".json.gz"));
  Truth truth;
  for (const Json& run : json.at("runs")) {
    truth.runs.push_back(RunFromJson(run));
  }
  for (const Json& value : json.value("data_dependent", Json::array())) {
    truth.data_dependent.insert(value.get<std::string>());
  }
  return truth;
}

std::optional<Peer> BestPeer(const std::string& name) {
  const auto tools = Peers().find(name);
  if (tools == Peers().end()) return std::nullopt;
  std::optional<Peer> best;
  for (const auto& [tool, result] : tools->items()) {
    if (!result.is_object() || !result.contains("exact")) continue;
    if (result.value("wrong", 0) != 0) continue;
    const int exact = result.at("exact").get<int>();
    if (!best.has_value() || exact > best->exact) best = Peer{tool, exact};
  }
  return best;
}

}  // namespace shapewright
