#include "core/inference/operator_rules.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/message/message_text.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/opset_scope.h"
#include "core/graph/read_error.h"
#include "core/rules/request_rule_row.h"
#include "core/rules/signature/signature_rule.h"

namespace shapewright::inference {
namespace {

using graph::Model;
using Rule = rules::RequestRules::Rule;

// Approximate operations per rule and per byte of a signature.
constexpr uint64_t kCountPerRule = 256;
constexpr uint64_t kCountPerByte = 8;

absl::Status Malformed(absl::string_view field, absl::string_view message) {
  return graph::Within(field, graph::ReadError(graph::reason::kMalformedRule, message));
}

class RuleReader {
 public:
  RuleReader(const Model& model, const InferOptions& options, Work& work, Given* given,
             RuleBodies* bodies)
      : model_(model),
        options_(options),
        reader_(options.reader),
        work_(work),
        given_(*given),
        bodies_(*bodies) {}

  absl::Status Read(const v1::OperatorRule& message, int index);
  std::shared_ptr<const rules::RequestRules> Finish() { return std::move(rules_); }

 private:
  absl::StatusOr<Rule> ReadSignature(const v1::OperatorRule& message);
  absl::Status ReadBody(const v1::OperatorRule& message);
  absl::Status CheckName(absl::string_view what, absl::string_view own,
                         absl::string_view wanted) const;

  const Model& model_;
  const InferOptions& options_;
  const graph::ReaderOptions& reader_;
  Work& work_;
  Given& given_;
  RuleBodies& bodies_;
  std::shared_ptr<rules::RequestRules> rules_ = std::make_shared<rules::RequestRules>();
  size_t nodes_ = 0;
};

absl::StatusOr<Rule> RuleReader::ReadSignature(const v1::OperatorRule& message) {
  const std::string& text = message.signature();
  if (!work_.Count(kCountPerByte * text.size())) return work_.status();
  absl::StatusOr<Rule> rule = rules::MakeSignatureRule(text, message.pure(), &work_);
  if (rule.ok() || !absl::IsInvalidArgument(rule.status())) return rule;
  absl::Status error = rule.status();
  error.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedRule));
  return graph::Within("signature", std::move(error));
}

absl::Status RuleReader::CheckName(absl::string_view what, absl::string_view own,
                                   absl::string_view wanted) const {
  if (own.empty() || own == wanted) return absl::OkStatus();
  return Malformed("onnx_function",
                   absl::StrCat("the function's ", what, " is ", graph::Quoted(own),
                                ", the rule's operator has ", graph::Quoted(wanted)));
}

absl::Status RuleReader::ReadBody(const v1::OperatorRule& message) {
  std::vector<graph::OpsetImport> imports;
  for (const graph::OpsetImport& import : model_.opsets) {
    if (!import.domain.empty()) imports.push_back(import);
  }
  // The inference may outlive the request.
  const absl::string_view bytes = graph::CopyText(&given_.memory, message.onnx_function());
  auto body = graph::ReadOnnxFunction(bytes, imports, reader_);
  if (!body.ok()) {
    if (!absl::IsInvalidArgument(body.status())) return body.status();
    return Malformed("onnx_function", body.status().message());
  }
  nodes_ += (*body)->node_count;
  if (nodes_ + model_.node_count > static_cast<size_t>(reader_.limits.max_nodes)) {
    return Malformed("onnx_function", absl::StrCat("the model would have more than ",
                                                   reader_.limits.max_nodes, " nodes"));
  }
  if (!work_.CountKept((*body)->read_work)) return work_.status();
  graph::Function& function = (*body)->functions.front();
  const v1::OperatorKey& key = message.key();
  const absl::string_view domain = graph::NormalDomain(key.domain());
  absl::Status status = CheckName("domain", function.domain, domain);
  if (status.ok()) status = CheckName("name", function.name, key.op_type());
  if (status.ok()) status = CheckName("overload", function.overload, key.overload());
  if (!status.ok()) return status;
  function.domain = graph::CopyText(&given_.memory, domain);
  function.name = graph::CopyText(&given_.memory, key.op_type());
  function.overload = graph::CopyText(&given_.memory, key.overload());
  bodies_.push_back(*std::move(body));
  return absl::OkStatus();
}

absl::Status RuleReader::Read(const v1::OperatorRule& message, int index) {
  if (!work_.Count(kCountPerRule)) return work_.status();
  const v1::OperatorKey& key = message.key();
  if (key.op_type().empty()) return Malformed("key.op_type", "the operator has no name");
  Rule rule;
  switch (message.rule_case()) {
    case v1::OperatorRule::kSignature: {
      absl::StatusOr<Rule> read = ReadSignature(message);
      if (!read.ok()) return read.status();
      rule = *std::move(read);
      break;
    }
    case v1::OperatorRule::kOnnxFunction: {
      absl::Status status = ReadBody(message);
      if (!status.ok()) return status;
      break;
    }
    case v1::OperatorRule::RULE_NOT_SET:
      if (options_.make_rule) rule.rule = options_.make_rule(index);
      if (rule.rule == nullptr) {
        return Malformed("signature", "neither a signature nor a body is given");
      }
      rule.resolved.row = &rules::RequestRuleRow(message.pure());
      break;
  }
  rule.domain = std::string(graph::NormalDomain(key.domain()));
  rule.op_type = key.op_type();
  rule.overload = key.overload();
  rule.index = index;
  if (rules_->Add(std::move(rule))) return absl::OkStatus();
  return Malformed("key", "an earlier rule is for the same operator");
}

}  // namespace

absl::Status ReadOperatorRules(const v1::ModelSpec& spec, const Model& model,
                               const InferOptions& options, Work& work, Given* given,
                               RuleBodies* bodies) {
  if (spec.operator_rules().empty()) return absl::OkStatus();
  if (spec.operator_rules_size() > options.reader.limits.max_operator_rules) {
    return graph::Within(
        "model.operator_rules",
        graph::ReadError(
            graph::reason::kTooManyRules,
            absl::StrCat("more than ", options.reader.limits.max_operator_rules, " rules")));
  }
  RuleReader rules(model, options, work, given, bodies);
  for (int i = 0; i < spec.operator_rules_size(); ++i) {
    absl::Status status = rules.Read(spec.operator_rules(i), i);
    if (status.ok()) continue;
    if (!absl::IsInvalidArgument(status)) return status;
    return graph::Within(graph::Item("model.operator_rules", i), std::move(status));
  }
  given->rules = rules.Finish();
  return absl::OkStatus();
}

}  // namespace shapewright::inference
