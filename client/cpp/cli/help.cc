#include "client/cpp/cli/help.h"

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

struct CommandHelp {
  Command command;
  absl::string_view usage;
  absl::string_view about;
};

constexpr CommandHelp kCommands[] = {
    {Command::kInfer, "infer [OPTION]... MODEL.onnx",
     R"(infer    Prints the type and symbolic shape of every value of a model, the facts
         that must hold at run time, and what is wrong with it. Weights stay
         here: the model is sent without them.
)"},
    {Command::kEvaluate, "evaluate [OPTION]... MODEL.onnx",
     R"(evaluate Prints the sizes of the outputs for given sizes of the inputs, whether
         such inputs may be run, and the memory that takes.
)"},
    {Command::kExplain, "explain [OPTION]... MODEL.onnx [VALUE]",
     R"(explain  Tells why a value has the shape that it has, or why a fact must hold: node
         by node, inputs first.
)"},
    {Command::kAudit, "audit [OPTION]... MODEL.onnx",
     R"(audit    Tells of each dimension of the outputs whether it is constant, follows the
         inputs or depends on data; and which constants look baked in.
)"},
    {Command::kBuckets, "buckets [OPTION]... MODEL.onnx",
     R"(buckets  Prints what each bucket of sizes takes, and which buckets pad the least for
         sizes that were observed.
)"},
    {Command::kProfile, "profile [OPTION]... MODEL.onnx",
     R"(profile  Prints the least, the most common and the greatest size of each input and
         output for the ranges of the symbols, as compilers of engines ask for
         them, and which inputs need values too.
)"},
    {Command::kDescribe, "describe [OPTION]... MODEL.onnx",
     R"(describe Prints, as JSON, what model servers tell of a model (KServe v2 metadata):
         names, data types, shapes, and whether requests can be put together.
)"},
    {Command::kMerge, "merge [OPTION]... SHAPE...",
     R"(merge    Combines or compares shapes or types, such as '[2, ?]', '[N + 1]',
         '{2,?,3}', 'f32[2,<=8]', and prints the outcome, what it means for each
         unknown, and what must hold. Fails on a conflict. 'merge' is the default
         of --op.
)"},
    {Command::kLayout, "layout [OPTION]... SHAPE",
     R"(layout   Prints how a tensor, such as 'f32[2,3]{0,1}', '[N, 3]' or
         'bf16[8,128]{1,0:T(8,128)}', lies in memory.
)"},
    {Command::kHealth, "health [OPTION]...",
     R"(health   Succeeds if the server serves.
)"},
};

struct OptionsHelp {
  absl::string_view commands;  // the letters of those that have them
  absl::string_view text;
};

