#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_SPECS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_SPECS_H_

#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Requests with a list of `n` entries in the ModelSpec.
v1::InferShapesRequest InputTypes(int n);
v1::InferShapesRequest TextsOfTypes(int n);
v1::InferShapesRequest LongTextOfAType(int n);
v1::InferShapesRequest Constants(int n);
v1::InferShapesRequest Premises(int n);
v1::InferShapesRequest WidePremises(int n);
v1::InferShapesRequest WideEquations(int n);
v1::InferShapesRequest KnownSymbols(int n);
v1::InferShapesRequest PremisesOfOneList(int n);
v1::InferShapesRequest ElementFacts(int n);
v1::InferShapesRequest OutputsOfAPart(int n);
v1::InferShapesRequest InputsOfAPart(int n);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_SPECS_H_
