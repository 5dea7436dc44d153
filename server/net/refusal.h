#ifndef SHAPEWRIGHT_SERVER_NET_REFUSAL_H_
#define SHAPEWRIGHT_SERVER_NET_REFUSAL_H_

#include <cstddef>
#include <cstdint>

namespace shapewright::server {

// Why a connection was closed right after it was accepted.
enum class Refusal : uint8_t {
  kTooManyConnections,
  kTooManyOfPeer,
  kNoDescriptors,  // the process, or the host, has no more of them, or no memory for one
};
inline constexpr size_t kRefusals = 3;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_REFUSAL_H_
