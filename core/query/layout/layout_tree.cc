#include "core/query/layout/layout_tree.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/layout/layout_text.h"
#include "core/query/case_error.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;

// What a tensor of a case takes beside what its layout does.
constexpr uint64_t kCountPerTensor = 64;

// What a text of a tuple without elements is: a token and an opaque value hold none.
absl::string_view TupleName(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  return text == "token[]" || text == "opaque[]" ? text : "";
}

class TreeReader {
 public:
  explicit TreeReader(const LayoutContext& context) : context_(context) {}

  absl::Status Read(const v1::Type& message, int depth, LayoutTree& tree);

 private:
  absl::Status Enter(size_t bytes, int depth);
  absl::Status ReadText(absl::string_view text, int depth, LayoutTree& tree);
  absl::Status ReadSequence(const v1::SequenceType& message, int depth, LayoutTree& tree);

  const LayoutContext& context_;
};

absl::Status TreeReader::Enter(size_t bytes, int depth) {
  if (!context_.options.CountWork(kCountPerTensor + bytes)) {
    return context_.scope.exprs().work_status();
  }
  if (depth <= context_.options.max_type_depth) return absl::OkStatus();
  return graph::ReadError(
      graph::reason::kTypeTooDeep,
      absl::StrCat("tuples nested more than ", context_.options.max_type_depth, " deep"));
}

absl::Status TreeReader::ReadText(absl::string_view text, int depth, LayoutTree& tree) {
  absl::Status status = Enter(text.size(), depth);
  if (!status.ok()) return Within("text", std::move(status));
  tree.is_tuple = IsTupleText(text);
  if (!tree.is_tuple) return ReadTensorText(context_.options, context_.scope, text, tree.tensor);
  tree.is_text = true;
  tree.name = std::string(TupleName(text));
  for (const absl::string_view element : layout::TupleElements(text)) {
    status = ReadText(element, depth + 1, tree.elements.emplace_back());
    if (!status.ok()) return status;
  }
  return status;
}

absl::Status TreeReader::ReadSequence(const v1::SequenceType& message, int depth,
                                      LayoutTree& tree) {
  tree.is_tuple = true;
  const bool is_tuple = message.has_length() && message.length().kind_case() == v1::Dim::kSize &&
                        message.length().size() == static_cast<int64_t>(message.positions_size());
  if (!is_tuple) {
    return CaseError("length", "a tuple has as many elements as it has types of positions");
  }
  for (int i = 0; i < message.positions_size(); ++i) {
    absl::Status status = Read(message.positions(i), depth + 1, tree.elements.emplace_back());
    if (!status.ok()) return Within(Item("positions", i), std::move(status));
  }
  return absl::OkStatus();
}

absl::Status TreeReader::Read(const v1::Type& message, int depth, LayoutTree& tree) {
  absl::Status status = Enter(0, depth);
  if (!status.ok()) return status;
  switch (message.kind_case()) {
    case v1::Type::kTensor:
    case v1::Type::kSparseTensor:
      return ReadTensorMessage(context_.options, context_.scope, message, tree.tensor);
    case v1::Type::kSequence:
      return Within("sequence", ReadSequence(message.sequence(), depth, tree));
    case v1::Type::kOpaque:
      tree.is_tuple = true;
      tree.name = absl::StrCat(message.opaque().name(), "[]");
      if (message.opaque().domain() == shape::kXlaDomain && !TupleName(tree.name).empty()) {
        return absl::OkStatus();
      }
      return CaseError("opaque", "a layout has tensors, and XLA's tokens and opaque values");
    case v1::Type::KIND_NOT_SET:
      if (!message.text().empty()) return ReadText(message.text(), depth, tree);
      return CaseError("", "there is none: expected a tensor such as f32[2,3]");
    default:
      break;
  }
  return CaseError("", "a layout has tensors, and tuples of tensors");
}

absl::Status Give(const LayoutContext& context, const v1::LayoutSpec& spec, LayoutTree& tree) {
  if (!context.options.CountWork(1 + spec.ByteSizeLong())) {
    return context.scope.exprs().work_status();
  }
  if (tree.is_tuple) {
    ElementSpecs specs(spec);
    for (size_t i = 0; i < tree.elements.size(); ++i) {
      absl::Status status = Give(context, specs.At(i), tree.elements[i]);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }
  if (!tree.tensor.field.empty()) return CaseError("", "the text of the tensor has one already");
  if (spec.has_text() && HasShape(spec.text())) {
    return CaseError("text", "expected a layout, not a shape");
  }
  return ReadLayoutSpec(spec, tree.tensor);
}

}  // namespace

bool IsTupleText(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (!TupleName(text).empty()) return true;
  if (!absl::ConsumePrefix(&text, "(") || !absl::ConsumeSuffix(&text, ")")) return false;
  return text.find_first_of("[{(") != absl::string_view::npos ||
         absl::StripAsciiWhitespace(text).empty();
}

bool HasFormOf(const LayoutTree& tree, absl::string_view text) {
  if (tree.is_tuple != IsTupleText(text)) return false;
  if (!tree.is_tuple) return true;
  const std::vector<absl::string_view> others = layout::TupleElements(text);
  if (tree.elements.size() != others.size() || tree.name != TupleName(text)) return false;
  for (size_t i = 0; i < others.size(); ++i) {
    if (!HasFormOf(tree.elements[i], others[i])) return false;
  }
  return true;
}

absl::StatusOr<LayoutTree> ReadLayoutTree(const LayoutContext& context, const v1::Type& message) {
  LayoutTree tree;
  absl::Status status = TreeReader(context).Read(message, 0, tree);
  if (!status.ok()) return status;
  return tree;
}

ElementSpecs::ElementSpecs(const v1::LayoutSpec& spec)
    : whole_(spec), is_tuple_(spec.has_text() && IsTupleText(spec.text())) {
  if (is_tuple_) parts_ = layout::TupleElements(spec.text());
}

const v1::LayoutSpec& ElementSpecs::At(size_t element) {
  if (!is_tuple_) return whole_;
  part_.set_text(std::string(parts_[element]));
  return part_;
}

absl::Status GiveLayout(const LayoutContext& context, const v1::LayoutSpec& spec,
                        LayoutTree& tree) {
  if (spec.kind_case() == v1::LayoutSpec::KIND_NOT_SET) return absl::OkStatus();
  if (spec.has_text() && IsTupleText(spec.text()) && !HasFormOf(tree, spec.text())) {
    return CaseError("text", "a tuple of another form");
  }
  return Give(context, spec, tree);
}

}  // namespace shapewright::query
