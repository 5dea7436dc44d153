#ifndef SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_
#define SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_

#include <grpcpp/server_context.h>

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// Who a caller is where callers share something: `san:` and the first name in its certificate, if
// it has shown one; else its address without the port, of IPv6 the network of 64 bits, whose
// addresses one host may change at will; or `unix`, for the users that ConnectionRouter tells apart
// with their number. Never empty.
std::string PeerName(const grpc::ServerContextBase& context);

// The part of it that is found in the address, as gRPC writes it: `ipv4:10.0.0.7:1234`.
std::string PeerNameOfAddress(absl::string_view address);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALLERS_PEER_NAME_H_
