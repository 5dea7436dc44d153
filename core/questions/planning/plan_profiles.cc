#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/facts/fact_report.h"
#include "core/inference/given/given.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/evaluation/bucket_advisor.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/model_bucket_sizes.h"
#include "core/questions/evaluation/profile.h"
#include "core/questions/evaluation/run_evaluations.h"
#include "core/questions/planning/box_proof.h"
#include "core/questions/rows/questions.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"
#include "core/wire/utf8.h"
#include "core/wire/valid_text.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using inference::Engine;
using inference::FactReport;
using inference::Given;
using symbolic::Expr;
using symbolic::Interval;

constexpr int64_t kGreatestInProfile = Interval::kInfinity - 1;
// Axes of inputs that are tried, to find sizes which no symbols give.
constexpr int kMaxAxes = 64;

v1::ChooseBucketsRequest BucketsOf(const v1::PlanProfilesRequest& request) {
  v1::ChooseBucketsRequest buckets;
  *buckets.mutable_symbols() = request.observed().symbols();
  *buckets.mutable_observed() = request.observed().sizes();
  buckets.set_buckets(request.profiles() == 0 ? 1 : request.profiles());
  return buckets;
}

// An error of BucketsOf, by the fields of the request.
absl::Status OfObservations(const absl::Status& status) {
  const std::string field = graph::FieldOf(status);
  constexpr absl::string_view kSizes = "observed";
  if (absl::StartsWith(field, kSizes)) {
    return FieldError(absl::StrCat("observed.sizes", field.substr(kSizes.size())),
                      status.message());
  }
  return absl::StartsWith(field, "symbols") ? Within("observed", status) : status;
}

symbolic::Int128 AreaOf(absl::Span<const int64_t> sizes) {
  symbolic::Int128 area = 1;
  for (const int64_t size : sizes) area *= size;
  return area;
}

// The cheapest bucket that holds the sizes.
size_t BucketFor(absl::Span<const int64_t> sizes, const v1::ChooseBucketsResponse& chosen) {
  const auto holds = [&](const v1::ObservedSizes& bucket) {
    return std::equal(sizes.begin(), sizes.end(), bucket.sizes().begin(), std::less_equal<>());
  };
  int best = -1;
  for (int i = 0; i < chosen.buckets_size(); ++i) {
    if (!holds(chosen.buckets(i))) continue;
    if (best < 0 || AreaOf(chosen.buckets(i).sizes()) < AreaOf(chosen.buckets(best).sizes())) {
      best = i;
    }
  }
  return static_cast<size_t>(std::max(best, 0));
}

// The symbols that follow from others by what the request promises.
HashSet<symbolic::SymbolId> SymbolsByPremises(Engine& engine) {
  symbolic::FactStore& facts = engine.workspace().facts();
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  HashSet<symbolic::SymbolId> found;
  for (const symbolic::Fact& fact : facts.facts()) {
    const bool is_promised = fact.source.basis == symbolic::Basis::kPremise &&
                             fact.relation == symbolic::Relation::kEqual &&
                             fact.scope == symbolic::kRootScope;
    if (!is_promised) continue;
    std::vector<symbolic::SymbolId> symbols =
        symbolic::ReachableSymbols(arena, {fact.left, fact.right});
    // Of one equation one symbol follows, a younger one rather than an older one (S3).
    const auto follows = std::find_if(symbols.rbegin(), symbols.rend(), [&](const auto id) {
      const Expr self = Expr::FromNode(arena.symbol(id).node);
      return !(facts.Finalize(self) == self) && !found.contains(id);
    });
    if (follows != symbols.rend()) found.insert(*follows);
  }
  return found;
}

// Answers PlanProfiles: boxes of sizes that hold what was observed, or the whole ranges of the
// symbols, each proved or refuted (S50). Not thread-safe.
class ProfilePlan {
 public:
  // All arguments outlive this; the engine's expressions grow.
  ProfilePlan(Engine& engine, const FactReport& report, Evaluations& evaluations,
              const v1::PlanProfilesRequest& request);

