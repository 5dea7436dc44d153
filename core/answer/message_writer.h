#ifndef SHAPEWRIGHT_CORE_ANSWER_MESSAGE_WRITER_H_
#define SHAPEWRIGHT_CORE_ANSWER_MESSAGE_WRITER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/type.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"
#include "core/symbolic/site.h"
#include "core/symbolic/symbol.h"
#include "core/wire/wire_writer.h"

namespace shapewright::answer {

// Where the texts of expressions come from.
class ExprTexts {
 public:
  virtual ~ExprTexts() = default;
  // Valid until it is asked for the next one.
  virtual absl::string_view TextOf(symbolic::Expr e) = 0;
  // Of an expression that is 0 or 1, as a condition.
  virtual std::string ConditionOf(symbolic::Expr condition) = 0;
};

// Prints each expression by itself.
class PlainExprTexts final : public ExprTexts {
 public:
  explicit PlainExprTexts(const symbolic::ExprArena& arena) : arena_(arena) {}
  absl::string_view TextOf(symbolic::Expr e) override;
  std::string ConditionOf(symbolic::Expr condition) override;

 private:
  const symbolic::ExprArena& arena_;
  std::string text_;
};

// What a site is called; empty: it has no name, or there is no model.
struct SiteNames {
  absl::string_view node;
  absl::string_view op_domain;
  absl::string_view op_type;
  absl::string_view value;
};

// A symbol as an answer tells of it.
struct ToldSymbol {
  absl::string_view name;
  symbolic::SymbolKind kind = symbolic::SymbolKind::kAnonymous;
  std::optional<symbolic::Interval> range = {};
  // 1: any value.
  int64_t divisor = 1;
  absl::Span<const int64_t> allowed = {};
  // What it was found to be; `definition` is that as text, of what only abbreviates something.
  symbolic::Expr equals = {};
  absl::string_view definition = {};
  std::optional<symbolic::Site> origin = {};
  SiteNames origin_names = {};
  absl::string_view reason = {};
  absl::string_view declared_name = {};
};

// Writes the messages of shape.proto and fact.proto that answers are made of as bytes, each in
// `field`. No other code knows their form: bytes take a fraction of the time of their objects.
class MessageWriter {
 public:
  // They outlive it.
  MessageWriter(const symbolic::ExprArena& arena, const shape::TypeTable& types, ExprTexts& texts)
      : arena_(arena), types_(types), texts_(texts) {}

  static void PutInterval(uint32_t field, symbolic::Interval interval, WireWriter& out);
  static void PutSite(uint32_t field, const symbolic::Site& site, const SiteNames& names,
                      WireWriter& out);
  void PutDim(uint32_t field, shape::Dim dim, WireWriter& out) const;
  void PutAmount(uint32_t field, symbolic::Expr number, WireWriter& out) const;
  void PutSymbol(uint32_t field, const ToldSymbol& symbol, WireWriter& out) const;

  // The content of a Type with that text; without one with none.
  void PutTypeContent(shape::TypeId id, absl::string_view text, WireWriter& out) const;
  // The content of a Type with the text of docs/notation.md.
  void PutTypeContent(shape::TypeId type, WireWriter& out) const;

 private:
  void PutType(uint32_t field, shape::TypeId type, WireWriter& out) const;
  void PutKind(const shape::Type& type, WireWriter& out) const;
  void PutTensor(uint32_t field, const shape::Type& type, WireWriter& out) const;
  void PutSequence(const shape::Type& type, WireWriter& out) const;
  void PutOptional(const shape::Type& type, WireWriter& out) const;
  void PutProgram(const shape::Type& type, WireWriter& out) const;

  void AppendType(shape::TypeId id, WireWriter& out) const;
  void AppendKind(shape::TypeId id, const shape::Type& type, WireWriter& out) const;
  void AppendTensor(const shape::Type& type, WireWriter& out) const;
  void AppendSequence(const shape::Type& type, WireWriter& out) const;
  void AppendDim(shape::Dim dim, WireWriter& out) const;

  const symbolic::ExprArena& arena_;
  const shape::TypeTable& types_;
  ExprTexts& texts_;
};

}  // namespace shapewright::answer

#endif  // SHAPEWRIGHT_CORE_ANSWER_MESSAGE_WRITER_H_
