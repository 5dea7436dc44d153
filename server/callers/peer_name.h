#ifndef SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_
#define SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_

#include <grpcpp/server_context.h>

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The caller as limits per peer know it: `san:` and the first name in its certificate, if it has
// shown one; else its address without the port, for IPv6 the network of 64 bits, within which a
// host may choose its address; or `unix`, with the number by which ConnectionRouter tells users
// apart. Never empty.
std::string PeerName(const grpc::ServerContextBase& context);

// The part that follows from the address, as gRPC writes it: `ipv4:10.0.0.7:1234`.
std::string PeerNameOfAddress(absl::string_view address);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_
