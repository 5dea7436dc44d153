#include "core/questions/planning/box_proof.h"

#include <algorithm>
#include <utility>

#include "core/base/hash_map.h"
#include "core/inference/facts/given_facts.h"
#include "core/questions/planning/size_products.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::FactReport;
using inference::Holds;
using inference::ReportedFact;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolId;

// The end of a side that has none.
constexpr int64_t kGreatestInBox = Interval::kInfinity - 1;
constexpr int kMaxParts = 10'000;
// Corners are tried of boxes with up to so many sides that have a width.
constexpr size_t kMaxCornerSides = 6;

using Part = std::vector<Interval>;  // by side

class Prover {
 public:
  Prover(Engine& engine, const FactReport& report, Evaluations& evaluations,
         const std::vector<BoxSide>& sides, Work& work)
      : evaluations_(evaluations), sides_(sides), work_(work) {
    const symbolic::ExprArena& arena = engine.workspace().exprs();
    for (SymbolId id = 0; id < arena.symbols().size(); ++id) {
      box_.push_back(arena.SymbolBounds(id));
    }
    is_decidable_ = evaluations.is_settled();
    covers_all_ = evaluations.covers_all();
    std::vector<SymbolId> varying;
    for (const BoxSide& side : sides) {
      // Beyond the interval that facts leave of a symbol one of them fails: points decide there.
      decidable_.push_back(Intersect(box_[side.symbol], side.range));
      is_decidable_ = is_decidable_ && !decidable_.back().is_empty();
      box_[side.symbol] = decidable_.back();
      varying.push_back(side.symbol);
      is_endless_ = is_endless_ || side.range.max == kGreatestInBox;
    }
    AddPremises(engine, report);
    facts_.emplace(engine, report, varying, box_, work);
    CollectSizes(engine);
    sizes_.emplace(engine.workspace().exprs(), size_exprs_, varying, box_);
    bytes_.emplace(engine.workspace().exprs(), bytes_of_outputs_, varying, box_);
  }

  absl::StatusOr<ProofOfBox> Prove() {
    Part whole;
    for (const BoxSide& side : sides_) whole.push_back(side.range);
    const Part asked = whole;
    if (!Tighten(&whole)) {
      LeaveOpen(asked);
      return Result(absl::OkStatus());
    }
    absl::Status status = TryCorners(whole);
    if (!status.ok() || IsFound()) return Result(status);
    std::vector<Part> open = {whole};
    for (int parts = 0; !open.empty(); ++parts) {
      Part part = std::move(open.back());
      open.pop_back();
      if (!Tighten(&part)) continue;
      if (parts == kMaxParts || work_.is_stopped()) {
        LeaveOpen(part);
        break;
      }
      if (IsFine(part)) continue;
      if (IsPoint(part)) {
        status = TryPoint(LeastOf(part), &part);
        if (!status.ok() || IsFound()) return Result(status);
        continue;
      }
      Halve(part, Widest(part), &open);
    }
    if (!covers_all_ || !has_point_) LeaveOpen(whole);
    return Result(absl::OkStatus());
  }

 private:
  void CollectSizes(Engine& engine) {
    const graph::Model& model = engine.workspace().model();
    const symbolic::ExprArena& arena = engine.workspace().exprs();
    for (const graph::ValueId output : model.graphs[0].outputs) {
      if (output == graph::kNoValue) continue;
      const shape::TypeId type = engine.TypeOf(output);
      bytes_of_outputs_.push_back(BytesOf(engine.workspace(), type, KnownSizes::kUpperBounds));
      std::vector<Expr> exprs;
      shape::AppendExpressions(engine.workspace().types(), type, &exprs);
      for (const Expr e : exprs) {
        if (!e.is_unknown() && symbolic::DependsOnInputsOnly(arena, e)) size_exprs_.push_back(e);
      }
    }
  }

  absl::StatusOr<ProofOfBox> Result(absl::Status status) {
    if (status.ok()) return std::move(result_);
    return status;
  }
  bool IsFound() const { return result_.proof == v1::Profile::PROOF_WITNESS; }

  void LeaveOpen(const Part& part) {
    if (result_.proof != v1::Profile::PROOF_PROVED) return;
    result_.proof = v1::Profile::PROOF_OPEN;
    result_.undecided = part;
  }

