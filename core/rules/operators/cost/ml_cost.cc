#include "core/rules/operators/cost/ml_cost.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"

namespace shapewright::rules {
namespace {

using graph::AttributeKind;
using symbolic::Expr;

// How many entries a list has; 0 if there is none.
int64_t CountOf(const CostContext& ctx, absl::string_view name) {
  const graph::Attribute* const list = ctx.FindAttribute(name);
  const bool is_list = list != nullptr && (list->kind == AttributeKind::kFloats ||
                                           list->kind == AttributeKind::kInts ||
                                           list->kind == AttributeKind::kStrings);
  return is_list ? list->count : 0;
}

// A vector is one row.
Expr RowsOf(CostContext& ctx) {
  const shape::Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return Expr();
  return shape.rank() == 1 ? Expr(1) : ctx.InputDim(0, 0);
}

// What is done with each score; false for one that nothing is known of.
bool AddPostTransform(CostContext& ctx, Expr scores) {
  constexpr int64_t kSoftmaxAlu = 3;
  const absl::string_view transform = ctx.String("post_transform", "NONE");
  if (transform == "NONE") return true;
  if (transform == "LOGISTIC") {
    ctx.Special(scores);
    return true;
  }
  if (transform != "SOFTMAX" && transform != "SOFTMAX_ZERO") return false;
  ctx.Alu(kSoftmaxAlu, scores);
  ctx.Special(scores);
  ctx.Div(scores);
  return true;
}

// `times` values of the kernel of two vectors with as many features.
bool AddKernels(CostContext& ctx, Expr times, Expr features) {
  const absl::string_view kernel = ctx.String("kernel_type", "LINEAR");
  const Expr products = ctx.Multiply(times, features);
  ctx.Mac(products);
  if (kernel == "LINEAR") return true;
  ctx.Special(times);
  if (kernel == "RBF") {
    // Squares of differences; the factor of their sum.
    ctx.Alu(ctx.Add(products, times));
    return true;
  }
  // The factor and the summand.
  ctx.Alu(2, times);
  return kernel == "POLY" || kernel == "SIGMOID";
}

// A node of a tree: its children; none of a leaf.
struct TreeNode {
  std::vector<size_t> children = {};
  int64_t depth = -1;  // of the tree below it
};

// Sets the depths of all nodes below one; false where they are no tree.
bool FindDepth(CostContext& ctx, std::vector<TreeNode>& nodes, size_t root) {
  std::vector<std::pair<size_t, size_t>> path = {{root, 0}};
  while (!path.empty()) {
    if (path.size() > nodes.size() || !ctx.exprs().CountWork(1)) return false;
    const auto [index, child] = path.back();
    TreeNode& node = nodes[index];
    if (child < node.children.size()) {
      ++path.back().second;
      const size_t next = node.children[child];
      if (next >= nodes.size()) return false;
      if (nodes[next].depth < 0) path.emplace_back(next, 0);
      continue;
    }
    node.depth = 0;
    for (const size_t each : node.children) {
      node.depth = std::max(node.depth, nodes[each].depth + 1);
    }
    path.pop_back();
  }
  return true;
}

// For each row a comparison for each node on the way to a leaf; each target of the leaf is added.
void AddTrees(CostContext& ctx, int64_t operations) {
  ctx.Alu(operations, RowsOf(ctx));
  ctx.SetUpper();
}

using NodeKey = std::pair<int64_t, int64_t>;  // the tree, and the node in it

// At most, on the ways through all trees whose nodes are in lists. Any node of a tree may be its
// root.
std::optional<int64_t> ComparisonsOf(CostContext& ctx, absl::Span<const int64_t> trees) {
  const auto ids = ctx.Ints("nodes_nodeids");
  const auto yes = ctx.Ints("nodes_truenodeids");
  const auto no = ctx.Ints("nodes_falsenodeids");
  const graph::Attribute* const modes = ctx.FindAttribute("nodes_modes");
  const bool has_all = ids && yes && no && modes != nullptr &&
                       modes->kind == AttributeKind::kStrings && ids->size() == trees.size() &&
                       yes->size() == trees.size() && no->size() == trees.size() &&
                       modes->count == trees.size();
  if (!has_all || !ctx.exprs().CountWork(trees.size())) return std::nullopt;
  HashMap<NodeKey, size_t> places;
  for (size_t i = 0; i < trees.size(); ++i) places.emplace(NodeKey(trees[i], (*ids)[i]), i);
  std::vector<TreeNode> nodes(trees.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (modes->string_list()[i] == "LEAF") continue;
    for (const int64_t child : {(*yes)[i], (*no)[i]}) {
      const auto found = places.find(NodeKey(trees[i], child));
      if (found == places.end()) return std::nullopt;
      nodes[i].children.push_back(found->second);
    }
  }
  HashMap<int64_t, int64_t> depths;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].depth < 0 && !FindDepth(ctx, nodes, i)) return std::nullopt;
    int64_t& depth = depths[trees[i]];
    depth = std::max(depth, nodes[i].depth);
  }
  int64_t sum = 0;
  for (const auto& [tree, depth] : depths) sum += depth;
  return sum;
}

