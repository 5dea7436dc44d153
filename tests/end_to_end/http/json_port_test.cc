// The JSON port (docs/json.md), by curl and by raw sockets.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

constexpr char kListenJson[] = "--json-listen=127.0.0.1:0";
constexpr char kInfer[] = "/shapewright.v1.ShapeService/InferShapes";
constexpr char kMerge[] = "/shapewright.v1.ShapeService/MergeShapes";

std::string JsonAddress(const ServerProcess& server) {
  return server.LogOf("started").at(0).at("json");
}

json InferBody(const std::string& onnx) {
  return {{"model", {{"onnx", absl::Base64Escape(onnx)}}}};
}

std::string PostText(const std::string& path, const std::string& body,
                     const std::string& fields = "") {
  return absl::StrCat("POST ", path, " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n",
                      fields, "Content-Length: ", body.size(), "\r\n\r\n", body);
}

TEST(JsonPort, AnswersAsGrpcDoes) {
  ServerProcess server({kListenJson, kListenHttp, "--log-every=1"});
  const auto expected = server.client().InferShapes(Request(ReluModel()));
  ASSERT_TRUE(expected.ok()) << expected.status();
  const HttpResponse response = Post(JsonAddress(server), kInfer, InferBody(ReluModel()).dump());
  ASSERT_EQ(response.status, 200) << response.body;
  const json answer = json::parse(response.body);
  EXPECT_EQ(answer.at("modelId"), expected->model_id());
  EXPECT_EQ(answer.at("outputs").at(0).at("type").at("text"), expected->outputs(0).type().text());
  // Metrics and log are those of calls.
  EXPECT_EQ(server.Metric("grpc_server_started_total{grpc_method=\"InferShapes\","
                          "grpc_service=\"shapewright.v1.ShapeService\",grpc_type=\"unary\"}"),
            2);
  EXPECT_EQ(server.Metric("shapewright_json_answers_total{status=\"200\"}"), 1);
  EXPECT_EQ(server.LogOf("call").at(1).at("peer"), "json:127.0.0.1");
}

TEST(JsonPort, ErrorsHaveDetails) {
  ServerProcess server({kListenJson});
  const HttpResponse response =
      Post(JsonAddress(server), kInfer, R"({"model": {"modelId": "sha256:00"}})");
  const json error = json::parse(response.body);
  const auto expected = server.client().InferShapes(RequestById("sha256:00"));
  EXPECT_EQ(absl::AsciiStrToUpper(std::string(error.at("code"))),
            absl::StatusCodeToString(expected.status().code()));
  // The client adds the details to the text.
  EXPECT_TRUE(absl::StartsWith(expected.status().message(), std::string(error.at("message"))));
  EXPECT_EQ(error.at("details").at(0).at("type"), "google.rpc.ErrorInfo");
  EXPECT_EQ(error.at("details").at(0).at("debug").at("domain"), "shapewright");
}

