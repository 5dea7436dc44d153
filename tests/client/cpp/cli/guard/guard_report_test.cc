#include "client/cpp/cli/guard/guard_report.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

// x of one axis of at most 4; y is as large.
constexpr char kGuard[] = R"pb(
  inputs { name: "x" element_type: ELEMENT_TYPE_FLOAT shape: "[N]" }
  slots { input: 0 axis: 0 }
  instructions { op: OP_SLOT }
  instructions { op: OP_CONSTANT constant: 4 }
  instructions {
    op: OP_LESS_OR_EQUAL
    operands: [ 0, 1 ]
  }
  checks {
    result: 2
    left: 0
    right: 1
    relation: RELATION_LESS_OR_EQUAL
    basis: BASIS_REQUIRED
    message: "node 0 Expand: N <= 4"
    suggestion: "N must be at most 4"
    cel: "(request.inputs[\"x\"].shape[0] <= 4)"
  }
  checks { result: 2 undecided_if_zero: true message: "so assumed" }
  outputs {
    name: "y"
    types { sizes: 0 }
  }
  memory_bytes: 1
  coverage: COVERAGE_PARTIAL
  not_covered { text: "?1 <= 7" }
  not_in_cel: 1
)pb";

v1::GuardProgram Parsed() {
  v1::GuardProgram program;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kGuard, &program));
  return program;
}

TEST(GuardReport, ListsChecksAndWhatTheyDoNotCover) {
  EXPECT_EQ(RenderLines(ReportGuard(Parsed(), 80), false),
            "guard: 2 checks, 3 instructions, coverage partial\n"
            "  check  basis     what\n"
            "  0      required  node 0 Expand: N <= 4\n"
            "  1      assumed   so assumed\n"
            "not covered: ?1 <= 7\n"
            "cel 0: (request.inputs[\"x\"].shape[0] <= 4)\n"
            "not in CEL: 1\n");
}

std::string Checked(int64_t size) {
  const v1::GuardProgram program = Parsed();
  guard::RequestCheck check(*guard::LoadedGuard::Load(program));
  v1::Binding request;
  v1::InputSizes* const input = request.add_inputs();
  input->set_name("x");
  input->add_sizes(size);
  return RenderLines(CheckRequest(check, program, request, "a request", 80).text, false);
}

TEST(GuardReport, TellsWhatIsWrongWithARequest) {
  EXPECT_EQ(Checked(3),
            "a request: pass\n"
            "  value  shape\n"
            "  y      [3]\n"
            "  at least 4 B live at one time\n");
  EXPECT_EQ(Checked(5),
            "a request: fail\n"
            "  node 0 Expand: N <= 4: 5 <= 4 does not hold; N must be at most 4\n"
            "  not decided: so assumed\n");
}

}  // namespace
}  // namespace shapewright::cli
