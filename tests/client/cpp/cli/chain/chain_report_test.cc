#include "client/cpp/cli/chain/chain_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

v1::InferChainResponse Parsed(const char* text) {
  v1::InferChainResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &response));
  return response;
}

constexpr char kFits[] = R"pb(
  fits: true
  whole {
    inputs {
      name: "x"
      type {
        text: "float32[B]"
        tensor {
          element_type: ELEMENT_TYPE_FLOAT
          shape { dims { expr: "B" } }
        }
      }
    }
  }
  stages { name: "a" nodes: 2 }
  stages { name: "b" nodes: 1 first_node: 3 facts: 0 }
  links {
    link {
      output { stage: "a" value: "y" }
      input { stage: "b" value: "x" }
    }
    type {
      tensor {
        element_type: ELEMENT_TYPE_FLOAT
        shape {
          dims { expr: "B" }
          dims { size: 64 }
        }
      }
    }
  }
  states {
    state {
      output { stage: "b" value: "present" }
      input { stage: "b" value: "past" }
    }
    axes {
      first { expr: "p" }
      next { expr: "p + s" }
      after_steps { expr: "s*T + p" }
    }
    axes {
      first { expr: "q" }
      next {}
      reason: "the size after a step is not known"
    }
  }
  states {
    state {
      output { stage: "b" value: "k" }
      input { stage: "b" value: "v" }
    }
    reason: "the output has rank 2, the input 1"
  }
  states {
    state {
      output { stage: "b" value: "present2" }
      input { stage: "b" value: "past2" }
    }
    axes {
      first { expr: "p" }
      next { expr: "p + s" }
      after_steps { expr: "s*T + p" }
    }
    axes {
      first { expr: "q" }
      next {}
      reason: "the size after a step is not known"
    }
  }
  steps_symbol: "T")pb";

TEST(ChainReport, ListsStagesLinksAndStates) {
  const int64_t steps[] = {32};
  EXPECT_EQ(RenderLines(ReportChain(Parsed(kFits), steps, {}), false),
            "stages, as they run\n"
            "  stage  nodes  facts  diagnostics\n"
            "  a      2      0      0\n"
            "  b      1      1      0\n"
            "\n"
            "links\n"
            "  link        type   shape    fits\n"
            "  a.y -> b.x  float  [B, 64]  yes\n"
            "\n"
            "the whole\n"
            "  value  type   shape  what\n"
            "  x      float  [B]    input\n"
            "\n"
            "states\n"
            "  b.present -> b.past, and 1 like it\n"
            "    first: [p, q]\n"
            "    next: [p + s, ?]\n"
            "    after T steps: [s*T + p, ?]\n"
            "    after 32: [32*s + p, ?]\n"
            "    axis 1: the size after a step is not known\n"
            "  b.k -> b.v\n"
            "    the output has rank 2, the input 1\n");
}

TEST(ChainReport, TellsWhatDoesNotFit) {
  v1::InferChainResponse response = Parsed(kFits);
  response.set_fits(false);
  response.add_mismatches()->set_message("link a.y -> b.x: axis 1 differs");
  const std::string text = RenderLines(ReportChain(response, {}, {}), false);
  EXPECT_THAT(text, testing::HasSubstr("[B, 64]  no\n  does not fit: link a.y -> b.x: axis 1"));
}

TEST(ChainReport, TellsWhetherBuffersAreLargeEnough) {
  v1::InferChainResponse response = Parsed(R"pb(
    fits: true
    steps_symbol: "T"
    states {
      state {
        output { stage: "d" value: "present" }
        input { stage: "d" value: "past" }
      }
      axes {
        first { expr: "p" }
        next { expr: "p + s" }
        after_steps { expr: "s*T + p" }
        capacity { size: 8 }
        fitting_steps { expr: "(8 - p)//s" }
      }
      sharing: SHARING_WHILE_IT_FITS
      sharing_reason: "axis 0: s*T + p <= 8"
    }
    evaluations {
      excesses {
        axis: 0
        step: 3
        size: 9
        capacity: 8
        message: "state d.past: after step 3 it has 9"
      }
      excesses { state: 1 step: 3 size: 9 capacity: 8 message: "state d.other: after step 3" }
    })pb");
  const std::string text = RenderLines(ReportChain(response, {}, {}), false);
  EXPECT_THAT(text,
              testing::HasSubstr("    after T steps: [s*T + p]\n"
                                 "    axis 0: capacity 8, enough for (8 - p)//s steps\n"
                                 "    one buffer: as long as it fits; axis 0: s*T + p <= 8\n"));
  EXPECT_THAT(text, testing::HasSubstr(
                        "  too small: state d.past: after step 3 it has 9; and 1 like it\n"));
}

// Values by hand.
TEST(ChainReport, SizesAfterSteps) {
  const auto size = [](const char* expr) {
    v1::Dim dim;
    dim.set_expr(expr);
    return SizeAfter(dim, "T", 5);
  };
  EXPECT_EQ(size("2^T*p + 1"), "32*p + 1");
  EXPECT_EQ(size("p//2^T"), "p//32");
  EXPECT_EQ(size("`a b` + T"), "`a b` + 5");
  EXPECT_EQ(size("(3^T - 1)//2"), "121");
  v1::Dim constant;
  constant.set_size(64);
  EXPECT_EQ(SizeAfter(constant, "T", 5), "64");
  EXPECT_EQ(SizeAfter(v1::Dim(), "T", 5), "?");
}

}  // namespace
}  // namespace shapewright::cli
