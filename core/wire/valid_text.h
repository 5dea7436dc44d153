#ifndef SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
#define SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_

#include <google/protobuf/message.h>

namespace shapewright::inference {

// ToValidUtf8() of every string in a message and in those within.
void MakeTextValid(google::protobuf::Message* message);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
