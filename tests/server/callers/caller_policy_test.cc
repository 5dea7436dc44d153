#include "server/callers/caller_policy.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace shapewright::server {
namespace {

Options WithNames(std::vector<std::string> names) {
  Options options;
  options.tls_client_ca = "ca.pem";
  options.allow_san = std::move(names);
  return options;
}

TEST(CallerPolicy, EmptyListsAllowEverybody) {
  const CallerPolicy policy = *CallerPolicy::Make(Options());
  EXPECT_FALSE(policy.has_names());
  EXPECT_FALSE(policy.has_users());
  EXPECT_TRUE(policy.AllowsNames({}));
  EXPECT_TRUE(policy.AllowsUser(1000, {}));
}

TEST(CallerPolicy, NamesOfCertificates) {
  const CallerPolicy policy =
      *CallerPolicy::Make(WithNames({"gateway.ml.svc", "spiffe://prod/ns/ml/*"}));
  EXPECT_TRUE(policy.AllowsNames({"gateway.ml.svc"}));
  EXPECT_TRUE(policy.AllowsNames({"10.0.0.7", "spiffe://prod/ns/ml/sa/gateway"}))
      << "one is enough";
  EXPECT_FALSE(policy.AllowsNames({"other.ml.svc", "spiffe://prod/ns/web/sa/gateway"}));
  EXPECT_FALSE(policy.AllowsNames({})) << "a certificate without names";
}

struct MatchRow {
  const char* pattern;
  const char* name;
  bool matches;
};

TEST(CallerPolicy, Patterns) {
  for (const MatchRow& row : std::vector<MatchRow>{
           {"a.example", "a.example", true},
           {"a.example", "A.Example", true},
           {"a.example", "b.a.example", false},
           {"a.example", "a.example.evil", false},
           {"*.example", "a.example", true},
           {"*.example", "b.a.example", false},
           {"*.example", ".example", false},
           {"*.example", "example", false},
           {"*.example", "aexample", false},
           {"10.0.0.7", "10.0.0.7", true},
           {"spiffe://td/a", "spiffe://td/a", true},
           {"spiffe://td/a", "spiffe://td/A", false},
           {"spiffe://td/a", "spiffe://td/a/b", false},
           {"spiffe://td/a/*", "spiffe://td/a/b", true},
           {"spiffe://td/a/*", "spiffe://td/a/b/c", true},
           {"spiffe://td/a/*", "spiffe://td/a/", false},
           {"spiffe://td/a/*", "spiffe://td/a", false},
           {"spiffe://td/a/*", "spiffe://td/ab", false},
           {"spiffe://td/*", "spiffe://td.evil/a", false},
       }) {
    EXPECT_EQ(CallerPolicy::Matches(row.pattern, row.name), row.matches)
        << row.pattern << " " << row.name;
  }
}

TEST(CallerPolicy, PatternsThatSayTooLittleAreErrors) {
  for (const char* pattern : {"*", "a*", "*a", "a.*.b", "**.a", "*.", "spiffe://*", "spiffe://td*",
                              "spiffe://td/a*", "spiffe://*/a", "spiffe:///*", "*://a/*", "*/*"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(WithNames({pattern})).status()))
        << pattern;
  }
}

TEST(CallerPolicy, NamesNeedCertificates) {
  Options options = WithNames({"a"});
  options.tls_client_ca.clear();
  EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(options).status()));
}

TEST(CallerPolicy, NobodyIsAnAdminUnlessNamed) {
  const CallerPolicy open = *CallerPolicy::Make(Options());
  EXPECT_FALSE(open.IsAdmin(0));
  EXPECT_FALSE(open.IsAdmin(std::vector<absl::string_view>{"ops.ml.svc"}));
  Options options = WithNames({});
  options.admin_san = {"ops.ml.svc", "spiffe://prod/ns/ops/*"};
  options.admin_uid = {"1000"};
  const CallerPolicy policy = *CallerPolicy::Make(options);
  EXPECT_FALSE(policy.has_names()) << "others may still call";
  EXPECT_FALSE(policy.has_users());
  EXPECT_TRUE(policy.IsAdmin(1000));
  EXPECT_FALSE(policy.IsAdmin(0));
  EXPECT_TRUE(policy.IsAdmin(std::vector<absl::string_view>{"a", "ops.ml.svc"}));
  EXPECT_TRUE(policy.IsAdmin(std::vector<absl::string_view>{"spiffe://prod/ns/ops/sa/a"}));
  EXPECT_FALSE(policy.IsAdmin(std::vector<absl::string_view>{"ml.svc"}));
  EXPECT_FALSE(policy.IsAdmin(absl::Span<const absl::string_view>()));
}

TEST(CallerPolicy, AdminsThatMakeNoSense) {
  for (const char* const text : {"root", "-1", ""}) {
    Options users;
    users.admin_uid = {text};
    EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(users).status())) << text;
  }
  Options names = WithNames({});
  names.admin_san = {"a*"};
  EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(names).status()));
  names.admin_san = {"a"};
  names.tls_client_ca.clear();
  EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(names).status()));
}

TEST(CallerPolicy, UsersAndGroups) {
  Options options;
  options.allow_uid = {"1000", "0"};
  options.allow_gid = {"2000"};
  const CallerPolicy policy = *CallerPolicy::Make(options);
  EXPECT_TRUE(policy.AllowsUser(1000, {1000}));
  EXPECT_TRUE(policy.AllowsUser(0, {}));
  EXPECT_TRUE(policy.AllowsUser(1001, {1, 2000}));
  EXPECT_FALSE(policy.AllowsUser(1001, {1, 2}));
  EXPECT_FALSE(policy.AllowsUser(static_cast<uid_t>(-1), {}));
  EXPECT_TRUE(policy.AllowsNames({})) << "each list is for its kind of connection";
}

TEST(CallerPolicy, IdsAreNumbers) {
  for (const char* text : {"root", "-1", "", "4294967295", "4294967296", "1 2"}) {
    Options users;
    users.allow_uid = {text};
    EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(users).status())) << text;
    Options groups;
    groups.allow_gid = {text};
    EXPECT_TRUE(absl::IsInvalidArgument(CallerPolicy::Make(groups).status())) << text;
  }
}

}  // namespace
}  // namespace shapewright::server
