#ifndef SHAPEWRIGHT_SERVER_CALLERS_CALLER_POLICY_H_
#define SHAPEWRIGHT_SERVER_CALLERS_CALLER_POLICY_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/config/options.h"

namespace shapewright::server {

// The lists of callers that are allowed: --allow-san for connections with client certificates,
// --allow-uid and --allow-gid for Unix sockets. If the list for a kind of connection is empty,
// everybody who can connect is allowed. Those of --admin-san and --admin-uid may do more.
// Immutable, so any thread may ask.
class CallerPolicy {
 public:
  // INVALID_ARGUMENT for a pattern that Matches() does not support, and for names without mTLS.
  static absl::StatusOr<CallerPolicy> Make(const Options& options);

  bool has_names() const { return !names_.empty(); }
  bool has_users() const { return !users_.empty() || !groups_.empty(); }

  // Whether one of the subject alternative names of a certificate is on the list.
  bool AllowsNames(absl::Span<const absl::string_view> names) const;
  // Whether the user or one of its groups is on a list.
  bool AllowsUser(uid_t user, absl::Span<const gid_t> groups) const;

  // Whether a caller may list and evict models: by a name in its certificate, or as a user.
  bool IsAdmin(absl::Span<const absl::string_view> names) const;
  bool IsAdmin(uid_t user) const;

  // `spiffe://prod/ns/ml/*` matches all names that begin with the text before `*`, which ends with
  // a `/`; `*.ml.svc` matches DNS names with exactly one label in place of `*`; any other pattern
  // matches itself. Case is ignored in DNS names only. `pattern` is one that Make() has accepted.
  static bool Matches(absl::string_view pattern, absl::string_view name);

 private:
  std::vector<std::string> names_;
  std::vector<uid_t> users_;
  std::vector<gid_t> groups_;
  std::vector<std::string> admin_names_;
  std::vector<uid_t> admin_users_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALLERS_CALLER_POLICY_H_
