#include "client/cpp/cli/options/model_flags.h"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/find/value_pattern.h"
#include "client/cpp/cli/options/flag_text.h"
#include "client/cpp/cli/plan/observed_file.h"
#include "client/cpp/cli/rules/read_rules.h"
#include "core/symbolic/names.h"
#include "core/symbolic/symbol.h"

namespace shapewright::cli {
namespace {

absl::Status Malformed(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not a ", what));
}

struct Size {
  absl::string_view symbol;
  int64_t value;
};

absl::StatusOr<Size> ParseSize(absl::string_view text) {
  constexpr absl::string_view kWhat = "size such as N=8";
  const auto split = SplitAtSymbol(text);
  int64_t value = 0;
  if (!split.ok() || !ParseNumber(split->second, value).ok()) return Malformed(text, kWhat);
  return Size{split->first, value};
}

// The name of a symbol as premises have it.
std::string NameOf(absl::string_view name) {
  symbolic::Symbol symbol;
  symbol.name = std::string(name);
  return symbolic::NameText(symbol);
}

v1::Submodel& SubmodelOf(Arguments& out) {
  return *out.request.mutable_model()->mutable_options()->mutable_submodel();
}

// `17x128:3`.
absl::Status ParsePoint(absl::string_view text, v1::ChooseBucketsRequest* request) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(':', 1));
  v1::ObservedSizes* point = request->add_observed();
  uint64_t count = 1;
  bool is_good = parts.second.empty() || absl::SimpleAtoi(parts.second, &count);
  point->set_count(count);
  is_good = is_good && ParseNumbers(parts.first, 'x', point->mutable_sizes()).ok();
  if (is_good && point->sizes_size() == request->symbols_size()) return absl::OkStatus();
  return Malformed(text, "size such as 17:3, or 17x128:3 of two symbols");
}

absl::Status ParseModelBinding(absl::string_view text, Arguments& out) {
  constexpr absl::string_view kWhat = "size such as N=8, or shape such as x=[8,3]";
  v1::Binding binding;
  if (!ParseBinding(text, &binding).ok()) return Malformed(text, kWhat);
  if (out.command == Command::kPlan) {
    *out.buckets.add_bindings() = std::move(binding);
  } else {
    *out.evaluate.add_bindings() = std::move(binding);
  }
  return absl::OkStatus();
}

absl::Status ParseRuntime(absl::string_view text, Arguments& out) {
  if (text != "onnxruntime") return Malformed(text, "runtime: onnxruntime");
  out.request.mutable_model()->mutable_options()->set_as_runtime(v1::RUNTIME_ONNXRUNTIME);
  return absl::OkStatus();
}

absl::Status ParseValue(absl::string_view text, Arguments& out) {
  out.evaluate.add_values(std::string(text));
  return absl::OkStatus();
}

absl::Status ParseInputType(absl::string_view text, Arguments& out) {
  const auto split = SplitAtSymbol(text);
  if (!split.ok()) return Malformed(text, "type such as x=float32[8,N]");
  v1::NamedType* input = out.request.mutable_model()->add_input_types();
  input->set_name(std::string(split->first));
  input->mutable_type()->set_text(std::string(split->second));
  return absl::OkStatus();
}

absl::Status ParseRange(absl::string_view text, Arguments& out) {
  constexpr absl::string_view kWhat = "range such as N=1..32";
  const auto split = SplitAtSymbol(text);
  if (!split.ok()) return Malformed(text, kWhat);
  const absl::string_view range = split->second;
  const size_t dots = range.find("..");
  const bool is_number = dots == absl::string_view::npos;
  const absl::string_view first = range.substr(0, dots);
  const absl::string_view last = is_number ? first : range.substr(dots + 2);
  if (first.empty() && last.empty()) return Malformed(text, kWhat);
  std::string premise = NameOf(split->first);
  int64_t value = 0;
  if (!first.empty()) {
    if (!absl::SimpleAtoi(first, &value)) return Malformed(text, kWhat);
    premise =
        is_number ? absl::StrCat(premise, " = ", value) : absl::StrCat(value, " <= ", premise);
  }
  if (!is_number && !last.empty()) {
    if (!absl::SimpleAtoi(last, &value)) return Malformed(text, kWhat);
    absl::StrAppend(&premise, " <= ", value);
  }
  out.request.mutable_model()->add_premises(std::move(premise));
  return absl::OkStatus();
}

absl::Status ParseMultiple(absl::string_view text, Arguments& out) {
  const absl::StatusOr<Size> size = ParseSize(text);
  if (!size.ok()) return size.status();
  out.request.mutable_model()->add_premises(
      absl::StrCat("mod(", NameOf(size->symbol), ", ", size->value, ") = 0"));
  return absl::OkStatus();
}

