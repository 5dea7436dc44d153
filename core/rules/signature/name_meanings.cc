#include "core/rules/signature/name_meanings.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/wire/printable.h"

namespace shapewright::rules {
namespace {

using Meaning = NameMeaning;

constexpr size_t kShownMeaning = 60;

template <typename Items, typename Name>
uint32_t FindIn(const Items& items, const Name& name_of, absl::string_view name) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (!name.empty() && name_of(items[i]) == name) return static_cast<uint32_t>(i);
  }
  return kNone;
}

}  // namespace

absl::Status SignatureError(size_t at, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("column ", at + 1, ": ", message));
}

bool IsPlain(absl::string_view name) {
  return !name.empty() && name.find_first_of("@([.?") == absl::string_view::npos;
}

uint32_t NameMeanings::FindDim(absl::string_view name) const {
  const auto found = dims_.find(name);
  return found == dims_.end() ? kNone : found->second;
}

uint32_t NameMeanings::FindOrAddDim(absl::string_view name) {
  const auto next = static_cast<uint32_t>(signature_.dims.size());
  const auto [found, is_new] = dims_.emplace(name, next);
  if (is_new) signature_.dims.push_back({std::string(name)});
  return found->second;
}

uint32_t NameMeanings::FindRank(absl::string_view name) const {
  return FindIn(
      signature_.ranks, [](const auto& each) { return absl::string_view(each.name); }, name);
}
uint32_t NameMeanings::FindOperand(absl::string_view name) const {
  return FindIn(
      signature_.operands, [](const auto& each) { return absl::string_view(each.name); }, name);
}
uint32_t NameMeanings::FindResult(absl::string_view name) const {
  return FindIn(
      signature_.result_names, [](const auto& each) { return absl::string_view(each); }, name);
}
uint32_t NameMeanings::FindElements(absl::string_view name) const {
  return FindIn(
      signature_.operands, [](const auto& each) { return absl::string_view(each.elements); }, name);
}
uint32_t NameMeanings::FindDefinition(absl::string_view name) const {
  return FindIn(
      signature_.definitions, [](const auto& each) { return absl::string_view(each.name); }, name);
}

void NameMeanings::Fail(const Context& context, absl::string_view name, absl::string_view message) {
  const size_t within = context.text.find(name);
  const size_t at = context.at + (within == absl::string_view::npos ? 0 : within);
  if (error_.ok()) error_ = SignatureError(at, message);
}

bool NameMeanings::Add(const symbolic::Program& program, const Context& context) {
  bool is_of_occurrence = false;
  for (const std::string& name : program.names) {
    bool is_own = false;
    const Meaning meaning = MeaningOf(name, context, &is_own);
    if (error_.ok()) signature_.names.emplace(name, meaning);
    is_of_occurrence |= is_own;
  }
  return is_of_occurrence;
}

Meaning NameMeanings::MeaningOf(absl::string_view name, const Context& context, bool* is_own) {
  const size_t open = name.find('(');
  if (open != absl::string_view::npos && absl::EndsWith(name, ")")) {
    return MeaningOfCall(name.substr(0, open), name.substr(open + 1, name.size() - open - 2),
                         context);
  }
  if (absl::StartsWith(name, "@")) return MeaningOfAttribute(name, context);
  const size_t bracket = name.find('[');
  if (bracket != absl::string_view::npos && absl::EndsWith(name, "]")) {
    return MeaningOfElement(name.substr(0, bracket),
                            name.substr(bracket + 1, name.size() - bracket - 2), context);
  }
  const size_t dot = name.find('.');
  if (dot == absl::string_view::npos) return MeaningOfVariable(name, context);
  if (name.substr(dot) == ".count") {
    const uint32_t operand = FindOperand(name.substr(0, dot));
    if (operand == kNone || operand != signature_.variadic()) {
      Fail(context, name, absl::StrCat("no operand is given any number of times as ", name));
    }
    return {Meaning::Kind::kCount};
  }
  *is_own = true;
  if (context.place != Context::Place::kCondition) {
    Fail(context, name,
         absl::StrCat(name, " is another one for each occurrence; sum(", name, ") is their sum"));
  }
  return {Meaning::Kind::kDim, OwnVariable(name, context)};
}

uint32_t NameMeanings::OwnVariable(absl::string_view name, const Context& context) {
  const size_t dot = name.find('.');
  const uint32_t operand = FindOperand(name.substr(0, dot));
  const uint32_t variable = dot == absl::string_view::npos ? kNone : FindDim(name.substr(dot + 1));
  const bool is_own = operand != kNone && operand == signature_.variadic() && variable != kNone &&
                      signature_.dims[variable].is_own;
  if (!is_own) {
    Fail(context, name,
         absl::StrCat(QuotedText(name, kShownMeaning),
                      " is not a dim of an operand that is given any number of times"));
  }
  return is_own ? variable : 0;
}

