#ifndef SHAPEWRIGHT_SERVER_HTTP_HTTP_STATUS_H_
#define SHAPEWRIGHT_SERVER_HTTP_HTTP_STATUS_H_

#include "absl/strings/string_view.h"

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

// What stands beside the code.
inline absl::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case kHttpBadRequest:
      return "Bad Request";
    case kHttpNotFound:
      return "Not Found";
    case kHttpNotAllowed:
      return "Method Not Allowed";
    case kHttpTimedOut:
      return "Request Timeout";
    case kHttpLengthRequired:
      return "Length Required";
    case kHttpBodyTooLarge:
      return "Content Too Large";
    case kHttpUnprocessable:
      return "Unprocessable Content";
    case kHttpTooManyRequests:
      return "Too Many Requests";
    case kHttpHeadTooLarge:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case kHttpUnavailable:
      return "Service Unavailable";
    default:
      return "Refused";
  }
}

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_HTTP_HTTP_STATUS_H_
