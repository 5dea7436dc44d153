#include "core/rules/signature/resolve_names.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/rules/signature/name_meanings.h"
#include "core/wire/printable.h"

namespace shapewright::rules {
namespace {

using symbolic::Program;
using symbolic::Step;

constexpr size_t kShownName = 60;

// The name that a program is, if it is nothing else.
absl::string_view OnlyName(const Program& program) {
  const bool is_name = program.steps.size() == 1 && program.steps[0].kind == Step::Kind::kName;
  return is_name ? absl::string_view(program.names[program.steps[0].count]) : absl::string_view();
}

// Whether the program is a * name + b.
bool IsLinearIn(const Program& program, absl::string_view name) {
  constexpr int kNotLinear = 2;
  std::vector<int> degrees;
  for (const Step& step : program.steps) {
    if (step.kind == Step::Kind::kOperator) {
      int most = 0;
      int sum = 0;
      for (uint32_t i = 0; i < step.count; ++i) {
        most = std::max(most, degrees.back());
        sum += degrees.back();
        degrees.pop_back();
      }
      const absl::string_view op = step.op->name;
      const int other = most > 0 ? kNotLinear : 0;
      degrees.push_back(op == "*" ? sum : op == "+" || op == "-" ? most : other);
    } else if (step.kind == Step::Kind::kName) {
      degrees.push_back(program.names[step.count] == name ? 1 : 0);
    } else if (step.kind == Step::Kind::kConstant || step.kind == Step::Kind::kReal) {
      degrees.push_back(0);
    } else if (degrees.back() > 0) {
      degrees.back() = kNotLinear;
    }
  }
  return degrees.back() == 1;
}

class NameResolver {
 public:
  explicit NameResolver(Signature* signature) : signature_(*signature), names_(signature) {}

  absl::Status Run(std::vector<ConditionText> conditions);

 private:
  void BindNames(uint32_t operand, TypePattern& type);
  // A dim of an operand by a formula, and the names in it that are not bound yet.
  struct Equation {
    uint32_t operand;
    std::vector<absl::string_view> open;
    size_t left = 0;
  };
  // Binds the variables that equations leave open, each as soon as it is the only one.
  void BindEquations();
  void AssignSlots();
  void CheckOperand(uint32_t operand, TypePattern& type);
  void AddCondition(ConditionText condition);
  bool IsDefinition(const ConditionText& condition) const;
  void CheckResult(TypePattern& type);
  void CheckResultItem(DimItem& item);
  void CheckFormula(const Formula& formula, Context::Place place);
  void BindDim(absl::string_view name, uint32_t operand);
  std::vector<absl::string_view> OpenNames(const DimItem& item) const;

