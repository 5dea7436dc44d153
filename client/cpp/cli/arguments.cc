#include "client/cpp/cli/arguments.h"

#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/case_flags.h"
#include "client/cpp/cli/model_flags.h"

namespace shapewright::cli {
namespace {

constexpr char kDefaultTarget[] = "unix:/run/shapewright/shapewright.sock";

constexpr absl::string_view kHelp =
    R"(usage: shapewright infer [OPTION]... MODEL.onnx
       shapewright explain [OPTION]... MODEL.onnx VALUE
       shapewright audit [OPTION]... MODEL.onnx
       shapewright buckets [OPTION]... MODEL.onnx
       shapewright merge [OPTION]... SHAPE...
       shapewright layout [OPTION]... SHAPE
       shapewright health [OPTION]...
       shapewright --help | --version

infer    Prints the type and symbolic shape of every value of a model, the facts
         that must hold at run time, and what is wrong with it. Weights stay
         here: the model is sent without them.
explain  Tells why a value has the shape that it has: node by node, inputs first.
audit    Tells of each dimension of the outputs whether it is constant, follows the
         inputs or depends on data; and which constants look baked in.
buckets  Prints what each bucket of sizes takes, where given sizes fall, and which
         buckets pad the least for sizes that were observed.
merge    Combines or compares shapes, dimensions or types, such as '[2, ?]',
         '2..8', 'N + 1', '{2,?,3}', 'f32[2,<=8]', and prints the outcome, what it
         means for each unknown, and what must hold. Fails on a conflict. 'merge'
         is the default of --op.
layout   Prints how a tensor, such as 'f32[2,3]{0,1}', '[N, 3]' or
         'bf16[8,128]{1,0:T(8,128)}', lies in memory.
health   Succeeds if the server serves.

Options of all:
  --target T         The server: unix:PATH or HOST:PORT. Default: the environment
                     variable SHAPEWRIGHT_TARGET, else
                     unix:/run/shapewright/shapewright.sock.
  --tls              Speak TLS, with the authorities that this machine trusts.
  --tls-ca FILE      Speak TLS with a server whose certificate these signed (PEM).
  --tls-cert FILE    The certificate to show to the server (PEM), and its key.
  --tls-key FILE
  --deadline TIME    How long to wait, such as 500ms, 30s, 2m. Default: 30s.

Options of all but health:
  --embedded         Answer in this process; no server is needed.
  --json             Print the whole answer as JSON.

Options of infer:
  --onnx-out FILE    Write the model with value_info and output types filled in.
  --strict LEVEL     Fail if something is wrong (no_errors), or also if some
                     shape is not known (complete).
  --bind N=8,S=128   Also print the sizes of the outputs for these symbols. May be
                     repeated: one answer each.
  --memory           With --bind: also the memory that a run needs.
  --constants        List constants too.
  --wide             Shorten nothing. Else lines fit the terminal, or 100 columns
                     where there is none. Also of explain, audit and buckets.

Options of explain:
  --axis N           One dimension of the value, negative from the end.
  --element N        One element of the value, row-major.

Options of buckets:
  --sizes N=1,8,32   The bucket sizes of a symbol; may be repeated: one bucket for
                     each combination.
  --bind N=5,S=100   Which bucket these sizes fall into; may be repeated.
  --memory           Also the memory that a run needs, bucket by bucket.
  --observed N=17:3,40
                     Sizes and how often they were seen; N,S=17x128:3 of two
                     symbols. May be repeated.
  --choose K         With --observed: how many buckets to choose. Default: 4.

Options of merge:
  --op NAME          merge, broadcast_merge, relax, add, subtract, multiply,
                     divide, min, max, append, merge_rank, to_concrete, min_shape,
                     max_shape, project, inject, reduce, index, set, compatible,
                     same_scheme, relaxes, refines, equal, is_static, is_dynamic,
                     rank, all_non_negative, interval_contains, interval_size,
                     interval_empty, intersect, window, convolution, pooling.
  --broadcast RULE   none, numpy, paddle or bidirectional.
  --axis N           The axis, negative from the end; of convolution the groups.
  --axes LIST        Axes, such as 0,2.
  --values LIST      Sizes to put in, such as 4,N.
  --rank RANGE       The rank, such as 3 or 2..4.
  --number N         The number of interval_contains.
  --policy P         strict, refine, override or skip.
  --notation N       shapewright, ngraph, openvino or xla.
  --symbol FACT      What is known of a symbol, such as N=2..8; may be repeated.
  --window LIST      The sizes of a window; --strides, --dilations, --pads-begin,
                     --pads-end, --data-dilations LIST and --auto-pad same_upper,
                     same_lower or valid, and --ceil say how it slides.

Options of layout:
  --layout L         A name (row_major, NHWC, NC/32HW32), {1,0:T(8,128)}, or names
                     of the dimensions as they are ([batch, ..., channels], n??c).
  --strides LIST     The layout by its strides, in elements.
  --padded LIST      The sizes that the dimensions are padded to.
  --bind LIST        Sizes of symbols, such as N=8,M=3; may be repeated.
  --memory-order     Draw the image of memory: numbers of elements, - for padding.
  --index LIST       The linear index of an element; may be repeated.
  --linear N         The index of the element at a place; may be repeated.
  --dimension NAME   The number of a dimension: -1, a letter (x is the last), or a
                     name that the layout gives.
  --contiguous-run   The most elements that lie in one piece.
  --compare L        Whether another layout is the same, or of f32[6,2]{1,0}
                     whether the bytes may be read that way.
  --convert L        What it takes to get into another layout.
  --reshape LIST     The layout that a reshape has for free.
  --transpose LIST   The layout that a transpose has for free.
  --insert N=SIZE, --delete N, --move N,M, --move-to-major N
                     The layout with that dimension put in, left out or moved.
)";

absl::Status ParseDeadline(absl::string_view text, absl::Duration& out) {
  if (!absl::ParseDuration(text, &out) || out <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--deadline: \"", text, "\" is no time such as 30s"));
  }
  return absl::OkStatus();
}