// At most, of the leaves that a row comes to: in each tree the most that a leaf has.
std::optional<int64_t> TargetsOf(CostContext& ctx, absl::string_view tree_ids,
                                 absl::string_view node_ids) {
  const auto trees = ctx.Ints(tree_ids);
  const auto nodes = ctx.Ints(node_ids);
  if (!trees || !nodes || trees->size() != nodes->size()) return std::nullopt;
  if (!ctx.exprs().CountWork(nodes->size())) return std::nullopt;
  HashMap<NodeKey, int64_t> targets;
  HashMap<int64_t, int64_t> most;
  for (size_t i = 0; i < nodes->size(); ++i) {
    const int64_t count = ++targets[NodeKey((*trees)[i], (*nodes)[i])];
    int64_t& greatest = most[(*trees)[i]];
    greatest = std::max(greatest, count);
  }
  int64_t sum = 0;
  for (const auto& [tree, count] : most) sum += count;
  return sum;
}

}  // namespace

void LinearModelCost(CostContext& ctx) {
  const size_t scores = ctx.op_type() == "LinearClassifier" ? 1 : 0;
  if (!ctx.HasOutput(scores)) return ctx.Refuse();
  ctx.Mac(ctx.Multiply(ctx.OutputSize(scores), ctx.InputDim(0, -1)));
  ctx.Alu(ctx.OutputSize(scores));
  if (!AddPostTransform(ctx, ctx.OutputSize(scores))) ctx.Refuse();
}

void SvmRegressorCost(CostContext& ctx) {
  const Expr rows = RowsOf(ctx);
  const Expr features = ctx.InputDim(0, -1);
  const int64_t supports = ctx.Int("n_supports", 0);
  // Without support vectors the coefficients are one.
  const Expr kernels = ctx.Multiply(std::max<int64_t>(supports, 1), rows);
  if (!AddKernels(ctx, kernels, features)) return ctx.Refuse();
  if (supports > 0) ctx.Mac(kernels);
  ctx.Alu(rows);
  if (ctx.Int("one_class", 0) != 0) ctx.Alu(rows);
  if (!AddPostTransform(ctx, rows)) ctx.Refuse();
}

