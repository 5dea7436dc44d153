// Requests of a few kilobytes that would take minutes or gigabytes: each ends within what a request
// of its size may take, by the server's own count of work (S65, S66), and the next call is
// answered.
#include "core/base/work.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/wire/model_id.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/process_memory.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

using Request = v1::InferShapesRequest;

// What one count may be larger than one operation, and what ends after the limit was met.
constexpr double kSlack = 1e6;

Request Of(const std::string& text) {
  Request request;
  request.mutable_model()->set_onnx(ParseModelText(text).SerializeAsString());
  return request;
}

template <typename Line>
std::string Lines(int count, Line line) {
  std::string lines;
  for (int i = 0; i < count; ++i) absl::StrAppend(&lines, line(i), "\n");
  return lines;
}

template <typename Item>
std::string List(int count, Item item, absl::string_view separator = ", ") {
  std::string list;
  for (int i = 0; i < count; ++i) absl::StrAppend(&list, i == 0 ? "" : separator, item(i));
  return list;
}

// 2^31 activations.
Request DoublingFunctions() {
  const std::string calls = Lines(30, [](int i) {
    return absl::StrCat("function my.domain.F", i, "(a) -> (c) { b = my.domain.F", i + 1,
                        "(a)\nc = my.domain.F", i + 1, "(b) }");
  });
  return Of(absl::StrCat("opset 17\nopset my.domain 1\ninput x: float32[N]\n", calls,
                         "function my.domain.F30(a) -> (b) { b = Relu(a) }\n",
                         "y = my.domain.F0(x)\noutput y\n"));
}

// A value of 1,024 elements that are symbols.
std::string ManyElements() {
  return absl::StrCat("opset 17\nopset my.domain 1\n",
                      Lines(16, [](int i) { return absl::StrCat("input x", i, ": int64[64]"); }),
                      "c = Concat(", List(16, [](int i) { return absl::StrCat("x", i); }),
                      ") axis=0\n");
}

// Each is the greatest of 1,024 symbols.
Request ManyReduceMax() {
  return Of(absl::StrCat(ManyElements(), Lines(50, [](int i) {
                           return absl::StrCat("y", i, " = ReduceMax(c) keepdims=0");
                         })));
}

Request ManyPremises() {
  constexpr int kPremises = 100'000;
  Request request = Of(absl::StrCat(
      "opset 17\n", Lines(kPremises / 10, [](int i) {
        return absl::StrCat("input x", i, ": float32[",
                            List(10, [i](int k) { return absl::StrCat("N", i, "_", k); }), "]");
      })));
  for (int i = 0; i < kPremises; ++i) {
    request.mutable_model()->add_premises(absl::StrCat("N", i / 10, "_", i % 10, " <= 8"));
  }
  return request;
}