  // To values that the symbols may have; false if there are none.
  bool Tighten(Part* part) const {
    for (size_t i = 0; i < sides_.size(); ++i) {
      const auto least = sides_[i].allowed.From((*part)[i].min, true);
      const auto greatest = sides_[i].allowed.From((*part)[i].max, false);
      if (!least || !greatest || *least > *greatest) return false;
      (*part)[i] = {*least, *greatest};
    }
    return true;
  }

  static std::vector<int64_t> LeastOf(const Part& part) {
    std::vector<int64_t> values;
    for (const Interval range : part) values.push_back(range.min);
    return values;
  }

  // Sizes are numbers that 64 bits hold; without an end, as far as they do.
  bool HaveSizes(BoxView box) {
    const auto sizes = sizes_->Run(box, work_);
    const bool are_sizes =
        std::all_of(sizes.begin(), sizes.end(), [](Interval range) { return range.min >= 0; });
    if (!are_sizes || is_endless_) return are_sizes;
    const auto bytes = bytes_->Run(box, work_);
    for (size_t i = 0; i < bytes.size(); ++i) {
      if (bytes_of_outputs_[i].is_known && !bytes[i].has_max()) return false;
    }
    return true;
  }

  bool IsFine(const Part& part) {
    if (!is_decidable_) return false;
    for (size_t i = 0; i < sides_.size(); ++i) {
      if (!decidable_[i].Contains(part[i])) return false;
      box_[sides_[i].symbol] = part[i];
    }
    const FactsInBox facts = facts_->Decide(box_, work_);
    if (facts.is_excluded) return true;
    const bool is_fine = facts.holds && facts.assumptions_hold && HaveSizes(box_);
    // What it holds of values that the symbols may have, keeps the premises too.
    has_point_ = has_point_ || is_fine;
    return is_fine;
  }

  static bool IsPoint(const Part& part) {
    return std::all_of(part.begin(), part.end(),
                       [](Interval range) { return range.min == range.max; });
  }

  static uint64_t WidthOf(Interval range) {
    return static_cast<uint64_t>(range.max) - static_cast<uint64_t>(range.min);
  }

  static size_t Widest(const Part& part) {
    const auto widest = std::max_element(
        part.begin(), part.end(), [](Interval a, Interval b) { return WidthOf(a) < WidthOf(b); });
    return static_cast<size_t>(widest - part.begin());
  }

  static void Halve(const Part& part, size_t side, std::vector<Part>* open) {
    const auto middle =
        static_cast<int64_t>(static_cast<uint64_t>(part[side].min) + WidthOf(part[side]) / 2);
    Part upper = part;
    upper[side].min = middle + 1;
    Part lower = part;
    lower[side].max = middle;
    open->push_back(std::move(upper));
    open->push_back(std::move(lower));
  }

  absl::Status TryCorners(const Part& whole) {
    std::vector<size_t> wide;
    for (size_t i = 0; i < whole.size(); ++i) {
      if (whole[i].min != whole[i].max && sides_[i].range.max != kGreatestInBox) wide.push_back(i);
    }
    const size_t corners = wide.size() <= kMaxCornerSides ? size_t{1} << wide.size() : 2;
    for (size_t corner = 0; corner < corners; ++corner) {
      std::vector<int64_t> values = LeastOf(whole);
      for (size_t i = 0; i < wide.size(); ++i) {
        const bool is_greatest = corners == 2 ? corner == 1 : (corner >> i & 1) != 0;
        if (is_greatest) values[wide[i]] = whole[wide[i]].max;
      }
      absl::Status status = TryPoint(std::move(values), nullptr);
      if (!status.ok() || IsFound()) return status;
    }
    return absl::OkStatus();
  }

