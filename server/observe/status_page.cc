#include "server/observe/status_page.h"

#include <array>
#include <initializer_list>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "core/version/build_info.h"
#include "core/wire/html_text.h"
#include "server/config/option_table.h"
#include "server/config/parse_options.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

using Duration = std::chrono::steady_clock::duration;

constexpr absl::string_view kStyle =
    "body{font:14px/1.4 sans-serif;margin:1.5em;color:#222}h1{font-size:1.4em}"
    "h2{font-size:1.1em;margin:1.5em 0 .4em}table{border-collapse:collapse}"
    "th,td{text-align:left;padding:.15em .9em .15em 0;border-bottom:1px solid #ddd;"
    "white-space:nowrap}th{font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums}"
    ".id{font-family:monospace}.bad{color:#a00}";

// A cell of a table.
struct Cell {
  std::string text;
  absl::string_view style = "";  // "n" for a number, "id", "bad"
};

Cell Number(uint64_t value) { return {absl::StrCat(value), "n"}; }

Cell Bytes(uint64_t value) {
  constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr double kStep = 1024;
  auto left = static_cast<double>(value);
  size_t unit = 0;
  for (; left >= kStep && unit + 1 < kUnits.size(); ++unit) left /= kStep;
  return {absl::StrFormat("%.*f %s", unit == 0 ? 0 : 1, left, kUnits[unit]), "n"};
}

Cell ShownMilliseconds(const std::optional<Duration>& time) {
  if (!time.has_value()) return {"", "n"};
  return {absl::StrFormat("%.2f", std::chrono::duration<double, std::milli>(*time).count()), "n"};
}

std::string Ago(std::chrono::seconds time) {
  return absl::FormatDuration(absl::Seconds(time.count()));
}

std::string Utc(std::chrono::system_clock::time_point time) {
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromChrono(time), absl::UTCTimeZone());
}

class Table {
 public:
  Table(absl::string_view title, std::initializer_list<absl::string_view> heads) {
    absl::StrAppend(&html_, "<h2>", HtmlText(title), "</h2><table>");
    if (heads.size() == 0) return;
    absl::StrAppend(&html_, "<tr>");
    for (const absl::string_view head : heads) {
      absl::StrAppend(&html_, "<th>", HtmlText(head), "</th>");
    }
    absl::StrAppend(&html_, "</tr>\n");
  }

  void Add(std::initializer_list<Cell> cells) {
    absl::StrAppend(&html_, "<tr>");
    for (const Cell& cell : cells) {
      const std::string style =
          cell.style.empty() ? "" : absl::StrCat(" class=\"", cell.style, "\"");
      absl::StrAppend(&html_, "<td", style, ">", HtmlText(cell.text), "</td>");
    }
    absl::StrAppend(&html_, "</tr>\n");
  }

  std::string Html() const { return html_ + "</table>"; }

 private:
  std::string html_;
};

std::string ServerTable(const StatusFacts& facts, const Options& options) {
  Table table("Server", {});
  table.Add({{"build"}, {BuildText()}});
  table.Add({{"answers"}, {std::string(AnswersId()), "id"}});
  table.Add({{"state"}, {facts.state}});
  table.Add({{"started"}, {Utc(facts.started)}});
  const auto up = std::chrono::duration_cast<std::chrono::seconds>(facts.now - facts.started);
  table.Add({{"up"}, {Ago(up)}});
  const Levels& levels = facts.levels;
  table.Add({{"connections"}, {absl::StrCat(levels.connections)}});
  table.Add(
      {{"calls in flight"},
       {absl::StrCat(levels.calls_in_flight, ", with ", Bytes(levels.bytes_in_flight).text)}});
  table.Add(
      {{"threads"}, {absl::StrCat(levels.busy_threads, " of ", levels.pool_threads, " busy")}});
  table.Add({{"memory"}, {Bytes(facts.resident_bytes).text}});
  table.Add({{"memory of work"},
             {absl::StrCat(Bytes(facts.work_bytes).text, " of ",
                           Bytes(static_cast<uint64_t>(options.work_memory_bytes)).text)}});
  return table.Html();
}

std::string LaneTable(const Levels& levels) {
  Table table("Lanes", {"lane", "waiting"});
  for (const Lane lane : kAllLanes) {
    table.Add(
        {{std::string(LaneName(lane))}, Number(levels.queued_by_lane[static_cast<size_t>(lane)])});
  }
  return table.Html();
}

std::string CacheTable(const StatusFacts& facts) {
  constexpr std::array<absl::string_view, kCacheKinds> kNames = {"answers", "models",
                                                                 "finished inferences"};
  Table table("Caches", {"cache", "entries", "bytes", "limit"});
  for (size_t i = 0; i < kCacheKinds; ++i) {
    const CacheLevels& cache = facts.levels.caches[i];
    table.Add({{std::string(kNames[i])},
               Number(cache.entries),
               Bytes(cache.bytes),
               Bytes(facts.cache_limits[i])});
  }
  return table.Html();
}

std::string ModelTable(const StatusFacts& facts) {
  Table table("Models that were used last",
              {"id", "size", "memory", "hits", "kept for", "not used for"});
  for (const ModelOnPage& model : facts.models) {
    table.Add({{model.id, "id"},
               Bytes(model.size_bytes),
               Bytes(model.memory_bytes),
               Number(model.hits),
               {Ago(model.age)},
               {Ago(model.idle)}});
  }
  return table.Html();
}

std::string CallTable(absl::string_view title, const std::vector<FinishedCall>& calls) {
  Table table(title, {"time", "method", "code", "reason", "cache", "ms", "queue", "read", "infer",
                      "serialize", "request", "answer"});
  for (const FinishedCall& call : calls) {
    const CallSummary& summary = call.summary;
    const bool is_good = call.code == absl::StatusCode::kOk;
    const auto phase = [&summary](Phase which) {
      return ShownMilliseconds(summary.phases[static_cast<size_t>(which)]);
    };
    table.Add(
        {{Utc(call.end)},
         {std::string(MethodName(summary.method))},
         {absl::StatusCodeToString(call.code), is_good ? "" : "bad"},
         {call.reason},
         {summary.cache == CacheResult::kNone ? "" : std::string(CacheResultName(summary.cache))},
         ShownMilliseconds(summary.time),
         phase(Phase::kQueue),
         phase(Phase::kRead),
         phase(Phase::kInfer),
         phase(Phase::kSerialize),
         Bytes(summary.request_bytes),
         Bytes(summary.response_bytes)});
  }
  return table.Html();
}

std::string LimitTable(const Options& options) {
  Table table("Limits", {"option", "value"});
  for (const OptionRow& row : OptionTable()) {
    if (row.is_limit) table.Add({{absl::StrCat("--", row.flag)}, {OptionText(row, options), "n"}});
  }
  return table.Html();
}

}  // namespace

std::string StatusPage(const StatusFacts& facts, const Options& options) {
  return absl::StrCat(
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Shapewright: "
      "status</title><style>",
      kStyle, "</style></head><body><h1>Shapewright</h1>", ServerTable(facts, options),
      LaneTable(facts.levels), CacheTable(facts), ModelTable(facts),
      CallTable("Last calls", facts.last),
      CallTable("Slowest calls of this hour and the one before", facts.slowest),
      LimitTable(options), "</body></html>\n");
}

}  // namespace shapewright::server
