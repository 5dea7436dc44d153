// S72: a model whose nodes are shuffled is answered as the one with the nodes in the order that the
// paragraph asks for. Oracle: the sorted model, which is sorted here by names alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "proto/onnx/onnx.pb.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

constexpr int kShuffles = 5;

// The names that a node reads, its bodies included, without those that they define.
void AddReads(const onnx::NodeProto& node, std::set<std::string>& reads) {
  reads.insert(node.input().begin(), node.input().end());
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    if (!attribute.has_g()) continue;
    std::set<std::string> inner;
    std::set<std::string> own;
    for (const onnx::NodeProto& each : attribute.g().node()) {
      AddReads(each, inner);
      own.insert(each.output().begin(), each.output().end());
    }
    for (const auto& output : attribute.g().output()) inner.insert(output.name());
    for (const auto& input : attribute.g().input()) own.insert(input.name());
    for (const auto& constant : attribute.g().initializer()) own.insert(constant.name());
    for (const std::string& name : inner) {
      if (!own.contains(name)) reads.insert(name);
    }
  }
}

// Always the first node whose reads are all made.
void Sort(onnx::GraphProto& graph) {
  std::set<std::string> made_here;
  for (const onnx::NodeProto& node : graph.node()) {
    made_here.insert(node.output().begin(), node.output().end());
  }
  made_here.erase("");
  const std::vector<onnx::NodeProto> nodes(graph.node().begin(), graph.node().end());
  std::vector<size_t> missing(nodes.size());
  std::map<std::string, std::vector<size_t>> readers;
  std::set<size_t> ready;
  for (size_t i = 0; i < nodes.size(); ++i) {
    std::set<std::string> reads;
    AddReads(nodes[i], reads);
    for (const std::string& name : reads) {
      if (!made_here.contains(name)) continue;
      readers[name].push_back(i);
      ++missing[i];
    }
    if (missing[i] == 0) ready.insert(i);
  }
  graph.clear_node();
  while (!ready.empty()) {
    const onnx::NodeProto& node = nodes[ready.extract(ready.begin()).value()];
    *graph.add_node() = node;
    for (const std::string& output : node.output()) {
      for (const size_t reader : readers[output]) {
        if (--missing[reader] == 0) ready.insert(reader);
      }
    }
  }
  ASSERT_EQ(graph.node_size(), static_cast<int>(nodes.size()));
}

void Shuffle(onnx::GraphProto& graph, std::mt19937& random) {
  for (int i = graph.node_size() - 1; i > 0; --i) {
    graph.mutable_node()->SwapElements(i,
                                       static_cast<int>(random() % static_cast<uint32_t>(i + 1)));
  }
  for (onnx::NodeProto& node : *graph.mutable_node()) {
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) Shuffle(*attribute.mutable_g(), random);
    }
  }
}

void SortAll(onnx::GraphProto& graph) {
  for (onnx::NodeProto& node : *graph.mutable_node()) {
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) SortAll(*attribute.mutable_g());
    }
  }
  Sort(graph);
}

// Graphs within differ in their numbers, as these go by the order of the nodes: names tell values.
std::map<std::string, std::string> TypesOf(const onnx::ModelProto& model, std::string* facts) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model.SerializeAsString());
  request.set_scope(v1::SCOPE_MAIN_GRAPH);
  const v1::InferShapesResponse answer = Answer(request);
  std::map<std::string, std::string> types;
  for (const v1::ValueInfo& value : answer.graphs(0).values()) {
    types[value.name()] = value.type().SerializeAsString();
  }
  for (const v1::Fact& fact : answer.facts()) *facts += fact.text() + "\n";
  return types;
}

class CorpusOrder : public testing::TestWithParam<std::string> {};

TEST_P(CorpusOrder, S72AShuffledModelIsAnsweredAsTheSortedOne) {
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(ReadCorpusModel(GetParam())));
  std::mt19937 random(3);
  for (int i = 0; i < kShuffles; ++i) {
    onnx::ModelProto shuffled = model;
    Shuffle(*shuffled.mutable_graph(), random);
    onnx::ModelProto sorted = shuffled;
    SortAll(*sorted.mutable_graph());
    std::string facts;
    std::string expected_facts;
    EXPECT_EQ(TypesOf(shuffled, &facts), TypesOf(sorted, &expected_facts));
    EXPECT_EQ(facts, expected_facts);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusOrder,
                         testing::Values("gru_tagger_ts17", "bert_base_ts17", "seq2seq_loop_ts13",
                                         "scripted_control_ts17", "ssdlite320_mbv3_ts17"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
