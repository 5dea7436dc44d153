#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STRUCT_MEMBERS_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STRUCT_MEMBERS_H_

#include "absl/strings/string_view.h"

namespace shapewright::graph {

// A member of a struct attribute of StableHLO: a list of integers, or one.
struct MlirStructMember {
  absl::string_view name;
  bool is_list = true;
};

// By struct, in the order of its bytecode.
inline constexpr MlirStructMember kChannelMembers[] = {{"handle", false}, {"type", false}};
inline constexpr MlirStructMember kConvMembers[] = {{"input_batch_dimension", false},
                                                    {"input_feature_dimension", false},
                                                    {"input_spatial_dimensions"},
                                                    {"kernel_input_feature_dimension", false},
                                                    {"kernel_output_feature_dimension", false},
                                                    {"kernel_spatial_dimensions"},
                                                    {"output_batch_dimension", false},
                                                    {"output_feature_dimension", false},
                                                    {"output_spatial_dimensions"}};
inline constexpr MlirStructMember kDotMembers[] = {{"lhs_batching_dimensions"},
                                                   {"rhs_batching_dimensions"},
                                                   {"lhs_contracting_dimensions"},
                                                   {"rhs_contracting_dimensions"}};
inline constexpr MlirStructMember kGatherMembers[] = {
    {"offset_dims"},           {"collapsed_slice_dims"},
    {"operand_batching_dims"}, {"start_indices_batching_dims"},
    {"start_index_map"},       {"index_vector_dim", false}};
inline constexpr MlirStructMember kScatterMembers[] = {
    {"update_window_dims"},           {"inserted_window_dims"},
    {"input_batching_dims"},          {"scatter_indices_batching_dims"},
    {"scatter_dims_to_operand_dims"}, {"index_vector_dim", false}};

// The labels of the dims of a convolution's input, kernel and result, and the members of
// kConvMembers that have the places of these labels, and of the numbers beside them.
struct ConvolutionPart {
  char first_label;
  absl::string_view first;
  char second_label;
  absl::string_view second;
  absl::string_view spatial;
};
inline constexpr ConvolutionPart kConvolutionParts[] = {
    {'b', "input_batch_dimension", 'f', "input_feature_dimension", "input_spatial_dimensions"},
    {'i', "kernel_input_feature_dimension", 'o', "kernel_output_feature_dimension",
     "kernel_spatial_dimensions"},
    {'b', "output_batch_dimension", 'f', "output_feature_dimension", "output_spatial_dimensions"}};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_STRUCT_MEMBERS_H_
