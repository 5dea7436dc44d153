#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_RENAME_VALUES_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_RENAME_VALUES_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright {

using NewNames = std::map<std::string, std::string, std::less<>>;

// The content of a field of a GraphProto, such as a node, with other names of values; those in
// bodies too.
absl::StatusOr<std::string> RenameInField(uint32_t number, absl::string_view content,
                                          const NewNames& names);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_RENAME_VALUES_H_