TEST(JsonPort, RefusesWhatIsNoMessage) {
  ServerProcess server({kListenJson});
  const std::string address = JsonAddress(server);
  const std::vector<std::string> bodies = {
      "",
      "[]",
      "{",
      "{'cases': []}",
      "{\"cases\": [],}",
      R"({"cases": [], "cases": []})",
      R"({"shareSymbols": true, "share_symbols": true})",
      R"({"nosuch": 1})",
      R"({"cases": [null]})",
      R"({"cases": 1e999})",
      R"({"limits": {"answerBytes": 123456789012345678901234567890}})",
      "{\"premises\": [\"\xff\"]}",
      R"({"premises": ["\ud800"]})",
      std::string(100'000, '['),
      "{\"cases\":" + std::string(100'000, '['),
  };
  for (const std::string& body : bodies) {
    const HttpResponse response = Post(address, kMerge, body);
    EXPECT_EQ(response.status, 400) << body.substr(0, 60) << response.body;
    EXPECT_EQ(json::parse(response.body).at("code"), "invalid_argument");
  }
  ExpectServing(server);
}

TEST(JsonPort, RefusesWhatIsNoCall) {
  ServerProcess server({kListenJson, "--max-message-bytes=64KiB"});
  const std::string address = JsonAddress(server);
  EXPECT_EQ(Post(address, "/shapewright.v1.ShapeService/NoSuch", "{}").status, 404);
  EXPECT_EQ(Post(address, "/shapewright.v1.ModelService/UploadModel", "{}").status, 404);
  EXPECT_EQ(Fetch(address, kMerge, "DELETE").status, 405);
  EXPECT_EQ(Fetch(address, kMerge).status, 400);
  EXPECT_EQ(Post(address, kMerge, "", "many").status, 400);
  EXPECT_EQ(Post(address, kMerge, "", "99999999").status, 413);
  const auto raw = [&address](const std::string& text) {
    const RawConnection connection(address);
    connection.Send(text);
    return connection.ReadAll().substr(0, 12);
  };
  EXPECT_EQ(raw("hello\r\n\r\n"), "HTTP/1.1 400");
  EXPECT_EQ(raw("POST / HTTP/2.0\r\n\r\n"), "HTTP/1.1 505");
  EXPECT_EQ(raw(PostText(kMerge, "{}", "Transfer-Encoding: chunked\r\n")), "HTTP/1.1 400");
  EXPECT_EQ(raw(PostText(kMerge, "{}", "Content-Length: 2\r\n")), "HTTP/1.1 400");
  EXPECT_EQ(raw("GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n\r\n"), "HTTP/1.1 431");
  EXPECT_EQ(raw(PostText(kMerge, "{}", "Content-Encoding: gzip\r\nConnection: close\r\n")),
            "HTTP/1.1 501");
  ExpectServing(server);
}

TEST(JsonPort, ReadsRequestsOneAfterAnother) {
  ServerProcess server({kListenJson});
  const RawConnection connection(JsonAddress(server));
  connection.Send(
      PostText(kMerge, "{}") +
      absl::StrCat("POST ", kMerge,
                   " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: "
                   "chunked\r\nConnection: close\r\n\r\n1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n"));
  const std::vector<std::string> parts = absl::StrSplit(connection.ReadAll(), "HTTP/1.1 200 OK");
  EXPECT_EQ(parts.size(), 3U);
}

// The CORS protocol of the Fetch standard; tests/client/browser has it with a real browser.
TEST(JsonPort, PagesOfAllowedOriginsMayCall) {
  ServerProcess server({kListenJson, "--json-allow-origin=https://a.example"});
  const std::string address = JsonAddress(server);
  const auto head_of = [&address](const std::string& text) {
    const RawConnection connection(address);
    connection.Send(text);
    const std::string answer = connection.ReadAll();
    return answer.substr(0, answer.find("\r\n\r\n"));
  };
  const std::string from = "Connection: close\r\nOrigin: https://";
  const std::string allowed = "access-control-allow-origin: https://a.example";
  EXPECT_TRUE(absl::StrContains(head_of(PostText(kMerge, "{}", from + "a.example\r\n")), allowed));
  // Errors can be read too.
  EXPECT_TRUE(absl::StrContains(head_of(PostText(kMerge, "[", from + "a.example\r\n")), allowed));
  for (const std::string origin : {"b.example", "a.example:444"}) {
    const std::string head = head_of(PostText(kMerge, "{}", absl::StrCat(from, origin, "\r\n")));
    EXPECT_TRUE(absl::StrContains(head, "200 OK")) << head;
    EXPECT_FALSE(absl::StrContains(head, "access-control")) << head;
  }
  const auto preflight = [&](const std::string& path, const std::string& origin) {
    return head_of(absl::StrCat("OPTIONS ", path, " HTTP/1.1\r\nHost: a\r\n", from, origin,
                                "\r\nAccess-Control-Request-Method: POST\r\n\r\n"));
  };
  const std::string head = preflight(kMerge, "a.example");
  EXPECT_TRUE(absl::StrContains(head, "200 OK")) << head;
  EXPECT_TRUE(absl::StrContains(head, "access-control-allow-headers: content-type, ")) << head;
  EXPECT_TRUE(absl::StrContains(preflight(kMerge, "b.example"), " 405 "));
  EXPECT_TRUE(absl::StrContains(preflight("/report/x", "a.example"), " 404 "));
}

// A client that hangs up cancels its call.
TEST(JsonPort, HangingUpCancels) {
  ServerProcess server({kListenJson, kListenHttp, kLongWork, "--threads=1"});
  {
    v1::EvaluateShapesRequest request;
    ASSERT_TRUE(request.ParseFromString(LongRequests(1)[0]));
    const std::string body = request.SerializeAsString();
    const RawConnection connection(JsonAddress(server));
    connection.Send(absl::StrCat("POST /shapewright.v1.ShapeService/EvaluateShapes HTTP/1.1\r\n",
                                 "Host: a\r\nContent-Type: application/proto\r\nContent-Length: ",
                                 body.size(), "\r\n\r\n", body));
    while (server.Metric("shapewright_calls_in_flight") < 1) {
    }
  }
  while (server.Metric("shapewright_calls_in_flight") > 0) {
  }
  server.WaitForLog("\"code\":\"CANCELLED\"");
}

// Silent connections are many; who speaks is answered.
TEST(JsonPort, ManySilentConnectionsKeepNobodyOut) {
  ServerProcess server({kListenJson});
  const std::string address = JsonAddress(server);
  const SilentConnections silent(address, 1000);
  const RawConnection slow(address);
  slow.Send(absl::StrCat("POST ", kMerge, " HTTP/1.1\r\nContent-Length: 99\r\n"));
  EXPECT_EQ(Post(address, kMerge, "{}").status, 200);
  ExpectServing(server);
}

// The commands of the page, each with the line that it prints last.
TEST(JsonPort, CommandsOfThePage) {
  ServerProcess server({kListenJson});
  const std::string page = ReadFile(SourcePath("docs/json.md"));
  const std::vector<std::string> lines = absl::StrSplit(page, '\n');
  int commands = 0;
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!absl::StartsWith(lines[i], "    $ ")) continue;
    ++commands;
    std::string command = lines[i].substr(6);
    const size_t place = command.find("localhost:8081");
    ASSERT_NE(place, std::string::npos) << command;
    command.replace(place, 14, JsonAddress(server));
    const ProcessResult result =
        RunProcess({"/bin/sh", "-c", "cd " + SourcePath("") + " && " + command});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::string out(absl::StripAsciiWhitespace(result.out));
    EXPECT_EQ(absl::StrCat("    ", absl::StrReplaceAll(out, {{"\n", "\n    "}})), lines[i + 1]);
  }
  EXPECT_EQ(commands, 4);
}

}  // namespace
}  // namespace shapewright::end_to_end
