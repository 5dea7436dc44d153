#include "core/graph/openvino/openvino_reader.h"

#include <algorithm>
#include <new>
#include <pugixml.hpp>

#include "absl/strings/str_cat.h"
#include "core/graph/graph_builder.h"
#include "core/graph/openvino/ir_graph_reader.h"
#include "core/graph/openvino/ir_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

constexpr int64_t kOldestIr = 10;
constexpr int64_t kNewestIr = 11;
// An element or an attribute takes about 100 bytes of the document: so many of them a gigabyte.
constexpr int64_t kMaxMarks = 10'000'000;
constexpr int kMaxElementDepth = 512;

// The document is counted as other memory is.
void* AllocateForXml(size_t size) { return ::operator new(size, std::nothrow); }
void FreeForXml(void* memory) { ::operator delete(memory); }

bool UseCountedMemory() {
  static const bool is_set = [] {
    pugi::set_memory_management_functions(AllocateForXml, FreeForXml);
    return true;
  }();
  return is_set;
}

absl::Status CheckMarks(absl::string_view xml) {
  for (const char mark : {'<', '='}) {
    if (std::count(xml.begin(), xml.end(), mark) > kMaxMarks) {
      return IrError(absl::StrCat("more than ", kMaxMarks, " elements or attributes"));
    }
  }
  return absl::OkStatus();
}

// Elements lie in each other at most so deep. Does not descend by recursion.
absl::Status CheckDepth(const pugi::xml_node& root) {
  int depth = 0;
  pugi::xml_node node = root;
  while (node) {
    if (node.first_child()) {
      node = node.first_child();
      if (++depth > kMaxElementDepth) {
        return ReadError(reason::kSubgraphTooDeep,
                         absl::StrCat("OpenVINO IR: elements lie deeper than ", kMaxElementDepth));
      }
      continue;
    }
    while (node != root && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == root) break;
    node = node.next_sibling();
  }
  return absl::OkStatus();
}

absl::Status ParseXml(absl::string_view xml, pugi::xml_document* document) {
  UseCountedMemory();
  if (absl::Status status = CheckMarks(xml); !status.ok()) return status;
  const pugi::xml_parse_result result = document->load_buffer(
      xml.data(), xml.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result) {
    return IrError(absl::StrCat(result.description(), " at byte ", result.offset));
  }
  for (const pugi::xml_node& node : document->children()) {
    if (node.type() == pugi::node_doctype) return IrError("a document type is not read");
  }
  return CheckDepth(*document);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadOpenVinoModel(absl::string_view xml,
                                                         absl::string_view weights,
                                                         const ReaderOptions& options) {
  pugi::xml_document document;
  if (absl::Status status = ParseXml(xml, &document); !status.ok()) return status;
  const pugi::xml_node net = document.child("net");
  if (!net) return IrError("there is no net");
  const auto version = IrInteger(net.attribute("version").value());
  if (!version || *version < kOldestIr || *version > kNewestIr) {
    return IrError(absl::StrCat("version ", Quoted(net.attribute("version").value()),
                                " is not read; versions ", kOldestIr, " and ", kNewestIr, " are"));
  }
  auto model = std::make_unique<Model>();
  model->byte_size = xml.size();
  model->ir_version = *version;
  GraphBuilder builder(options, model.get());
  if (!builder.work()->Count(xml.size() / kBytesPerCount)) return builder.work()->status();
  IrGraphReader reader(weights, options.limits, builder, *model);
  if (absl::Status status = reader.ReadMain(net); !status.ok()) return status;
  return model;
}

}  // namespace shapewright::graph