constexpr OptionsHelp kOptions[] = {
    {"i", R"(Options of infer:
  --onnx-out FILE    Write the model with value_info and output types filled in.
  --strict LEVEL     Fail if something is wrong (no_errors), or also if some
                     shape is not known (complete).
  --check-types      An operand of an element type that its operator is not
                     defined for is an error, not a warning.
  --constants        List constants too.
  --stream           Take the answer in pieces, as one that is too large for one
                     message has to come.
)"},
    {"v", R"(Options of evaluate:
  --bind N=8,S=128   The sizes: of symbols, of elements of inputs (k[]=5), or shapes
                     of inputs (x=[8,3]). May be repeated: one answer each.
  --value NAME       Also the sizes of this inner value; may be repeated.
  --memory           Also the memory that a run needs.
)"},
    {"e", R"(Options of explain:
  --axis N           One dimension of the value, negative from the end.
  --element N        One element of the value, row-major.
  --fact N           In place of a value: both sides of a fact, by its number in
                     the answers of 'infer --json', from 0.
)"},
    {"b", R"(Options of buckets:
  --sizes N=1,8,32   The bucket sizes of a symbol; may be repeated: one bucket for
                     each combination.
  --memory           Also the memory that a run needs, bucket by bucket.
  --bind N=8,S=128   Also the bucket that these sizes fall into, and how much of it
                     is padding; may be repeated. As in evaluate.
  --observed N=17:3,40
                     Sizes and how often they were seen; N,S=17x128:3 of two
                     symbols. May be repeated.
  --choose K         With --observed: how many buckets to choose. Default: 4.
)"},
    {"p", R"(Options of profile:
  --opt N=8          The most common value of a symbol; may be repeated. Else it is
                     the greatest, or the least where there is no greatest.
  --memory           Also the memory that a run needs at each of the three.
)"},
    {"m", R"(Options of merge:
  --op NAME          merge, broadcast, relax, compare, inspect, add, subtract,
                     multiply, divide, min, max, keep, drop, permute, put, replace,
                     append, convolve, window, pooling, intersect. Default: merge.
  --policy P         Of merge: strict, refine, override or skip.
  --broadcast RULE   Of broadcast: none, numpy, paddle or bidirectional.
  --axis N           Of broadcast by paddle: where the second shape begins.
  --ignore LIST      Of compare: what makes no difference to compatible and equal:
                     element_type, float_precision, layout or dynamic.
  --axes LIST        Axes, such as 0,2, of keep, drop, permute, put and replace.
  --sizes LIST       Sizes of put and replace, such as 4,N.
  --groups N         Of convolve.
  --number N         Of intersect: a number to look for.
  --premise R        A relation that holds, such as 'N <= 8'; may be repeated.
  --notation N       shapewright, ngraph, openvino or xla.
  --window LIST      The sizes of a window; --strides, --dilations, --pads-begin,
                     --pads-end, --data-dilations LIST and --auto-pad same_upper,
                     same_lower or valid, and --ceil say how it slides.
)"},
    {"l", R"(Options of layout:
  --layout L         A name (row_major, NHWC, NC/32HW32), {1,0:T(8,128)}, or names
                     of the axes as they are ([batch, ..., channels], n??c).
  --strides LIST     The layout by its strides, in elements.
  --minor-to-major LIST
                     The layout by its order, such as 0,1.
  --padded LIST      The sizes that the axes are padded to.
  --premise R        A relation that holds, such as 'N <= 8', 'N = 8'; may be
                     repeated.
  --details          Also padding, runs without padding, axes of size 1.
Changes, one after the other; questions are about the last:
  --convert L        Into another layout, or to f32[6,2]{1,0} by the same bytes.
  --reshape LIST     To these sizes, for free if it can be.
  --transpose LIST   Axes in another order, where the memory stays as it is.
Questions; each may be repeated:
  --memory-order     Draw the image of memory: numbers of elements, - for padding.
  --locate LIST      The place of the element with these indices.
  --elements-at LIST The elements at these places.
  --compare L        Whether another layout is the same, or of f32[6,2]{1,0}
                     whether the bytes may be read that way.
  --ignore LIST      Behind --compare: what makes no difference: tiles,
                     memory_space, element_size, tail_padding, splits,
                     sparse_storage, prefix, all_but_order.
  --axis NAME        The number of an axis: -1, a letter (x is the last), or a name
                     that the layout gives.
)"},
    {"iveabpd", R"(Options of those about a model:
  --input X=TYPE     The type of an input in place of the declared one, such as
                     x=float32[8,3,H,W]; may be repeated.
  --range N=1..32    What is known of a symbol; may be repeated. '..' without an
                     end: no end.
  --multiple N=8     A symbol is a multiple of it; may be repeated.
  --rules FILE       Rules for operators that the server does not know, one a line,
                     such as com.example:Half(x: T[N, C]) -> T[N, C//2]; or an
                     ONNX model, whose functions they are. May be repeated.
  --from A,B         Only what follows from these inner values, taken as inputs.
  --to C,D           Only what these values need.
  --function NAME    A function of the model in place of its main graph; of a
                     domain DOMAIN:NAME.
  --wide             Shorten nothing. Else lines fit the terminal, or 80 columns
                     where there is none.
)"},
    {"iveabpdml", R"(Options of all but health:
  --embedded         Answer in this process; no server is needed.
  --json             Print the whole answer as JSON.
)"},
    {"iveabpdmlh", R"(Options of all:
  --target T         The server: unix:PATH or HOST:PORT. Default: the environment
                     variable SHAPEWRIGHT_TARGET, else
                     unix:/run/shapewright/shapewright.sock.
  --tls              Speak TLS, with the authorities that this machine trusts.
  --tls-ca FILE      Speak TLS with a server whose certificate these signed (PEM).
  --tls-cert FILE    The certificate to show to the server (PEM), and its key.
  --tls-key FILE
  --deadline TIME    How long to wait, such as 500ms, 30s, 2m. Default: 30s.
)"},
};

bool IsMeant(Command about, Command command) { return about == Command::kHelp || about == command; }

}  // namespace

std::string HelpText(Command about) {
  std::string text;
  for (const CommandHelp& row : kCommands) {
    if (!IsMeant(about, row.command)) continue;
    absl::StrAppend(&text, text.empty() ? "usage: " : "       ", "shapewright ", row.usage, "\n");
  }
  if (about == Command::kHelp) {
    absl::StrAppend(&text, "       shapewright [COMMAND] --help | --version\n");
  }
  absl::StrAppend(&text, "\n");
  for (const CommandHelp& row : kCommands) {
    if (IsMeant(about, row.command)) absl::StrAppend(&text, row.about);
  }
  for (const OptionsHelp& options : kOptions) {
    const bool has_them = about == Command::kHelp ||
                          options.commands.find(LetterOf(about)) != absl::string_view::npos;
    if (has_them) absl::StrAppend(&text, "\n", options.text);
  }
  return text;
}

}  // namespace shapewright::cli
