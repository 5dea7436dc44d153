#ifndef SHAPEWRIGHT_SERVER_ADMISSION_PEER_SHARES_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_PEER_SHARES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"

namespace shapewright::server {

// Whether a peer may take places, and why not.
enum class QueueAnswer : uint8_t {
  kFree,
  kFull,
  // All places are taken, and the peer holds more than its share while others hold some
  // too.
  kShareTaken,
};

// A number of places that peers share. Any peer may take all of them; a quarter more is for peers
// that hold few, so that a peer that floods does not keep others out. A peer is known only while it
// holds a place. Not thread-safe.
class PeerShares {
 public:
  explicit PeerShares(size_t places)
      : places_(places), reserve_(AtLeastOne(places / 4)), share_(AtLeastOne(reserve_ / 4)) {}

  // Whether `peer` may take `count` more.
  QueueAnswer Ask(absl::string_view peer, size_t count) const;
  // Takes them without asking.
  void Take(absl::string_view peer, size_t count);
  // At most as many as the peer has taken.
  void GiveBack(absl::string_view peer, size_t count);

  size_t taken() const { return taken_; }
  size_t peers() const { return held_.size(); }

 private:
  static size_t AtLeastOne(size_t count) { return count == 0 ? 1 : count; }

  const size_t places_;
  const size_t reserve_;
  const size_t share_;
  size_t taken_ = 0;
  HashMap<std::string, size_t> held_;  // by peer; never 0
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_PEER_SHARES_H_
