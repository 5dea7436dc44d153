#include "core/graph/hlo/hlo_buffers.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::graph {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> LinesOf(absl::string_view text) {
  std::vector<std::string> lines;
  const auto buffers = ReadHloBuffers(text);
  EXPECT_TRUE(buffers.ok()) << buffers.status();
  if (!buffers.ok()) return lines;
  for (const HloBuffer& buffer : *buffers) {
    lines.push_back(absl::StrCat(buffer.computation, " ", buffer.name, " ", buffer.opcode, " ",
                                 buffer.type, buffer.copied.empty() ? "" : " of ", buffer.copied));
  }
  return lines;
}

TEST(HloBuffers, AreThoseOfInstructionsThatHaveMemory) {
  EXPECT_THAT(LinesOf(R"(HloModule m
fused {
  p = f32[2,3]{1,0} parameter(0)
  ROOT n = f32[2,3]{1,0} negate(p)
}
body {
  s = (f32[2,3]{1,0}, s32[]) parameter(0)
  x = f32[2,3]{1,0} get-tuple-element(s), index=0
  f = f32[2,3]{1,0} fusion(x), kind=kLoop, calls=fused
  i = s32[] get-tuple-element(s), index=1
  ROOT t = (f32[2,3]{1,0}, s32[]) tuple(f, i)
}
cond {
  s = (f32[2,3]{1,0}, s32[]) parameter(0)
  ROOT c = pred[] constant(true)
}
ENTRY main {
  a = f32[2,3]{1,0:T(2,128)} parameter(0)
  b = f32[2,3]{0,1} copy(a)
  z = s32[] constant(0)
  t = (f32[2,3]{0,1}, s32[]) tuple(b, z)
  w = (f32[2,3]{1,0}, s32[]) while(t), condition=cond, body=body
  q = (f32[<=4,?]{1,0}, token[]) custom-call(w), custom_call_target="f"
  ROOT r = f32[6]{0} bitcast(b)
}
)"),
              ElementsAre("body f fusion f32[2,3]{1,0}", "cond c constant pred[]",
                          "main a parameter f32[2,3]{1,0:T(2,128)}",
                          "main b copy f32[2,3]{0,1} of f32[2,3]{1,0:T(2,128)}",
                          "main z constant s32[]", "main q#0 custom-call f32[<=4,?]{1,0}"));
}

TEST(HloBuffers, ErrorsAreThoseOfTheReader) {
  EXPECT_EQ(ReadHloBuffers("HloModule m\nENTRY e {}").status().message(),
            "line 2, column 10: expected an instruction, not \"}\"");
}

}  // namespace
}  // namespace shapewright::graph