  void AddPremises(Engine& engine, const FactReport& report) {
    point_.resize(engine.workspace().exprs().symbols().size());
    std::vector<Expr> sides;
    symbolic::FactStore& facts = engine.workspace().facts();
    HashSet<SymbolId> with_side;
    for (const BoxSide& side : sides_) with_side.insert(side.symbol);
    for (const ReportedFact& fact : report.facts()) {
      if (fact.source.basis != symbolic::Basis::kPremise) continue;
      if (fact.scope != symbolic::kRootScope) continue;
      // A symbol without a side has the value that follows from others.
      const auto symbols =
          symbolic::ReachableSymbols(engine.workspace().exprs(), {fact.left, fact.right});
      const bool follows = std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
        return !with_side.contains(id) && !facts.Solution(id).is_unknown();
      });
      premises_.push_back(fact.relation);
      for (const Expr side : {fact.left, fact.right}) {
        sides.push_back(follows ? facts.Finalize(side) : side);
      }
    }
    sides_of_premises_.emplace(engine.workspace().exprs(), sides);
  }

  // Whether the sizes break what the request promises: then they are none of the box.
  bool IsExcluded(const std::vector<int64_t>& values) {
    if (premises_.empty()) return false;
    work_.Count(sides_of_premises_->steps());
    for (size_t i = 0; i < sides_.size(); ++i) point_[sides_[i].symbol] = values[i];
    const auto found = sides_of_premises_->Run(point_);
    for (size_t i = 0; i < premises_.size(); ++i) {
      const symbolic::Evaluation& left = found[2 * i];
      const symbolic::Evaluation& right = found[2 * i + 1];
      if (left.ok() && right.ok() && !Holds(premises_[i], left.value, right.value)) return true;
    }
    return false;
  }

  // `part` is what is open where the point is.
  absl::Status TryPoint(std::vector<int64_t> values, const Part* part) {
    if (IsExcluded(values)) return absl::OkStatus();
    work_.Count(evaluations_.steps());
    absl::Status status = evaluations_.Evaluate(BindingOf(sides_, values), work_);
    if (work_.is_stopped()) return absl::OkStatus();
    if (!status.ok()) return status;
    has_point_ = true;
    if (evaluations_.verdict() == v1::Evaluation::VERDICT_INVALID) {
      if (is_endless_ && IsOverflowAlone()) return status;
      result_.proof = v1::Profile::PROOF_WITNESS;
      result_.witness = std::move(values);
    } else if (part != nullptr && evaluations_.verdict() == v1::Evaluation::VERDICT_OPEN) {
      LeaveOpen(*part);
    }
    return status;
  }

  bool IsOverflowAlone() const {
    const auto& violations = evaluations_.rest().violations();
    return std::all_of(violations.begin(), violations.end(), [](const v1::Violation& each) {
      return each.kind() == v1::Violation::KIND_OVERFLOW;
    });
  }

  Evaluations& evaluations_;
  const std::vector<BoxSide>& sides_;
  Work& work_;
  Box box_;
  // By side: where facts and sizes are decided for whole parts.
  Part decidable_;
  std::optional<BoxFacts> facts_;
  // The relations of the premises, and their sides in turn.
  std::vector<symbolic::Relation> premises_;
  std::optional<symbolic::Evaluator> sides_of_premises_;
  std::vector<std::optional<int64_t>> point_;
  std::vector<Expr> size_exprs_;
  std::optional<BoxBounds> sizes_;
  std::vector<SizeProduct> bytes_of_outputs_;
  std::optional<SizeProducts> bytes_;
  bool is_decidable_ = true;
  // Whether an evaluation decides all that may fail.
  bool covers_all_ = true;
  bool is_endless_ = false;
  // Whether some sizes of the box keep what the request promises.
  bool has_point_ = false;
  ProofOfBox result_;
};

}  // namespace

v1::Binding BindingOf(const std::vector<BoxSide>& sides, const std::vector<int64_t>& values) {
  v1::Binding binding;
  for (size_t i = 0; i < sides.size(); ++i) {
    v1::SymbolSize* const size = binding.add_symbols();
    size->set_symbol(sides[i].name);
    size->set_size(values[i]);
  }
  return binding;
}

absl::StatusOr<ProofOfBox> ProveBox(Engine& engine, const FactReport& report,
                                    Evaluations& evaluations, const std::vector<BoxSide>& sides,
                                    Work& work) {
  absl::StatusOr<ProofOfBox> proof = ProofOfBox();
  {
    const Work::Share share(work, work.FindLeft() / 8);
    proof = Prover(engine, report, evaluations, sides, work).Prove();
  }
  if (absl::Status status = work.status(); !status.ok()) return status;
  return proof;
}

}  // namespace shapewright::questions
