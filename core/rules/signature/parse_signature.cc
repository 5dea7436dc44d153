#include "core/rules/signature/parse_signature.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/error_payload.h"
#include "core/rules/signature/name_meanings.h"
#include "core/rules/signature/resolve_names.h"
#include "core/shape/element_names.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/part_end.h"
#include "core/wire/printable.h"

namespace shapewright::rules {
namespace {

using shape::TypeKind;
using symbolic::NameSyntax;

constexpr size_t kShownSignature = 20;

// Whether a type is that of an operand or of a result.
enum class Side : uint8_t { kOperand, kResult };

// Reads a text. Each Parse* stops behind what it has read; the first error is kept, and the results
// of later Parse* are meaningless.
class SignatureParser {
 public:
  SignatureParser(absl::string_view text, Work* work) : text_(text), work_(work) {}

  absl::StatusOr<Signature> Run();

 private:
  bool ok() const { return error_.ok(); }
  absl::string_view Rest() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
    return text_.substr(at_);
  }
  bool Take(absl::string_view token) {
    if (!absl::StartsWith(Rest(), token)) return false;
    at_ += token.size();
    return true;
  }
  void Need(absl::string_view token) {
    if (!Take(token)) Expected(absl::StrCat("\"", token, "\""));
  }
  void Fail(size_t at, absl::string_view message) {
    if (ok()) error_ = SignatureError(at, message);
  }
  void Expected(absl::string_view what);
  // A word of letters, digits and "_"; may be empty.
  absl::string_view TakeWord();
  std::string TakeName(absl::string_view what);
  // The text up to one of the ends, outside of brackets and backticks.
  absl::string_view TakeUntil(absl::string_view ends);

  void ParseInput();
  void ParseAttribute();
  void ParseResults();
  bool ParseResult();
  void ParseConditions();
  void ParseElementSet();
  bool TakeCost();
  void ParseCosts();
  TypePattern ParseType(Side side, size_t nesting);
  ElementPattern ParseElement(Side side);
  void ParseShape(Side side, TypePattern* type);
  DimItem ParseItem(Side side);
  DimItem ParseMany(Side side, size_t at);
  DimItem ParseBroadcast(Side side, size_t at);
  DimItem ParseSum(Side side, size_t at, absl::string_view text);
  Formula ParseFormula(size_t at, absl::string_view text);
  uint32_t ElementVariable(absl::string_view name, Side side, size_t at);
  void CountSteps(size_t at, size_t steps);

