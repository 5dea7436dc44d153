// What core/ includes where it reads or writes messages. See cmake/PrecompiledHeaders.cmake.
#include "cmake/precompiled/core.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
