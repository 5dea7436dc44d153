#include "tests/fuzz/support/onnx_words.h"

#include <vector>

#include "absl/strings/str_split.h"
#include "core/rules/registry/registry.h"

namespace shapewright::fuzz {
namespace {

constexpr absl::string_view kAttributes =
    "allowzero alpha auto_pad axes axis batch_axis batch_dims bits block_size blocksize body "
    "border broadcast cats_int64s ceil_mode channels channels_last cond count_include_pad "
    "crop_height detect_negative dilations dim direction dtype else_branch end ends epsilon "
    "equation exclusive fmod gather_axis group groups height_scale hidden_size inputdimensions "
    "intercepts inverse is_onesided K k keepdims kernel_shape kv_num_heads largest layout mode N "
    "n_targets new_axis noop_with_empty_axes num_groups num_heads num_outputs num_scan_inputs "
    "onesided output_dtype output_height output_padding output_shape output_width p paddings pads "
    "past_present_share_buffer perm pooled_shape q_num_heads qkv_hidden_sizes quantize_axis "
    "reduction repeats reverse sample_size sampling_ratio scale scales scan_input_axes "
    "scan_output_axes select_last_index shape size sorted spatial spatial_scale split start "
    "starts stash_type step steps storage_order strides then_branch tiles time_axis to "
    "training_mode transA transB transBatchA type upper value value_float value_floats value_int "
    "value_ints value_string value_strings values vectors_per_class width_scale";

constexpr absl::string_view kValues =
    "|ai.onnx.ml|com.microsoft|local|SAME_UPPER|SAME_LOWER|VALID|NOTSET|DCR|CRD|linear|cubic|"
    "nearest|bidirectional|forward|sum|mean|none|ij,jk->ik|...ij,...jk->...ik|bii->bi|NHWC|BSH|"
    "external|stripped|location|x|y|z|N|M|N + 1|2*N|(N - 3)//2 + 1|max(0, N - M)|?|-1|None|unk__1|"
    "min(N, 8)|9223372036854775807";

std::vector<absl::string_view> AllWords() {
  std::vector<absl::string_view> words(AttributeNames().begin(), AttributeNames().end());
  for (const rules::OperatorRow* row : rules::AllOperators()) words.push_back(row->name);
  for (const absl::string_view value : absl::StrSplit(kValues, '|')) words.push_back(value);
  return words;
}

}  // namespace

absl::Span<const absl::string_view> AttributeNames() {
  static const auto& names = *new std::vector<absl::string_view>(absl::StrSplit(kAttributes, ' '));
  return names;
}

absl::Span<const absl::string_view> OnnxWords() {
  static const auto& words = *new std::vector<absl::string_view>(AllWords());
  return words;
}

}  // namespace shapewright::fuzz
