#ifndef SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
#define SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_

#include <google/protobuf/message.h>

namespace shapewright::inference {

// Of every string in a message of the API and in those within: Printable() if it is text for
// people, else ToValidUtf8().
void MakeTextValid(google::protobuf::Message* message);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
