#include "client/cpp/cli/options/command_table.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

absl::Status FinishInfer(Arguments& arguments) {
  if (arguments.drawing != Drawing::kNone && arguments.json) {
    return absl::InvalidArgumentError("infer: --json goes with neither --dot nor --mermaid");
  }
  if (arguments.onnx_out.empty() || arguments.operands.size() == 1) return absl::OkStatus();
  return absl::InvalidArgumentError("--onnx-out takes one model");
}

absl::Status FinishExplain(Arguments& arguments) {
  if (arguments.operands.size() > 1 && !arguments.explain.has_fact()) {
    arguments.explain.mutable_value()->set_name(arguments.operands[1]);
  } else if (arguments.operands.size() > 1 || !arguments.explain.has_fact()) {
    return absl::InvalidArgumentError("explain: give a value, or --fact");
  }
  return absl::OkStatus();
}

absl::Status FinishPlan(Arguments& arguments) {
  const bool has_axes = !arguments.buckets.axes().empty();
  const bool has_budget = arguments.plan.largest.has_budget();
  if (absl::Status status = CheckPlanQuestion(arguments.plan); !status.ok()) return status;
  if ((has_budget || arguments.plan.bind.goal() != 0) &&
      (has_axes || !arguments.observed.empty())) {
    return absl::InvalidArgumentError(
        "plan: --budget and --make go with neither --sizes nor --observed");
  }
  if (has_budget && arguments.buckets.bindings_size() > 1) {
    return absl::InvalidArgumentError("plan: --budget takes --bind once");
  }
  if (arguments.plan.profiles > 0 &&
      (has_axes || arguments.bucket_count > 0 || arguments.observed.size() != 1)) {
    return absl::InvalidArgumentError("plan: --profiles takes --observed once, and no buckets");
  }
  if (!has_axes && !has_budget && !arguments.buckets.bindings().empty()) {
    return absl::InvalidArgumentError("plan: --bind needs --sizes or --budget");
  }
  if (arguments.bucket_count > 0 && arguments.observed.empty()) {
    return absl::InvalidArgumentError("plan: --choose needs --observed");
  }
  if (!arguments.profile.common().empty() &&
      (has_axes || (!arguments.observed.empty() && arguments.plan.profiles == 0))) {
    return absl::InvalidArgumentError("plan: --opt goes with neither --sizes nor --observed");
  }
  return absl::OkStatus();
}

absl::Status FinishLint(Arguments& arguments) {
  const bool has_place = arguments.in_place || !arguments.onnx_out.empty();
  if (arguments.fix != has_place) {
    return absl::InvalidArgumentError("lint: --fix goes with --onnx-out or --in-place");
  }
  if (arguments.in_place && !arguments.onnx_out.empty()) {
    return absl::InvalidArgumentError("lint: give --onnx-out or --in-place");
  }
  if (!arguments.onnx_out.empty() && arguments.operands.size() > 1) {
    return absl::InvalidArgumentError("--onnx-out takes one model");
  }
  return absl::OkStatus();
}

absl::Status FinishCheck(Arguments& arguments) {
  const CheckQuestion& question = arguments.check;
  if (question.sarif && arguments.json) {
    return absl::InvalidArgumentError("check: give --json or --sarif");
  }
  if (question.write.empty() != question.out.empty() && question.write.empty()) {
    return absl::InvalidArgumentError("check: --out goes with --write");
  }
  if (!question.write.empty() &&
      (arguments.fix || arguments.json || question.sarif || arguments.operands.size() > 1)) {
    return absl::InvalidArgumentError(
        "check: --write takes one model, and goes with none of --fix, --json and --sarif");
  }
  return absl::OkStatus();
}

absl::Status FinishChain(Arguments& arguments) {
  absl::Status status =
      MakeRequest(arguments.operands, arguments.request.model(), &arguments.chain);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat("chain: ", status.message()));
}

absl::Status FinishReport(Arguments& arguments) {
  if (arguments.page_out.empty()) return absl::InvalidArgumentError("report: give -o FILE");
  if (arguments.evaluate.bindings().size() < 2) return absl::OkStatus();
  return absl::InvalidArgumentError("report: give --bind once");
}

absl::Status FinishRewrite(Arguments& arguments, v1::RewriteModelRequest::Goal goal) {
  arguments.rewrite.request.set_goal(goal);
  if (!arguments.rewrite.out.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(RowOf(arguments.command).name, ": give -o FILE"));
}
template <v1::RewriteModelRequest::Goal goal>
absl::Status FinishRewriteFor(Arguments& arguments) {
  return FinishRewrite(arguments, goal);
}

