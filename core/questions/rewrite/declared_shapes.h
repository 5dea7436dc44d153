#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_DECLARED_SHAPES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_DECLARED_SHAPES_H_

#include "core/questions/rewrite/rewrite_draft.h"

namespace shapewright::questions {

// Declared shapes of tensors that stay become exact: a size that is known becomes that number, one
// that named sizes of inputs decide becomes that expression, and a text that names what is fixed
// goes. Other sizes stay as they are declared.
void DeclareShapes(RewriteDraft& draft);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_DECLARED_SHAPES_H_