absl::Status ParsePremise(absl::string_view text, Arguments& out) {
  out.request.mutable_model()->add_premises(std::string(text));
  return absl::OkStatus();
}

absl::Status ParseScenario(absl::string_view text, Arguments& out) {
  const size_t colon = text.find(':');
  if (colon == absl::string_view::npos || colon == 0) {
    return Malformed(text, "scenario such as 'decode: s = 1; p <= 4096'");
  }
  v1::Scenario* const scenario = out.request.add_scenarios();
  scenario->set_name(std::string(text.substr(0, colon)));
  for (const absl::string_view part : absl::StrSplit(text.substr(colon + 1), ';')) {
    const absl::string_view premise = absl::StripAsciiWhitespace(part);
    if (!premise.empty()) scenario->add_premises(std::string(premise));
  }
  return absl::OkStatus();
}

absl::Status ParseOptimum(absl::string_view text, Arguments& out) {
  const absl::StatusOr<Size> size = ParseSize(text);
  if (!size.ok()) return size.status();
  v1::SymbolSize* common = out.profile.add_common();
  common->set_symbol(std::string(size->symbol));
  common->set_size(size->value);
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadWhole(absl::string_view path) {
  std::ifstream file(std::string(path), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  }
  return bytes;
}

absl::Status ParseRulesFile(absl::string_view path, Arguments& out) {
  const absl::StatusOr<std::string> bytes = ReadWhole(path);
  if (!bytes.ok()) return bytes.status();
  absl::Status status = ReadRules(*bytes, out.request.mutable_model());
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", status.message()));
}

absl::Status ParseStart(absl::string_view text, Arguments& out) {
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    SubmodelOf(out).add_inputs()->set_name(std::string(name));
  }
  return absl::OkStatus();
}

absl::Status ParseEnd(absl::string_view text, Arguments& out) {
  for (const absl::string_view name : absl::StrSplit(text, ',')) {
    SubmodelOf(out).add_outputs(std::string(name));
  }
  return absl::OkStatus();
}

absl::Status ParseFunction(absl::string_view text, Arguments& out) {
  // A domain may hold colons, a name does not.
  const size_t colon = text.rfind(':');
  v1::OperatorKey* function = SubmodelOf(out).mutable_function();
  if (colon != absl::string_view::npos) function->set_domain(std::string(text.substr(0, colon)));
  function->set_op_type(std::string(text.substr(colon == absl::string_view::npos ? 0 : colon + 1)));
  return absl::OkStatus();
}

absl::Status ParseBucketSizes(absl::string_view text, Arguments& out) {
  constexpr absl::string_view kWhat = "list of sizes such as N=1,8,32";
  const auto split = SplitAtSymbol(text);
  if (!split.ok()) return Malformed(text, kWhat);
  v1::BucketAxis axis;
  axis.set_symbol(std::string(split->first));
  if (!ParseNumbers(split->second, ',', axis.mutable_sizes()).ok() || axis.sizes().empty()) {
    return Malformed(text, kWhat);
  }
  *out.buckets.add_axes() = std::move(axis);
  return absl::OkStatus();
}

absl::Status ParseObservedFile(absl::string_view path, Arguments& out) {
  const absl::StatusOr<std::string> table = ReadWhole(path);
  if (!table.ok()) return table.status();
  absl::StatusOr<v1::ChooseBucketsRequest> request = ParseObservedTable(*table);
  if (!request.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", request.status().message()));
  }
  out.observed.push_back(*std::move(request));
  return absl::OkStatus();
}

absl::Status ParseObserved(absl::string_view text, Arguments& out) {
  if (!absl::StrContains(text, '=')) return ParseObservedFile(text, out);
  const auto split = SplitAtSymbol(text);
  if (!split.ok()) return Malformed(text, "list of sizes such as N=17:3,40");
  v1::ChooseBucketsRequest request;
  for (const absl::string_view symbol : absl::StrSplit(split->first, ',')) {
    request.add_symbols(std::string(symbol));
  }
  for (const absl::string_view point : absl::StrSplit(split->second, ',')) {
    absl::Status status = ParsePoint(point, &request);
    if (!status.ok()) return status;
  }
  out.observed.push_back(std::move(request));
  return absl::OkStatus();
}

absl::Status ParseStrictness(absl::string_view text, Arguments& out) {
  if (text == "no_errors") {
    out.request.set_strictness(v1::STRICTNESS_NO_ERRORS);
  } else if (text == "complete") {
    out.request.set_strictness(v1::STRICTNESS_COMPLETE);
  } else {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
  }
  return absl::OkStatus();
}