absl::Status SetTlsFile(absl::string_view path, std::string& field, Arguments& out) {
  field = std::string(path);
  out.tls = true;
  return absl::OkStatus();
}

// A switch, a text, or a text with a form of its own.
struct Flag {
  using Parse = absl::Status (*)(absl::string_view text, Arguments& out);

  absl::string_view name;
  absl::string_view commands;  // the first letters of those that have it
  std::variant<bool Arguments::*, std::string Arguments::*, Parse> kind;
};

constexpr absl::string_view kAll = "ieabmlh";
constexpr absl::string_view kQuestions = "ieabml";

const Flag kFlags[] = {
    {"--target", kAll, &Arguments::target},
    {"--deadline", kAll,
     [](absl::string_view text, Arguments& out) { return ParseDeadline(text, out.deadline); }},
    {"--tls", kAll, &Arguments::tls},
    {"--tls-ca", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.ca, out);
     }},
    {"--tls-cert", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.cert, out);
     }},
    {"--tls-key", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.key, out);
     }},
    {"--embedded", kQuestions, &Arguments::embedded},
    {"--json", kQuestions, &Arguments::json},
    {"--onnx-out", "i", &Arguments::onnx_out},
    {"--strict", "i", ParseStrictness},
    {"--bind", "ib", ParseModelBinding},
    {"--memory", "ib", &Arguments::memory},
    {"--constants", "i", &Arguments::constants},
    {"--wide", "ieab", &Arguments::wide},
    {"--axis", "e", ParseAxis},
    {"--element", "e", ParseElement},
    {"--sizes", "b", ParseBucketSizes},
    {"--observed", "b", ParseObserved},
    {"--choose", "b", ParseBucketCount},
};

char LetterOf(Command command) {
  switch (command) {
    case Command::kInfer:
      return 'i';
    case Command::kExplain:
      return 'e';
    case Command::kAudit:
      return 'a';
    case Command::kBuckets:
      return 'b';
    case Command::kMerge:
      return 'm';
    case Command::kLayout:
      return 'l';
    default:
      return 'h';
  }
}

const Flag* FindFlag(absl::string_view name, Command command) {
  for (const Flag& flag : kFlags) {
    const bool has_it = flag.commands.find(LetterOf(command)) != absl::string_view::npos;
    if (flag.name == name && has_it) return &flag;
  }
  return nullptr;
}

absl::StatusOr<absl::string_view> FlagValue(absl::Span<const std::string> words, size_t& index) {
  const absl::string_view word = words[index];
  const size_t equals = word.find('=');
  if (equals != absl::string_view::npos) return word.substr(equals + 1);
  if (index + 1 == words.size()) {
    return absl::InvalidArgumentError(absl::StrCat(word, " needs a value"));
  }
  return absl::string_view(words[++index]);
}

// A flag that goes into the case.
absl::Status ParseCaseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const absl::string_view name = word.substr(0, word.find('='));
  const CaseFlag* flag = FindCaseFlag(name, out.command);
  if (flag == nullptr) return absl::InvalidArgumentError(absl::StrCat("unknown option ", name));
  if (!flag->takes_value) return flag->parse("", out);
  const absl::StatusOr<absl::string_view> value = FlagValue(words, index);
  if (!value.ok()) return value.status();
  absl::Status parsed = flag->parse(*value, out);
  if (parsed.ok()) return parsed;
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", parsed.message()));
}

