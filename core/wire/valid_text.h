#ifndef SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
#define SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_

#include <google/protobuf/message.h>

namespace shapewright {

// Makes every string in a message of the API, at any depth, valid UTF-8: by Printable() if it is
// text for people, else by ToValidUtf8().
void MakeTextValid(google::protobuf::Message* message);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_VALID_TEXT_H_
