#include "core/base/mix_hash.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>
#include <vector>

namespace shapewright {
namespace {

// The hash that expressions had, without any random number.
uint32_t HashOfBefore(uint32_t hash, uint64_t word) {
  const uint64_t mixed = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return static_cast<uint32_t>(mixed >> 32) ^ static_cast<uint32_t>(mixed);
}

// Words of one hash: for each low half there is a high half that gives it.
std::vector<uint64_t> ForgedWords(uint32_t begin, int count) {
  // The inverse of the factor's low half modulo 2^32, by Newton's method.
  const auto factor = static_cast<uint32_t>(0x9e3779b97f4a7c15u);
  uint32_t inverse = factor;
  for (int i = 0; i < 5; ++i) inverse *= 2 - factor * inverse;
  const uint32_t wanted = 12345;
  std::vector<uint64_t> words;
  for (int low = 0; low < count; ++low) {
    const uint64_t mixed = (begin ^ static_cast<uint64_t>(low)) * 0x9e3779b97f4a7c15u;
    const auto low_mixed = static_cast<uint32_t>(mixed);
    const uint32_t high = ((wanted ^ low_mixed) - static_cast<uint32_t>(mixed >> 32)) * inverse;
    words.push_back(uint64_t{high} << 32 | static_cast<uint64_t>(low));
  }
  return words;
}

TEST(MixHashTest, ForgedWordsDoNotCollide) {
  constexpr uint32_t kBegin = 0x51ed270b;
  constexpr int kWords = 10'000;
  std::unordered_set<uint32_t> before;
  std::unordered_set<uint32_t> now;
  for (const uint64_t word : ForgedWords(kBegin, kWords)) {
    before.insert(HashOfBefore(kBegin, word));
    now.insert(ShortHash(MixHash(kBegin, word)));
  }
  EXPECT_EQ(before.size(), 1u) << "the words are not forged well";
  EXPECT_GE(now.size(), static_cast<size_t>(kWords) - 10);
}

TEST(MixHashTest, AlmostEqualWordsDoNotCollide) {
  std::unordered_set<uint32_t> hashes;
  for (uint64_t high = 0; high < 64; ++high) {
    for (uint64_t low = 0; low < 64; ++low) {
      hashes.insert(ShortHash(MixHash(MixHash(1, high << 63 | high), low << 63 | low)));
    }
  }
  EXPECT_GE(hashes.size(), 64u * 64u - 10);
}

// Texts that differ in one byte, or in their length alone.
TEST(MixHashTest, AlmostEqualTextsDoNotCollide) {
  std::unordered_set<uint32_t> hashes;
  size_t texts = 0;
  for (size_t size = 0; size <= 70; ++size) {
    std::string text(size, 'c');
    hashes.insert(ShortHash(HashText(text)));
    ++texts;
    for (char& byte : text) {
      for (const char other : {'b', 'd', '\0'}) {
        byte = other;
        hashes.insert(ShortHash(HashText(text)));
        ++texts;
      }
      byte = 'c';
    }
  }
  EXPECT_GE(hashes.size(), texts - 10);
}

// Their words are the same but for one bit, which makes up for their lengths where those go into
// the hash as they are.
TEST(MixHashTest, AByteDoesNotMakeUpForTheLength) {
  EXPECT_NE(HashText("cccc"), HashText("bcccc"));
  EXPECT_NE(HashText("cccccccc"), HashText("bcccccccc"));
  EXPECT_NE(HashText(std::string(16, 'c')), HashText("b" + std::string(16, 'c')));
}

TEST(MixHashTest, ATextIsHashedByItsBytesAlone) {
  const std::string text = "a name that is longer than two steps";
  const std::string longer = "x" + text + "y";
  EXPECT_EQ(HashText(text), HashText(absl::string_view(longer).substr(1, text.size())));
}

}  // namespace
}  // namespace shapewright