absl::Status ParseBucketCount(absl::string_view text, Arguments& out) {
  if (absl::SimpleAtoi(text, &out.bucket_count) && out.bucket_count > 0) return absl::OkStatus();
  return Malformed(text, "number of buckets");
}

absl::Status ParseAxis(absl::string_view text, Arguments& out) {
  int64_t axis = 0;
  if (!absl::SimpleAtoi(text, &axis)) return Malformed(text, "number");
  out.explain.set_axis(axis);
  return absl::OkStatus();
}

absl::Status ParseElement(absl::string_view text, Arguments& out) {
  uint32_t element = 0;
  if (!absl::SimpleAtoi(text, &element)) return Malformed(text, "number");
  out.explain.set_element(element);
  return absl::OkStatus();
}

absl::Status ParseFact(absl::string_view text, Arguments& out) {
  uint32_t fact = 0;
  if (!absl::SimpleAtoi(text, &fact)) return Malformed(text, "number");
  out.explain.set_fact(fact);
  return absl::OkStatus();
}

absl::Status ParseRequest(absl::string_view text, Arguments& out) {
  v1::Binding request;
  if (!ParseBinding(text, &request).ok()) return Malformed(text, "request such as x=[8,3],k[0]=5");
  absl::Status status = TakeElements(&request);
  if (!status.ok()) return status;
  out.guard.checks.push_back(std::move(request));
  out.guard.texts.emplace_back(text);
  return absl::OkStatus();
}

absl::Status ParseLargest(absl::string_view text, Arguments& out) {
  v1::Binding request;
  if (!ParseBinding(text, &request).ok()) return Malformed(text, "request such as x=[64,512]");
  absl::Status status = TakeElements(&request);
  out.guard.request.mutable_max_request()->MergeFrom(request.inputs());
  return status;
}

absl::Status ParseGuardFile(absl::string_view path, Arguments& out) {
  out.guard.out = std::string(path);
  return absl::OkStatus();
}

absl::Status ParseBy(absl::string_view text, Arguments& out) {
  return ParseCostPart(text, &out.cost);
}

absl::Status ParseCounting(absl::string_view text, Arguments& out) {
  return ParseConvention(text, &out.cost);
}

absl::Status ParsePeaks(absl::string_view text, Arguments& out) {
  return ParseMachine(text, &out.cost);
}

absl::Status ParseTop(absl::string_view text, Arguments& out) {
  const bool is_read = absl::SimpleAtoi(text, &out.cost.top) && out.cost.top >= 0;
  return is_read ? absl::OkStatus() : Malformed(text, "number of parts");
}

absl::Status ParseDepth(absl::string_view text, Arguments& out) {
  uint32_t depth = 0;
  if (!absl::SimpleAtoi(text, &depth)) return Malformed(text, "number of parts of a name");
  out.cost.request.mutable_parts()->set_scope_depth(depth);
  return absl::OkStatus();
}

template <Drawing drawing>
absl::Status SetDrawing(absl::string_view, Arguments& out) {
  out.drawing = drawing;
  return absl::OkStatus();
}

absl::Status ParseFind(absl::string_view text, Arguments& out) {
  out.find = std::string(text);
  return ValuePattern::Parse(text).status();
}

