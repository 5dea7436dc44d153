#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_CONTROL_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_CONTROL_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of control flow, sequences, texts and ai.onnx.ml.
inline constexpr CheckRow kControlChecks[] = {
    {{"scan.batch", "one batch size"}, "Scan", "S18"},
    {{"scan.trips", "one number of iterations"}, "Scan", "S18"},
    {{"if.then_cannot_run", "then_branch cannot run"}, "If", "S36"},
    {{"if.else_cannot_run", "else_branch cannot run"}, "If", "S36"},
    {{"sequence.take", "an element to take"}, "SequenceAt"},
    {{"sequence.erase", "an element to erase"}, "SequenceErase"},
    {{"sequence.concat", "an element to concatenate"}, "ConcatFromSequence"},
    {{"sequence.concat_axes", "the elements agree off the axis of concatenation"},
     "ConcatFromSequence"},
    {{"sequence.samples", "one sample of each"}, "SequenceMap"},
    {{"sequence.part_empty", "the size of the parts is greater than zero"}, "SplitToSequence"},
    {{"sequence.part", "the size of a part"}, "SplitToSequence"},
    {{"sequence.parts", "the parts make up the whole"}, "SplitToSequence"},
    {{"words.shape", "the words are [C] or [1, C]"}, "StringNormalizer"},
    {{"ml.samples", "one row per sample in each operand"}, "ai.onnx.ml:FeatureVectorizer"},
    {{"ml.labels", "as many columns as labels"}, "ai.onnx.ml:ZipMap"},
    {{"ml.coefficients", "a coefficient for each feature"}, "ai.onnx.ml:LinearRegressor"},
    {{"ml.features", "one number for all features, or one for each"}, "ai.onnx.ml:Scaler"},
    {{"ml.vectors", "an entry of each vector for each feature"}, "ai.onnx.ml:SVMRegressor"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_CONTROL_CHECKS_H_
