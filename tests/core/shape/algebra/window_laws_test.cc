// Windows against brute force: the window is put on the padded data at one place after
// the other, and the places where it fits are counted.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

#include "core/shape/algebra/window.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

constexpr int kWindowRounds = 10'000;

struct Setting {
  int64_t window = 1;
  WindowAxis axis;
  bool ceil_mode = false;
};

class RandomWindows {
 public:
  explicit RandomWindows(uint64_t seed) : engine_(seed) {}

  int64_t Between(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine_);
  }
  Setting NewSetting() {
    Setting setting;
    setting.window = Between(1, 4);
    setting.axis.size = setting.window;
    setting.axis.stride = Between(1, 3);
    setting.axis.dilation = Between(1, 3);
    setting.axis.pad_begin = Between(-2, 3);
    setting.axis.pad_end = Between(-2, 3);
    setting.axis.data_dilation = Between(1, 3);
    setting.ceil_mode = Between(0, 3) == 0;
    return setting;
  }

 private:
  std::mt19937_64 engine_;
};

// The data with gaps and padding, as long as they are: what is cropped is gone.
int64_t PaddedLength(int64_t size, const Setting& setting) {
  int64_t length = 0;
  for (int64_t i = 0; i < size; ++i) length += i == 0 ? 1 : setting.axis.data_dilation;
  return length + setting.axis.pad_begin + setting.axis.pad_end;
}

// How often the window fits; nothing where it never does.
std::optional<int64_t> CountPlaces(int64_t size, const Setting& setting) {
  const int64_t length = PaddedLength(size, setting);
  const int64_t reach = (setting.window - 1) * setting.axis.dilation;  // of its last element
  if (reach >= length) return std::nullopt;
  int64_t places = 0;
  int64_t first = 0;
  for (; first + reach < length; first += setting.axis.stride) ++places;
  // One more that hangs over, if something is left.
  const int64_t last_end = first - setting.axis.stride + reach;
  if (setting.ceil_mode && last_end + 1 < length) ++places;
  return places;
}

struct WindowWorld {
  symbolic::ExprArena exprs;
  symbolic::FactStore facts{exprs};
  TypeTable types;
  Algebra algebra{exprs, facts, types};

  ShapeValue Slide(Dim data, const Setting& setting) {
    SlidingWindow window;
    window.axes = {setting.axis};
    window.ceil_mode = setting.ceil_mode;
    window.allow_window_in_padding = true;
    return SlideWindow(algebra, {Shape::Of({&data, 1}), 0}, window);
  }
};

TEST(WindowLaws, CountsThePlaces) {
  int conflicts = 0;
  for (int round = 0; round < kWindowRounds; ++round) {
    RandomWindows random(static_cast<uint64_t>(round));
    const int64_t size = random.Between(1, 9);
    const Setting setting = random.NewSetting();
    WindowWorld world;
    const ShapeValue result = world.Slide(size, setting);
    const std::optional<int64_t> places = CountPlaces(size, setting);
    ASSERT_EQ(world.algebra.conflicts.empty(), places.has_value()) << "round " << round;
    conflicts += places ? 0 : 1;
    if (!places) continue;
    ASSERT_EQ(result.dims[0], Dim(*places)) << "round " << round;
  }
  EXPECT_GT(conflicts, 500);
}

// Of data of a range of sizes: every count is in the result's range, whose ends are
// reached; a conflict where no size fits.
TEST(WindowLaws, RangesHoldAllCounts) {
  for (int round = 0; round < kWindowRounds; ++round) {
    RandomWindows random(static_cast<uint64_t>(round));
    const int64_t low = random.Between(1, 6);
    const int64_t high = low + random.Between(1, 4);
    const Setting setting = random.NewSetting();
    WindowWorld world;
    const Dim data = world.exprs.AddAnonymous({low, high}, "", {});
    const ShapeValue result = world.Slide(data, setting);
    Interval counts = Interval::Empty();
    for (int64_t size = low; size <= high; ++size) {
      const std::optional<int64_t> places = CountPlaces(size, setting);
      if (places) counts = Hull(counts, {*places, *places});
    }
    ASSERT_EQ(world.algebra.conflicts.empty(), !counts.is_empty()) << "round " << round;
    if (counts.is_empty()) continue;
    const Interval bounds = world.exprs.Bounds(world.facts.Finalize(result.dims[0]));
    ASSERT_TRUE(bounds.Contains(counts)) << "round " << round;
    ASSERT_EQ(bounds.max, counts.max) << "round " << round;
  }
}

}  // namespace
}  // namespace shapewright::shape