constexpr FlagRow kQuestionFlags[] = {
    {"--onnx-out", Of(Command::kInfer), "FILE",
     "Write the model with value_info and output types filled in. -o is short for it.",
     SetText<&Arguments::onnx_out>, kFileName},
    {"--only", Of(Command::kLint), "CODE,CODE", "Only findings with these codes; may be repeated.",
     [](absl::string_view text, Arguments& out) { return ParseCodes(text, &out.selection.only); }},
    {"--ignore", Of(Command::kLint), "CODE,CODE", "No findings with these codes; may be repeated.",
     [](absl::string_view text, Arguments& out) {
       return ParseCodes(text, &out.selection.ignore);
     }},
    {"--fix", Of(Command::kLint), "",
     "Correct value_info and types of outputs, in the file of --onnx-out or in place. Nodes, "
     "weights and inputs do not change. The remaining findings are printed.",
     SetSwitch<&Arguments::fix>},
    {"--onnx-out", Of(Command::kLint), "FILE", "Where --fix writes the model. -o is short for it.",
     SetText<&Arguments::onnx_out>, kFileName},
    {"--in-place", Of(Command::kLint), "", "--fix replaces the files of the models.",
     SetSwitch<&Arguments::in_place>},
    {"--breaking", Of(Command::kDiff), "",
     "Print only what breaks callers of the earlier model, and fail only for that.",
     SetSwitch<&Arguments::breaking>},
    {"--find", Of(Command::kInfer), "TEXT",
     "Only values whose name contains TEXT, or whose shape matches a pattern such as '[*, 768]' "
     "or 'int64[?, N + 1]'. * is any number of dims, ? is one dim. Constants are found too.",
     ParseFind},
    {"--strict", Of(Command::kInfer), "LEVEL",
     "Fail if there is an error (no_errors), or also if a shape is unknown (complete).",
     ParseStrictness, "no_errors complete"},
    {"--check-types", Of(Command::kInfer), "",
     "An element type that an operator is not defined for is an error, not a warning.",
     SetSwitch<&Arguments::check_types>},
    {"--constants", Of(Command::kInfer), "", "List constants too.",
     SetSwitch<&Arguments::constants>},
    {"--dot", Of(Command::kInfer), "",
     "Print a drawing of the main graph for Graphviz, in place of values. At most 300 nodes.",
     SetDrawing<Drawing::kDot>},
    {"--mermaid", Of(Command::kInfer), "", "The same for Mermaid.", SetDrawing<Drawing::kMermaid>},
    {"--stream", Of(Command::kInfer), "",
     "Receive the answer in pieces. Use it if the answer is too large for one message.",
     SetSwitch<&Arguments::stream>},
    {"--bind", Of(Command::kEval, Command::kCost, Command::kChain), "N=8,S=128",
     "Sizes of symbols, elements of inputs (k[]=5), or shapes of inputs (x=[8,3]). May be "
     "repeated; each gets an answer.",
     ParseModelBinding},
    {"--bind", Of(Command::kReport), "N=8,S=128", "The sizes of symbols that the page shows first.",
     ParseModelBinding},
    {"--value", Of(Command::kEval, Command::kGuard), "NAME",
     "Also print the sizes of this inner value; may be repeated.", ParseValue},
    {"--axis", Of(Command::kExplain), "N", "One dimension of the value, negative from the end.",
     ParseAxis},
    {"--element", Of(Command::kExplain), "N", "One element of the value, row-major.", ParseElement},
    {"--fact", Of(Command::kExplain), "N",
     "In place of a value: both sides of a fact, by its number in the answers of 'infer "
     "--json', from 0.",
     ParseFact},
    {"--opt", Of(Command::kPlan), "N=8",
     "For a profile: the most common value of a symbol; may be repeated. Default: the greatest "
     "value, or the least if there is no greatest.",
     ParseOptimum},
    {"--sizes", Of(Command::kPlan), "N=1,8,32",
     "Buckets: the sizes of a symbol; may be repeated. There is one bucket for each combination.",
     ParseBucketSizes},
    {"--bind", Of(Command::kPlan), "N=8,S=128",
     "With --sizes: also print the bucket for these sizes, and its share of padding; may be "
     "repeated. With --budget: the other sizes. As in eval.",
     ParseModelBinding},
    {"--observed", Of(Command::kPlan), "N=17:3,40",
     "Observed sizes with their counts, to choose buckets for. For two symbols: N,S=17x128:3. "
     "May be repeated. Or a CSV file: the first line has the symbols, and optionally a last "
     "column `count`.",
     ParseObserved},
    {"--choose", Of(Command::kPlan), "K",
     "With --observed: how many buckets to choose. Default: 4.", ParseBucketCount},
    {"--profiles", Of(Command::kPlan), "K",
     "With one --observed: at most K profiles in place of buckets. Each has a proof that all "
     "its sizes are valid, or sizes at which something fails.",
     [](absl::string_view text, Arguments& out) { return ParseProfileCount(text, &out.plan); }},
    {"--budget", Of(Command::kPlan), "8GiB",
     "Find the largest size of --symbol at which the memory (or --quantity) is within the "
     "budget. --bind gives the other sizes. --symbol is optional if only one symbol is left.",
     [](absl::string_view text, Arguments& out) { return ParseAmount(text, &out.plan); }},
    {"--symbol", Of(Command::kPlan), "N[,S]",
     "With --budget: the symbol. For two symbols: all pairs in which neither can grow.",
     [](absl::string_view text, Arguments& out) { return ParseSymbols(text, &out.plan); }},
    {"--quantity", Of(Command::kPlan), "WHAT",
     "With --budget: total (memory, the default), without_weights, peak, lower_bound, outputs, "
     "bytes:VALUE, elements:VALUE, or an expression such as 'N*(S + 1)'.",
     [](absl::string_view text, Arguments& out) { return ParseQuantity(text, &out.plan); },
     kQuantityNames},
    {"--make", Of(Command::kPlan), "GOAL",
     "Find the fewest symbols to bind, so that all sizes are numbers (static), have an upper "
     "bound (bounded), or no tensor has 2^31 elements (small).",
     [](absl::string_view text, Arguments& out) { return ParseGoal(text, &out.plan); }, kGoalNames},
    {"--scenario", Of(Command::kInfer, Command::kEval), "NAME:RELATION[;RELATION]",
     "A way to use the model, such as 'decode: s = 1; p <= 4096'; may be repeated. infer also "
     "prints the shapes of each scenario; eval prints the scenario that the sizes belong to.",
     ParseScenario},
    {"--proofs", Of(Command::kInfer), "DIR",
     "Write the conclusions from the facts into DIR: proofs.smt2 for an SMT solver, claims.txt.",
     SetText<&Arguments::proofs>, kFileName},
    {"--as-runtime", Of(Command::kGuard, Command::kEval, Command::kInfer), "NAME",
     "Also check what this runtime requires beyond the specification.", ParseRuntime,
     "onnxruntime"},
    {"--check", Of(Command::kGuard), "X=[8,3],K[0]=5",
     "Check a request: sizes of all inputs, elements that shapes depend on. May be repeated.",
     ParseRequest},
    {"--max", Of(Command::kGuard), "X=[64,3]",
     "The largest request: checks are then given as CEL too. May be repeated.", ParseLargest},
    {"--out", Of(Command::kGuard), "FILE", "Write the guard, as the clients load it; also -o.",
     ParseGuardFile, kFileName},
    {"--by", Of(Command::kCost), "PART",
     "List the cost by module (from the names of nodes), operator, node or element type.", ParseBy,
     kCostParts},
    {"--depth", Of(Command::kCost), "N",
     "With --by scope: the number of parts of a name that make a module.", ParseDepth},
    {"--top", Of(Command::kCost), "N", "The number of printed rows. 0: all. Default: 20.",
     ParseTop},
    {"--cost", Of(Command::kEval), "", "Also print what a run costs: operations and bytes.",
     SetSwitch<&Arguments::with_cost>},
    {"--convention", Of(Command::kCost, Command::kEval), "NAME",
     "What flops includes: all operations, only matrix products, or what a tool counts.",
     ParseCounting, kConventions},
    {"--machine", Of(Command::kCost, Command::kEval), "FLOPS,BYTES",
     "Peak operations and bytes per second of a machine, such as 2e12,1e11. With --bind an "
     "estimate of the time is printed too.",
     ParsePeaks},
    {"--memory",
     Of(Command::kEval, Command::kPlan, Command::kGuard, Command::kCost, Command::kChain), "",
     "Also print the memory of a run.", SetSwitch<&Arguments::memory>},
};

