#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_FAMILIES_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_FAMILIES_H_

#include "absl/types/span.h"
#include "core/rules/registry/operator_row.h"

namespace shapewright::rules {

// One function per family of operators, each in the file of its name. A new
// family is a line here and one in registry.cc.
absl::Span<const OperatorRow> UnaryOperators();          // elementwise_unary.cc
absl::Span<const OperatorRow> BinaryOperators();         // elementwise_binary.cc
absl::Span<const OperatorRow> RoundingOperators();       // rounding.cc
absl::Span<const OperatorRow> VariadicOperators();       // elementwise_variadic.cc
absl::Span<const OperatorRow> CastOperators();           // cast.cc
absl::Span<const OperatorRow> ConstantOperators();       // constant.cc
absl::Span<const OperatorRow> GeneratorOperators();      // generator.cc
absl::Span<const OperatorRow> ShapeOperators();          // shape_query.cc
absl::Span<const OperatorRow> ReshapeOperators();        // reshape.cc
absl::Span<const OperatorRow> AxisOperators();           // axis.cc
absl::Span<const OperatorRow> TransposeOperators();      // transpose.cc
absl::Span<const OperatorRow> ExpandOperators();         // expand.cc
absl::Span<const OperatorRow> ConcatOperators();         // concat.cc
absl::Span<const OperatorRow> SplitOperators();          // split.cc
absl::Span<const OperatorRow> SliceOperators();          // slice.cc
absl::Span<const OperatorRow> PadOperators();            // pad.cc
absl::Span<const OperatorRow> GatherOperators();         // gather.cc
absl::Span<const OperatorRow> ScatterOperators();        // scatter.cc
absl::Span<const OperatorRow> ReduceOperators();         // reduce.cc
absl::Span<const OperatorRow> SelectionOperators();      // selection.cc
absl::Span<const OperatorRow> MatmulOperators();         // matmul.cc
absl::Span<const OperatorRow> EinsumOperators();         // einsum.cc
absl::Span<const OperatorRow> ConvOperators();           // conv.cc
absl::Span<const OperatorRow> ConvTransposeOperators();  // conv_transpose.cc
absl::Span<const OperatorRow> PoolOperators();           // pool.cc
absl::Span<const OperatorRow> NonMaxSuppressionOperators();
absl::Span<const OperatorRow> NormalizationOperators();      // normalization.cc
absl::Span<const OperatorRow> AttentionOperators();          // attention.cc
absl::Span<const OperatorRow> ResizeOperators();             // resize.cc
absl::Span<const OperatorRow> RecurrentOperators();          // recurrent.cc
absl::Span<const OperatorRow> DetectionOperators();          // detection.cc
absl::Span<const OperatorRow> SignalOperators();             // signal.cc
absl::Span<const OperatorRow> TextOperators();               // text_operators.cc
absl::Span<const OperatorRow> QuantizeOperators();           // quantize.cc
absl::Span<const OperatorRow> LossOperators();               // loss.cc
absl::Span<const OperatorRow> TrainingOperators();           // training.cc
absl::Span<const OperatorRow> ControlFlowOperators();        // control_flow.cc
absl::Span<const OperatorRow> SequenceOperators();           // sequence.cc
absl::Span<const OperatorRow> MlOperators();                 // ml.cc
absl::Span<const OperatorRow> CumulativeOperators();         // cumulative.cc
absl::Span<const OperatorRow> ContribOperators();            // contrib.cc
absl::Span<const OperatorRow> ContribNormOperators();        // contrib_norm.cc
absl::Span<const OperatorRow> ContribAttentionOperators();   // contrib_attention.cc
absl::Span<const OperatorRow> ContribQuantizeOperators();    // contrib_quantize.cc
absl::Span<const OperatorRow> ContribMatmulOperators();      // contrib_matmul.cc
absl::Span<const OperatorRow> ContribRecurrenceOperators();  // contrib_recurrence.cc
absl::Span<const OperatorRow> ContribSparseAttentionOperators();
absl::Span<const OperatorRow> ContribWindowOperators();        // contrib_window.cc
absl::Span<const OperatorRow> ContribTensorOperators();        // contrib_tensor.cc
absl::Span<const OperatorRow> OpenVinoElementwiseOperators();  // ov_elementwise.cc
absl::Span<const OperatorRow> OpenVinoMovementOperators();     // ov_movement.cc
absl::Span<const OperatorRow> OpenVinoSliceOperators();        // ov_slice.cc
absl::Span<const OperatorRow> OpenVinoGatherOperators();       // ov_gather.cc
absl::Span<const OperatorRow> OpenVinoReduceOperators();       // ov_reduce.cc
absl::Span<const OperatorRow> OpenVinoNeuralOperators();       // ov_neural.cc
absl::Span<const OperatorRow> OpenVinoVisionOperators();       // ov_vision.cc
absl::Span<const OperatorRow> OpenVinoDetectionOperators();    // ov_detection.cc
absl::Span<const OperatorRow> OpenVinoRecurrentOperators();    // ov_recurrent.cc
absl::Span<const OperatorRow> OpenVinoControlOperators();      // ov_control.cc
absl::Span<const OperatorRow> OpenVinoSignalOperators();       // ov_signal.cc
absl::Span<const OperatorRow> OpenVinoTypeOperators();         // ov_types.cc
absl::Span<const OperatorRow> HloElementwiseOperators();       // hlo_elementwise.cc
absl::Span<const OperatorRow> ChloOperators();                 // hlo_chlo.cc
absl::Span<const OperatorRow> HloShapeOperators();             // hlo_shape.cc
absl::Span<const OperatorRow> HloMovementOperators();          // hlo_movement.cc
absl::Span<const OperatorRow> HloGatherOperators();            // hlo_gather.cc
absl::Span<const OperatorRow> HloContractionOperators();       // hlo_contraction.cc
absl::Span<const OperatorRow> HloReductionOperators();         // hlo_reduction.cc
absl::Span<const OperatorRow> HloControlOperators();           // hlo_control.cc
absl::Span<const OperatorRow> HloLinearOperators();            // hlo_linear.cc
absl::Span<const OperatorRow> HloTextOperators();              // hlo_text.cc

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_FAMILIES_H_