  // Writes the fields of a PlanProfilesResponse. INVALID_ARGUMENT, with the path of the field
  // within the request; errors of the work and of the budget of `out`.
  absl::Status Write(Work& work, WireWriter* out);

 private:
  // The sizes of the observed symbols in one profile.
  struct Observed {
    std::vector<Profile::Range> ranges;
    uint64_t count = 0;
    uint64_t count_of_common = 0;
  };

  absl::Status Choose(Work& work, std::vector<Observed>* found, v1::PlanProfilesResponse* response);
  absl::Status WriteProfile(const Observed& observed, Work& work, WireWriter* out);
  // What varies in the box: the symbols of inputs that neither the request nor a premise fixes.
  std::vector<BoxSide> SidesOf(const Profile& profile) const;
  absl::Status WriteProof(const Profile& profile, Work& work, WireWriter* out);
  std::optional<v1::Binding> FindInconsistent(const Profile& profile, Work& work);

  Engine& engine_;
  const FactReport& report_;
  Evaluations& evaluations_;
  const v1::PlanProfilesRequest& request_;
  SymbolBinder binder_;
};

ProfilePlan::ProfilePlan(Engine& engine, const FactReport& report, Evaluations& evaluations,
                         const v1::PlanProfilesRequest& request)
    : engine_(engine),
      report_(report),
      evaluations_(evaluations),
      request_(request),
      binder_(engine) {}

absl::Status ProfilePlan::Write(Work& work, WireWriter* out) {
  if (!evaluations_.question_status().ok()) return evaluations_.question_status();
  if (request_.profiles() < 0) return FieldError("profiles", "their number is 1 or greater");
  std::vector<Observed> found;
  if (!request_.has_observed()) {
    if (request_.profiles() > 1) {
      return FieldError("profiles", "several of them are made from observed sizes");
    }
    return WriteProfile({}, work, out);
  }
  v1::PlanProfilesResponse response;
  absl::Status status = Choose(work, &found, &response);
  if (!status.ok()) return status;
  for (const Observed& observed : found) {
    status = WriteProfile(observed, work, out);
    if (!status.ok()) return status;
  }
  out->AppendBytes(response.SerializeAsString());
  return out->status();
}

absl::Status ProfilePlan::Choose(Work& work, std::vector<Observed>* found,
                                 v1::PlanProfilesResponse* response) {
  const v1::ChooseBucketsRequest question = BucketsOf(request_);
  ModelBucketSizes allowed(engine_, report_, evaluations_, question, work);
  if (!allowed.status().ok()) return OfObservations(allowed.status());
  v1::ChooseBucketsResponse chosen;
  absl::Status status = AdviseBuckets(question, allowed, work, &chosen);
  if (!status.ok()) {
    const bool is_of_buckets = graph::FieldOf(status) == "buckets";
    return is_of_buckets ? FieldError("profiles", status.message()) : OfObservations(status);
  }
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  std::vector<symbolic::SymbolId> symbols;
  for (int i = 0; i < request_.observed().symbols_size(); ++i) {
    symbols.push_back(*binder_.FindSymbol(request_.observed().symbols(i)));
    const Expr self = Expr::FromNode(arena.symbol(symbols.back()).node);
    if (engine_.workspace().facts().Finalize(self) == self) continue;
    return FieldError(absl::StrCat("observed.", Item("symbols", i)),
                      "it follows from other symbols");
  }
  std::vector<std::map<std::vector<int64_t>, uint64_t>> points(
      static_cast<size_t>(chosen.buckets_size()));
  for (const v1::ObservedSizes& observed : request_.observed().sizes()) {
    if (observed.count() == 0) continue;
    std::vector<int64_t> sizes;
    for (size_t i = 0; i < symbols.size(); ++i) {
      sizes.push_back(*allowed.Next(i, observed.sizes(static_cast<int>(i))));
    }
    if (!work.Count(8 + static_cast<uint64_t>(chosen.buckets_size()))) return work.status();
    points[BucketFor(sizes, chosen)][std::move(sizes)] += observed.count();
  }
  for (const auto& bucket : points) {
    if (bucket.empty()) continue;
    Observed& profile = found->emplace_back();
    for (const symbolic::SymbolId id : symbols) {
      profile.ranges.push_back({id, Interval::Empty(), 0});
    }
    for (const auto& [sizes, count] : bucket) {
      const bool is_most = count > profile.count_of_common;
      if (is_most) profile.count_of_common = count;
      profile.count += count;
      for (size_t i = 0; i < symbols.size(); ++i) {
        Profile::Range& range = profile.ranges[i];
        range.bounds = Hull(range.bounds, Interval::Point(sizes[i]));
        if (is_most) range.common = sizes[i];
      }
    }
  }
  response->set_expected_padding(chosen.expected_padding());
  response->set_optimal(chosen.optimal());
  return absl::OkStatus();
}

