#include "server/callers/caller_policy.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright::server {
namespace {

constexpr absl::string_view kScheme = "://";

bool IsUri(absl::string_view name) { return absl::StrContains(name, kScheme); }

// Whether a URI pattern ends with a whole part behind scheme and host. Other prefixes would also
// allow names that somebody registers because they begin alike.
bool IsPrefixPattern(absl::string_view pattern) {
  if (!absl::ConsumeSuffix(&pattern, "/*") || absl::StrContains(pattern, "*")) return false;
  const size_t scheme = pattern.find(kScheme);
  return scheme != absl::string_view::npos && scheme + kScheme.size() < pattern.size();
}

bool IsLabelPattern(absl::string_view pattern) {
  return absl::ConsumePrefix(&pattern, "*.") && !pattern.empty() && !IsUri(pattern) &&
         !absl::StrContains(pattern, "*");
}

absl::Status CheckPattern(absl::string_view flag, absl::string_view pattern) {
  if (!absl::StrContains(pattern, "*") || IsPrefixPattern(pattern) || IsLabelPattern(pattern)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      flag, ": \"", pattern,
      "\" has a * that is neither the last part of a URI nor the first label of a DNS name"));
}

template <typename Id>
absl::StatusOr<std::vector<Id>> ParseIds(absl::string_view flag,
                                         const std::vector<std::string>& texts) {
  std::vector<Id> ids;
  for (const std::string& text : texts) {
    Id id = 0;
    // -1, the largest number, is no user or group.
    if (!absl::SimpleAtoi(text, &id) || id == static_cast<Id>(-1)) {
      return absl::InvalidArgumentError(absl::StrCat(flag, ": \"", text, "\" is not a number"));
    }
    ids.push_back(id);
  }
  return ids;
}

template <typename Id>
bool Has(const std::vector<Id>& ids, Id id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool MatchesAny(const std::vector<std::string>& patterns,
                absl::Span<const absl::string_view> names) {
  return std::any_of(patterns.begin(), patterns.end(), [names](const std::string& pattern) {
    return std::any_of(names.begin(), names.end(), [&pattern](absl::string_view name) {
      return CallerPolicy::Matches(pattern, name);
    });
  });
}

}  // namespace

absl::StatusOr<CallerPolicy> CallerPolicy::Make(const Options& options) {
  CallerPolicy policy;
  for (const std::string& pattern : options.allow_san) {
    if (absl::Status good = CheckPattern("--allow-san", pattern); !good.ok()) return good;
  }
  for (const std::string& pattern : options.admin_san) {
    if (absl::Status good = CheckPattern("--admin-san", pattern); !good.ok()) return good;
  }
  if (options.tls_client_ca.empty() && !(options.allow_san.empty() && options.admin_san.empty())) {
    return absl::InvalidArgumentError("--allow-san and --admin-san need --tls-client-ca");
  }
  policy.admin_names_ = options.admin_san;
  absl::StatusOr<std::vector<uid_t>> admins = ParseIds<uid_t>("--admin-uid", options.admin_uid);
  if (!admins.ok()) return admins.status();
  policy.admin_users_ = *std::move(admins);
  policy.names_ = options.allow_san;
  absl::StatusOr<std::vector<uid_t>> users = ParseIds<uid_t>("--allow-uid", options.allow_uid);
  if (!users.ok()) return users.status();
  policy.users_ = *std::move(users);
  absl::StatusOr<std::vector<gid_t>> groups = ParseIds<gid_t>("--allow-gid", options.allow_gid);
  if (!groups.ok()) return groups.status();
  policy.groups_ = *std::move(groups);
  return policy;
}

bool CallerPolicy::AllowsNames(absl::Span<const absl::string_view> names) const {
  return !has_names() || MatchesAny(names_, names);
}

bool CallerPolicy::IsAdmin(absl::Span<const absl::string_view> names) const {
  return MatchesAny(admin_names_, names);
}

bool CallerPolicy::IsAdmin(uid_t user) const { return Has(admin_users_, user); }

bool CallerPolicy::AllowsUser(uid_t user, absl::Span<const gid_t> groups) const {
  if (!has_users() || Has(users_, user)) return true;
  return std::any_of(groups.begin(), groups.end(),
                     [this](gid_t group) { return Has(groups_, group); });
}

bool CallerPolicy::Matches(absl::string_view pattern, absl::string_view name) {
  if (IsUri(pattern)) {
    if (!absl::ConsumeSuffix(&pattern, "*")) return pattern == name;
    return absl::StartsWith(name, pattern) && name.size() > pattern.size();
  }
  if (absl::ConsumePrefix(&pattern, "*")) {
    const size_t dot = name.find('.');
    if (dot == 0 || dot == absl::string_view::npos) return false;
    name.remove_prefix(dot);
  }
  return absl::EqualsIgnoreCase(pattern, name);
}

}  // namespace shapewright::server