  Signature& signature_;
  NameMeanings names_;
};

// Calls `visit` with each tensor of a type.
template <typename Visit>
void ForEachTensor(TypePattern& type, const Visit& visit) {
  if (type.kind == shape::TypeKind::kTensor) visit(type);
  for (TypePattern& inner : type.inner) ForEachTensor(inner, visit);
}

void NameResolver::BindDim(absl::string_view name, uint32_t operand) {
  const uint32_t index = names_.FindOrAddDim(name);
  std::vector<uint32_t>& operands = signature_.dims[index].operands;
  if (operands.empty() || operands.back() != operand) operands.push_back(operand);
}

void NameResolver::BindNames(uint32_t operand, TypePattern& type) {
  for (DimItem& item : type.dims) {
    if (item.kind == DimItem::Kind::kRank) {
      item.index = names_.FindRank(item.names[0]);
      if (item.index != kNone) continue;
      item.index = static_cast<uint32_t>(signature_.ranks.size());
      signature_.ranks.push_back({item.names[0], operand == signature_.variadic()});
    } else if (item.kind == DimItem::Kind::kFormula) {
      const absl::string_view name = OnlyName(item.formula.program);
      if (!IsPlain(name) || names_.FindElements(name) != kNone) continue;
      item.kind = DimItem::Kind::kVariable;
      BindDim(name, operand);
      item.index = names_.FindDim(name);
    }
  }
}

std::vector<absl::string_view> NameResolver::OpenNames(const DimItem& item) const {
  std::vector<absl::string_view> open;
  for (const std::string& name : item.formula.program.names) {
    const bool is_known =
        !IsPlain(name) || names_.FindElements(name) != kNone || names_.FindDim(name) != kNone;
    if (!is_known && std::find(open.begin(), open.end(), name) == open.end()) open.push_back(name);
  }
  return open;
}

void NameResolver::BindEquations() {
  std::vector<Equation> equations;
  HashMap<absl::string_view, std::vector<size_t>> waiting;
  for (uint32_t i = 0; i < signature_.operands.size(); ++i) {
    ForEachTensor(signature_.operands[i].type, [&](TypePattern& type) {
      for (const DimItem& item : type.dims) {
        if (item.kind != DimItem::Kind::kFormula) continue;
        equations.push_back({i, OpenNames(item)});
      }
    });
  }
  std::deque<size_t> ready;
  for (size_t i = 0; i < equations.size(); ++i) {
    equations[i].left = equations[i].open.size();
    if (equations[i].left == 1) ready.push_back(i);
    for (const absl::string_view name : equations[i].open) waiting[name].push_back(i);
  }
  for (; !ready.empty(); ready.pop_front()) {
    const Equation& equation = equations[ready.front()];
    if (equation.left != 1) continue;
    const auto is_open = [this](absl::string_view name) { return names_.FindDim(name) == kNone; };
    const absl::string_view name =
        *std::find_if(equation.open.begin(), equation.open.end(), is_open);
    BindDim(name, equation.operand);
    for (const size_t other : waiting[name]) {
      if (--equations[other].left == 1) ready.push_back(other);
    }
  }
}

void NameResolver::AssignSlots() {
  const uint32_t variadic = signature_.variadic();
  for (DimVariable& dim : signature_.dims) {
    dim.is_own = std::all_of(dim.operands.begin(), dim.operands.end(),
                             [=](uint32_t operand) { return operand == variadic; });
    dim.slot = dim.is_own ? signature_.own_dims++ : signature_.shared_dims++;
  }
  for (RankVariable& rank : signature_.ranks) {
    rank.slot = rank.is_own ? signature_.own_ranks++ : signature_.shared_ranks++;
  }
}

void NameResolver::CheckOperand(uint32_t operand, TypePattern& type) {
  const std::string& name = signature_.operands[operand].name;
  for (DimItem& item : type.dims) {
    const bool is_rank = item.kind == DimItem::Kind::kRank;
    const std::string text = is_rank ? absl::StrCat("*", item.names[0]) : item.formula.text;
    item.reason = absl::StrCat("the rule's ", QuotedText(text, kShownName), " of input ", name);
    if (item.kind != DimItem::Kind::kFormula) continue;
    Formula& formula = item.formula;
    const std::vector<absl::string_view> open = OpenNames(item);
    const Context context{Context::Place::kOperand, operand == signature_.variadic(), formula.at,
                          formula.text};
    if (open.size() > 1) {
      return names_.Fail(
          context, "",
          absl::StrCat("the equation has two open variables, ", open[0], " and ", open[1]));
    }
    names_.Add(formula.program, context);
    for (const std::string& used : formula.program.names) {
      const uint32_t variable = IsPlain(used) ? names_.FindDim(used) : kNone;
      const bool is_listed =
          std::any_of(formula.uses.begin(), formula.uses.end(),
                      [=](const Formula::Use& use) { return use.variable == variable; });
      if (variable == kNone || is_listed) continue;
      formula.uses.push_back({variable, IsLinearIn(formula.program, used)});
    }
  }
}

bool NameResolver::IsDefinition(const ConditionText& condition) const {
  const symbolic::RelationText& relation = condition.relation;
  const bool is_equation = relation.signs.size() == 1 &&
                           relation.signs[0].kind == symbolic::ParsedRelation::Kind::kEqual;
  if (!is_equation) return false;
  const absl::string_view name = OnlyName(relation.sides[0]);
  return IsPlain(name) && names_.FindDim(name) == kNone && names_.FindElements(name) == kNone &&
         names_.FindDefinition(name) == kNone;
}

void NameResolver::AddCondition(ConditionText text) {
  if (IsDefinition(text)) {
    Definition definition;
    definition.name = std::string(OnlyName(text.relation.sides[0]));
    definition.formula.program = std::move(text.relation.sides[1]);
    definition.formula.at = text.at;
    definition.formula.text = std::string(text.text);
    CheckFormula(definition.formula, Context::Place::kDefinition);
    signature_.definitions.push_back(std::move(definition));
    return;
  }
  Condition condition;
  condition.reason = absl::StrCat("the rule says ", QuotedText(text.text, kShownName));
  const Context context{Context::Place::kCondition, false, text.at, text.text};
  for (const Program& side : text.relation.sides) {
    condition.is_of_occurrence |= names_.Add(side, context);
  }
  condition.relation = std::move(text.relation);
  signature_.conditions.push_back(std::move(condition));
}

void NameResolver::CheckFormula(const Formula& formula, Context::Place place) {
  names_.Add(formula.program, {place, false, formula.at, formula.text});
}

void NameResolver::CheckResultItem(DimItem& item) {
  const Context context{Context::Place::kResult, false, item.at};
  switch (item.kind) {
    case DimItem::Kind::kFormula: {
      CheckFormula(item.formula, Context::Place::kResult);
      const absl::string_view name = OnlyName(item.formula.program);
      const bool is_variable = IsPlain(name) && names_.FindDefinition(name) == kNone &&
                               names_.FindElements(name) == kNone && names_.FindDim(name) != kNone;
      if (!is_variable) break;
      item.kind = DimItem::Kind::kVariable;
      item.index = names_.FindDim(name);
      break;
    }
    case DimItem::Kind::kRange:
      CheckFormula(item.formula, Context::Place::kResult);
      CheckFormula(item.most, Context::Place::kResult);
      break;
    case DimItem::Kind::kCount:
      item.index = names_.UseAttribute(item.names[0], false, context, "");
      break;
    case DimItem::Kind::kRank:
      item.index = names_.FindElements(item.names[0]);
      if (item.index != kNone) {
        item.kind = DimItem::Kind::kElements;
        break;
      }
      item.index = names_.FindRank(item.names[0]);
      if (item.index == kNone) {
        names_.Fail(context, "", absl::StrCat("no operand says what *", item.names[0], " is"));
      } else if (signature_.ranks[item.index].is_own) {
        names_.Fail(
            context, "",
            absl::StrCat("*", item.names[0], " is another one for each occurrence; broadcast(*",
                         item.names[0], ") is that of all"));
      }
      break;
    case DimItem::Kind::kBroadcast:
      for (const std::string& name : item.names) {
        item.ranks.push_back(names_.FindRank(name));
        if (item.ranks.back() != kNone) continue;
        names_.Fail(context, "", absl::StrCat("no operand says what *", name, " is"));
      }
      break;
    default:
      break;
  }
}

void NameResolver::CheckResult(TypePattern& type) {
  for (DimItem& item : type.dims) CheckResultItem(item);
}

absl::Status NameResolver::Run(std::vector<ConditionText> conditions) {
  std::vector<Operand>& operands = signature_.operands;
  for (uint32_t i = 0; i < operands.size(); ++i) {
    if (names_.FindRank(operands[i].elements) != kNone) {
      names_.Fail({}, "", "dims and the elements of an operand have one name");
    }
    const bool is_twice =
        names_.FindElements(operands[i].elements) != i && !operands[i].elements.empty();
    if (is_twice) names_.Fail({}, "", "two operands have one name for their elements");
    ForEachTensor(operands[i].type, [&](TypePattern& type) { BindNames(i, type); });
  }
  BindEquations();
  AssignSlots();
  for (uint32_t i = 0; i < operands.size(); ++i) {
    ForEachTensor(operands[i].type, [&](TypePattern& type) { CheckOperand(i, type); });
  }
  for (ConditionText& condition : conditions) AddCondition(std::move(condition));
  for (TypePattern& result : signature_.results) {
    ForEachTensor(result, [&](TypePattern& type) { CheckResult(type); });
  }
  for (const Count& count : signature_.counts) CheckFormula(count.formula, Context::Place::kCost);
  return names_.error();
}

}  // namespace

absl::Status ResolveNames(std::vector<ConditionText> conditions, Signature* signature) {
  return NameResolver(signature).Run(std::move(conditions));
}

}  // namespace shapewright::rules