absl::Status ProfilePlan::WriteProfile(const Observed& observed, Work& work, WireWriter* out) {
  constexpr std::array<uint32_t, Profile::kLabels.size()> kFields = {
      v1::Profile::kMinFieldNumber, v1::Profile::kOptFieldNumber, v1::Profile::kMaxFieldNumber};
  const Profile profile(engine_, engine_.given(), observed.ranges);
  const size_t begin = out->Begin(v1::PlanProfilesResponse::kProfilesFieldNumber);
  for (size_t label = 0; label < kFields.size(); ++label) {
    absl::Status status = evaluations_.WritePoint(
        profile.BindingAt(label), profile.WholeBindingAt(label), kFields[label], work, out);
    if (!status.ok()) return status;
  }
  absl::Status status = WriteProof(profile, work, out);
  if (!status.ok()) return status;
  if (auto inconsistent = FindInconsistent(profile, work)) {
    MakeTextValid(&*inconsistent);
    out->Bytes(v1::Profile::kInconsistentFieldNumber, inconsistent->SerializeAsString());
  }
  out->NonZero(v1::Profile::kCountFieldNumber, observed.count);
  out->End(begin);
  return work.is_stopped() ? work.status() : out->status();
}

// A symbol that follows from others because the model requires it has values of its own in the box:
// at those the model fails. One that follows by a premise has none. So has an anonymous dim, which
// no profile names.
std::vector<BoxSide> ProfilePlan::SidesOf(const Profile& profile) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  const auto range_of = [&](symbolic::SymbolId id) {
    const int64_t one = profile.ValueAt(0, id).value_or(0);
    const int64_t other = profile.ValueAt(2, id).value_or(kGreatestInProfile);
    return Interval{std::min(one, other), std::max(one, other)};
  };
  std::vector<BoxSide> sides;
  HashSet<symbolic::SymbolId> known_sides;
  for (const Profile::FreeSymbol& each : profile.free_symbols()) {
    known_sides.insert(each.symbol);
    sides.push_back(
        {each.symbol, arena.symbol(each.symbol).name, each.values, range_of(each.symbol)});
  }
  const HashSet<symbolic::SymbolId> promised = SymbolsByPremises(engine_);
  for (symbolic::SymbolId id = 0; id < arena.symbols().size(); ++id) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    if (!symbol.DependsOnInputsOnly() || promised.contains(id) || known_sides.contains(id))
      continue;
    const bool follows = !(engine_.workspace().facts().Finalize(Expr::FromNode(symbol.node)) ==
                           Expr::FromNode(symbol.node));
    if (!follows && symbol.kind != symbolic::SymbolKind::kAnonymous) continue;
    const Given::Symbol* const known =
        engine_.given() == nullptr ? nullptr : engine_.given()->FindSymbol(symbol.name);
    Given::Symbol allowed = known == nullptr ? Given::Symbol() : *known;
    allowed.bounds = Intersect(symbol.bounds, allowed.bounds);
    const Interval range = Intersect(range_of(id), allowed.bounds);
    if (!range.is_empty()) sides.push_back({id, symbol.name, std::move(allowed), range});
  }
  return sides;
}

