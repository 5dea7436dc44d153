#ifndef SHAPEWRIGHT_TESTS_PAGE_MODELS_H_
#define SHAPEWRIGHT_TESTS_PAGE_MODELS_H_

#include <string>

#include "page/wiring.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// x: float32[N, 4] -> Relu -> h -> If, whose branches read h -> y.
onnx::ModelProto BranchModel();
// What is answered about it, as InferShapes writes it.
v1::InferShapesResponse BranchAnswer();
// Who reads what in it.
ModelWiring BranchWiring();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_PAGE_MODELS_H_
