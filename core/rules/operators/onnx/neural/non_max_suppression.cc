// Boxes chosen by score and overlap.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::rules {
namespace {

constexpr int kBoxes = 0;
constexpr int kScores = 1;
constexpr int kLimit = 2;
constexpr int kOverlap = 3;
constexpr int kLeastScore = 4;
constexpr int kCoordinates = 4;

// How many boxes are kept per class: 0 unless operand 2 says otherwise.
Expr BoxesPerClass(RuleContext& ctx, Dim boxes) {
  if (!ctx.HasInput(kLimit)) return 0;
  const auto limit = ctx.IntElements(kLimit);
  if (!limit || limit->size() != 1 || (*limit)[0].is_unknown()) return boxes;
  return ctx.Max(0, ctx.Min((*limit)[0], boxes));
}

// Constant elements as float32; nothing if one is unknown.
std::optional<std::vector<float>> Constants(RuleContext& ctx, int input) {
  const auto elements = ctx.FloatElements(input);
  if (!elements) return std::nullopt;
  std::vector<float> values;
  for (const FloatElement& element : *elements) {
    if (element.kind != FloatElement::Kind::kConstant || std::isnan(element.constant)) {
      return std::nullopt;
    }
    AssumePositive(ctx, element);
    values.push_back(static_cast<float>(element.constant));
  }
  return values;
}

// An optional scalar operand; nothing if it is present and unknown.
std::optional<float> ScalarOr(RuleContext& ctx, int input, float default_value) {
  if (!ctx.HasInput(input)) return default_value;
  const auto values = Constants(ctx, input);
  if (!values || values->size() != 1) return std::nullopt;
  return (*values)[0];
}

struct Box {
  float low[2];
  float high[2];
  bool operator==(const Box& o) const {
    return low[0] == o.low[0] && low[1] == o.low[1] && high[0] == o.high[0] && high[1] == o.high[1];
  }
};

Box ReadBox(const float* numbers, bool is_center) {
  Box box;
  for (int i = 0; i < 2; ++i) {
    if (is_center) {
      const float half = numbers[i + 2] / 2;
      box.low[i] = numbers[i] - half;
      box.high[i] = numbers[i] + half;
    } else {
      box.low[i] = std::min(numbers[i], numbers[i + 2]);
      box.high[i] = std::max(numbers[i], numbers[i + 2]);
    }
  }
  return box;
}

template <typename Number>
bool Overlaps(const Box& a, const Box& b, float threshold) {
  Number common = 1;
  Number area_a = 1;
  Number area_b = 1;
  for (int i = 0; i < 2; ++i) {
    const Number low = std::max(a.low[i], b.low[i]);
    const Number high = std::min(a.high[i], b.high[i]);
    if (high <= low) return false;
    common *= high - low;
    area_a *= Number{a.high[i]} - a.low[i];
    area_b *= Number{b.high[i]} - b.low[i];
  }
  if (area_a <= 0 || area_b <= 0) return false;
  return common / (area_a + area_b - common) > threshold;
}

// The selection of NonMaxSuppression, for constant operands.
struct Chooser {
  std::vector<Box> boxes;         // of one image
  const float* scores = nullptr;  // of one class
  int64_t limit = 0;
  float overlap = 0;
  std::optional<float> least_score;

  std::vector<size_t> Candidates() const {
    std::vector<size_t> order;
    for (size_t i = 0; i < boxes.size(); ++i) {
      if (!least_score || scores[i] > *least_score) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [this](size_t a, size_t b) { return scores[a] > scores[b]; });
    return order;
  }

