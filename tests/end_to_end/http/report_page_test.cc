// Pages about models that a server keeps (docs/report.md).
#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

const std::vector<std::string> kOptions = {"--json-listen=127.0.0.1:0", "--report-page=1"};

std::string AddressOf(const ServerProcess& server) {
  return server.LogOf("started").at(0).at("json");
}

// The id by which the server keeps a model from now on.
std::string Keep(ServerProcess& server, const std::string& onnx) {
  const auto answer = server.client().InferShapes(Request(onnx));
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.ok() ? answer->model_id() : "";
}

std::string Inflate(const std::string& packed) {
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text(size_t{64} << 20, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

// What the page tells of its only model, but its name and the exporter's notes.
json DataOf(const std::string& page) {
  const size_t element = page.find("id=\"data\"");
  const size_t begin = page.find('>', element) + 1;
  std::string text = page.substr(begin, page.find("</script>", begin) - begin);
  if (absl::StrContains(page.substr(element, begin - element), "gzip")) {
    std::string packed;
    EXPECT_TRUE(absl::Base64Unescape(text, &packed));
    text = Inflate(packed);
  }
  json model = json::parse(text).at("models").at(0);
  model.erase("name");
  model.at("wiring").erase("texts");
  for (json& graph : model.at("wiring").at("graphs")) {
    graph.erase("sources");
    for (json& module : graph.at("modules")) module = module >= 0;
  }
  return model;
}

std::string TablesOf(const std::string& page) {
  const size_t begin = page.find("<div id=\"tables\">");
  const size_t heading = page.find("</h2>", begin);
  return page.substr(heading, page.find("id=\"data\"") - heading);
}

// Beside what the command makes of the model's bytes: with branches, loops, functions, modules, and
// one of more data than a page holds as they are.
TEST(ReportPage, TellsWhatTheCommandTells) {
  const TempFolder folder;
  ServerProcess server(kOptions);
  for (const std::string name : {"scripted_control_ts17.onnx", "lstm_tagger_ts11.onnx"}) {
    const std::string file = DataPath("corpus/models/" + name);
    const std::string id = Keep(server, ReadFile(file));
    const HttpResponse served = Fetch(AddressOf(server), "/report/" + id);
    ASSERT_EQ(served.status, 200) << served.body;
    const std::string page = folder.File("page.html");
    const ProcessResult result = RunProcess({SHAPEWRIGHT_CLI, "report", file, "-o", page});
    ASSERT_EQ(result.code, 0) << result.err;
    const std::string written = ReadFile(page);
    EXPECT_TRUE(DataOf(served.body).contains("cost"));
    EXPECT_EQ(DataOf(served.body), DataOf(written)) << name;
    EXPECT_EQ(TablesOf(served.body), TablesOf(written)) << name;
    EXPECT_TRUE(absl::StrContains(served.body, id.substr(0, 19) + "</title>"));
  }
}

TEST(ReportPage, IsAPageForNobodyElse) {
  ServerProcess server(kOptions);
  const std::string path = "/report/" + Keep(server, ReluModel());
  const HttpResponse page = Fetch(AddressOf(server), path);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.headers.at("cache-control"), "no-store");
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.headers.at("cross-origin-resource-policy"), "same-origin");
  const std::string policy = page.headers.at("content-security-policy");
  const std::string own = policy.substr(0, policy.find("; frame-ancestors 'none'"));
  EXPECT_TRUE(absl::StartsWith(own, "default-src 'none'; script-src 'sha256-"));
  EXPECT_TRUE(absl::StrContains(page.body, absl::StrCat("content=\"", own, "\"")));
  EXPECT_TRUE(page.headers.contains("trailer-shapewright-answers-id"));
}