// Reads the flag at words[index], and its value, which may be the next word.
absl::Status ParseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const bool has_value = word.find('=') != absl::string_view::npos;
  const Flag* flag = FindFlag(word.substr(0, word.find('=')), out.command);
  if (flag == nullptr) return ParseCaseFlag(words, index, out);
  if (const auto* field = std::get_if<bool Arguments::*>(&flag->kind)) {
    if (has_value) {
      return absl::InvalidArgumentError(absl::StrCat(flag->name, " takes no value"));
    }
    out.** field = true;
    return absl::OkStatus();
  }
  const absl::StatusOr<absl::string_view> value = FlagValue(words, index);
  if (!value.ok()) return value.status();
  if (const auto* field = std::get_if<std::string Arguments::*>(&flag->kind)) {
    out.** field = std::string(*value);
    return absl::OkStatus();
  }
  return std::get<Flag::Parse>(flag->kind)(*value, out);
}

struct CommandWord {
  absl::string_view word;
  Command command;
};

constexpr CommandWord kCommands[] = {
    {"--help", Command::kHelp},   {"-h", Command::kHelp},
    {"help", Command::kHelp},     {"--version", Command::kVersion},
    {"infer", Command::kInfer},   {"explain", Command::kExplain},
    {"audit", Command::kAudit},   {"buckets", Command::kBuckets},
    {"merge", Command::kMerge},   {"layout", Command::kLayout},
    {"health", Command::kHealth},
};

absl::Status ParseCommand(absl::string_view word, Command& out) {
  for (const CommandWord& row : kCommands) {
    if (row.word != word) continue;
    out = row.command;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("unknown command ", word));
}

bool IsAboutModel(Command command) {
  return command == Command::kInfer || command == Command::kExplain || command == Command::kAudit ||
         command == Command::kBuckets;
}

// A word that is no flag.
absl::Status ParseOperand(const std::string& word, Arguments& out) {
  if (out.command == Command::kMerge) {
    out.merge.add_texts(word);
  } else if (IsAboutModel(out.command) && out.model.empty()) {
    out.model = word;
  } else if (out.command == Command::kExplain && out.explain.value().empty()) {
    out.explain.set_value(word);
  } else if (out.command == Command::kLayout && out.layout.text().empty()) {
    out.layout.set_text(word);
  } else {
    return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", word));
  }
  return absl::OkStatus();
}

absl::Status CheckComplete(const Arguments& arguments) {
  const Command command = arguments.command;
  if (IsAboutModel(command) && arguments.model.empty()) {
    return absl::InvalidArgumentError("give a model");
  }
  if (command == Command::kExplain && arguments.explain.value().empty()) {
    return absl::InvalidArgumentError("explain: give a value");
  }
  if (command == Command::kInfer && arguments.memory && arguments.bindings.empty()) {
    return absl::InvalidArgumentError("--memory needs --bind");
  }
  if (command == Command::kBuckets && arguments.buckets.empty() && arguments.histograms.empty()) {
    return absl::InvalidArgumentError("buckets: give --sizes or --observed");
  }
  if (arguments.bucket_count > 0 && arguments.histograms.empty()) {
    return absl::InvalidArgumentError("--choose needs --observed");
  }
  if (arguments.command == Command::kMerge && arguments.merge.texts().empty()) {
    return absl::InvalidArgumentError("merge: give a shape");
  }
  if (arguments.command == Command::kLayout && arguments.layout.text().empty()) {
    return absl::InvalidArgumentError("layout: give a shape");
  }
  return absl::OkStatus();
}

// A word such as -1 or -N is an operand, not a flag.
bool IsFlag(absl::string_view word) {
  return absl::StartsWith(word, "--") || word == "-h" ||
         (word.size() > 1 && word[0] == '-' && absl::ascii_isalpha(word[1]));
}

}  // namespace

absl::StatusOr<Arguments> ParseArguments(absl::Span<const std::string> words,
                                         Environment environment) {
  if (words.empty()) return absl::InvalidArgumentError("give a command");
  Arguments arguments;
  absl::Status status = ParseCommand(words[0], arguments.command);
  if (!status.ok()) return status;
  const char* target = environment("SHAPEWRIGHT_TARGET");
  arguments.target = target != nullptr ? target : kDefaultTarget;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--help") {
      arguments.command = Command::kHelp;
      return arguments;
    }
    status = IsFlag(words[i]) ? ParseFlag(words, i, arguments) : ParseOperand(words[i], arguments);
    if (!status.ok()) return status;
  }
  status = CheckComplete(arguments);
  if (!status.ok()) return status;
  return arguments;
}

absl::string_view HelpText() { return kHelp; }

}  // namespace shapewright::cli
