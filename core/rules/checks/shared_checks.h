#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_SHARED_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_SHARED_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of operators of several families, of bodies, and of rules of a request.
inline constexpr CheckRow kSharedChecks[] = {
    {{"broadcast", "broadcasting"}, "Broadcasting.md", "S1"},
    {{"size.negative", "a size is not negative"}, "the operators' schemas", "S10"},
    {{"sizes.agree", "operands agree on this size"}, "the operators' schemas"},
    {{"operand.one_element", "the operand has one element or row"}, "the operators' schemas"},
    {{"kernel.empty", "a kernel has at least one tap"}, "Conv", "S13"},
    {{"kernel.shape", "kernel_shape is the weights' shape"}, "Conv"},
    {{"kernel.fits", "the kernel fits into the padded input"}, "Conv", "S13"},
    {{"pool.fits", "the pooled window fits into the padded input"}, "MaxPool", "S13"},
    {{"sequence.position", "a position within the sequence"}, "SequenceAt"},
    {{"scan.carried", "what Scan carries has one shape from the beginning on"}, "Scan", "S18"},
    {{"body.cannot_run", "the body cannot run"}, "Loop", "S36"},
    {{"node.cannot_run", "the node cannot run otherwise"}, "If", "S34"},
    {{"integer.wraps", "int32 arithmetic does not wrap"}, "Add", "S10"},
    {{"float.exact", "a size is small enough to be exact in floating point"}, "Cast", "S14"},
    {{"float.root", "what a root is taken of is not negative"}, "Sqrt", "S14"},
    {{"float.divisor", "a size that divides is not 0"}, "Div", "S14"},
    {{"scale.exact", "float32 scales sizes up to here exactly"}, "Resize", "S14"},
    {{"scale.float32", "float32 holds the scaled size exactly"}, "Resize", "S14"},
    {{"rule.dim", "the dims that an operator's rule names agree"},
     "operator_rules of the request",
     "S63"},
    {{"rule.condition", "a condition of an operator's rule holds"},
     "operator_rules of the request",
     "S63"},
    {{"rule.caller", "the caller's rule says so"}, "the library's caller"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_SHARED_CHECKS_H_
