#include "tests/fuzz/support/query_target.h"

#include <cstdio>

#include "core/graph/read_error.h"

namespace shapewright::fuzz {

query::QueryOptions SmallQueryLimits() {
  query::QueryOptions options;
  options.max_cases = 8;
  options.max_rank = 12;
  options.max_type_depth = 6;
  options.max_expression_nodes = 20'000;
  options.max_memory_places = 2'000;
  return options;
}

absl::Span<const absl::string_view> QueryWords() {
  static constexpr absl::string_view kWords[] = {"[]",
                                                 "[N]",
                                                 "[2, ?]",
                                                 "[?, 5]",
                                                 "[N, N + 1]",
                                                 "[2..8, ?1]",
                                                 "?",
                                                 "rank 2..4",
                                                 "[...]",
                                                 "{2,3}",
                                                 "{?,1..5,...}",
                                                 "(2, 3)",
                                                 "f32[2,3]{1,0}",
                                                 "f32[N,H]{0,1:T(8,128)}",
                                                 "f32[2,3]{1,0:T(2)(2,1)S(5)E(4)L(1)}",
                                                 "bf16[0,3]",
                                                 "(f32[2], (s32[], pred[4]))",
                                                 "token[]",
                                                 "f32[<=10,?]",
                                                 "seq(float32[N]; 3)",
                                                 "map(string, int64[])",
                                                 "optional(float16[])",
                                                 "sparse(float32[3, N])",
                                                 "opaque(`d`, `o`)",
                                                 "NCHW",
                                                 "NcDHw",
                                                 "N...C",
                                                 "NCHW16c",
                                                 "[N,H,W,C]",
                                                 "{1,0:D(D,C)P(f32[6]{0})}",
                                                 "{0,1:SC(0:1,2)M(64)}",
                                                 "({0,1}, ({}, {0}))",
                                                 "f32[6,2]{0,1}",
                                                 "[6]",
                                                 "column_major",
                                                 "batch",
                                                 "C",
                                                 "N",
                                                 "N//2",
                                                 "mod(N, 3)",
                                                 "max(0, N - 1)",
                                                 "broadcast(N, M)",
                                                 "2..8",
                                                 "9223372036854775807",
                                                 "-9223372036854775808",
                                                 "0",
                                                 "1",
                                                 "?1",
                                                 "`a b`",
                                                 "N <= 8",
                                                 "2 <= N < M",
                                                 "mod(N, 8) = 0",
                                                 "N = M + 1",
                                                 "N != 8",
                                                 "N in {1, 8}",
                                                 "broadcastable(N, M)"};
  return kWords;
}

void CheckQueryError(const absl::Status& error) {
  const std::string reason(error.GetPayload(graph::kReasonPayload).value_or(absl::Cord()));
  const bool is_limit = absl::IsResourceExhausted(error);
  if (reason.empty() || (!is_limit && !absl::IsInvalidArgument(error))) {
    Defect("an error of no documented kind: " + error.ToString());
  }
  if (!is_limit && graph::FieldOf(error).empty()) Defect("blames no field: " + error.ToString());
}

void Defect(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace shapewright::fuzz