// A linter looks at whole models, and so does a page.
constexpr CommandSet kSubmodels = kModels & ~(kRewrites | Of(Command::kLint, Command::kReport));

constexpr FlagRow kModelFlags[] = {
    {"--input", kModels, "X=TYPE",
     "The type of an input in place of the declared one, such as x=float32[8,3,H,W]; may be "
     "repeated.",
     ParseInputType},
    {"--input", Of(Command::kChain), "A.X=TYPE",
     "The type of an input of stage A in place of the declared one; may be repeated.",
     ParseInputType},
    {"--range", kTellModels, "N=1..32", "The range of a symbol; may be repeated. '1..' has no end.",
     ParseRange},
    {"--multiple", kTellModels, "N=8", "The symbol N is a multiple of 8; may be repeated.",
     ParseMultiple},
    {"--premise", kTellModels, "RELATION",
     "A relation that holds, such as 'p + s <= 4096', 'w = 2*h', 'mod(b, 8) = 0'; may be repeated.",
     ParsePremise},
    {"--rules", kTellModels, "FILE",
     "Rules for operators that the server does not know, one per line, such as "
     "com.example:Half(x: T[N, C]) -> T[N, C//2]. FILE can also be an ONNX model with "
     "functions. May be repeated.",
     ParseRulesFile, kFileName},
    {"--from", kSubmodels, "A,B", "Only what depends on these inner values; they become inputs.",
     ParseStart},
    {"--to", kSubmodels, "C,D", "Only what these values need.", ParseEnd},
    {"--function", kSubmodels, "NAME",
     "A function of the model in place of its main graph. With a domain: DOMAIN:NAME.",
     ParseFunction},
};

}  // namespace

absl::Span<const FlagRow> QuestionFlags() { return kQuestionFlags; }
absl::Span<const FlagRow> ModelFlags() { return kModelFlags; }

}  // namespace shapewright::cli
