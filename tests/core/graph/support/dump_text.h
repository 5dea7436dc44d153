#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_TEXT_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

namespace shapewright::graph {

// The pieces of text that both dumps are made of, so that they differ only where
// what they read differs.

// Payloads are cut off there: they are compared by size and beginning.
inline constexpr size_t kDumpedBytes = 64;
inline constexpr size_t kDumpedItems = 32;

inline std::string DumpName(absl::string_view name) {
  return absl::StrCat("'", absl::CHexEscape(name), "'");
}

template <typename List>
std::string DumpNames(const List& names) {
  const auto write = [](std::string* out, const auto& name) {
    absl::StrAppend(out, DumpName(name));
  };
  return absl::StrCat("(", absl::StrJoin(names, ", ", write), ")");
}

inline std::string DumpBytes(absl::string_view bytes) {
  return absl::StrCat(bytes.size(), ":", absl::BytesToHexString(bytes.substr(0, kDumpedBytes)));
}

template <typename List>
std::string DumpNumbers(const List& list) {
  std::vector<std::string> parts;
  for (const auto& item : list) {
    if (parts.size() == kDumpedItems) break;
    parts.push_back(absl::StrCat(item));
  }
  return absl::StrCat(list.size(), ":", absl::StrJoin(parts, ","));
}

inline std::string DumpOperator(absl::string_view domain, absl::string_view op_type,
                                absl::string_view overload, int64_t version) {
  return absl::StrCat(DumpName(domain), ".", DumpName(op_type), "/", DumpName(overload), "@",
                      version);
}

// Indents every line of a text by two columns.
inline std::string Indent(absl::string_view text) {
  std::string indented;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == absl::string_view::npos) end = text.size();
    absl::StrAppend(&indented, "  ", text.substr(begin, end - begin), "\n");
    begin = end + 1;
  }
  return indented;
}

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_DUMP_TEXT_H_
