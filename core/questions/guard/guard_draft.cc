#include "core/questions/guard/guard_draft.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/text/node_text.h"
#include "core/symbolic/text/print.h"
#include "core/wire/utf8.h"

namespace shapewright::questions {
namespace {

using inference::NodeText;
using symbolic::Relation;
using v1::GuardInstruction;

// Larger expressions are too long to be read.
constexpr uint32_t kMaxNodes = 64;
constexpr uint64_t kCountPerCheck = 64;

}  // namespace

v1::GuardCheck* GuardDraft::AddCheck(GuardBuilder::Result result, v1::Fact::Basis basis,
                                     std::string message) {
  engine_.work().Count(kCountPerCheck + message.size() / 16);
  v1::GuardCheck* const check = program_.add_checks();
  check->set_result(result);
  check->set_basis(basis);
  check->set_message(ToValidUtf8(message));
  return check;
}

v1::GuardCheck* GuardDraft::AddRelation(Relation relation, GuardBuilder::Result left,
                                        GuardBuilder::Result right, v1::Fact::Basis basis,
                                        std::string message) {
  v1::GuardCheck* const check = AddCheck(Holds(relation, left, right), basis, std::move(message));
  check->set_relation(static_cast<v1::Fact::Relation>(relation));
  check->set_left(left);
  check->set_right(right);
  return check;
}

void GuardDraft::AddUndecided(std::string message) {
  AddCheck(builder_.Unbound(), v1::Fact::BASIS_ASSUMED, std::move(message));
}

v1::GuardGap* GuardDraft::AddGap(std::string text, v1::Fact::Basis basis) {
  engine_.work().Count(kCountPerCheck + text.size() / 16);
  v1::GuardGap* const gap = program_.add_not_covered();
  gap->set_text(ToValidUtf8(text));
  gap->set_basis(basis);
  return gap;
}

GuardBuilder::Result GuardDraft::Holds(Relation relation, GuardBuilder::Result left,
                                       GuardBuilder::Result right) {
  const auto equal = [this](GuardBuilder::Result a, GuardBuilder::Result b) {
    return builder_.Apply(GuardInstruction::OP_EQUAL, a, b);
  };
  switch (relation) {
    case Relation::kEqual:
      return equal(left, right);
    case Relation::kAtMost:
      return builder_.Apply(GuardInstruction::OP_LESS_OR_EQUAL, left, right);
    case Relation::kDivisible:
      return builder_.Apply(GuardInstruction::OP_DIVIDES, right, left);
    case Relation::kNotEqual:
      return builder_.Apply(GuardInstruction::OP_NOT, equal(left, right));
    case Relation::kBroadcastable:
      break;
  }
  const GuardBuilder::Result one = builder_.Constant(1);
  const GuardBuilder::Result either =
      builder_.Apply(GuardInstruction::OP_MAX, equal(left, one), equal(right, one));
  return builder_.Apply(GuardInstruction::OP_MAX, equal(left, right), either);
}

std::string GuardDraft::Describe(const symbolic::Site& site) const {
  if (site.node != symbolic::Site::kNone) return NodeText(engine_.workspace().model(), site);
  if (site.input == symbolic::Site::kNone || site.graph != 0) return "the model";
  return absl::StrCat("input ", InputName(static_cast<size_t>(site.input)));
}

std::string GuardDraft::Text(symbolic::Expr e) const {
  if (e.is_symbolic() && arena().node(e.node()).dag_size > kMaxNodes) return "...";
  return symbolic::ToString(arena(), e);
}

absl::string_view GuardDraft::InputName(size_t input) const {
  const graph::Model& model = engine_.workspace().model();
  return model.values[model.graphs[0].inputs[input]].name;
}

}  // namespace shapewright::questions
