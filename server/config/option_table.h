#ifndef SHAPEWRIGHT_SERVER_CONFIG_OPTION_TABLE_H_
#define SHAPEWRIGHT_SERVER_CONFIG_OPTION_TABLE_H_

#include "absl/types/span.h"
#include "server/config/options.h"

namespace shapewright::server {

// All options, in the order of --help.
absl::Span<const OptionRow> OptionTable();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CONFIG_OPTION_TABLE_H_