absl::Status FinishMerge(Arguments& arguments) {
  arguments.merge.operands = arguments.operands;
  return RequestOf(arguments.merge).status();
}

absl::Status FinishLayout(Arguments& arguments) {
  arguments.layout.mutable_tensor()->set_text(arguments.operands[0]);
  return absl::OkStatus();
}

absl::Status FinishPlanServer(Arguments& arguments) {
  if (!arguments.server.models.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("plan-server: give --models PATH");
}

absl::Status FinishHelp(Arguments& arguments) {
  if (arguments.operands.empty()) return absl::OkStatus();
  const absl::StatusOr<Command> about = CommandOf(arguments.operands[0]);
  if (about.ok()) arguments.help_about = *about;
  return about.status();
}

absl::Status FinishCompletion(Arguments& arguments) {
  for (const absl::string_view shell : absl::StrSplit(kShells, ' ')) {
    if (shell == arguments.operands[0]) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("completion: \"", arguments.operands[0], "\" is none of the shells ", kShells));
}

constexpr CommandRow kCommands[] = {
    {Command::kInfer, "infer", OperandKind::kModel, 1, kAnyNumber, "[OPTION]... MODEL...",
     "Print the type and symbolic shape of every value of a model",
     "Also prints the facts that must hold at run time, and what is wrong with the model. "
     "Weights are never sent.",
     "infer model.onnx\n"
     "infer --json models/ > answers.jsonl\n"
     "infer model.onnx --input 'x=float32[8,3,H,W]' --range H=32..640\n"
     "infer model.onnx --find '[*, 768]'\n"
     "infer model.onnx --strict complete --quiet --onnx-out out.onnx",
     FinishInfer},
    {Command::kEval, "eval", OperandKind::kModel, 1, kAnyNumber, "[OPTION]... MODEL...",
     "Print sizes for given sizes of the inputs",
     "Prints the sizes of the outputs, whether the model may run with such inputs, and how much "
     "memory that takes.",
     "eval model.onnx --bind batch=8,sequence=128 --memory", nullptr},
    {Command::kExplain, "explain", OperandKind::kModel, 1, 2, "[OPTION]... MODEL [VALUE]",
     "Explain why a value has its shape, or why a fact must hold",
     "Explains it node by node, from the inputs on.", "explain model.onnx logits --axis 1",
     FinishExplain},
    {Command::kAudit, "audit", OperandKind::kModel, 1, kAnyNumber, "[OPTION]... MODEL...",
     "Show which dims of the outputs follow the inputs",
     "For each dim of the outputs: is it constant, does it follow the inputs, or does it depend "
     "on data? Also lists constants that an exporter seems to have fixed.",
     "audit model.onnx", nullptr},
    {Command::kPlan, "plan", OperandKind::kModel, 1, 1, "[OPTION]... MODEL",
     "Plan buckets, profiles and largest sizes",
     "By default: a profile, as compilers of engines need it. It has the least, the most common "
     "and the greatest size of each input and output, and says which inputs need values too. "
     "With --sizes: what each bucket of sizes takes. With --observed: which buckets pad the "
     "observed sizes the least, or with --profiles, profiles for them. With --budget: the "
     "largest sizes that fit. With --make: which symbols must be bound.",
     "plan model.onnx --range batch=1..32 --opt batch=8\n"
     "plan model.onnx --sizes batch=1,8 --bind batch=3 --memory\n"
     "plan model.onnx --observed batch=1:90,3:7,8 --choose 2\n"
     "plan model.onnx --budget 8GiB --symbol batch --bind sequence=128\n"
     "plan model.onnx --make static",
     FinishPlan},
    {Command::kGuard, "guard", OperandKind::kModel, 1, 1, "[OPTION]... MODEL",
     "Compile a model into checks of requests",
     "Prints the conditions for a request. With --check: whether a request passes, what is "
     "wrong with it, and what would be right. The guard is a small file. The clients of all "
     "languages run it without a server.",
     "guard model.onnx -o model.guard\n"
     "guard model.onnx --check 'ids=[8,128],mask=[8,128]'\n"
     "guard model.onnx --max 'ids=[64,512],mask=[64,512]'",
     nullptr},
    {Command::kRequests, "requests", OperandKind::kModel, 2, 2, "[OPTION]... MODEL LOG",
     "Show what a log of requests means for a model",
     "Counts the different shapes, tells which requests a guard would refuse and why, the memory "
     "that a cache of all these shapes takes, and the padding of buckets and profiles for them. "
     "LOG has a request per line: JSON such as {\"inputs\": {\"ids\": [8, 128]}, \"count\": 3}, or "
     "comma-separated values with shapes such as 8x128 below the names of the inputs. Fails if "
     "requests would be refused.",
     "requests model.onnx requests.jsonl\n"
     "requests model.onnx requests.csv --json",
     nullptr},
    {Command::kCost, "cost", OperandKind::kModel, 1, 1, "[OPTION]... MODEL",
     "Count the operations and bytes of a run",
     "Prints operations, parameters and bytes, and which parts of the model cost the most: as "
     "expressions over the sizes, and with --bind as numbers. Lists what is not counted.",
     "cost model.onnx --by op\n"
     "cost model.onnx --bind 'batch=8,sequence=128' --by scope --top 10\n"
     "cost model.onnx --bind N=1 --machine 2e12,1e11 --convention torch",
     nullptr},
    {Command::kChain, "chain", OperandKind::kStage, 1, kAnyNumber, "[OPTION]... STAGE=MODEL...",
     "Check whether models fit together, and infer them as one model",
     "--link says which output of a stage is which input of another stage. Prints the first "
     "place where stages disagree, the inputs and outputs of the whole, what must hold, and how "
     "large states such as a cache are after any number of steps. Fails if the stages do not "
     "fit.",
     "chain a=encoder.onnx b=decoder.onnx --link a.hidden=b.hidden\n"
     "chain a=a.onnx b=b.onnx --link-equal-names --bind batch=8 --memory\n"
     "chain d=decoder.onnx --state 'present.*=past.*' --steps 32",
     FinishChain},
    {Command::kDescribe, "describe", OperandKind::kModel, 1, kAnyNumber, "[OPTION]... MODEL...",
     "Print the metadata that model servers give for a model, as JSON",
     "KServe v2 metadata: names, data types, shapes, and whether requests can be batched.",
     "describe model.onnx", nullptr},
    {Command::kLint, "lint", OperandKind::kModel, 1, kAnyNumber, "[OPTION]... MODEL...",
     "Find declared types that are false, and correct them",
     "Also finds missing types, sizes that an exporter fixed, names of sizes that clash, "
     "outputs without bound, and values that nothing reads. Prints a line for each finding, "
     "with a code that docs/lint.md explains. Fails if there is a warning or an error.",
     "lint models/\n"
     "lint model.onnx --ignore MISSING_TYPE,WEAK_TYPE\n"
     "lint --fix model.onnx -o fixed.onnx",
     FinishLint},
    {Command::kCheck, "check", OperandKind::kPath, 1, kAnyNumber, "[OPTION]... PATH...",
     "Compare configurations of model servers with their models",
     "PATH is a configuration, or a folder of them with their models, such as a model repository "
     "of Triton. Prints a line for each finding: file, line, what the configuration says, what "
     "the model says, and what to do. docs/check.md lists the formats and the codes. Fails if "
     "there is a warning or an error.",
     "check models/\n"
     "check --fix models/resnet/config.pbtxt\n"
     "check --sarif models/ > findings.sarif\n"
     "check --write triton model.onnx -o config.pbtxt",
     FinishCheck},
    {Command::kDiff, "diff", OperandKind::kModel, 2, 2, "[OPTION]... BEFORE AFTER",
     "Show how a model differs from an earlier one",
     "Compares inputs, outputs, symbols, facts, diagnostics and shapes of inner values. Says "
     "for each change whether it breaks callers, or accepts more than before. A symbol that "
     "only has another name is listed once. Fails if the models differ.",
     "diff released.onnx candidate.onnx --breaking", nullptr},
    {Command::kReport, "report", OperandKind::kModel, 1, 2, "[OPTION]... MODEL [LATER]",
     "Write a page that shows a model: graph, shapes, facts, memory at any sizes",
     "The page is one file. It opens in a browser, and loads nothing from a network. You can "
     "change the sizes of symbols in it. For two models it shows both, and what changed.",
     "report model.onnx -o report.html\n"
     "report model.onnx -o report.html --bind batch=8,sequence=128\n"
     "report model.onnx -o report.html --requests requests.csv\n"
     "report released.onnx candidate.onnx -o report.html",
     FinishReport},
    {Command::kFreeze, "freeze", OperandKind::kModel, 1, 1, "[OPTION]... MODEL -o FILE",
     "Write the model with sizes of symbols fixed",
     "What is known then becomes constant: sizes, what nodes compute of them, and which branches "
     "run. Lists what stays open. Weights, names and metadata stay byte for byte. A certificate "
     "beside the model says what was changed and why; `verify` checks it.",
     "freeze model.onnx -o frozen.onnx --bind batch=8,sequence=128\n"
     "freeze model.onnx -o frozen.onnx --bind batch=1..8 --make bounded",
     FinishRewriteFor<v1::RewriteModelRequest::GOAL_FREEZE>},
    {Command::kSimplify, "simplify", OperandKind::kModel, 1, 1, "[OPTION]... MODEL -o FILE",
     "Write the model without the nodes that only compute shapes",
     "Targets of Reshape and Expand become constants where 0, -1 and numbers say the same at all "
     "sizes. Nothing else changes. Writes a certificate, as freeze does.",
     "simplify model.onnx -o simple.onnx\n"
     "simplify model.onnx -o simple.onnx --range batch=1..",
     FinishRewriteFor<v1::RewriteModelRequest::GOAL_SIMPLIFY>},
    {Command::kRebatch, "rebatch", OperandKind::kModel, 1, 1, "[OPTION]... MODEL -o FILE",
     "Write the model for any batch, if rows do not depend on each other",
     "A constant size of inputs becomes a symbol. Constants that stand for it are found and "
     "replaced. Fails, and names the nodes, where rows depend on each other or where that is not "
     "known. Writes a certificate, as freeze does.",
     "rebatch model.onnx -o any_batch.onnx\n"
     "rebatch model.onnx -o any_batch.onnx --axis images:0=batch",
     FinishRewriteFor<v1::RewriteModelRequest::GOAL_REBATCH>},
    {Command::kVerify, "verify", OperandKind::kPath, 3, 3, "[OPTION]... OLD NEW CERTIFICATE",
     "Check that a rewritten model is what its certificate says",
     "Repeats the rewrite of OLD, and compares it with NEW byte for byte; infers both, and proves "
     "their types equal. Fails if the model or the certificate was changed.",
     "verify model.onnx frozen.onnx frozen.onnx.certificate.json", nullptr},
    {Command::kMerge, "merge", OperandKind::kText, 1, kAnyNumber, "[OPTION]... SHAPE...",
     "Combine or compare shapes or types",
     "Takes shapes such as '[2, ?]', '[N + 1]', '{2,?,3}', 'f32[2,<=8]'. Prints the result, "
     "what it means for each unknown, and what must hold. Fails if they conflict.",
     "merge '[2, ?]' '[?, 5]'", FinishMerge},
    {Command::kLayout, "layout", OperandKind::kText, 1, 1, "[OPTION]... SHAPE|MODULE.hlo",
     "Print how a tensor, or each buffer of a module of HLO, is laid out in memory",
     "Takes a tensor such as 'f32[2,3]{0,1}', '[N, 3]' or 'bf16[8,128]{1,0:T(8,128)}', or the name "
     "of a file of HLO text: of that it prints the bytes and the padding of each buffer, and the "
     "copies that change a layout.",
     "layout 'f32[2,3]{0,1}' --memory-order\n"
     "layout compiled.hlo",
     FinishLayout},
    {Command::kPlanServer, "plan-server", OperandKind::kNone, 0, 0, "--models PATH [OPTION]...",
     "Estimate the cores and the memory that servers of these models need",
     "Prints CPU, memory, replicas and options of the server, with their uncertainty. It uses "
     "the number of nodes and the bytes of the models, and measured figures "
     "(docs/deployment.md). It asks no server.",
     "plan-server --models models/ --rate 200\n"
     "plan-server --models a.onnx --rate 50 --mix new=0.5,bind=0.5",
     FinishPlanServer},
    {Command::kServe, "serve", OperandKind::kNone, 0, 0, "[OPTION OF THE SERVER]...",
     "Start a server where this program looks for one",
     "Listens at SHAPEWRIGHT_TARGET if it is set. Else at /run/shapewright/shapewright.sock, if "
     "that file can be made. Else in XDG_RUNTIME_DIR, and then prints what other clients need "
     "to find it. You may list and evict its models (`models`), unless --admin-uid or "
     "--admin-san name who may. All options but --help go to shapewright-server, which is "
     "looked for beside this program, then in PATH; `shapewright-server --help` lists them.",
     "serve --threads 4", nullptr},
    {Command::kServerInfo, "server-info", OperandKind::kNone, 0, 0, "[OPTION]...",
     "Print the version, features and limits of the server, and whether it serves", "",
     "server-info --target localhost:8500", nullptr},
    {Command::kKeptModels, "models", OperandKind::kNone, 0, 0, "[--evict ID]... [OPTION]...",
     "List the models that the server keeps, or let it forget some",
     "For the user who started the server with `shapewright serve`, and for callers in the "
     "server's --admin-san or --admin-uid. With --evict: prints for each id whether the server "
     "had it. Running calls keep their model.",
     "models --json\nmodels --evict sha256:9b1c...", nullptr},
    {Command::kHealth, "health", OperandKind::kNone, 0, 0, "[OPTION]...",
     "Succeed if the server is ready", "", "health --deadline 2s", nullptr},
    {Command::kCompletion, "completion", OperandKind::kShell, 1, 1, "bash|zsh|fish",
     "Print the script that completes command lines in a shell", "",
     "completion bash > /etc/bash_completion.d/shapewright\n"
     "completion zsh > ~/.zfunc/_shapewright\n"
     "completion fish > ~/.config/fish/completions/shapewright.fish",
     FinishCompletion},
    {Command::kHelp, "help", OperandKind::kCommand, 0, 1, "[--man] [COMMAND]",
     "Print help about a command", "", "help infer\nhelp --man infer | man -l -", FinishHelp},
    {Command::kVersion, "version", OperandKind::kNone, 0, 0, "", "Print the version", "", "version",
     nullptr},
};

constexpr ExitCodeRow kExitCodes[] = {
    {0, "All is fine."},
    {1,
     "There is an answer, and it says that something is wrong: the file is not a valid model, or "
     "not what --strict requires; a binding or question does not fit; something fails at the "
     "sizes, or they exceed the budget; stages or operands conflict; lint or check has warnings; "
     "models "
     "differ."},
    {2, "The command line is wrong."},
    {3,
     "There is no answer: a file cannot be read or written, there is no server, the deadline is "
     "over, or the call was refused. With several models the greatest code counts."},
};

constexpr VariableRow kVariables[] = {
    {"SHAPEWRIGHT_TARGET", "The server, if --target is not given."},
    {"COLUMNS", "The width of lines. Default: that of the terminal, or 80."},
    {"NO_COLOR", "If not empty: no colors, unless --color says always."},
    {"XDG_RUNTIME_DIR",
     "The folder where serve listens if it cannot use /run/shapewright. Clients look there too."},
};

}  // namespace

