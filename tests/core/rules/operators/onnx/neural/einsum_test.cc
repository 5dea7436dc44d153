// Expected shapes are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Einsum, NamesAxes) {
  CheckCases({
      {.op = "Einsum-12",
       .inputs = {"float32[B, H, S, D]", "float32[B, H, T, D]"},
       .attributes = {{"equation", "bhid,bhjd->bhij"}},
       .outputs = {"float32[B, H, S, T]"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]", "float32[3, 4]"},
       .attributes = {{"equation", "ij, jk"}},
       .outputs = {"float32[2, 4]"}},
      {.op = "Einsum-28",
       .inputs = {"float32[3, N]"},
       .attributes = {{"equation", "ii->i"}},
       .outputs = {"float32[3]"},
       .facts = {"REQUIRED 3 = N"}},
      {.op = "Einsum-12",
       .inputs = {"float32[7, 1, 2, 3]", "float32[5, 3, 4]"},
       .attributes = {{"equation", "...ij,...jk->...ik"}},
       .outputs = {"float32[7, 5, 2, 4]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 1: Ellipsis for input 1 represents 1"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "ij->"}},
       .outputs = {"float32[]"}},
      {.op = "Einsum-12",
       .inputs = {"float32?", "float32[3, 4]"},
       .attributes = {{"equation", "ij,jk->ik"}},
       .outputs = {"float32[?1, 4]"}},
      {.op = "Einsum-12",
       .inputs = {"float32?", "float32[3, 4]"},
       .attributes = {{"equation", "...j,jk->...k"}},
       .outputs = {"float32?"}},
      // numpy sorts capitals first, onnxruntime last.
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "aB"}},
       .outputs = {"float32[?1, ?2]"}},
  });
}

TEST(Einsum, Errors) {
  CheckCases({
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "i j,jk"}},
       .outputs = {"float32?"},
       .diagnostics =
           {"ERROR INVALID_ATTRIBUTE: Einsum cannot apply the equation \"i j,jk\" to 1"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "ij->ik"}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "i+->i"}},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR INVALID_ATTRIBUTE"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]"},
       .attributes = {{"equation", "ijk->i"}},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
      {.op = "Einsum-12",
       .inputs = {"float32[2, 3]", "float32[4, 5]"},
       .attributes = {{"equation", "ij,jk->ik"}},
       .outputs = {"float32[2, 5]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
