#include "core/questions/planning/size_products.h"

#include <algorithm>
#include <utility>

#include "core/base/hash_map.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using symbolic::Expr;
using symbolic::Interval;

// As evaluations take it.
Expr UpperSize(symbolic::ExprArena& arena, Expr dim, KnownSizes known) {
  if (symbolic::DependsOnInputsOnly(arena, dim)) return dim;
  const symbolic::Symbol* const symbol = arena.AsSymbol(dim);
  const bool counts = known == KnownSizes::kUpperBounds && symbol != nullptr;
  if (!counts || symbol->upper.is_unknown()) return Expr();
  const Expr upper = symbol->upper;
  const Interval bounds = arena.Bounds(dim);
  return bounds.has_max() ? symbolic::Min(arena, upper, bounds.max) : upper;
}

// As evaluations count them, whose bits may have more than 64 bits where their bytes do not.
using Bits = symbolic::Int128;
// More than any number of bytes of 64 bits.
constexpr Bits kNoEnd = Bits{1} << 120;

Bits Times(Bits bits, Bits size) {
  Bits product;
  if (__builtin_mul_overflow(bits, size, &product)) return kNoEnd;
  return std::min(product, kNoEnd);
}

int64_t InUnits(Bits bits, int64_t unit_bits) {
  const Bits units = (bits + unit_bits - 1) / unit_bits;
  return units < Interval::kInfinity ? static_cast<int64_t>(units) : Interval::kInfinity;
}

}  // namespace

SizeProduct ElementsOf(rules::Workspace& workspace, shape::TypeId id, KnownSizes known) {
  const shape::Type& type = workspace.types().at(id);
  SizeProduct product;
  if (!type.has_rank() || !type.alternatives.empty()) return product;
  product.is_known = true;
  for (const Expr dim : type.shape.dims) {
    product.sizes.push_back(UpperSize(workspace.exprs(), dim, known));
    product.is_known = product.is_known && !product.sizes.back().is_unknown();
  }
  return product;
}

SizeProduct BytesOf(rules::Workspace& workspace, shape::TypeId id, KnownSizes known) {
  SizeProduct product = ElementsOf(workspace, id, known);
  product.bits = shape::ElementBits(workspace.types().at(id).element);
  product.unit_bits = 8;
  product.is_known = product.is_known && product.bits > 0;
  return product;
}

SizeProducts::SizeProducts(symbolic::ExprArena& arena, std::vector<SizeProduct> products,
                           absl::Span<const symbolic::SymbolId> varying, BoxView whole)
    : results_(products.size()) {
  HashMap<Expr, size_t> places;
  std::vector<Expr> sizes;
  for (const SizeProduct& product : products) {
    Product& own = products_.emplace_back();
    own = {product.is_known, {}, product.bits, product.unit_bits};
    all_known_ = all_known_ && product.is_known;
    if (!product.is_known) continue;
    for (const Expr size : product.sizes) {
      const auto [found, is_new] = places.try_emplace(size, sizes.size());
      if (is_new) sizes.push_back(size);
      own.places.push_back(found->second);
    }
  }
  symbols_ = symbolic::ReachableSymbols(arena, sizes);
  sizes_.emplace(arena, sizes, varying, whole);
}

absl::Span<const Interval> SizeProducts::Run(BoxView box, Work& work) {
  const absl::Span<const Interval> sizes = sizes_->Run(box, work);
  for (size_t i = 0; i < products_.size(); ++i) {
    const Product& product = products_[i];
    results_[i] = Interval::Size();
    if (!work.Count(1 + product.places.size()) || !product.is_known) continue;
    Bits least = product.bits;
    Bits greatest = product.bits;
    for (const size_t place : product.places) {
      const Interval size = sizes[place];
      least = Times(least, std::max<int64_t>(size.min, 0));
      greatest = Times(greatest, size.has_max() ? std::max<int64_t>(size.max, 0) : kNoEnd);
    }
    results_[i] = {InUnits(least, product.unit_bits), InUnits(greatest, product.unit_bits)};
  }
  return results_;
}

}  // namespace shapewright::questions
