#include "client/cpp/cli/page/drawing.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

// Longer names and shapes are cut, so that boxes stay small.
constexpr size_t kMostLabelBytes = 60;

// A box: an input, a node or an output.
struct Box {
  enum class Kind : uint8_t { kInput, kNode, kOutput };
  Kind kind = Kind::kNode;
  std::string name;
  std::string detail;  // the operator; of inputs and outputs the shape
};

struct Arrow {
  size_t from = 0;
  size_t to = 0;
  std::string shape;
};

struct Picture {
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;
  size_t left_out = 0;  // nodes
};

std::string Short(const std::string& text) {
  const std::string printable = Printable(text);
  const bool is_short = printable.size() <= kMostLabelBytes;
  return absl::StrCat(Utf8Prefix(printable, kMostLabelBytes), is_short ? "" : "...");
}

// A number that no box has.
constexpr size_t kNoBox = ~size_t{0};
// Stands for a box that is left out.
constexpr size_t kLeftOut = kNoBox - 1;

class Painter {
 public:
  Painter(const v1::InferShapesResponse& response, const ModelWiring& wiring)
      : graph_(response.graphs(0)), nodes_(wiring.graphs[0].nodes), outputs_(response.outputs()) {}

  Picture Paint() {
    makers_.assign(static_cast<size_t>(graph_.values_size()), kNoBox);
    for (int i = 0; i < graph_.values_size(); ++i) {
      const v1::ValueInfo& value = graph_.values(i);
      if (!value.has_input()) continue;
      makers_[static_cast<size_t>(i)] = picture_.boxes.size();
      picture_.boxes.push_back({Box::Kind::kInput, value.name(), value.type().text()});
    }
    AddNodes();
    AddOutputs();
    return std::move(picture_);
  }

 private:
  // Nodes that follow from constants alone are constants, too.
  void AddNodes() {
    std::vector<std::vector<size_t>> results(nodes_.size());
    for (int i = 0; i < graph_.values_size(); ++i) {
      const v1::ValueInfo& value = graph_.values(i);
      if (value.node() >= results.size() || !value.has_node()) continue;
      results[value.node()].push_back(static_cast<size_t>(i));
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const bool is_constant =
          std::none_of(nodes_[i].inputs.begin(), nodes_[i].inputs.end(),
                       [this](int32_t input) { return MakerOf(input) != kNoBox; });
      if (is_constant) continue;
      if (++drawn_ > kMostDrawnNodes) {
        ++picture_.left_out;
        for (const size_t result : results[i]) makers_[result] = kLeftOut;
        continue;
      }
      const v1::NodeInfo& node = graph_.nodes(static_cast<int>(i));
      const size_t box = picture_.boxes.size();
      picture_.boxes.push_back({Box::Kind::kNode, node.name(), node.op_type()});
      for (const int32_t input : nodes_[i].inputs) AddArrow(input, box);
      for (const size_t result : results[i]) makers_[result] = box;
    }
  }

  void AddOutputs() {
    absl::btree_set<std::string> names;
    for (const v1::ValueInfo& output : outputs_) names.insert(output.name());
    for (int i = 0; i < graph_.values_size(); ++i) {
      const v1::ValueInfo& value = graph_.values(i);
      if (!names.contains(value.name()) || makers_[static_cast<size_t>(i)] == kNoBox) continue;
      picture_.boxes.push_back({Box::Kind::kOutput, value.name(), value.type().text()});
      AddArrow(i, picture_.boxes.size() - 1);
    }
  }

  size_t MakerOf(int32_t value) const {
    const bool is_known = value >= 0 && static_cast<size_t>(value) < makers_.size();
    return is_known ? makers_[static_cast<size_t>(value)] : kNoBox;
  }

  void AddArrow(int32_t value, size_t box) {
    const size_t from = MakerOf(value);
    if (from == kNoBox || from == kLeftOut) return;
    picture_.arrows.push_back({from, box, TypeShapeText(graph_.values(value).type())});
  }

  const v1::GraphInfo& graph_;
  const std::vector<WiredNode>& nodes_;
  const google::protobuf::RepeatedPtrField<v1::ValueInfo>& outputs_;
  std::vector<size_t> makers_;  // boxes, by value
  size_t drawn_ = 0;
  Picture picture_;
};

Picture PictureOf(const v1::InferShapesResponse& response, const ModelWiring& wiring) {
  if (response.graphs().empty() || wiring.graphs.empty()) return {};
  return Painter(response, wiring).Paint();
}

std::string DotText(const std::string& text) {
  return absl::StrReplaceAll(Short(text), {{"\\", "\\\\"}, {"\"", "\\\""}});
}

// Mermaid reads entities by number, and nothing else, within quotation marks.
std::string MermaidText(const std::string& text) {
  std::string out;
  for (const char c : Short(text)) {
    const bool is_special = std::string("\"#<>&;`|[]{}()\\").find(c) != std::string::npos;
    if (is_special) {
      absl::StrAppend(&out, "#", static_cast<int>(c), ";");
    } else {
      out.push_back(c);
    }
  }
  return out;
}

}  // namespace

std::string DotDrawing(const v1::InferShapesResponse& response, const ModelWiring& wiring) {
  const Picture picture = PictureOf(response, wiring);
  std::string out =
      "digraph {\n  node [shape=box, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (size_t i = 0; i < picture.boxes.size(); ++i) {
    const Box& box = picture.boxes[i];
    const bool is_node = box.kind == Box::Kind::kNode;
    absl::StrAppend(&out, "  b", i, " [label=\"", DotText(is_node ? box.detail : box.name), "\\n",
                    DotText(is_node ? box.name : box.detail), "\"",
                    is_node ? "" : ", style=rounded", "];\n");
  }
  for (const Arrow& arrow : picture.arrows) {
    absl::StrAppend(&out, "  b", arrow.from, " -> b", arrow.to, " [label=\"", DotText(arrow.shape),
                    "\"];\n");
  }
  if (picture.left_out > 0) {
    absl::StrAppend(&out, "  more [label=\"", picture.left_out, " more nodes\", style=dashed];\n");
  }
  return out + "}\n";
}

std::string MermaidDrawing(const v1::InferShapesResponse& response, const ModelWiring& wiring) {
  const Picture picture = PictureOf(response, wiring);
  std::string out = "flowchart TD\n";
  for (size_t i = 0; i < picture.boxes.size(); ++i) {
    const Box& box = picture.boxes[i];
    const bool is_node = box.kind == Box::Kind::kNode;
    const std::string label = absl::StrCat(MermaidText(is_node ? box.detail : box.name), "<br>",
                                           MermaidText(is_node ? box.name : box.detail));
    absl::StrAppend(&out, "  b", i, is_node ? "[\"" : "([\"", label, is_node ? "\"]" : "\"])",
                    "\n");
  }
  for (const Arrow& arrow : picture.arrows) {
    absl::StrAppend(&out, "  b", arrow.from, " -->|\"", MermaidText(arrow.shape), "\"| b", arrow.to,
                    "\n");
  }
  if (picture.left_out > 0) {
    absl::StrAppend(&out, "  more[\"", picture.left_out, " more nodes\"]\n");
  }
  return out;
}

}  // namespace shapewright::cli
