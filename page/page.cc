#include "page/page.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/base/heap.h"
#include "core/wire/html_text.h"
#include "page/guarded_message.h"
#include "page/json_text.h"
#include "page/page_tables.h"
#include "page/page_template.h"
#include "page/script_text.h"

namespace shapewright {
namespace {

// Data of more bytes are compressed.
constexpr size_t kMostPlainBytes = size_t{256} << 10;
// Elements of larger values are left out: they are no sizes.
constexpr int kMostElements = 16;

// Marks of the template.
constexpr absl::string_view kTitleMark = "<!--TITLE-->";
constexpr absl::string_view kTablesMark = "<!--TABLES-->";
constexpr absl::string_view kDataMark = "<!--DATA-->";

v1::InferShapesResponse Trimmed(v1::InferShapesResponse response) {
  // A server tells them, this process does not; a page asks nobody.
  response.clear_model_id();
  response.clear_inference_id();
  // The wiring has what nodes read.
  response.clear_opsets();
  for (v1::GraphInfo& graph : *response.mutable_graphs()) {
    graph.clear_outputs();
    graph.clear_is_branch();
    for (v1::NodeInfo& node : *graph.mutable_nodes()) {
      node.clear_inputs();
      node.clear_is_constant();
      node.clear_modules();
    }
    for (v1::ValueInfo& value : *graph.mutable_values()) {
      if (value.elements_size() > kMostElements) value.clear_elements();
    }
  }
  return response;
}

// What the page shows of a cost.
v1::EstimateCostResponse Trimmed(v1::EstimateCostResponse response) {
  const auto trim = [](v1::Cost& cost) {
    cost.clear_alu();
    cost.clear_div();
    cost.clear_sqrt();
    cost.clear_special();
    for (v1::Amount* const amount : {cost.mutable_macs(), cost.mutable_flops(),
                                     cost.mutable_bytes_read(), cost.mutable_bytes_written()}) {
      amount->clear_range();
    }
  };
  trim(*response.mutable_total()->mutable_cost());
  for (v1::CostEntry& entry : *response.mutable_groups()) trim(*entry.mutable_cost());
  // The answer about shapes has the symbols of inputs.
  auto& symbols = *response.mutable_symbols();
  symbols.erase(std::remove_if(symbols.begin(), symbols.end(),
                               [](const v1::Symbol& symbol) { return !symbol.has_equals(); }),
                symbols.end());
  response.clear_operators();
  return response;
}

// The limit of the memory is suspended while protobuf copies.
template <typename Message>
Message TrimmedCopy(const Message& message) {
  const HeapGuard::Pause pause;
  return Trimmed(message);
}

absl::StatusOr<std::string> ModelJson(const PageModel& model, size_t max_bytes) {
  const absl::StatusOr<std::string> answer = JsonOfMessage(TrimmedCopy(model.response), max_bytes);
  if (!answer.ok()) return answer.status();
  JsonObject json;
  json.Text("name", model.name)
      .Json("answer", *answer)
      .Json("wiring", WiringJson(model.wiring, model.response));
  if (model.cost) {
    const absl::StatusOr<std::string> cost = JsonOfMessage(TrimmedCopy(*model.cost), max_bytes);
    if (!cost.ok()) return cost.status();
    json.Json("cost", *cost);
  }
  return json.Take();
}

// Only of symbols: shapes of inputs are sizes of theirs.
std::string StartJson(const v1::Binding& start) {
  JsonObject sizes;
  for (const v1::SymbolSize& each : start.symbols()) {
    sizes.Text(each.symbol(), absl::StrCat(each.size()));
  }
  return sizes.Take();
}

std::string DataElement(const std::string& json) {
  if (json.size() <= kMostPlainBytes) {
    return absl::StrCat("<script type=\"application/json\" id=\"data\">", ScriptJson(json),
                        "</script>");
  }
  return absl::StrCat("<script type=\"text/plain\" id=\"data\" data-encoding=\"gzip\">",
                      CompressedText(json), "</script>");
}

}  // namespace

absl::StatusOr<std::string> RenderPage(absl::Span<const PageModel> models,
                                       const PageOptions& options) {
  std::string title;
  std::string tables = options.first_tables;
  std::string json;
  for (size_t i = 0; i < models.size(); ++i) {
    const PageModel& model = models[i];
    absl::StatusOr<std::string> text = ModelJson(model, options.max_bytes);
    if (!text.ok()) return text.status();
    absl::StrAppend(&json, i == 0 ? "" : ",", *std::move(text));
    absl::StrAppend(&title, i == 0 ? "" : " → ", model.name);
    if (absl::Status good = options.wanted(); !good.ok()) return good;
    absl::StrAppend(
        &tables, ModelTables(model.name, i, model.response, model.cost ? &*model.cost : nullptr));
    if (absl::Status good = options.wanted(); !good.ok()) return good;
    if (json.size() + tables.size() > options.max_bytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the page would have more than ", options.max_bytes, " bytes of data"));
    }
  }
  JsonObject data;
  data.Json("format", "1").Json("models", absl::StrCat("[", json, "]"));
  data.Json("start", StartJson(options.start));
  if (models.size() > 1) data.Json("diff", options.changes_json);
  // All marks are replaced at once, so that none in a name is taken for one.
  return absl::StrReplaceAll(PageTemplate(), {{kTitleMark, HtmlText(title)},
                                              {kTablesMark, tables},
                                              {kDataMark, DataElement(data.Take())}});
}

absl::string_view PagePolicy() {
  constexpr absl::string_view kBegin = "\"Content-Security-Policy\" content=\"";
  const absl::string_view page = PageTemplate();
  const absl::string_view policy = page.substr(page.find(kBegin) + kBegin.size());
  return policy.substr(0, policy.find('"'));
}

}  // namespace shapewright
