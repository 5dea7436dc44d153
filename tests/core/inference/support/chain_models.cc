#include "tests/core/inference/support/chain_models.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/chain_writer.h"

namespace shapewright {
namespace {

constexpr int kFloat = 1;

// One type for all.
std::string Relu(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "3", "16"});
  std::string last = "x";
  while (out.node_count() < nodes) last = out.AddNode("Relu", {last});
  return out.Finish();
}

std::string Add(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  std::string last = "x";
  while (out.node_count() < nodes) last = out.AddNode("Add", {last, "x"});
  return out.Finish();
}

// A type of its own for each: N, 2*N, 3*N ...
std::string Concat(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  std::string last = "x";
  while (out.node_count() < nodes) {
    last = out.AddNode("Concat", {last, "x"}, {{"axis", {0}}});
  }
  return out.Finish();
}

// [N, 12], [3*N, 4], [N, 12] ...
std::string Reshape(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "12"});
  out.AddConstant("narrow", {-1, 4});
  out.AddConstant("wide", {-1, 12});
  std::string last = "x";
  while (out.node_count() < nodes) {
    last = out.AddNode("Reshape", {last, "narrow"});
    last = out.AddNode("Reshape", {last, "wide"});
  }
  return out.Finish();
}

// Sizes by arithmetic on elements: N, N + 1, N + 2 ...
std::string ShapeArithmetic(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  out.AddConstant("zero", {0});
  out.AddConstant("one", {1});
  std::string last = "x";
  while (out.node_count() < nodes) {
    const std::string shape = out.AddNode("Shape", {last});
    const std::string size = out.AddNode("Gather", {shape, "zero"}, {{"axis", {0}}});
    const std::string next = out.AddNode("Add", {size, "one"});
    const std::string sizes = out.AddNode("Concat", {next, "one"}, {{"axis", {0}}});
    last = out.AddNode("ConstantOfShape", {sizes});
  }
  return out.Finish();
}

// Each window takes 2 from the size and asks for one more.
std::string Window(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "3", "H"});
  std::string last = "x";
  while (out.node_count() < nodes) {
    last = out.AddNode("MaxPool", {last}, {{"kernel_shape", {3}, true}});
  }
  return out.Finish();
}

// A new symbol for each second node.
std::string NonZero(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  std::string last = "x";
  while (out.node_count() < nodes) {
    last = out.AddNode("Relu", {last});
    out.AddNode("NonZero", {last});
  }
  return out.Finish();
}

// (W + H)//2, ((W + H)//2 + H)//2 ...: an ever deeper expression.
std::string Halving(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"1", "3", "H"});
  out.AddInput("y", kFloat, {"1", "3", "W"});
  std::string last = "y";
  while (out.node_count() < nodes) {
    last = out.AddNode("Concat", {last, "x"}, {{"axis", {2}}});
    last = out.AddNode("MaxPool", {last}, {{"kernel_shape", {1}, true}, {"strides", {2}, true}});
  }
  return out.Finish();
}

// New symbols that turn out to be equal, each to the one before.
std::string Unify(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  std::string last = "x";
  std::string found = out.AddNode("NonZero", {"x"});
  while (out.node_count() < nodes) {
    last = out.AddNode("Relu", {last});
    const std::string next = out.AddNode("NonZero", {last});
    out.AddNode("Concat", {found, next}, {{"axis", {0}}});
    found = next;
  }
  return out.Finish();
}

// Broadcasts of new symbols, which stay open.
std::string Broadcast(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  out.AddConstant("axis", {0});
  std::string source = "x";
  std::string sum = out.AddNode("NonZero", {"x"});
  while (out.node_count() < nodes) {
    source = out.AddNode("Relu", {source});
    sum = out.AddNode("Add", {sum, out.AddNode("NonZero", {source})});
  }
  return out.Finish();
}

// Nodes that no rule knows.
std::string Unknown(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  std::string last = "x";
  while (out.node_count() < nodes) last = out.AddNode("Unheard", {last});
  return out.Finish();
}

// Nodes that are all wrong.
std::string Wrong(int nodes) {
  ChainWriter out;
  out.AddInput("x", kFloat, {"N", "M"});
  while (out.node_count() < nodes) out.AddNode("Concat", {"x", "x"}, {{"axis", {7}}});
  return out.Finish();
}

constexpr Chain kChains[] = {
    {"relu", Relu},
    {"add", Add},
    {"concat", Concat},
    {"reshape", Reshape},
    {"shape", ShapeArithmetic},
    {"window", Window},
    {"nonzero", NonZero},
    {"halving", Halving},
    {"unify", Unify},
    {"broadcast", Broadcast},
    {"unknown", Unknown},
    {"wrong", Wrong},
};

}  // namespace

absl::Span<const Chain> Chains() { return kChains; }

const Chain& FindChain(absl::string_view name) {
  for (const Chain& chain : kChains) {
    if (chain.name == name) return chain;
  }
  std::abort();
}

}  // namespace shapewright
