#ifndef SHAPEWRIGHT_SERVER_NET_HTTP_STATUS_H_
#define SHAPEWRIGHT_SERVER_NET_HTTP_STATUS_H_

namespace shapewright::server {

// The codes of HTTP answers that say what is wrong (RFC 9110; 431 is of RFC 6585).
inline constexpr int kHttpBadRequest = 400;
inline constexpr int kHttpNotFound = 404;
inline constexpr int kHttpNotAllowed = 405;
inline constexpr int kHttpTimedOut = 408;
inline constexpr int kHttpLengthRequired = 411;
inline constexpr int kHttpBodyTooLarge = 413;
inline constexpr int kHttpOtherMediaType = 415;
inline constexpr int kHttpUnprocessable = 422;
inline constexpr int kHttpTooManyRequests = 429;
inline constexpr int kHttpHeadTooLarge = 431;
inline constexpr int kHttpUnavailable = 503;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_HTTP_STATUS_H_
