#ifndef SHAPEWRIGHT_CORE_RULES_COST_COST_CONTEXT_H_
#define SHAPEWRIGHT_CORE_RULES_COST_COST_CONTEXT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/graph/attribute.h"
#include "core/graph/model.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::rules {

// The kinds of operations that are counted (S51).
enum class Operation : uint8_t {
  kMac,      // a multiply-add
  kAlu,      // add, subtract, multiply, compare, min, max, select, bit operation
  kDiv,      // division
  kSqrt,     // square root
  kSpecial,  // exp, log, pow, erf, tanh, sigmoid, trigonometry
};
inline constexpr size_t kOperations = 5;

// How many operations, by kind; unknown where sizes are.
using Operations = std::array<symbolic::Expr, kOperations>;

class RequestRule;

// A node whose operands and results have been inferred, for a formula that counts its operations.
// Expressions are made in the inference's arena; one that overflows is unknown.
class CostContext {
 public:
  CostContext(symbolic::ExprArena& exprs, const shape::TypeTable& types)
      : exprs_(exprs), types_(types) {}
  CostContext(const CostContext&) = delete;
  CostContext& operator=(const CostContext&) = delete;
  virtual ~CostContext() = default;

  // Moves to a node; `call_attributes` are those of the function call around it. `rule` is that of
  // the request for the node, null where it has none.
  void Enter(const graph::Node& node, const graph::OperatorName& op, int version,
             absl::Span<const graph::Attribute> call_attributes, const RequestRule* rule);

  const graph::Node& node() const { return *node_; }
  absl::string_view op_type() const { return op_->op_type; }
  int version() const { return version_; }
  const RequestRule* request_rule() const { return request_rule_; }

  const graph::Attribute* FindAttribute(absl::string_view name) const;
  int64_t Int(absl::string_view name, int64_t default_value) const;
  double Float(absl::string_view name, double default_value) const;
  absl::string_view String(absl::string_view name, absl::string_view default_value) const;
  std::optional<absl::Span<const int64_t>> Ints(absl::string_view name) const;

  bool HasInput(size_t index) const;
  bool HasOutput(size_t index) const;
  size_t input_count() const { return node_->inputs.size(); }
  const shape::Type& InputType(size_t index);
  const shape::Type& OutputType(size_t index);
  // Of unknown rank where it is no tensor, or absent.
  shape::Shape InputShape(size_t index) { return ShapeOf(InputType(index)); }
  shape::Shape OutputShape(size_t index) { return ShapeOf(OutputType(index)); }
  // A dim of an operand, from the end if the axis is negative; unknown where there is none.
  symbolic::Expr InputDim(size_t index, int axis) { return DimOf(InputShape(index), axis); }
  symbolic::Expr OutputDim(size_t index, int axis) { return DimOf(OutputShape(index), axis); }
  // How many elements.
  symbolic::Expr InputSize(size_t index) { return SizeOf(InputType(index)); }
  symbolic::Expr OutputSize(size_t index) { return SizeOf(OutputType(index)); }
  symbolic::Expr SizeOf(const shape::Type& type);
  // The product of the dims from `begin` to before `end`; both may count from the end, and an `end`
  // of 0 is the end. Unknown where the rank is, or has no such axes.
  symbolic::Expr ProductOf(const shape::Shape& shape, int begin, int end = 0);
  // The elements of a small integer operand; none where they are not known.
  absl::Span<const symbolic::Expr> InputInts(size_t index);
  // The only element of one; unknown where there is none.
  symbolic::Expr InputInt(size_t index);

  symbolic::Expr Add(symbolic::Expr a, symbolic::Expr b);
  symbolic::Expr Multiply(symbolic::Expr a, symbolic::Expr b);
  // a // b where b divides a by what the operator requires.
  symbolic::Expr Divide(symbolic::Expr a, symbolic::Expr b);
  symbolic::Expr Min(symbolic::Expr a, symbolic::Expr b);
  symbolic::Expr If(symbolic::Expr condition, symbolic::Expr a, symbolic::Expr b);
  // What `make` makes, which reports no overflow as the inference's own: it is unknown then.
  template <typename Make>
  symbolic::Expr Quietly(Make make) {
    const symbolic::Expr made = make();
    const bool fits = !exprs_.TakeOverflow();
    const bool is_defined = !exprs_.TakeDivisionByZero();
    has_overflow_ |= !fits;
    return fits && is_defined ? made : symbolic::Expr();
  }

  // Counts operations.
  void Mac(symbolic::Expr count) { Count(Operation::kMac, count); }
  void Alu(symbolic::Expr count) { Count(Operation::kAlu, count); }
  void Div(symbolic::Expr count) { Count(Operation::kDiv, count); }
  void Sqrt(symbolic::Expr count) { Count(Operation::kSqrt, count); }
  void Special(symbolic::Expr count) { Count(Operation::kSpecial, count); }
  // `times` operations per element.
  void Alu(int64_t times, symbolic::Expr elements) { Alu(Multiply(times, elements)); }
  void Count(Operation operation, symbolic::Expr count);
  // No formula counts the node as it is; the reason is a literal. What is counted after it is lost.
  void Refuse(StaticText reason = kNotAsItIs) {
    refusal_ = reason;
    operations_.fill(symbolic::Expr());
  }
  // The operations are an upper bound.
  void SetUpper() { is_upper_ = true; }

  const Operations& operations() const { return operations_; }
  bool is_upper() const { return is_upper_; }
  // Why the node was refused; empty: it was not.
  StaticText refusal() const { return refusal_; }
  // Whether a number of the node left 64 bits.
  bool has_overflow() const { return has_overflow_; }

  symbolic::ExprArena& exprs() { return exprs_; }
  const shape::TypeTable& types() const { return types_; }

 protected:
  // By value; of the current call.
  virtual shape::TypeId TypeOf(graph::ValueId value) = 0;
  virtual absl::Span<const symbolic::Expr> IntsOf(graph::ValueId value) = 0;

 private:
  static constexpr StaticText kNotAsItIs =
      "no formula for the operator with these attributes and operands";

  static shape::Shape ShapeOf(const shape::Type& type) {
    return type.is_tensor() ? type.shape : shape::Shape();
  }
  static symbolic::Expr DimOf(const shape::Shape& shape, int axis);

  symbolic::ExprArena& exprs_;
  const shape::TypeTable& types_;
  const graph::Node* node_ = nullptr;
  const graph::OperatorName* op_ = nullptr;
  int version_ = 0;
  const RequestRule* request_rule_ = nullptr;
  absl::Span<const graph::Attribute> call_attributes_;
  Operations operations_;
  bool is_upper_ = false;
  bool has_overflow_ = false;
  StaticText refusal_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_COST_COST_CONTEXT_H_