  absl::string_view text_;
  Work* work_;
  size_t at_ = 0;
  absl::Status error_;
  Signature signature_;
  std::vector<ConditionText> conditions_;
};

void SignatureParser::Expected(absl::string_view what) {
  const absl::string_view rest = Rest();
  const std::string found = rest.empty() ? "the end" : QuotedText(rest, kShownSignature);
  Fail(at_, absl::StrCat("expected ", what, ", found ", found));
}

absl::string_view SignatureParser::TakeWord() {
  const absl::string_view rest = Rest();
  size_t size = 0;
  while (size < rest.size() && (absl::ascii_isalnum(rest[size]) || rest[size] == '_')) ++size;
  at_ += size;
  return rest.substr(0, size);
}

std::string SignatureParser::TakeName(absl::string_view what) {
  const absl::string_view rest = Rest();
  if (rest.empty() || absl::ascii_isdigit(rest[0])) Expected(what);
  const absl::string_view word = TakeWord();
  if (word.empty()) Expected(what);
  return std::string(word);
}

absl::string_view SignatureParser::TakeUntil(absl::string_view ends) {
  const absl::string_view rest = Rest();
  const size_t size = symbolic::FindPartEnd(rest, ends);
  at_ += size;
  return absl::StripTrailingAsciiWhitespace(rest.substr(0, size));
}

void SignatureParser::CountSteps(size_t at, size_t steps) {
  signature_.steps += steps;
  if (signature_.steps <= kMaxSignatureSteps) return;
  Fail(at, absl::StrCat("types and formulas have more than ", kMaxSignatureSteps, " parts"));
}

Formula SignatureParser::ParseFormula(size_t at, absl::string_view text) {
  Formula formula;
  formula.at = at;
  formula.text = std::string(text);
  if (!ok()) return formula;
  absl::StatusOr<symbolic::Program> program = symbolic::ReadProgram(text, at, NameSyntax::kOfRules);
  if (!program.ok()) {
    const bool has_place = absl::StartsWith(program.status().message(), "column");
    error_ = has_place ? program.status() : SignatureError(at, program.status().message());
    return formula;
  }
  formula.program = *std::move(program);
  CountSteps(at, formula.program.steps.size());
  return formula;
}

DimItem SignatureParser::ParseMany(Side side, size_t at) {
  DimItem item;
  item.at = at;
  const bool is_count = Take("@");
  if (is_count && side == Side::kOperand) Fail(at, "only a result has a number of dims like this");
  const bool is_named = !Rest().empty() && (absl::ascii_isalpha(Rest()[0]) || Rest()[0] == '_');
  item.kind = is_count   ? DimItem::Kind::kCount
              : is_named ? DimItem::Kind::kRank
                         : DimItem::Kind::kAnyRank;
  if (is_count || is_named) item.names.push_back(TakeName("a name"));
  return item;
}

// Behind `broadcast(`.
DimItem SignatureParser::ParseBroadcast(Side side, size_t at) {
  DimItem item;
  item.kind = DimItem::Kind::kBroadcast;
  item.at = at;
  if (side == Side::kOperand) Fail(at, "only the dims of a result are broadcast");
  do {
    Need("*");
    item.names.push_back(TakeName("a name"));
    CountSteps(at, 1);
  } while (ok() && Take(","));
  Need(")");
  return item;
}

DimItem SignatureParser::ParseSum(Side side, size_t at, absl::string_view text) {
  DimItem item;
  item.at = at;
  if (text == "?") return item;
  const size_t dots = text.find("..");
  if (dots == absl::string_view::npos) {
    item.kind = DimItem::Kind::kFormula;
    item.formula = ParseFormula(at, text);
    return item;
  }
  item.kind = DimItem::Kind::kRange;
  if (side == Side::kOperand) Fail(at, "only a dim of a result is a range; use `where`");
  const absl::string_view least = absl::StripTrailingAsciiWhitespace(text.substr(0, dots));
  const absl::string_view most = text.substr(dots + 2);
  item.formula = ParseFormula(at, least.empty() ? "0" : least);
  if (!most.empty()) item.most = ParseFormula(at + dots + 2, most);
  return item;
}

DimItem SignatureParser::ParseItem(Side side) {
  Rest();
  const size_t at = at_;
  if (Take("...")) {
    DimItem item;
    item.kind = DimItem::Kind::kAnyRank;
    item.at = at;
    return item;
  }
  if (Take("*")) return ParseMany(side, at);
  if (Take("broadcast(")) {
    if (absl::StartsWith(Rest(), "*")) return ParseBroadcast(side, at);
    at_ = at;
  }
  return ParseSum(side, at, TakeUntil(",]"));
}

void SignatureParser::ParseShape(Side side, TypePattern* type) {
  if (Take("?")) return;
  Need("[");
  type->has_shape = true;
  if (!ok() || Take("]")) return;
  do {
    DimItem item = ParseItem(side);
    CountSteps(item.at, 1);
    const bool is_many = item.is_many();
    if (is_many && side == Side::kOperand && type->has_many()) {
      Fail(item.at, "a shape has one \"*\" at most");
    }
    if (is_many && !type->has_many()) type->many = type->dims.size();
    type->dims.push_back(std::move(item));
  } while (ok() && Take(","));
  if (ok() && !Take("]")) Expected("\",\" or \"]\"");
}

uint32_t SignatureParser::ElementVariable(absl::string_view name, Side side, size_t at) {
  std::vector<std::string>& names = signature_.elements;
  const auto found = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<uint32_t>(found - names.begin());
  if (found != names.end()) return index;
  if (side == Side::kResult) {
    Fail(at, absl::StrCat("no operand says what ", name, " is"));
  }
  names.emplace_back(name);
  return index;
}

ElementPattern SignatureParser::ParseElement(Side side) {
  ElementPattern element;
  Rest();
  const size_t at = at_;
  if (Take("@")) {
    if (side == Side::kOperand) Fail(at, "only a result has the element type of an attribute");
    element.kind = ElementPattern::Kind::kAttribute;
    const std::string name = TakeName("the name of an attribute");
    element.index = static_cast<uint32_t>(signature_.attributes.size());
    for (uint32_t i = 0; i < signature_.attributes.size(); ++i) {
      if (signature_.attributes[i].name == name) element.index = i;
    }
    if (element.index == signature_.attributes.size()) signature_.attributes.push_back({name});
    AttributeUse& use = signature_.attributes[element.index];
    if (use.is_list) Fail(at, "the number of an element type is not a list");
    use.is_type = true;
    return element;
  }
  const absl::string_view word = TakeWord();
  if (const auto type = shape::FindElementType(word)) {
    element.type = *type;
  } else if (!word.empty() && absl::ascii_isupper(word[0])) {
    element.kind = ElementPattern::Kind::kVariable;
    element.index = ElementVariable(word, side, at);
  } else if (word.empty()) {
    Expected("a type");
  } else if (ok()) {
    const absl::Status unknown = shape::UnknownElementType(word);
    error_ = WithMessage(unknown, absl::StrCat("column ", at + 1, ": ", unknown.message(),
                                               "; variables begin with a capital letter"));
  }
  return element;
}

TypePattern SignatureParser::ParseType(Side side, size_t nesting) {
  TypePattern type;
  CountSteps(at_, 1);
  if (Take("?")) return type;
  const bool is_sequence = Take("seq(");
  if (is_sequence || Take("optional(")) {
    type.kind = is_sequence ? TypeKind::kSequence : TypeKind::kOptional;
    if (nesting >= kMaxSignatureNesting) Fail(at_, "types are nested too deeply");
    if (ok()) type.inner.push_back(ParseType(side, nesting + 1));
    Need(")");
    return type;
  }
  type.kind = TypeKind::kTensor;
  type.element = ParseElement(side);
  if (ok()) ParseShape(side, &type);
  return type;
}

// Behind "@".
void SignatureParser::ParseAttribute() {
  AttributeUse attribute;
  attribute.name = TakeName("the name of an attribute");
  for (const AttributeUse& known : signature_.attributes) {
    if (known.name == attribute.name) Fail(at_, "an earlier input has this name");
  }
  attribute.has_default = Take("=");
  attribute.is_list = attribute.has_default && Take("[");
  const bool is_empty = attribute.is_list && Take("]");
  do {
    if (!attribute.has_default || is_empty) break;
    Rest();
    const size_t at = at_;
    int64_t value = 0;
    if (!absl::SimpleAtoi(TakeUntil(",])"), &value)) Fail(at, "expected an integer of 64 bits");
    attribute.default_value.push_back(value);
  } while (ok() && attribute.is_list && Take(","));
  if (attribute.is_list && !is_empty) Need("]");
  signature_.attributes.push_back(std::move(attribute));
}

void SignatureParser::ParseInput() {
  if (Take("@")) return ParseAttribute();
  Rest();
  const size_t at = at_;
  if (signature_.variadic() != kNone) {
    return Fail(at, "no operand stands behind one that is given any number of times");
  }
  if (signature_.operands.size() == kMaxSignatureOperands) {
    return Fail(at, absl::StrCat("more than ", kMaxSignatureOperands, " operands"));
  }
  Operand operand;
  operand.name = TakeName("the name of an operand");
  if (Take("...")) {
    operand.presence = Presence::kVariadic;
  } else if (Take("?")) {
    operand.presence = Presence::kOptional;
  }
  for (const Operand& known : signature_.operands) {
    if (known.name == operand.name) Fail(at, "an earlier operand has this name");
  }
  Need(":");
  if (ok()) operand.type = ParseType(Side::kOperand, 0);
  if (ok() && Take("=")) {
    operand.elements = TakeName("a name for the elements");
    const bool is_one = operand.presence != Presence::kVariadic;
    if (!is_one || operand.type.kind != TypeKind::kTensor) {
      Fail(at, "only elements of a single tensor can be read");
    }
  }
  signature_.operands.push_back(std::move(operand));
}

// True for one that stands for any number of them.
bool SignatureParser::ParseResult() {
  const size_t before = at_;
  bool is_variadic = false;
  absl::string_view name = TakeWord();
  if (!name.empty()) is_variadic = Take("...");
  if (!Take(":")) {
    is_variadic = false;
    name = {};
    at_ = before;
  }
  signature_.result_names.emplace_back(name);
  signature_.results.push_back(ParseType(Side::kResult, 0));
  return is_variadic;
}

void SignatureParser::ParseResults() {
  const bool is_list = Take("(");
  if (is_list && Take(")")) return;
  do {
    if (signature_.has_variadic_result) {
      return Fail(at_, "no result stands behind one that stands for any number of them");
    }
    signature_.has_variadic_result = ParseResult();
  } while (ok() && is_list && Take(","));
  if (is_list && ok() && !Take(")")) Expected("\",\" or \")\"");
}

// `T in {float16, float32}`.
void SignatureParser::ParseElementSet() {
  ElementSet set;
  const absl::string_view word = TakeWord();
  set.variable = ElementVariable(word, Side::kResult, at_ - word.size());
  Need("in");
  Need("{");
  do {
    const ElementPattern element = ParseElement(Side::kResult);
    if (element.kind != ElementPattern::Kind::kType) Fail(at_, "expected element types");
    set.allowed = set.allowed | OperandTypeSet::Of(element.type);
  } while (ok() && Take(","));
  Need("}");
  signature_.element_sets.push_back(set);
}

// Of `cost mac = N`; in `cost = 3` and `cost in {3}` it is a variable.
bool SignatureParser::TakeCost() {
  const size_t before = at_;
  const bool is_cost = TakeWord() == "cost";
  const size_t behind = at_;
  const absl::string_view next = TakeWord();
  const bool is_clause = is_cost && !next.empty() && next != "in";
  at_ = is_clause ? behind : before;
  return is_clause;
}

// Behind `cost`: to the end.
void SignatureParser::ParseCosts() {
  constexpr absl::string_view kNames[kOperations] = {"mac", "alu", "div", "sqrt", "special"};
  do {
    Rest();
    const size_t at = at_;
    const absl::string_view name = TakeWord();
    const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
    if (found == std::end(kNames)) {
      at_ = at;
      return Expected("mac, alu, div, sqrt or special");
    }
    const auto operation = static_cast<Operation>(found - std::begin(kNames));
    for (const Count& known : signature_.counts) {
      if (known.operation == operation) Fail(at, absl::StrCat("the cost says ", name, " twice"));
    }
    Need("=");
    Rest();
    const size_t begin = at_;
    signature_.counts.push_back({operation, ParseFormula(begin, TakeUntil(","))});
  } while (ok() && Take(","));
}

void SignatureParser::ParseConditions() {
  do {
    if (TakeCost()) return ParseCosts();
    Rest();
    const size_t at = at_;
    const absl::string_view word = TakeWord();
    const bool is_set = absl::c_linear_search(signature_.elements, word) && TakeWord() == "in";
    at_ = at;
    if (is_set) {
      ParseElementSet();
      continue;
    }
    ConditionText condition;
    condition.text = TakeUntil(",");
    condition.at = at;
    absl::StatusOr<symbolic::RelationText> relation =
        symbolic::ReadRelations(condition.text, at, NameSyntax::kOfRules);
    if (!relation.ok()) {
      const bool has_place = absl::StartsWith(relation.status().message(), "column");
      error_ = has_place ? relation.status() : SignatureError(at, relation.status().message());
      return;
    }
    for (const symbolic::Program& side : relation->sides) CountSteps(at, side.steps.size());
    condition.relation = *std::move(relation);
    conditions_.push_back(std::move(condition));
  } while (ok() && Take(","));
}

absl::StatusOr<Signature> SignatureParser::Run() {
  Need("(");
  if (ok() && !Take(")")) {
    do {
      ParseInput();
    } while (ok() && Take(","));
    if (ok() && !Take(")")) Expected("\",\" or \")\"");
  }
  Need("->");
  if (ok()) ParseResults();
  if (ok() && Take("where")) {
    ParseConditions();
  } else if (ok() && Take("cost")) {
    ParseCosts();
  }
  if (ok() && !Rest().empty()) Expected("\"where\", \"cost\" or the end");
  if (!ok()) return error_;
  // Equations wait for one another.
  const uint64_t steps = signature_.steps;
  if (work_ != nullptr && !work_->Count(steps * steps)) return work_->status();
  absl::Status status = ResolveNames(std::move(conditions_), &signature_);
  if (!status.ok()) return status;
  return std::move(signature_);
}

}  // namespace

absl::StatusOr<Signature> ParseSignature(absl::string_view text, Work* work) {
  if (text.size() > kMaxSignatureBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the signature has more than ", kMaxSignatureBytes, " bytes"));
  }
  return SignatureParser(text, work).Run();
}

}  // namespace shapewright::rules