  // How many boxes are selected; nothing where that depends on rounding or on the order of equal
  // scores.
  std::optional<int64_t> Count() const {
    std::vector<size_t> chosen;
    const std::vector<size_t> order = Candidates();
    for (size_t k = 0; k < order.size(); ++k) {
      const size_t i = order[k];
      if (k > 0 && scores[order[k - 1]] == scores[i] && !(boxes[order[k - 1]] == boxes[i])) {
        return std::nullopt;
      }
      if (static_cast<int64_t>(chosen.size()) >= limit) break;
      bool is_free = true;
      for (const size_t other : chosen) {
        const bool overlaps = Overlaps<float>(boxes[i], boxes[other], overlap);
        if (overlaps != Overlaps<double>(boxes[i], boxes[other], overlap)) return std::nullopt;
        is_free = is_free && !overlaps;
      }
      if (is_free) chosen.push_back(i);
    }
    return static_cast<int64_t>(chosen.size());
  }
};

// The number of boxes that are selected from constant operands.
std::optional<int64_t> CountSelected(RuleContext& ctx, Dim batch, Dim classes, Dim count) {
  if (!batch.is_constant() || !classes.is_constant() || !count.is_constant()) return std::nullopt;
  const auto numbers = Constants(ctx, kBoxes);
  const auto scores = Constants(ctx, kScores);
  const auto overlap = ScalarOr(ctx, kOverlap, 0);
  const auto least = ScalarOr(ctx, kLeastScore, 0);
  const Expr limit = BoxesPerClass(ctx, count);
  if (!numbers || !scores || !overlap || !least || !limit.is_constant()) return std::nullopt;
  Chooser chooser;
  chooser.limit = limit.constant();
  chooser.overlap = *overlap;
  if (ctx.HasInput(kLeastScore)) chooser.least_score = least;
  const bool is_center = ctx.BoolAttribute("center_point_box", false);
  // A size that contradicts the operand's own is not that of its elements.
  const auto all_boxes = symbolic::CheckedMul(batch.constant(), count.constant());
  if (!all_boxes || symbolic::CheckedMul(*all_boxes, kCoordinates) != numbers->size() ||
      symbolic::CheckedMul(*all_boxes, classes.constant()) != scores->size()) {
    return std::nullopt;
  }
  const auto box_count = static_cast<size_t>(count.constant());
  const auto class_count = static_cast<size_t>(classes.constant());
  // Without boxes the loops are skipped: the number of images is not bounded then.
  if (box_count == 0) return 0;
  int64_t selected = 0;
  for (size_t image = 0; image < static_cast<size_t>(batch.constant()); ++image) {
    chooser.boxes.clear();
    for (size_t i = 0; i < box_count; ++i) {
      const size_t begin = (image * box_count + i) * kCoordinates;
      chooser.boxes.push_back(ReadBox(numbers->data() + begin, is_center));
    }
    for (size_t c = 0; c < class_count; ++c) {
      chooser.scores = scores->data() + (image * class_count + c) * box_count;
      const auto chosen = chooser.Count();
      if (!chosen) return std::nullopt;
      selected += *chosen;
    }
  }
  return selected;
}

// [selected, 3]: batch, class and box. boxes are [batch, boxes, 4], scores
// [batch, classes, boxes].
void InferNonMaxSuppression(RuleContext& ctx) {
  ctx.CheckRank(kBoxes, 3);
  ctx.CheckRank(kScores, 3);
  const DimVector boxes = DimsOrUnknown(ctx, kBoxes, 3);
  const DimVector scores = DimsOrUnknown(ctx, kScores, 3);
  const bool has_coordinates = ctx.RequireEqual(boxes[2], Place::Input(kBoxes, 2), kCoordinates, {},
                                                "boxes.coordinates"_check);
  const Dim batch = ctx.Unify(boxes[0], Place::Input(kBoxes, 0), scores[0],
                              Place::Input(kScores, 0), "boxes.batch"_check);
  const Dim count = ctx.Unify(boxes[1], Place::Input(kBoxes, 1), scores[2],
                              Place::Input(kScores, 2), "boxes.scores"_check);
  if (has_coordinates) {
    if (const auto selected = CountSelected(ctx, batch, scores[1], count)) {
      return ctx.SetOutput(0, ElementType::kInt64, {Dim(*selected), Dim(3)});
    }
  }
  const Expr most = ctx.Product({batch, scores[1], BoxesPerClass(ctx, count)});
  const Dim selected =
      ctx.DataDependentUpTo(Place::Output(0, 0), "the boxes that are selected", most);
  ctx.SetOutput(0, ElementType::kInt64, {selected, Dim(3)});
}

constexpr OperatorRow kNonMaxSuppressionRows[] = {
    {"",
     "NonMaxSuppression",
     {10, 11},
     InferNonMaxSuppression,
     "[up to batch * classes * min(limit, boxes), 3]; by value",
     kBoundedSizes,
     NonMaxSuppressionCost},
};

}  // namespace

absl::Span<const OperatorRow> NonMaxSuppressionOperators() { return kNonMaxSuppressionRows; }

}  // namespace shapewright::rules