absl::Span<const CommandRow> CommandTable() { return kCommands; }
absl::Span<const ExitCodeRow> ExitCodeTable() { return kExitCodes; }
absl::Span<const VariableRow> VariableTable() { return kVariables; }

const CommandRow& RowOf(Command command) {
  return *std::find_if(std::begin(kCommands), std::end(kCommands) - 1,
                       [command](const CommandRow& row) { return row.command == command; });
}

absl::StatusOr<Command> CommandOf(absl::string_view name) {
  NearestName nearest(name);
  for (const CommandRow& row : kCommands) {
    if (row.name == name) return row.command;
    nearest.Consider(row.name);
  }
  return absl::InvalidArgumentError(absl::StrCat("unknown command ", name, nearest.Question()));
}

absl::string_view ModelOperands(const CommandRow& row) {
  if (row.operand_kind == OperandKind::kStage) {
    return "STAGE is a name of letters, digits and _; MODEL is an ONNX file, or - for stdin.";
  }
  if (row.operand_kind == OperandKind::kPath) {
    return row.command == Command::kVerify
               ? "OLD and NEW are ONNX files; CERTIFICATE is the file that was written beside NEW."
               : "A PATH is a file or a folder; with --write an ONNX file.";
  }
  if (row.operand_kind != OperandKind::kModel) return "";
  if (!TakesManyModels(row)) return "MODEL is an ONNX file, or - for stdin.";
  return "A MODEL is an ONNX file, a StableHLO module (text or bytecode), HLO text or an OpenVINO "
         "IR (.xml), - for stdin, a folder (all *.onnx, *.mlir, *.mlirbc, *.hlo and OpenVINO *.xml "
         "below it), or a pattern in quotes such as 'models/*.onnx'.";
}

bool TakesManyModels(const CommandRow& row) {
  return row.operand_kind == OperandKind::kModel && row.most_operands == kAnyNumber;
}

}  // namespace shapewright::cli