Meaning NameMeanings::MeaningOfCall(absl::string_view name, absl::string_view argument,
                                    const Context& context) {
  if (name == "sum") return {Meaning::Kind::kSum, OwnVariable(argument, context)};
  if (name == "size") return MeaningOfSize(argument, context);
  absl::string_view attribute = argument;
  const bool is_attribute = absl::ConsumePrefix(&attribute, "@");
  if (name == "len") {
    if (!is_attribute) Fail(context, argument, "len is of the list of an attribute: len(@pads)");
    return {Meaning::Kind::kLength, UseAttribute(attribute, true, context, argument)};
  }
  if (is_attribute) {
    const uint32_t index = FindOrAddAttribute(attribute);
    signature_.attributes[index].may_be_absent = true;
    return {Meaning::Kind::kHasAttribute, index};
  }
  const uint32_t operand = FindOperand(argument);
  if (operand == kNone) Fail(context, argument, absl::StrCat("no operand is called ", argument));
  return {Meaning::Kind::kHasOperand, operand};
}

Meaning NameMeanings::MeaningOfSize(absl::string_view argument, const Context& context) {
  if (context.place != Context::Place::kCost) {
    Fail(context, argument, absl::StrCat("only costs speak of size(", argument, ")"));
  }
  absl::string_view dims = argument;
  if (absl::ConsumePrefix(&dims, "*")) {
    const uint32_t rank = FindRank(dims);
    if (rank == kNone) {
      Fail(context, argument, absl::StrCat("no operand says what ", argument, " is"));
    } else if (signature_.ranks[rank].is_own) {
      Fail(context, argument, absl::StrCat(argument, " is another one for each occurrence"));
    }
    return {Meaning::Kind::kRankSize, rank};
  }
  const uint32_t operand = FindOperand(argument);
  const uint32_t result = FindResult(argument);
  if (operand == kNone && result == kNone) {
    Fail(context, argument, absl::StrCat("no operand and no result is called ", argument));
  } else if (operand != kNone && result != kNone) {
    Fail(context, argument, absl::StrCat("an operand and a result are called ", argument));
  }
  if (operand != kNone) return {Meaning::Kind::kOperandSize, operand};
  return {Meaning::Kind::kResultSize, result};
}

uint32_t NameMeanings::FindOrAddAttribute(absl::string_view name) {
  std::vector<AttributeUse>& attributes = signature_.attributes;
  const uint32_t index = FindIn(
      attributes, [](const auto& each) { return absl::string_view(each.name); }, name);
  if (index != kNone) return index;
  attributes.push_back({std::string(name)});
  return static_cast<uint32_t>(attributes.size() - 1);
}

uint32_t NameMeanings::UseAttribute(absl::string_view name, bool is_list, const Context& context,
                                    absl::string_view text) {
  const uint32_t index = FindOrAddAttribute(name);
  AttributeUse& use = signature_.attributes[index];
  const bool is_decided = use.is_read || use.has_default || use.is_type;
  if (is_decided && use.is_list != is_list) {
    Fail(context, text,
         absl::StrCat("the attribute ", name, is_list ? " is not a list" : " is a list",
                      " by its default or elsewhere"));
  }
  use.is_list = is_list;
  use.is_read = true;
  return index;
}

Meaning NameMeanings::MeaningOfAttribute(absl::string_view name, const Context& context) {
  constexpr uint32_t kMostEntries = 4096;
  const size_t bracket = name.find('[');
  if (bracket == absl::string_view::npos) {
    return {Meaning::Kind::kAttribute, UseAttribute(name.substr(1), false, context, name)};
  }
  const uint32_t index = UseAttribute(name.substr(1, bracket - 1), true, context, name);
  AttributeUse& use = signature_.attributes[index];
  uint32_t entry = 0;
  const absl::string_view digits = name.substr(bracket + 1, name.size() - bracket - 2);
  if (!absl::SimpleAtoi(digits, &entry) || entry >= kMostEntries) {
    Fail(context, name, "expected the number of an entry");
  }
  use.least_entries = std::max(use.least_entries, entry + 1);
  return {Meaning::Kind::kAttribute, index, entry};
}

Meaning NameMeanings::MeaningOfElement(absl::string_view name, absl::string_view index,
                                       const Context& context) {
  const uint32_t operand = FindElements(name);
  if (operand == kNone) {
    Fail(context, name,
         absl::StrCat("no operand's elements are called ", name, ": write `", name,
                      ": int64[R] = ", name, "` to read them"));
  }
  uint32_t entry = 0;
  if (!index.empty() && !absl::SimpleAtoi(index, &entry)) {
    Fail(context, name, "expected the number of an element");
  }
  return {Meaning::Kind::kElement, operand, entry};
}

Meaning NameMeanings::MeaningOfVariable(absl::string_view name, const Context& context) {
  if (absl::StartsWith(name, "?")) {
    Fail(context, name, "? stands for a whole dim, not for a part of a formula");
  }
  const uint32_t definition = FindDefinition(name);
  if (definition != kNone) return {Meaning::Kind::kDefinition, definition};
  const uint32_t operand = FindElements(name);
  if (operand != kNone) return {Meaning::Kind::kElement, operand, kNone};
  const uint32_t variable = FindDim(name);
  if (variable == kNone) {
    Fail(context, name, absl::StrCat("nothing says what ", QuotedText(name, kShownMeaning), " is"));
    return {};
  }
  if (signature_.dims[variable].is_own && !context.is_variadic) {
    const std::string& owner = signature_.operands.back().name;
    Fail(context, name,
         absl::StrCat(name, " is another one for each occurrence of ", owner, "; sum(", owner, ".",
                      name, ") is their sum"));
  }
  return {Meaning::Kind::kDim, variable};
}

}  // namespace shapewright::rules
