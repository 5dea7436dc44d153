#include "page/script_text.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

// What gzip's own reader makes of a text.
std::string Unpack(const std::string& text) {
  std::string packed;
  EXPECT_TRUE(absl::Base64Unescape(text, &packed));
  std::string out(1 << 20, '\0');
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(ScriptJson, MeansTheSameAndEndsNoScript) {
  nlohmann::json value;
  value["</script><!--"] = "a & b > c\u2028\u202e";
  const std::string text = ScriptJson(value.dump());
  EXPECT_EQ(nlohmann::json::parse(text), value);
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
}

TEST(CompressedText, ComesBackAsItWas) {
  for (const std::string& text :
       {std::string(), std::string("a\0b", 3), std::string(100000, 'x')}) {
    EXPECT_EQ(Unpack(CompressedText(text)), text);
  }
  EXPECT_LT(CompressedText(std::string(100000, 'x')).size(), 1000u);
}

}  // namespace
}  // namespace shapewright
