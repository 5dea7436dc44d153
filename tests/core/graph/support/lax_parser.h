#ifndef SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_LAX_PARSER_H_
#define SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_LAX_PARSER_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>

#include <string>
#include <vector>

namespace shapewright::graph {

// protobuf's parser, made to look only where the wire reader looks. The reader
// steps over the content of some fields, of those values of an attribute that
// its type does not name, and of a type that another kind of type replaces.
class LaxParser {
 public:
  LaxParser();

  // Whether the bytes are an onnx.ModelProto as far as the reader looks.
  bool Accepts(const std::string& bytes) const { return Accepts("ModelProto", bytes); }

 private:
  // And the files that it imports, first.
  void AddFile(const google::protobuf::FileDescriptor& original);
  using Message = google::protobuf::Message;

  bool Accepts(const std::string& type, const std::string& bytes) const;
  bool AcceptsWithin(const Message& message) const;
  // The one value of an attribute that counts.
  bool AcceptsValue(const Message& attribute) const;

  google::protobuf::DescriptorPool pool_;
  mutable google::protobuf::DynamicMessageFactory factory_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_TESTS_CORE_GRAPH_SUPPORT_LAX_PARSER_H_
