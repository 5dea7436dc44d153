#include "server/observe/call_summary.h"

namespace shapewright::server {
namespace {

constexpr std::array<absl::string_view, 5> kCacheResults = {"none", "hit", "miss", "joined",
                                                            "derived"};

}  // namespace

absl::string_view CacheResultName(CacheResult result) {
  return kCacheResults[static_cast<size_t>(result)];
}

}  // namespace shapewright::server
