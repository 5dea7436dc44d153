#ifndef SHAPEWRIGHT_PAGE_ANSWER_TEXT_H_
#define SHAPEWRIGHT_PAGE_ANSWER_TEXT_H_

#include <string>

#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// One-line texts for people. All are printable.

// `N + 5`, `768`, `2..8`, `?`.
std::string DimText(const v1::Dim& dim);
std::string AmountText(const v1::Amount& amount);
// `2..8`, `2..`, `..8`; empty for an interval without ends.
std::string IntervalText(const v1::Interval& interval);
// `[N, 3, 224]`.
std::string ShapeText(const v1::Shape& shape);
// `float`, `seq(float)`, `?`.
std::string ElementTypeText(const v1::Type& type);
// The shape of a tensor, or of what a sequence or optional holds.
std::string TypeShapeText(const v1::Type& type);

// Texts that name places of an answer.
class SiteText {
 public:
  explicit SiteText(const v1::InferShapesResponse& response) : response_(response) {}

  // The name of a node, else `#12 Conv`.
  static std::string Node(const v1::Site& site);
  // What makes a value of that graph: a node, `input`, or `constant`.
  static std::string Producer(const v1::GraphInfo& graph, const v1::ValueInfo& value);
  // `/attention/MatMul input 1 axis 0`; an input of the model by its name.
  std::string Place(const v1::Site& site) const;
  // Its text; of two sizes that read the same, as inputs share a name, what they are the sizes
  // of: `x[0] = y[0]`.
  static std::string Fact(const v1::Fact& fact);
  std::string Places(const google::protobuf::RepeatedPtrField<v1::Site>& sites) const;
  // `main graph`, `then_branch of /If_3`, `function f`.
  std::string Graph(uint32_t graph) const;
  // `then_branch of /If_3 runs`, or a condition; more than one joined by `and`.
  static std::string Circumstances(
      const google::protobuf::RepeatedPtrField<v1::Circumstance>& circumstances);

 private:
  // The name of a graph's input, else empty.
  static std::string InputName(const v1::Site& site);
  // A place that is not within a node.
  std::string GraphPlace(const v1::Site& site) const;

  const v1::InferShapesResponse& response_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_ANSWER_TEXT_H_
