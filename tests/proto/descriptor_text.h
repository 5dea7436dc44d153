#ifndef SHAPEWRIGHT_TESTS_PROTO_DESCRIPTOR_TEXT_H_
#define SHAPEWRIGHT_TESTS_PROTO_DESCRIPTOR_TEXT_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace shapewright {

// What a change of would break somebody: one line per message, field, reserved range or name,
// enum value and RPC, with number, label, type and oneof. The order depends on names and numbers
// only, not on where things stand in the files. Names are written without `package`.
// onnx_golden.py prints the same lines for the official ONNX package.
std::vector<std::string> DescriptorLines(
    const std::vector<const google::protobuf::FileDescriptor*>& files, const std::string& package);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_PROTO_DESCRIPTOR_TEXT_H_