absl::Status ProfilePlan::WriteProof(const Profile& profile, Work& work, WireWriter* out) {
  const std::vector<BoxSide> sides = SidesOf(profile);
  const absl::StatusOr<ProofOfBox> proof = ProveBox(engine_, report_, evaluations_, sides, work);
  if (!proof.ok()) return proof.status();
  out->Varint(v1::Profile::kProofFieldNumber, static_cast<uint64_t>(proof->proof));
  if (proof->proof == v1::Profile::PROOF_WITNESS) {
    const v1::Binding witness = BindingOf(sides, proof->witness);
    return evaluations_.WritePoint(witness, witness, v1::Profile::kWitnessFieldNumber, work, out);
  }
  for (size_t i = 0; i < proof->undecided.size(); ++i) {
    v1::SizeRange range;
    range.set_symbol(ToValidUtf8(sides[i].name));
    range.set_least(proof->undecided[i].min);
    if (proof->undecided[i].max != kGreatestInProfile) range.set_greatest(proof->undecided[i].max);
    out->Bytes(v1::Profile::kUndecidedFieldNumber, range.SerializeAsString());
  }
  return absl::OkStatus();
}

// All inputs at their greatest sizes, but one axis at its least: where that axis shares symbols
// with others, no symbols give this.
std::optional<v1::Binding> ProfilePlan::FindInconsistent(const Profile& profile, Work& work) {
  const v1::Binding least = profile.WholeBindingAt(0);
  v1::Binding greatest = profile.WholeBindingAt(2);
  greatest.clear_label();
  greatest.clear_symbols();
  for (v1::InputSizes& input : *greatest.mutable_inputs()) input.clear_values();
  BoundSymbols bound;
  const auto contradicts = [&](const v1::Binding& binding) {
    work.Count(binder_.steps());
    return binder_.Bind(binding, work, &bound).ok() && !bound.contradictions.empty();
  };
  if (contradicts(greatest)) return std::nullopt;
  int tried = 0;
  for (int i = 0; i < greatest.inputs_size(); ++i) {
    v1::InputSizes& input = *greatest.mutable_inputs(i);
    for (int axis = 0; axis < input.sizes_size() && tried < kMaxAxes; ++axis) {
      const int64_t size = input.sizes(axis);
      if (size < 0 || size == least.inputs(i).sizes(axis)) continue;
      ++tried;
      input.set_sizes(axis, least.inputs(i).sizes(axis));
      if (contradicts(greatest)) return greatest;
      input.set_sizes(axis, size);
    }
  }
  return std::nullopt;
}

absl::Status WriteProfiles(const v1::PlanProfilesRequest& request, inference::InferRun& run,
                           WireWriter* out) {
  const inference::AssumedRanges ranges(run.engine->workspace());
  run.work.set_phase("profile");
  RunEvaluations of(run, request.model(), SizesWith(request));
  return ProfilePlan(*run.engine, *run.report, of.evaluations, request).Write(run.work, out);
}

absl::Status ReadCommon(const v1::PlanProfilesRequest& request, inference::InferRun& run) {
  return inference::ReadCommonSizes(request.common(), &run.given);
}

size_t CountObservedSizes(const google::protobuf::Message& request) {
  return static_cast<size_t>(
      static_cast<const v1::PlanProfilesRequest&>(request).observed().sizes_size());
}

constexpr ListLimit kPlanProfilesLists[] = {
    {ListKind::kObservations, "observed.sizes", CountObservedSizes}};

}  // namespace

ModelRpc PlanProfilesRow() {
  return RowByRun<v1::PlanProfilesRequest, WriteProfiles, ReadCommon>("PlanProfiles",
                                                                      kPlanProfilesLists);
}

}  // namespace shapewright::questions
