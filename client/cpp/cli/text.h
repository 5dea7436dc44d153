#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_TEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_TEXT_H_

#include <string>

#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// One-line texts for people. All are printable.

// `N + 5`, `768`, `2..8`, `?`.
std::string DimText(const v1::Dim& dim);
// `2..8`, `2..`, `..8`; empty for an interval without ends.
std::string IntervalText(const v1::Interval& interval);
// `[N, 3, 224]`, `rank 2..4`, `?`.
std::string ShapeText(const v1::Shape& shape);
// `float`, `seq(float)`, `?`.
std::string ElementTypeText(const v1::Type& type);
// The shape of a tensor, or of what a sequence or optional holds.
std::string TypeShapeText(const v1::Type& type);
// `N <= 512`, `broadcastable(N, M)`.
std::string RelationText(const v1::Constraint& constraint);

// Texts that name places of an answer.
class SiteText {
 public:
  explicit SiteText(const v1::InferShapesResponse& response) : response_(response) {}

  // The name of a node, else `#12 Conv`.
  std::string Node(uint32_t graph, uint32_t node) const;
  // What makes a value: a node, or `input`.
  std::string Producer(const v1::Site& site) const;
  // `/attention/MatMul input 1 axis 0`; an input of the model by its name.
  std::string Place(const v1::Site& site) const;
  // RelationText; of two sizes that read the same, as inputs share a name, what they are the sizes
  // of: `x[0] = y[0]`.
  std::string Fact(const v1::Constraint& constraint) const;
  std::string Places(const google::protobuf::RepeatedPtrField<v1::Site>& sites) const;
  // `main graph`, `then_branch of /If_3`, `function f`.
  std::string Graph(uint32_t graph) const;
  // `then_branch of /If_3`, more than one joined by `and`.
  std::string Guards(const google::protobuf::RepeatedPtrField<v1::Guard>& guards) const;

 private:
  // The name of a graph's input, else empty.
  std::string InputName(const v1::Site& site) const;
  // A place that is not within a node.
  std::string GraphPlace(const v1::Site& site) const;

  const v1::InferShapesResponse& response_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_TEXT_H_
