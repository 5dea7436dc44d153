#include "server/models/get_capabilities.h"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "absl/strings/str_replace.h"
#include "core/rules/registry/registry.h"
#include "core/version/build_info.h"
#include "core/wire/strip.h"
#include "server/config/option_table.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

constexpr uint32_t kGrammarVersion = 1;

struct FeatureRow {
  const char* name;
  bool (*is_on)(const Options& options);
};
// Features that depend on the server's options.
constexpr FeatureRow kFeatures[] = {
    {"model_id", [](const Options& options) { return options.model_cache_bytes > 0; }},
    {"model_root", [](const Options& options) { return !options.model_root.empty(); }},
    {"channelz", [](const Options& options) { return options.channelz != 0; }},
};

}  // namespace

v1::GetCapabilitiesResponse Capabilities(const Options& options) {
  v1::GetCapabilitiesResponse response;
  response.set_version(std::string(Version()));
  response.set_commit(std::string(Commit()));
  response.set_answers_id(std::string(AnswersId()));
  for (const OptionRow& row : OptionTable()) {
    const auto* field = std::get_if<int64_t Options::*>(&row.field);
    if (!row.is_limit || field == nullptr) continue;
    v1::ServerLimit* limit = response.add_limits();
    limit->set_name(absl::StrReplaceAll(row.flag, {{"-", "_"}}));
    limit->set_value(options.**field);
  }
  for (const auto& [domain, version] : rules::NewestOpsets()) {
    v1::OpsetImport* opset = response.add_newest_opsets();
    opset->set_domain(domain);
    opset->set_version(version);
  }
  response.set_strip_keep_elements(kStripKeepElements);
  response.set_grammar_version(kGrammarVersion);
  for (const FeatureRow& feature : kFeatures) {
    if (feature.is_on(options)) response.add_features(feature.name);
  }
  return response;
}

}  // namespace shapewright::server