TEST(ReportPage, HeadHasNoBodyAndOthersAreRefused) {
  ServerProcess server(kOptions);
  const std::string path = "/report/" + Keep(server, ReluModel());
  const RawConnection connection(AddressOf(server));
  connection.Send(absl::StrCat("HEAD ", path, " HTTP/1.1\r\nHost: a\r\n\r\nGET ", path,
                               " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  const std::string answers = connection.ReadAll();
  const size_t second = answers.find("HTTP/1.1 200 OK", 1);
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(answers.find("<!doctype"), answers.find("<!doctype", second));
  EXPECT_TRUE(absl::EndsWith(answers.substr(0, second), "\r\n\r\n"));
  const HttpResponse posted = Post(AddressOf(server), path, "{}");
  EXPECT_EQ(posted.status, 405);
  EXPECT_EQ(posted.headers.at("Allow"), "GET, HEAD");
}

// As any call it has a deadline; and the colon of an id may be written in either way.
TEST(ReportPage, HasADeadlineAndAnyFormOfItsId) {
  ServerProcess server(kOptions);
  const std::string id = Keep(server, ReluModel());
  const auto answer_to = [&](const std::string& path, const std::string& fields) {
    const RawConnection connection(AddressOf(server));
    connection.Send(absl::StrCat("GET /report/", path, " HTTP/1.1\r\nHost: a\r\n", fields,
                                 "Connection: close\r\n\r\n"));
    return connection.ReadAll().substr(0, 12);
  };
  EXPECT_EQ(answer_to(id, "Connect-Timeout-Ms: 60000\r\n"), "HTTP/1.1 200");
  EXPECT_EQ(answer_to(id, "Connect-Timeout-Ms: 0\r\n"), "HTTP/1.1 504");
  EXPECT_EQ(answer_to(id, "Connect-Timeout-Ms: soon\r\n"), "HTTP/1.1 400");
  const std::string digits = id.substr(id.find(':') + 1);
  EXPECT_EQ(answer_to("sha256%3A" + digits, ""), "HTTP/1.1 200");
  EXPECT_EQ(answer_to("sha256%3a" + digits, ""), "HTTP/1.1 200");
}

TEST(ReportPage, OfWhatIsNotKeptThereIsNone) {
  ServerProcess server(kOptions);
  const HttpResponse missing = Fetch(AddressOf(server), "/report/sha256:" + std::string(64, '0'));
  EXPECT_EQ(missing.status, 404);
  EXPECT_TRUE(absl::StrContains(missing.body, "does not keep this model; send it"));
  EXPECT_EQ(json::parse(missing.body).at("details").at(0).at("debug").at("reason"),
            "MODEL_NOT_CACHED");
  for (const std::string id : {"", "sha256:", "sha256:zz", "..", "%00", "inference:00"}) {
    EXPECT_EQ(Fetch(AddressOf(server), "/report/" + id).status, 400) << id;
  }
  EXPECT_EQ(Fetch(AddressOf(server), "/report").status, 404);
  ExpectServing(server);
}

TEST(ReportPage, IsOffUnlessSwitchedOn) {
  ServerProcess server({kOptions[0]});
  const HttpResponse off = Fetch(AddressOf(server), "/report/" + Keep(server, ReluModel()));
  EXPECT_EQ(off.status, 404);
  EXPECT_TRUE(absl::StrContains(off.body, "--report-page")) << off.body;
}

// The limit is that of answers in JSON, before anything is compressed: four times that of messages.
TEST(ReportPage, LargerThanAnAnswerMayBeThereIsNone) {
  ServerProcess server({kOptions[0], kOptions[1], "--max-answer-bytes=16KiB"});
  const std::string small = Keep(server, ReluModel());
  EXPECT_EQ(Fetch(AddressOf(server), "/report/" + small).status, 200);
  const std::string large = Keep(server, ChainModel(150));
  const HttpResponse answer = Fetch(AddressOf(server), "/report/" + large);
  EXPECT_EQ(answer.status, 429) << answer.body.substr(0, 300);
  EXPECT_TRUE(absl::StrContains(answer.body, "ANSWER_TOO_LARGE")) << answer.body.substr(0, 300);
}

// protobuf writes the page's data, and does not survive an allocation that fails.
TEST(ReportPage, TooLittleMemoryIsAnError) {
  ServerProcess server({kOptions[0], kOptions[1], "--work-memory-bytes=16MiB"});
  const std::string path = "/report/" + Keep(server, ChainModel(8000));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Fetch(AddressOf(server), path).status, IsHeapCounted() ? 429 : 200);
  }
  ExpectServing(server);
}

TEST(ReportPage, OnlyForWhoMayCall) {
  const CertificateAuthority authority;
  const TempFolder folder;
  const auto put = [&folder](const std::string& name, const std::string& text) {
    WriteFile(folder.File(name), text);
    return folder.File(name);
  };
  const Identity own = authority.Issue("server");
  const std::string ca = put("ca.pem", authority.certificate());
  ServerProcess server({kOptions[0], kOptions[1], "--tls-cert=" + put("s.pem", own.certificate),
                        "--tls-key=" + put("s.key", own.key), "--tls-client-ca=" + ca,
                        "--allow-san=good.example"});
  const std::string path = "/report/" + Keep(server, ReluModel());
  const auto status = [&](const std::string& name) {
    const Identity caller = authority.Issue("client", "DNS:" + name);
    return RunProcess({"/usr/bin/curl", "-s", "-o", folder.File("page"), "-w", "%{http_code}",
                       "--cacert", ca, "--cert", put("c.pem", caller.certificate), "--key",
                       put("c.key", caller.key), absl::StrCat("https://", AddressOf(server), path)})
        .out;
  };
  EXPECT_EQ(status("good.example"), "200");
  EXPECT_TRUE(absl::StrContains(ReadFile(folder.File("page")), "id=\"data\""));
  EXPECT_EQ(status("other.example"), "403");
  EXPECT_TRUE(absl::StrContains(ReadFile(folder.File("page")), "CALLER_NOT_ALLOWED"));
}

}  // namespace
}  // namespace shapewright::end_to_end