void SvmClassifierCost(CostContext& ctx) {
  const auto per_class = ctx.Ints("vectors_per_class");
  // Probabilities are iterated until they agree.
  if (!per_class || per_class->empty() || CountOf(ctx, "prob_a") > 0) return ctx.Refuse();
  constexpr size_t kMostClasses = 1 << 16;
  if (per_class->size() > kMostClasses) return ctx.Refuse();
  const Expr rows = RowsOf(ctx);
  const auto classes = static_cast<int64_t>(per_class->size());
  int64_t supports = 0;
  for (const int64_t each : *per_class) {
    constexpr int64_t kMost = int64_t{1} << 40;
    if (each < 0 || each > kMost || !ctx.exprs().CountWork(1)) return ctx.Refuse();
    supports += each;
  }
  if (!AddKernels(ctx, ctx.Multiply(supports, rows), ctx.InputDim(0, -1))) return ctx.Refuse();
  // A class and each other one: a coefficient for each of their vectors, the intercept, a vote.
  const int64_t pairs = classes * (classes - 1) / 2;
  ctx.Mac(ctx.Multiply(ctx.Multiply(supports, classes - 1), rows));
  ctx.Alu(2 * pairs, rows);
  ctx.Alu(classes, rows);
  if (!AddPostTransform(ctx, ctx.OutputSize(1))) ctx.Refuse();
}

void TreeEnsembleCost(CostContext& ctx) {
  const auto roots = ctx.Ints("tree_roots");
  const auto yes = ctx.Ints("nodes_truenodeids");
  const auto no = ctx.Ints("nodes_falsenodeids");
  const auto yes_is_leaf = ctx.Ints("nodes_trueleafs");
  const auto no_is_leaf = ctx.Ints("nodes_falseleafs");
  const bool has_all = roots && yes && no && yes_is_leaf && no_is_leaf &&
                       yes->size() == no->size() && yes->size() == yes_is_leaf->size() &&
                       yes->size() == no_is_leaf->size();
  // A test for a set of values takes no fixed number of comparisons.
  if (!has_all || ctx.FindAttribute("membership_values") != nullptr) return ctx.Refuse();
  if (!ctx.exprs().CountWork(yes->size())) return ctx.Refuse();
  // Leaves are all one node, behind the last.
  std::vector<TreeNode> nodes(yes->size() + 1);
  for (size_t i = 0; i < yes->size(); ++i) {
    nodes[i].children = {(*yes_is_leaf)[i] != 0 ? yes->size() : static_cast<size_t>((*yes)[i]),
                         (*no_is_leaf)[i] != 0 ? yes->size() : static_cast<size_t>((*no)[i])};
  }
  int64_t comparisons = 0;
  for (const int64_t root : *roots) {
    const auto index = static_cast<size_t>(root);
    if (index >= yes->size() || !FindDepth(ctx, nodes, index)) return ctx.Refuse();
    comparisons += nodes[index].depth;
  }
  // A leaf has one target.
  AddTrees(ctx, comparisons + static_cast<int64_t>(roots->size()));
  constexpr int64_t kAverage = 0;
  if (ctx.Int("aggregate_function", 1) == kAverage) ctx.Div(ctx.OutputSize(0));
  if (ctx.Int("post_transform", 0) != 0) ctx.Refuse();
}

void TreeEnsembleNodesCost(CostContext& ctx) {
  const bool is_classifier = ctx.op_type() == "TreeEnsembleClassifier";
  const auto trees = ctx.Ints("nodes_treeids");
  const auto comparisons = trees ? ComparisonsOf(ctx, *trees) : std::nullopt;
  const auto targets = is_classifier ? TargetsOf(ctx, "class_treeids", "class_nodeids")
                                     : TargetsOf(ctx, "target_treeids", "target_nodeids");
  if (!comparisons || !targets) return ctx.Refuse();
  AddTrees(ctx, *comparisons + *targets);
  const Expr scores = ctx.OutputSize(is_classifier ? 1 : 0);
  if (is_classifier) ctx.Alu(scores);  // the greatest
  const bool has_base =
      CountOf(ctx, "base_values") > 0 || ctx.FindAttribute("base_values_as_tensor") != nullptr;
  if (has_base) ctx.Alu(scores);
  if (ctx.String("aggregate_function", "SUM") == "AVERAGE") ctx.Div(scores);
  if (!AddPostTransform(ctx, scores)) ctx.Refuse();
}

}  // namespace shapewright::rules
