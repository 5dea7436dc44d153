#ifndef SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_

#include "core/shape/element_type.h"

namespace shapewright::questions {

// As KServe's protocol names it, such as FP32; empty where it has no name.
const char* KserveDatatype(shape::ElementType element);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_