Request MaxOfManyInputs() {
  return Of(absl::StrCat(
      "opset 17\n",
      Lines(20'000, [](int i) { return absl::StrCat("input x", i, ": float32[N", i, "]"); }),
      "y = Max(", List(20'000, [](int i) { return absl::StrCat("x", i); }), ")\noutput y\n"));
}

Request ManyFunctions() {
  return Of(
      absl::StrCat("opset 17\nopset my.domain 1\ninput x: float32[N]\n", Lines(80'000, [](int i) {
                     return absl::StrCat("function my.domain.F", i, "(a) -> (b) { b = Relu(a) }");
                   })));
}

Request NamesOfDefinedSymbols() {
  return Of(absl::StrCat("opset 17\n", Lines(80'000, [](int i) {
                           return absl::StrCat("input x", i, ": float32[t", 80'000 - i, "]");
                         })));
}

// 160 outputs of 1,024 elements that differ in both branches.
Request JoinedElements() {
  const auto branch = [](const std::string& name, int from) {
    return absl::StrCat(Lines(160,
                              [&](int i) {
                                return absl::StrCat("const k", name, i, ": int64[1] = ", from + i,
                                                    "\n", name, i, " = Add(c, k", name, i, ")");
                              }),
                        Lines(160, [&](int i) { return absl::StrCat("output ", name, i); }));
  };
  return Of(absl::StrCat(ManyElements(), "p = my.domain.Unknown(c)\n",
                         List(160, [](int i) { return absl::StrCat("y", i); }),
                         " = If(p) then_branch={ ", branch("a", 1), "} else_branch={ ",
                         branch("b", 1000), "}\n"));
}

// Loops within functions that call each other twice.
Request LoopsInFunctions() {
  const std::string calls = Lines(20, [](int i) {
    return absl::StrCat("function my.domain.G", i, "(m, c, a) -> (b) { b = Loop(m, c, a) body={ ",
                        "input i: int64[]\ninput d: bool[]\ninput s: float32[?]\n",
                        "e = Identity(d)\nt = my.domain.G", i + 1, "(m, c, s)\nu = my.domain.G",
                        i + 1, "(m, c, t)\noutput e\noutput u\n} }");
  });
  return Of(absl::StrCat("opset 17\nopset my.domain 1\ninput x: float32[N]\ninput c: bool[]\n",
                         "const m: int64[] = 200\n", calls,
                         "function my.domain.G20(m, c, a) -> (b) { b = Relu(a) }\n",
                         "y = my.domain.G0(m, c, x)\noutput y\n"));
}

// Calls of a function whose node has 300,000 entries in an attribute, and another 20,000
// attributes.
Request ManyEntriesOfAttributes() {
  return Of(absl::StrCat(
      "opset 13\nopset my.domain 1\ninput x: float32[A, B]\n",
      "function my.domain.F(a) -> (b) { b = ReduceMean(a) axes=[",
      List(300'000, [](int) { return "0"; }), "] ",
      List(
          20'000, [](int i) { return absl::StrCat("u", i, "=1"); }, " "),
      " }\n", Lines(20'000, [](int i) { return absl::StrCat("y", i, " = my.domain.F(x)"); })));
}

Request OfFile(const std::string& content) {
  Request request;
  request.mutable_model()->mutable_file()->set_content(content);
  return request;
}

// A StableHLO module whose operations give nothing, behind definitions of aliases.
Request OfModule(const std::string& aliases, const std::string& operations) {
  return OfFile(absl::StrCat(aliases, "\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n",
                             operations, "return %x : tensor<4xf32>\n}\n"));
}

// Each operation of a dialect of its own.
Request ManyDialects() {
  return OfModule(
      "", Lines(200'000, [](int i) { return absl::StrCat("\"d", i, ".a\"() : () -> ()"); }));
}

Request ManyAttributesOfOneOperation() {
  return OfModule("", absl::StrCat("\"stablehlo.a\"() {",
                                   List(400'000, [](int i) { return absl::StrCat("a", i, "=1"); }),
                                   "} : () -> ()\n"));
}

// 30,000 operations that name what stands once: 24 GB if each had its own.
Request OperationsOfOneArray() {
  return OfModule(absl::StrCat("#q = [", List(100'000, [](int) { return "1"; }), "]"),
                  Lines(30'000, [](int) { return "\"stablehlo.a\"() {z = #q} : () -> ()"; }));
}

// 100,000 times 100,000 numbers.
Request MatrixOfOneRow() {
  return OfModule(absl::StrCat("#r = [", List(100'000, [](int) { return "1"; }), "]"),
                  absl::StrCat("\"stablehlo.a\"() {z = [", List(100'000, [](int) { return "#r"; }),
                               "]} : () -> ()\n"));
}

Request OperationsAtOnePlace() {
  return OfModule(
      absl::StrCat("#q = loc(callsite(\"f.py\":1:2 at \"", std::string(1'000'000, 'x'), "\":1:2))"),
      Lines(30'000, [](int) { return "\"stablehlo.a\"() : () -> () loc(#q)"; }));
}

// An OpenVINO IR of these layers behind a parameter whose port has attributes.
Request OfNet(const std::string& port, const std::string& layers, const std::string& edges) {
  return OfFile(absl::StrCat(
      "<net name=\"m\" version=\"11\"><layers><layer id=\"0\" name=\"x\" type=\"Parameter\" "
      "version=\"opset1\"><data shape=\"2\" element_type=\"f32\"/><output><port id=\"0\"",
      port, "/></output></layer>", layers, "</layers><edges>", edges, "</edges></net>"));
}

std::string EdgesFromInput(int count) {
  return Lines(count, [](int i) {
    return absl::StrCat("<edge from-layer=\"0\" from-port=\"0\" to-layer=\"", i + 1,
                        "\" to-port=\"0\"/>");
  });
}

// Each layer of a set of operators of its own.
Request ManyOpsetsOfLayers() {
  return OfNet("",
               Lines(100'000,
                     [](int i) {
                       return absl::StrCat(
                           "<layer id=\"", i + 1, "\" name=\"l\" type=\"T\" version=\"v", i,
                           "\"><input><port id=\"0\"/></input><output><port id=\"1\"/>",
                           "</output></layer>");
                     }),
               EdgesFromInput(100'000));
}

// 50,000 outputs of a layer whose name has a million letters.
Request OutputsOfALongName() {
  return OfNet(
      "",
      absl::StrCat("<layer id=\"1\" name=\"", std::string(1'000'000, 'n'),
                   "\" type=\"T\" version=\"extension\"><output>",
                   Lines(50'000, [](int i) { return absl::StrCat("<port id=\"", i, "\"/>"); }),
                   "</output></layer>"),
      "");
}

// 20,000 results of a port that has 150,000 names, none of them theirs.
Request ResultsOfOnePort() {
  return OfNet(absl::StrCat(" names=\"",
                            List(
                                150'000, [](int i) { return absl::StrCat("a", i); }, ","),
                            "\""),
               Lines(20'000,
                     [](int i) {
                       return absl::StrCat(
                           "<layer id=\"", i + 1, "\" name=\"r\" type=\"Result\" version=",
                           "\"opset1\" output_names=\"q\"><input><port id=\"0\"/></input>",
                           "</layer>");
                     }),
               EdgesFromInput(20'000));
}

std::string FactOf(const grpc::Status& status, const std::string& key) {
  const google::rpc::ErrorInfo info = ErrorInfoOf(status);
  for (const auto& entry : info.metadata()) {
    if (entry.key() == key) return entry.value();
  }
  return "";
}

struct Hostile {
  const char* name;
  Request (*build)();
  // Whether all of it is more than it may take.
  bool is_cut;
  // Whether that is found before anybody could give up.
  bool ends_at_once = false;
};

class WorkFault : public testing::TestWithParam<Hostile> {
 protected:
  WorkFault() : server_({kListenHttp, "--threads=1", "--log-level=debug", "--log-every=1"}) {}

  double CountedWork() {
    return ParseMetrics(Fetch(server_.http_address(), "/metrics").body)
        .at("shapewright_work_total");
  }

  template <typename AnyRequest>
  static uint64_t LimitOf(const AnyRequest& request) {
    v1::ModelSpec spec = request.model();
    spec.clear_source();
    AnyRequest rest = request;
    rest.clear_model();
    const size_t model = request.model().onnx().size() + request.model().file().content().size();
    return WorkLimit(kDefaultMaxWork, 0, model + spec.ByteSizeLong() + rest.ByteSizeLong());
  }

  ServerProcess server_;
};

TEST_P(WorkFault, EndsWithinWhatItMayTake) {
  const Request request = GetParam().build();
  const std::string bytes = request.SerializeAsString();
  ExpectServing(server_);
  const double before = CountedWork();
  const grpc::Status status = Call(server_, kInferShapes, bytes);
  EXPECT_LE(CountedWork() - before, static_cast<double>(LimitOf(request)) + kSlack);
  EXPECT_EQ(!status.ok(), GetParam().is_cut) << status.error_message();
  if (!status.ok()) {
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "WORK_LIMIT") << status.error_message();
    EXPECT_EQ(FactOf(status, "limit"), absl::StrCat(LimitOf(request)));
    EXPECT_FALSE(FactOf(status, "phase").empty());
    EXPECT_FALSE(HasRetryInfo(status));
    // It is kept like an answer.
    const double once = CountedWork();
    const grpc::Status again = Call(server_, kInferShapes, bytes);
    EXPECT_EQ(again.error_details(), status.error_details());
    EXPECT_EQ(CountedWork(), once);
  }
  EXPECT_LE(PeakBytes(server_), WithSanitizer(1024 * kMiB));
  ExpectServing(server_);
}

class PlanFault : public WorkFault {};

// 5,000 buckets for 10,000 sizes would take more than it may.
TEST_F(PlanFault, ManyObservedSizes) {
  v1::ChooseBucketsRequest request;
  *request.mutable_model() = Of("opset 17\ninput x: float32[N]\ny = Relu(x)\noutput y\n").model();
  request.add_symbols("N");
  request.set_buckets(5000);
  for (int k = 0; k < 10'000; ++k) {
    v1::ObservedSizes& observed = *request.add_observed();
    observed.add_sizes(int64_t{k} * (k % 7 + 1));
    observed.set_count(static_cast<uint64_t>(k % 11 + 1));
  }
  const double before = CountedWork();
  const grpc::Status status =
      Call(server_, end_to_end::kChooseBuckets, request.SerializeAsString());
  EXPECT_LE(CountedWork() - before, static_cast<double>(LimitOf(request)) + kSlack);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "WORK_LIMIT") << status.error_message();
  EXPECT_EQ(FactOf(status, "phase"), "advise");
  ExpectServing(server_);
}

// A caller who gives up is heard in the middle of a node.
TEST_P(WorkFault, StopsSoonWhereNobodyWaits) {
  if (!GetParam().is_cut || GetParam().ends_at_once) return;
  PendingCall call(OpenChannel(server_), kInferShapes, GetParam().build().SerializeAsString());
  server_.WaitForLog("\"call_accepted\"");
  const double begun = CountedWork();
  while (CountedWork() < begun + 2 * static_cast<double>(Work::kPollInterval))
    std::this_thread::yield();
  call.Cancel();
  EXPECT_EQ(call.Wait().error_code(), grpc::StatusCode::CANCELLED);
  server_.WaitForLog("\"work_stopped\"");
  for (const auto& line : server_.LogOf("work_stopped")) {
    EXPECT_LE(line["work_in_vain"].get<double>(), Work::kPollInterval + kSlack) << line;
  }
  ExpectServing(server_);
}

INSTANTIATE_TEST_SUITE_P(
    All, WorkFault,
    testing::Values(Hostile{"DoublingFunctions", DoublingFunctions, true},
                    Hostile{"ManyReduceMax", ManyReduceMax, false},
                    Hostile{"ManyPremises", ManyPremises, false},
                    Hostile{"MaxOfManyInputs", MaxOfManyInputs, false},
                    Hostile{"ManyFunctions", ManyFunctions, false},
                    Hostile{"NamesOfDefinedSymbols", NamesOfDefinedSymbols, false},
                    Hostile{"JoinedElements", JoinedElements, true},
                    Hostile{"LoopsInFunctions", LoopsInFunctions, true},
                    Hostile{"ManyEntriesOfAttributes", ManyEntriesOfAttributes, true},
                    Hostile{"ManyDialects", ManyDialects, false},
                    Hostile{"ManyAttributesOfOneOperation", ManyAttributesOfOneOperation, false},
                    Hostile{"OperationsOfOneArray", OperationsOfOneArray, true, true},
                    Hostile{"MatrixOfOneRow", MatrixOfOneRow, false},
                    Hostile{"OperationsAtOnePlace", OperationsAtOnePlace, false},
                    Hostile{"ManyOpsetsOfLayers", ManyOpsetsOfLayers, false},
                    Hostile{"OutputsOfALongName", OutputsOfALongName, false},
                    Hostile{"ResultsOfOnePort", ResultsOfOnePort, false}),
    [](const auto& info) { return info.param.name; });

// What a caller allows is kept, though the server allows more.
TEST(WorkLimitFault, HoldsForTheCallerToo) {
  ServerProcess server;
  Request request = Of("opset 17\ninput x: float32[N]\ny = Relu(x)\noutput y\n");
  request.mutable_limits()->set_work(10);
  const grpc::Status status = Call(server, kInferShapes, request.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(status).reason(), "WORK_LIMIT");
  EXPECT_EQ(FactOf(status, "limit"), "10");
  request.mutable_limits()->set_work(100'000);
  EXPECT_TRUE(Call(server, kInferShapes, request.SerializeAsString()).ok());
}

// Whether the model and its inference were kept or not, a request may take the same (S67).
TEST(WorkLimitFault, DoesNotDependOnWhatIsKept) {
  ServerProcess server({"--result-cache-bytes=0"});
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = Of("opset 17\ninput x: float32[N]\ny = Relu(x)\noutput y\n").model();
  v1::SymbolSize& size = *request.add_bindings()->add_symbols();
  size.set_symbol("N");
  size.set_size(7);
  const std::string model = request.model().onnx();
  const auto fails = [&](uint64_t limit) {
    request.mutable_limits()->set_work(limit);
    return !Call(server, kEvaluateShapes, request.SerializeAsString()).ok();
  };
  // The least that is enough, found with everything made anew but the model.
  uint64_t least = 1;
  uint64_t most = 100'000;
  while (least < most) {
    const uint64_t middle = (least + most) / 2;
    if (fails(middle)) {
      least = middle + 1;
    } else {
      most = middle;
    }
  }
  for (const bool by_id : {false, true}) {
    if (by_id) request.mutable_model()->set_model_id(ModelId(model));
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(fails(least - 1)) << by_id << i;
      EXPECT_FALSE(fails(least)) << by_id << i;
    }
  }
  ServerProcess other(
      {"--result-cache-bytes=0", "--model-cache-bytes=0", "--compiled-cache-bytes=0"});
  request.mutable_model()->set_onnx(model);
  request.mutable_limits()->set_work(least);
  EXPECT_TRUE(Call(other, kEvaluateShapes, request.SerializeAsString()).ok());
  request.mutable_limits()->set_work(least - 1);
  EXPECT_FALSE(Call(other, kEvaluateShapes, request.SerializeAsString()).ok());
}

}  // namespace
}  // namespace shapewright::end_to_end
